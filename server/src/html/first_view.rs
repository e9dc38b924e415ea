//! The first views of the public pages, rendered by the build (`web/build/firstViews.ts`): forms and texts are readable
//! before any script has loaded. The page replaces them by its own rendering.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::page_request::PageRequest;
use crate::encoding::escape_html as escape;
use crate::http::static_files::StaticFiles;

/// Written by the build: path, then language.
const VIEWS: &str = ".views.json";
/// They show the visitor's own settings or places, which only a first visit has none of.
const PERSONAL: [&str; 2] = ["/accessibility-settings", "/locations"];

#[derive(Default)]
pub struct FirstViews(HashMap<String, HashMap<String, FirstView>>);

#[derive(Deserialize)]
pub struct FirstView {
    html: String,
    /// URL of its stylesheet.
    style: String,
    /// Only for an address with the token of a mail's link, which the page's first script checks.
    #[serde(default)]
    needs_token: bool,
}

impl FirstViews {
    /// Loaded once, even when a process starts several applications, as tests do.
    pub fn embedded() -> &'static FirstViews {
        static VIEWS: LazyLock<FirstViews> = LazyLock::new(FirstViews::load);
        &VIEWS
    }

    /// Without them a page is blank until its script has loaded, but works.
    fn load() -> FirstViews {
        let views = StaticFiles::hidden(VIEWS).map(|bytes| serde_json::from_slice(&bytes)).transpose();
        let views = views.inspect_err(|error| tracing::error!(%error, "first views could not be read"));
        FirstViews(views.ok().flatten().unwrap_or_default())
    }

    /// The view for a visitor; a signed-in user is shown another page or other values, and a place its weather.
    pub fn find(&self, request: &PageRequest) -> Option<&FirstView> {
        let is_personal = PERSONAL.contains(&request.page.path) && !request.is_neutral();
        if request.is_signed_in || request.place.is_some() || is_personal {
            return None;
        }
        self.0.get(request.page.path)?.get(request.language.code())
    }
}

impl FirstView {
    /// The view itself; the build has rendered it from our own texts.
    pub fn html(&self) -> String {
        let needs = if self.needs_token { " data-needs=\"token\"" } else { "" };
        format!("<div id=\"first-paint\" data-view{needs}>{}</div>", self.html)
    }

    /// For the head of the page.
    pub fn stylesheet(&self) -> String {
        format!("<link rel=\"stylesheet\" crossorigin href=\"{}\">", escape(&self.style))
    }
}
