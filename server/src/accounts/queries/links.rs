//! Queries on the links sent by mail: to verify or change an address, to reset a password, to undo a change of address.

use sqlx::FromRow;

use super::taken_or_internal;
use crate::accounts::Email;
use crate::db::{Db, Tx};
use crate::error::AppError;
use crate::session::UserId;
use crate::{on_db, on_tx};

/// A link that was sent and not used yet.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
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

/// Restores the address that an account had before a change.
#[derive(Clone, Debug, FromRow)]
pub struct Reversion {
    pub user_id: UserId,
    pub email: String,
    /// When the address was changed.
    pub created_at: i64,
}

/// An account's address and whether it is verified.
#[derive(FromRow)]
pub struct AccountAddress {
    pub email: Option<String>,
    pub email_verified_at: Option<i64>,
}

pub async fn set_verification_sent(tx: &mut Tx, user: UserId, now: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("update users set verification_sent_at = $2 where id = $1")
            .bind(user)
            .bind(now)
            .execute(connection)
            .await
            .map(|_| ())
    })
}

/// Only the newest link of a kind works.
pub async fn insert_link(tx: &mut Tx, link: &NewLink<'_>, now: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "insert into mail_links (user_id, kind, token_hash, email, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, kind) do update set token_hash = excluded.token_hash, email = excluded.email,
             created_at = excluded.created_at, expires_at = excluded.expires_at",
    )
    .bind(link.user_id)
    .bind(link.kind)
    .bind(link.token_hash)
    .bind(link.email.as_str())
    .bind(now)
    .bind(link.expires_at)
    .execute(connection)
    .await
    .map(|_| ()))
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

/// Uses up the link; false when it was used, replaced or has expired meanwhile.
pub async fn delete_link(tx: &mut Tx, token_hash: &[u8], now: i64) -> Result<bool, sqlx::Error> {
    let deleted = on_tx!(tx, connection => {
        sqlx::query("delete from mail_links where token_hash = $1 and expires_at > $2")
            .bind(token_hash)
            .bind(now)
            .execute(connection)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(deleted > 0)
}

/// All of the user's links, or those of one kind.
pub async fn delete_links(tx: &mut Tx, user: UserId, kind: Option<&str>) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("delete from mail_links where user_id = $1 and kind = coalesce($2, kind)")
            .bind(user)
            .bind(kind)
            .execute(connection)
            .await
            .map(|_| ())
    })
}

pub async fn find_address(tx: &mut Tx, user: UserId) -> Result<Option<AccountAddress>, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_as("select email, email_verified_at from users where id = $1").bind(user).fetch_optional(connection).await
    })
}

/// Stores the address as verified.
pub async fn set_address(tx: &mut Tx, user: UserId, email: &str, now: i64) -> Result<(), AppError> {
    let changed = on_tx!(tx, connection => {
        sqlx::query("update users set email = $2, email_verified_at = $3, updated_at = $3 where id = $1")
            .bind(user)
            .bind(email)
            .bind(now)
            .execute(connection)
            .await
            .map(|_| ())
    });
    changed.map_err(taken_or_internal)
}

pub async fn insert_reversion(
    tx: &mut Tx,
    reversion: &Reversion,
    token_hash: &[u8],
    expires_at: i64,
) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "insert into email_reversions (user_id, token_hash, email, created_at, expires_at) values ($1, $2, $3, $4, $5)",
    )
    .bind(reversion.user_id)
    .bind(token_hash)
    .bind(&reversion.email)
    .bind(reversion.created_at)
    .bind(expires_at)
    .execute(connection)
    .await
    .map(|_| ()))
}

pub async fn find_reversion(db: &Db, token_hash: &[u8], now: i64) -> Result<Option<Reversion>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select user_id, email, created_at from email_reversions where token_hash = $1 and expires_at > $2",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(pool)
    .await)
}

/// Uses up the link together with those of later changes; false when it was used meanwhile.
pub async fn delete_reversion(tx: &mut Tx, reversion: &Reversion, token_hash: &[u8]) -> Result<bool, sqlx::Error> {
    let deleted = on_tx!(tx, connection => {
        sqlx::query("delete from email_reversions where user_id = $1 and token_hash = $2")
            .bind(reversion.user_id)
            .bind(token_hash)
            .execute(connection)
            .await
            .map(|done| done.rows_affected())
    })?;
    on_tx!(tx, connection => {
        sqlx::query("delete from email_reversions where user_id = $1 and created_at >= $2")
            .bind(reversion.user_id)
            .bind(reversion.created_at)
            .execute(connection)
            .await
            .map(|_| ())
    })?;
    Ok(deleted > 0)
}

/// The account that has registered the address without verifying it.
pub async fn find_unverified_owner(tx: &mut Tx, email: &str) -> Result<Option<UserId>, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_scalar("select id from users where email = $1 and email_verified_at is null")
            .bind(email)
            .fetch_optional(connection)
            .await
    })
}
