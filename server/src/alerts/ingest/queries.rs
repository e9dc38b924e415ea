//! Warnings and feeds in the database.

use sqlx::FromRow;
use uuid::Uuid;

use super::reconcile::{Changes, Known};
use crate::alerts::schedule::cells::{Cell, lock_cells};
use crate::db::Db;
use crate::{on_db, on_db_transaction};

/// References reach back this far.
const REMEMBERED_MILLISECONDS: i64 = 5 * 86_400_000;
/// As long as notices may tell about a warning, and a little longer.
const KEPT_MILLISECONDS: i64 = 32 * 86_400_000;
const CELLS_AT_ONCE: usize = 5_000;

#[derive(Clone, Debug, FromRow)]
pub struct FeedRow {
    pub name: String,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub updated_at: Option<i64>,
    pub is_suspect: bool,
}

/// Takes a feed's turn, if it is due: nobody else asks it until `next_at`.
pub async fn claim_feed(db: &Db, name: &str, now: i64, next_at: i64) -> Result<Option<FeedRow>, sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query(
            "insert into alert_feeds (name, due_at, is_suspect) values ($1, 0, false) on conflict do nothing",
        )
        .bind(name)
        .execute(pool)
        .await?;
        sqlx::query_as(
            "update alert_feeds set due_at = $3 where name = $1 and due_at <= $2
             returning name, etag, last_modified, updated_at, is_suspect",
        )
        .bind(name)
        .bind(now)
        .bind(next_at)
        .fetch_optional(pool)
        .await
    })
}

pub async fn list_feeds(db: &Db) -> Result<Vec<FeedRow>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select name, etag, last_modified, updated_at, is_suspect from alert_feeds").fetch_all(pool).await
    })
}

/// Whatever of a feed may still be referred to.
pub async fn list_known(db: &Db, feed: &str, now: i64) -> Result<Vec<Known>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, message, identity, revision, fingerprint, subject, sent_at, ends_at, is_open
         from alerts where feed = $1 and (is_open or changed_at > $2)",
    )
    .bind(feed)
    .bind(now - REMEMBERED_MILLISECONDS)
    .fetch_all(pool)
    .await)
}

/// Addresses of messages that were read.
pub async fn list_read_links(db: &Db, feed: &str) -> Result<Vec<String>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_scalar("select url from alert_links where feed = $1").bind(feed).fetch_all(pool).await
    })
}

/// A feed that answered, and what came of it.
pub struct FeedRound<'a> {
    pub feed: FeedRow,
    pub changes: &'a Changes,
    pub read_links: &'a [String],
    /// Cells that the changes concern, as [`list_cells`](crate::alerts::schedule::cells::list_cells) has them: each is to be looked at.
    pub cells: &'a [Cell],
}

