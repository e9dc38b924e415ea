//! The document's row.

use super::Preferences;
use crate::db::Db;
use crate::error::AppError;
use crate::session::UserId;
use crate::{on_db, on_db_transaction};

/// Whoever changes their mind again and again, at however many places, gives each one more turn in this time.
const ROUND_MILLISECONDS: i64 = 60_000;
/// The watch looks at the person's places at the end of this minute: a warning in force may be news for them now.
const SOON_TOLD: &str = "update alert_cells set due_at = $2
     where due_at > $2 and (latitude_e2, longitude_e2) in (
         select cell_latitude_e2, cell_longitude_e2 from locations where user_id = $1 and alerts_enabled)";
/// Locks them in the order in which the watch does; SQLite has one writer.
const LOCK_CELLS: &str = "select from alert_cells
     where (latitude_e2, longitude_e2) in (
         select cell_latitude_e2, cell_longitude_e2 from locations where user_id = $1 and alerts_enabled)
     order by latitude_e2, longitude_e2 for no key update";

pub async fn find(db: &Db, user: UserId) -> Result<Preferences, AppError> {
    let document: Option<String> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select document from preferences where user_id = $1").bind(user).fetch_optional(pool).await
    })?;
    Ok(parse(document))
}

pub async fn has_user(db: &Db, user: UserId) -> Result<bool, sqlx::Error> {
    let found: Option<i32> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select 1 from users where id = $1").bind(user).fetch_optional(pool).await
    })?;
    Ok(found.is_some())
}

/// Reads, patches and writes under the row's lock, so that two devices lose nothing of each other's.
pub async fn patch(db: &Db, user: UserId, patch: Preferences, now: i64) -> Result<Preferences, AppError> {
    on_db_transaction!(db, transaction => {
        // An update of the row to itself takes its lock on both databases; the first write makes the row.
        let document: String = sqlx::query_scalar(
            "insert into preferences (user_id, document, updated_at) values ($1, '{}', $2)
             on conflict (user_id) do update set updated_at = excluded.updated_at returning document",
        )
        .bind(user)
        .bind(now)
        .fetch_one(&mut *transaction)
        .await?;
        let before = parse(Some(document));
        let patched = before.clone().patched(patch);
        sqlx::query("update preferences set document = $2 where user_id = $1")
            .bind(user)
            .bind(serde_json::to_string(&patched).unwrap_or_default())
            .execute(&mut *transaction)
            .await?;
        if patched.may_hear_more_than(&before) {
            if matches!(db, Db::Postgres(_)) {
                sqlx::query(LOCK_CELLS).bind(user).execute(&mut *transaction).await?;
            }
            sqlx::query(SOON_TOLD)
                .bind(user)
                .bind((now / ROUND_MILLISECONDS + 1) * ROUND_MILLISECONDS)
                .execute(&mut *transaction)
                .await?;
        }
        Ok::<_, AppError>(patched)
    })
}

/// A key of another version that no longer fits is dropped, never fatal.
fn parse(document: Option<String>) -> Preferences {
    document.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}
