//! Devices in the database. A device belongs to the session that registered it last and is deleted with that session.

use super::DeviceKind;
use super::subscription::PushSubscriptionKeys;
use crate::db::Db;
use crate::session::queries::lock_user_sql;
use crate::session::{SessionId, UserId};
use crate::{on_db, on_db_transaction};

/// More than a user owns; the oldest are deleted.
const MAX_DEVICES: i64 = 20;

pub struct NewDevice<'a> {
    pub kind: DeviceKind,
    pub token: &'a str,
    pub keys: Option<&'a PushSubscriptionKeys>,
}

/// Locks a session until the transaction ends, on both databases, unless it was revoked: a device must not outlive it.
const LOCK_SESSION: &str =
    "update sessions set refreshed_at = refreshed_at where user_id = $1 and id = $2 and revoked_at is null";

/// A device that another user had registered moves to this one. False if the session was revoked meanwhile.
pub async fn upsert_device(
    db: &Db,
    user: UserId,
    session: SessionId,
    device: &NewDevice<'_>,
    now: i64,
) -> Result<bool, sqlx::Error> {
    on_db_transaction!(db, transaction => {
        sqlx::query(lock_user_sql(db)).bind(user).execute(&mut *transaction).await?;
        let locked = sqlx::query(LOCK_SESSION).bind(user).bind(session).execute(&mut *transaction).await?;
        if locked.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query(
            "insert into push_devices (kind, token, user_id, session_id, p256dh, auth, created_at)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (kind, token) do update set user_id = excluded.user_id, session_id = excluded.session_id,
                 p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at",
        )
        .bind(device.kind.as_str())
        .bind(device.token)
        .bind(user)
        .bind(session)
        .bind(device.keys.map(|keys| keys.p256dh.as_str()))
        .bind(device.keys.map(|keys| keys.auth.as_str()))
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "delete from push_devices where user_id = $1 and (kind, token) not in
                 (select kind, token from push_devices where user_id = $1 order by created_at desc limit $2)",
        )
        .bind(user)
        .bind(MAX_DEVICES)
        .execute(&mut *transaction)
        .await?;
        Ok::<_, sqlx::Error>(true)
    })
}

pub async fn delete_device(db: &Db, user: UserId, kind: DeviceKind, token: &str) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "delete from push_devices where user_id = $1 and kind = $2 and token = $3",
    )
    .bind(user)
    .bind(kind.as_str())
    .bind(token)
    .execute(pool)
    .await
    .map(|_| ()))
}
