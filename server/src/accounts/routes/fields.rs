//! Bounds of the plain fields of a person, and who is behind a request.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Accounts;
use crate::error::AppError;
use crate::http::client_address::{coarse, forwarded_address};
use crate::session::Origin;
use crate::texts::Language;

const LONGEST_NAME: usize = 100;
const LONGEST_PHONE: usize = 32;
const LONGEST_USER_AGENT: usize = 200;

/// An answer that says only: done.
#[derive(Serialize, ToSchema)]
pub struct Done {}

/// The caller: address for limits, network and browser for the list of sessions, language for mails.
pub struct Caller {
    pub address: String,
    pub origin: Origin,
    pub language: Language,
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Accounts: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let accounts = Accounts::from_ref(state);
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let address = peer.map(|peer| forwarded_address(peer, &parts.headers, &accounts.settings.trusted_proxies));
        let user_agent =
            parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Caller {
            address: address.map(|address| address.to_string()).unwrap_or_default(),
            origin: Origin {
                user_agent: user_agent.chars().take(LONGEST_USER_AGENT).collect(),
                network: address.map(|address| coarse(address).to_string()).unwrap_or_default(),
            },
            language: Language::of_request(&parts.headers),
        })
    }
}

/// A first or last name: anything printable, possibly nothing.
pub fn name(field: &'static str, text: &str) -> Result<String, AppError> {
    bounded(field, text, LONGEST_NAME)
}

pub fn phone(text: &str) -> Result<String, AppError> {
    let text = bounded("phone_number", text, LONGEST_PHONE)?;
    let is_phone = text.chars().all(|letter| letter.is_ascii_digit() || " +-()./".contains(letter));
    if is_phone { Ok(text) } else { Err(AppError::invalid("phone_number", "Invalid phone number")) }
}

fn bounded(field: &'static str, text: &str, longest: usize) -> Result<String, AppError> {
    let text = text.trim();
    if text.chars().count() > longest {
        return Err(AppError::invalid(field, format!("Must be at most {longest} characters")));
    }
    if text.chars().any(char::is_control) {
        return Err(AppError::invalid(field, "Must not contain control characters"));
    }
    Ok(text.to_owned())
}
