//! Sign in, and make an account, with a passkey.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::fields::{self, Caller};
use super::passkeys::default_name;
use crate::accounts::limits::{LOGIN_BY_ADDRESS, PASSKEY_CHALLENGES, REGISTRATIONS};
use crate::accounts::one_time::SecretKind;
use crate::accounts::passkeys::{Ceremony, PasskeyOwner};
use crate::accounts::queries;
use crate::accounts::registration::{FirstMethod, NewAccount};
use crate::accounts::sign_in::{Authenticated, known_browser_seal};
use crate::accounts::user::SignInResponse;
use crate::accounts::{Accounts, Email};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::SameOrigin;

#[derive(Deserialize, ToSchema)]
pub struct PasskeySignIn {
    /// Of the challenge.
    id: String,
    /// What `navigator.credentials.get` gave, as JSON.
    #[schema(value_type = Object)]
    credential: Value,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<uuid::Uuid>)]
    client_id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeySignUpStart {
    email: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    /// From the link of an invitation, where sign-ups are by invitation.
    invitation: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeySignUp {
    /// Of the challenge.
    id: String,
    /// What `navigator.credentials.create` gave, as JSON.
    #[schema(value_type = Object)]
    credential: Value,
    email: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<uuid::Uuid>)]
    client_id: Option<String>,
    /// From the link of an invitation, where sign-ups are by invitation.
    invitation: Option<String>,
}

/// The challenge of a sign-in with a passkey. It names no account.
#[utoipa::path(post, path = "/api/auth/passkey/sign-in/options", tag = "accounts", responses(
    (status = 200, description = "The challenge, valid once and for ten minutes", body = Ceremony),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn start_passkey_sign_in(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
) -> Result<Json<Ceremony>, AppError> {
    accounts.limits.check_and_count(&PASSKEY_CHALLENGES, &caller.address).await?;
    Ok(Json(accounts.start_passkey_use(SecretKind::PasskeySignIn, &[]).await?))
}

/// Sign in with a passkey.
#[utoipa::path(post, path = "/api/auth/passkey/sign-in", tag = "accounts", request_body = PasskeySignIn, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The passkey is not accepted", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn passkey_sign_in(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<PasskeySignIn>,
) -> Result<Response, AppError> {
    let visitor = fields::client_id(body.client_id.as_deref())?;
    accounts.limits.check_and_count(&LOGIN_BY_ADDRESS, &caller.address).await?;
    let used = accounts.verify_passkey(SecretKind::PasskeySignIn, &body.id, body.credential).await?;
    accounts.limits.give_back(&LOGIN_BY_ADDRESS, &caller.address).await?;
    let is_known = accounts.is_known(used.user, known_browser_seal(&headers).as_deref());
    accounts.sign_in(&Authenticated::by_passkey(&used, is_known), visitor, &caller.origin, StatusCode::OK).await
}

/// The challenge of a passkey for a new account.
#[utoipa::path(post, path = "/api/auth/passkey/sign-up/options", tag = "accounts", request_body = PasskeySignUpStart, responses(
    (status = 200, description = "The challenge, valid once and for ten minutes", body = Ceremony),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page, or the site does not take new accounts", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 409, description = "The address has an account", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn start_passkey_sign_up(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<PasskeySignUpStart>,
) -> Result<Json<Ceremony>, AppError> {
    let email = Email::parse(&body.email)?;
    let first_name = fields::name("first_name", &body.first_name)?;
    let last_name = fields::name("last_name", &body.last_name)?;
    accounts.limits.check_and_count(&REGISTRATIONS, &caller.address).await?;
    accounts.check_sign_up(body.invitation.as_deref()).await?;
    // As a registration with a password answers, before the browser has made a passkey that could not be used.
    if queries::find_credentials(&accounts.sessions.db, &email).await?.is_some() {
        return Err(AppError::EmailTaken);
    }
    let owner = PasskeyOwner {
        user: queries::new_id(),
        name: email.as_str(),
        display_name: &shown_name(&first_name, &last_name, email.as_str()),
        existing: Vec::new(),
    };
    Ok(Json(accounts.start_passkey(SecretKind::PasskeySignUp, owner).await?))
}

/// Create an account with a passkey and sign in; the address is verified later by the link in the mail.
#[utoipa::path(post, path = "/api/auth/passkey/sign-up", tag = "accounts", request_body = PasskeySignUp, responses(
    (status = 201, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page, or the site does not take new accounts", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 409, description = "The address has an account, or the passkey belongs to one", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong, or the passkey is not accepted", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn passkey_sign_up(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<PasskeySignUp>,
) -> Result<Response, AppError> {
    let email = Email::parse(&body.email)?;
    let first_name = fields::name("first_name", &body.first_name)?;
    let last_name = fields::name("last_name", &body.last_name)?;
    let visitor = fields::client_id(body.client_id.as_deref())?;
    accounts.limits.check_and_count(&REGISTRATIONS, &caller.address).await?;
    let invitation = accounts.check_sign_up(body.invitation.as_deref()).await?;
    let created = accounts.finish_passkey(SecretKind::PasskeySignUp, &body.id, body.credential).await?;
    let id = created.user;
    let passkey = created.named(default_name(&caller))?;
    let account = NewAccount {
        id,
        email: &email,
        first_name: &first_name,
        last_name: &last_name,
        invitation,
        method: FirstMethod::Passkey(&passkey),
    };
    accounts.create_account(&account, caller.language).await?;
    accounts.sign_in(&Authenticated::by_new_passkey(&passkey), visitor, &caller.origin, StatusCode::CREATED).await
}

/// What the browser shows beside the address.
pub(super) fn shown_name(first_name: &str, last_name: &str, otherwise: &str) -> String {
    let name = format!("{first_name} {last_name}");
    let name = name.trim();
    if name.is_empty() { otherwise.to_owned() } else { name.to_owned() }
}
