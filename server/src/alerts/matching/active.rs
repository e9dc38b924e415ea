//! The warnings in force, in memory, and what they mean for a place: which concern it, and how well it is covered.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::zones::Zone;
use crate::alert::{Alert, Alerts, Coverage, IssuedAlerts};
use crate::alerts::model::area::{Area, Match};
use crate::geo::coordinates::Coordinates;

/// A feed silent for longer has nothing to say about the present: three of its own turns and a little.
const OUTDATED_AFTER: SignedDuration = SignedDuration::from_mins(20);
/// What cannot be matched is listed, the gravest first, but not a country's whole list.
const MOST_UNMATCHED: usize = 20;

#[derive(Default)]
pub struct InForce {
    /// Shared with the list before it while nothing changes.
    pub warnings: Arc<[InForceWarning]>,
    pub feeds: Vec<FeedState>,
}

#[derive(Clone)]
pub struct InForceWarning {
    pub id: Uuid,
    pub feed: String,
    pub revision: i64,
    pub area: Area,
    pub alert: Arc<Alert>,
}

/// A feed and the countries it warns for.
#[derive(Clone, Debug)]
pub struct FeedState {
    pub name: String,
    pub countries: Vec<String>,
    pub updated_at: Option<Timestamp>,
}

impl InForce {
    /// Those that hold for a place, one of each event: of several messages about it the last revision counts.
    pub fn at<'a>(&'a self, place: Coordinates, zone: &Zone, now: Timestamp) -> Vec<&'a InForceWarning> {
        let mut found: Vec<&InForceWarning> = Vec::new();
        for warning in self.warnings.iter().filter(|warning| warning.alert.ends_at > now) {
            if warning.area.holds_for(place, zone.codes.as_deref()) != Match::Inside {
                continue;
            }
            match found.iter_mut().find(|known| known.alert.id == warning.alert.id) {
                Some(known) if known.revision < warning.revision => *known = warning,
                Some(_) => {}
                None => found.push(warning),
            }
        }
        found
    }

    /// What the page is told about a place.
    pub fn issued(&self, place: Coordinates, zone: &Zone, now: Timestamp) -> IssuedAlerts {
        let items: Vec<Alert> = self.at(place, zone, now).iter().map(|warning| (*warning.alert).clone()).collect();
        let feeds: Vec<&FeedState> = self.feeds_of(zone).collect();
        let unmatched = self.unmatched(place, zone, now);
        let updated_at = feeds.iter().map(|feed| feed.updated_at).min().flatten();
        let is_outdated = feeds
            .iter()
            .any(|feed| feed.updated_at.is_none_or(|updated_at| now.duration_since(updated_at) > OUTDATED_AFTER));
        let coverage = match () {
            () if feeds.is_empty() => Coverage::NoService,
            () if is_outdated => Coverage::Outdated,
            () if !unmatched.is_empty() => Coverage::Unmatched,
            () => Coverage::Covered,
        };
        // The time a covered place was last updated changes every minute and says nothing new.
        let updated_at = updated_at.filter(|_| coverage == Coverage::Outdated);
        let alerts = Alerts { coverage, updated_at, items, unmatched };
        IssuedAlerts { version: version(&alerts), edition: None, alerts }
    }

    fn feeds_of<'a>(&'a self, zone: &'a Zone) -> impl Iterator<Item = &'a FeedState> {
        let country = zone.country.as_deref();
        self.feeds
            .iter()
            .filter(move |feed| country.is_some_and(|country| feed.countries.iter().any(|one| one == country)))
    }

    fn unmatched(&self, place: Coordinates, zone: &Zone, now: Timestamp) -> Vec<Alert> {
        let feeds: Vec<&str> = self.feeds_of(zone).map(|feed| feed.name.as_str()).collect();
        let mut found: Vec<&InForceWarning> = self
            .warnings
            .iter()
            .filter(|warning| feeds.contains(&warning.feed.as_str()) && warning.alert.ends_at > now)
            .filter(|warning| warning.area.holds_for(place, zone.codes.as_deref()) == Match::Unknown)
            .collect();
        found.sort_by_key(|warning| (std::cmp::Reverse(warning.alert.cap_severity), warning.alert.starts_at));
        found.iter().take(MOST_UNMATCHED).map(|warning| (*warning.alert).clone()).collect()
    }
}

