//! The database: SQLite or PostgreSQL, chosen by the address, one SQL text for both.

mod connect;
pub mod expiry;
pub mod inline;
pub mod lease;
pub mod lists;
mod migrate;
pub mod outbox;
mod pool_watch;
mod pooler;
mod postgres_pool;
pub mod rate_limit;
pub mod replica;
pub mod retry;
mod row_stream;
pub mod shared_clock;
pub mod totals;
mod transaction;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use sqlx::sqlite::SqlitePool;

use self::connect::{connect_postgres, connect_sqlite, prepare_postgres};
use self::inline::{FromSqlite, InlineReader};
use self::pool_watch::{CHECK_INTERVAL, STUCK_AFTER};
pub use self::postgres_pool::{PostgresConnection, PostgresPool, PostgresTransaction};
use self::replica::Replica;
pub use self::transaction::Tx;
use crate::settings::{DatabaseUrl, PoolSizes, Secret};
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// Connections that do not close in this time are left to the end of the process.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Reader and writer are the same for PostgreSQL; SQLite has one writer, so that writers queue here and not in the file.
#[derive(Clone, Debug)]
pub enum Db {
    Sqlite { readers: SqlitePool, writer: SqlitePool, inline: Arc<InlineReader> },
    Postgres(Postgres),
}

/// The server that takes writes, and perhaps one that follows it.
#[derive(Clone, Debug)]
pub struct Postgres {
    primary: PostgresPool,
    /// Also to the primary.
    jobs: PostgresPool,
    replica: Option<Replica>,
}

