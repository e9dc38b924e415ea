//! The table of cells to check: kept in step with the saved places, and marked due when something changes.

use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder};

use crate::alerts::model::cell::Cell;
use crate::db::lists::BindLists;
use crate::db::{Db, Tx, totals};
use crate::session::UserId;
use crate::{on_db, on_lagging_db, on_tx};

const CELLS_PER_STATEMENT: usize = 5_000;
/// A user who keeps changing their settings causes at most one check per cell in this time.
const RECHECK_MILLISECONDS: i64 = 60_000;
/// A cell that was checked longer ago counts as skipped: twice the longest interval between two forecast checks.
const SKIPPED_AFTER_MS: i64 = 2 * 3_600_000;
/// Older counts are not used: the jobs of all processes may have stopped.
const MAX_COUNT_AGE_MS: i64 = 180_000;
const TOTAL: &str = "alert cells";

/// A statement about some cells, which `sql` joins by the name `cells`: SQLite uses no index for a list of pairs.
pub fn query_cells<D: BindLists>(sql: &str, cells: &[Cell]) -> QueryBuilder<D> {
    let pairs: Vec<(i64, i64)> = cells.iter().map(|cell| (cell.latitude_e2, cell.longitude_e2)).collect();
    let mut query = QueryBuilder::new("with cells (latitude_e2, longitude_e2) as (");
    D::push_pairs(&mut query, &pairs);
    query.push(") ").push(sql);
    query
}

/// Locks rows in one order, so that two transactions that change some of the same cells never deadlock. SQLite has one
/// writer and needs no lock.
pub async fn lock_cells(tx: &mut Tx, cells: &[Cell]) -> Result<(), sqlx::Error> {
    let Tx::Postgres(transaction) = tx else { return Ok(()) };
    if cells.is_empty() {
        return Ok(());
    }
    query_cells(
        "select from cells join alert_cells using (latitude_e2, longitude_e2)
         order by latitude_e2, longitude_e2 for no key update of alert_cells",
        cells,
    )
    .build()
    .execute(&mut **transaction)
    .await
    .map(|_| ())
}

/// Recounts the places and users of the cells in which a place was changed at `since` or later, or of all cells; a cell
/// where the counts changed becomes due, one without any place is deleted. The cell of a place that was deleted or moved
/// away is not found by its time. Unchanged cells are not part of the insert: PostgreSQL would lock every one of them and
/// wait for the process that checks it.
pub async fn sync_cells(db: &Db, since: Option<i64>, now: i64) -> Result<(), sqlx::Error> {
    // Two texts of each, because no index serves a time that may be any.
    let (counted, is_changed) = match since {
        Some(_) => (
            "(select distinct cell_latitude_e2, cell_longitude_e2 from locations where updated_at >= $2) as changed
                 join locations using (cell_latitude_e2, cell_longitude_e2)",
            "(latitude_e2, longitude_e2) in (
                 select cell_latitude_e2, cell_longitude_e2 from locations where updated_at >= $1) and",
        ),
        None => ("locations", ""),
    };
    let upsert = format!(
        "insert into alert_cells
             (latitude_e2, longitude_e2, user_count, location_count, changed_at, due_at, forecast_due_at, hazards)
         select latitude_e2, longitude_e2, user_count, location_count, changed_at, $1, $1, '[]' from (
             select cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2,
                 count(distinct user_id) as user_count, count(*) as location_count, max(updated_at) as changed_at
             from {counted} where alerts_enabled group by cell_latitude_e2, cell_longitude_e2) as counted
         where not exists (
             select 1 from alert_cells
             where alert_cells.latitude_e2 = counted.latitude_e2 and alert_cells.longitude_e2 = counted.longitude_e2
                 and alert_cells.user_count = counted.user_count and alert_cells.location_count = counted.location_count
                 and alert_cells.changed_at = counted.changed_at)
         order by latitude_e2, longitude_e2
         on conflict (latitude_e2, longitude_e2) do update set
             user_count = excluded.user_count, location_count = excluded.location_count,
             changed_at = excluded.changed_at, due_at = $1"
    );
    let delete = format!(
        "delete from alert_cells where {is_changed} not exists (
             select 1 from locations where alerts_enabled and cell_latitude_e2 = alert_cells.latitude_e2
                 and cell_longitude_e2 = alert_cells.longitude_e2)"
    );
    on_db!(db.writer(), pool => {
        let (upsert, delete) = (sqlx::query(AssertSqlSafe(upsert)).bind(now), sqlx::query(AssertSqlSafe(delete)));
        let (upsert, delete) = match since {
            Some(since) => (upsert.bind(since), delete.bind(since)),
            None => (upsert, delete),
        };
        upsert.execute(pool).await?;
        delete.execute(pool).await.map(|_| ())
    })
}

