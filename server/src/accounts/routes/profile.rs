//! Change my profile or password, delete my account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::{self, Caller, Empty};
use super::sign_in::known_browser_cookie;
use crate::accounts::mails::Template;
use crate::accounts::password::Password;
use crate::accounts::queries::{self, NewLink};
use crate::accounts::user::UserResponse;
use crate::accounts::{Accounts, Email};
use crate::db::rate_limit::Rule;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::queries as session_queries;
use crate::session::{CurrentUser, clear_all_cookies, random_token, token_hash};

/// How long a sign-in counts as recent for accounts without a password.
const FRESH_SIGN_IN_MINUTES: i64 = 10;
const EMAIL_CHANGE_MINUTES: i64 = 60;
/// Each request sends a mail to an address that is not proven yet.
const EMAIL_CHANGES: Rule = Rule::an_hour("email-changes", 5);
/// Password guesses from an open session.
const OWN_PASSWORD: Rule = Rule {
    name: "own-password",
    free_attempts: 5,
    window: std::time::Duration::from_secs(3600),
    first_wait: std::time::Duration::from_secs(30),
    max_wait: std::time::Duration::from_secs(900),
};

#[derive(Deserialize, ToSchema)]
pub struct ProfilePatch {
    first_name: Option<String>,
    last_name: Option<String>,
    phone_number: Option<String>,
    /// Takes effect when the link sent to the new address is opened.
    email: Option<String>,
    /// Needed to change the address.
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
    let first_name = fields::name("first_name", patch.first_name.as_deref().unwrap_or(&me.first_name))?;
    let last_name = fields::name("last_name", patch.last_name.as_deref().unwrap_or(&me.last_name))?;
    let phone_number = fields::phone(patch.phone_number.as_deref().unwrap_or(&me.phone_number))?;
    let new_email = patch.email.as_deref().map(Email::parse).transpose()?;
    let new_email = new_email.filter(|email| Some(email.as_str()) != me.email.as_deref());
    if new_email.is_some() {
        let has_sent_password = patch.current_password.as_deref().is_some_and(|password| !password.is_empty());
        if me.password_hash.is_some() && !has_sent_password {
            return Err(AppError::invalid("current_password", "Enter your current password to change the address"));
        }
        accounts.prove_ownership(&me, patch.current_password, "current_password").await?;
        accounts.limits.check_and_count(&EMAIL_CHANGES, &me.user_id.0.to_string()).await?;
    }

    let (db, now) = (&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond());
    queries::update_profile(db, me.user_id, &first_name, &last_name, &phone_number, now).await?;
    if let Some(email) = new_email {
        let token = random_token();
        let (hash, expires_at) = (token_hash(&token), now + EMAIL_CHANGE_MINUTES * 60_000);
        let link = NewLink { user_id: me.user_id, kind: "email", token_hash: &hash, email: &email, expires_at };
        let mail = accounts.mail(Template::ChangeEmail, me.user_id, &email, &token, caller.language)?;
        queries::insert_link(db, &link, &mail, now).await?;
    }
    let changed = session_queries::SignedIn { first_name, last_name, phone_number, ..me.user };
    Ok(Json(UserResponse { user: accounts.user(&changed) }))
}

/// Set a new password; every other session ends, this one gets new cookies.
#[utoipa::path(put, path = "/api/auth/change-password", tag = "accounts", request_body = PasswordChange, responses(
    (status = 200, description = "The new password is in force; four session cookies are set", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
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
    accounts.prove_ownership(&me, Some(body.current_password), "current_password").await?;
    let hash = accounts.passwords.hash(password).await?;
    let now = accounts.sessions.clock.now().as_millisecond();
    let issued = accounts.sessions.open(me.user_id, &caller.origin).await?;
    let sessions = (me.session_id, issued.session_id);
    queries::update_password(&accounts.sessions.db, me.user_id, &hash, sessions, now).await?;
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
    accounts.prove_ownership(&me, body.password, "password").await?;
    let (revocation_messages, now) =
        (accounts.revocation_messages(me.user_id).await?, accounts.sessions.clock.now().as_millisecond());
    queries::delete_user(&accounts.sessions.db, me.user_id, &revocation_messages, now).await?;
    let (mut response, cookies) = (Json(Empty {}).into_response(), accounts.sessions.cookies());
    clear_all_cookies(response.headers_mut(), cookies);
    cookies.append_cookie(response.headers_mut(), known_browser_cookie(String::new()), 0);
    Ok(response)
}

impl Accounts {
    /// The right password or, if none was sent or the account has none, a recent sign-in.
    pub(super) async fn prove_ownership(
        &self,
        me: &CurrentUser,
        password: Option<String>,
        field: &'static str,
    ) -> Result<(), AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let is_fresh = now - me.signed_in_at < FRESH_SIGN_IN_MINUTES * 60_000;
        match (password.filter(|password| !password.is_empty()), &me.password_hash) {
            (Some(password), Some(hash)) => {
                let who = me.user_id.0.to_string();
                self.limits.check_and_count(&OWN_PASSWORD, &who).await?;
                if self.passwords.verify(Some(hash.clone()), password).await? {
                    return self.limits.give_back(&OWN_PASSWORD, &who).await;
                }
                Err(AppError::invalid(field, "The password is wrong"))
            }
            _ if is_fresh => Ok(()),
            _ => Err(AppError::ReauthRequired),
        }
    }
}
