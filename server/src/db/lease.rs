//! Leases: a row is claimed by moving its due time on, so that a claim held by a crashed process expires by itself.

use crate::db::{Db, Pool};
use crate::on_db;

/// Claims a job that one process at a time runs; true if no other process holds it. The claim expires at `until`.
pub async fn claim_job(db: &Db, name: &str, now: i64, until: i64) -> Result<bool, sqlx::Error> {
    let claimed = on_db!(db.writer(), pool => {
        sqlx::query(
            "insert into job_leases (name, expires_at) values ($1, $3)
             on conflict (name) do update set expires_at = excluded.expires_at where job_leases.expires_at <= $2",
        )
        .bind(name)
        .bind(now)
        .bind(until)
        .execute(pool)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(claimed > 0)
}

/// The end of a subquery that selects the rows of `table` to claim. On PostgreSQL several processes then share the rows
/// without waiting for each other; SQLite has one writer and no such clause.
pub fn skip_locked(db: &Db, table: &str) -> String {
    match db.writer() {
        Pool::Sqlite(_) => String::new(),
        Pool::Postgres(_) => format!("for update of {table} skip locked"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::settings::DatabaseUrl;

    #[tokio::test]
    async fn a_job_is_claimed_once_until_its_lease_expires() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::connect(&DatabaseUrl::Sqlite(folder.path().join("halcyon.db"))).await.unwrap();
        db.migrate().await.unwrap();
        assert!(claim_job(&db, "cells", 0, 60).await.unwrap());
        assert!(!claim_job(&db, "cells", 59, 119).await.unwrap());
        assert!(claim_job(&db, "zones", 59, 119).await.unwrap(), "another job is free");
        assert!(claim_job(&db, "cells", 60, 120).await.unwrap());
    }
}
