//! What a batch of cells comes to: who is told what, what is remembered, and when each cell is looked at again.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use sqlx::FromRow;
use uuid::Uuid;

use super::policy::{Decision, Heard, Recent, decide};
use super::recipients::{Device, Recipient};
use super::settings::Wishes;
use super::transitions::{Change, Current, Source, Told, changes};
use crate::alert::Severity;
use crate::alerts::notifications::NotificationEvent::{AllClear, Cancelled, New};
use crate::alerts::notifications::queries::NewNotification;
use crate::alerts::schedule::cells::Cell;
use crate::alerts::schedule::lease::Taken;
use crate::alerts::service::timezone_of;
use crate::geo::coordinates::Coordinates;
use crate::session::UserId;

/// Nothing happens at a cell for so long: then wishes and limits may have changed all the same.
const LOOKED_AT_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// A cell whose turn was taken, with what holds there.
pub struct Due {
    pub taken: Taken,
    pub current: Vec<Current>,
}

#[derive(FromRow)]
pub struct PlaceRow {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    #[sqlx(flatten)]
    pub cell: Cell,
    #[sqlx(flatten)]
    pub recipient: Recipient,
}

#[derive(FromRow)]
pub struct ToldRow {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub identity: String,
    pub revision: i64,
    pub severity: String,
    pub gravest: String,
    pub ends_at: i64,
    pub alert_id: Option<Uuid>,
    pub hazard: Option<String>,
}

#[derive(FromRow)]
pub struct RecentRow {
    pub user_id: UserId,
    pub severity: String,
    pub created_at: i64,
}

/// What a batch writes.
#[derive(Default)]
pub struct Plan {
    pub notifications: Vec<NewNotification>,
    pub remembered: Vec<Remembered>,
    pub forgotten: Vec<(UserId, Uuid, String)>,
    /// When a cell has somebody who could not be told now.
    held: HashMap<Cell, Timestamp>,
}

pub struct Remembered {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub current: Current,
    /// Nothing where it was not worth telling.
    pub notification_id: Option<Uuid>,
}

impl Plan {
    /// The next thing that happens at the cell by itself: something ends, or somebody can be told.
    pub fn next_turn(&self, due: &Due, now: Timestamp) -> i64 {
        let latest = (now + LOOKED_AT_EVERY).as_millisecond();
        let ends = due.current.iter().map(|current| current.ends_at);
        let held = self.held.get(&due.taken.cell).map(|until| until.as_millisecond());
        ends.chain(held).chain([latest]).filter(|time| *time > now.as_millisecond()).min().unwrap_or(latest)
    }
}

/// Puts together what was read and decides for each place.
pub struct Planner<'a> {
    batch: &'a [Due],
    told: HashMap<(Uuid, Uuid), Vec<Told>>,
    places: Vec<PlaceRow>,
    recent: HashMap<Uuid, Recent>,
    devices: HashMap<Uuid, Vec<Device>>,
    now: Timestamp,
}

