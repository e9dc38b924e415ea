//! Queries on users, mail links and one-time tokens.

mod identities;

use sqlx::FromRow;
use uuid::Uuid;

use super::Email;
use crate::db::Db;
use crate::db::outbox::Message;
use crate::error::AppError;
use crate::session::{SessionId, UserId};
use crate::{enqueue, on_db, on_db_transaction};

pub use identities::*;
use identities::{identity_taken_or_internal, insert_identity_row};

pub struct NewUser<'a> {
    pub id: UserId,
    pub email: Option<&'a Email>,
    pub email_verified_at: Option<i64>,
    pub password_hash: Option<&'a str>,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub auth_provider: &'a str,
    pub language: &'a str,
}

#[derive(FromRow)]
pub struct Credentials {
    pub id: UserId,
    pub password_hash: Option<String>,
    pub email_verified_at: Option<i64>,
}

/// A link that was sent and not used yet.
#[derive(Clone, Debug, FromRow)]
pub struct MailLink {
    pub user_id: UserId,
    pub kind: String,
    pub email: String,
}

pub struct NewLink<'a> {
    pub user_id: UserId,
    pub kind: &'static str,
    pub token_hash: &'a [u8],
    pub email: &'a Email,
    pub expires_at: i64,
}

pub async fn find_credentials(db: &Db, email: &Email) -> Result<Option<Credentials>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select id, password_hash, email_verified_at from users where email = $1").bind(email.as_str()).fetch_optional(pool).await
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
    let inserted = async {
        on_db_transaction!(db, transaction => {
            sqlx::query(
                "insert into users (id, email, email_verified_at, password_hash, first_name, last_name, phone_number,
                                    auth_provider, language, created_at, updated_at)
                 values ($1, $2, $3, $4, $5, $6, '', $7, $8, $9, $9)",
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
            .execute(&mut *transaction)
            .await?;
            if let Some(identity) = identity {
                insert_identity_row!(transaction, identity, now)?;
            }
            if let Some(link) = link {
                sqlx::query(INSERT_LINK)
                    .bind(link.user_id)
                    .bind(link.kind)
                    .bind(link.token_hash)
                    .bind(link.email.as_str())
                    .bind(now)
                    .bind(link.expires_at)
                    .execute(&mut *transaction)
                    .await?;
            }
            if let Some(mail) = mail {
                enqueue!(transaction, mail, now)?;
            }
            Ok::<_, sqlx::Error>(())
        })
    };
    inserted.await.map_err(|error| match identity {
        Some(_) => identity_taken_or_internal(error),
        None => taken_or_internal(error),
    })
}

/// Only the newest link of a kind works.
const INSERT_LINK: &str = "insert into mail_links (user_id, kind, token_hash, email, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, kind) do update set token_hash = excluded.token_hash, email = excluded.email,
         created_at = excluded.created_at, expires_at = excluded.expires_at";

pub async fn insert_link(db: &Db, link: &NewLink<'_>, mail: &Message, now: i64) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        sqlx::query(INSERT_LINK)
            .bind(link.user_id)
            .bind(link.kind)
            .bind(link.token_hash)
            .bind(link.email.as_str())
            .bind(now)
            .bind(link.expires_at)
            .execute(&mut *transaction)
            .await?;
        enqueue!(transaction, mail, now)?;
        Ok::<_, sqlx::Error>(())
    })
}

pub async fn find_link(db: &Db, token_hash: &[u8], now: i64) -> Result<Option<MailLink>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select user_id, kind, email from mail_links where token_hash = $1 and expires_at > $2",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(pool)
    .await)
}

/// A reset proves the address: the old password, every session and every pending link become invalid. A link that was
/// sent to an address the account no longer has is refused.
pub async fn use_reset_link(db: &Db, token_hash: &[u8], password_hash: &str, now: i64) -> Result<bool, sqlx::Error> {
    on_db_transaction!(db, transaction => {
        let user: Option<UserId> = sqlx::query_scalar(
            "delete from mail_links where token_hash = $1 and kind = 'reset' and expires_at > $2
                 and email = (select users.email from users where users.id = mail_links.user_id)
             returning user_id",
        )
        .bind(token_hash)
        .bind(now)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(user) = user else { return Ok(false) };
        sqlx::query(
            "update users set password_hash = $2, updated_at = $3, email_verified_at = coalesce(email_verified_at, $3) where id = $1",
        )
        .bind(user)
        .bind(password_hash)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("delete from mail_links where user_id = $1").bind(user).execute(&mut *transaction).await?;
        sqlx::query("update sessions set revoked_at = $2, reason = 'password reset' where user_id = $1 and revoked_at is null")
            .bind(user)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        Ok::<_, sqlx::Error>(true)
    })
}

