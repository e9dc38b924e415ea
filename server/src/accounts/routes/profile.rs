//! Change my profile or password, delete my account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::{self, Caller, Empty};
use crate::accounts::limits::EMAIL_CHANGE_MINUTES;
use crate::accounts::mails::{AccountMail, MailTemplate};
use crate::accounts::ownership::Ownership;
use crate::accounts::password::Password;
use crate::accounts::queries::{self, NewLink, ProfileChange};
use crate::accounts::user::UserResponse;
use crate::accounts::{Accounts, Email};
use crate::db::outbox;
use crate::db::rate_limit::Rule;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::in_transaction;
use crate::session::queries as session_queries;
use crate::session::{CurrentUser, clear_all_cookies, random_token, token_hash};

/// Each request sends a mail to an address that is not proven yet.
const EMAIL_CHANGES: Rule = Rule::an_hour("email-changes", 5);

#[derive(Deserialize, ToSchema)]
pub struct ProfilePatch {
    first_name: Option<String>,
    last_name: Option<String>,
    phone_number: Option<String>,
    /// Takes effect when it is confirmed with the link sent to the new address.
    email: Option<String>,
    /// Needed to change the address, when the sign-in or the last confirmation is older than ten minutes.
    current_password: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    current_password: String,
    new_password: String,
}

#[derive(Deserialize, ToSchema, Default)]
pub struct AccountDeletion {
    password: Option<String>,
}

/// Change names and phone number, or request a change of address.
#[utoipa::path(put, path = "/api/auth/update-profile", tag = "accounts", request_body = ProfilePatch, responses(
    (status = 200, description = "The updated user", body = UserResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Sign in again to change the address", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many wrong passwords", body = ErrorBody),
))]
pub async fn update_profile(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
    Json(patch): Json<ProfilePatch>,
) -> Result<Json<UserResponse>, AppError> {
    let name = |field, text: &Option<String>| text.as_deref().map(|text| fields::name(field, text)).transpose();
    let (first_name, last_name) = (name("first_name", &patch.first_name)?, name("last_name", &patch.last_name)?);
    let phone_number = patch.phone_number.as_deref().map(fields::phone).transpose()?;
    let new_email = patch.email.as_deref().map(Email::parse).transpose()?;
    let new_email = new_email.filter(|email| Some(email.as_str()) != me.email.as_deref());
    let mut ownership = Ownership::of_session(&me);
    if new_email.is_some() {
        ownership = accounts.prove_ownership(&me, patch.current_password, "current_password").await?;
        accounts.limits.check_and_count(&EMAIL_CHANGES, &me.user_id.0.to_string()).await?;
    }

    let now = accounts.sessions.clock.now().as_millisecond();
    let change = ProfileChange {
        first_name: first_name.as_deref(),
        last_name: last_name.as_deref(),
        phone_number: phone_number.as_deref(),
    };
    in_transaction!(accounts.sessions.db, tx => {
        accounts.lock_as_owner(tx, &ownership).await?;
        queries::update_profile(tx, me.user_id, &change, now).await?;
        if let Some(email) = &new_email {
            let token = random_token();
            let (hash, expires_at) = (token_hash(&token), now + EMAIL_CHANGE_MINUTES * 60_000);
            let link = NewLink { user_id: me.user_id, kind: "email", token_hash: &hash, email, expires_at };
            let mail = accounts.mail(MailTemplate::ChangeEmail, me.user_id, email, &token, caller.language)?;
            queries::insert_link(tx, &link, now).await?;
            outbox::insert_in(tx, &mail, now).await?;
        }
        Ok::<_, AppError>(())
    })?;
    let changed = accounts.sessions.find_signed_in(me.user_id, me.session_id).await?;
    Ok(Json(UserResponse { user: accounts.user(&changed) }))
}

/// Set a new password; every other session ends, this one gets new cookies.
#[utoipa::path(put, path = "/api/auth/change-password", tag = "accounts", request_body = PasswordChange, responses(
    (status = 200, description = "The new password is in force; four session cookies are set", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "The account has a second factor: confirm who you are, or sign in again", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The current password is wrong, the new one is not accepted, or there is none", body = ErrorBody),
    (status = 429, description = "Too many wrong passwords", body = ErrorBody),
))]
pub async fn change_password(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
    Json(body): Json<PasswordChange>,
) -> Result<Response, AppError> {
    let password = Password::parse(body.new_password).map_err(|error| error.at("new_password"))?;
    if me.password_hash.is_none() {
        return Err(AppError::NoPassword);
    }
    let ownership = accounts.prove_ownership(&me, Some(body.current_password), "current_password").await?;
    let hash = accounts.passwords.hash(password).await?;
    let (user, now) = (me.user_id, accounts.sessions.clock.now().as_millisecond());
    let issued = in_transaction!(accounts.sessions.db, tx => {
        accounts.lock_as_owner(tx, &ownership).await?;
        queries::set_password(tx, user, Some(&hash), now).await?;
        // A reset link stays valid: it proves more than the password, and a thief must not be able to end it.
        queries::delete_links(tx, user, Some("email")).await?;
        let issued = accounts.sessions.insert(tx, user, &caller.origin, me.session_provider.as_deref()).await?;
        queries::move_devices(tx, user, (me.session_id, issued.session_id)).await?;
        session_queries::revoke_sessions(tx, user, Some(issued.session_id), "password change", now).await?;
        accounts.announce(tx, user, AccountMail::PasswordChanged).await?;
        Ok::<_, AppError>(issued)
    })?;
    let mut response = (StatusCode::OK, Json(Empty {})).into_response();
    issued.cookies.write(response.headers_mut());
    Ok(response)
}

/// Delete the account and everything in it.
#[utoipa::path(post, path = "/api/auth/delete-account", tag = "accounts", request_body = AccountDeletion, responses(
    (status = 200, description = "The account is deleted; cookies are cleared", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Sign in again, or send the password", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The password is wrong", body = ErrorBody),
    (status = 429, description = "Too many wrong passwords", body = ErrorBody),
))]
pub async fn delete_account(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    Json(body): Json<AccountDeletion>,
) -> Result<Response, AppError> {
    let ownership = accounts.prove_ownership(&me, body.password, "password").await?;
    in_transaction!(accounts.sessions.db, tx => {
        accounts.lock_as_owner(tx, &ownership).await?;
        accounts.delete_account(tx, me.user_id).await
    })?;
    let mut response = Json(Empty {}).into_response();
    clear_all_cookies(response.headers_mut(), accounts.sessions.cookies());
    accounts.forget_browser(response.headers_mut());
    Ok(response)
}
