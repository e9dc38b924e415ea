//! The outbox: messages written in the transaction that causes them, and sent by a background job with retries.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use crate::db::lease::{claim_job, skip_locked};
use crate::db::{Db, Tx, totals};
use crate::user_id::UserId;
use crate::{in_transaction, on_db, on_db_transaction, on_lagging_db, on_tx};

/// A message to be sent; the module that owns its kind knows how.
#[derive(Clone, Debug)]
pub struct Message {
    pub user_id: Option<UserId>,
    /// An address the message is about, beside `user_id`: it is deleted with the account of that address.
    pub email: Option<String>,
    pub kind: &'static str,
    pub payload: String,
}

impl Message {
    pub fn new(user_id: Option<UserId>, kind: &'static str, payload: &impl Serialize) -> anyhow::Result<Message> {
        Ok(Message { user_id, email: None, kind, payload: serde_json::to_string(payload)? })
    }

    pub fn concerning(self, email: &str) -> Message {
        Message { email: Some(email.to_owned()), ..self }
    }
}

/// The kind of a composed mail.
pub const MAIL: &str = "mail";

/// A composed mail, stored until it is sent.
#[derive(Serialize, Deserialize)]
pub struct MailPayload {
    pub to: String,
    pub reply_to: Option<String>,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A claimed message.
#[derive(Clone, Debug, FromRow)]
pub struct OutboxMessage {
    pub id: Uuid,
    pub user_id: Option<UserId>,
    pub kind: String,
    pub payload: String,
    pub attempts: i64,
    /// Messages of one batch are sent in one request.
    pub batch: Option<Uuid>,
    created_at: i64,
}

impl OutboxMessage {
    /// How long ago it was written.
    pub fn age(&self, now: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(now.as_millisecond() - self.created_at).unwrap_or(0))
    }

    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        Ok(serde_json::from_str(&self.payload)?)
    }
}

/// How long a process holds a claimed message; after a crash another process claims it.
pub const LEASE: Duration = Duration::from_secs(120);
/// Claims in a row whose outcome was never recorded, as when the process dies: from here on the message is claimed alone,
/// so that it holds up no other.
const SUSPECT_FROM: i64 = 3;
/// The message is given up.
const MAX_UNSETTLED: i64 = 6;
/// The delay after the first, second, … failure; after the last one the message is given up.
const RETRY_MINUTES: &[i64] = &[1, 5, 30, 120, 480];

/// The longest wait that a service may ask for.
const MAX_ASKED_WAIT: Duration = Duration::from_secs(24 * 3600);

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

/// Writes a message inside a transaction that its caller commits.
pub async fn insert_in(tx: &mut Tx, message: &Message, now: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => enqueue!(connection, message, now).map(|_| ()))
}

/// The payloads of a user's unsent messages of one kind.
pub async fn list_payloads(tx: &mut Tx, user: UserId, kind: &str) -> Result<Vec<String>, sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query_scalar("select payload from outbox where user_id = $1 and kind = $2")
            .bind(user)
            .bind(kind)
            .fetch_all(connection)
            .await
    })
}

/// Messages of one queue never delay those of another.
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

#[derive(FromRow)]
struct Claimed {
    #[sqlx(flatten)]
    message: OutboxMessage,
    unsettled: i64,
}

