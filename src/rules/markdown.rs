//! Walks a page of law and finds its blocks, each with the heading and the words above it.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::document::{At, Document};
use crate::error::{Error, Result};
use crate::text::meant;

/// A fenced block of TOML.
#[derive(Debug)]
pub struct Block {
    /// What it encodes; the spot is the line of its fence.
    pub kind: At<Kind>,
    /// The bytes of the page that are TOML.
    pub content: Range<usize>,
    /// What stands above it.
    pub section: Section,
}

/// What a block encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The page as a whole.
    Chapter,
    /// Something that no map can know.
    Fact,
    /// Places that rules measure to.
    Places,
    /// A condition that is measured.
    Condition,
    /// One rule.
    Rule,
    /// What frees from rules.
    Exemption,
    /// Provisions that are not decided.
    Undecided,
    /// One worked example.
    Case,
}

/// What stands above a block, from the nearest heading down.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// The heading's words, without the marks of Markdown.
    pub heading: Option<At<String>>,
    /// The first paragraph below it.
    pub sentence: Option<String>,
    /// The first block quote below it, without its quotation marks.
    pub quote: Option<String>,
}

const KINDS: &[(&str, Kind)] = &[
    ("toml chapter", Kind::Chapter),
    ("toml fact", Kind::Fact),
    ("toml places", Kind::Places),
    ("toml condition", Kind::Condition),
    ("toml rule", Kind::Rule),
    ("toml exemption", Kind::Exemption),
    ("toml undecided", Kind::Undecided),
    ("toml case", Kind::Case),
];

/// The blocks of a page in their order.
///
/// # Errors
/// A block of TOML that is none of the known kinds, or that does not stand by itself.
pub fn blocks(document: &Document) -> Result<Vec<Block>> {
    let mut found = Vec::new();
    let mut section = Section::default();
    let mut depth = 0usize;
    let mut words = String::new();
    let mut content: Option<Range<usize>> = None;
    let mut indented = false;
    for (event, range) in Parser::new(document.text()).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    words.clear();
                    content = None;
                }
                indented = matches!(tag, Tag::CodeBlock(CodeBlockKind::Indented));
                if let Tag::CodeBlock(CodeBlockKind::Fenced(info)) = tag
                    && let Some(kind) = kind(document, &range, &info)?
                {
                    if depth > 0 {
                        return Err(nested(&kind));
                    }
                    let after = kind.spot.end() + 1;
                    let content = after.min(range.end)..after.min(range.end);
                    found.push(Block { kind, content, section: section.clone() });
                }
                depth += 1;
            }
            Event::End(tag) => {
                depth -= 1;
                if depth > 0 {
                    words.push(' ');
                    continue;
                }
                let text = words.split_whitespace().collect::<Vec<&str>>().join(" ");
                match tag {
                    TagEnd::Heading(_) => {
                        let spot = document.spot(trimmed(document.text(), range));
                        section = Section { heading: Some(At { value: text, spot }), ..Section::default() };
                    }
                    TagEnd::Paragraph => section.sentence = section.sentence.or(Some(text)),
                    TagEnd::BlockQuote(_) => section.quote = section.quote.or(Some(unquoted(&text))),
                    TagEnd::CodeBlock => {
                        if let (Some(block), Some(content)) = (found.last_mut(), content.take())
                            && block.content.start >= range.start
                        {
                            block.content = content;
                        }
                    }
                    _ => {}
                }
            }
            Event::Html(_) => hidden(document, range)?,
            Event::Text(text) => {
                if indented {
                    hidden(document, range.clone())?;
                }
                content = Some(content.map_or(range.clone(), |whole| whole.start..range.end));
                words.push_str(&text);
            }
            Event::Code(text) => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            _ => {}
        }
    }
    Ok(found)
}

/// The kind that an info string names; `None` for a block that is not meant for the program.
fn kind(document: &Document, block: &Range<usize>, info: &str) -> Result<Option<At<Kind>>> {
    let named = info.split_whitespace().collect::<Vec<&str>>().join(" ");
    let line = document.text()[block.clone()].lines().next().unwrap_or_default().trim_end();
    let fence = document.spot(block.start..block.start + line.len());
    if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == named) {
        return Ok(Some(At { value: *kind, spot: fence }));
    }
    let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
    if named.to_lowercase().starts_with("toml") || meant(&named, names.iter().copied()).is_some() {
        let info = At { value: named.clone(), spot: fence };
        return Err(info.not_among(&format!("a block \"{named}\" is not known."), &names));
    }
    Ok(None)
}

fn nested(kind: &At<Kind>) -> Error {
    kind.spot
        .error("this block stands inside a list or a quotation.")
        .hint("Move it to the left margin, with an empty line above it. Nothing was checked.")
}

