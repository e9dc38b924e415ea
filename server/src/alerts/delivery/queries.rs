//! Recipients, devices and batches of deliveries in the database.

use jiff::Timestamp;
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::outbox::{LEASE, OutboxMessage};
use crate::db::{Db, Tx};
use crate::session::UserId;
use crate::{in_transaction, on_db};

#[derive(FromRow)]
pub struct RecipientRow {
    pub confirmed_email: Option<String>,
    pub language: String,
    pub document: Option<String>,
}

#[derive(FromRow)]
pub struct BrowserKeys {
    pub p256dh: String,
    pub auth: String,
}

pub async fn find_recipient(db: &Db, user: UserId) -> Result<Option<RecipientRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select case when email_verified_at is null then null else email end as confirmed_email, language, document
         from users left join preferences on preferences.user_id = users.id where users.id = $1",
    )
    .bind(user)
    .fetch_optional(pool)
    .await)
}

/// `None` if the browser was signed out meanwhile, or is now registered by another user.
pub async fn find_browser(db: &Db, endpoint: &str, user: Option<UserId>) -> Result<Option<BrowserKeys>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select p256dh, auth from push_devices
         where kind = 'webpush' and token = $1 and user_id = $2 and p256dh is not null and auth is not null",
    )
    .bind(endpoint)
    .bind(user)
    .fetch_optional(pool)
    .await)
}

/// Always in the same order, so that the parts of a batch stay the same.
pub async fn list_onesignal_devices(db: &Db, users: &[UserId]) -> Result<Vec<String>, sqlx::Error> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    on_db!(db.reader(), pool => {
        let mut query =
            sqlx::QueryBuilder::new("select token from push_devices where kind = 'onesignal' and user_id in (");
        let mut list = query.separated(", ");
        for user in users {
            list.push_bind(*user);
        }
        query.push(") order by token");
        query.build_query_scalar().fetch_all(pool).await
    })
}

pub async fn delete_devices(db: &Db, kind: &str, tokens: &[String]) -> Result<(), sqlx::Error> {
    in_transaction!(db, tx => match tx {
        Tx::Sqlite(transaction) => {
            for token in tokens {
                let delete = sqlx::query("delete from push_devices where kind = $1 and token = $2").bind(kind).bind(token);
                delete.execute(&mut **transaction).await?;
            }
            Ok(())
        }
        Tx::Postgres(transaction) => {
            let delete = sqlx::query("delete from push_devices where kind = $1 and token = any($2)");
            delete.bind(kind).bind(tokens).execute(&mut **transaction).await.map(|_| ())
        }
    })
}

pub async fn assign_batch(db: &Db, messages: &[OutboxMessage], batch: Uuid) -> Result<(), sqlx::Error> {
    in_transaction!(db, tx => match tx {
        Tx::Sqlite(transaction) => {
            for message in messages {
                let update = sqlx::query("update outbox set batch = $2 where id = $1 and batch is null");
                update.bind(message.id).bind(batch).execute(&mut **transaction).await?;
            }
            Ok(())
        }
        Tx::Postgres(transaction) => {
            let ids: Vec<Uuid> = messages.iter().map(|message| message.id).collect();
            let update = sqlx::query("update outbox set batch = $2 where id = any($1) and batch is null");
            update.bind(ids).bind(batch).execute(&mut **transaction).await.map(|_| ())
        }
    })
}

/// Claims all messages of a batch, even those another process holds: a batch is always sent as a whole.
pub async fn claim_batch(db: &Db, batch: Uuid, now: Timestamp) -> Result<Vec<OutboxMessage>, sqlx::Error> {
    let leased_until = now.as_millisecond() + LEASE.as_millis() as i64;
    on_db!(db.writer(), pool => sqlx::query_as(
        "update outbox set due_at = $2 where batch = $1 returning id, user_id, kind, payload, attempts, batch, created_at",
    )
    .bind(batch)
    .bind(leased_until)
    .fetch_all(pool)
    .await)
}
