//! The law pages and sample layers that the program carries within itself.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The bytes of a file, by its path under `data/`: `law/us/ny/tuckahoe/chapter-19a.md`.
pub fn file(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

/// Every file whose path begins with `prefix`, in the order of the paths.
pub fn under(prefix: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter(move |(path, _)| path.starts_with(prefix)).copied()
}

/// The pages of law: id (`us/ny/tuckahoe/chapter-19a`) and path, in the order of the ids.
pub fn chapters() -> impl Iterator<Item = (&'static str, &'static str)> {
    under("law/").filter_map(|(path, _)| Some((path.strip_prefix("law/")?.strip_suffix(".md")?, path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuckahoe_chapter_is_carried() {
        assert!(chapters().any(|(id, _)| id == "us/ny/tuckahoe/chapter-19a"));
        let page = file("law/us/ny/tuckahoe/chapter-19a.md").expect("carried");
        assert!(page.starts_with(b"# "));
        assert!(file("law/us/ny/closures.toml").is_some() && chapters().all(|(_, path)| path.ends_with(".md")));
    }

    #[test]
    fn the_illustrative_village_is_carried_without_what_draws_it() {
        let names: Vec<&str> = under("layers/us/ny/tuckahoe-illustrative/").map(|(path, _)| path).collect();
        assert!(names.iter().any(|path| path.ends_with("/layers.toml")));
        assert!(names.iter().any(|path| path.ends_with("/parks.geojson")));
        assert!(names.iter().all(|path| !path.ends_with(".py") && !path.ends_with(".md")));
        assert!(names.is_sorted());
        assert_eq!(file("layers/none.toml"), None);
    }
}
