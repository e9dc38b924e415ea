//! The pages of the client: their paths, titles and descriptions, and whether search engines may list them.

use crate::i18n::{Language, text};

/// One route of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub path: &'static str,
    /// Key of its texts under `server.shell`; `None` for a page that search engines must not list.
    text_key: Option<&'static str>,
}

pub const HOME: Page = public("/", "home");
/// Any other path: the client redirects to `/`.
const UNKNOWN: Page = private("/*");

const PAGES: [Page; 22] = [
    HOME,
    public("/locations", "locations"),
    public("/login", "login"),
    public("/register", "register"),
    public("/accessibility-settings", "accessibility"),
    public("/contact", "contact"),
    public("/help", "help"),
    public("/about", "about"),
    public("/privacy-policy", "privacy"),
    public("/terms-conditions", "terms"),
    private("/map"),
    private("/accuracy"),
    private("/air"),
    private("/glance"),
    private("/reset-password"),
    private("/profile"),
    private("/settings"),
    private("/notifications"),
    private("/delete-account"),
    private("/verify-email"),
    private("/unsubscribe"),
    private("/auth/callback"),
];

impl Page {
    pub fn from_path(path: &str) -> Page {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        PAGES.into_iter().find(|page| page.path == path).unwrap_or(UNKNOWN)
    }

    pub fn is_known(path: &str) -> bool {
        Page::from_path(path) != UNKNOWN
    }

    pub fn is_public(self) -> bool {
        self.text_key.is_some()
    }

    pub fn title(self, language: Language) -> String {
        self.text(language, "title").unwrap_or_else(|| "Halcyon".to_owned())
    }

    pub fn description(self, language: Language) -> String {
        self.text(language, "description").unwrap_or_else(|| text(language, "web.app.description", &[]))
    }

    fn text(self, language: Language, kind: &str) -> Option<String> {
        self.text_key.map(|key| text(language, &format!("server.shell.{key}.{kind}"), &[]))
    }
}

pub fn public_pages() -> impl Iterator<Item = Page> {
    PAGES.into_iter().filter(|page| page.is_public())
}

const fn public(path: &'static str, text_key: &'static str) -> Page {
    Page { path, text_key: Some(text_key) }
}

const fn private(path: &'static str) -> Page {
    Page { path, text_key: None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_path_of_the_client_is_known() {
        let paths: BTreeMap<&str, &str> = serde_json::from_str(include_str!("../../../shared/paths.json")).unwrap();
        let client: BTreeSet<&str> = paths.into_values().collect();
        let server: BTreeSet<&str> = PAGES.iter().map(|page| page.path).collect();
        assert_eq!(server, client);
    }

    #[test]
    fn every_public_page_has_its_own_texts_in_each_language() {
        for language in [Language::English, Language::German, Language::Turkish] {
            let mut titles: Vec<String> = public_pages().map(|page| page.title(language)).collect();
            titles.extend(public_pages().map(|page| page.description(language)));
            assert!(titles.iter().all(|text| !text.starts_with("server.")), "{titles:?}");
            let count = titles.len();
            titles.sort();
            titles.dedup();
            assert_eq!(titles.len(), count);
        }
    }
}
