//! Queries on the identities of providers.

use sqlx::FromRow;

use crate::db::Db;
use crate::db::outbox::Message;
use crate::error::AppError;
use crate::session::UserId;
use crate::{enqueue, on_db, on_db_transaction};

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

/// Writes an identity inside the caller's transaction.
macro_rules! insert_identity_row {
    ($transaction:expr, $identity:expr, $now:expr) => {{
        let identity: &NewIdentity<'_> = $identity;
        sqlx::query(
            "insert into identities (user_id, provider, subject, email_at_link, created_at) values ($1, $2, $3, $4, $5)",
        )
        .bind(identity.user_id)
        .bind(identity.provider)
        .bind(identity.subject)
        .bind(identity.email)
        .bind($now)
        .execute(&mut *$transaction)
        .await
    }};
}
pub(super) use insert_identity_row;

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

/// Connects the identity and enqueues the mail about it.
pub async fn insert_identity(
    db: &Db,
    identity: &NewIdentity<'_>,
    mail: Option<&Message>,
    now: i64,
) -> Result<(), AppError> {
    let inserted = async {
        on_db_transaction!(db, transaction => {
            insert_identity_row!(transaction, identity, now)?;
            if let Some(mail) = mail {
                enqueue!(transaction, mail, now)?;
            }
            Ok::<_, sqlx::Error>(())
        })
    };
    inserted.await.map_err(identity_taken_or_internal)
}

/// The proven owner of the address takes over an account that was registered without proof; all earlier credentials are removed.
pub async fn take_over(db: &Db, identity: &NewIdentity<'_>, mail: &Message, now: i64) -> Result<(), AppError> {
    let taken = async {
        on_db_transaction!(db, transaction => {
            for statement in ["delete from mail_links where user_id = $1", "delete from identities where user_id = $1"] {
                sqlx::query(statement).bind(identity.user_id).execute(&mut *transaction).await?;
            }
            sqlx::query("update users set password_hash = null, email_verified_at = $2, updated_at = $2 where id = $1")
                .bind(identity.user_id)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
            sqlx::query("update sessions set revoked_at = $2, reason = 'address proven by its owner' where user_id = $1 and revoked_at is null")
                .bind(identity.user_id)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
            insert_identity_row!(transaction, identity, now)?;
            enqueue!(transaction, mail, now)?;
            Ok::<_, sqlx::Error>(())
        })
    };
    taken.await.map_err(identity_taken_or_internal)
}

/// Removes a provider unless it is the last sign-in method; false when it was not connected or must stay.
pub async fn delete_identity(db: &Db, user: UserId, provider: &str) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "delete from identities where user_id = $1 and provider = $2 and (
             exists (select 1 from users where id = $1 and password_hash is not null)
             or exists (select 1 from identities as other where other.user_id = $1 and other.provider <> $2))",
    )
    .bind(user)
    .bind(provider)
    .execute(pool)
    .await
    .map(|done| done.rows_affected() > 0))
}

/// Stores the Apple token that is revoked when the account is deleted; encrypted by the caller.
pub async fn update_refresh_token(
    db: &Db,
    user: UserId,
    provider: &str,
    subject: &str,
    sealed: &str,
) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update identities set refresh_token = $4 where user_id = $1 and provider = $2 and subject = $3",
    )
    .bind(user)
    .bind(provider)
    .bind(subject)
    .bind(sealed)
    .execute(pool)
    .await
    .map(|_| ()))
}

pub async fn list_refresh_tokens(db: &Db, user: UserId, provider: &str) -> Result<Vec<String>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_scalar(
        "select refresh_token from identities where user_id = $1 and provider = $2 and refresh_token is not null",
    )
    .bind(user)
    .bind(provider)
    .fetch_all(pool)
    .await)
}

pub(super) fn identity_taken_or_internal(error: sqlx::Error) -> AppError {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => AppError::IdentityTaken,
        _ => error.into(),
    }
}
