//! Growth: what was once more than proportional to its input. Ten times the rows cost at most twelve times the time.
//!
//! `TEST_POSTGRES_URL` names a PostgreSQL to measure besides SQLite.

mod backlog;
mod cells;
mod clean_up;

use std::time::{Duration, Instant};

use halcyon::app::App;
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::on_db;
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use crate::accounts::people::fresh_postgres;
use crate::alerts::services::Services;
use crate::alerts::{application, areas};
use crate::load::{Limit, beside};

pub const TENFOLD: i64 = 10;
const MOST: f64 = 12.0;

/// Where each measurement gets a database of its own.
pub struct Databases {
    postgres: Option<String>,
    folder: tempfile::TempDir,
}

impl Databases {
    async fn fresh(&self) -> anyhow::Result<String> {
        match &self.postgres {
            Some(server) => fresh_postgres(server).await,
            None => Ok(format!("sqlite://{}/{}.db", self.data(), uuid::Uuid::new_v4().simple())),
        }
    }

    fn data(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// An application on an empty database, before stand-ins for all services.
    pub async fn application(&self) -> anyhow::Result<(App, Services, Clock)> {
        let (services, clock) = (Services::start().await?, Clock::manual(Timestamp::now()));
        let app = application(&self.fresh().await?, &self.data(), &services, clock.clone()).await?;
        Ok((app, services, clock))
    }
}

pub async fn measure() -> anyhow::Result<()> {
    let servers = [None, std::env::var("TEST_POSTGRES_URL").ok()];
    for postgres in servers.iter().take(if servers[1].is_some() { 2 } else { 1 }) {
        let name = if postgres.is_some() { "PostgreSQL" } else { "SQLite" };
        println!("\n{name}: ten times the rows");
        let databases = Databases { postgres: postgres.clone(), folder: tempfile::tempdir()? };
        backlog::measure(&databases).await?;
        cells::measure(&databases).await?;
        clean_up::measure(&databases).await?;
    }
    println!("\nten times the areas and ten times the cells");
    let small = areas::time_of(300, 10_000);
    compare("areas of cells", small, areas::time_of(3_000, 100_000));
    Ok(())
}

pub fn compare(what: &str, small: Duration, large: Duration) {
    println!("  {what}: {:.1} ms and {:.1} ms", small.as_secs_f64() * 1e3, large.as_secs_f64() * 1e3);
    let times = large.as_secs_f64() / small.as_secs_f64().max(1e-6);
    beside(&format!("{what}, ten times as many beside one"), times, "times", Limit::AtMost(MOST));
}

pub async fn timed<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<Duration> {
    let began = Instant::now();
    work.await?;
    Ok(began.elapsed())
}

/// Runs a statement that fills a table; `{id}` is a random id and `{numbers}` a table with a column `i` of so many rows.
pub async fn fill(db: &Db, statement: &str, count: i64) -> anyhow::Result<()> {
    let (id, numbers) = match db {
        Db::Sqlite { .. } => (
            "randomblob(16)",
            format!(
                "(with recursive n(i) as (select 1 union all select i + 1 from n where i < {count}) select i from n) as numbers"
            ),
        ),
        Db::Postgres(_) => ("gen_random_uuid()", format!("generate_series(1, {count}) as numbers (i)")),
    };
    let sql = statement.replace("{id}", id).replace("{numbers}", &numbers);
    on_db!(db.writer(), pool => sqlx::query(AssertSqlSafe(sql)).execute(pool).await.map(|_| ()))?;
    on_db!(db.writer(), pool => sqlx::query("analyze").execute(pool).await.map(|_| ()))?;
    Ok(())
}
