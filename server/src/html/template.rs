//! The built `index.html`, cut once where the server writes into it. Unfilled it is a sound page too: the one that is
//! kept for times without a network.

use serde::Deserialize;

use crate::http::static_files::StaticFiles;

const HTML_OPEN: &str = "<html lang=\"en\">";
const HEAD: (&str, &str) = ("<!-- shell:head -->", "<!-- /shell:head -->");
const FIRST_PAINT: &str = "<!-- shell:first-paint -->";
/// Within the element that holds what is fetched after the first paint.
const AHEAD: &str = "<!-- shell:ahead -->";
const DATA: &str = "<!-- shell:data -->";
/// Written by the build: what a page will ask for next.
const ASSETS: &str = ".shell.json";

pub struct Template {
    /// Before the root element's tag, to the head's mark, to the first paint's, to that of what is fetched ahead, to the data's,
    /// to the end.
    pieces: [String; 6],
    pub assets: Assets,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Assets {
    /// Each language's words by its code.
    pub texts: std::collections::BTreeMap<String, String>,
    /// The scripts of the dashboard.
    pub home: Vec<String>,
    #[serde(rename = "homeStyles")]
    pub home_styles: Vec<String>,
}

/// What the server writes; each is finished HTML.
pub struct Fill {
    pub attributes: String,
    pub head: String,
    pub first_paint: String,
    pub ahead: String,
    pub data: String,
}

impl Template {
    pub fn of(files: &StaticFiles) -> Option<Template> {
        let assets = serde_json::from_slice(&StaticFiles::hidden(ASSETS)?).unwrap_or_default();
        Template::cut(&files.shell_text()?, assets)
    }

    fn cut(html: &str, assets: Assets) -> Option<Template> {
        let (before, rest) = html.split_once(HTML_OPEN)?;
        let (opening, rest) = rest.split_once(HEAD.0)?;
        let (_, rest) = rest.split_once(HEAD.1)?;
        let (middle, rest) = rest.split_once(FIRST_PAINT)?;
        let (start, rest) = rest.split_once(AHEAD)?;
        let (body, end) = rest.split_once(DATA)?;
        let pieces = [before, opening, middle, start, body, end].map(str::to_owned);
        Some(Template { pieces, assets })
    }

    pub fn filled(&self, fill: &Fill) -> String {
        let [before, opening, middle, start, body, end] = &self.pieces;
        let Fill { attributes, head, first_paint, ahead, data } = fill;
        [before, "<html ", attributes, ">", opening, head, middle, first_paint, start, ahead, body, data, end].concat()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_the_marks_of_the_head_is_replaced_and_the_rest_stays() {
        let html = "<!doctype html><html lang=\"en\"><head>a<!-- shell:head -->old<!-- /shell:head -->b</head>\
                    <body><!-- shell:first-paint --><i><!-- shell:ahead --></i><!-- shell:data --></body></html>";
        let fill = Fill {
            attributes: "lang=\"de\"".to_owned(),
            head: "H".to_owned(),
            first_paint: "P".to_owned(),
            ahead: "A".to_owned(),
            data: "D".to_owned(),
        };
        assert_eq!(
            Template::cut(html, Assets::default()).unwrap().filled(&fill),
            "<!doctype html><html lang=\"de\"><head>aHb</head><body>P<i>A</i>D</body></html>"
        );
        assert!(Template::cut("<html lang=\"en\"></html>", Assets::default()).is_none());
    }
}
