//! Notifications of poor air and of pollen: at most one a day and place, by the thresholds that the user has set.

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::air_text;
use super::personal::{self, BATCH, Candidate, distinct};
use super::queries::{self, OptedInLocation};
use crate::air::{AirToday, PollenLevel, Species, WorstHour};
use crate::alert::{Alert, AlertFamily, AlertOrigin, Severity};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::lease::claim_job;
use crate::geo::coordinates::Coordinates;
use crate::notification_settings::AirNotifications;
use crate::session::UserId;

const JOB: &str = "air notifications";
const INTERVAL: SignedDuration = SignedDuration::from_mins(15);
/// A day has up to 25 hours, and the first place of the world is 26 hours ahead of the last.
const NOTIFIED_SINCE: SignedDuration = SignedDuration::from_hours(52);
/// Local hours in which the user can still plan the day, also without quiet hours.
const HOURS: std::ops::Range<i8> = 7..20;
const ATTRIBUTION: &str = "CAMS ENSEMBLE data, Copernicus Atmosphere Monitoring Service, Open-Meteo.com";
/// Never urgent.
const SEVERITY: Severity = Severity::Moderate;

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
        let found = find_air(candidates.iter().map(Candidate::coordinates).collect()).await;
        let due = candidates.into_iter().zip(found).filter_map(|(candidate, today)| {
            let alert = alert(&candidate, &today?, now)?;
            Some((candidate, alert))
        });
        written += personal::commit(db, due.collect(), now).await?;
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
    let is_due = |candidate: &Candidate| {
        let local = now.to_zoned(candidate.zone.clone());
        let identity = identity(&local.date());
        let is_known = notified.iter().any(|known| candidate.got(known) && known.identity == identity);
        let is_wanted = candidate.settings.air.is_enabled && candidate.settings.notifications.is_enabled;
        is_wanted && !is_known && HOURS.contains(&local.hour())
    };
    Ok(locations.into_iter().map(Candidate::of).filter(is_due).collect())
}

/// `None` if nothing reaches the thresholds of the user.
fn alert(candidate: &Candidate, today: &AirToday, now: Timestamp) -> Option<Alert> {
    let Candidate { language, settings, zone, .. } = candidate;
    let finding = exceeding(today, &settings.air)?;
    Some(Alert {
        id: identity(&today.date),
        texts: vec![air_text::of(&finding, *language, settings.units.time_style, zone)],
        family: Some(AlertFamily::Air),
        attribution: Some(ATTRIBUTION.to_owned()),
        ..Alert::new(AlertOrigin::Computed, SEVERITY, now, today.ends_at)
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

fn identity(date: &jiff::civil::Date) -> String {
    format!("{}{date}", queries::AIR_IDENTITY)
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
