//! Queries on passkeys.

use sqlx::FromRow;
use uuid::Uuid;

use super::identity_taken_or_internal;
use crate::db::{Db, Tx};
use crate::error::AppError;
use crate::session::UserId;
use crate::{on_db, on_tx};

pub struct NewPasskey {
    pub user_id: UserId,
    pub id: Uuid,
    pub credential_id: Vec<u8>,
    pub credential: String,
    pub name: String,
}

#[derive(FromRow)]
pub struct PasskeyRow {
    pub id: Uuid,
    pub credential: String,
    pub name: String,
    pub created_at: i64,
    pub last_used_at: Option<i64>,
}

pub async fn find_passkey(db: &Db, user: UserId, credential_id: &[u8]) -> Result<Option<PasskeyRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, credential, name, created_at, last_used_at from passkeys where user_id = $1 and credential_id = $2",
    )
    .bind(user)
    .bind(credential_id)
    .fetch_optional(pool)
    .await)
}

pub async fn list_passkeys(db: &Db, user: UserId) -> Result<Vec<PasskeyRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, credential, name, created_at, last_used_at from passkeys where user_id = $1 order by created_at, id",
    )
    .bind(user)
    .fetch_all(pool)
    .await)
}

/// The caller has locked the user, so that parallel requests count each other.
pub async fn count_passkeys(tx: &mut Tx, user: UserId) -> Result<i64, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_scalar("select count(*) from passkeys where user_id = $1").bind(user).fetch_one(connection).await
    })
}

pub async fn insert_passkey(tx: &mut Tx, passkey: &NewPasskey, now: i64) -> Result<(), AppError> {
    let inserted = on_tx!(tx, connection => sqlx::query(
        "insert into passkeys (user_id, id, credential_id, credential, name, created_at) values ($1, $2, $3, $4, $5, $6)",
    )
    .bind(passkey.user_id)
    .bind(passkey.id)
    .bind(passkey.credential_id.as_slice())
    .bind(&passkey.credential)
    .bind(&passkey.name)
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ()));
    inserted.map_err(identity_taken_or_internal)
}

/// Stores the counter and the flags of a sign-in.
pub async fn update_passkey_use(
    tx: &mut Tx,
    user: UserId,
    id: Uuid,
    credential: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("update passkeys set credential = $3, last_used_at = $4 where user_id = $1 and id = $2")
            .bind(user)
            .bind(id)
            .bind(credential)
            .bind(now)
            .execute(connection)
            .await
            .map(|_| ())
    })
}

/// False if the user has no such passkey.
pub async fn rename_passkey(db: &Db, user: UserId, id: Uuid, name: &str) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query("update passkeys set name = $3 where user_id = $1 and id = $2")
            .bind(user)
            .bind(id)
            .bind(name)
            .execute(pool)
            .await
            .map(|done| done.rows_affected() > 0)
    })
}

/// Returns the name of the removed passkey; `None` if the user has no such passkey.
pub async fn delete_passkey(tx: &mut Tx, user: UserId, id: Uuid) -> Result<Option<String>, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_scalar("delete from passkeys where user_id = $1 and id = $2 returning name")
            .bind(user)
            .bind(id)
            .fetch_optional(connection)
            .await
    })
}

/// Removes the passkeys that were added at this time or later.
pub async fn delete_passkeys_since(tx: &mut Tx, user: UserId, since: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("delete from passkeys where user_id = $1 and created_at >= $2")
            .bind(user)
            .bind(since)
            .execute(connection)
            .await
            .map(|_| ())
    })
}

/// Removes the passkeys of an account that has a password.
pub async fn delete_passkeys_beside_password(tx: &mut Tx, user: UserId) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query(
            "delete from passkeys where user_id = $1
                 and exists (select 1 from users where id = $1 and password_hash is not null)",
        )
        .bind(user)
        .execute(connection)
        .await
        .map(|_| ())
    })
}
