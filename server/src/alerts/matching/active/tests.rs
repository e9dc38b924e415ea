//! Which alerts apply at a place, and how well it is covered.

use super::*;
use crate::alert::{AlertOrigin, CapSeverity};
use crate::alerts::model::area::Polygon;

const NOW: &str = "2026-11-15T12:00:00Z";

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

fn active(identity: &str, revision: i64, area: Area) -> ActiveAlert {
    let ends_at = now() + SignedDuration::from_hours(revision);
    let alert = Alert {
        id: identity.to_owned(),
        cap_severity: Some(CapSeverity::Severe),
        ..Alert::new(AlertOrigin::Issued, CapSeverity::Severe.to_severity(), now(), ends_at)
    };
    ActiveAlert { id: Uuid::new_v4(), feed: "dwd".to_owned(), revision, area, alert: Arc::new(alert) }
}

fn drawn() -> Area {
    let ring = vec![(13.0, 52.0), (14.0, 52.0), (14.0, 53.0), (13.0, 53.0)];
    Area { polygons: vec![Polygon::new(vec![ring]).unwrap()], ..Area::default() }
}

fn coded() -> Area {
    Area { codes: vec!["EMMA_ID:DE001".to_owned()], ..Area::default() }
}

fn germany(updated_minutes_ago: i64, alerts: Vec<ActiveAlert>) -> ActiveList {
    let updated_at = Some(now() - SignedDuration::from_mins(updated_minutes_ago));
    with_feed(FeedState { feed: german_feed(), updated_at, unread: 0 }, alerts)
}

fn german_feed() -> FeedCoverage {
    let outdated_after = SignedDuration::from_mins(20);
    FeedCoverage { name: "dwd".to_owned(), countries: vec!["DE".to_owned()], outdated_after }
}

fn with_feed(feed: FeedState, alerts: Vec<ActiveAlert>) -> ActiveList {
    let index = Arc::new(AreaIndex::new(alerts.iter().map(|active| &active.area)));
    ActiveList { alerts: alerts.into(), index, feeds: vec![feed], ..ActiveList::default() }
}

fn summary(list: &ActiveList, country: &str) -> (Coverage, usize, usize) {
    let zone = Zone { country: Some(country.to_owned()), codes: Some(Vec::new()) };
    let alerts = list.for_location(Coordinates::new(52.52, 13.41).unwrap(), None, &zone, now()).alerts;
    (alerts.coverage, alerts.items.len(), alerts.unmatched.len())
}

#[test]
fn no_alerts_no_service_and_an_outdated_feed_are_three_different_answers() {
    assert_eq!(summary(&germany(1, vec![]), "DE"), (Coverage::Covered, 0, 0));
    assert_eq!(summary(&germany(1, vec![]), "TR"), (Coverage::NoService, 0, 0));
    assert_eq!(summary(&germany(30, vec![]), "DE"), (Coverage::Outdated, 0, 0));
    let list = germany(30, vec![]);
    let zone = Zone { country: Some("DE".to_owned()), codes: None };
    let updated_at = list.for_location(Coordinates::new(52.52, 13.41).unwrap(), None, &zone, now()).alerts.updated_at;
    assert_eq!(updated_at, Some("2026-11-15T11:30:00Z".parse().unwrap()));
}

#[test]
fn a_feed_that_never_answered_or_has_unread_messages_does_not_cover_a_place() {
    let never = with_feed(FeedState { feed: german_feed(), updated_at: None, unread: 0 }, vec![]);
    assert_eq!(summary(&never, "DE"), (Coverage::Outdated, 0, 0));
    let unread = with_feed(FeedState { feed: german_feed(), updated_at: Some(now()), unread: 2 }, vec![]);
    assert_eq!(summary(&unread, "DE"), (Coverage::Incomplete, 0, 0));
    let zone = Zone { country: Some("DE".to_owned()), codes: None };
    let alerts = unread.for_location(Coordinates::new(52.52, 13.41).unwrap(), None, &zone, now()).alerts;
    assert_eq!((alerts.unread, alerts.updated_at), (Some(2), None));
}