/// Names what is said, so that a page is made anew exactly when it changes.
fn version(alerts: &Alerts) -> u64 {
    let said = serde_json::to_vec(alerts).unwrap_or_default();
    let digest = Sha256::digest(&said);
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alert::{AlertOrigin, CapSeverity};
    use crate::alerts::model::area::Polygon;

    const NOW: &str = "2026-11-15T12:00:00Z";

    fn now() -> Timestamp {
        NOW.parse().unwrap()
    }

    fn warning(identity: &str, revision: i64, area: Area) -> InForceWarning {
        let alert = Alert {
            id: identity.to_owned(),
            origin: AlertOrigin::Issued,
            severity: CapSeverity::Severe.to_severity(),
            cap_severity: Some(CapSeverity::Severe),
            texts: Vec::new(),
            hazard: None,
            issuer: None,
            attribution: None,
            sent_at: None,
            starts_at: now(),
            ends_at: now() + SignedDuration::from_hours(revision),
            url: None,
        };
        InForceWarning { id: Uuid::new_v4(), feed: "dwd".to_owned(), revision, area, alert: Arc::new(alert) }
    }

    fn drawn() -> Area {
        let ring = vec![(13.0, 52.0), (14.0, 52.0), (14.0, 53.0), (13.0, 53.0)];
        Area { polygons: vec![Polygon::new(vec![ring]).unwrap()], ..Area::default() }
    }

    fn coded() -> Area {
        Area { codes: vec!["EMMA_ID:DE001".to_owned()], ..Area::default() }
    }

    fn germany(updated_minutes_ago: i64, warnings: Vec<InForceWarning>) -> InForce {
        let updated_at = Some(now() - SignedDuration::from_mins(updated_minutes_ago));
        let feed = FeedState { name: "dwd".to_owned(), countries: vec!["DE".to_owned()], updated_at };
        InForce { warnings: warnings.into(), feeds: vec![feed] }
    }

    fn told(in_force: &InForce, country: &str) -> (Coverage, usize, usize) {
        let zone = Zone { country: Some(country.to_owned()), codes: Some(Vec::new()) };
        let alerts = in_force.issued(Coordinates::new(52.52, 13.41).unwrap(), &zone, now()).alerts;
        (alerts.coverage, alerts.items.len(), alerts.unmatched.len())
    }

    #[test]
    fn no_warnings_no_service_and_no_news_are_three_different_answers() {
        assert_eq!(told(&germany(1, vec![]), "DE"), (Coverage::Covered, 0, 0));
        assert_eq!(told(&germany(1, vec![]), "TR"), (Coverage::NoService, 0, 0));
        assert_eq!(told(&germany(30, vec![]), "DE"), (Coverage::Outdated, 0, 0));
        let issued = germany(30, vec![]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let at = issued.issued(Coordinates::new(52.52, 13.41).unwrap(), &zone, now()).alerts.updated_at;
        assert_eq!(at, Some("2026-11-15T11:30:00Z".parse().unwrap()));
    }

    #[test]
    fn a_warning_that_cannot_be_matched_is_listed_and_never_guessed() {
        assert_eq!(told(&germany(1, vec![warning("a", 1, coded())]), "DE"), (Coverage::Unmatched, 0, 1));
        assert_eq!(told(&germany(1, vec![warning("a", 1, drawn())]), "DE"), (Coverage::Covered, 1, 0));
        assert_eq!(told(&germany(1, vec![warning("a", 1, coded())]), "FR"), (Coverage::NoService, 0, 0));
    }

    #[test]
    fn of_several_messages_about_one_event_the_last_revision_counts() {
        let in_force = germany(1, vec![warning("a", 1, drawn()), warning("a", 3, drawn()), warning("a", 2, drawn())]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let found = in_force.at(Coordinates::new(52.52, 13.41).unwrap(), &zone, now());
        assert_eq!(found.iter().map(|warning| warning.revision).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn what_has_ended_since_is_not_told() {
        let in_force = germany(1, vec![warning("a", 1, drawn())]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let later = now() + SignedDuration::from_hours(1);
        assert_eq!(in_force.at(Coordinates::new(52.52, 13.41).unwrap(), &zone, later).len(), 0);
    }
}
