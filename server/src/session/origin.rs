//! Calls that need no CSRF token must come from our own page.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use url::{Host, Url};

use super::Sessions;
use crate::error::AppError;

/// The request came from our page, or from something that is not a browser.
pub struct SameOrigin;

impl<S> FromRequestParts<S> for SameOrigin
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let sessions = Sessions::from_ref(state);
        let is_ours = is_same_site(&parts.headers) && has_our_origin(&parts.headers, &sessions);
        if is_ours { Ok(SameOrigin) } else { Err(AppError::CrossSite) }
    }
}

fn is_same_site(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_none_or(|value| value == "same-origin" || value == "none")
}

fn has_our_origin(headers: &HeaderMap, sessions: &Sessions) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    sessions.origins.iter().any(|ours| ours == origin) || (sessions.is_development && is_loopback(origin))
}

/// In development the page may come from Vite's port, by name or by number.
fn is_loopback(origin: &str) -> bool {
    match Url::parse(origin).ok().as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
