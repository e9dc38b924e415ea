//! The pages of the client: which there are, which of them search engines may show, and their words.

use crate::i18n::{Language, text};

/// One route of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub path: &'static str,
    /// Where its words stand under `server.shell`; `None`: nobody should find it by a search.
    words: Option<&'static str>,
}

pub const HOME: Page = public("/", "home");
/// Whatever else is asked for: the page leads to `/`, and no search engine should keep it.
const UNKNOWN: Page = private("/*");

const PAGES: [Page; 18] = [
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
    private("/reset-password"),
    private("/profile"),
    private("/settings"),
    private("/notices"),
    private("/delete-account"),
    private("/verify-email"),
    private("/unsubscribe"),
    private("/auth/callback"),
];

impl Page {
    pub fn at(path: &str) -> Page {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        PAGES.into_iter().find(|page| page.path == path).unwrap_or(UNKNOWN)
    }

    pub fn is_public(self) -> bool {
        self.words.is_some()
    }

    pub fn title(self, language: Language) -> String {
        self.text(language, "title").unwrap_or_else(|| "Halcyon".to_owned())
    }

    pub fn description(self, language: Language) -> String {
        self.text(language, "description").unwrap_or_else(|| text(language, "web.app.description", &[]))
    }

    fn text(self, language: Language, kind: &str) -> Option<String> {
        self.words.map(|words| text(language, &format!("server.shell.{words}.{kind}"), &[]))
    }
}

pub fn public_pages() -> impl Iterator<Item = Page> {
    PAGES.into_iter().filter(|page| page.is_public())
}

const fn public(path: &'static str, words: &'static str) -> Page {
    Page { path, words: Some(words) }
}

const fn private(path: &'static str) -> Page {
    Page { path, words: None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_path_of_the_client_is_known_here() {
        let table = include_str!("../../../web/src/paths.ts");
        let table = table.split("export const paths = {").nth(1).unwrap().split('}').next().unwrap();
        let mut client: Vec<&str> = table.split('\'').skip(1).step_by(2).collect();
        let mut ours: Vec<&str> = PAGES.iter().map(|page| page.path).collect();
        client.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, client);
    }

    #[test]
    fn every_public_page_has_words_of_its_own_in_each_language() {
        for language in [Language::English, Language::German, Language::Turkish] {
            let mut titles: Vec<String> = public_pages().map(|page| page.title(language)).collect();
            titles.extend(public_pages().map(|page| page.description(language)));
            assert!(titles.iter().all(|words| !words.starts_with("server.")), "{titles:?}");
            let count = titles.len();
            titles.sort();
            titles.dedup();
            assert_eq!(titles.len(), count);
        }
    }
}