/// Makes cells due now; they come in the order of [`list_cells`], in which they are locked.
pub async fn make_due(tx: &mut Tx, cells: &[Cell], now: i64) -> Result<(), sqlx::Error> {
    for chunk in cells.chunks(CELLS_PER_STATEMENT) {
        lock_cells(tx, chunk).await?;
        on_tx!(tx, connection => {
            query_cells("update alert_cells set due_at = ", chunk)
                .push_bind(now)
                .push(" from cells where alert_cells.latitude_e2 = cells.latitude_e2
                     and alert_cells.longitude_e2 = cells.longitude_e2 and due_at > ")
                .push_bind(now)
                .build()
                .execute(connection)
                .await
                .map(|_| ())
        })?;
    }
    Ok(())
}

/// Makes the cells of a user's places due at the end of this minute: after a change of their settings, an alert that is
/// already in force may have to be notified.
pub async fn recheck_user(tx: &mut Tx, user: UserId, now: i64) -> Result<(), sqlx::Error> {
    if let Tx::Postgres(transaction) = tx {
        // In the same order as `lock_cells`.
        sqlx::query(
            "select from alert_cells
             where (latitude_e2, longitude_e2) in (
                 select cell_latitude_e2, cell_longitude_e2 from locations where user_id = $1 and alerts_enabled)
             order by latitude_e2, longitude_e2 for no key update",
        )
        .bind(user)
        .execute(&mut **transaction)
        .await?;
    }
    on_tx!(tx, connection => sqlx::query(
        "update alert_cells set due_at = $2
         where due_at > $2 and (latitude_e2, longitude_e2) in (
             select cell_latitude_e2, cell_longitude_e2 from locations where user_id = $1 and alerts_enabled)",
    )
    .bind(user)
    .bind((now / RECHECK_MILLISECONDS + 1) * RECHECK_MILLISECONDS)
    .execute(connection)
    .await
    .map(|_| ()))
}

/// In the order in which they are locked.
pub async fn list_cells(db: &Db) -> Result<Vec<Cell>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select latitude_e2, longitude_e2 from alert_cells order by latitude_e2, longitude_e2")
            .fetch_all(pool)
            .await
    })
}

/// An elevation of the places of a cell; `None` for places whose elevation is not known.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct CellElevation {
    #[sqlx(flatten)]
    pub cell: Cell,
    pub elevation: Option<i64>,
}

/// The elevations of the places in these cells, each once per cell.
pub async fn list_elevations(db: &Db, cells: &[Cell]) -> Result<Vec<CellElevation>, sqlx::Error> {
    on_db!(db.reader(), pool => query_cells(
        "select distinct cells.latitude_e2, cells.longitude_e2, elevation from cells
             join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
         where alerts_enabled",
        cells,
    )
    .build_query_as()
    .fetch_all(pool)
    .await)
}

/// Cells whose zones were never looked up, those with most users first.
pub async fn list_cells_without_zones(db: &Db, limit: i64) -> Result<Vec<Cell>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select latitude_e2, longitude_e2 from alert_cells where not exists (
             select 1 from alert_zones where alert_zones.latitude_e2 = alert_cells.latitude_e2
                 and alert_zones.longitude_e2 = alert_cells.longitude_e2)
         order by user_count desc limit $1",
    )
    .bind(limit)
    .fetch_all(pool)
    .await)
}

/// How many cells there are, and how many cells and users have been without a forecast check for too long.
#[derive(Clone, Copy, Debug, FromRow, Serialize, Deserialize)]
pub struct CellCounts {
    pub cells: i64,
    pub skipped_cells: i64,
    pub skipped_users: i64,
}

/// The counts of the last few minutes.
pub async fn find_counts(db: &Db, now: i64) -> Result<CellCounts, sqlx::Error> {
    match totals::find(db, TOTAL, now - MAX_COUNT_AGE_MS).await? {
        Some(counts) => Ok(counts),
        None => count_cells(db, now).await,
    }
}

/// Counts the cells for all processes.
pub async fn store_counts(db: &Db, now: i64) -> anyhow::Result<()> {
    totals::store(db, TOTAL, &count_cells(db, now).await?, now).await
}

/// When the cells were last counted.
pub async fn find_counted_at(db: &Db) -> Result<Option<i64>, sqlx::Error> {
    totals::find_time(db, TOTAL).await
}

async fn count_cells(db: &Db, now: i64) -> Result<CellCounts, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select count(*) as cells,
                count(case when coalesce(forecast_at, 0) < $1 then 1 end) as skipped_cells,
                cast(coalesce(sum(case when coalesce(forecast_at, 0) < $1 then user_count else 0 end), 0) as bigint) as skipped_users
         from alert_cells",
    )
    .bind(now - SKIPPED_AFTER_MS)
    .fetch_one(pool)
    .await)
}

/// The earliest due times of all cells.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct NextDue {
    pub due_at: Option<i64>,
    pub forecast_due_at: Option<i64>,
}

/// Each of the two is the first entry of an index; asked for together, SQLite would read all cells.
pub async fn find_next_due(db: &Db) -> Result<NextDue, sqlx::Error> {
    on_lagging_db!(db, pool => sqlx::query_as(
        "select (select min(due_at) from alert_cells) as due_at,
                (select min(forecast_due_at) from alert_cells) as forecast_due_at",
    )
    .fetch_one(pool)
    .await)
}