/// All of a round or nothing: who dies in between leaves the feed as it was, to be asked again.
pub async fn apply(db: &Db, round: &FeedRound<'_>, now: i64) -> anyhow::Result<()> {
    let opened: Vec<(&Known, Vec<u8>)> = round
        .changes
        .opened
        .iter()
        .map(|opened| Ok((&opened.known, opened.stored.pack()?)))
        .collect::<anyhow::Result<_>>()?;
    on_db_transaction!(db, transaction => {
        for (known, content) in &opened {
            sqlx::query(
                "insert into alerts (id, feed, message, identity, revision, fingerprint, subject, sent_at, ends_at,
                     is_open, changed_at, content)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing",
            )
            .bind(known.id)
            .bind(&round.feed.name)
            .bind(&known.message)
            .bind(&known.identity)
            .bind(known.revision)
            .bind(&known.fingerprint)
            .bind(&known.subject)
            .bind(known.sent_at)
            .bind(known.ends_at)
            .bind(known.is_open)
            .bind(now)
            .bind(content)
            .execute(&mut *transaction)
            .await?;
        }
        for again in &round.changes.reopened {
            sqlx::query("update alerts set is_open = true, revision = $2, changed_at = $3 where id = $1")
                .bind(again.known.id)
                .bind(again.known.revision)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
        }
        for id in &round.changes.closed {
            sqlx::query("update alerts set is_open = false, changed_at = $2 where id = $1")
                .bind(id)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
        }
        for url in round.read_links {
            sqlx::query("insert into alert_links (feed, url, read_at) values ($1, $2, $3) on conflict do nothing")
                .bind(&round.feed.name)
                .bind(url)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
        }
        for some in round.cells.chunks(CELLS_AT_ONCE) {
            lock_cells!(db, transaction, some);
            let mut update = sqlx::QueryBuilder::new("update alert_cells set due_at = ");
            update.push_bind(now).push(" where due_at > ").push_bind(now);
            update.push(" and (latitude_e2, longitude_e2) in (");
            update.push_values(some, |mut row, cell| {
                row.push_bind(cell.latitude_e2).push_bind(cell.longitude_e2);
            });
            update.push(")");
            update.build().execute(&mut *transaction).await?;
        }
        sqlx::query(
            "update alert_feeds set etag = $2, last_modified = $3, updated_at = $4, is_suspect = $5 where name = $1",
        )
        .bind(&round.feed.name)
        .bind(&round.feed.etag)
        .bind(&round.feed.last_modified)
        .bind(round.feed.updated_at)
        .bind(round.feed.is_suspect)
        .execute(&mut *transaction)
        .await?;
        Ok::<_, anyhow::Error>(())
    })
}

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

/// Another one whenever other warnings are open; ends by time are seen by their own clock. The time of the last change
/// alone would not do: what another process began to read earlier may be written later.
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

pub async fn find_zones(db: &Db, cell: Cell) -> Result<Option<String>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_scalar("select codes from alert_zones where latitude_e2 = $1 and longitude_e2 = $2")
            .bind(cell.latitude_e2)
            .bind(cell.longitude_e2)
            .fetch_optional(pool)
            .await
    })
}

/// Keeps what was learnt of a cell and has it looked at again.
pub async fn insert_zones(db: &Db, cell: Cell, codes: &str, now: i64) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        sqlx::query(
            "insert into alert_zones (latitude_e2, longitude_e2, codes, read_at) values ($1, $2, $3, $4)
             on conflict do nothing",
        )
        .bind(cell.latitude_e2)
        .bind(cell.longitude_e2)
        .bind(codes)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        if !codes.is_empty() {
            sqlx::query("update alert_cells set due_at = $3 where latitude_e2 = $1 and longitude_e2 = $2 and due_at > $3")
                .bind(cell.latitude_e2)
                .bind(cell.longitude_e2)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(())
    })
}

/// Cells that have no zones to ask for.
pub async fn insert_without_zones(db: &Db, cells: &[Cell], now: i64) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        for some in cells.chunks(CELLS_AT_ONCE) {
            let mut insert =
                sqlx::QueryBuilder::new("insert into alert_zones (latitude_e2, longitude_e2, codes, read_at) ");
            insert.push_values(some, |mut row, cell| {
                row.push_bind(cell.latitude_e2).push_bind(cell.longitude_e2).push_bind("").push_bind(now);
            });
            insert.push(" on conflict do nothing").build().execute(&mut *transaction).await?;
        }
        Ok::<_, sqlx::Error>(())
    })
}

/// Closed warnings, links and states that nothing can refer to any more.
pub async fn delete_old(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    let before = now - KEPT_MILLISECONDS;
    on_db_transaction!(db, transaction => {
        for statement in [
            "delete from alerts where ends_at < $1 and changed_at < $1",
            "delete from alert_links where read_at < $1",
            "delete from notified_alerts where notified_at < $1 and ends_at < $1",
        ] {
            sqlx::query(statement).bind(before).execute(&mut *transaction).await?;
        }
        Ok(())
    })
}
