//! Password reset and address verification: links by mail, each valid once.

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::{Caller, Empty};
use crate::accounts::jobs::{RESET_REQUEST, ResetRequest};
use crate::accounts::limits::VERIFY_HOURS;
use crate::accounts::mails::MailTemplate;
use crate::accounts::ownership::Ownership;
use crate::accounts::password::Password;
use crate::accounts::queries::{self, MailLink, NewLink};
use crate::accounts::{Accounts, Email};
use crate::db::outbox::{self, Message};
use crate::db::rate_limit::Rule;
use crate::error::{AppError, AuthProblem, ErrorBody};
use crate::http::extract::Json;
use crate::in_transaction;
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
    /// Needed outside a session of the account.
    password: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct EmailReversion {
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
    if body.email.trim().is_empty() {
        return Err(AppError::invalid("email", "Please enter your email address"));
    }
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
    // Check the link before hashing.
    let link = accounts.find_link(&body.token, &["reset"]).await?;
    let password_hash = accounts.passwords.hash(password).await?;
    accounts.reset_password(&link, &body.token, &password_hash).await?;
    let mut response = Json(Empty {}).into_response();
    clear_all_cookies(response.headers_mut(), accounts.sessions.cookies());
    Ok(response)
}

/// Verify an address with the link from the mail, as the owner of the account: signed in, or with the password.
#[utoipa::path(post, path = "/api/auth/verify-email", tag = "accounts", request_body = EmailVerification, responses(
    (status = 200, description = "The address is confirmed", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The session has expired", body = ErrorBody),
    (status = 403, description = "Not from our own page; or sign in to the account, or send its password", body = ErrorBody),
    (status = 409, description = "The address has another account by now, or the account has a second factor: sign in first", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The link is no longer valid, or the password is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn verify_email(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<EmailVerification>,
) -> Result<Json<Empty>, AppError> {
    accounts.limits.check_and_count(&LINKS, &caller.address).await?;
    let link = accounts.find_link(&body.token, &["verify", "email"]).await?;
    let owner = accounts.owner_of_link(&link, body.password, &headers).await?;
    accounts.verify_address(&link, &body.token, &owner).await?;
    Ok(Json(Empty {}))
}

/// Undo a change of address with the link sent to the old one; every session ends and the password is removed.
#[utoipa::path(post, path = "/api/auth/revert-email", tag = "accounts", request_body = EmailReversion, responses(
    (status = 200, description = "The old address is restored; a mail to choose a new password is on its way", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 409, description = "The address has another account by now", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The link is no longer valid", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn revert_email(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<EmailReversion>,
) -> Result<Response, AppError> {
    accounts.limits.check_and_count(&LINKS, &caller.address).await?;
    accounts.revert_address(&body.token, caller.language).await?;
    let mut response = Json(Empty {}).into_response();
    clear_all_cookies(response.headers_mut(), accounts.sessions.cookies());
    Ok(response)
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
        let mail = accounts.mail(MailTemplate::Verify, me.user_id, &email, &token, caller.language)?;
        in_transaction!(accounts.sessions.db, tx => {
            accounts.lock_as_owner(tx, &Ownership::of_session(&me)).await?;
            queries::insert_link(tx, &link, now).await?;
            queries::set_verification_sent(tx, me.user_id, now).await?;
            Ok::<_, AppError>(outbox::insert_in(tx, &mail, now).await?)
        })?;
    }
    Ok(Json(Empty {}))
}

impl Accounts {
    async fn find_link(&self, token: &str, kinds: &[&str]) -> Result<MailLink, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let link = queries::find_link(&self.sessions.db, &token_hash(token), now).await?;
        link.filter(|link| kinds.contains(&link.kind.as_str())).ok_or(AppError::LinkInvalid)
    }

    /// The account's own session, or its password.
    async fn owner_of_link(
        &self,
        link: &MailLink,
        password: Option<String>,
        headers: &HeaderMap,
    ) -> Result<Ownership, AppError> {
        if let Some(password) = password.filter(|password| !password.is_empty()) {
            let hash = queries::find_password_hash(&self.sessions.db, link.user_id).await?;
            let hash = hash.ok_or(AppError::NoPassword)?;
            self.check_own_password(link.user_id, &hash, password, "password").await?;
            // The password is one of two factors: the user logs in with both.
            if queries::find_second_factor(&self.sessions.db, link.user_id).await?.is_some() {
                return Err(AppError::SecondFactorRequired);
            }
            return Ok(Ownership::of_password(link.user_id, hash));
        }
        match self.sessions.current_user(&Method::POST, headers).await {
            Ok(me) if me.user_id == link.user_id => Ok(Ownership::of_session(&me)),
            // Signed in as somebody else, or not at all.
            Ok(_) | Err(AppError::Unauthorized(AuthProblem::TokenMissing)) => Err(AppError::ReauthRequired),
            Err(error) => Err(error),
        }
    }
}
