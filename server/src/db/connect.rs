//! Opens the pools.
//!
//! A PostgreSQL whose host fell silent (a lost machine, a moved address, a firewall that forgot the connection) sends
//! neither an answer nor an end. Without limits each such connection would stay taken for ever, until none is left.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Executor};

use super::Db;
use super::inline::InlineReader;
use super::postgres_pool::PostgresPool;
use crate::settings::Secret;

const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 4;
/// A process that hangs or loses its network keeps the locks of its open transaction: PostgreSQL ends transactions that
/// are idle for longer than any request takes. Set by a statement, because poolers refuse start-up options.
const END_ABANDONED: &str = "set idle_in_transaction_session_timeout = '60s'";
/// A connection that does not answer in this time is closed. Several of them must fit into [`ACQUIRE_TIMEOUT`].
const PING_TIMEOUT: Duration = Duration::from_secs(1);
/// A connection that was used more recently is taken without a ping, which would double the messages of a short query.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// Opens a connection, so that a wrong address is found at once.
pub async fn connect_postgres(url: &Secret, connections: u32) -> anyhow::Result<PostgresPool> {
    let options = PgConnectOptions::from_str(url.expose())?;
    let pool = postgres_pool(connections).connect_with(options).await.context("PostgreSQL does not answer")?;
    Ok(PostgresPool::new(pool))
}

/// Opens none until it is needed.
pub fn prepare_postgres(url: &Secret, connections: u32) -> anyhow::Result<PostgresPool> {
    let options = PgConnectOptions::from_str(url.expose())?;
    Ok(PostgresPool::new(postgres_pool(connections).connect_lazy_with(options)))
}

fn postgres_pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|connection, _| Box::pin(async { connection.execute(END_ABANDONED).await.map(|_| ()) }))
        .test_before_acquire(false)
        .before_acquire(|connection, used| {
            let is_trusted = used.idle_for < TRUSTED_IDLE;
            Box::pin(async move { if is_trusted { Ok(true) } else { answers(connection).await } })
        })
}

pub async fn connect_sqlite(path: &Path) -> anyhow::Result<Db> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // NORMAL would survive a crash of ours, not a power cut.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        // On a full disk SQLite itself rolls back. The driver's count of open transactions then never comes down again,
        // and every later write would fail: such a connection is replaced.
        .before_acquire(|connection, _| {
            let is_sound = !connection.is_in_transaction();
            Box::pin(async move { Ok(is_sound) })
        })
        .connect_with(options.clone())
        .await
        .with_context(|| format!("cannot open {}", path.display()))?;
    let readers = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // A file needs no ping, which is a hop to another thread and back.
        .test_before_acquire(false)
        .connect_with(options.read_only(true))
        .await?;
    Ok(Db::Sqlite { readers, writer, inline: Arc::new(InlineReader::new(path)) })
}

/// An error closes the connection at once, without a farewell that its server would have to receive.
async fn answers(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    match tokio::time::timeout(PING_TIMEOUT, connection.ping()).await {
        Ok(answer) => answer.map(|()| true),
        Err(_) => Err(sqlx::Error::Protocol("the database did not answer in time".to_owned())),
    }
}
