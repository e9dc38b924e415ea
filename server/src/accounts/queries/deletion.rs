//! Queries that delete an account with everything in it.

use crate::db::{Db, Tx};
use crate::session::UserId;
use crate::{on_db, on_tx};

/// The devices that OneSignal knows.
const ONESIGNAL: &str = "onesignal";

/// Deletes the user and, by cascade, everything owned. Rows that refer to the address only are deleted if it was verified:
/// an unverified one may belong to someone else, whose message to the support must not be lost.
pub async fn delete_user(tx: &mut Tx, user: UserId) -> Result<(), sqlx::Error> {
    for statement in [
        "delete from contact_messages
         where email = (select email from users where id = $1 and email_verified_at is not null)",
        "delete from outbox where email = (select email from users where id = $1 and email_verified_at is not null)",
        "delete from users where id = $1",
    ] {
        on_tx!(&mut *tx, connection => sqlx::query(statement).bind(user).execute(connection).await.map(|_| ()))?;
    }
    Ok(())
}

pub async fn list_onesignal_devices(tx: &mut Tx, user: UserId) -> Result<Vec<String>, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_scalar("select token from push_devices where user_id = $1 and kind = $2")
            .bind(user)
            .bind(ONESIGNAL)
            .fetch_all(connection)
            .await
    })
}

const ABANDONED: &str =
    "email is not null and email_verified_at is null and created_at < $1 and verification_sent_at < $1
     and not exists (select 1 from sessions where sessions.user_id = users.id and sessions.refreshed_at >= $1)";

/// Accounts whose owner was asked to verify the address before that time, did not, and has not used the account since.
pub async fn list_abandoned(db: &Db, before: i64, limit: i64) -> Result<Vec<UserId>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select id from users where {ABANDONED} order by created_at limit $2")))
            .bind(before)
            .bind(limit)
            .fetch_all(pool)
            .await
    })
}

/// The same of one account, inside the transaction that deletes it.
pub async fn is_abandoned(tx: &mut Tx, user: UserId, before: i64) -> Result<bool, sqlx::Error> {
    let found: i64 = on_tx!(tx, connection => {
        sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from users where {ABANDONED} and id = $2")))
            .bind(before)
            .bind(user)
            .fetch_one(connection)
            .await
    })?;
    Ok(found > 0)
}
