//! The second factor of the signed-in user: turn it on and off, make new recovery codes.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use qrcode::{Color, EcLevel, QrCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Empty;
use super::sessions::timestamp;
use crate::accounts::Accounts;
use crate::accounts::limits::ENROLMENTS;
use crate::accounts::mails::AccountMail;
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::ownership::Ownership;
use crate::accounts::passkeys::SITE_NAME;
use crate::accounts::queries;
use crate::accounts::second_factor::{Enrolment, FactorAnswer};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::in_transaction;
use crate::session::CurrentUser;

#[derive(Serialize, ToSchema)]
pub struct SecondFactor {
    /// Null: it is off.
    #[schema(required)]
    turned_on_at: Option<jiff::Timestamp>,
    /// Recovery codes that were not used yet.
    recovery_codes_left: i64,
}

/// What an authenticator app needs.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorSetup {
    /// Sent back with the first code; valid for half an hour.
    id: String,
    /// In base32, for typing.
    secret: String,
    /// The same with the name of the account, for a link or a QR code.
    uri: String,
    qr: QrPicture,
}

/// A QR code as a path of an SVG; each module is one unit.
#[derive(Serialize, ToSchema)]
pub struct QrPicture {
    /// Width and height, without the white border.
    size: usize,
    path: String,
}

#[derive(Deserialize, ToSchema)]
pub struct NewSecondFactor {
    /// Of the setup.
    id: String,
    /// Six digits of the app.
    code: String,
}

/// Shown once: only their hashes are stored.
#[derive(Serialize, ToSchema)]
pub struct NewRecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Whether a second factor is on.
#[utoipa::path(get, path = "/api/auth/second-factor", tag = "accounts", responses(
    (status = 200, description = "The second factor", body = SecondFactor),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn get_second_factor(
    State(accounts): State<Accounts>,
    me: CurrentUser,
) -> Result<Json<SecondFactor>, AppError> {
    let db = &accounts.sessions.db;
    let factor = queries::find_second_factor(db, me.user_id).await?;
    let codes = queries::get_recovery_codes(db, me.user_id).await?;
    let turned_on_at = factor.map(|row| timestamp(row.created_at));
    Ok(Json(SecondFactor { turned_on_at, recovery_codes_left: codes.remaining }))
}

/// A new secret for an authenticator app; nothing is turned on yet.
#[utoipa::path(post, path = "/api/auth/second-factor/options", tag = "accounts", responses(
    (status = 200, description = "The secret, as text, address and QR code", body = SecondFactorSetup),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or verify the address first", body = ErrorBody),
    (status = 409, description = "It is on already", body = ErrorBody),
    (status = 422, description = "The account has no password, or the Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn start_second_factor(
    State(accounts): State<Accounts>,
    me: CurrentUser,
) -> Result<Json<SecondFactorSetup>, AppError> {
    if me.password_hash.is_none() {
        return Err(AppError::NoPassword);
    }
    // As with passkeys: a person who registered another person's address could otherwise keep its owner out.
    if accounts.user(&me).needs_verification {
        return Err(AppError::EmailUnverified);
    }
    accounts.require_recent(&me)?;
    if me.has_second_factor {
        return Err(AppError::SecondFactorOn);
    }
    accounts.limits.check_and_count(&ENROLMENTS, &me.user_id.0.to_string()).await?;
    let (id, secret) = accounts.start_enrolment(me.user_id).await?;
    let uri = secret.uri(SITE_NAME, me.email.as_deref().unwrap_or(&me.first_name));
    Ok(Json(SecondFactorSetup { id, secret: secret.to_base32(), qr: draw(&uri)?, uri }))
}

/// Turn the second factor on with the first code of the app.
#[utoipa::path(post, path = "/api/auth/second-factor", tag = "accounts", request_body = NewSecondFactor, responses(
    (status = 201, description = "It is on; the recovery codes are shown this once", body = NewRecoveryCodes),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 409, description = "It is on already", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The code is wrong, or the setup is too old: `second_factor_expired`", body = ErrorBody),
))]
pub async fn create_second_factor(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    Json(body): Json<NewSecondFactor>,
) -> Result<Response, AppError> {
    let code = FactorAnswer::parse(Some(body.code), None)?;
    let (db, now) = (&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond());
    let enrolment: Option<Enrolment> = one_time::peek(db, SecretKind::SecondFactorEnrolment, &body.id, now).await?;
    let enrolment = enrolment.filter(|enrolment| enrolment.user == me.user_id).ok_or(AppError::SecondFactorExpired)?;
    let recovery_codes = in_transaction!(accounts.sessions.db, tx => {
        // The owner was proven when the secret was made, for this user alone.
        accounts.lock_as_owner(tx, &Ownership::of_session(&me)).await?;
        let codes = accounts.finish_enrolment(tx, &enrolment, &code).await?;
        if !one_time::take_in(tx, SecretKind::SecondFactorEnrolment, &body.id, now).await? {
            return Err(AppError::SecondFactorExpired);
        }
        accounts.announce(tx, me.user_id, AccountMail::SecondFactorOn).await?;
        Ok(codes)
    })?;
    Ok((StatusCode::CREATED, Json(NewRecoveryCodes { recovery_codes })).into_response())
}

/// Turn the second factor off.
#[utoipa::path(delete, path = "/api/auth/second-factor", tag = "accounts", responses(
    (status = 200, description = "It is off, and its recovery codes are deleted", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or sign in again", body = ErrorBody),
    (status = 404, description = "It is off already", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn delete_second_factor(State(accounts): State<Accounts>, me: CurrentUser) -> Result<Json<Empty>, AppError> {
    let ownership = accounts.require_recent(&me)?;
    in_transaction!(accounts.sessions.db, tx => {
        accounts.lock_as_owner(tx, &ownership).await?;
        if !queries::delete_second_factor_since(tx, me.user_id, 0).await? {
            return Err(AppError::NotFound);
        }
        accounts.announce(tx, me.user_id, AccountMail::SecondFactorOff).await
    })?;
    Ok(Json(Empty {}))
}

/// Replace all recovery codes by new ones.
#[utoipa::path(post, path = "/api/auth/second-factor/recovery-codes", tag = "accounts", responses(
    (status = 200, description = "The new codes, shown this once; the old ones are no longer valid", body = NewRecoveryCodes),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or sign in again", body = ErrorBody),
    (status = 404, description = "The second factor is off", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn create_recovery_codes(
    State(accounts): State<Accounts>,
    me: CurrentUser,
) -> Result<Json<NewRecoveryCodes>, AppError> {
    let ownership = accounts.require_recent(&me)?;
    let recovery_codes = in_transaction!(accounts.sessions.db, tx => {
        accounts.lock_as_owner(tx, &ownership).await?;
        if !queries::has_second_factor(tx, me.user_id).await? {
            return Err(AppError::NotFound);
        }
        let codes = accounts.renew_recovery_codes(tx, me.user_id).await?;
        accounts.announce(tx, me.user_id, AccountMail::RecoveryCodesReplaced).await?;
        Ok(codes)
    })?;
    Ok(Json(NewRecoveryCodes { recovery_codes }))
}

/// One rectangle for each run of dark modules in a row.
fn draw(text: &str) -> anyhow::Result<QrPicture> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M)?;
    let size = code.width();
    let mut path = String::new();
    for (row, modules) in code.to_colors().chunks(size).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|left, right| left == right) {
            if run[0] == Color::Dark {
                path.push_str(&format!("M{column} {row}h{0}v1h-{0}z", run.len()));
            }
            column += run.len();
        }
    }
    Ok(QrPicture { size, path })
}
