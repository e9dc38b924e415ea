//! `Caller`: the client of a request, signed in or not.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;

use super::Origin;
use crate::error::AppError;
use crate::http::client_address::{client_country, counted, forwarded_address};
use crate::i18n::Language;
use crate::settings::Settings;

const MAX_USER_AGENT_LENGTH: usize = 200;

/// Address for rate limits, country and browser for the list of sessions, language for texts.
pub struct Caller {
    pub address: String,
    pub origin: Origin,
    pub language: Language,
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Arc<Settings>: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let settings = Arc::<Settings>::from_ref(state);
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let address = peer.map(|peer| forwarded_address(peer, &parts.headers, &settings.trusted_proxies));
        let country = peer.zip(settings.country_header.as_ref());
        let country =
            country.and_then(|(peer, name)| client_country(peer, &parts.headers, name, &settings.trusted_proxies));
        let user_agent =
            parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Caller {
            address: address.map(counted).unwrap_or_default(),
            origin: Origin { user_agent: user_agent.chars().take(MAX_USER_AGENT_LENGTH).collect(), country },
            language: Language::of_request(&parts.headers),
        })
    }
}
