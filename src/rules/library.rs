//! Finds the chapters that `--law` asks for, carried within or brought along.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Chapter, markdown, reader};
use crate::document::Document;
use crate::embedded;
use crate::error::{Error, Result};
use crate::input::{Input, unreadable};
use crate::text::meant;

/// The chapters of `law`: a page of the reader's own, a folder of such pages, the id of a
/// chapter (`us/ny/tuckahoe/chapter-19a`) or of a municipality (`us/ny/tuckahoe`). A path that
/// exists goes before an id.
///
/// # Errors
/// There is nothing of this name, or a page does not load.
///
/// # Example
/// ```
/// let chapters = metes::rules::load("us/ny/tuckahoe/chapter-19a")?;
/// assert_eq!(chapters[0].place, "Village of Tuckahoe, New York");
/// # Ok::<(), metes::error::Error>(())
/// ```
pub fn load(law: &str) -> Result<Vec<Chapter>> {
    let path = Path::new(law);
    if path.is_dir() {
        folder(path)
    } else if path.exists() {
        Ok(vec![reader::chapter(&page(path)?, &stem(path))?])
    } else {
        carried(law)
    }
}

/// Every page of the folder that has a chapter in it, in the order of the names.
fn folder(path: &Path) -> Result<Vec<Chapter>> {
    let listed = fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = listed.map_err(|e| unreadable(&path.display().to_string(), &e))?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("README.md"));
    paths.sort();
    let mut chapters = Vec::new();
    for path in paths {
        let document = page(&path)?;
        if !markdown::blocks(&document)?.is_empty() {
            chapters.push(reader::chapter(&document, &stem(&path))?);
        }
    }
    if chapters.is_empty() {
        return Err(Error::new(format!("the folder {} holds no chapter of law.", path.display()))
            .hint("A chapter is a page whose name ends in .md, with a block \"toml chapter\" in it."));
    }
    Ok(chapters)
}

