//! Queries on second factors and their recovery codes.

use sqlx::FromRow;

use crate::db::{Db, Tx};
use crate::session::UserId;
use crate::{on_db, on_tx};

#[derive(FromRow)]
pub struct SecondFactorRow {
    /// Encrypted.
    pub secret: String,
    /// Of the newest code used.
    pub last_step: i64,
    pub created_at: i64,
}

#[derive(FromRow)]
pub struct RecoveryCodes {
    pub remaining: i64,
    pub created_at: Option<i64>,
}

pub async fn find_second_factor(db: &Db, user: UserId) -> Result<Option<SecondFactorRow>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select secret, last_step, created_at from second_factors where user_id = $1")
            .bind(user)
            .fetch_optional(pool)
            .await
    })
}

pub async fn has_second_factor(tx: &mut Tx, user: UserId) -> Result<bool, sqlx::Error> {
    let found: i64 = on_tx!(tx, connection => {
        sqlx::query_scalar("select count(*) from second_factors where user_id = $1").bind(user).fetch_one(connection).await
    })?;
    Ok(found > 0)
}

/// False if the user has one. `step` is that of the code which proved that the app knows the secret.
pub async fn insert_second_factor(
    tx: &mut Tx,
    user: UserId,
    secret: &str,
    step: i64,
    now: i64,
) -> Result<bool, sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "insert into second_factors (user_id, secret, last_step, created_at) values ($1, $2, $3, $4)
         on conflict (user_id) do nothing",
    )
    .bind(user)
    .bind(secret)
    .bind(step)
    .bind(now)
    .execute(connection)
    .await
    .map(|done| done.rows_affected() > 0))
}

/// Uses up the codes up to this step; false if the secret is another one by now, or a code of this step or a later one was
/// used. One statement compares and stores, so that of two parallel uses one succeeds.
pub async fn use_step(
    tx: &mut Tx,
    user: UserId,
    (old_secret, new_secret): (&str, &str),
    step: i64,
) -> Result<bool, sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "update second_factors set last_step = $4, secret = $3 where user_id = $1 and secret = $2 and last_step < $4",
    )
    .bind(user)
    .bind(old_secret)
    .bind(new_secret)
    .bind(step)
    .execute(connection)
    .await
    .map(|done| done.rows_affected() > 0))
}

/// Removes the second factor, if it was turned on at this time or later, and recovery codes made since; false if it stays.
pub async fn delete_second_factor_since(tx: &mut Tx, user: UserId, since: i64) -> Result<bool, sqlx::Error> {
    let mut removed = 0;
    for statement in [
        "delete from recovery_codes where user_id = $1 and created_at >= $2",
        "delete from second_factors where user_id = $1 and created_at >= $2",
    ] {
        removed = on_tx!(&mut *tx, connection => {
            sqlx::query(statement).bind(user).bind(since).execute(connection).await.map(|done| done.rows_affected())
        })?;
    }
    Ok(removed > 0)
}

pub async fn replace_recovery_codes(
    tx: &mut Tx,
    user: UserId,
    hashes: &[Vec<u8>],
    now: i64,
) -> Result<(), sqlx::Error> {
    on_tx!(&mut *tx, connection => {
        sqlx::query("delete from recovery_codes where user_id = $1").bind(user).execute(connection).await.map(|_| ())
    })?;
    for hash in hashes {
        on_tx!(&mut *tx, connection => {
            sqlx::query("insert into recovery_codes (user_id, hash, created_at) values ($1, $2, $3)")
                .bind(user)
                .bind(hash.as_slice())
                .bind(now)
                .execute(connection)
                .await
                .map(|_| ())
        })?;
    }
    Ok(())
}

pub async fn has_recovery_code(db: &Db, user: UserId, hash: &[u8]) -> Result<bool, sqlx::Error> {
    let found: i64 = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select count(*) from recovery_codes where user_id = $1 and hash = $2")
            .bind(user)
            .bind(hash)
            .fetch_one(pool)
            .await
    })?;
    Ok(found > 0)
}

/// False if it was used before.
pub async fn delete_recovery_code(tx: &mut Tx, user: UserId, hash: &[u8]) -> Result<bool, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("delete from recovery_codes where user_id = $1 and hash = $2")
            .bind(user)
            .bind(hash)
            .execute(connection)
            .await
            .map(|done| done.rows_affected() > 0)
    })
}

pub async fn count_recovery_codes(tx: &mut Tx, user: UserId) -> Result<i64, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_scalar("select count(*) from recovery_codes where user_id = $1").bind(user).fetch_one(connection).await
    })
}

pub async fn get_recovery_codes(db: &Db, user: UserId) -> Result<RecoveryCodes, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select count(*) as remaining, max(created_at) as created_at from recovery_codes where user_id = $1")
            .bind(user)
            .fetch_one(pool)
            .await
    })
}
