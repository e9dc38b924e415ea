//! Notifications of rain that is about to reach a place: once per rain band, by the lead time, threshold and hours of the user.

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::personal::{self, BATCH, Candidate, distinct};
use super::queries::{self, OwnNotifiedRow};
use super::rain_text;
use crate::alert::{Alert, AlertFamily, AlertOrigin, Severity};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::lease::claim_job;
use crate::geo::coordinates::Coordinates;
use crate::rainfall::ArrivingRain;
use crate::session::UserId;

const JOB: &str = "rain notifications";
/// As often as a radar has a new picture.
const INTERVAL: SignedDuration = SignedDuration::from_mins(5);
/// Rain is known for an hour ahead: bands that were notified before this have passed.
const NOTIFIED_SINCE: SignedDuration = SignedDuration::from_hours(3);
/// By how much the arrival of the same band may move from picture to picture.
const SAME_BAND_SECONDS: i64 = 20 * 60;
/// How long rain lasts whose end is not in sight.
const UNKNOWN_LENGTH: SignedDuration = SignedDuration::from_hours(1);

/// Information: it never breaks quiet hours, and there are at most a few a day.
const SEVERITY: Severity = Severity::Info;

/// Runs if it is due; returns how many notifications were written. `find_rain` returns `None` for a place without measured rain
/// that arrives within the hour.
pub async fn notify_of_rain<Found>(
    db: &Db,
    clock: &Clock,
    find_rain: impl Fn(Vec<Coordinates>) -> Found,
) -> anyhow::Result<usize>
where
    Found: Future<Output = Vec<Option<ArrivingRain>>>,
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
        let candidates: Vec<Candidate> =
            locations.into_iter().map(Candidate::of).filter(|candidate| is_wanted(candidate, now)).collect();
        let found = find_rain(candidates.iter().map(Candidate::coordinates).collect()).await;
        let due: Vec<(Candidate, ArrivingRain)> = candidates
            .into_iter()
            .zip(found)
            .filter_map(|(candidate, rain)| Some((candidate, rain?)))
            .filter(|(candidate, rain)| is_due(candidate, rain, now))
            .collect();
        written += commit(db, due, now).await?;
    }
}

/// Whether the user wants it at this time of the day.
fn is_wanted(candidate: &Candidate, now: Timestamp) -> bool {
    let settings = &candidate.settings;
    let is_hour = settings.rain.includes(now.to_zoned(candidate.zone.clone()).time());
    settings.rain.is_enabled && settings.notifications.is_enabled && is_hour
}

fn is_due(candidate: &Candidate, rain: &ArrivingRain, now: Timestamp) -> bool {
    let settings = &candidate.settings.rain;
    rain.from > now && rain.from.duration_since(now) <= settings.lead && rain.intensity >= settings.min_intensity
}

/// Without bands that the user was notified of.
async fn commit(db: &Db, due: Vec<(Candidate, ArrivingRain)>, now: Timestamp) -> anyhow::Result<usize> {
    if due.is_empty() {
        return Ok(0);
    }
    let users = distinct(due.iter().map(|(candidate, _)| candidate.location.user_id));
    let since = (now - NOTIFIED_SINCE).as_millisecond();
    let notified = queries::list_own_notified(db, queries::RAIN_IDENTITY, &users, since).await?;
    let alerts =
        due.into_iter().filter(|(candidate, rain)| !is_known(candidate, rain, &notified)).map(|(candidate, rain)| {
            let alert = alert(&candidate, &rain, now);
            (candidate, alert)
        });
    personal::commit(db, alerts.collect(), now).await
}

/// Whether the user was notified of this band at this place.
fn is_known(candidate: &Candidate, rain: &ArrivingRain, notified: &[OwnNotifiedRow]) -> bool {
    notified
        .iter()
        .filter(|known| candidate.got(known))
        .filter_map(|known| band(&known.identity))
        .any(|known| is_same_band(known, rain))
}

/// The arrival of a band moves from picture to picture, and a band may begin again before its expected end.
fn is_same_band((from, to): (i64, i64), rain: &ArrivingRain) -> bool {
    let begins = rain.from.as_second();
    (begins - from).abs() <= SAME_BAND_SECONDS || (from..to).contains(&begins)
}

fn identity(rain: &ArrivingRain) -> String {
    format!("{}{}-{}", queries::RAIN_IDENTITY, rain.from.as_second(), end(rain).as_second())
}

/// When the band of a notification begins and ends.
fn band(identity: &str) -> Option<(i64, i64)> {
    let (from, to) = identity.strip_prefix(queries::RAIN_IDENTITY)?.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

fn end(rain: &ArrivingRain) -> Timestamp {
    rain.to.unwrap_or(rain.from + UNKNOWN_LENGTH)
}

fn alert(candidate: &Candidate, rain: &ArrivingRain, now: Timestamp) -> Alert {
    let Candidate { language, settings, zone, .. } = candidate;
    Alert {
        id: identity(rain),
        texts: vec![rain_text::of(rain, *language, settings.units.time_style, zone, now)],
        family: Some(AlertFamily::Rain),
        attribution: Some(rain.attribution.clone()),
        ..Alert::new(AlertOrigin::Computed, SEVERITY, rain_text::rounded(rain.from), rain_text::rounded(end(rain)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rainfall::RainIntensity;

    fn rain(from_minute: i64, to_minute: Option<i64>) -> ArrivingRain {
        let at = |minute: i64| Timestamp::from_second(1_794_912_000 + 60 * minute).unwrap();
        let (from, to) = (at(from_minute), to_minute.map(at));
        ArrivingRain { from, to, intensity: RainIntensity::Light, attribution: String::new() }
    }

    #[test]
    fn a_band_is_recognised_when_its_arrival_moves_and_the_next_one_is_another() {
        let known = band(&identity(&rain(20, Some(50)))).unwrap();
        for same in [0, 5, 20, 40, 49] {
            assert!(is_same_band(known, &rain(same, None)), "{same}");
        }
        for other in [-1, 50, 90] {
            assert!(!is_same_band(known, &rain(other, None)), "{other}");
        }
        let open = band(&identity(&rain(20, None))).unwrap();
        assert!(is_same_band(open, &rain(79, None)) && !is_same_band(open, &rain(80, None)));
        assert_eq!(band("halcyon-rain-soon"), None);
    }
}
