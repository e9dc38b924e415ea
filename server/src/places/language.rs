//! The three languages of the product, as a places call names them.

/// Falls back to English, as Google does for a language it does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    German,
    Turkish,
}

impl Language {
    /// Reads a tag such as `de` or `tr-TR`.
    pub fn parse(tag: &str) -> Language {
        let primary = tag.trim().split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "de" => Language::German,
            "tr" => Language::Turkish,
            _ => Language::English,
        }
    }

    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Turkish => "tr",
        }
    }
}
