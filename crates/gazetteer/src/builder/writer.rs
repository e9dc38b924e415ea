//! Collects the sections of an index and writes them after their header.

use std::collections::HashMap;

use anyhow::Context;

use crate::complete::join;
use crate::sections::{NONE, SECTION_COUNT, STORED_SECTION_COUNT, Section};

pub struct Writer {
    sections: Vec<Vec<u8>>,
    known_texts: HashMap<String, u32>,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer { sections: vec![Vec::new(); SECTION_COUNT], known_texts: HashMap::new() }
    }
}

impl Writer {
    /// Appends to the sections of an index.
    pub fn continuing(sections: Vec<Vec<u8>>) -> Writer {
        Writer { sections, known_texts: HashMap::new() }
    }

    pub fn u8(&mut self, section: Section, number: u8) {
        self.sections[section as usize].push(number);
    }

    pub fn u16(&mut self, section: Section, number: u16) {
        self.sections[section as usize].extend(number.to_le_bytes());
    }

    pub fn u32(&mut self, section: Section, number: u32) {
        self.sections[section as usize].extend(number.to_le_bytes());
    }

    pub fn f32(&mut self, section: Section, number: f32) {
        self.u32(section, number.to_bits());
    }

    /// The offset of a display text; each text is stored once.
    pub fn text(&mut self, text: &str) -> anyhow::Result<u32> {
        if let Some(&offset) = self.known_texts.get(text) {
            return Ok(offset);
        }
        let offset = self.append_text(Section::Texts, text)?;
        self.known_texts.insert(text.to_owned(), offset);
        Ok(offset)
    }

    pub fn optional_text(&mut self, text: &str) -> anyhow::Result<u32> {
        if text.is_empty() { Ok(NONE) } else { self.text(text) }
    }

    pub fn append_text(&mut self, section: Section, text: &str) -> anyhow::Result<u32> {
        let bytes = &mut self.sections[section as usize];
        let offset = u32::try_from(bytes.len())?;
        bytes.push(u8::try_from(text.len()).with_context(|| format!("{text} is longer than 255 bytes"))?);
        bytes.extend(text.as_bytes());
        Ok(offset)
    }

    /// The index as it is stored: the sections that are computed at compile time are left out.
    pub fn finish(mut self) -> Vec<u8> {
        self.sections.truncate(STORED_SECTION_COUNT);
        join(&self.sections)
    }

    pub fn into_sections(self) -> Vec<Vec<u8>> {
        self.sections
    }
}
