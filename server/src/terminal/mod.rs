//! The weather as text, for `curl` and other clients of a terminal. Browsers get the page.

mod paper;
mod request;
mod symbols;
mod view;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::error::AppError;
use crate::geo::address::Describe;
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::Site;
use crate::geo::town::{FindPlace, NamedPlace};
use crate::http::client_address::client_address;
use crate::i18n::{Language, text};
use crate::published_report::LoadReport;
use crate::settings::Settings;
use crate::text_lines::without_control_characters;
pub use request::is_asked_for;
use request::{Options, TerminalRequest};
use view::View;

/// The paths of places are no calls, so that the load shedding of calls does not know them.
const RETRY_AFTER_SECONDS: u64 = 2;

#[derive(Clone)]
pub struct Terminal(Arc<TerminalParts>);

struct TerminalParts {
    public_url: String,
    trusted_proxies: Vec<IpNet>,
    clock: Clock,
    find_place: FindPlace,
    describe: Describe,
    load_report: LoadReport,
    slots: Semaphore,
}

impl Terminal {
    pub fn new(
        settings: &Settings,
        clock: Clock,
        find_place: FindPlace,
        describe: Describe,
        load_report: LoadReport,
    ) -> Terminal {
        Terminal(Arc::new(TerminalParts {
            public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
            trusted_proxies: settings.trusted_proxies.clone(),
            clock,
            find_place,
            describe,
            load_report,
            slots: Semaphore::new(settings.load.weather),
        }))
    }

    pub async fn answer(&self, request: Request) -> Response {
        let client = client_address(&request, &self.0.trusted_proxies);
        let request = match TerminalRequest::parse(request.uri(), request.headers()) {
            Ok(request) => request,
            Err(problem) => {
                let said = text(problem.language, &format!("server.terminal.{}", problem.key), &[]);
                return respond(StatusCode::BAD_REQUEST, said + "\n");
            }
        };
        let Some(wanted) = &request.place else { return respond(StatusCode::OK, self.usage(request.options.language)) };
        let Some(place) = self.find(wanted, request.options.language) else {
            let name = [("place", &*without_control_characters(wanted))];
            let said = text(request.options.language, "server.terminal.notFound", &name);
            return respond(StatusCode::NOT_FOUND, said + "\n");
        };
        match self.report(&place, &request.options, client).await {
            Ok(text) => respond(StatusCode::OK, text),
            Err(error) => refuse(&error, request.options.language),
        }
    }

    fn usage(&self, language: Language) -> String {
        text(language, "server.terminal.usage", &[("url", &self.0.public_url)]) + "\n"
    }

    /// "52.52,13.41", or the name of a place.
    fn find(&self, wanted: &str, language: Language) -> Option<NamedPlace> {
        if let Some((latitude, longitude)) = wanted.split_once(',')
            && let (Ok(_), Ok(_)) = (latitude.trim().parse::<f64>(), longitude.trim().parse::<f64>())
        {
            let coordinates = Coordinates::parse(latitude.trim(), longitude.trim())?;
            let address = (self.0.describe)(coordinates, language).text;
            return Some(NamedPlace { address, site: Site::from(coordinates) });
        }
        (self.0.find_place)(wanted, language)
    }

    async fn report(&self, place: &NamedPlace, options: &Options, client: Option<IpAddr>) -> Result<String, AppError> {
        let Ok(_slot) = self.0.slots.try_acquire() else {
            return Err(AppError::Overloaded { retry_after_seconds: RETRY_AFTER_SECONDS });
        };
        let loaded = (self.0.load_report)(place.site, client).await?;
        let (report, summary) = loaded.parse().await?;
        let now = self.0.clock.now();
        let summary = summary.as_ref().and_then(|summary| summary.sentence.as_ref());
        Ok(View::new(options, &place.address, &report, summary, now).render(&self.0.public_url))
    }
}

fn refuse(error: &AppError, language: Language) -> Response {
    let key = match error {
        AppError::TooMany { .. } => "tooMany",
        AppError::Overloaded { .. } => "busy",
        _ => {
            tracing::warn!("no weather for a terminal: {error:#}");
            "unavailable"
        }
    };
    let mut response = respond(error.status(), text(language, &format!("server.terminal.{key}"), &[]) + "\n");
    if let AppError::TooMany { retry_after_seconds } | AppError::Overloaded { retry_after_seconds } = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after_seconds));
    }
    response
}

fn respond(status: StatusCode, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        // A browser gets something else at the same address.
        (header::CACHE_CONTROL, "private, no-store"),
        (header::VARY, "accept, accept-language, user-agent"),
    ];
    (status, headers, text).into_response()
}
