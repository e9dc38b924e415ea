//! Messages to people: rows written in the transaction that causes them, sent by a worker with patience.

use std::time::Duration;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Db, Pool};
use crate::user_id::UserId;
use crate::{on_db, on_db_transaction};

/// What is to be sent; the slice that owns the kind knows how.
#[derive(Clone, Debug)]
pub struct Message {
    pub user_id: Option<UserId>,
    /// Whom it concerns beside `user_id`: it goes when the account with this address is deleted.
    pub email: Option<String>,
    pub kind: &'static str,
    pub payload: String,
}

impl Message {
    pub fn new(user_id: Option<UserId>, kind: &'static str, payload: &impl Serialize) -> Message {
        Message { user_id, email: None, kind, payload: serde_json::to_string(payload).unwrap_or_default() }
    }

    pub fn concerning(self, email: &str) -> Message {
        Message { email: Some(email.to_owned()), ..self }
    }
}

/// The kind of a finished mail.
pub const MAIL: &str = "mail";

/// A finished mail as it is kept until it is sent.
#[derive(Serialize, Deserialize)]
pub struct MailPayload {
    pub to: String,
    pub reply_to: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A message whose turn has come.
#[derive(Clone, Debug, FromRow)]
pub struct Due {
    pub id: Uuid,
    pub user_id: Option<UserId>,
    pub kind: String,
    pub payload: String,
    pub attempts: i64,
    /// Messages of one batch are sent in one call.
    pub batch: Option<Uuid>,
}

impl Due {
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        Ok(serde_json::from_str(&self.payload)?)
    }
}

/// While a worker holds a message, no other takes it; a worker that dies loses it back after this time.
pub const CLAIM: Duration = Duration::from_secs(120);
/// Waits after the first, second, … failure; then the message is given up.
const WAITS_MINUTES: &[i64] = &[1, 5, 30, 120, 480];

/// The statement that writes a message, for use inside a transaction of either database.
pub const INSERT: &str = "insert into outbox (id, user_id, kind, payload, created_at, due_at, attempts, email)
     values ($1, $2, $3, $4, $5, $5, 0, $6)";

/// Writes a message inside the caller's transaction.
#[macro_export]
macro_rules! enqueue {
    ($transaction:expr, $message:expr, $now:expr) => {{
        let message: &$crate::db::outbox::Message = $message;
        sqlx::query($crate::db::outbox::INSERT)
            .bind(uuid::Uuid::now_v7())
            .bind(message.user_id)
            .bind(message.kind)
            .bind(&message.payload)
            .bind($now)
            .bind(&message.email)
            .execute(&mut *$transaction)
            .await
    }};
}

/// Writes a message on its own.
pub async fn insert(db: &Db, message: &Message, now: Timestamp) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => enqueue!(transaction, message, now.as_millisecond()).map(|_| ()))
}

/// Messages of one queue never wait for those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    Account,
    Notifications,
}

impl Queue {
    fn as_str(self) -> &'static str {
        match self {
            Queue::Account => "account",
            Queue::Notifications => "notifications",
        }
    }
}

/// Takes up to `limit` messages that are due, of one kind or of any, the oldest of them first; on PostgreSQL any number
/// of workers share them without waiting.
pub async fn claim(
    db: &Db,
    queue: Queue,
    kind: Option<&str>,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<Due>, sqlx::Error> {
    let mut due = take(db, queue, kind, limit, now).await?;
    // An update returns its rows in any order; the ids grow with time.
    due.sort_unstable_by_key(|message| message.id);
    Ok(due)
}

async fn take(db: &Db, queue: Queue, kind: Option<&str>, limit: i64, now: Timestamp) -> Result<Vec<Due>, sqlx::Error> {
    let now = now.as_millisecond();
    let held_until = now + CLAIM.as_millis() as i64;
    match db.writer() {
        Pool::Sqlite(pool) => {
            sqlx::query_as(
                "update outbox set due_at = $2, attempts = attempts + 1
                 where id in (select id from outbox where queue = $4 and due_at <= $1 and kind = coalesce($5, kind)
                     order by due_at limit $3)
                 returning id, user_id, kind, payload, attempts, batch",
            )
            .bind(now)
            .bind(held_until)
            .bind(limit)
            .bind(queue.as_str())
            .bind(kind)
            .fetch_all(pool)
            .await
        }
        Pool::Postgres(pool) => {
            sqlx::query_as(
                "update outbox set due_at = $2, attempts = attempts + 1
                 where id in (select id from outbox where queue = $4 and due_at <= $1 and kind = coalesce($5, kind)
                     order by due_at limit $3 for update skip locked)
                 returning id, user_id, kind, payload, attempts, batch",
            )
            .bind(now)
            .bind(held_until)
            .bind(limit)
            .bind(queue.as_str())
            .bind(kind)
            .fetch_all(pool)
            .await
        }
    }
}

/// Holds a message for as long again; false when it was taken by somebody else meanwhile, or is gone. Each taking counts
/// as an attempt, which tells one holder from the next.
pub async fn hold(db: &Db, message: &Due, now: Timestamp) -> Result<bool, sqlx::Error> {
    let held_until = now.as_millisecond() + CLAIM.as_millis() as i64;
    let held = on_db!(db.writer(), pool => {
        sqlx::query("update outbox set due_at = $3 where id = $1 and attempts = $2")
            .bind(message.id)
            .bind(message.attempts)
            .bind(held_until)
            .execute(pool)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(held > 0)
}

/// Sent, or given up: nothing of it is kept.
pub async fn remove(db: &Db, id: Uuid) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from outbox where id = $1").bind(id).execute(pool).await.map(|_| ()))
}

/// Waits longer after each failure; false when the message was given up. What somebody else has taken meanwhile is theirs.
pub async fn postpone(db: &Db, message: &Due, now: Timestamp) -> Result<bool, sqlx::Error> {
    let Some(minutes) = WAITS_MINUTES.get(usize::try_from(message.attempts - 1).unwrap_or(0)) else {
        on_db!(db.writer(), pool => {
            sqlx::query("delete from outbox where id = $1 and attempts = $2")
                .bind(message.id)
                .bind(message.attempts)
                .execute(pool)
                .await
                .map(|_| ())
        })?;
        return Ok(false);
    };
    let due_at = now.as_millisecond() + minutes * 60_000;
    on_db!(db.writer(), pool => {
        sqlx::query("update outbox set due_at = $3 where id = $1 and attempts = $2")
            .bind(message.id)
            .bind(message.attempts)
            .bind(due_at)
            .execute(pool)
            .await
            .map(|_| ())
    })?;
    Ok(true)
}

/// What waits in one queue.
#[derive(Clone, Debug, FromRow)]
pub struct Depth {
    pub queue: String,
    pub messages: i64,
    oldest_at: i64,
}

impl Depth {
    pub fn oldest_seconds(&self, now: i64) -> i64 {
        (now - self.oldest_at).max(0) / 1000
    }
}

/// Every queue, also those where nothing waits.
pub async fn list_depths(db: &Db, now: i64) -> Result<Vec<Depth>, sqlx::Error> {
    let mut depths: Vec<Depth> = on_db!(db.lagging_reader(), pool => {
        sqlx::query_as("select queue, count(*) as messages, min(created_at) as oldest_at from outbox group by queue")
            .fetch_all(pool)
            .await
    })?;
    for queue in [Queue::Account, Queue::Notifications].map(Queue::as_str) {
        if !depths.iter().any(|depth| depth.queue == queue) {
            depths.push(Depth { queue: queue.to_owned(), messages: 0, oldest_at: now });
        }
    }
    Ok(depths)
}