impl<'a> Planner<'a> {
    pub fn new(batch: &'a [Due], rows: Vec<ToldRow>, places: Vec<PlaceRow>, now: Timestamp) -> Planner<'a> {
        let mut told: HashMap<(Uuid, Uuid), Vec<Told>> = HashMap::new();
        for row in rows {
            let source = match (row.alert_id, row.hazard) {
                (Some(id), _) => Source::Issued(id),
                (None, Some(hazard)) => Source::Computed(hazard),
                (None, None) => Source::Gone,
            };
            told.entry((row.user_id.0, row.location_id)).or_default().push(Told {
                identity: row.identity,
                revision: row.revision,
                severity: Severity::from(row.severity),
                gravest: Severity::from(row.gravest),
                ends_at: row.ends_at,
                source,
            });
        }
        Planner { batch, told, places, recent: HashMap::new(), devices: HashMap::new(), now }
    }

    pub fn people(&self) -> Vec<UserId> {
        let mut people: Vec<UserId> = self.places.iter().map(|place| place.user_id).collect();
        people.sort_unstable_by_key(|person| person.0);
        people.dedup();
        people
    }

    pub fn learn(&mut self, recent: Vec<RecentRow>, devices: Vec<Device>) {
        for row in recent {
            let at = Timestamp::from_millisecond(row.created_at).unwrap_or_default();
            self.recent.entry(row.user_id.0).or_default().0.push((at, Severity::from(row.severity)));
        }
        for device in devices {
            self.devices.entry(device.user_id.0).or_default().push(device);
        }
    }

    pub fn plan(mut self) -> Plan {
        let mut plan = Plan::default();
        let by_cell: HashMap<Cell, &[Current]> =
            self.batch.iter().map(|due| (due.taken.cell, due.current.as_slice())).collect();
        let mut concerned: Vec<(PlaceRow, Wishes)> = Vec::new();
        let mut all: Vec<(usize, News)> = Vec::new();
        for mut place in std::mem::take(&mut self.places) {
            let current = by_cell.get(&place.cell).copied().unwrap_or_default();
            let told = self.told.remove(&(place.user_id.0, place.location_id)).unwrap_or_default();
            let changes = changes(current, &told, self.now.as_millisecond());
            if changes.is_empty() {
                continue;
            }
            all.extend(changes.into_iter().map(|change| (concerned.len(), News::of(change, &told))));
            place.recipient.devices = self.devices.get(&place.user_id.0).cloned().unwrap_or_default();
            let wishes = Wishes::parse(place.recipient.document.as_deref());
            concerned.push((place, wishes));
        }
        // The gravest goes out first when not all may, whichever of somebody's places it is about.
        all.sort_by_key(|(_, news)| match &news.change {
            Change::Tell(_, current) => std::cmp::Reverse(Some(current.severity)),
            Change::Remember(_) | Change::Forget(_) => std::cmp::Reverse(None),
        });
        let mut zones: HashMap<Cell, TimeZone> = HashMap::new();
        for (index, news) in all {
            let (place, wishes) = &concerned[index];
            let zone = zones.entry(place.cell).or_insert_with(|| timezone_of(place.cell.position()));
            let recent = self.recent.entry(place.user_id.0).or_default();
            plan.add(place, news, wishes, recent, zone, self.now);
        }
        plan
    }
}

/// A change, and what its person was told of the same warning before.
struct News {
    change: Change,
    heard: Option<Heard>,
}

impl News {
    fn of(change: Change, told: &[Told]) -> News {
        let heard = match &change {
            Change::Tell(_, current) => told.iter().find(|told| told.identity == current.identity),
            Change::Remember(_) | Change::Forget(_) => None,
        };
        News { heard: heard.map(|told| Heard { last: told.severity, gravest: told.gravest }), change }
    }
}

impl Plan {
    fn add(
        &mut self,
        place: &PlaceRow,
        news: News,
        wishes: &Wishes,
        recent: &mut Recent,
        zone: &TimeZone,
        now: Timestamp,
    ) {
        let (user_id, location_id) = (place.user_id, place.location_id);
        let (event, current) = match news.change {
            Change::Remember(current) => {
                self.remembered.push(Remembered { user_id, location_id, current, notification_id: None });
                return;
            }
            Change::Forget(identity) => {
                self.forgotten.push((user_id, location_id, identity));
                return;
            }
            Change::Tell(event, current) => (event, current),
        };
        let is_over = matches!(event, Cancelled | AllClear);
        match decide(event, current.severity, news.heard, &wishes.notifications, recent, zone, now) {
            Decision::HoldUntil(until) => {
                let held = self.held.entry(place.cell).or_insert(until);
                *held = (*held).min(until);
            }
            Decision::Skip if is_over => self.forgotten.push((user_id, location_id, current.identity)),
            // Whoever does not wish to know is not told later what became of it.
            Decision::Skip if event == New => {}
            Decision::Skip => {
                self.remembered.push(Remembered { user_id, location_id, current, notification_id: None });
            }
            Decision::Tell => {
                recent.0.push((now, current.severity));
                let id = Uuid::now_v7();
                let (channels, deliveries) = place.recipient.ways(&wishes.notifications, id);
                let (alert_id, hazard) = match &current.source {
                    Source::Issued(id) => (Some(*id), None),
                    Source::Computed(hazard) => (None, Some(hazard.clone())),
                    Source::Gone => (None, None),
                };
                self.notifications.push(NewNotification {
                    id,
                    user_id,
                    location_id: Some(location_id),
                    place: place.name.clone(),
                    at: Coordinates { latitude: place.latitude, longitude: place.longitude },
                    identity: current.identity.clone(),
                    event,
                    revision: current.revision,
                    severity: current.severity,
                    alert_id,
                    hazard,
                    channels,
                    deliveries,
                });
                if is_over {
                    self.forgotten.push((user_id, location_id, current.identity));
                } else {
                    self.remembered.push(Remembered { user_id, location_id, current, notification_id: Some(id) });
                }
            }
        }
    }
}
