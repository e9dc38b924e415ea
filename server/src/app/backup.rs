//! `halcyon backup`: a copy of the SQLite database while it is in use, checked before it counts as one.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail, ensure};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use crate::settings::DatabaseUrl;
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// Writes the copy beside its place and moves it there only when it is whole; answers its size.
pub async fn back_up(database: &DatabaseUrl, file: &Path) -> anyhow::Result<u64> {
    let DatabaseUrl::Sqlite(source) = database else {
        bail!("this copies SQLite alone; for PostgreSQL use pg_dump, see docs/operations.md");
    };
    ensure!(source.exists(), "there is no database at {}", source.display());
    ensure!(!file.exists(), "{} exists already and is not overwritten", file.display());
    let half = with_suffix(file, ".part");
    let copied = copy(source, &half).await;
    if copied.is_err() {
        // Half a copy must not be taken for one.
        let _ = fs::remove_file(&half);
    }
    copied?;
    File::open(&half)?.sync_all()?;
    fs::rename(&half, file).with_context(|| format!("cannot write {}", file.display()))?;
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder)?.sync_all()?;
    }
    if let Err(error) = File::create(success_file(source)) {
        tracing::warn!(%error, "the backup is complete, but its time cannot be recorded for the metrics");
    }
    Ok(fs::metadata(file)?.len())
}

/// Nothing while there was no backup, and on PostgreSQL, which has its own tools.
pub fn expose(database: &DatabaseUrl, text: &mut Exposition) {
    const LAST_SUCCESS: &str = "halcyon_backup_last_success_timestamp_seconds";
    text.family(LAST_SUCCESS, MetricKind::Gauge, "When `halcyon backup` last succeeded, in seconds since 1970");
    let DatabaseUrl::Sqlite(source) = database else { return };
    let last_success = fs::metadata(success_file(source)).and_then(|file| file.modified()).ok();
    let since_1970 = last_success.and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
    if let Some(since_1970) = since_1970 {
        text.sample(LAST_SUCCESS, &[], since_1970.as_secs());
    }
}

/// Its time is that of the last backup. A file, since a backup changes nothing in the database.
fn success_file(database: &Path) -> PathBuf {
    with_suffix(database, ".last-backup")
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

async fn copy(source: &Path, copy: &Path) -> anyhow::Result<()> {
    // It contains all user data: readable by its owner only, from the first byte on.
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(copy)
        .with_context(|| format!("cannot write {}", copy.display()))?;
    let mut connection = open(source).await?;
    let migrations = count_migrations(&mut connection).await?;
    // One read transaction: writers go on, and the copy holds one moment.
    let target = copy.to_str().context("the name of the copy must be UTF-8")?;
    sqlx::query("vacuum into $1").bind(target).execute(&mut connection).await.context("the copy failed")?;
    connection.close().await?;
    check(copy, migrations).await
}

async fn check(copy: &Path, migrations: i64) -> anyhow::Result<()> {
    let mut connection = open(copy).await?;
    let said: Vec<String> = sqlx::query_scalar("pragma integrity_check").fetch_all(&mut connection).await?;
    ensure!(said == ["ok"], "the copy is damaged: {}", said.join("; "));
    let orphans = sqlx::query("pragma foreign_key_check").fetch_all(&mut connection).await?.len();
    ensure!(orphans == 0, "{orphans} rows of the copy belong to nothing");
    ensure!(count_migrations(&mut connection).await? == migrations, "the copy is not complete");
    Ok(connection.close().await?)
}

async fn open(path: &Path) -> anyhow::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).create_if_missing(false);
    options.connect().await.with_context(|| format!("cannot open {}", path.display()))
}

async fn count_migrations(connection: &mut SqliteConnection) -> anyhow::Result<i64> {
    let count = sqlx::query_scalar("select count(*) from _sqlx_migrations").fetch_one(connection).await;
    count.context("this is no database of Halcyon")
}
