//! The unsubscribe link of alert mails: works without signing in, and only a POST changes anything.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Preferences, UserPreferences, queries};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::notification_settings::Notifications;
use crate::session::{Keys, UserId};

const PURPOSE: &str = "unsubscribe from mails";
const MAX_TOKEN_LENGTH: usize = 200;

#[derive(Serialize, ToSchema)]
pub struct Unsubscribed {}

/// The token in the alert mails of a user; it does not expire, because mails do not.
pub fn unsubscribe_token(keys: &Keys, user: UserId) -> String {
    let id = user.0.simple().to_string();
    format!("{id}.{}", keys.seal(PURPOSE, &id))
}

/// Redirect from a mail to the page that asks for confirmation; link scanners change nothing.
#[utoipa::path(get, path = "/api/unsubscribe/{token}", tag = "preferences",
    params(("token" = String, Path, description = "From the mail")), responses(
    (status = 303, description = "To the page that asks for confirmation"),
))]
pub async fn show_unsubscribe(Path(token): Path<String>) -> Response {
    let token: String = token.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '.').collect();
    let page = format!("/unsubscribe#token={}", &token[..token.len().min(MAX_TOKEN_LENGTH)]);
    let mut response = StatusCode::SEE_OTHER.into_response();
    let location = HeaderValue::from_str(&page).unwrap_or(HeaderValue::from_static("/unsubscribe"));
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// Stop alert mails, also by the button of a mail program (RFC 8058); repeating it changes nothing.
#[utoipa::path(post, path = "/api/unsubscribe/{token}", tag = "preferences",
    params(("token" = String, Path, description = "From the mail")), responses(
    (status = 200, description = "Alert mails are off; mails about the account are still sent", body = Unsubscribed),
    (status = 422, description = "The link is invalid, or the account was deleted", body = ErrorBody),
))]
pub async fn unsubscribe(
    State(state): State<UserPreferences>,
    Path(token): Path<String>,
) -> Result<Json<Unsubscribed>, AppError> {
    let user = parse_token(&state.sessions.keys, &token).ok_or(AppError::LinkInvalid)?;
    if !queries::has_user(&state.sessions.db, user).await? {
        return Err(AppError::LinkInvalid);
    }
    let notifications = Notifications { email: Some(false), ..Notifications::default() };
    let patch = Preferences { notifications: Some(notifications), ..Preferences::default() };
    queries::patch(&state, user, patch).await?;
    Ok(Json(Unsubscribed {}))
}

fn parse_token(keys: &Keys, token: &str) -> Option<UserId> {
    let (id, seal) = token.split_once('.')?;
    keys.is_sealed(PURPOSE, id, seal).then(|| Uuid::parse_str(id).ok().map(UserId)).flatten()
}