fn carried(law: &str) -> Result<Vec<Chapter>> {
    let wanted = law.trim_end_matches('/').trim_end_matches(".md");
    let found: Vec<(&str, &str)> = embedded::chapters()
        .filter(|(id, _)| id.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
        .collect();
    if found.is_empty() {
        return Err(unknown(law));
    }
    found
        .into_iter()
        .map(|(id, path)| {
            let bytes = embedded::file(path).unwrap_or_default();
            let input = Input::Embedded(path.to_owned(), bytes);
            reader::chapter(&Document::new(input.name(), &input.text()?), id)
        })
        .collect()
}

fn unknown(law: &str) -> Error {
    let chapters: Vec<&str> = embedded::chapters().map(|(id, _)| id).collect();
    let mut names: Vec<&str> = chapters.iter().filter_map(|id| Some(id.rsplit_once('/')?.0)).collect();
    names.dedup();
    names.extend(&chapters);
    let typed = law.to_lowercase();
    let near = meant(law, names.iter().copied())
        .or_else(|| names.iter().copied().find(|name| !typed.is_empty() && name.contains(&typed)));
    let error = Error::new(format!("there is no law \"{law}\", and no file or folder of that name."));
    let error = chapters.iter().fold(error, |error, id| error.show(format!("known: {id}")));
    error.hint(match near {
        Some(name) => format!("Did you mean \"{name}\"? Nothing was checked."),
        None => "Give one of these, or the path of your own page. Nothing was checked.".to_owned(),
    })
}

fn page(path: &Path) -> Result<Document> {
    let input = Input::Path(path.to_owned());
    Ok(Document::new(input.name(), &input.text()?))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Members, StatusKind};

    fn fixture(name: &str) -> String {
        format!("{}/fixtures/law/{name}", env!("CARGO_MANIFEST_DIR"))
    }

    #[test]
    fn a_chapter_and_its_municipality_are_found_by_their_ids() {
        for law in ["us/ny/tuckahoe/chapter-19a", "us/ny/tuckahoe/chapter-19a.md", "us/ny/tuckahoe", "us/ny/tuckahoe/"]
        {
            let chapters = load(law).expect(law);
            assert!(chapters.iter().any(|chapter| chapter.id == "us/ny/tuckahoe/chapter-19a"), "{law}");
        }
        assert!(load("us/ny/tuck").is_err() && load("us/ny/tuckahoe/chapter-1").is_err() && load("").is_err());
    }

    #[test]
    fn every_page_that_is_carried_loads() {
        for (id, _) in embedded::chapters() {
            assert_eq!(load(id).map(|chapters| chapters.len()), Ok(1), "{id}");
        }
    }

    #[test]
    fn the_chapter_of_tuckahoe_says_what_its_page_says() {
        let chapter = load("us/ny/tuckahoe/chapter-19a").expect("loaded").remove(0);
        assert_eq!((chapter.citation.as_str(), chapter.source.as_str()), ("Chapter 19A", "L.L. No. 8-2007"));
        assert_eq!(chapter.status.kind, StatusKind::Doubtful);
        let rule = chapter.rule("19A-3").expect("there");
        assert_eq!(
            (rule.wording.citation.as_str(), rule.wording.title.as_str()),
            ("§ 19A-3", "Restrictions established")
        );
        assert_eq!(rule.wording.quote.as_deref(), Some("within a radius of 1,000 feet of any park"));
        assert_eq!(rule.acts, ["residence", "lease", "relocation"]);
        let reading = rule.test().expect("measured").default();
        assert_eq!(reading.require.words(), "more than 1,000 ft");
        assert_eq!(chapter.status_of(rule).kind, StatusKind::Doubtful);
        let parks = chapter.places("parks").expect("there");
        assert_eq!((parks.citation.as_str(), parks.layer.as_str()), ("§ 19A-2", "parks"));
        assert!(matches!(&parks.members, Members::Named(names) if names.len() == 6 && names[3] == "Garrett Park"));
        assert!(chapter.cases.len() >= 7 && !chapter.not_checked.is_empty());
    }

    #[test]
    fn a_page_and_a_folder_of_ones_own_are_read() {
        let closed = load(&fixture("cambridge.md")).expect("loaded").remove(0);
        assert_eq!((closed.id.as_str(), closed.status.kind), ("cambridge", StatusKind::Illustrative));
        assert!(matches!(&closed.places[0].members, Members::Named(names) if names.len() == 6));
        let open = load(&fixture("cambridge-open.md")).expect("loaded").remove(0);
        assert_eq!((open.rules[0].id.as_str(), &open.places[0].members), ("C-2", &Members::EveryNamed));
        let ids: Vec<String> = load(&fixture("")).expect("loaded").into_iter().map(|chapter| chapter.id).collect();
        assert_eq!(ids, ["cambridge-clearance", "cambridge-open", "cambridge"]);
    }

    #[test]
    fn a_folder_without_law_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("README.md"), "```toml\n```\n").expect("written");
        fs::write(folder.path().join("notes.md"), "# Notes\n").expect("written");
        let error = load(&folder.path().to_string_lossy()).expect_err("no chapter").to_string();
        assert!(error.contains("holds no chapter of law"), "{error}");
    }

    #[test]
    fn an_unknown_law_is_answered_with_the_known_ones() {
        let error = load("us/ny/tukahoe/chapter-19a").expect_err("a slip").to_string();
        assert!(error.starts_with("error: there is no law \"us/ny/tukahoe/chapter-19a\", and no file"), "{error}");
        assert!(error.contains("\n       known: us/ny/tuckahoe/chapter-19a\n"), "{error}");
        assert!(error.contains("hint:  Did you mean \"us/ny/tuckahoe/chapter-19a\"?"), "{error}");
        for (typed, near) in [("Tuckahoe", "us/ny/tuckahoe\""), ("chapter-19a", "us/ny/tuckahoe/chapter-19a\"")] {
            assert!(load(typed).expect_err("too short").to_string().contains(near), "{typed}");
        }
        assert!(load("x/y").expect_err("unknown").to_string().contains("Give one of these"));
    }
}
