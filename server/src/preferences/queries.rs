//! The row of a user's preferences.

use anyhow::Context;
use serde_json::{Map, Value};

use super::Preferences;
use super::routes::UserPreferences;
use crate::db::Db;
use crate::error::AppError;
use crate::notification_settings::{RecipientSettings, StoredDocument};
use crate::session::UserId;
use crate::{in_transaction, on_db, on_tx};

pub async fn find(db: &Db, user: UserId) -> Result<Preferences, AppError> {
    let document: Option<String> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select document from preferences where user_id = $1").bind(user).fetch_optional(pool).await
    })?;
    Ok(document.map(|document| read(&document)).unwrap_or_default())
}

pub async fn has_user(db: &Db, user: UserId) -> Result<bool, sqlx::Error> {
    let found: Option<i32> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select 1 from users where id = $1").bind(user).fetch_optional(pool).await
    })?;
    Ok(found.is_some())
}

/// Reads, patches and writes under the row's lock, so that two devices do not overwrite each other's changes. Stored keys
/// that this version cannot read are kept as they are.
pub async fn patch(state: &UserPreferences, user: UserId, patch: Preferences) -> Result<Preferences, AppError> {
    let now = state.sessions.clock.now().as_millisecond();
    in_transaction!(state.sessions.db, tx => {
        // Updating the row to itself takes its lock on both databases; the first write creates the row.
        let before: String = on_tx!(tx, connection => sqlx::query_scalar(
            "insert into preferences (user_id, document, updated_at) values ($1, '{}', $2)
             on conflict (user_id) do update set updated_at = excluded.updated_at returning document",
        )
        .bind(user)
        .bind(now)
        .fetch_one(connection)
        .await)?;
        let after = patch_document(&before, patch.clone())?;
        on_tx!(tx, connection => {
            sqlx::query("update preferences set document = $2 where user_id = $1")
                .bind(user)
                .bind(&after)
                .execute(connection)
                .await
                .map(|_| ())
        })?;
        let settings = |document: &str| RecipientSettings::from_document(Some(document)).notifications;
        if settings(&after).allows_more_than(&settings(&before)) {
            (state.recheck_user)(tx, user, now).await?;
        }
        Ok(read(&after))
    })
}

/// Merges the patch into the stored JSON: groups key by key at every depth, everything else as a whole.
fn patch_document(stored: &str, patch: Preferences) -> Result<String, AppError> {
    let sensitivities = patch.air.as_ref().and_then(|air| air.sensitivities.clone()).unwrap_or_default();
    let mut document: Map<String, Value> =
        serde_json::from_str(stored).context("the stored preferences are not a JSON object")?;
    let Value::Object(patch) = serde_json::to_value(patch.with_unit_system()).map_err(anyhow::Error::from)? else {
        return Err(anyhow::anyhow!("preferences are not serialised as an object").into());
    };
    merge(&mut document, patch);
    if let Some(Value::Object(air)) = document.get_mut("air")
        && air.get("sync") != Some(&Value::Bool(true))
    {
        if !sensitivities.is_empty() {
            return Err(AppError::invalid("air.sensitivities", "Are stored only while air.sync is true"));
        }
        // They say something about the user's health: without consent nothing of it stays.
        air.remove("sensitivities");
    }
    Ok(serde_json::to_string(&document).map_err(anyhow::Error::from)?)
}

fn merge(group: &mut Map<String, Value>, changes: Map<String, Value>) {
    for (key, value) in changes {
        match (group.get_mut(&key), value) {
            (Some(Value::Object(group)), Value::Object(changes)) => merge(group, changes),
            (_, value) => {
                group.insert(key, value);
            }
        }
    }
}

fn read(document: &str) -> Preferences {
    let StoredDocument { value, unreadable } = StoredDocument::read(document);
    if !unreadable.is_empty() {
        tracing::warn!(?unreadable, "stored preferences have unreadable keys");
    }
    value
}
