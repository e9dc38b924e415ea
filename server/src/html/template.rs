//! The built `index.html`, split once at its placeholders. Without any content in them it is a valid page too, which
//! is cached for offline use.

use serde::Deserialize;

use crate::http::static_files::StaticFiles;

const HTML_OPEN: &str = "<html lang=\"en\">";
const HEAD: (&str, &str) = ("<!-- shell:head -->", "<!-- /shell:head -->");
const FIRST_PAINT: &str = "<!-- shell:first-paint -->";
/// Inside the element whose content is loaded after the first paint.
const PRELOADS: &str = "<!-- shell:ahead -->";
const DATA: &str = "<!-- shell:data -->";
/// Written by the build: the assets to preload.
const ASSETS: &str = ".shell.json";

pub struct PageTemplate {
    /// The text before the root element's tag, and between the placeholders in their order.
    pieces: [String; 6],
    pub assets: Assets,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Assets {
    /// The URL of the texts by language code.
    pub texts: std::collections::BTreeMap<String, String>,
    /// Of the dashboard with the weather of a place, and before a place is chosen.
    pub weather: PageFiles,
    pub first_visit: PageFiles,
}

#[derive(Default, Deserialize)]
pub struct PageFiles {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
}

/// The content of the placeholders, as HTML.
pub struct Content {
    pub attributes: String,
    pub head: String,
    pub first_paint: String,
    pub preloads: String,
    pub data: String,
}

impl PageTemplate {
    pub fn new(files: &StaticFiles) -> Option<PageTemplate> {
        // Without preloads the page is slower but complete.
        let assets = serde_json::from_slice(&StaticFiles::hidden(ASSETS)?)
            .inspect_err(|error| tracing::error!(%error, "preload list could not be read"))
            .unwrap_or_default();
        PageTemplate::split(&files.shell_text()?, assets)
    }

    fn split(html: &str, assets: Assets) -> Option<PageTemplate> {
        let (before, rest) = html.split_once(HTML_OPEN)?;
        let (opening, rest) = rest.split_once(HEAD.0)?;
        let (_, rest) = rest.split_once(HEAD.1)?;
        let (middle, rest) = rest.split_once(FIRST_PAINT)?;
        let (start, rest) = rest.split_once(PRELOADS)?;
        let (body, end) = rest.split_once(DATA)?;
        let pieces = [before, opening, middle, start, body, end].map(str::to_owned);
        Some(PageTemplate { pieces, assets })
    }

    pub fn render(&self, content: &Content) -> String {
        let [before, opening, middle, start, body, end] = &self.pieces;
        let Content { attributes, head, first_paint, preloads, data } = content;
        [before, "<html ", attributes, ">", opening, head, middle, first_paint, start, preloads, body, data, end]
            .concat()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_placeholders_are_replaced_and_the_rest_stays() {
        let html = "<!doctype html><html lang=\"en\"><head>a<!-- shell:head -->old<!-- /shell:head -->b</head>\
                    <body><!-- shell:first-paint --><i><!-- shell:ahead --></i><!-- shell:data --></body></html>";
        let content = Content {
            attributes: "lang=\"de\"".to_owned(),
            head: "H".to_owned(),
            first_paint: "P".to_owned(),
            preloads: "A".to_owned(),
            data: "D".to_owned(),
        };
        assert_eq!(
            PageTemplate::split(html, Assets::default()).unwrap().render(&content),
            "<!doctype html><html lang=\"de\"><head>aHb</head><body>P<i>A</i>D</body></html>"
        );
        assert!(PageTemplate::split("<html lang=\"en\"></html>", Assets::default()).is_none());
    }
}
