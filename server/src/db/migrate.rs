//! Runs the migrations.
//!
//! A version runs on the schema of a newer one, so that an update can be undone and an old process may restart during it.
//! A migration that ends this for older versions says so in `schema_support`.
//!
//! On PostgreSQL a statement that waits for an exclusive lock makes every later query of that table wait behind it. So a
//! migration gives up its place in the queue after a short time, lets the others pass, and tries again.

use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{Connection, Executor};

use super::Db;
use crate::on_db;

static SQLITE: LazyLock<Migrator> = LazyLock::new(|| beside_newer(sqlx::migrate!("./migrations/sqlite")));
static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| beside_newer(sqlx::migrate!("./migrations/postgres")));

const LOCK_TIMEOUT: &str = "set lock_timeout = '2s'";
/// PostgreSQL's code for a lock that was not available in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";
const PAUSE: Duration = Duration::from_millis(500);
/// About five minutes: another process may be migrating.
const MAX_TRIES: u32 = 120;

fn beside_newer(mut migrations: Migrator) -> Migrator {
    migrations.set_ignore_missing(true);
    migrations
}

fn migrations(db: &Db) -> &'static Migrator {
    match db {
        Db::Sqlite { .. } => &SQLITE,
        Db::Postgres(_) => &POSTGRES,
    }
}

pub fn count(db: &Db) -> usize {
    migrations(db).iter().count()
}

pub async fn run(db: &Db) -> anyhow::Result<()> {
    match db {
        Db::Sqlite { writer, .. } => migrations(db).run(writer).await?,
        Db::Postgres(postgres) => migrate_postgres(migrations(db), postgres.primary.driver()).await?,
    }
    let needed: i64 = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select needed_migration from schema_support").fetch_one(pool).await
    })?;
    let newest = migrations(db).iter().map(|migration| migration.version).max().unwrap_or_default();
    anyhow::ensure!(
        newest >= needed,
        "the database was changed by a newer version of Halcyon (migration {needed}), this one knows {newest}: \
         start the newer version, or restore a backup made before the update"
    );
    Ok(())
}

async fn migrate_postgres(migrations: &Migrator, pool: &PgPool) -> anyhow::Result<()> {
    for attempt in 1.. {
        // A connection per try, because its end also releases the lock on the list of migrations.
        let mut connection = PgConnection::connect_with(&pool.connect_options()).await?;
        connection.execute(LOCK_TIMEOUT).await?;
        let result = migrations.run(&mut connection).await.map_err(anyhow::Error::from);
        connection.close().await?;
        match result {
            Err(error) if is_locked_out(&error) && attempt < MAX_TRIES => {
                tracing::info!(attempt, "a migration waits for a lock and lets other queries pass");
                tokio::time::sleep(PAUSE).await;
            }
            result => return result,
        }
    }
    Ok(())
}

fn is_locked_out(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<sqlx::Error>());
    causes.any(|cause| {
        cause.as_database_error().and_then(|refused| refused.code()).is_some_and(|code| code == LOCK_NOT_AVAILABLE)
    })
}
