//! What notifications share that users have switched on for their places (air, rain, thresholds, briefings), and how they are
//! written.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::policy::{Decision, Importance, RecentNotifications, decide};
use super::queries::{self, OptedInLocation, OwnNotifiedRow, WatchedLocation};
use super::recipients::{Device, Recipient};
use super::writes::{self, NewNotification};
use crate::alert::{Alert, Severity};
use crate::alerts::model::event::NotificationEvent;
use crate::db::{Db, Tx};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, Site};
use crate::geo::timezone::time_zone_at;
use crate::i18n::Language;
use crate::in_transaction;
use crate::notification_settings::{NotificationSettings, RecipientSettings};
use crate::session::UserId;

/// Places of one transaction.
pub const BATCH: i64 = 200;
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// A place whose user may be notified.
#[derive(Clone)]
pub struct Candidate {
    pub location: WatchedLocation,
    pub language: Language,
    pub settings: RecipientSettings,
    pub zone: TimeZone,
}

impl Candidate {
    pub fn of(OptedInLocation { location, language }: OptedInLocation) -> Candidate {
        let settings = RecipientSettings::from_document(location.recipient.document.as_deref());
        let zone = time_zone_at(coordinates(&location));
        let language = settings.language.or_else(|| Language::parse(&language)).unwrap_or_default();
        Candidate { location, language, settings, zone }
    }

    pub fn coordinates(&self) -> Coordinates {
        coordinates(&self.location)
    }

    pub fn site(&self) -> Site {
        let elevation = self.location.elevation.and_then(|metres| Elevation::new(metres as f64));
        Site { coordinates: self.coordinates(), elevation }
    }

    /// Whether an earlier notification was for this user and place.
    pub fn got(&self, notified: &OwnNotifiedRow) -> bool {
        notified.user_id == self.location.user_id && notified.location_id == self.location.location_id
    }
}

/// The users of some places, each once.
pub fn distinct(users: impl Iterator<Item = UserId>) -> Vec<UserId> {
    let mut users: Vec<UserId> = users.collect();
    users.sort_unstable_by_key(|user| user.0);
    users.dedup();
    users
}

/// Writes a notification for each alert that the settings of its user allow now; returns how many. The id of an alert is its
/// identity: the database accepts one per place.
pub async fn commit(db: &Db, due: Vec<(Candidate, Alert)>, now: Timestamp) -> anyhow::Result<usize> {
    if due.is_empty() {
        return Ok(0);
    }
    in_transaction!(db, tx => {
        let notifications = plan(tx, &due, now).await?;
        Ok::<_, anyhow::Error>(writes::insert_notifications(tx, &notifications, now.as_millisecond()).await?)
    })
}

/// The notifications that the settings of their users allow now.
pub async fn plan(tx: &mut Tx, due: &[(Candidate, Alert)], now: Timestamp) -> anyhow::Result<Vec<NewNotification>> {
    let users = distinct(due.iter().map(|(candidate, _)| candidate.location.user_id));
    let mut recent: HashMap<Uuid, RecentNotifications> = HashMap::new();
    for row in queries::list_recent(tx, &users, (now - RECENT).as_millisecond()).await? {
        let at = Timestamp::from_millisecond(row.created_at).unwrap_or_default();
        recent.entry(row.user_id.0).or_default().0.push((at, Severity::from(row.severity)));
    }
    let devices = queries::list_devices(tx, &users).await?;
    let mut notifications = Vec::new();
    for (candidate, alert) in due {
        let recent = recent.entry(candidate.location.user_id.0).or_default();
        if !may_send(candidate, alert.severity, recent, now) {
            continue;
        }
        recent.0.push((now, alert.severity));
        notifications.push(notification(candidate, alert, &candidate.settings.notifications, &devices)?);
    }
    Ok(notifications)
}

/// The user has set a threshold for these, so the one for alerts does not count.
fn may_send(candidate: &Candidate, severity: Severity, recent: &RecentNotifications, now: Timestamp) -> bool {
    let settings = NotificationSettings { min_severity: Severity::Info, ..candidate.settings.notifications.clone() };
    let importance = Importance { severity, interrupts_from: None, hazard: None };
    decide(NotificationEvent::New, importance, None, &settings, recent, &candidate.zone, now) == Decision::Send
}

/// The notification of an alert, by the channels of `settings` to the devices of its user.
pub fn notification(
    candidate: &Candidate,
    alert: &Alert,
    settings: &NotificationSettings,
    devices: &[Device],
) -> anyhow::Result<NewNotification> {
    let location = &candidate.location;
    let devices = devices.iter().filter(|device| device.user_id == location.user_id).cloned().collect();
    let recipient = Recipient { devices, ..location.recipient.clone() };
    let id = Uuid::now_v7();
    let (channels, deliveries) = recipient.deliveries(settings, id)?;
    Ok(NewNotification {
        id,
        user_id: location.user_id,
        location_id: Some(location.location_id),
        place: location.name.clone(),
        coordinates: candidate.coordinates(),
        identity: alert.id.clone(),
        event: NotificationEvent::New,
        revision: 1,
        severity: alert.severity,
        alert_id: None,
        hazard: Some(serde_json::to_string(alert)?),
        channels,
        deliveries,
    })
}

fn coordinates(location: &WatchedLocation) -> Coordinates {
    Coordinates { latitude: location.latitude, longitude: location.longitude }
}
