//! Telling people: for every cell whose turn has come, from what is in force to notices in the outbox, in one transaction.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::planner::{Due, PlaceRow, Plan, Planner, RecentRow, ToldRow};
use super::recipients::Device;
use super::transitions::{Current, Source};
use crate::alerts::schedule::cells::{Cell, lock_cells, of_cells};
use crate::alerts::schedule::hazard_check::CellHazard;
use crate::alerts::schedule::lease::{Taken, Turn, Turns};
use crate::alerts::service::Warnings;
use crate::db::Db;
use crate::{insert_notifications, on_db_transaction};

/// Cells of one transaction.
const BATCH: usize = 100;
const DAY_MILLISECONDS: i64 = 86_400_000;

/// Tells until nothing is due; answers how many notices were written.
pub async fn tell_all(warnings: &Warnings) -> anyhow::Result<usize> {
    let mut written = 0;
    let mut turns = Turns::of(Turn::Tell);
    loop {
        let now = warnings.clock.now();
        let taken = turns.take(&warnings.db, BATCH, now.as_millisecond()).await?;
        if taken.is_empty() {
            return Ok(written);
        }
        // After the claim: whatever made the cells due is in this list.
        let loaded = warnings.refreshed(SignedDuration::ZERO).await?;
        let mut batch = Vec::with_capacity(taken.len());
        for taken in taken {
            let zone = warnings.zones.known_at(taken.cell).await?;
            let place = taken.cell.position();
            let issued = loaded.in_force.at(place, &zone, now).into_iter().map(|warning| Current {
                identity: warning.alert.id.clone(),
                revision: warning.revision,
                severity: warning.alert.severity,
                ends_at: warning.alert.ends_at.as_millisecond(),
                source: Source::Issued(warning.id),
            });
            let current = issued.chain(hazards(&taken, now)).collect();
            batch.push(Due { taken, current });
        }
        written += tell(&warnings.db, &batch, now).await?;
    }
}

fn hazards(taken: &Taken, now: Timestamp) -> Vec<Current> {
    let notices: Vec<CellHazard> = serde_json::from_str(&taken.hazards).unwrap_or_default();
    let of = |notice: CellHazard| Current {
        // The same hazard at another cell is another event.
        identity: format!("{}@{},{}", notice.alert.id, taken.cell.latitude_e2, taken.cell.longitude_e2),
        revision: notice.revision,
        severity: notice.alert.severity,
        ends_at: notice.alert.ends_at.as_millisecond(),
        source: Source::Computed(serde_json::to_string(&notice.alert).unwrap_or_default()),
    };
    notices.into_iter().filter(|notice| notice.alert.ends_at > now).map(of).collect()
}

const PLACES: &str = "select locations.user_id, locations.id as location_id, name, latitude, longitude,
        cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2, document,
        case when email_verified_at is null then null else email end as confirmed_email
    from cells
        join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        join users on users.id = locations.user_id
        left join preferences on preferences.user_id = locations.user_id
    where alerts_enabled";
const TOLD: &str = "select notified_alerts.user_id, notified_alerts.location_id, notified_alerts.identity,
        notified_alerts.revision, notified_alerts.severity, notified_alerts.ends_at, notifications.alert_id, notifications.hazard,
        coalesce((
            select earlier.severity from notifications as earlier
            where earlier.user_id = notified_alerts.user_id and earlier.location_id = notified_alerts.location_id
                and earlier.identity = notified_alerts.identity
            order by case earlier.severity when 'severe' then 1 when 'moderate' then 2 else 3 end limit 1),
            notified_alerts.severity) as gravest
    from cells
        join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        join notified_alerts on notified_alerts.user_id = locations.user_id and notified_alerts.location_id = locations.id
        left join notifications on notifications.user_id = notified_alerts.user_id and notifications.id = notified_alerts.notification_id
    where alerts_enabled";
const PEOPLE: &str = "select id from users where id in (
        select user_id from cells
            join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        where alerts_enabled)";

/// A statement about some people, which `$sql` leaves open.
macro_rules! of_people {
    ($sql:expr, $people:expr) => {{
        let mut query = sqlx::QueryBuilder::new($sql);
        query.push("user_id in (");
        let mut list = query.separated(", ");
        for person in $people {
            list.push_bind(*person);
        }
        query.push(")");
        query
    }};
}