/// Claims up to `limit` due messages of one kind or of any, the oldest first. A message that may be what ends the process
/// waits until no other is due, and is then claimed alone; after a few such claims it is given up.
pub async fn claim(
    db: &Db,
    queue: Queue,
    kind: Option<&str>,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<OutboxMessage>, sqlx::Error> {
    // Two texts, because no index serves a kind that may be any.
    let due = match kind {
        Some(_) => "queue = $4 and kind = $6 and due_at <= $1",
        None => "queue = $4 and due_at <= $1",
    };
    let has_unsuspected = format!("exists (select 1 from outbox where {due} and unsettled < $5)");
    let sql = format!(
        "update outbox set due_at = $2, attempts = attempts + 1, unsettled = unsettled + 1
         where id in (select id from outbox where {due} and (unsettled < $5 or not {has_unsuspected})
             order by due_at limit (case when {has_unsuspected} then $3 else 1 end) {})
         returning id, user_id, kind, payload, attempts, batch, created_at, unsettled",
        skip_locked(db, "outbox")
    );
    let claimed: Vec<Claimed> = on_db!(db.writer(), pool => {
        let query = sqlx::query_as(AssertSqlSafe(sql))
            .bind(now.as_millisecond())
            .bind(lease_end(now))
            .bind(limit)
            .bind(queue.as_str())
            .bind(SUSPECT_FROM);
        match kind {
            Some(kind) => query.bind(kind).fetch_all(pool).await,
            None => query.fetch_all(pool).await,
        }
    })?;
    let (given_up, claimed): (Vec<Claimed>, Vec<Claimed>) =
        claimed.into_iter().partition(|claimed| claimed.unsettled > MAX_UNSETTLED);
    for Claimed { message, .. } in given_up {
        tracing::error!(id = %message.id, kind = message.kind, "a message that never finishes was given up");
        delete(db, message.id).await?;
    }
    let mut claimed: Vec<OutboxMessage> = claimed.into_iter().map(|claimed| claimed.message).collect();
    // An update returns its rows in no particular order; the ids increase with time.
    claimed.sort_unstable_by_key(|message| message.id);
    Ok(claimed)
}

fn lease_end(now: Timestamp) -> i64 {
    now.as_millisecond() + LEASE.as_millis() as i64
}

/// Extends the lease; false when the message was deleted or claimed by another process meanwhile. Every claim counts as an
/// attempt, which tells one holder from the next.
pub async fn renew_lease(db: &Db, message: &OutboxMessage, now: Timestamp) -> Result<bool, sqlx::Error> {
    let renewed = on_db!(db.writer(), pool => {
        sqlx::query("update outbox set due_at = $3 where id = $1 and attempts = $2")
            .bind(message.id)
            .bind(message.attempts)
            .bind(lease_end(now))
            .execute(pool)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(renewed > 0)
}

/// The same for some messages at once; returns those that this process still holds.
pub async fn renew_leases(
    db: &Db,
    messages: Vec<OutboxMessage>,
    now: Timestamp,
) -> Result<Vec<OutboxMessage>, sqlx::Error> {
    let renewed: Result<Vec<Uuid>, sqlx::Error> = in_transaction!(db, tx => match tx {
        Tx::Sqlite(transaction) => {
            let mut renewed = Vec::new();
            for message in &messages {
                let update = sqlx::query("update outbox set due_at = $3 where id = $1 and attempts = $2");
                let update = update.bind(message.id).bind(message.attempts).bind(lease_end(now));
                if update.execute(&mut **transaction).await?.rows_affected() > 0 {
                    renewed.push(message.id);
                }
            }
            Ok(renewed)
        }
        Tx::Postgres(transaction) => {
            let (ids, attempts): (Vec<Uuid>, Vec<i64>) =
                messages.iter().map(|message| (message.id, message.attempts)).unzip();
            sqlx::query_scalar(
                "update outbox set due_at = $3 from unnest($1::uuid[], $2::bigint[]) as held (id, attempts)
                 where outbox.id = held.id and outbox.attempts = held.attempts returning outbox.id",
            )
            .bind(ids)
            .bind(attempts)
            .bind(lease_end(now))
            .fetch_all(&mut **transaction)
            .await
        }
    });
    let renewed: HashSet<Uuid> = renewed?.into_iter().collect();
    Ok(messages.into_iter().filter(|message| renewed.contains(&message.id)).collect())
}

/// Says whether the process stops: then no message is begun any more, and what was claimed is released.
pub type IsStopping<'a> = &'a (dyn Fn() -> bool + Send + Sync);

/// Ends the leases of messages that were not begun, as if they had never been claimed: another process sends them at once.
pub async fn release(db: &Db, messages: &[OutboxMessage], now: Timestamp) -> Result<(), sqlx::Error> {
    const RELEASE: &str = "update outbox set due_at = $3, attempts = outbox.attempts - 1, unsettled = unsettled - 1";
    if messages.is_empty() {
        return Ok(());
    }
    in_transaction!(db, tx => match tx {
        Tx::Sqlite(transaction) => {
            for message in messages {
                let update = sqlx::query(AssertSqlSafe(format!("{RELEASE} where id = $1 and attempts = $2")));
                let update = update.bind(message.id).bind(message.attempts).bind(now.as_millisecond());
                update.execute(&mut **transaction).await?;
            }
            Ok(())
        }
        Tx::Postgres(transaction) => {
            let (ids, attempts): (Vec<Uuid>, Vec<i64>) =
                messages.iter().map(|message| (message.id, message.attempts)).unzip();
            let update = format!(
                "{RELEASE} from unnest($1::uuid[], $2::bigint[]) as held (id, attempts)
                 where outbox.id = held.id and outbox.attempts = held.attempts"
            );
            let update = sqlx::query(AssertSqlSafe(update)).bind(ids).bind(attempts).bind(now.as_millisecond());
            update.execute(&mut **transaction).await.map(|_| ())
        }
    })
}

/// Deletes a message that was sent or given up.
pub async fn delete(db: &Db, id: Uuid) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from outbox where id = $1").bind(id).execute(pool).await.map(|_| ()))
}

/// The same for some messages at once.
pub async fn delete_all(db: &Db, messages: &[OutboxMessage]) -> Result<(), sqlx::Error> {
    if messages.is_empty() {
        return Ok(());
    }
    in_transaction!(db, tx => match tx {
        Tx::Sqlite(transaction) => {
            for message in messages {
                let delete = sqlx::query("delete from outbox where id = $1").bind(message.id);
                delete.execute(&mut **transaction).await?;
            }
            Ok(())
        }
        Tx::Postgres(transaction) => {
            let ids: Vec<Uuid> = messages.iter().map(|message| message.id).collect();
            let delete = sqlx::query("delete from outbox where id = any($1)").bind(ids);
            delete.execute(&mut **transaction).await.map(|_| ())
        }
    })
}

/// Schedules a retry after a longer delay each time, and not before `at_least` has passed; false when the message was given
/// up. Does nothing to a message that another process claimed meanwhile.
pub async fn retry_later(
    db: &Db,
    message: &OutboxMessage,
    at_least: Duration,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let Some(minutes) = RETRY_MINUTES.get(usize::try_from(message.attempts - 1).unwrap_or(0)) else {
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
    let wait = Duration::from_secs(minutes.unsigned_abs() * 60).max(at_least.min(MAX_ASKED_WAIT));
    let due_at = now.as_millisecond() + wait.as_millis() as i64;
    on_db!(db.writer(), pool => {
        sqlx::query("update outbox set due_at = $3, unsettled = 0 where id = $1 and attempts = $2")
            .bind(message.id)
            .bind(message.attempts)
            .bind(due_at)
            .execute(pool)
            .await
            .map(|_| ())
    })?;
    Ok(true)
}

/// How many messages of a queue this process has given up.
#[derive(Clone, Default)]
pub struct GivenUp(Arc<AtomicU64>);

impl GivenUp {
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How often the queues are counted, among all processes.
const COUNT_INTERVAL_MS: i64 = 15_000;
/// Older counts are not used: the jobs of all processes may have stopped, which the metrics must show.
const MAX_COUNT_AGE_MS: i64 = 60_000;
const TOTAL: &str = "outbox";

/// The unsent messages of one queue.
#[derive(Clone, Debug, FromRow, Serialize, Deserialize)]
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

/// Every queue, including empty ones, as it was counted within the last minute.
pub async fn list_depths(db: &Db, now: i64) -> Result<Vec<Depth>, sqlx::Error> {
    let mut depths: Vec<Depth> = match totals::find(db, TOTAL, now - MAX_COUNT_AGE_MS).await? {
        Some(depths) => depths,
        None => count_depths(db).await?,
    };
    for queue in [Queue::Account, Queue::Notifications].map(Queue::as_str) {
        if !depths.iter().any(|depth| depth.queue == queue) {
            depths.push(Depth { queue: queue.to_owned(), messages: 0, oldest_at: now });
        }
    }
    Ok(depths)
}

/// Counts the queues, unless a process has just done so.
pub async fn store_depths(db: &Db, now: i64) -> anyhow::Result<()> {
    if claim_job(db, "outbox count", now, now + COUNT_INTERVAL_MS).await? {
        totals::store(db, TOTAL, &count_depths(db).await?, now).await?;
    }
    Ok(())
}

/// Without empty queues.
async fn count_depths(db: &Db) -> Result<Vec<Depth>, sqlx::Error> {
    on_lagging_db!(db, pool => {
        sqlx::query_as("select queue, count(*) as messages, min(created_at) as oldest_at from outbox group by queue")
            .fetch_all(pool)
            .await
    })
}
