//! Parses a small XML document into a tree of local names: enough for CAP, Atom and RSS.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

use super::encoding::{UnknownEncoding, decode};
use super::{is_text, retain_text};

/// No feed nests deeper; a hostile one must not overflow the stack.
const MAX_DEPTH: usize = 32;

#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Element>,
}

#[derive(Debug, thiserror::Error)]
pub enum XmlError {
    #[error("not XML: {0}")]
    Malformed(#[from] quick_xml::Error),
    #[error(transparent)]
    Encoding(#[from] UnknownEncoding),
    #[error("nested too deep")]
    TooDeep,
    #[error("no document")]
    Empty,
}

impl Element {
    /// `charset` is the one of the response; it counts where the document declares nothing. Entities a document defines
    /// itself are not resolved: none of these formats needs them.
    pub fn parse(bytes: &[u8], charset: Option<&str>) -> Result<Element, XmlError> {
        let text = decode(bytes, charset)?;
        let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
        let mut open: Vec<Element> = vec![Element::default()];
        loop {
            match reader.read_event()? {
                Event::Start(start) if open.len() > MAX_DEPTH => {
                    drop(start);
                    return Err(XmlError::TooDeep);
                }
                Event::Start(start) => open.push(Element::from_start(&start)),
                Event::Empty(start) => add(&mut open, Element::from_start(&start)),
                Event::End(_) => {
                    if let Some(done) = open.pop() {
                        add(&mut open, done);
                    }
                }
                Event::Text(text) => push_text(&mut open, &text.xml10_content()),
                Event::CData(text) => push_text(&mut open, &text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let known = match reference.resolve_char_ref() {
                        Ok(Some(letter)) => Some(letter.to_string()),
                        _ => resolve_xml_entity(&reference.xml10_content()).map(str::to_owned),
                    };
                    push_text(&mut open, &known.unwrap_or_default());
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        open.swap_remove(0).children.into_iter().next().ok_or(XmlError::Empty)
    }

    fn from_start(start: &BytesStart<'_>) -> Element {
        let attributes = start.attributes().flatten().map(|attribute| {
            let value = quick_xml::escape::unescape(&attribute.value).map(|value| value.into_owned());
            let mut value = value.unwrap_or_default();
            retain_text(&mut value);
            (attribute.key.local_name().into_inner().to_owned(), value)
        });
        Element {
            name: start.local_name().into_inner().to_owned(),
            attributes: attributes.collect(),
            ..Element::default()
        }
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub fn first(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The trimmed text of the first child of that name; `None` if it is absent or empty.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.first(name).map(Element::text).filter(|text| !text.is_empty())
    }

    pub fn text(&self) -> &str {
        self.text.trim()
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn add(open: &mut [Element], done: Element) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(done);
    }
}

fn push_text(open: &mut [Element], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.extend(text.chars().filter(|letter| is_text(*letter)));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_entities_and_cdata_are_resolved() {
        let document = Element::parse(
            b"\xef\xbb\xbf<?xml version='1.0'?><a:feed xmlns:a='x'><a:b c='1 &amp; 2'>wind &lt; 3 &#x263a;<![CDATA[ <b>]]></a:b></a:feed>",
            None,
        )
        .unwrap();
        assert_eq!(document.name, "feed");
        assert_eq!(document.text_of("b"), Some("wind < 3 \u{263a} <b>"));
        assert_eq!(document.first("b").unwrap().attribute("c"), Some("1 & 2"));
    }

    #[test]
    fn control_characters_are_dropped_except_line_ends_and_tabs() {
        let document = Element::parse(b"<a b='1\x002'>one\x00two\x1b\x07\n\tthree&#1;</a>", None).unwrap();
        assert_eq!(document.text(), "onetwo\n\tthree");
        assert_eq!(document.attribute("b"), Some("12"));
    }

    #[test]
    fn invalid_documents_are_rejected() {
        assert!(Element::parse(b"", None).is_err());
        assert!(Element::parse(b"<a><b></a>", None).is_err());
        assert!(matches!(Element::parse("<a>".repeat(1000).as_bytes(), None), Err(XmlError::TooDeep)));
        let bomb = b"<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><l>&b;</l>";
        assert_eq!(Element::parse(bomb, None).unwrap().text(), "");
    }
}
