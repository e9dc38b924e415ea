//! The first paint while no place is known: the prompt to choose one, and a sentence about Halcyon. The page replaces it
//! when its scripts have loaded. Styled by `web/src/styles/firstPaint.css`.

use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};

/// With a day sky: the page's first script changes it if it is night at the visitor's.
pub fn html(language: Language) -> String {
    let prompt = |name: &str| escape(&text(language, &format!("web.home.welcome.{name}"), &[]));
    format!(
        "<div id=\"first-paint\"><div class=\"sky\" data-sky=\"clear-day\" data-quiet><div class=\"content\">\
         <header><h1>{}</h1></header><div class=\"hero\"><p>{}</p></div></div></div></div>",
        prompt("title"),
        prompt("text"),
    )
}
