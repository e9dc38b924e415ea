//! Queries on the identities of providers.

use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Db, Tx};
use crate::error::AppError;
use crate::session::UserId;
use crate::{on_db, on_tx};

pub struct NewIdentity<'a> {
    pub user_id: UserId,
    pub provider: &'static str,
    pub subject: &'a str,
    pub email: Option<&'a str>,
}

#[derive(FromRow)]
pub struct IdentityRow {
    pub provider: String,
    pub email_at_link: Option<String>,
    pub created_at: i64,
}

/// Which of a user's identities are removed.
#[derive(Clone, Copy, Debug)]
pub enum Identities<'a> {
    All,
    /// Those whose address is not this one.
    OfOtherAddresses(&'a str),
    /// Those connected at this time or later.
    Since(i64),
    Of(&'a str),
}

pub async fn find_identity(db: &Db, provider: &str, subject: &str) -> Result<Option<UserId>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_scalar(
        "select user_id from identities where provider = $1 and subject = $2",
    )
    .bind(provider)
    .bind(subject)
    .fetch_optional(pool)
    .await)
}

pub async fn list_identities(db: &Db, user: UserId) -> Result<Vec<IdentityRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select provider, email_at_link, created_at from identities where user_id = $1 order by created_at",
    )
    .bind(user)
    .fetch_all(pool)
    .await)
}

pub async fn insert_identity(tx: &mut Tx, identity: &NewIdentity<'_>, now: i64) -> Result<(), AppError> {
    let inserted = on_tx!(tx, connection => sqlx::query(
        "insert into identities (user_id, provider, subject, email_at_link, created_at) values ($1, $2, $3, $4, $5)",
    )
    .bind(identity.user_id)
    .bind(identity.provider)
    .bind(identity.subject)
    .bind(identity.email)
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ()));
    inserted.map_err(identity_taken_or_internal)
}

/// Removes identities and returns the tokens that must be revoked at their provider.
pub async fn delete_identities(tx: &mut Tx, user: UserId, which: Identities<'_>) -> Result<Vec<String>, sqlx::Error> {
    let (other_than, since, provider) = match which {
        Identities::All => (None, None, None),
        Identities::OfOtherAddresses(email) => (Some(email), None, None),
        Identities::Since(time) => (None, Some(time), None),
        Identities::Of(provider) => (None, None, Some(provider)),
    };
    let tokens: Vec<Option<String>> = on_tx!(tx, connection => sqlx::query_scalar(
        "delete from identities where user_id = $1
             and (cast($2 as text) is null or coalesce(lower(email_at_link), '') <> $2)
             and created_at >= coalesce($3, created_at) and provider = coalesce($4, provider)
         returning refresh_token",
    )
    .bind(user)
    .bind(other_than)
    .bind(since)
    .bind(provider)
    .fetch_all(connection)
    .await)?;
    Ok(tokens.into_iter().flatten().collect())
}

/// A way to sign in.
#[derive(Clone, Copy, Debug)]
pub enum SignInMethod<'a> {
    Provider(&'a str),
    Passkey(Uuid),
}

/// Whether the user can sign in without this method. The caller has locked the user, so that two methods cannot be removed
/// at once.
pub async fn has_other_sign_in(tx: &mut Tx, user: UserId, without: SignInMethod<'_>) -> Result<bool, sqlx::Error> {
    let (provider, passkey) = match without {
        SignInMethod::Provider(provider) => (provider, Uuid::nil()),
        SignInMethod::Passkey(id) => ("", id),
    };
    let others: i64 = on_tx!(tx, connection => sqlx::query_scalar(
        "select (select count(*) from users where id = $1 and password_hash is not null)
              + (select count(*) from identities where user_id = $1 and provider <> $2)
              + (select count(*) from passkeys where user_id = $1 and id <> $3)",
    )
    .bind(user)
    .bind(provider)
    .bind(passkey)
    .fetch_one(connection)
    .await)?;
    Ok(others > 0)
}

pub async fn is_connected(tx: &mut Tx, user: UserId, provider: &str) -> Result<bool, sqlx::Error> {
    let connected: i64 = on_tx!(tx, connection => {
        sqlx::query_scalar("select count(*) from identities where user_id = $1 and provider = $2")
            .bind(user)
            .bind(provider)
            .fetch_one(connection)
            .await
    })?;
    Ok(connected > 0)
}

/// Stores the token that is revoked with the identity, encrypted by the caller; false when the identity is gone.
pub async fn update_refresh_token(
    db: &Db,
    user: UserId,
    provider: &str,
    subject: &str,
    sealed: &str,
) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update identities set refresh_token = $4 where user_id = $1 and provider = $2 and subject = $3",
    )
    .bind(user)
    .bind(provider)
    .bind(subject)
    .bind(sealed)
    .execute(pool)
    .await
    .map(|done| done.rows_affected() > 0))
}

pub(super) fn identity_taken_or_internal(error: sqlx::Error) -> AppError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => AppError::IdentityTaken,
        _ => error.into(),
    }
}
