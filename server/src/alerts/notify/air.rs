//! Notifications of poor air and of pollen: at most one a day and place, by the thresholds that the user has set.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::air_text;
use super::policy::{Decision, Importance, RecentNotifications, decide};
use super::queries::{self, NewNotification, OptedInLocation, WatchedLocation};
use crate::air::{AirToday, PollenLevel, Species, WorstHour};
use crate::alert::{Alert, AlertFamily, AlertOrigin, Severity};
use crate::alerts::model::event::NotificationEvent;
use crate::clock::Clock;
use crate::db::Db;
use crate::db::lease::claim_job;
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::time_zone_at;
use crate::i18n::Language;
use crate::notification_settings::{AirNotifications, NotificationSettings, RecipientSettings};
use crate::session::UserId;

const JOB: &str = "air notifications";
const INTERVAL: SignedDuration = SignedDuration::from_mins(15);
/// Places of one transaction.
const BATCH: i64 = 200;
const RECENT: SignedDuration = SignedDuration::from_hours(24);
/// A day has up to 25 hours, and the first place of the world is 26 hours ahead of the last.
const NOTIFIED_SINCE: SignedDuration = SignedDuration::from_hours(52);
/// Local hours in which the user can still plan the day, also without quiet hours.
const HOURS: std::ops::Range<i8> = 7..20;
const ATTRIBUTION: &str = "CAMS ENSEMBLE data, Copernicus Atmosphere Monitoring Service, Open-Meteo.com";

/// A place whose user is to be notified of its air.
struct Candidate {
    location: WatchedLocation,
    language: Language,
    settings: RecipientSettings,
    zone: TimeZone,
}

/// What exceeds the thresholds of a user.
pub struct Finding {
    pub index: Option<WorstHour>,
    pub is_us: bool,
    pub pollen: Vec<(Species, PollenLevel)>,
}

/// Runs if it is due; returns how many notifications were written. `find_air` returns `None` for a place whose air is not
/// known.
pub async fn notify_of_air<Found>(
    db: &Db,
    clock: &Clock,
    find_air: impl Fn(Vec<Coordinates>) -> Found,
) -> anyhow::Result<usize>
where
    Found: Future<Output = Vec<Option<AirToday>>>,
{
    let now = clock.now();
    if !claim_job(db, JOB, now.as_millisecond(), (now + INTERVAL).as_millisecond()).await? {
        return Ok(0);
    }
    let (mut written, mut after) = (0, (UserId(Uuid::nil()), Uuid::nil()));
    loop {
        let locations = queries::list_opted_in_locations(db, after, BATCH).await?;
        let Some(last) = locations.last() else { return Ok(written) };
        after = (last.location.user_id, last.location.location_id);
        let candidates = list_candidates(db, locations, now).await?;
        let places = candidates.iter().map(|one| coordinates(&one.location)).collect();
        let found = find_air(places).await;
        written += commit(db, candidates, found, now).await?;
    }
}

/// Those who want it, whose day has begun and who have not been notified today.
async fn list_candidates(
    db: &Db,
    locations: Vec<OptedInLocation>,
    now: Timestamp,
) -> Result<Vec<Candidate>, sqlx::Error> {
    let users = distinct(locations.iter().map(|one| one.location.user_id));
    let since = (now - NOTIFIED_SINCE).as_millisecond();
    let notified = queries::list_own_notified(db, queries::AIR_IDENTITY, &users, since).await?;
    let candidate = |OptedInLocation { location, language }: OptedInLocation| {
        let settings = RecipientSettings::from_document(location.recipient.document.as_deref());
        let zone = time_zone_at(coordinates(&location));
        let local = now.to_zoned(zone.clone());
        let identity = identity(&local.date());
        let is_known = notified.iter().any(|known| {
            known.user_id == location.user_id && known.location_id == location.location_id && known.identity == identity
        });
        let is_wanted = settings.air.is_enabled && settings.notifications.is_enabled;
        let language = settings.language.or_else(|| Language::parse(&language)).unwrap_or_default();
        let is_due = is_wanted && !is_known && HOURS.contains(&local.hour());
        is_due.then_some(Candidate { location, language, settings, zone })
    };
    Ok(locations.into_iter().filter_map(candidate).collect())
}

async fn commit(
    db: &Db,
    candidates: Vec<Candidate>,
    found: Vec<Option<AirToday>>,
    now: Timestamp,
) -> anyhow::Result<usize> {
    let due: Vec<(Candidate, AirToday, Finding)> = candidates
        .into_iter()
        .zip(found)
        .filter_map(|(candidate, today)| {
            let today = today?;
            let finding = exceeding(&today, &candidate.settings.air)?;
            Some((candidate, today, finding))
        })
        .collect();
    if due.is_empty() {
        return Ok(0);
    }
    let users = distinct(due.iter().map(|(candidate, ..)| candidate.location.user_id));
    let mut tx = db.begin().await?;
    let mut recent: HashMap<Uuid, RecentNotifications> = HashMap::new();
    for row in queries::list_recent(&mut tx, &users, (now - RECENT).as_millisecond()).await? {
        let at = Timestamp::from_millisecond(row.created_at).unwrap_or_default();
        recent.entry(row.user_id.0).or_default().0.push((at, Severity::from(row.severity)));
    }
    let devices = queries::list_devices(&mut tx, &users).await?;
    let mut notifications = Vec::new();
    for (mut candidate, today, finding) in due {
        let user_id = candidate.location.user_id;
        let recent = recent.entry(user_id.0).or_default();
        if !may_send(&candidate, recent, now) {
            continue;
        }
        recent.0.push((now, SEVERITY));
        candidate.location.recipient.devices =
            devices.iter().filter(|device| device.user_id == user_id).cloned().collect();
        notifications.push(notification(&candidate, &today, &finding, now)?);
    }
    let written = queries::insert_notifications(&mut tx, &notifications, now.as_millisecond()).await?;
    tx.commit().await?;
    Ok(written)
}

