//! Password reset and address verification: links by mail, each valid once.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::{Caller, Empty};
use crate::accounts::jobs::{RESET_REQUEST, ResetRequest};
use crate::accounts::limits::VERIFY_HOURS;
use crate::accounts::mails::Template;
use crate::accounts::password::Password;
use crate::accounts::queries::{self, NewLink};
use crate::accounts::{Accounts, Email};
use crate::db::outbox::{self, Message};
use crate::db::rate_limit::Rule;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::{CurrentUser, SameOrigin, clear_all_cookies, random_token, token_hash};

const FORGOT_BY_ADDRESS: Rule = Rule::shared("forgot-address", 60);
/// Limits mails per mailbox: past it, the response is the same but no mail is sent.
const FORGOT_BY_ACCOUNT: Rule = Rule::an_hour("forgot-account", 5);
const LINKS: Rule = Rule::shared("links", 100);
const RESEND: Rule = Rule::an_hour("resend", 5);

#[derive(Deserialize, ToSchema)]
pub struct PasswordResetRequest {
    email: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordReset {
    token: String,
    password: String,
}

#[derive(Deserialize, ToSchema)]
pub struct EmailVerification {
    token: String,
}

/// Request a password reset link; the response is the same for every address.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "accounts", request_body = PasswordResetRequest, responses(
    (status = 200, description = "If the address has an account, a mail is on its way", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "Not an address", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn forgot_password(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<PasswordResetRequest>,
) -> Result<Json<Empty>, AppError> {
    let email = Email::parse(&body.email)?;
    accounts.limits.check_and_count(&FORGOT_BY_ADDRESS, &caller.address).await?;
    if accounts.limits.check_and_count(&FORGOT_BY_ACCOUNT, email.as_str()).await.is_ok() {
        let request = ResetRequest { email: email.to_string(), language: caller.language.code().to_owned() };
        let message = Message::new(None, RESET_REQUEST, &request)?.concerning(email.as_str());
        outbox::insert(&accounts.sessions.db, &message, accounts.sessions.clock.now()).await?;
    }
    Ok(Json(Empty {}))
}

/// Set a new password with the link from the mail; every session ends.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "accounts", request_body = PasswordReset, responses(
    (status = 200, description = "The new password is in force; cookies are cleared", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The link is no longer valid, or the password is not accepted", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn reset_password(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<PasswordReset>,
) -> Result<Response, AppError> {
    let password = Password::parse(body.password).map_err(|error| error.at("password"))?;
    accounts.limits.check_and_count(&LINKS, &caller.address).await?;
    let (db, now) = (&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond());
    let hash = token_hash(&body.token);
    // Check the link before hashing.
    let link = queries::find_link(db, &hash, now).await?.filter(|link| link.kind == "reset");
    link.ok_or(AppError::LinkInvalid)?;
    let password_hash = accounts.passwords.hash(password).await?;
    if !queries::use_reset_link(db, &hash, &password_hash, now).await? {
        return Err(AppError::LinkInvalid);
    }
    let mut response = Json(Empty {}).into_response();
    clear_all_cookies(response.headers_mut(), accounts.sessions.cookies());
    Ok(response)
}

/// Verify an address with the link from the mail.
#[utoipa::path(post, path = "/api/auth/verify-email", tag = "accounts", request_body = EmailVerification, responses(
    (status = 200, description = "The address is confirmed", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 409, description = "The address has another account by now", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The link is no longer valid", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn verify_email(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<EmailVerification>,
) -> Result<Json<Empty>, AppError> {
    accounts.limits.check_and_count(&LINKS, &caller.address).await?;
    let now = accounts.sessions.clock.now().as_millisecond();
    let is_used = queries::use_verification_link(&accounts.sessions.db, &token_hash(&body.token), now).await?;
    if is_used { Ok(Json(Empty {})) } else { Err(AppError::LinkInvalid) }
}

/// Send the verification mail again.
#[utoipa::path(post, path = "/api/auth/resend-verification", tag = "accounts", responses(
    (status = 200, description = "If the address is unconfirmed, a mail is on its way", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn resend_verification(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
) -> Result<Json<Empty>, AppError> {
    accounts.limits.check_and_count(&RESEND, &me.user_id.0.to_string()).await?;
    if let (Some(email), None) = (&me.email, me.email_verified_at) {
        let (email, token) = (Email::parse(email)?, random_token());
        let (hash, now) = (token_hash(&token), accounts.sessions.clock.now().as_millisecond());
        let expires_at = now + VERIFY_HOURS * 3_600_000;
        let link = NewLink { user_id: me.user_id, kind: "verify", token_hash: &hash, email: &email, expires_at };
        let mail = accounts.mail(Template::Verify, me.user_id, &email, &token, caller.language)?;
        queries::insert_link(&accounts.sessions.db, &link, &mail, now).await?;
    }
    Ok(Json(Empty {}))
}
