//! Deletes expired rows in batches: no statement holds many locks, and writers of the same table get their turn.

use sqlx::AssertSqlSafe;

use crate::db::{Db, Pool};

const BATCH: u64 = 5_000;

/// Deletes the rows of `table` for which `is_expired` holds; `$1` in it is `time`.
pub async fn delete_expired(db: &Db, table: &str, is_expired: &str, time: i64) -> Result<(), sqlx::Error> {
    while delete_batch(db, table, is_expired, time).await? == BATCH {}
    Ok(())
}

async fn delete_batch(db: &Db, table: &str, is_expired: &str, time: i64) -> Result<u64, sqlx::Error> {
    match db.writer() {
        Pool::Sqlite(pool) => {
            let sql = format!(
                "delete from {table} where rowid in (select rowid from {table} where {is_expired} limit {BATCH})"
            );
            sqlx::query(AssertSqlSafe(sql)).bind(time).execute(pool).await.map(|done| done.rows_affected())
        }
        Pool::Postgres(pool) => {
            // As an array, the addresses are looked up one by one instead of being joined with the whole table.
            let sql = format!(
                "delete from {table}
                 where ctid = any (array(select ctid from {table} where {is_expired} limit {BATCH} for update skip locked))"
            );
            sqlx::query(AssertSqlSafe(sql)).bind(time).execute(pool).await.map(|done| done.rows_affected())
        }
    }
}
