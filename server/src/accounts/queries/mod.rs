//! Queries on users. Every transaction that changes an account locks its row first, so that two of them cannot deadlock.

mod deletion;
mod identities;
mod links;
mod passkeys;
mod second_factor;

use sqlx::FromRow;
use uuid::Uuid;

use super::Email;
use super::one_time::{self, SecretKind};
use crate::db::Db;
use crate::db::Tx;
use crate::db::expiry;
use crate::db::outbox::{self, Message};
use crate::error::AppError;
use crate::session::queries::lock_user;
use crate::session::{SessionId, UserId};
use crate::{in_transaction, on_db, on_tx};

pub use deletion::*;
pub use identities::*;
pub use links::*;
pub use passkeys::*;
pub use second_factor::*;

pub struct NewUser<'a> {
    pub id: UserId,
    pub email: Option<&'a Email>,
    pub email_verified_at: Option<i64>,
    /// `None` where no mail was sent.
    pub verification_sent_at: Option<i64>,
    pub password_hash: Option<&'a str>,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub auth_provider: &'a str,
    pub language: &'a str,
    /// Used up by the account it is for.
    pub invitation: Option<&'a str>,
    /// That the account is made with.
    pub passkey: Option<&'a NewPasskey>,
}

/// An account as it was when a request began.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Credentials {
    pub id: UserId,
    pub password_hash: Option<String>,
    pub email_verified_at: Option<i64>,
    pub has_second_factor: bool,
}

/// The fields of a profile that a request changes; `None` keeps what is stored.
pub struct ProfileChange<'a> {
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub phone_number: Option<&'a str>,
}

/// The verified address of an account, and the language of its mails.
#[derive(FromRow)]
pub struct MailRecipient {
    pub email: String,
    pub language: String,
}

const CREDENTIALS: &str = "select id, password_hash, email_verified_at,
         exists (select 1 from second_factors where user_id = users.id) as has_second_factor
     from users where email = $1";

pub async fn find_credentials(db: &Db, email: &Email) -> Result<Option<Credentials>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(CREDENTIALS).bind(email.as_str()).fetch_optional(pool).await)
}

pub async fn find_password_hash(db: &Db, user: UserId) -> Result<Option<String>, sqlx::Error> {
    let hash: Option<Option<String>> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select password_hash from users where id = $1").bind(user).fetch_optional(pool).await
    })?;
    Ok(hash.flatten())
}

/// Locks the account; false when its address, password or verification is no longer what the request has read.
pub async fn lock_unchanged(tx: &mut Tx, account: &Credentials, email: &Email) -> Result<bool, sqlx::Error> {
    if !lock_user(tx, account.id).await? {
        return Ok(false);
    }
    let current: Option<Credentials> = on_tx!(tx, connection => {
        sqlx::query_as(CREDENTIALS).bind(email.as_str()).fetch_optional(connection).await
    })?;
    Ok(current.as_ref() == Some(account))
}

/// `None` for an unverified address: it may belong to someone else.
pub async fn find_recipient(tx: &mut Tx, user: UserId) -> Result<Option<MailRecipient>, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_as("select email, language from users where id = $1 and email is not null and email_verified_at is not null")
            .bind(user)
            .fetch_optional(connection)
            .await
    })
}

/// Creates the account, its verification link and its mail in one transaction.
pub async fn insert_user(
    db: &Db,
    user: &NewUser<'_>,
    identity: Option<&NewIdentity<'_>>,
    link: Option<&NewLink<'_>>,
    mail: Option<&Message>,
    now: i64,
) -> Result<(), AppError> {
    in_transaction!(db, tx => {
        let inserted = on_tx!(tx, connection => sqlx::query(
            "insert into users (id, email, email_verified_at, verification_sent_at, password_hash, first_name, last_name,
                                phone_number, auth_provider, language, created_at, updated_at)
             values ($1, $2, $3, $10, $4, $5, $6, '', $7, $8, $9, $9)",
        )
        .bind(user.id)
        .bind(user.email.map(Email::as_str))
        .bind(user.email_verified_at)
        .bind(user.password_hash)
        .bind(user.first_name)
        .bind(user.last_name)
        .bind(user.auth_provider)
        .bind(user.language)
        .bind(now)
        .bind(user.verification_sent_at)
        .execute(connection)
        .await
        .map(|_| ()));
        inserted.map_err(|error| match identity {
            Some(_) => identity_taken_or_internal(error),
            None => taken_or_internal(error),
        })?;
        if let Some(invitation) = user.invitation
            && !one_time::take_in(tx, SecretKind::Invitation, invitation, now).await?
        {
            return Err(AppError::InvitationInvalid);
        }
        if let Some(identity) = identity {
            insert_identity(tx, identity, now).await?;
        }
        if let Some(passkey) = user.passkey {
            insert_passkey(tx, passkey, now).await?;
        }
        if let Some(link) = link {
            insert_link(tx, link, now).await?;
        }
        if let Some(mail) = mail {
            outbox::insert_in(tx, mail, now).await?;
        }
        Ok(())
    })
}

/// Changes only the given fields, so that two requests do not undo each other's changes.
pub async fn update_profile(
    tx: &mut Tx,
    user: UserId,
    change: &ProfileChange<'_>,
    now: i64,
) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "update users set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
             phone_number = coalesce($4, phone_number), updated_at = $5
         where id = $1",
    )
    .bind(user)
    .bind(change.first_name)
    .bind(change.last_name)
    .bind(change.phone_number)
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ()))
}

/// Sets the password, or removes it.
pub async fn set_password(tx: &mut Tx, user: UserId, password_hash: Option<&str>, now: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => sqlx::query("update users set password_hash = $2, updated_at = $3 where id = $1")
        .bind(user)
        .bind(password_hash)
        .bind(now)
        .execute(connection)
        .await
        .map(|_| ()))
}

/// The devices of a session stay registered when another session replaces it, so that alerts keep arriving.
pub async fn move_devices(tx: &mut Tx, user: UserId, (from, to): (SessionId, SessionId)) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("update push_devices set session_id = $3 where user_id = $1 and session_id = $2")
            .bind(user)
            .bind(from)
            .bind(to)
            .execute(connection)
            .await
            .map(|_| ())
    })
}

#[derive(FromRow)]
pub struct UserDates {
    pub created_at: i64,
    pub updated_at: i64,
}

pub async fn get_user_dates(db: &Db, user: UserId) -> Result<UserDates, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select created_at, updated_at from users where id = $1").bind(user).fetch_one(pool).await
    })
}

/// The stored preferences document, as JSON.
pub async fn find_preferences(db: &Db, user: UserId) -> Result<serde_json::Value, sqlx::Error> {
    let document: Option<String> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select document from preferences where user_id = $1").bind(user).fetch_optional(pool).await
    })?;
    Ok(document.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(serde_json::json!({})))
}

/// Deletes expired rows.
pub async fn delete_expired(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    for table in ["sessions", "refresh_tokens", "mail_links", "email_reversions", "one_time_values"] {
        expiry::delete_expired(db, table, "expires_at < $1", now).await?;
    }
    expiry::delete_expired(db, "rate_limits", "window_ends_at < $1 and blocked_until < $1", now).await
}

pub fn taken_or_internal(error: sqlx::Error) -> AppError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => AppError::EmailTaken,
        _ => error.into(),
    }
}

pub fn new_id() -> UserId {
    UserId(Uuid::now_v7())
}
