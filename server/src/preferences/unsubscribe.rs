//! Out of a mail in one click: no login, no cookie, and nothing changes by looking.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::document::Notifications;
use super::{Preferences, queries};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::{Keys, Sessions, UserId};

const PURPOSE: &str = "unsubscribe from mails";
const LONGEST_TOKEN: usize = 200;

#[derive(Serialize, ToSchema)]
pub struct Unsubscribed {}

/// The token that stands in every alert mail of this person; it does not expire, because mails do not.
pub fn unsubscribe_token(keys: &Keys, user: UserId) -> String {
    let id = user.0.simple().to_string();
    format!("{id}.{}", keys.seal(PURPOSE, &id))
}

/// Where the link in a mail leads: a scanner that follows it changes nothing, the page has the button.
#[utoipa::path(get, path = "/api/unsubscribe/{token}", tag = "preferences",
    params(("token" = String, Path, description = "From the mail")), responses(
    (status = 303, description = "To the page that asks"),
))]
pub async fn show_unsubscribe(Path(token): Path<String>) -> Response {
    let token: String = token.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '.').collect();
    let page = format!("/unsubscribe#token={}", &token[..token.len().min(LONGEST_TOKEN)]);
    let mut response = StatusCode::SEE_OTHER.into_response();
    let location = HeaderValue::from_str(&page).unwrap_or(HeaderValue::from_static("/unsubscribe"));
    response.headers_mut().insert(header::LOCATION, location);
    response
}

/// Ends alert mails, as a mail program's own button does (RFC 8058); again is the same as once.
#[utoipa::path(post, path = "/api/unsubscribe/{token}", tag = "preferences",
    params(("token" = String, Path, description = "From the mail")), responses(
    (status = 200, description = "No alert mail follows; mails about the account do", body = Unsubscribed),
    (status = 422, description = "Not a link of ours, or the account is gone", body = ErrorBody),
))]
pub async fn unsubscribe(
    State(sessions): State<Sessions>,
    Path(token): Path<String>,
) -> Result<Json<Unsubscribed>, AppError> {
    let user = user_of(&sessions.keys, &token).ok_or(AppError::LinkInvalid)?;
    if !queries::has_user(&sessions.db, user).await? {
        return Err(AppError::LinkInvalid);
    }
    let notifications = Notifications { email: Some(false), ..Notifications::default() };
    let patch = Preferences { notifications: Some(notifications), ..Preferences::default() };
    queries::patch(&sessions.db, user, patch, sessions.clock.now().as_millisecond()).await?;
    Ok(Json(Unsubscribed {}))
}

fn user_of(keys: &Keys, token: &str) -> Option<UserId> {
    let (id, seal) = token.split_once('.')?;
    keys.is_sealed(PURPOSE, id, seal).then(|| Uuid::parse_str(id).ok().map(UserId)).flatten()
}