/// Everything or nothing: who dies in between has told nobody, and the cells come round again.
async fn tell(db: &Db, batch: &[Due], now: Timestamp) -> anyhow::Result<usize> {
    let cells: Vec<Cell> = batch.iter().map(|due| due.taken.cell).collect();
    let milliseconds = now.as_millisecond();
    // People whose cells two workers hold take turns here, so that nobody is told twice or too much.
    let lock = if matches!(db, Db::Postgres(_)) { " order by id for no key update" } else { " limit 0" };
    on_db_transaction!(db, transaction => {
        let told: Vec<ToldRow> = of_cells!(TOLD, &cells).build_query_as().fetch_all(&mut *transaction).await?;
        let mut written = 0;
        let mut plan = Plan::default();
        if !told.is_empty() || batch.iter().any(|due| !due.current.is_empty()) {
            of_cells!(PEOPLE, &cells).push(lock).build().execute(&mut *transaction).await?;
            let told: Vec<ToldRow> = of_cells!(TOLD, &cells).build_query_as().fetch_all(&mut *transaction).await?;
            let places: Vec<PlaceRow> = of_cells!(PLACES, &cells).build_query_as().fetch_all(&mut *transaction).await?;
            let mut planner = Planner::new(batch, told, places, now);
            for some in planner.people().chunks(1000) {
                let recent: Vec<RecentRow> = of_people!(
                    format!("select user_id, severity, created_at from notifications
                         where event <> 'test' and created_at > {} and ", milliseconds - DAY_MILLISECONDS), some
                )
                .build_query_as()
                .fetch_all(&mut *transaction)
                .await?;
                let devices: Vec<Device> =
                    of_people!("select user_id, kind, token from push_devices where ", some)
                        .build_query_as()
                        .fetch_all(&mut *transaction)
                        .await?;
                planner.learn(recent, devices);
            }
            plan = planner.plan();
            written = insert_notifications!(transaction, &plan.notifications, milliseconds).len();
            for some in plan.remembered.chunks(500) {
                let mut upsert = sqlx::QueryBuilder::new(
                    "insert into notified_alerts (user_id, location_id, identity, revision, severity, ends_at, notification_id,
                         notified_at) ",
                );
                upsert.push_values(some, |mut row, one| {
                    row.push_bind(one.user_id)
                        .push_bind(one.location_id)
                        .push_bind(&one.current.identity)
                        .push_bind(one.current.revision)
                        .push_bind(one.current.severity.as_str())
                        .push_bind(one.current.ends_at)
                        .push_bind(one.notification_id.unwrap_or_default())
                        .push_bind(milliseconds);
                });
                // A change that was not worth telling keeps the notice it was last told by.
                upsert.push(
                    " on conflict (user_id, location_id, identity) do update set revision = excluded.revision,
                         severity = excluded.severity, ends_at = excluded.ends_at,
                         notification_id = case when excluded.notification_id = ",
                );
                upsert.push_bind(Uuid::nil());
                upsert.push(" then notified_alerts.notification_id else excluded.notification_id end, notified_at = excluded.notified_at");
                upsert.build().execute(&mut *transaction).await?;
            }
            for (user_id, location_id, identity) in &plan.forgotten {
                sqlx::query("delete from notified_alerts where user_id = $1 and location_id = $2 and identity = $3")
                    .bind(*user_id)
                    .bind(*location_id)
                    .bind(identity)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        let mut by_time: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        for due in batch {
            by_time.entry(plan.next_turn(due, now)).or_default().push(due.taken.cell);
        }
        let held_until = batch.first().map_or(0, |due| due.taken.held_until);
        lock_cells!(db, transaction, &cells);
        for (next, cells) in by_time {
            of_cells!("update alert_cells set due_at = ", &cells)
                .push_bind(next)
                .push(" from cells where alert_cells.latitude_e2 = cells.latitude_e2
                     and alert_cells.longitude_e2 = cells.longitude_e2 and due_at = ")
                .push_bind(held_until)
                .build()
                .execute(&mut *transaction)
                .await?;
        }
        Ok::<_, anyhow::Error>(written)
    })
}
