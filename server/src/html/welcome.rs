//! What is painted before a place is known: the question and a sentence about Halcyon, under a quiet sky. The page takes it
//! away in the moment it asks the same itself. Its look is in `web/src/styles/firstPaint.css`.

use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};

/// By day: whether it is night where the visitor is, the page's first lines of script know.
pub fn html(language: Language) -> String {
    let words = |name: &str| escape(&text(language, &format!("web.home.welcome.{name}"), &[]));
    format!(
        "<div id=\"first-paint\"><div class=\"sky\" data-sky=\"clear-day\" data-quiet><div class=\"content\">\
         <header><h1>{}</h1></header><div class=\"hero\"><p>{}</p></div></div></div></div>",
        words("title"),
        words("text"),
    )
}
