//! The document's row.

use super::Preferences;
use crate::db::Db;
use crate::error::AppError;
use crate::session::UserId;
use crate::{on_db, on_db_transaction};

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
        let patched = parse(Some(document)).patched(patch);
        sqlx::query("update preferences set document = $2 where user_id = $1")
            .bind(user)
            .bind(serde_json::to_string(&patched).unwrap_or_default())
            .execute(&mut *transaction)
            .await?;
        Ok::<_, AppError>(patched)
    })
}

/// A key of another version that no longer fits is dropped, never fatal.
fn parse(document: Option<String>) -> Preferences {
    document.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}
