//! Recipients, devices and batches of deliveries in the database.

use jiff::Timestamp;
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder};
use uuid::Uuid;

use crate::alert::{BRIEFING_IDENTITY, THRESHOLD_IDENTITY};
use crate::alerts::notifications::queries::NotificationRow;
use crate::db::outbox::{LEASE, OutboxMessage};
use crate::db::{Db, Pool, Tx};
use crate::session::UserId;
use crate::{in_transaction, on_db};

#[derive(FromRow)]
pub struct RecipientRow {
    pub confirmed_email: Option<String>,
    pub language: String,
    pub document: Option<String>,
}

/// The keys of a browser; `None` if it was signed out meanwhile, or is now registered by another user.
#[derive(FromRow)]
pub struct BrowserKeys {
    pub p256dh: Option<String>,
    pub auth: Option<String>,
}

/// What is to be loaded for a message.
pub struct Wanted<'a> {
    /// Which of the messages it is.
    pub position: i64,
    pub user: UserId,
    pub notification: Uuid,
    pub endpoint: Option<&'a str>,
}

/// What a message needs to be sent.
#[derive(FromRow)]
pub struct DeliveryRow {
    pub position: i64,
    #[sqlx(flatten)]
    pub notification: NotificationRow,
    #[sqlx(flatten)]
    pub recipient: RecipientRow,
    #[sqlx(flatten)]
    pub browser: BrowserKeys,
}

/// Loads what the messages need, in one statement. Without messages whose user or notification is gone, and those that are
/// no longer worth sending: alerts must still be switched on at their place, and they must be about the newest notification
/// of their event there. What the user has set for a place by itself does not depend on its alerts.
pub async fn list_deliveries(db: &Db, wanted: &[Wanted<'_>]) -> Result<Vec<DeliveryRow>, sqlx::Error> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let select = format!(
        "select wanted.position, this.id, this.location_id, this.place, this.latitude, this.longitude, this.event,
             this.severity, this.hazard, this.channels, this.created_at, alerts.content,
             case when users.email_verified_at is null then null else users.email end as confirmed_email,
             users.language, preferences.document, push_devices.p256dh, push_devices.auth
         from wanted
             join notifications as this on this.user_id = wanted.user_id and this.id = wanted.notification_id
             join users on users.id = wanted.user_id
             left join preferences on preferences.user_id = wanted.user_id
             left join alerts on alerts.id = this.alert_id
             left join push_devices on push_devices.user_id = wanted.user_id and push_devices.kind = 'webpush'
                 and push_devices.token = wanted.endpoint
         where this.location_id is null or (
             exists (select 1 from locations
                 where locations.user_id = this.user_id and locations.id = this.location_id
                     and (alerts_enabled or this.identity like '{BRIEFING_IDENTITY}%'
                         or this.identity like '{THRESHOLD_IDENTITY}%'))
             and not exists (select 1 from notifications as newer
                 where newer.user_id = this.user_id and newer.location_id = this.location_id
                     and newer.identity = this.identity and newer.created_at > this.created_at))"
    );
    match db.reader() {
        Pool::Sqlite(pool) => {
            let mut query = QueryBuilder::new("with wanted (position, user_id, notification_id, endpoint) as (");
            query.push_values(wanted, |mut row, wanted| {
                row.push_bind(wanted.position).push_bind(wanted.user);
                row.push_bind(wanted.notification).push_bind(wanted.endpoint);
            });
            query.push(") ").push(select).build_query_as().fetch_all(pool).await
        }
        // As arrays: one statement text, however many messages there are.
        Pool::Postgres(pool) => {
            let sql = format!(
                "with wanted (position, user_id, notification_id, endpoint) as (
                     select * from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::text[])) {select}"
            );
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(wanted.iter().map(|wanted| wanted.position).collect::<Vec<i64>>())
                .bind(wanted.iter().map(|wanted| wanted.user.0).collect::<Vec<Uuid>>())
                .bind(wanted.iter().map(|wanted| wanted.notification).collect::<Vec<Uuid>>())
                .bind(wanted.iter().map(|wanted| wanted.endpoint).collect::<Vec<Option<&str>>>())
                .fetch_all(pool)
                .await
        }
    }
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
