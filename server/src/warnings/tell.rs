//! Telling people: for every cell whose turn has come, from what is in force to notices in the outbox, in one transaction.

use std::collections::{BTreeMap, HashMap};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;
use uuid::Uuid;

use super::audience::{Decision, Recent, decide};
use super::cells::{self, Cell, Taken};
use super::forecasts::CellNotice;
use super::lifecycle::{Change, Current, Source, Told, changes};
use super::notices::queries::NewNotice;
use super::person::Wishes;
use super::recipients::{Device, Recipient};
use super::service::{Warnings, timezone_of};
use crate::alert::Severity;
use crate::db::Db;
use crate::position::Position;
use crate::session::UserId;
use crate::{insert_notices, on_db_transaction};

/// Cells of one transaction.
const BATCH: i64 = 100;
/// Nothing happens at a cell for so long: then wishes and limits may have changed all the same.
const LOOKED_AT_EVERY: SignedDuration = SignedDuration::from_hours(1);
const DAY_MILLISECONDS: i64 = 86_400_000;

/// Tells until nothing is due; answers how many notices were written.
pub async fn tell_all(warnings: &Warnings) -> anyhow::Result<usize> {
    let mut written = 0;
    loop {
        let now = warnings.clock.now();
        let taken = cells::claim_due(&warnings.db, BATCH, now.as_millisecond()).await?;
        if taken.is_empty() {
            return Ok(written);
        }
        // After the claim: whatever made the cells due is in this list.
        let loaded = warnings.refreshed(SignedDuration::ZERO).await?;
        let mut batch = Vec::with_capacity(taken.len());
        for taken in taken {
            let zone = warnings.zones.known_at(taken.cell).await;
            let place = taken.cell.position();
            let issued = loaded.in_force.at(place, &zone, now).into_iter().map(|warning| Current {
                identity: warning.alert.id.clone(),
                revision: warning.revision,
                severity: warning.alert.severity,
                ends_at: warning.alert.ends_at.as_millisecond(),
                source: Source::Issued(warning.id),
            });
            let current = issued.chain(computed(&taken, now)).collect();
            batch.push(Due { taken, current });
        }
        written += tell(&warnings.db, &batch, now).await?;
    }
}

/// A cell whose turn was taken, with what holds there.
struct Due {
    taken: Taken,
    current: Vec<Current>,
}

fn computed(taken: &Taken, now: Timestamp) -> Vec<Current> {
    let notices: Vec<CellNotice> = serde_json::from_str(&taken.computed).unwrap_or_default();
    let of = |notice: CellNotice| Current {
        // The same hazard at another cell is another event.
        identity: format!("{}@{},{}", notice.alert.id, taken.cell.latitude_e2, taken.cell.longitude_e2),
        revision: notice.revision,
        severity: notice.alert.severity,
        ends_at: notice.alert.ends_at.as_millisecond(),
        source: Source::Computed(serde_json::to_string(&notice.alert).unwrap_or_default()),
    };
    notices.into_iter().filter(|notice| notice.alert.ends_at > now).map(of).collect()
}

#[derive(FromRow)]
struct PlaceRow {
    user_id: UserId,
    location_id: Uuid,
    name: String,
    latitude: f64,
    longitude: f64,
    #[sqlx(flatten)]
    cell: Cell,
    #[sqlx(flatten)]
    recipient: Recipient,
}

#[derive(FromRow)]
struct ToldRow {
    user_id: UserId,
    location_id: Uuid,
    identity: String,
    revision: i64,
    severity: String,
    ends_at: i64,
    warning_id: Option<Uuid>,
    computed: Option<String>,
}

#[derive(FromRow)]
struct RecentRow {
    user_id: UserId,
    severity: String,
    created_at: i64,
}

const PLACES: &str = "select locations.user_id, locations.id as location_id, name, latitude, longitude,
        cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2, document,
        case when email_verified_at is null then null else email end as confirmed_email
    from cells
        join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        join users on users.id = locations.user_id
        left join preferences on preferences.user_id = locations.user_id
    where alerts_enabled";
const TOLD: &str = "select told_warnings.user_id, told_warnings.location_id, told_warnings.identity,
        told_warnings.revision, told_warnings.severity, told_warnings.ends_at, notices.warning_id, notices.computed
    from cells
        join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        join told_warnings on told_warnings.user_id = locations.user_id and told_warnings.location_id = locations.id
        left join notices on notices.id = told_warnings.notice_id
    where alerts_enabled";
const PEOPLE: &str = "select id from users where id in (
        select user_id from cells
            join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        where alerts_enabled)";

