//! Cells: a hundredth of a degree of the Earth, looked at once for everybody who saved a place in it.

use sqlx::FromRow;

use super::lease::Taken;
use crate::db::Db;
use crate::geo::coordinates::Coordinates;
use crate::on_db;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, FromRow)]
pub struct Cell {
    pub latitude_e2: i64,
    pub longitude_e2: i64,
}

impl Cell {
    pub fn of(position: Coordinates) -> Cell {
        let step = |degrees: f64| (degrees * 100.0).round() as i64;
        Cell { latitude_e2: step(position.latitude), longitude_e2: step(position.longitude) }
    }

    pub fn position(self) -> Coordinates {
        Coordinates { latitude: self.latitude_e2 as f64 / 100.0, longitude: self.longitude_e2 as f64 / 100.0 }
    }
}

/// A statement about some cells, which it joins by that name: SQLite uses no index for a list of pairs.
macro_rules! of_cells {
    ($sql:expr, $cells:expr) => {{
        let mut query = sqlx::QueryBuilder::new("with cells (latitude_e2, longitude_e2) as (");
        query.push_values($cells, |mut row, cell: &Cell| {
            row.push_bind(cell.latitude_e2).push_bind(cell.longitude_e2);
        });
        query.push(") ").push($sql);
        query
    }};
}
pub(crate) use of_cells;

/// Locks cells of a transaction in one order: two who change some of the same cells wait for each other, and are never
/// both stuck. SQLite has one writer.
macro_rules! lock_cells {
    ($db:expr, $transaction:expr, $cells:expr) => {
        if matches!($db, $crate::db::Db::Postgres(_)) && !$cells.is_empty() {
            $crate::alerts::schedule::cells::of_cells!(
                "select from cells join alert_cells using (latitude_e2, longitude_e2)
                 order by latitude_e2, longitude_e2 for no key update of alert_cells",
                $cells
            )
            .build()
            .execute(&mut *$transaction)
            .await?;
        }
    };
}
pub(crate) use lock_cells;

/// Counts places and people anew; a cell where that changed is looked at, one without anybody is forgotten. The others
/// are not named in the insert: PostgreSQL would lock every one of them, and wait for whoever is at it.
pub async fn sync(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query(
            "insert into alert_cells
                 (latitude_e2, longitude_e2, user_count, location_count, changed_at, due_at, forecast_due_at, hazards)
             select latitude_e2, longitude_e2, user_count, location_count, changed_at, $1, $1, '[]' from (
                 select cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2,
                     count(distinct user_id) as user_count, count(*) as location_count, max(updated_at) as changed_at
                 from locations where alerts_enabled group by cell_latitude_e2, cell_longitude_e2) as counted
             where not exists (
                 select 1 from alert_cells
                 where alert_cells.latitude_e2 = counted.latitude_e2 and alert_cells.longitude_e2 = counted.longitude_e2
                     and alert_cells.user_count = counted.user_count and alert_cells.location_count = counted.location_count
                     and alert_cells.changed_at = counted.changed_at)
             order by latitude_e2, longitude_e2
             on conflict (latitude_e2, longitude_e2) do update set
                 user_count = excluded.user_count, location_count = excluded.location_count, changed_at = excluded.changed_at, due_at = $1",
        )
        .bind(now)
        .execute(pool)
        .await?;
        sqlx::query(
            "delete from alert_cells where not exists (
                 select 1 from locations where alerts_enabled and cell_latitude_e2 = alert_cells.latitude_e2
                     and cell_longitude_e2 = alert_cells.longitude_e2)",
        )
        .execute(pool)
        .await
        .map(|_| ())
    })
}

/// In the order in which they are locked.
pub async fn list_cells(db: &Db) -> Result<Vec<Cell>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select latitude_e2, longitude_e2 from alert_cells order by latitude_e2, longitude_e2")
            .fetch_all(pool)
            .await
    })
}

/// Cells of which nobody has asked the zones yet.
pub async fn list_unzoned(db: &Db, limit: i64) -> Result<Vec<Cell>, sqlx::Error> {
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

/// What a look at the forecast found.
pub struct Checked {
    pub taken: Taken,
    /// Our notices now, where they changed.
    pub hazards: Option<String>,
}

/// Ends turns at the forecast; a cell whose notices changed has something to tell at once.
pub async fn finish_forecasts(db: &Db, checked: &[Checked], next_at: i64, now: i64) -> Result<(), sqlx::Error> {
    let cells: Vec<Cell> = checked.iter().map(|one| one.taken.cell).collect();
    crate::on_db_transaction!(db, transaction => {
        lock_cells!(db, transaction, &cells);
        for one in checked {
            sqlx::query(
                "update alert_cells set forecast_at = $3, forecast_due_at = $4, hazards = coalesce($5, hazards),
                     due_at = case when $5 is null or due_at < $3 then due_at else $3 end
                 where latitude_e2 = $1 and longitude_e2 = $2",
            )
            .bind(one.taken.cell.latitude_e2)
            .bind(one.taken.cell.longitude_e2)
            .bind(now)
            .bind(next_at)
            .bind(&one.hazards)
            .execute(&mut *transaction)
            .await?;
        }
        Ok::<_, sqlx::Error>(())
    })
}

/// Gives turns at the forecast back, to be taken again later: nobody could be asked.
pub async fn postpone_forecasts(db: &Db, taken: &[Taken], until: i64) -> Result<(), sqlx::Error> {
    let cells: Vec<Cell> = taken.iter().map(|one| one.cell).collect();
    crate::on_db_transaction!(db, transaction => {
        lock_cells!(db, transaction, &cells);
        for one in taken {
            sqlx::query("update alert_cells set forecast_due_at = $3 where latitude_e2 = $1 and longitude_e2 = $2")
                .bind(one.cell.latitude_e2)
                .bind(one.cell.longitude_e2)
                .bind(until)
                .execute(&mut *transaction)
                .await?;
        }
        Ok::<_, sqlx::Error>(())
    })
}

/// How the watch stands: cells, people in them, and how many of each wait for a forecast longer than they should.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Watch {
    pub cells: i64,
    pub skipped_cells: i64,
    pub skipped_users: i64,
}

pub async fn find_watch(db: &Db, waiting_since: i64) -> Result<Watch, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select count(*) as cells,
                count(case when coalesce(forecast_at, 0) < $1 then 1 end) as skipped_cells,
                cast(coalesce(sum(case when coalesce(forecast_at, 0) < $1 then user_count else 0 end), 0) as bigint) as skipped_users
         from alert_cells",
    )
    .bind(waiting_since)
    .fetch_one(pool)
    .await)
}

/// When the first turns come, among all cells.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct NextTurns {
    pub cells: i64,
    pub due_at: Option<i64>,
    pub forecast_due_at: Option<i64>,
}

pub async fn find_next_turns(db: &Db) -> Result<NextTurns, sqlx::Error> {
    on_db!(db.lagging_reader(), pool => sqlx::query_as(
        "select count(*) as cells, min(due_at) as due_at, min(forecast_due_at) as forecast_due_at from alert_cells",
    )
    .fetch_one(pool)
    .await)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_within_half_a_hundredth_of_a_degree_share_a_cell() {
        let cell = |latitude, longitude| Cell::of(Coordinates::new(latitude, longitude).unwrap());
        assert_eq!(cell(52.5211, 13.4098), cell(52.5196, 13.4132));
        assert_eq!(cell(52.5211, 13.4098), Cell { latitude_e2: 5252, longitude_e2: 1341 });
        assert_eq!(cell(-33.87, 151.21).position(), Coordinates { latitude: -33.87, longitude: 151.21 });
    }
}
