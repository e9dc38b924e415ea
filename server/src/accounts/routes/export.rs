//! The data export endpoint.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::sessions::timestamp;
use crate::accounts::Accounts;
use crate::accounts::export::{AccountData, get_belongings};
use crate::accounts::queries;
use crate::accounts::user::User;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::CurrentUser;
use crate::session::queries as session_queries;

/// Everything stored about a user.
#[derive(Serialize, ToSchema)]
pub struct Export {
    user: User,
    language: String,
    created_at: jiff::Timestamp,
    updated_at: jiff::Timestamp,
    sign_ins: Vec<ExportedSignIn>,
    passkeys: Vec<ExportedPasskey>,
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

#[derive(Serialize, ToSchema)]
pub struct ExportedSession {
    created_at: jiff::Timestamp,
    refreshed_at: jiff::Timestamp,
    /// The last proof of who the user is.
    authenticated_at: jiff::Timestamp,
    user_agent: String,
    network: String,
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
        network: row.network,
        provider: row.provider,
    };
    Ok(Json(Export {
        user: accounts.user(&me),
        language: me.language.clone(),
        created_at: timestamp(dates.created_at),
        updated_at: timestamp(dates.updated_at),
        sign_ins: queries::list_identities(db, me.user_id).await?.into_iter().map(sign_in).collect(),
        passkeys: queries::list_passkeys(db, me.user_id).await?.into_iter().map(passkey).collect::<Result<_, _>>()?,
        sessions: session_queries::list_sessions(db, me.user_id, now).await?.into_iter().map(session).collect(),
        preferences: queries::find_preferences(db, me.user_id).await?,
        belongings: get_belongings(db, me.user_id).await?,
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
