//! The law pages and illustrative layers that the program carries.

mod files {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// A carried file by its path under `data/`: `law/us/ny/tuckahoe/chapter-19a.md`.
pub fn file(path: &str) -> Option<&'static [u8]> {
    files::FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

/// The carried files whose path begins with `prefix`, sorted.
pub fn under(prefix: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    files::FILES.iter().copied().filter(move |(name, _)| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_chapter_and_the_illustrative_layers_are_carried() {
        assert!(super::file("law/us/ny/tuckahoe/chapter-19a.md").is_some());
        assert!(super::under("layers/us/ny/tuckahoe-illustrative/").any(|(name, _)| name.ends_with("/layers.toml")));
        assert!(super::under("").all(|(name, _)| !name.ends_with(".py")));
    }
}