#[test]
fn an_alert_that_cannot_be_matched_is_listed_separately() {
    assert_eq!(summary(&germany(1, vec![active("a", 1, coded())]), "DE"), (Coverage::Unmatched, 0, 1));
    assert_eq!(summary(&germany(1, vec![active("a", 1, drawn())]), "DE"), (Coverage::Covered, 1, 0));
    assert_eq!(summary(&germany(1, vec![active("a", 1, coded())]), "FR"), (Coverage::NoService, 0, 0));
}

#[test]
fn of_several_messages_about_one_event_the_last_revision_counts() {
    let list = germany(1, vec![active("a", 1, drawn()), active("a", 3, drawn()), active("a", 2, drawn())]);
    let zone = Zone { country: Some("DE".to_owned()), codes: None };
    let found = list.matching(Coordinates::new(52.52, 13.41).unwrap(), &zone, now());
    assert_eq!(found.iter().map(|active| active.revision).collect::<Vec<_>>(), [3]);
}

#[test]
fn the_same_event_from_two_feeds_is_one_alert_with_two_sources() {
    let of = |feed: &str, identity: &str, family| {
        let mut active = active(identity, 2, drawn());
        let alert = Alert { family: Some(family), issuer: Some(feed.to_owned()), ..(*active.alert).clone() };
        (active.feed, active.alert) = (feed.to_owned(), Arc::new(alert));
        active
    };
    use crate::alert::AlertFamily::{Rain, Wind};
    let (copy, own) = (of("meteoalarm-DE", "a", Wind), of("dwd", "b", Wind));
    let list = germany(1, vec![copy, own, of("meteoalarm-DE", "c", Rain), of("dwd", "d", Wind)]);
    let zone = Zone { country: Some("DE".to_owned()), codes: None };
    let items = list.for_location(Coordinates::new(52.52, 13.41).unwrap(), None, &zone, now()).alerts.items;
    let shown: Vec<(&str, usize)> = items.iter().map(|alert| (alert.id.as_str(), alert.also_from.len())).collect();
    // Two alerts of one feed are never joined.
    assert_eq!(shown, [("b", 1), ("c", 0), ("d", 1)]);
}

/// [A9] "Sturmböen" above 1000 m, as the German weather service limits them.
#[test]
fn an_alert_for_other_heights_is_listed_separately_unless_the_elevation_is_unknown() {
    use crate::alert::{AlertFamily, HeightLimits};
    let of = |feed: &str, height_limits| {
        let mut active = active(feed, 2, drawn());
        let alert = Alert { family: Some(AlertFamily::Wind), height_limits, ..(*active.alert).clone() };
        (active.feed, active.alert) = (feed.to_owned(), Arc::new(alert));
        active
    };
    let limited = of("dwd", Some(HeightLimits { above: Some(1000.0), below: None }));
    // MeteoAlarm's copy names no limits.
    let list = germany(1, vec![limited, of("meteoalarm-DE", None)]);
    let zone = Zone { country: Some("DE".to_owned()), codes: None };
    let place = Coordinates::new(52.52, 13.41).unwrap();
    for (elevation, here, elsewhere) in [(Some(300.0), 0, 1), (Some(1200.0), 1, 0), (None, 1, 0)] {
        let alerts = list.for_location(place, elevation, &zone, now()).alerts;
        assert_eq!(alerts.coverage, Coverage::Covered);
        assert_eq!((alerts.items.len(), alerts.other_heights.len()), (here, elsewhere), "{elevation:?}");
    }
}

#[test]
fn an_alert_that_has_ended_does_not_match() {
    let list = germany(1, vec![active("a", 1, drawn())]);
    let zone = Zone { country: Some("DE".to_owned()), codes: None };
    let later = now() + SignedDuration::from_hours(1);
    assert_eq!(list.matching(Coordinates::new(52.52, 13.41).unwrap(), &zone, later).len(), 0);
}