/// A statement about some cells, which it joins by that name: SQLite uses no index for a list of pairs.
macro_rules! of_cells {
    ($sql:expr, $cells:expr) => {{
        let mut query = sqlx::QueryBuilder::new("with cells (latitude_e2, longitude_e2) as (");
        query.push_values($cells, |mut row, cell: &Cell| {
            row.push_bind(cell.latitude_e2).push_bind(cell.longitude_e2);
        });
        query.push(") ").push($sql);
        query
    }};
}

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
                    format!("select user_id, severity, created_at from notices
                         where step <> 'test' and created_at > {} and ", milliseconds - DAY_MILLISECONDS), some
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
            written = insert_notices!(transaction, &plan.notices, milliseconds).len();
            for some in plan.remembered.chunks(500) {
                let mut upsert = sqlx::QueryBuilder::new(
                    "insert into told_warnings (user_id, location_id, identity, revision, severity, ends_at, notice_id,
                         told_at) ",
                );
                upsert.push_values(some, |mut row, one| {
                    row.push_bind(one.user_id)
                        .push_bind(one.location_id)
                        .push_bind(&one.current.identity)
                        .push_bind(one.current.revision)
                        .push_bind(one.current.severity.as_str())
                        .push_bind(one.current.ends_at)
                        .push_bind(one.notice_id.unwrap_or_default())
                        .push_bind(milliseconds);
                });
                // A change that was not worth telling keeps the notice it was last told by.
                upsert.push(
                    " on conflict (user_id, location_id, identity) do update set revision = excluded.revision,
                         severity = excluded.severity, ends_at = excluded.ends_at,
                         notice_id = case when excluded.notice_id = ",
                );
                upsert.push_bind(Uuid::nil());
                upsert.push(" then told_warnings.notice_id else excluded.notice_id end, told_at = excluded.told_at");
                upsert.build().execute(&mut *transaction).await?;
            }
            for (user_id, location_id, identity) in &plan.forgotten {
                sqlx::query("delete from told_warnings where user_id = $1 and location_id = $2 and identity = $3")
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
        for (next, cells) in by_time {
            let mut update = sqlx::QueryBuilder::new("update watch_cells set due_at = ");
            update.push_bind(next).push(" where due_at = ").push_bind(held_until);
            update.push(" and (latitude_e2, longitude_e2) in (");
            update.push_values(&cells, |mut row, cell| {
                row.push_bind(cell.latitude_e2).push_bind(cell.longitude_e2);
            });
            update.push(")").build().execute(&mut *transaction).await?;
        }
        Ok::<_, anyhow::Error>(written)
    })
}

/// What a batch writes.
#[derive(Default)]
struct Plan {
    notices: Vec<NewNotice>,
    remembered: Vec<Remembered>,
    forgotten: Vec<(UserId, Uuid, String)>,
    /// When a cell has somebody who could not be told now.
    held: HashMap<Cell, Timestamp>,
}

struct Remembered {
    user_id: UserId,
    location_id: Uuid,
    current: Current,
    notice_id: Option<Uuid>,
}

impl Plan {
    /// The next thing that happens at the cell by itself: something ends, or somebody can be told.
    fn next_turn(&self, due: &Due, now: Timestamp) -> i64 {
        let latest = (now + LOOKED_AT_EVERY).as_millisecond();
        let ends = due.current.iter().map(|current| current.ends_at);
        let held = self.held.get(&due.taken.cell).map(|until| until.as_millisecond());
        ends.chain(held).chain([latest]).filter(|time| *time > now.as_millisecond()).min().unwrap_or(latest)
    }
}

/// Puts together what was read and decides for each place.
struct Planner<'a> {
    batch: &'a [Due],
    told: HashMap<(Uuid, Uuid), Vec<Told>>,
    places: Vec<PlaceRow>,
    recent: HashMap<Uuid, Recent>,
    devices: HashMap<Uuid, Vec<Device>>,
    now: Timestamp,
}

