//! Recognises a connection pooler that gives each transaction another session, as PgBouncer does with `pool_mode =
//! transaction`. Prepared statements and the lock of the migrations belong to a session: they would fail now and then.

use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{Connection, Executor, Row};

/// Where the two connections cannot be had in this time, nothing is known, and the start goes on.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);
const SESSION: &str = "select pg_backend_pid()";

/// An error that says what to set, if the pool's address leads to such a pooler.
pub async fn refuse_transaction_pooler(pool: &PgPool) -> anyhow::Result<()> {
    if let Ok(Ok(true)) = tokio::time::timeout(PROBE_TIMEOUT, changes_session(pool)).await {
        anyhow::bail!(
            "DATABASE_URL leads to a connection pooler in transaction mode, which loses prepared statements and locks \
             between two statements: set pool_mode = session in PgBouncer, or name PostgreSQL itself"
        );
    }
    Ok(())
}

/// Whether a connection is in another session after a second connection has begun a transaction, for which such a pooler
/// takes the session that was used last. Without prepared statements, which may already fail.
async fn changes_session(pool: &PgPool) -> Result<bool, sqlx::Error> {
    let mut first = PgConnection::connect_with(&pool.connect_options()).await?;
    let mut second = PgConnection::connect_with(&pool.connect_options()).await?;
    let before = session_of(&mut first).await?;
    second.execute("begin").await?;
    let after = session_of(&mut first).await?;
    second.execute("rollback").await?;
    first.close().await?;
    second.close().await?;
    Ok(before != after)
}

async fn session_of(connection: &mut PgConnection) -> Result<i32, sqlx::Error> {
    sqlx::raw_sql(SESSION).fetch_one(connection).await?.try_get(0)
}
