//! The texts people read, in three languages, from the same files the page uses.

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Language {
    #[default]
    English,
    German,
    Turkish,
}

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Turkish => "tr",
        }
    }

    /// The language of a tag such as `de-AT`; nothing for one we do not speak.
    pub fn parse(tag: &str) -> Option<Language> {
        match tag.split('-').next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "de" => Some(Language::German),
            "tr" => Some(Language::Turkish),
            _ => None,
        }
    }

    /// The first language of `Accept-Language` that we speak, else English.
    pub fn of_request(headers: &HeaderMap) -> Language {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        wanted.split(',').find_map(|item| Language::parse(item.split(';').next()?.trim())).unwrap_or_default()
    }
}

#[derive(Clone)]
pub struct Texts(Arc<[Value; 3]>);

impl Texts {
    pub fn load() -> anyhow::Result<Texts> {
        Ok(Texts(Arc::new([
            serde_json::from_str(include_str!("../../locales/en.json"))?,
            serde_json::from_str(include_str!("../../locales/de.json"))?,
            serde_json::from_str(include_str!("../../locales/tr.json"))?,
        ])))
    }

    /// The text at a dotted key with its `{placeholders}` filled; the key itself where there is none.
    pub fn get(&self, language: Language, key: &str, parameters: &[(&str, &str)]) -> String {
        let start = &self.0[language as usize];
        let found = key.split('.').try_fold(start, |value, part| value.get(part)).and_then(Value::as_str);
        let mut text = found.unwrap_or(key).to_owned();
        for (name, value) in parameters {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }
}
