//! The passkeys of the signed-in user: list, add, rename, remove.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::fields::{self, Caller, Empty};
use super::passkey_sign_in::shown_name;
use super::sessions::timestamp;
use crate::accounts::limits::PASSKEY_CHALLENGES;
use crate::accounts::mails::AccountMail;
use crate::accounts::one_time::SecretKind;
use crate::accounts::ownership::Ownership;
use crate::accounts::passkeys::{Ceremony, PasskeyOwner};
use crate::accounts::queries::{self, PasskeyRow, SignInMethod};
use crate::accounts::{Accounts, device};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::i18n;
use crate::in_transaction;
use crate::session::CurrentUser;

/// More than a user has devices and password managers.
const MAX_PASSKEYS: i64 = 20;

#[derive(Serialize, ToSchema)]
pub struct PasskeyList {
    passkeys: Vec<PasskeyEntry>,
}

#[derive(Serialize, ToSchema)]
pub struct PasskeyEntry {
    id: Uuid,
    name: String,
    created_at: jiff::Timestamp,
    /// Null: not used yet.
    #[schema(required)]
    last_used_at: Option<jiff::Timestamp>,
    /// Stored by a password manager that copies it to other devices.
    is_synced: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct NewPasskeyBody {
    /// Of the challenge.
    id: String,
    /// What `navigator.credentials.create` gave, as JSON.
    #[schema(value_type = Object)]
    credential: Value,
    /// Without one, the browser and its system.
    name: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeyPatch {
    name: String,
}

/// The passkeys of the account.
#[utoipa::path(get, path = "/api/auth/passkeys", tag = "accounts", responses(
    (status = 200, description = "Oldest first", body = PasskeyList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn list_passkeys(State(accounts): State<Accounts>, me: CurrentUser) -> Result<Json<PasskeyList>, AppError> {
    let rows = queries::list_passkeys(&accounts.sessions.db, me.user_id).await?;
    let passkeys = rows.into_iter().map(entry).collect::<Result<_, AppError>>()?;
    Ok(Json(PasskeyList { passkeys }))
}

/// The challenge of another passkey for the account.
#[utoipa::path(post, path = "/api/auth/passkeys/options", tag = "accounts", responses(
    (status = 200, description = "The challenge, valid once and for ten minutes", body = Ceremony),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or sign in again; or the address is not verified", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn start_passkey(State(accounts): State<Accounts>, me: CurrentUser) -> Result<Json<Ceremony>, AppError> {
    // A person who registered another person's address could otherwise return after its owner has taken the account over.
    if accounts.user(&me).needs_verification {
        return Err(AppError::EmailUnverified);
    }
    accounts.require_recent(&me)?;
    accounts.limits.check_and_count(&PASSKEY_CHALLENGES, &me.user_id.0.to_string()).await?;
    let existing = queries::list_passkeys(&accounts.sessions.db, me.user_id).await?;
    let name = me.email.clone().unwrap_or_else(|| shown_name(&me.first_name, &me.last_name, "Halcyon"));
    let owner = PasskeyOwner {
        user: me.user_id,
        name: &name,
        display_name: &shown_name(&me.first_name, &me.last_name, &name),
        existing: existing.iter().map(PasskeyRow::credential_id).collect::<Result<_, _>>()?,
    };
    Ok(Json(accounts.start_passkey(SecretKind::PasskeyAddition, owner).await?))
}

/// Add a passkey to the account.
#[utoipa::path(post, path = "/api/auth/passkeys", tag = "accounts", request_body = NewPasskeyBody, responses(
    (status = 201, description = "Added", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 409, description = "The passkey belongs to an account, or there are too many", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong, or the passkey is not accepted", body = ErrorBody),
))]
pub async fn create_passkey(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
    Json(body): Json<NewPasskeyBody>,
) -> Result<Response, AppError> {
    let name = fields::passkey_name(body.name.as_deref(), || default_name(&caller))?;
    let created = accounts.finish_passkey(SecretKind::PasskeyAddition, &body.id, body.credential).await?;
    if created.user != me.user_id {
        return Err(AppError::PasskeyRefused);
    }
    let passkey = created.named(name)?;
    let now = accounts.sessions.clock.now().as_millisecond();
    in_transaction!(accounts.sessions.db, tx => {
        // The owner was proven when the challenge was made, for this user alone.
        accounts.lock_as_owner(tx, &Ownership::of_session(&me)).await?;
        if queries::count_passkeys(tx, me.user_id).await? >= MAX_PASSKEYS {
            return Err(AppError::TooManyPasskeys);
        }
        queries::insert_passkey(tx, &passkey, now).await?;
        accounts.announce(tx, me.user_id, AccountMail::PasskeyAdded { name: passkey.name.clone() }).await
    })?;
    Ok((StatusCode::CREATED, Json(Empty {})).into_response())
}

/// Rename a passkey.
#[utoipa::path(put, path = "/api/auth/passkeys/{id}", tag = "accounts", request_body = PasskeyPatch,
    params(("id" = Uuid, Path, description = "The passkey")), responses(
    (status = 200, description = "Renamed", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a passkey of yours", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
pub async fn update_passkey(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    Path(id): Path<String>,
    Json(body): Json<PasskeyPatch>,
) -> Result<Json<Empty>, AppError> {
    let id = parse_id(&id)?;
    let name = fields::required_name(&body.name)?;
    let is_renamed = queries::rename_passkey(&accounts.sessions.db, me.user_id, id, &name).await?;
    if is_renamed { Ok(Json(Empty {})) } else { Err(AppError::NotFound) }
}

/// Remove a passkey; the last sign-in method cannot be removed.
#[utoipa::path(delete, path = "/api/auth/passkeys/{id}", tag = "accounts",
    params(("id" = Uuid, Path, description = "The passkey")), responses(
    (status = 200, description = "Removed", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or sign in again", body = ErrorBody),
    (status = 404, description = "Not a passkey of yours", body = ErrorBody),
    (status = 409, description = "It is the only way to sign in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn delete_passkey(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Empty>, AppError> {
    let (id, user) = (parse_id(&id)?, me.user_id);
    let ownership = accounts.require_recent(&me)?;
    in_transaction!(accounts.sessions.db, tx => {
        accounts.lock_as_owner(tx, &ownership).await?;
        let name = queries::delete_passkey(tx, user, id).await?.ok_or(AppError::NotFound)?;
        if !queries::has_other_sign_in(tx, user, SignInMethod::Passkey(id)).await? {
            return Err(AppError::LastSignIn);
        }
        accounts.announce(tx, user, AccountMail::PasskeyRemoved { name }).await
    })?;
    Ok(Json(Empty {}))
}

/// The browser and its system, as far as they are recognised.
pub(super) fn default_name(caller: &Caller) -> String {
    let unknown = || i18n::text(caller.language, "server.passkeyName", &[]);
    device::describe(&caller.origin.user_agent).unwrap_or_else(unknown)
}

fn entry(row: PasskeyRow) -> Result<PasskeyEntry, AppError> {
    let is_synced = row.state()?.is_backed_up;
    Ok(PasskeyEntry {
        id: row.id,
        name: row.name,
        created_at: timestamp(row.created_at),
        last_used_at: row.last_used_at.map(timestamp),
        is_synced,
    })
}

fn parse_id(id: &str) -> Result<Uuid, AppError> {
    Uuid::parse_str(id).map_err(|_| AppError::NotFound)
}