/// One pool of either kind, to be opened by [`on_db!`](crate::on_db).
pub enum Pool<'a> {
    Sqlite(&'a SqlitePool),
    Postgres(&'a PostgresPool),
}

/// Runs the same expression against whichever database is in use.
///
/// `on_db!(db.reader(), pool => sqlx::query_as("select …").bind(id).fetch_optional(pool).await)`
#[macro_export]
macro_rules! on_db {
    ($pool:expr, $name:ident => $body:expr) => {
        match $pool {
            $crate::db::Pool::Sqlite($name) => $body,
            $crate::db::Pool::Postgres($name) => $body,
        }
    };
}

impl Db {
    pub async fn connect(url: &DatabaseUrl) -> anyhow::Result<Db> {
        Db::connect_with(url, PoolSizes::default()).await
    }

    pub async fn connect_with(url: &DatabaseUrl, sizes: PoolSizes) -> anyhow::Result<Db> {
        match url {
            DatabaseUrl::Sqlite(path) => connect_sqlite(path).await,
            DatabaseUrl::Postgres(url) => {
                let primary = connect_postgres(url, sizes.requests).await.context("DATABASE_URL")?;
                let jobs = prepare_postgres(url, sizes.jobs)?;
                Ok(Db::Postgres(Postgres { primary, jobs, replica: None }))
            }
        }
    }

    /// Reads that may lag go to a replica from now on, as far as it answers.
    pub fn with_replica(self, url: &Secret, sizes: PoolSizes) -> anyhow::Result<Db> {
        match self {
            Db::Postgres(postgres) => {
                let replica = prepare_postgres(url, sizes.replica).context("HALCYON_READ_DATABASE_URL")?;
                let replica = Replica::new(replica);
                Ok(Db::Postgres(Postgres { replica: Some(replica), ..postgres }))
            }
            Db::Sqlite { .. } => anyhow::bail!("HALCYON_READ_DATABASE_URL needs a PostgreSQL in DATABASE_URL"),
        }
    }

    /// The same database for background jobs, with connections of their own.
    pub fn for_jobs(&self) -> Db {
        match self {
            Db::Sqlite { .. } => self.clone(),
            Db::Postgres(postgres) => Db::Postgres(Postgres { primary: postgres.jobs.clone(), ..postgres.clone() }),
        }
    }

    /// An error if there is a connection pooler in between that cannot work.
    pub async fn refuse_transaction_pooler(&self) -> anyhow::Result<()> {
        match self {
            Db::Sqlite { .. } => Ok(()),
            Db::Postgres(postgres) => pooler::refuse_transaction_pooler(postgres.primary.driver()).await,
        }
    }

    /// Runs the migrations that are missing. Those of a newer version are left alone, so that this one can run on its
    /// schema: an error where that schema no longer supports it.
    pub async fn migrate(&self) -> anyhow::Result<()> {
        migrate::run(self).await
    }

    pub fn reader(&self) -> Pool<'_> {
        match self {
            Db::Sqlite { readers, .. } => Pool::Sqlite(readers),
            Db::Postgres(postgres) => Pool::Postgres(&postgres.primary),
        }
    }

    /// Rows of SQLite, read without a change of threads: for the few queries of every request. `None` means: ask the reader.
    pub fn read_inline<T: FromSqlite>(&self, query: &str, parameters: impl rusqlite::Params) -> Option<Vec<T>> {
        match self {
            Db::Sqlite { inline, .. } => inline.read(query, parameters),
            Db::Postgres(_) => None,
        }
    }

    /// For [`on_lagging_db!`](crate::on_lagging_db).
    pub fn replica(&self) -> Option<&Replica> {
        match self {
            Db::Sqlite { .. } => None,
            Db::Postgres(postgres) => postgres.replica.as_ref(),
        }
    }

    pub fn writer(&self) -> Pool<'_> {
        match self {
            Db::Sqlite { writer, .. } => Pool::Sqlite(writer),
            Db::Postgres(postgres) => Pool::Postgres(&postgres.primary),
        }
    }

    /// Begins a transaction; SQLite's takes the write lock at once instead of failing half-way.
    pub async fn begin(&self) -> Result<Tx, sqlx::Error> {
        match self.writer() {
            Pool::Sqlite(pool) => pool.begin_with("begin immediate").await.map(Tx::Sqlite),
            Pool::Postgres(pool) => pool.begin().await.map(Tx::Postgres),
        }
    }

    /// Checks every few seconds whether a pool is stuck; runs for ever.
    pub async fn watch_pools(&self) {
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            self.check_pools(STUCK_AFTER).await;
        }
    }

    /// Looks closer at pools that have given no connection for so long.
    pub async fn check_pools(&self, longest: Duration) {
        if let Db::Postgres(Postgres { primary, jobs, .. }) = self {
            tokio::join!(primary.watch().check(primary, longest), jobs.watch().check(jobs, longest));
        }
    }

    /// Whether a pool gave no connection at the last check although the database works. A file has no connections to lose.
    pub fn is_stuck(&self) -> bool {
        match self {
            Db::Sqlite { .. } => false,
            Db::Postgres(postgres) => [&postgres.primary, &postgres.jobs].iter().any(|pool| pool.watch().is_stuck()),
        }
    }

    /// Whether the database answers a question just now.
    pub async fn ping(&self) -> Result<(), sqlx::Error> {
        on_db!(self.reader(), pool => sqlx::query("select 1").execute(pool).await.map(|_| ()))
    }

    /// How many migrations it still lacks; an error where it does not answer or is damaged.
    pub async fn examine(&self) -> anyhow::Result<usize> {
        if let Db::Sqlite { readers, .. } = self {
            let said: String = sqlx::query_scalar("pragma quick_check(1)").fetch_one(readers).await?;
            anyhow::ensure!(said == "ok", "it is damaged: {said}");
        }
        self.ping().await?;
        let known = migrate::count(self);
        let counted: Result<i64, sqlx::Error> = on_db!(self.reader(), pool => {
            sqlx::query_scalar("select count(*) from _sqlx_migrations").fetch_one(pool).await
        });
        // An empty database has no list of migrations yet.
        Ok(known.saturating_sub(counted.unwrap_or(0) as usize))
    }

    /// Connection pool metrics.
    pub fn expose(&self, text: &mut Exposition) {
        let pools = match self {
            Db::Sqlite { readers, writer, .. } => vec![("readers", figures(readers)), ("writer", figures(writer))],
            Db::Postgres(Postgres { primary, jobs, replica }) => {
                let replica = replica.iter().map(|pool| ("replica", figures(pool.pool().driver())));
                [("primary", figures(primary.driver())), ("jobs", figures(jobs.driver()))]
                    .into_iter()
                    .chain(replica)
                    .collect()
            }
        };
        for (index, (name, meaning)) in POOL_FAMILIES.iter().enumerate() {
            text.family(name, MetricKind::Gauge, meaning);
            for (pool, figures) in &pools {
                text.sample(name, &[("pool", pool)], figures[index]);
            }
        }
    }

    /// How long this call waited for a connection of each pool: where all are in use, requests wait as long.
    pub async fn expose_waits(&self, text: &mut Exposition) -> Result<(), sqlx::Error> {
        const WAIT: &str = "halcyon_database_wait_seconds";
        const REPLICA_UP: &str = "halcyon_database_replica_up";
        let waits = match self {
            Db::Sqlite { readers, writer, .. } => {
                vec![("readers", wait(readers.acquire()).await?), ("writer", wait(writer.acquire()).await?)]
            }
            Db::Postgres(Postgres { primary, jobs, replica }) => {
                let mut waits =
                    vec![("primary", wait(primary.acquire()).await?), ("jobs", wait(jobs.acquire()).await?)];
                if let Some(replica) = replica {
                    let waited = replica.try_read(wait(replica.pool().acquire())).await;
                    text.gauge(
                        REPLICA_UP,
                        "Whether the read replica answered this scrape: 1 or 0",
                        u8::from(waited.is_some()),
                    );
                    waits.extend(waited.map(|waited| ("replica", waited)));
                }
                waits
            }
        };
        text.family(WAIT, MetricKind::Gauge, "How long this scrape waited for a connection of the pool");
        waits.iter().for_each(|(pool, wait)| text.sample(WAIT, &[("pool", pool)], wait.as_secs_f64()));
        Ok(())
    }

    /// Within a bounded time: a connection whose server fell silent would never close.
    pub async fn close(&self) {
        if tokio::time::timeout(CLOSE_TIMEOUT, self.close_all()).await.is_err() {
            tracing::warn!("some database connections did not close in time");
        }
    }

    async fn close_all(&self) {
        match self {
            Db::Sqlite { readers, writer, inline } => {
                inline.close();
                readers.close().await;
                writer.close().await;
            }
            Db::Postgres(Postgres { primary, jobs, replica }) => {
                primary.close().await;
                jobs.close().await;
                if let Some(replica) = replica {
                    replica.pool().close().await;
                }
            }
        }
    }
}