/// Never urgent. The user has set a threshold of their own, so the one for alerts does not count.
const SEVERITY: Severity = Severity::Moderate;

fn may_send(candidate: &Candidate, recent: &RecentNotifications, now: Timestamp) -> bool {
    let settings = NotificationSettings { min_severity: Severity::Info, ..candidate.settings.notifications.clone() };
    let importance = Importance { severity: SEVERITY, interrupts_from: None, hazard: None };
    decide(NotificationEvent::New, importance, None, &settings, recent, &candidate.zone, now) == Decision::Send
}

fn notification(
    candidate: &Candidate,
    today: &AirToday,
    finding: &Finding,
    now: Timestamp,
) -> anyhow::Result<NewNotification> {
    let Candidate { location, language, settings, zone } = candidate;
    let identity = identity(&today.date);
    let alert = Alert {
        id: identity.clone(),
        texts: vec![air_text::of(finding, *language, settings.units.time_style, zone)],
        family: Some(AlertFamily::Air),
        attribution: Some(ATTRIBUTION.to_owned()),
        ..Alert::new(AlertOrigin::Computed, SEVERITY, now, today.ends_at)
    };
    let id = Uuid::now_v7();
    let (channels, deliveries) = location.recipient.deliveries(&settings.notifications, id)?;
    Ok(NewNotification {
        id,
        user_id: location.user_id,
        location_id: Some(location.location_id),
        place: location.name.clone(),
        coordinates: coordinates(location),
        identity,
        event: NotificationEvent::New,
        // The database accepts one of the same identity and revision per place.
        revision: 1,
        severity: SEVERITY,
        alert_id: None,
        hazard: Some(serde_json::to_string(&alert)?),
        channels,
        deliveries,
    })
}

/// `None` if nothing reaches the thresholds.
fn exceeding(today: &AirToday, settings: &AirNotifications) -> Option<Finding> {
    let index = today.index.filter(|worst| worst.level >= settings.min_index);
    let is_felt = |(species, level): &&(Species, PollenLevel)| {
        settings.sensitivities.contains(species) && *level >= settings.min_pollen
    };
    let pollen: Vec<(Species, PollenLevel)> = today.pollen.iter().filter(is_felt).copied().collect();
    (index.is_some() || !pollen.is_empty()).then_some(Finding { index, is_us: today.is_us, pollen })
}

fn distinct(users: impl Iterator<Item = UserId>) -> Vec<UserId> {
    let mut users: Vec<UserId> = users.collect();
    users.sort_unstable_by_key(|user| user.0);
    users.dedup();
    users
}

fn identity(date: &jiff::civil::Date) -> String {
    format!("{}{date}", queries::AIR_IDENTITY)
}

fn coordinates(location: &WatchedLocation) -> Coordinates {
    Coordinates { latitude: location.latitude, longitude: location.longitude }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::air::EuropeanLevel;

    fn today(level: EuropeanLevel, pollen: &[(Species, PollenLevel)]) -> AirToday {
        let ends_at = "2026-11-15T23:00:00Z".parse().unwrap();
        let index = Some(WorstHour { level, at: ends_at });
        AirToday { date: jiff::civil::date(2026, 11, 15), ends_at, index, is_us: false, pollen: pollen.to_vec() }
    }

    #[test]
    fn only_what_reaches_the_thresholds_of_the_user_is_notified() {
        let settings = AirNotifications {
            is_enabled: true,
            min_index: EuropeanLevel::Poor,
            min_pollen: PollenLevel::High,
            sensitivities: vec![Species::Birch],
        };
        let birch = [(Species::Birch, PollenLevel::High)];
        let other = [(Species::Birch, PollenLevel::Moderate), (Species::Grass, PollenLevel::VeryHigh)];
        assert!(exceeding(&today(EuropeanLevel::Moderate, &other), &settings).is_none());
        let poor = exceeding(&today(EuropeanLevel::Poor, &other), &settings).unwrap();
        assert!(poor.index.is_some() && poor.pollen.is_empty());
        let pollen = exceeding(&today(EuropeanLevel::Good, &birch), &settings).unwrap();
        assert_eq!((pollen.index, pollen.pollen), (None, birch.to_vec()));
        let unknown = AirToday { index: None, ..today(EuropeanLevel::Good, &[]) };
        assert!(exceeding(&unknown, &settings).is_none());
    }
}
