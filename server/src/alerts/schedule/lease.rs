//! Turns: any number of processes share the cells. Whoever takes a cell's turn moves its time on; who dies with it loses
//! it back when that time comes.

use std::collections::VecDeque;

use sqlx::{AssertSqlSafe, FromRow};

use super::cells::{Cell, of_cells};
use crate::db::{Db, Pool};
use crate::on_db;

/// How long a turn lasts before somebody else may take it.
const HELD_MILLISECONDS: i64 = 120_000;
/// Cells listed at once: a list looks at every cell that waits, which many turns then share.
const LISTED: i64 = 10_000;

/// The two turns of a cell.
#[derive(Clone, Copy)]
pub enum Turn {
    Tell,
    Forecast,
}

impl Turn {
    fn column(self) -> &'static str {
        match self {
            Turn::Tell => "due_at",
            Turn::Forecast => "forecast_due_at",
        }
    }
}

/// A cell whose turn was taken.
#[derive(Clone, Debug, FromRow)]
pub struct Taken {
    #[sqlx(flatten)]
    pub cell: Cell,
    user_count: i64,
    /// Our own notices from the last forecast.
    pub hazards: String,
    /// Until when the turn is ours; whoever changed it since has news for the next turn.
    pub held_until: i64,
}

/// Cells whose turn has come, those with most people first.
pub struct Turns {
    turn: Turn,
    waiting: VecDeque<Cell>,
}

impl Turns {
    pub fn of(turn: Turn) -> Turns {
        Turns { turn, waiting: VecDeque::new() }
    }

    /// Takes the next turns; none when nothing waits any more that is free.
    pub async fn take(&mut self, db: &Db, limit: usize, now: i64) -> Result<Vec<Taken>, sqlx::Error> {
        let taken = self.take_listed(db, limit, now).await?;
        if !taken.is_empty() {
            return Ok(taken);
        }
        // Listed once: cells that somebody else has locked would be listed again and again until they are let go.
        self.waiting = list_waiting(db, self.turn, now).await?.into();
        self.take_listed(db, limit, now).await
    }

    /// Passes over those where somebody else was quicker.
    async fn take_listed(&mut self, db: &Db, limit: usize, now: i64) -> Result<Vec<Taken>, sqlx::Error> {
        while !self.waiting.is_empty() {
            let next: Vec<Cell> = self.waiting.drain(..limit.min(self.waiting.len())).collect();
            let taken = claim(db, self.turn, &next, now).await?;
            if !taken.is_empty() {
                return Ok(taken);
            }
        }
        Ok(Vec::new())
    }
}

async fn list_waiting(db: &Db, turn: Turn, now: i64) -> Result<Vec<Cell>, sqlx::Error> {
    // Only words of ours are put in.
    let sql = format!(
        "select latitude_e2, longitude_e2 from alert_cells where {} <= $1 order by user_count desc limit $2",
        turn.column()
    );
    on_db!(db.writer(), pool => {
        sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(LISTED).fetch_all(pool).await
    })
}

/// Takes those of the cells that still wait and that nobody else is taking right now.
async fn claim(db: &Db, turn: Turn, cells: &[Cell], now: i64) -> Result<Vec<Taken>, sqlx::Error> {
    let column = turn.column();
    let lock = match db.writer() {
        Pool::Sqlite(_) => "",
        Pool::Postgres(_) => "for update of alert_cells skip locked",
    };
    let free = format!(
        ", free as (
             select alert_cells.latitude_e2, alert_cells.longitude_e2 from cells
                 join alert_cells on alert_cells.latitude_e2 = cells.latitude_e2
                     and alert_cells.longitude_e2 = cells.longitude_e2
             where {column} <= {now} {lock})
         update alert_cells set {column} = {held_until} from free
         where alert_cells.latitude_e2 = free.latitude_e2 and alert_cells.longitude_e2 = free.longitude_e2
         returning alert_cells.latitude_e2, alert_cells.longitude_e2, user_count, hazards, {column} as held_until",
        held_until = now + HELD_MILLISECONDS,
    );
    let mut taken: Vec<Taken> = on_db!(db.writer(), pool => {
        of_cells!(free, cells).build_query_as().fetch_all(pool).await
    })?;
    // An update answers in an order of its own.
    taken.sort_by_key(|taken| std::cmp::Reverse(taken.user_count));
    Ok(taken)
}
