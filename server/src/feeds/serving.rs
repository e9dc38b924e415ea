//! The calendar and the feeds at their secret address, with what a reader needs to ask again only when it pays.

use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use url::form_urlencoded;

use super::content::Content;
use super::{Feeds, calendar, feed, queries};
use crate::encoding::hex;
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, Site};
use crate::http::negotiation::is_unchanged;
use crate::i18n::Language;
use crate::notification_settings::RecipientSettings;
use crate::session::token_hash;

pub const CALENDAR: &str = "calendar.ics";
pub const ATOM: &str = "alerts.atom";
pub const JSON: &str = "alerts.json";

/// A quarter of an hour, as often as a report is rendered again.
const CACHE: HeaderValue = HeaderValue::from_static("private, max-age=900");
/// Nothing in it may run, load or be framed.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The calendar or a feed of a place.
#[utoipa::path(get, path = "/feeds/{secret}/{file}", tag = "feeds", params(
    ("secret" = String, Path, description = "From `PUT /api/feeds/{location_id}`"),
    ("file" = String, Path, description = "`calendar.ics`, `alerts.atom` or `alerts.json`"),
    ("lang" = Option<String>, Query, description = "`en`, `de` or `tr`, instead of the user's language"),
), responses(
    (status = 200, description = "iCalendar, Atom or JSON Feed", content(
        (String = "text/calendar"), (String = "application/atom+xml"), (String = "application/feed+json"),
    )),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 404, description = "No such address, or it was replaced", body = ErrorBody),
    (status = 429, description = "Too many new places from this address", body = ErrorBody),
    (status = 503, description = "Too much is asked of us; `Retry-After` says when to come back", body = ErrorBody),
))]
pub async fn get_feed(
    State(feeds): State<Feeds>,
    Path((secret, file)): Path<(String, String)>,
    request: Request,
) -> Result<Response, AppError> {
    let client = feeds.client_of(&request);
    let (content_type, render): (_, fn(&Content, &str) -> String) = match file.as_str() {
        CALENDAR => ("text/calendar; charset=utf-8", calendar::render),
        ATOM => ("application/atom+xml; charset=utf-8", feed::render_atom),
        JSON => ("application/feed+json; charset=utf-8", feed::render_json),
        _ => return Err(AppError::NotFound),
    };
    let place = queries::find_place(&feeds.0.sessions.db, &token_hash(&secret)).await?.ok_or(AppError::NotFound)?;
    let site = Site {
        coordinates: Coordinates { latitude: place.latitude, longitude: place.longitude },
        elevation: place.elevation.and_then(|metres| Elevation::new(metres as f64)),
    };
    let loaded = (feeds.0.load_report)(site, client).await?;
    let (report, _) = loaded.parse().await?;
    let settings = RecipientSettings::from_document(place.document.as_deref());
    let language = query_language(&request).or(settings.language).or(Language::parse(&place.language));
    let content = Content::new(
        &place,
        &report,
        language.unwrap_or_default(),
        settings.units,
        feeds.0.clock.now(),
        &feeds.0.public_url,
    );
    let own_address = format!("{}/feeds/{secret}/{file}", feeds.0.public_url);
    Ok(respond(&request, content_type, render(&content, &own_address)))
}

fn query_language(request: &Request) -> Option<Language> {
    let pairs = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    pairs.into_iter().find(|(name, _)| name == "lang").and_then(|(_, tag)| Language::parse(&tag))
}

fn respond(request: &Request, content_type: &'static str, body: String) -> Response {
    let digest = hex(&Sha256::digest(body.as_bytes()));
    let etag = HeaderValue::try_from(format!("\"{}\"", &digest[..32])).unwrap_or(HeaderValue::from_static("\"0\""));
    let is_known = is_unchanged(request.headers(), &etag);
    let headers = [
        (header::ETAG, etag),
        (header::CACHE_CONTROL, CACHE),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // The address is a secret: no search engine may list it.
        (header::HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, content_type)], body).into_response()
}