/// Refuses a line that looks like the fence of a block where Markdown does not take it for one:
/// inside HTML, or too far to the right.
fn hidden(document: &Document, range: Range<usize>) -> Result<()> {
    let line = document.text()[range.clone()].trim();
    let info = line.trim_start_matches(['`', '~']);
    if line.len() - info.len() >= 3 && info.trim_start().to_lowercase().starts_with("toml") {
        return Err(document
            .spot(range.start..range.start + line.len())
            .error("this block is hidden inside HTML, or begins too far to the right, so it would be skipped.")
            .hint("Move it to the left margin, with an empty line above it, or take it out. Nothing was checked."));
    }
    Ok(())
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    range.start..range.start + text[range].trim_end().len()
}

fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix(['"', '“']).and_then(|rest| rest.strip_suffix(['"', '”']));
    inner.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Chapter 1. On *parks*\n\nIntro.\n\n```toml chapter\na = 1\n\nb = 2\n```\n\n\
        ## § 1-1. Rule\n\nFirst `words`\nof ours.\nSecond.\n\n> \"ten\n> feet\"\n\nMore.\n\n```text\nnot ours\n```\n\n\
        ~~~ toml  rule\r\nid = 1\r\n~~~\n\n## § 1-2. Next\n\n```toml case\n```\n";

    fn refusal(page: &str) -> String {
        blocks(&Document::new("p.md", page)).expect_err("refused").to_string()
    }

    #[test]
    fn blocks_are_found_with_the_words_above_them() {
        let blocks = blocks(&Document::new("p.md", PAGE)).expect("walked");
        let kinds: Vec<Kind> = blocks.iter().map(|b| b.kind.value).collect();
        assert_eq!(kinds, [Kind::Chapter, Kind::Rule, Kind::Case]);
        let heading = |i: usize| blocks[i].section.heading.as_ref().map(|h| h.as_str());
        assert_eq!(heading(0), Some("Chapter 1. On parks"));
        assert_eq!(heading(1), Some("§ 1-1. Rule"));
        assert_eq!(blocks[1].section.sentence.as_deref(), Some("First words of ours. Second."));
        assert_eq!(blocks[1].section.quote.as_deref(), Some("ten feet"));
        assert_eq!(heading(2), Some("§ 1-2. Next"));
        assert_eq!(blocks[2].section.sentence, None);
        assert_eq!(&PAGE[blocks[0].content.clone()], "a = 1\n\nb = 2\n");
        assert_eq!(&PAGE[blocks[1].content.clone()], "id = 1\r\n");
        assert_eq!(&PAGE[blocks[2].content.clone()], "");
        assert_eq!(blocks[1].kind.spot.line(), 26);
    }

    #[test]
    fn an_unknown_block_is_refused_with_the_known_ones() {
        assert_eq!(
            refusal("text\n\n```toml rules\n```\n"),
            "error: p.md, line 3: a block \"toml rules\" is not known.\n    3 | ```toml rules\n      | ^^^^^^^^^^^^^\n\
             hint:  Did you mean \"toml rule\"? The choices: toml chapter, toml fact, toml places, toml\n       \
             condition, toml rule, toml exemption, toml undecided, toml case. Nothing was\n       checked."
        );
        for info in ["toml", "TOML rule", "tmol rule", "tomlrule", "toml rule x", "rule"] {
            let page = &format!("```{info}\n```\n");
            assert_eq!(blocks(&Document::new("p.md", page)).is_err(), info != "rule", "{info}");
        }
    }

    #[test]
    fn a_block_that_would_be_skipped_in_silence_is_refused() {
        for (page, line) in [
            ("<div>\n```toml rule\nid = 1\n```\n</div>\n", 2),
            ("<!--\n\n```toml rule\nid = 1\n```\n-->\n", 3),
            ("Text.\n\n    x\n    ~~~ toml rule\n    id = 1\n    ~~~\n", 4),
        ] {
            assert!(refusal(page).starts_with(&format!("error: p.md, line {line}: this block is hidden")), "{page}");
        }
        assert!(blocks(&Document::new("p.md", "<!-- a remark on toml -->\n\n    toml\n")).is_ok());
    }

    #[test]
    fn a_block_within_a_list_or_a_quotation_is_refused() {
        let error = refusal("* item\n\n  ```toml rule\n  id = 1\n  ```\n");
        assert!(error.starts_with("error: p.md, line 3: this block stands inside a list or a quotation.\n    3 |   ```toml rule\n      |   ^^^^^^^^^^^^\n"), "{error}");
        assert!(refusal("> ```toml rule\n> id = 1\n> ```\n").contains("line 1: this block stands inside"));
    }
}
