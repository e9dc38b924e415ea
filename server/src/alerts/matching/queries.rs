//! What matching reads: alerts in force, when each feed was last updated, and the zones of cells.

use std::collections::HashMap;

use jiff::Timestamp;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use crate::alerts::model::cell::Cell;
use crate::alerts::schedule::cells;
use crate::db::Db;
use crate::{in_transaction, on_db, on_tx};

const CELLS_PER_STATEMENT: usize = 5_000;

#[derive(FromRow)]
pub struct OpenRow {
    pub id: Uuid,
    pub feed: String,
    pub revision: i64,
    pub content: Vec<u8>,
}

pub async fn list_open(db: &Db, now: i64) -> Result<Vec<OpenRow>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select id, feed, revision, content from alerts where is_open and ends_at > $1 order by id")
            .bind(now)
            .fetch_all(pool)
            .await
    })
}

/// Changes whenever the set of open alerts changes; readers check themselves what has ended. The time of the last change
/// alone is not enough: a process that began its poll earlier may write later.
pub type Version = (i64, i64, i64, i64);

pub async fn find_version(db: &Db, now: i64) -> Result<Version, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select count(*), cast(coalesce(sum(revision), 0) as bigint), cast(coalesce(sum(sent_at), 0) as bigint),
                coalesce(max(changed_at), 0)
         from alerts where is_open and ends_at > $1",
    )
    .bind(now)
    .fetch_one(pool)
    .await)
}

/// What the last polls of a feed had.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub struct FeedProgress {
    /// Unix milliseconds; `None` if it never answered.
    updated_at: Option<i64>,
    pub unfollowed_links: i64,
    pub unread_messages: i64,
}

impl FeedProgress {
    pub fn updated_at(&self) -> Option<Timestamp> {
        self.updated_at.and_then(|at| Timestamp::from_millisecond(at).ok())
    }
}

/// By the name of the feed; one that was never polled is missing.
pub async fn list_feed_progress(db: &Db) -> Result<HashMap<String, FeedProgress>, sqlx::Error> {
    #[derive(FromRow)]
    struct Row {
        name: String,
        #[sqlx(flatten)]
        progress: FeedProgress,
    }
    let rows: Vec<Row> = on_db!(db.reader(), pool => {
        sqlx::query_as("select name, updated_at, unfollowed_links, unread_messages from alert_feeds")
            .fetch_all(pool)
            .await
    })?;
    Ok(rows.into_iter().map(|row| (row.name, row.progress)).collect())
}

/// Codes of a cell, separated by spaces.
#[derive(FromRow)]
pub struct StoredZone {
    #[sqlx(flatten)]
    pub cell: Cell,
    pub codes: String,
}

/// Without the cells whose codes were never looked up, and those that had none long ago.
pub async fn list_zones(db: &Db, cells: &[Cell], retry_before: i64) -> Result<Vec<StoredZone>, sqlx::Error> {
    if cells.is_empty() {
        return Ok(Vec::new());
    }
    on_db!(db.reader(), pool => cells::query_cells(
        "select cells.latitude_e2, cells.longitude_e2, codes from cells
             join alert_zones on alert_zones.latitude_e2 = cells.latitude_e2
                 and alert_zones.longitude_e2 = cells.longitude_e2
         where codes <> '' or read_at > ",
        cells,
    )
    .push_bind(retry_before)
    .build_query_as()
    .fetch_all(pool)
    .await)
}

/// Stores the codes of a cell and makes it due: alerts may match now.
pub async fn upsert_zones(db: &Db, cell: Cell, codes: &str, now: i64) -> Result<(), sqlx::Error> {
    in_transaction!(db, tx => {
        on_tx!(tx, connection => sqlx::query(
            "insert into alert_zones (latitude_e2, longitude_e2, codes, read_at) values ($1, $2, $3, $4)
             on conflict (latitude_e2, longitude_e2) do update set codes = excluded.codes, read_at = excluded.read_at",
        )
        .bind(cell.latitude_e2)
        .bind(cell.longitude_e2)
        .bind(codes)
        .bind(now)
        .execute(connection)
        .await
        .map(|_| ()))?;
        if !codes.is_empty() {
            cells::make_due(tx, &[cell], now).await?;
        }
        Ok(())
    })
}

/// Notes that these cells lie in no zone, so that they are not looked up.
pub async fn mark_without_zones(db: &Db, cells: &[Cell], now: i64) -> Result<(), sqlx::Error> {
    in_transaction!(db, tx => {
        for chunk in cells.chunks(CELLS_PER_STATEMENT) {
            on_tx!(tx, connection => {
                let mut insert = QueryBuilder::new("insert into alert_zones (latitude_e2, longitude_e2, codes, read_at) ");
                insert.push_values(chunk, |mut row, cell| {
                    row.push_bind(cell.latitude_e2).push_bind(cell.longitude_e2).push_bind("").push_bind(now);
                });
                insert.push(" on conflict do nothing").build().execute(connection).await.map(|_| ())
            })?;
        }
        Ok(())
    })
}