/// Marks the address as verified: the registered one, or the one the user requested to change to.
pub async fn use_verification_link(db: &Db, token_hash: &[u8], now: i64) -> Result<bool, AppError> {
    let used = async {
        on_db_transaction!(db, transaction => {
            let link: Option<MailLink> = sqlx::query_as(
                "delete from mail_links where token_hash = $1 and kind in ('verify', 'email') and expires_at > $2
                 returning user_id, kind, email",
            )
            .bind(token_hash)
            .bind(now)
            .fetch_optional(&mut *transaction)
            .await?;
            let Some(link) = link else { return Ok(false) };
            sqlx::query(
                "update users set email = $2, email_verified_at = $3, updated_at = $3
                 where id = $1 and ($4 = 'email' or email = $2)",
            )
            .bind(link.user_id)
            .bind(&link.email)
            .bind(now)
            .bind(&link.kind)
            .execute(&mut *transaction)
            .await?;
            Ok::<_, sqlx::Error>(true)
        })
    };
    used.await.map_err(taken_or_internal)
}

pub async fn update_profile(
    db: &Db,
    user: UserId,
    first_name: &str,
    last_name: &str,
    phone_number: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update users set first_name = $2, last_name = $3, phone_number = $4, updated_at = $5 where id = $1",
    )
    .bind(user)
    .bind(first_name)
    .bind(last_name)
    .bind(phone_number)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ()))
}

/// A new password ends every session and every pending link. A new session replaces the current one and takes over
/// its push devices, so that alerts keep arriving.
pub async fn update_password(
    db: &Db,
    user: UserId,
    password_hash: &str,
    (asked, successor): (SessionId, SessionId),
    now: i64,
) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        sqlx::query("update users set password_hash = $2, updated_at = $3 where id = $1")
            .bind(user)
            .bind(password_hash)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("delete from mail_links where user_id = $1 and kind <> 'verify'")
            .bind(user)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("update push_devices set session_id = $3 where user_id = $1 and session_id = $2")
            .bind(user)
            .bind(asked)
            .bind(successor)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "update sessions set revoked_at = $2, reason = 'password change'
             where user_id = $1 and revoked_at is null and id <> $3",
        )
        .bind(user)
        .bind(now)
        .bind(successor)
        .execute(&mut *transaction)
        .await?;
        Ok::<_, sqlx::Error>(())
    })
}

/// Deletes the user and, by cascade, everything owned; also rows that refer to the address only. Revocations at
/// other services stay in the outbox until they are delivered.
pub async fn delete_user(db: &Db, user: UserId, revocation_messages: &[Message], now: i64) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        for message in revocation_messages {
            enqueue!(transaction, message, now)?;
        }
        for statement in [
            "delete from contact_messages where email = (select email from users where id = $1)",
            "delete from outbox where email = (select email from users where id = $1)",
            "delete from users where id = $1",
        ] {
            sqlx::query(statement).bind(user).execute(&mut *transaction).await?;
        }
        Ok::<_, sqlx::Error>(())
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
    on_db_transaction!(db, transaction => {
        for statement in [
            "delete from sessions where expires_at < $1",
            "delete from refresh_tokens where expires_at < $1",
            "delete from mail_links where expires_at < $1",
            "delete from one_time_values where expires_at < $1",
            "delete from rate_limits where window_ends_at < $1 and blocked_until < $1",
        ] {
            sqlx::query(statement).bind(now).execute(&mut *transaction).await?;
        }
        Ok::<_, sqlx::Error>(())
    })
}

fn taken_or_internal(error: sqlx::Error) -> AppError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => AppError::EmailTaken,
        _ => error.into(),
    }
}

pub fn new_id() -> UserId {
    UserId(Uuid::now_v7())
}
