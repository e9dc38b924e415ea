//! Plans a batch of cells: which notifications are written, how the last-notified states change, and when each cell is due
//! again.

use std::borrow::Cow;
use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::policy::{Decision, Importance, PriorSeverity, RecentNotifications, decide};
use super::queries::{LastNotifiedRow, RecentRow, WatchedLocation};
use super::recipients::Device;
use super::transitions::{AlertContent, CurrentAlert, LastNotified, Transition, transitions};
use super::writes::{EXTREME, NewNotification, StateUpdate};
use crate::alert::Severity;
use crate::alerts::matching::same_event::Event;
use crate::alerts::model::cell::Cell;
use crate::alerts::model::event::NotificationEvent;
use crate::alerts::schedule::hazard_check::band_of;
use crate::alerts::schedule::lease::LeasedCell;
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::time_zone_at;
use crate::notification_settings::RecipientSettings;
use crate::session::UserId;

/// A cell is checked at least this often, even if nothing happens there.
const MAX_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// A leased cell with the alerts in force there.
pub struct DueCell {
    pub leased: LeasedCell,
    pub issued: Vec<CurrentAlert>,
    /// With the elevation band of the places they apply to.
    pub hazards: Vec<(Option<i16>, CurrentAlert)>,
}

impl DueCell {
    pub fn current(&self) -> impl Iterator<Item = &CurrentAlert> {
        self.issued.iter().chain(self.hazards.iter().map(|(_, hazard)| hazard))
    }

    fn current_in(&self, band: Option<i16>) -> Vec<CurrentAlert> {
        let hazards = self.hazards.iter().filter(|(elevation, _)| *elevation == band).map(|(_, hazard)| hazard);
        self.issued.iter().chain(hazards).cloned().collect()
    }
}

/// What a batch writes.
#[derive(Default)]
pub struct Plan {
    pub notifications: Vec<NewNotification>,
    pub state_updates: Vec<StateUpdate>,
    /// User, location and identity.
    pub deleted_states: Vec<(UserId, Uuid, String)>,
    /// For cells with held notifications: when the first of them may be sent.
    held_until: HashMap<Cell, Timestamp>,
}

impl Plan {
    /// The next time at which something changes without an event: an alert ends, or a held notification may be sent.
    pub fn next_due_at(&self, due: &DueCell, now: Timestamp) -> i64 {
        let latest = (now + MAX_INTERVAL).as_millisecond();
        let ends = due.current().map(|current| current.ends_at);
        let held = self.held_until.get(&due.leased.cell).map(|until| until.as_millisecond());
        ends.chain(held).chain([latest]).filter(|time| *time > now.as_millisecond()).min().unwrap_or(latest)
    }
}

/// Collects what was read and decides for each location.
pub struct Planner<'a> {
    batch: &'a [DueCell],
    /// By user and location.
    states: HashMap<(Uuid, Uuid), Vec<LastNotified>>,
    locations: Vec<WatchedLocation>,
    recent: HashMap<Uuid, RecentNotifications>,
    devices: HashMap<Uuid, Vec<Device>>,
    now: Timestamp,
}

impl<'a> Planner<'a> {
    pub fn new(
        batch: &'a [DueCell],
        states: Vec<LastNotifiedRow>,
        ended: HashMap<String, Event>,
        locations: Vec<WatchedLocation>,
        now: Timestamp,
    ) -> Planner<'a> {
        let mut by_location: HashMap<(Uuid, Uuid), Vec<LastNotified>> = HashMap::new();
        for row in states {
            let content = match (row.alert_id, row.hazard) {
                (Some(id), _) => AlertContent::Issued(id),
                (None, Some(hazard)) => AlertContent::Hazard(hazard),
                (None, None) => AlertContent::Deleted,
            };
            by_location.entry((row.user_id.0, row.location_id)).or_default().push(LastNotified {
                event: ended.get(&row.identity).cloned(),
                identity: row.identity,
                revision: row.revision,
                is_extreme: row.severity == EXTREME,
                severity: Severity::from(row.severity),
                max_severity: Severity::from(row.max_severity),
                ends_at: row.ends_at,
                notification_id: row.notification_id,
                content,
            });
        }
        let (recent, devices) = Default::default();
        Planner { batch, states: by_location, locations, recent, devices, now }
    }

    pub fn users(&self) -> Vec<UserId> {
        let mut users: Vec<UserId> = self.locations.iter().map(|location| location.user_id).collect();
        users.sort_unstable_by_key(|user| user.0);
        users.dedup();
        users
    }

    pub fn add_history(&mut self, recent: Vec<RecentRow>, devices: Vec<Device>) {
        for row in recent {
            let at = Timestamp::from_millisecond(row.created_at).unwrap_or_default();
            self.recent.entry(row.user_id.0).or_default().0.push((at, Severity::from(row.severity)));
        }
        for device in devices {
            self.devices.entry(device.user_id.0).or_default().push(device);
        }
    }

    pub fn plan(mut self) -> serde_json::Result<Plan> {
        let by_cell: HashMap<Cell, &DueCell> = self.batch.iter().map(|due| (due.leased.cell, due)).collect();
        let mut by_band: HashMap<(Cell, Option<i16>), Vec<CurrentAlert>> = HashMap::new();
        let mut changed: Vec<(WatchedLocation, RecipientSettings)> = Vec::new();
        let mut pending: Vec<(usize, PendingChange)> = Vec::new();
        for mut location in std::mem::take(&mut self.locations) {
            let band = band_of(location.elevation);
            let due = by_band
                .entry((location.cell, band))
                .or_insert_with(|| by_cell.get(&location.cell).map(|due| due.current_in(band)).unwrap_or_default());
            let current = at_height(due, location.elevation);
            let states = self.states.remove(&(location.user_id.0, location.location_id)).unwrap_or_default();
            let transitions = transitions(&current, &states, self.now.as_millisecond());
            if transitions.is_empty() {
                continue;
            }
            let changes = transitions.into_iter().map(|transition| PendingChange::new(transition, &states));
            pending.extend(changes.map(|change| (changed.len(), change)));
            location.recipient.devices = self.devices.get(&location.user_id.0).cloned().unwrap_or_default();
            let settings = RecipientSettings::from_document(location.recipient.document.as_deref());
            changed.push((location, settings));
        }
        // When a user reaches their limit, the most severe notifications of all their places are sent first.
        pending.sort_by_key(|(_, change)| match &change.transition {
            Transition::Notify(_, current) => std::cmp::Reverse(Some(current.severity)),
            _ => std::cmp::Reverse(None),
        });
        let mut plan = Plan::default();
        let mut zones: HashMap<Cell, TimeZone> = HashMap::new();
        for (index, change) in pending {
            let (location, settings) = &changed[index];
            let zone = zones.entry(location.cell).or_insert_with(|| time_zone_at(location.cell.coordinates()));
            let recent = self.recent.entry(location.user_id.0).or_default();
            plan.add(location, change, settings, recent, zone, self.now)?;
        }
        Ok(plan)
    }
}