impl<'a> Planner<'a> {
    fn new(batch: &'a [Due], rows: Vec<ToldRow>, places: Vec<PlaceRow>, now: Timestamp) -> Planner<'a> {
        let mut told: HashMap<(Uuid, Uuid), Vec<Told>> = HashMap::new();
        for row in rows {
            let source = match (row.warning_id, row.computed) {
                (Some(id), _) => Source::Issued(id),
                (None, Some(computed)) => Source::Computed(computed),
                (None, None) => Source::Gone,
            };
            told.entry((row.user_id.0, row.location_id)).or_default().push(Told {
                identity: row.identity,
                revision: row.revision,
                severity: Severity::from(row.severity),
                ends_at: row.ends_at,
                source,
            });
        }
        Planner { batch, told, places, recent: HashMap::new(), devices: HashMap::new(), now }
    }

    fn people(&self) -> Vec<UserId> {
        let mut people: Vec<UserId> = self.places.iter().map(|place| place.user_id).collect();
        people.sort_unstable_by_key(|person| person.0);
        people.dedup();
        people
    }

    fn learn(&mut self, recent: Vec<RecentRow>, devices: Vec<Device>) {
        for row in recent {
            let at = Timestamp::from_millisecond(row.created_at).unwrap_or_default();
            self.recent.entry(row.user_id.0).or_default().0.push((at, Severity::from(row.severity)));
        }
        for device in devices {
            self.devices.entry(device.user_id.0).or_default().push(device);
        }
    }

    fn plan(mut self) -> Plan {
        let mut plan = Plan::default();
        let by_cell: HashMap<Cell, &[Current]> =
            self.batch.iter().map(|due| (due.taken.cell, due.current.as_slice())).collect();
        let mut zones: HashMap<Cell, TimeZone> = HashMap::new();
        for mut place in std::mem::take(&mut self.places) {
            let current = by_cell.get(&place.cell).copied().unwrap_or_default();
            let told = self.told.remove(&(place.user_id.0, place.location_id)).unwrap_or_default();
            let mut changes = changes(current, &told, self.now.as_millisecond());
            if changes.is_empty() {
                continue;
            }
            // The gravest goes out first when not all may.
            changes.sort_by_key(|change| match change {
                Change::Tell(_, current) => std::cmp::Reverse(Some(current.severity)),
                Change::Remember(_) | Change::Forget(_) => std::cmp::Reverse(None),
            });
            place.recipient.devices = self.devices.get(&place.user_id.0).cloned().unwrap_or_default();
            let wishes = Wishes::parse(place.recipient.document.as_deref());
            let zone = zones.entry(place.cell).or_insert_with(|| timezone_of(place.cell.position()));
            let recent = self.recent.entry(place.user_id.0).or_default();
            for change in changes {
                plan.add(&place, change, &wishes, recent, zone, self.now);
            }
        }
        plan
    }
}

impl Plan {
    fn add(
        &mut self,
        place: &PlaceRow,
        change: Change,
        wishes: &Wishes,
        recent: &mut Recent,
        zone: &TimeZone,
        now: Timestamp,
    ) {
        use super::notices::Step::{AllClear, Cancelled, New};
        let (user_id, location_id) = (place.user_id, place.location_id);
        let (step, current) = match change {
            Change::Remember(current) => {
                self.remembered.push(Remembered { user_id, location_id, current, notice_id: None });
                return;
            }
            Change::Forget(identity) => {
                self.forgotten.push((user_id, location_id, identity));
                return;
            }
            Change::Tell(step, current) => (step, current),
        };
        let is_over = matches!(step, Cancelled | AllClear);
        match decide(step, current.severity, &wishes.notifications, recent, zone, now) {
            Decision::HoldUntil(until) => {
                let held = self.held.entry(place.cell).or_insert(until);
                *held = (*held).min(until);
            }
            Decision::Skip if is_over => self.forgotten.push((user_id, location_id, current.identity)),
            // Whoever does not wish to know is not told later what became of it.
            Decision::Skip if step == New => {}
            Decision::Skip => {
                self.remembered.push(Remembered { user_id, location_id, current, notice_id: None });
            }
            Decision::Tell => {
                recent.0.push((now, current.severity));
                let id = Uuid::now_v7();
                let (channels, deliveries) = place.recipient.ways(&wishes.notifications, id);
                let (warning_id, computed) = match &current.source {
                    Source::Issued(id) => (Some(*id), None),
                    Source::Computed(computed) => (None, Some(computed.clone())),
                    Source::Gone => (None, None),
                };
                self.notices.push(NewNotice {
                    id,
                    user_id,
                    location_id: Some(location_id),
                    place: place.name.clone(),
                    at: Position { latitude: place.latitude, longitude: place.longitude },
                    identity: current.identity.clone(),
                    step,
                    revision: current.revision,
                    severity: current.severity,
                    warning_id,
                    computed,
                    channels,
                    deliveries,
                });
                if is_over {
                    self.forgotten.push((user_id, location_id, current.identity));
                } else {
                    self.remembered.push(Remembered { user_id, location_id, current, notice_id: Some(id) });
                }
            }
        }
    }
}