const POOL_FAMILIES: [(&str, &str); 3] = [
    ("halcyon_database_connections_max", "Connections a pool may open"),
    ("halcyon_database_connections_open", "Connections that are open"),
    ("halcyon_database_connections_idle", "Open connections that are not in use"),
];

async fn wait<C>(acquired: impl Future<Output = Result<C, sqlx::Error>>) -> Result<Duration, sqlx::Error> {
    let asked_at = Instant::now();
    acquired.await?;
    Ok(asked_at.elapsed())
}

fn figures<D: sqlx::Database>(pool: &sqlx::Pool<D>) -> [u64; 3] {
    [u64::from(pool.options().get_max_connections()), u64::from(pool.size()), pool.num_idle() as u64]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::on_db_transaction;

    async fn pragma(pool: &SqlitePool, name: &'static str) -> i64 {
        sqlx::query_scalar(name).fetch_one(pool).await.unwrap()
    }

    #[tokio::test]
    async fn sqlite_promises_durability_and_referential_integrity() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::connect(&DatabaseUrl::Sqlite(folder.path().join("new/halcyon.db"))).await.unwrap();
        let Db::Sqlite { writer, readers, .. } = &db else { unreachable!() };
        assert_eq!(pragma(writer, "pragma synchronous").await, 2, "FULL");
        assert_eq!(pragma(writer, "pragma foreign_keys").await, 1);
        assert_eq!(pragma(readers, "pragma query_only").await + pragma(readers, "pragma foreign_keys").await, 1);
        let mode: String = sqlx::query_scalar("pragma journal_mode").fetch_one(writer).await.unwrap();
        assert_eq!(mode, "wal");
    }

    #[tokio::test]
    async fn a_failed_transaction_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::connect(&DatabaseUrl::Sqlite(folder.path().join("halcyon.db"))).await.unwrap();
        on_db!(db.writer(), pool => sqlx::query("create table notes (text text)").execute(pool).await.map(|_| ()))
            .unwrap();
        let failed: Result<(), sqlx::Error> = async {
            on_db_transaction!(db, transaction => {
                sqlx::query("insert into notes values ('half')").execute(&mut *transaction).await?;
                Err(sqlx::Error::RowNotFound)
            })
        }
        .await;
        assert!(failed.is_err());
        let count: i64 =
            on_db!(db.reader(), pool => sqlx::query_scalar("select count(*) from notes").fetch_one(pool).await)
                .unwrap();
        assert_eq!(count, 0);
    }
}
