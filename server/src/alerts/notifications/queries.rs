//! Notices in the database, each with what is to be delivered, written in one transaction.

use sqlx::FromRow;
use uuid::Uuid;

use super::{Channel, Step};
use crate::alert::Severity;
use crate::db::Db;
use crate::geo::coordinates::Position;
use crate::on_db;
use crate::session::UserId;

/// Outbox kinds, all in the notices' lane.
pub const MAIL: &str = "notice_mail";
pub const ONESIGNAL: &str = "notice_onesignal";
pub const WEB_PUSH: &str = "notice_webpush";

/// Rows of one statement: well below the number of values either database accepts.
pub const ROWS_AT_ONCE: usize = 500;
/// How long a person can look back.
const KEPT_MILLISECONDS: i64 = 30 * 86_400_000;

/// A notice as it is written.
#[derive(Clone, Debug)]
pub struct NewNotice {
    pub id: Uuid,
    pub user_id: UserId,
    pub location_id: Option<Uuid>,
    pub place: String,
    pub at: Position,
    pub identity: String,
    pub step: Step,
    pub revision: i64,
    pub severity: Severity,
    pub warning_id: Option<Uuid>,
    pub computed: Option<String>,
    pub channels: Vec<Channel>,
    pub deliveries: Vec<Delivery>,
}

/// One outbox row: a mail, all of a person's OneSignal ids, or one browser.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub kind: &'static str,
    pub payload: String,
}

/// Writes notices and their outbox rows inside the caller's transaction; what was told before is left out.
/// Answers the ids that were new.
#[macro_export]
macro_rules! insert_notices {
    ($transaction:expr, $notices:expr, $now:expr) => {{
        use std::collections::HashSet;
        use $crate::alerts::notifications::queries::{NewNotice, ROWS_AT_ONCE};
        let (notices, now): (&[NewNotice], i64) = ($notices, $now);
        let mut written: HashSet<uuid::Uuid> = HashSet::new();
        for some in notices.chunks(ROWS_AT_ONCE) {
            let mut insert = sqlx::QueryBuilder::new(
                "insert into notices (id, user_id, location_id, place, latitude, longitude, identity, step, revision,
                     severity, warning_id, computed, channels, created_at) ",
            );
            insert.push_values(some, |mut row, notice| {
                row.push_bind(notice.id)
                    .push_bind(notice.user_id)
                    .push_bind(notice.location_id)
                    .push_bind(&notice.place)
                    .push_bind(notice.at.latitude)
                    .push_bind(notice.at.longitude)
                    .push_bind(&notice.identity)
                    .push_bind(notice.step.as_str())
                    .push_bind(notice.revision)
                    .push_bind(notice.severity.as_str())
                    .push_bind(notice.warning_id)
                    .push_bind(&notice.computed)
                    .push_bind($crate::alerts::notifications::Channel::list(&notice.channels))
                    .push_bind(now);
            });
            insert.push(" on conflict do nothing returning id");
            let ids: Vec<uuid::Uuid> = insert.build_query_scalar().fetch_all(&mut *$transaction).await?;
            written.extend(ids);
        }
        let deliveries: Vec<_> = notices
            .iter()
            .filter(|notice| written.contains(&notice.id))
            .flat_map(|notice| notice.deliveries.iter().map(move |delivery| (notice.user_id, delivery)))
            .collect();
        for some in deliveries.chunks(ROWS_AT_ONCE) {
            let mut insert = sqlx::QueryBuilder::new(
                "insert into outbox (id, user_id, kind, payload, created_at, due_at, attempts, lane) ",
            );
            insert.push_values(some, |mut row, (user_id, delivery)| {
                row.push_bind(uuid::Uuid::now_v7())
                    .push_bind(*user_id)
                    .push_bind(delivery.kind)
                    .push_bind(&delivery.payload)
                    .push_bind(now)
                    .push_bind(now)
                    .push_bind(0_i64)
                    .push_bind("notices");
            });
            insert.build().execute(&mut *$transaction).await?;
        }
        written
    }};
}

/// A notice as it is read back, with the authority's message where it has one.
#[derive(FromRow)]
pub struct NoticeRow {
    pub id: Uuid,
    pub location_id: Option<Uuid>,
    pub place: String,
    pub latitude: f64,
    pub longitude: f64,
    pub step: String,
    pub severity: String,
    pub computed: Option<String>,
    pub channels: String,
    pub created_at: i64,
    pub content: Option<Vec<u8>>,
}

/// The newest first; `before` is the id of the last one already seen.
pub async fn list_notices(
    db: &Db,
    user: UserId,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<NoticeRow>, sqlx::Error> {
    // Ids are made in the order of time, and no id is greater than this one.
    let before = before.unwrap_or(Uuid::max());
    on_db!(db.reader(), pool => sqlx::query_as(
        "select notices.id, location_id, place, latitude, longitude, step, severity, computed, channels, created_at,
                warnings.content
         from notices left join warnings on warnings.id = notices.warning_id
         where user_id = $1 and notices.id < $2 order by notices.id desc limit $3",
    )
    .bind(user)
    .bind(before)
    .bind(limit)
    .fetch_all(pool)
    .await)
}

pub async fn find_notice(db: &Db, user: UserId, id: Uuid) -> Result<Option<NoticeRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select notices.id, location_id, place, latitude, longitude, step, severity, computed, channels, created_at,
                warnings.content
         from notices left join warnings on warnings.id = notices.warning_id
         where user_id = $1 and notices.id = $2",
    )
    .bind(user)
    .bind(id)
    .fetch_optional(pool)
    .await)
}

/// Whether a notice still stands: its place is watched, and nothing newer was written about the same event there.
pub async fn is_current(db: &Db, user: UserId, id: Uuid) -> Result<bool, sqlx::Error> {
    let standing: i64 = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select count(*) from notices as told where user_id = $1 and id = $2 and (location_id is null or (
             exists (select 1 from locations
                 where locations.user_id = told.user_id and locations.id = told.location_id and alerts_enabled)
             and not exists (select 1 from notices as newer
                 where newer.user_id = told.user_id and newer.location_id = told.location_id
                     and newer.identity = told.identity and newer.created_at > told.created_at)))",
    )
    .bind(user)
    .bind(id)
    .fetch_one(pool)
    .await)?;
    Ok(standing > 0)
}

pub async fn delete_old_notices(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query("delete from notices where created_at < $1")
            .bind(now - KEPT_MILLISECONDS)
            .execute(pool)
            .await
            .map(|_| ())
    })
}
