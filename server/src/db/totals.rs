//! Counts of tables that grow, made by one process for all: counting reads the whole table.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::Db;
use crate::{on_db, on_lagging_db};

pub async fn store(db: &Db, name: &str, counts: &impl Serialize, now: i64) -> anyhow::Result<()> {
    let counts = serde_json::to_string(counts)?;
    on_db!(db.writer(), pool => sqlx::query(
        "insert into totals (name, counts, counted_at) values ($1, $2, $3)
         on conflict (name) do update set counts = excluded.counts, counted_at = excluded.counted_at",
    )
    .bind(name)
    .bind(counts)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ()))?;
    Ok(())
}

/// `None` if they are older than `since` or of another version.
pub async fn find<T: DeserializeOwned>(db: &Db, name: &str, since: i64) -> Result<Option<T>, sqlx::Error> {
    let counts: Option<String> = on_lagging_db!(db, pool => {
        sqlx::query_scalar("select counts from totals where name = $1 and counted_at >= $2")
            .bind(name)
            .bind(since)
            .fetch_optional(pool)
            .await
    })?;
    Ok(counts.and_then(|counts| serde_json::from_str(&counts).ok()))
}

/// When they were last stored.
pub async fn find_time(db: &Db, name: &str) -> Result<Option<i64>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_scalar("select counted_at from totals where name = $1").bind(name).fetch_optional(pool).await
    })
}
