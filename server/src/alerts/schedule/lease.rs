//! Leases of cells, shared by any number of processes: claiming a cell advances its due time. If the process crashes, the
//! lease expires at that time and another process claims the cell.

use std::collections::VecDeque;

use sqlx::{AssertSqlSafe, FromRow};

use super::cells::{lock_cells, query_cells};
use crate::alerts::model::cell::Cell;
use crate::db::lease::skip_locked;
use crate::db::{Db, Tx};
use crate::{in_transaction, on_db, on_tx};

const LEASE_MILLISECONDS: i64 = 120_000;
/// A lease is shorter by a random part of this, so that two claims of a cell in the same millisecond differ.
const LEASE_VARIATION_MILLISECONDS: i64 = 10_000;
/// Due cells read at once: listing scans all due cells, so one list serves many claims.
const LIST_LIMIT: i64 = 10_000;

/// The two jobs a cell is due for, each with its own lease.
#[derive(Clone, Copy)]
pub enum CellJob {
    Notify,
    HazardCheck,
}

impl CellJob {
    fn column(self) -> &'static str {
        match self {
            CellJob::Notify => "due_at",
            CellJob::HazardCheck => "forecast_due_at",
        }
    }
}

#[derive(Clone, Debug, FromRow)]
pub struct LeasedCell {
    #[sqlx(flatten)]
    pub cell: Cell,
    pub user_count: i64,
    /// The hazards found by the last forecast check, as JSON.
    pub hazards: String,
    /// When the lease expires. If the due time is another by then, something changed and the cell is due again.
    pub leased_until: i64,
}

/// Claims the due cells of one job in batches, those with most users first.
pub struct CellLeases {
    job: CellJob,
    due: VecDeque<Cell>,
}

impl CellLeases {
    pub fn new(job: CellJob) -> CellLeases {
        CellLeases { job, due: VecDeque::new() }
    }

    /// Claims the next cells; none when no free cell is due.
    pub async fn claim(&mut self, db: &Db, limit: usize, now: i64) -> Result<Vec<LeasedCell>, sqlx::Error> {
        let leased = self.claim_listed(db, limit, now).await?;
        if !leased.is_empty() {
            return Ok(leased);
        }
        // Listed once per call: cells locked by another process would be listed again and again until they are released.
        self.due = list_due(db, self.job, now).await?.into();
        self.claim_listed(db, limit, now).await
    }

    /// Skips cells that another process claimed first.
    async fn claim_listed(&mut self, db: &Db, limit: usize, now: i64) -> Result<Vec<LeasedCell>, sqlx::Error> {
        while !self.due.is_empty() {
            let next: Vec<Cell> = self.due.drain(..limit.min(self.due.len())).collect();
            let leased = claim_cells(db, self.job, &next, now).await?;
            if !leased.is_empty() {
                return Ok(leased);
            }
        }
        Ok(Vec::new())
    }
}

async fn list_due(db: &Db, job: CellJob, now: i64) -> Result<Vec<Cell>, sqlx::Error> {
    let sql = format!(
        "select latitude_e2, longitude_e2 from alert_cells where {} <= $1 order by user_count desc limit $2",
        job.column()
    );
    on_db!(db.writer(), pool => {
        sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(LIST_LIMIT).fetch_all(pool).await
    })
}

/// Claims those of the cells that are still due and not locked by another process.
async fn claim_cells(db: &Db, job: CellJob, cells: &[Cell], now: i64) -> Result<Vec<LeasedCell>, sqlx::Error> {
    let column = job.column();
    let leased_until = now + LEASE_MILLISECONDS - rand::random_range(0..LEASE_VARIATION_MILLISECONDS);
    let claim = format!(
        " {skip_locked})
         update alert_cells set {column} = ",
        skip_locked = skip_locked(db, "alert_cells"),
    );
    let mut leased: Vec<LeasedCell> = on_db!(db.writer(), pool => {
        query_cells(
            ", free as (
                 select alert_cells.latitude_e2, alert_cells.longitude_e2 from cells
                     join alert_cells on alert_cells.latitude_e2 = cells.latitude_e2
                         and alert_cells.longitude_e2 = cells.longitude_e2
                 where ",
            cells,
        )
        .push(column)
        .push(" <= ")
        .push_bind(now)
        .push(&claim)
        .push_bind(leased_until)
        .push(
            " from free
             where alert_cells.latitude_e2 = free.latitude_e2 and alert_cells.longitude_e2 = free.longitude_e2
             returning alert_cells.latitude_e2, alert_cells.longitude_e2, user_count, hazards, ",
        )
        .push(column)
        .push(" as leased_until")
        .build_query_as()
        .fetch_all(pool)
        .await
    })?;
    // An update returns its rows in no particular order.
    leased.sort_by_key(|leased| std::cmp::Reverse(leased.user_count));
    Ok(leased)
}

