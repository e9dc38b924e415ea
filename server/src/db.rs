//! The database: SQLite or PostgreSQL, chosen by the address, one SQL text for both.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};

use crate::settings::DatabaseUrl;

static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("./migrations/sqlite");
static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("./migrations/postgres");

const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;

/// Both pools are the same for PostgreSQL; SQLite has one writer, so that writers queue here and not in the file.
#[derive(Clone, Debug)]
pub enum Db {
    Sqlite { readers: SqlitePool, writer: SqlitePool },
    Postgres(PgPool),
}

/// One pool of either kind, to be opened by [`on_db!`](crate::on_db).
pub enum Pool<'a> {
    Sqlite(&'a SqlitePool),
    Postgres(&'a PgPool),
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

/// Runs an expression inside a transaction and commits it when it is `Ok`.
///
/// SQLite's is immediate: it takes the write lock at once instead of failing half-way.
#[macro_export]
macro_rules! on_db_transaction {
    ($db:expr, $name:ident => $body:expr) => {
        match $db.writer() {
            $crate::db::Pool::Sqlite(pool) => {
                let mut $name = pool.begin_with("begin immediate").await?;
                let answer = $body;
                if answer.is_ok() {
                    $name.commit().await?;
                }
                answer
            }
            $crate::db::Pool::Postgres(pool) => {
                let mut $name = pool.begin().await?;
                let answer = $body;
                if answer.is_ok() {
                    $name.commit().await?;
                }
                answer
            }
        }
    };
}

impl Db {
    pub async fn connect(url: &DatabaseUrl) -> anyhow::Result<Db> {
        match url {
            DatabaseUrl::Sqlite(path) => connect_sqlite(path).await,
            DatabaseUrl::Postgres(url) => {
                let options = PgConnectOptions::from_str(url.expose()).context("DATABASE_URL")?;
                let pool = PgPoolOptions::new()
                    .max_connections(POSTGRES_CONNECTIONS)
                    .acquire_timeout(ACQUIRE_TIMEOUT)
                    .connect_with(options)
                    .await
                    .context("PostgreSQL does not answer")?;
                Ok(Db::Postgres(pool))
            }
        }
    }

    pub async fn migrate(&self) -> anyhow::Result<()> {
        match self {
            Db::Sqlite { writer, .. } => SQLITE_MIGRATIONS.run(writer).await?,
            Db::Postgres(pool) => POSTGRES_MIGRATIONS.run(pool).await?,
        }
        Ok(())
    }

    pub fn reader(&self) -> Pool<'_> {
        match self {
            Db::Sqlite { readers, .. } => Pool::Sqlite(readers),
            Db::Postgres(pool) => Pool::Postgres(pool),
        }
    }

    pub fn writer(&self) -> Pool<'_> {
        match self {
            Db::Sqlite { writer, .. } => Pool::Sqlite(writer),
            Db::Postgres(pool) => Pool::Postgres(pool),
        }
    }

    /// Whether the database answers a question just now.
    pub async fn ping(&self) -> Result<(), sqlx::Error> {
        on_db!(self.reader(), pool => sqlx::query("select 1").execute(pool).await.map(|_| ()))
    }

    pub async fn close(&self) {
        match self {
            Db::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
            Db::Postgres(pool) => pool.close().await,
        }
    }
}

async fn connect_sqlite(path: &Path) -> anyhow::Result<Db> {
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
        .connect_with(options.clone())
        .await
        .with_context(|| format!("cannot open {}", path.display()))?;
    let readers = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_with(options.read_only(true))
        .await?;
    Ok(Db::Sqlite { readers, writer })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    async fn pragma(pool: &SqlitePool, name: &'static str) -> i64 {
        sqlx::query_scalar(name).fetch_one(pool).await.unwrap()
    }

    #[tokio::test]
    async fn sqlite_promises_durability_and_referential_integrity() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::connect(&DatabaseUrl::Sqlite(folder.path().join("new/halcyon.db"))).await.unwrap();
        let Db::Sqlite { writer, readers } = &db else { unreachable!() };
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
