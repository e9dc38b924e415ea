//! Feeds and the messages read from them, in the database.

use sqlx::FromRow;

use super::feed::Feed;
use super::reconcile::{Changes, KnownMessage};
use crate::alerts::model::cell::Cell;
use crate::alerts::schedule::cells;
use crate::db::{Db, expiry};
use crate::{in_transaction, on_db, on_db_transaction, on_tx};

/// How long a closed message can still be referred to by a new one.
const REFERENCE_MILLISECONDS: i64 = 5 * 86_400_000;
/// A little longer than notifications, which show the alerts they are about.
const RETENTION_MILLISECONDS: i64 = 32 * 86_400_000;

#[derive(Clone, Debug, FromRow)]
pub struct FeedRow {
    pub name: String,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub updated_at: Option<i64>,
    pub is_suspect: bool,
    pub unfollowed_links: i64,
    pub unread_messages: i64,
}

/// Claims a feed if it is due: no other process polls it until `next_at`.
pub async fn claim_feed(db: &Db, feed: &Feed, now: i64, next_at: i64) -> Result<Option<FeedRow>, sqlx::Error> {
    let name = feed.name.as_str();
    let known: Option<i64> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select due_at from alert_feeds where name = $1").bind(name).fetch_optional(pool).await
    })?;
    if known.is_none() {
        insert_feed(db, name, feed.former_name.as_deref()).await?;
    }
    on_db!(db.writer(), pool => {
        sqlx::query_as(
            "update alert_feeds set due_at = $3 where name = $1 and due_at <= $2
             returning name, etag, last_modified, updated_at, is_suspect, unfollowed_links, unread_messages",
        )
        .bind(name)
        .bind(now)
        .bind(next_at)
        .fetch_optional(pool)
        .await
    })
}

/// Inserts a feed. What was read under its former name is kept, so that no alert is notified twice.
async fn insert_feed(db: &Db, name: &str, former: Option<&str>) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        let inserted = sqlx::query(
            "insert into alert_feeds (name, due_at, is_suspect) values ($1, 0, false) on conflict do nothing",
        )
        .bind(name)
        .execute(&mut *transaction)
        .await?;
        if inserted.rows_affected() > 0 && let Some(former) = former {
            for statement in [
                "update alerts set feed = $1 where feed = $2",
                "update alert_links set feed = $1 where feed = $2",
                "delete from alert_feeds where name = $2 and name <> $1",
            ] {
                sqlx::query(statement).bind(name).bind(former).execute(&mut *transaction).await?;
            }
        }
        Ok::<_, sqlx::Error>(())
    })
}

/// The messages of a feed that a new one may refer to.
pub async fn list_known(db: &Db, feed: &str, now: i64) -> Result<Vec<KnownMessage>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, message as identifier, identity, revision, fingerprint, subject, sent_at, ends_at, is_open
         from alerts where feed = $1 and (is_open or changed_at > $2)",
    )
    .bind(feed)
    .bind(now - REFERENCE_MILLISECONDS)
    .fetch_all(pool)
    .await)
}

/// The links of an index whose messages were read.
pub async fn list_read_links(db: &Db, feed: &str) -> Result<Vec<String>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_scalar("select url from alert_links where feed = $1").bind(feed).fetch_all(pool).await
    })
}

/// The outcome of a poll.
pub struct FeedUpdate {
    pub feed: FeedRow,
    pub changes: Changes,
    pub read_links: Vec<String>,
    /// Cells affected by the changes, in the order of [`list_cells`](cells::list_cells); they become due.
    pub cells: Vec<Cell>,
}

impl FeedUpdate {
    /// A poll that changed no alert.
    pub fn unchanged(feed: FeedRow) -> FeedUpdate {
        FeedUpdate { feed, changes: Changes::default(), read_links: Vec::new(), cells: Vec::new() }
    }
}

/// Stores a poll in one transaction: after a crash nothing is committed and the feed is polled again.
pub async fn apply(db: &Db, update: &FeedUpdate, now: i64) -> anyhow::Result<()> {
    let opened: Vec<(&KnownMessage, Vec<u8>)> = update
        .changes
        .opened
        .iter()
        .map(|opened| Ok((&opened.known, opened.stored.pack()?)))
        .collect::<anyhow::Result<_>>()?;
    in_transaction!(db, tx => {
        on_tx!(tx, connection => {
            for (known, content) in &opened {
                sqlx::query(
                    "insert into alerts (id, feed, message, identity, revision, fingerprint, subject, sent_at, ends_at,
                         is_open, changed_at, content)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing",
                )
                .bind(known.id)
                .bind(&update.feed.name)
                .bind(&known.identifier)
                .bind(&known.identity)
                .bind(known.revision)
                .bind(&known.fingerprint)
                .bind(&known.subject)
                .bind(known.sent_at)
                .bind(known.ends_at)
                .bind(known.is_open)
                .bind(now)
                .bind(content)
                .execute(&mut *connection)
                .await?;
            }
            for reopened in &update.changes.reopened {
                sqlx::query("update alerts set is_open = true, revision = $2, changed_at = $3 where id = $1")
                    .bind(reopened.known.id)
                    .bind(reopened.known.revision)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
            }
            for id in &update.changes.closed {
                sqlx::query("update alerts set is_open = false, changed_at = $2 where id = $1")
                    .bind(id)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
            }
            for url in &update.read_links {
                sqlx::query("insert into alert_links (feed, url, read_at) values ($1, $2, $3) on conflict do nothing")
                    .bind(&update.feed.name)
                    .bind(url)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
            }
        });
        cells::make_due(tx, &update.cells, now).await?;
        on_tx!(tx, connection => sqlx::query(
            "update alert_feeds set etag = $2, last_modified = $3, updated_at = $4, is_suspect = $5, unfollowed_links = $6,
                 unread_messages = $7
             where name = $1",
        )
        .bind(&update.feed.name)
        .bind(&update.feed.etag)
        .bind(&update.feed.last_modified)
        .bind(update.feed.updated_at)
        .bind(update.feed.is_suspect)
        .bind(update.feed.unfollowed_links)
        .bind(update.feed.unread_messages)
        .execute(connection)
        .await
        .map(|_| ()))?;
        Ok(())
    })
}

/// Deletes closed alerts, links and last-notified states that nothing can refer to any more.
pub async fn delete_expired(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    let before = now - RETENTION_MILLISECONDS;
    for (table, is_expired) in [
        ("alerts", "ends_at < $1 and changed_at < $1"),
        ("alert_links", "read_at < $1"),
        ("notified_alerts", "notified_at < $1 and ends_at < $1"),
    ] {
        expiry::delete_expired(db, table, is_expired, before).await?;
    }
    Ok(())
}