/// Those of the cells that did not become due again and were not claimed by another process since they were leased.
pub async fn list_held(tx: &mut Tx, cells: &[Cell], leased_until: i64) -> Result<Vec<Cell>, sqlx::Error> {
    on_tx!(tx, connection => {
        query_cells(
            "select alert_cells.latitude_e2, alert_cells.longitude_e2 from cells
                 join alert_cells on alert_cells.latitude_e2 = cells.latitude_e2
                     and alert_cells.longitude_e2 = cells.longitude_e2
             where due_at = ",
            cells,
        )
        .push_bind(leased_until)
        .build_query_as()
        .fetch_all(connection)
        .await
    })
}

/// Ends notification leases inside the caller's transaction. A cell that became due meanwhile stays due.
pub async fn finish_notify(tx: &mut Tx, cells: &[Cell], leased_until: i64, next_at: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        query_cells("update alert_cells set due_at = ", cells)
            .push_bind(next_at)
            .push(" from cells where alert_cells.latitude_e2 = cells.latitude_e2
                 and alert_cells.longitude_e2 = cells.longitude_e2 and due_at = ")
            .push_bind(leased_until)
            .build()
            .execute(connection)
            .await
            .map(|_| ())
    })
}

/// The outcome of a hazard check.
pub struct CheckedCell {
    pub leased: LeasedCell,
    /// The hazards found, as JSON; `None` if they are unchanged.
    pub hazards: Option<String>,
}

/// Ends leases of hazard checks; a cell whose hazards changed is due for notification at once.
pub async fn finish_hazard_checks(db: &Db, checked: &[CheckedCell], next_at: i64, now: i64) -> Result<(), sqlx::Error> {
    if checked.is_empty() {
        return Ok(());
    }
    let cells: Vec<Cell> = checked.iter().map(|checked| checked.leased.cell).collect();
    in_transaction!(db, tx => {
        lock_cells(tx, &cells).await?;
        match tx {
            Tx::Sqlite(transaction) => {
                for CheckedCell { leased, hazards } in checked {
                    sqlx::query(
                        "update alert_cells set forecast_at = $3, forecast_due_at = $4, hazards = coalesce($5, hazards),
                             due_at = case when $5 is null or due_at < $3 then due_at else $3 end
                         where latitude_e2 = $1 and longitude_e2 = $2",
                    )
                    .bind(leased.cell.latitude_e2)
                    .bind(leased.cell.longitude_e2)
                    .bind(now)
                    .bind(next_at)
                    .bind(hazards)
                    .execute(&mut **transaction)
                    .await?;
                }
            }
            // As arrays: one message and one statement text, however many cells there are.
            Tx::Postgres(transaction) => {
                let (latitudes, longitudes) = coordinates(&cells);
                let hazards: Vec<Option<&str>> = checked.iter().map(|checked| checked.hazards.as_deref()).collect();
                sqlx::query(
                    "update alert_cells set forecast_at = $4, forecast_due_at = $5,
                         hazards = coalesce(checked.hazards, alert_cells.hazards),
                         due_at = case when checked.hazards is null or due_at < $4 then due_at else $4 end
                     from unnest($1::bigint[], $2::bigint[], $3::text[]) as checked (latitude_e2, longitude_e2, hazards)
                     where alert_cells.latitude_e2 = checked.latitude_e2
                         and alert_cells.longitude_e2 = checked.longitude_e2",
                )
                .bind(latitudes)
                .bind(longitudes)
                .bind(hazards)
                .bind(now)
                .bind(next_at)
                .execute(&mut **transaction)
                .await?;
            }
        }
        Ok(())
    })
}

fn coordinates(cells: &[Cell]) -> (Vec<i64>, Vec<i64>) {
    cells.iter().map(|cell| (cell.latitude_e2, cell.longitude_e2)).unzip()
}

/// Ends leases of hazard checks for which no forecast could be had.
pub async fn postpone_hazard_checks(db: &Db, leased: &[LeasedCell], next_at: i64) -> Result<(), sqlx::Error> {
    if leased.is_empty() {
        return Ok(());
    }
    let cells: Vec<Cell> = leased.iter().map(|leased| leased.cell).collect();
    in_transaction!(db, tx => {
        lock_cells(tx, &cells).await?;
        match tx {
            Tx::Sqlite(transaction) => {
                let sql = "update alert_cells set forecast_due_at = $3 where latitude_e2 = $1 and longitude_e2 = $2";
                for cell in &cells {
                    let update = sqlx::query(sql).bind(cell.latitude_e2).bind(cell.longitude_e2).bind(next_at);
                    update.execute(&mut **transaction).await?;
                }
            }
            Tx::Postgres(transaction) => {
                let (latitudes, longitudes) = coordinates(&cells);
                sqlx::query(
                    "update alert_cells set forecast_due_at = $3
                     from unnest($1::bigint[], $2::bigint[]) as late (latitude_e2, longitude_e2)
                     where alert_cells.latitude_e2 = late.latitude_e2 and alert_cells.longitude_e2 = late.longitude_e2",
                )
                .bind(latitudes)
                .bind(longitudes)
                .bind(next_at)
                .execute(&mut **transaction)
                .await?;
            }
        }
        Ok(())
    })
}