/// The alerts that apply at a place of the cell with this elevation.
fn at_height(current: &[CurrentAlert], elevation: Option<i64>) -> Cow<'_, [CurrentAlert]> {
    let elevation = elevation.map(|metres| metres as f64);
    let applies = |alert: &CurrentAlert| alert.height_limits.is_none_or(|limits| limits.contain(elevation));
    if current.iter().all(applies) {
        return Cow::Borrowed(current);
    }
    current.iter().filter(|alert| applies(alert)).cloned().collect()
}

/// A transition, and the severities its user was notified of before.
struct PendingChange {
    transition: Transition,
    prior: Option<PriorSeverity>,
}

impl PendingChange {
    fn new(transition: Transition, states: &[LastNotified]) -> PendingChange {
        let state = match &transition {
            Transition::Notify(_, current) => states.iter().find(|state| state.identity == current.identity),
            _ => None,
        };
        let prior = state.map(|state| PriorSeverity { last: state.severity, max: state.max_severity });
        PendingChange { transition, prior }
    }
}

impl Plan {
    fn add(
        &mut self,
        location: &WatchedLocation,
        change: PendingChange,
        settings: &RecipientSettings,
        recent: &mut RecentNotifications,
        zone: &TimeZone,
        now: Timestamp,
    ) -> serde_json::Result<()> {
        let (user_id, location_id) = (location.user_id, location.location_id);
        let (event, current) = match change.transition {
            Transition::UpdateState(current) => {
                self.state_updates.push(StateUpdate { user_id, location_id, current, notification_id: None });
                return Ok(());
            }
            Transition::ReplaceState(last, current) => {
                let notification_id = Some(last.notification_id);
                self.state_updates.push(StateUpdate { user_id, location_id, current, notification_id });
                self.deleted_states.push((user_id, location_id, last.identity));
                return Ok(());
            }
            Transition::DeleteState(identity) => {
                self.deleted_states.push((user_id, location_id, identity));
                return Ok(());
            }
            Transition::Notify(event, current) => (event, current),
        };
        let interrupts_from = current.interrupts_from.and_then(|at| Timestamp::from_millisecond(at).ok());
        let hazard = current.content.hazard_kind();
        let importance = Importance { severity: current.severity, interrupts_from, hazard };
        match decide(event, importance, change.prior, &settings.notifications, recent, zone, now) {
            Decision::HoldUntil(until) => {
                let held_until = self.held_until.entry(location.cell).or_insert(until);
                *held_until = (*held_until).min(until);
            }
            Decision::Skip if event.is_end() => self.deleted_states.push((user_id, location_id, current.identity)),
            // Without a state, later changes of an unwanted alert are not notified either.
            Decision::Skip if event == NotificationEvent::New => {}
            Decision::Skip => {
                self.state_updates.push(StateUpdate { user_id, location_id, current, notification_id: None });
            }
            Decision::Send => {
                recent.0.push((now, current.severity));
                let id = Uuid::now_v7();
                let (channels, deliveries) = location.recipient.deliveries(&settings.notifications, id)?;
                let (alert_id, hazard) = match &current.content {
                    AlertContent::Issued(id) => (Some(*id), None),
                    AlertContent::Hazard(hazard) => (None, Some(hazard.clone())),
                    AlertContent::Deleted => (None, None),
                };
                self.notifications.push(NewNotification {
                    id,
                    user_id,
                    location_id: Some(location_id),
                    place: location.name.clone(),
                    coordinates: Coordinates { latitude: location.latitude, longitude: location.longitude },
                    identity: current.identity.clone(),
                    event,
                    revision: current.revision,
                    severity: current.severity,
                    alert_id,
                    hazard,
                    channels,
                    deliveries,
                });
                if event.is_end() {
                    self.deleted_states.push((user_id, location_id, current.identity));
                } else {
                    self.state_updates.push(StateUpdate { user_id, location_id, current, notification_id: Some(id) });
                }
            }
        }
        Ok(())
    }
}
