//! The data export endpoint.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::sessions::timestamp;
use crate::accounts::Accounts;
use crate::accounts::export::{AccountData, get_belongings};
use crate::accounts::queries;
use crate::accounts::totp::STEP_SECONDS;
use crate::accounts::user::User;
use crate::db::Db;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::queries as session_queries;
use crate::session::{CurrentUser, UserId};

/// Everything stored about a user.
#[derive(Serialize, ToSchema)]
pub struct Export {
    user: User,
    language: String,
    created_at: jiff::Timestamp,
    updated_at: jiff::Timestamp,
    sign_ins: Vec<ExportedSignIn>,
    passkeys: Vec<ExportedPasskey>,
    #[schema(required)]
    second_factor: Option<ExportedSecondFactor>,
    sessions: Vec<ExportedSession>,
    #[schema(value_type = Object)]
    preferences: serde_json::Value,
    #[serde(flatten)]
    belongings: AccountData,
}

#[derive(Serialize, ToSchema)]
pub struct ExportedSignIn {
    provider: String,
    #[schema(required)]
    email: Option<String>,
    linked_at: jiff::Timestamp,
}

/// Without the public key, which says nothing about the user.
#[derive(Serialize, ToSchema)]
pub struct ExportedPasskey {
    name: String,
    created_at: jiff::Timestamp,
    #[schema(required)]
    last_used_at: Option<jiff::Timestamp>,
    /// How often the authenticator says that it was used; many always say 0.
    counter: u32,
    is_backup_eligible: bool,
    is_backed_up: bool,
}

/// Without the secret of the authenticator app and the hashes of the recovery codes, which replace the second factor.
#[derive(Serialize, ToSchema)]
pub struct ExportedSecondFactor {
    turned_on_at: jiff::Timestamp,
    /// The half minute of the newest code used.
    last_used_at: jiff::Timestamp,
    recovery_codes_left: i64,
    #[schema(required)]
    recovery_codes_created_at: Option<jiff::Timestamp>,
}

#[derive(Serialize, ToSchema)]
pub struct ExportedSession {
    created_at: jiff::Timestamp,
    refreshed_at: jiff::Timestamp,
    /// The last proof of who the user is.
    authenticated_at: jiff::Timestamp,
    user_agent: String,
    #[schema(required)]
    country: Option<String>,
    /// That it was opened with: `google`, `apple` or `oidc`.
    #[schema(required)]
    provider: Option<String>,
}

/// Export everything that is stored about the user, as JSON.
#[utoipa::path(get, path = "/api/auth/export", tag = "accounts", responses(
    (status = 200, description = "Everything stored about the user", body = Export),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or sign in again", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn export_account(State(accounts): State<Accounts>, me: CurrentUser) -> Result<Json<Export>, AppError> {
    accounts.require_recent(&me)?;
    let (db, now) = (&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond());
    let dates = queries::get_user_dates(db, me.user_id).await?;
    let sign_in = |row: queries::IdentityRow| ExportedSignIn {
        provider: row.provider,
        email: row.email_at_link,
        linked_at: timestamp(row.created_at),
    };
    let session = |row: session_queries::SessionRow| ExportedSession {
        created_at: timestamp(row.created_at),
        refreshed_at: timestamp(row.refreshed_at),
        authenticated_at: timestamp(row.authenticated_at),
        user_agent: row.user_agent,
        country: row.country,
        provider: row.provider,
    };
    Ok(Json(Export {
        user: accounts.user(&me),
        language: me.language.clone(),
        created_at: timestamp(dates.created_at),
        updated_at: timestamp(dates.updated_at),
        sign_ins: queries::list_identities(db, me.user_id).await?.into_iter().map(sign_in).collect(),
        passkeys: queries::list_passkeys(db, me.user_id).await?.into_iter().map(passkey).collect::<Result<_, _>>()?,
        second_factor: second_factor(db, me.user_id).await?,
        sessions: session_queries::list_sessions(db, me.user_id, now).await?.into_iter().map(session).collect(),
        preferences: queries::find_preferences(db, me.user_id).await?,
        belongings: get_belongings(db, me.user_id).await?,
    }))
}

async fn second_factor(db: &Db, user: UserId) -> Result<Option<ExportedSecondFactor>, sqlx::Error> {
    let Some(row) = queries::find_second_factor(db, user).await? else { return Ok(None) };
    let codes = queries::get_recovery_codes(db, user).await?;
    Ok(Some(ExportedSecondFactor {
        turned_on_at: timestamp(row.created_at),
        last_used_at: timestamp(row.last_step * STEP_SECONDS * 1000),
        recovery_codes_left: codes.remaining,
        recovery_codes_created_at: codes.created_at.map(timestamp),
    }))
}

fn passkey(row: queries::PasskeyRow) -> anyhow::Result<ExportedPasskey> {
    let state = row.state()?;
    Ok(ExportedPasskey {
        name: row.name,
        created_at: timestamp(row.created_at),
        last_used_at: row.last_used_at.map(timestamp),
        counter: state.counter,
        is_backup_eligible: state.is_backup_eligible,
        is_backed_up: state.is_backed_up,
    })
}
