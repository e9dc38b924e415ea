//! Tests on recorded lists and messages of authorities, where the recordings are available.

use url::Url;

use super::{cap, index, nws};
use crate::alert::{CapSeverity, Severity};
use crate::alerts::model::area::AreaMatch;
use crate::geo::coordinates::Coordinates;
use crate::testing::recording;

fn links(path: &str) -> Option<Vec<Url>> {
    let feed = Url::parse("https://feeds.meteoalarm.org/feeds/meteoalarm-legacy-atom-france").unwrap();
    Some(index::links(&recording(&format!("meteoalarm/{path}.xml"))?, &feed).unwrap())
}

#[test]
fn an_index_lists_each_message_once_for_any_number_of_areas() {
    // Counted with grep over the files: twelve entries of two messages, and 84 of 84.
    let Some(france) = links("atom_france_2022-12-07") else { return };
    assert_eq!(france.len(), 2);
    assert_eq!(links("atom_poland_full").unwrap().len(), 84);
    assert!(france.iter().all(|link| link.path().starts_with("/api/v1/warnings/feeds-france/")));
}

#[test]
fn a_french_message_is_one_alert_in_two_languages_for_four_areas() {
    let Some(bytes) = recording("meteoalarm/cap_multi_area.xml") else { return };
    let messages = cap::read(&bytes, Some("EUMETNET - MeteoAlarm")).unwrap();
    assert_eq!(messages.len(), 1);
    let stored = messages[0].alert.as_ref().unwrap();
    let alert = &stored.alert;
    let titles: Vec<(&str, &str)> = alert.texts.iter().map(|text| (&*text.language, &*text.title)).collect();
    assert_eq!(titles, [("fr-FR", "Vigilance jaune orages"), ("en-GB", "Moderate thunderstorm warning")]);
    assert_eq!((alert.severity, alert.issuer.as_deref()), (Severity::Moderate, Some("METEO-FRANCE")));
    assert_eq!(alert.ends_at, "2022-08-11T14:00:00Z".parse().unwrap());
    assert_eq!(stored.area.codes, ["NUTS3:FR623", "NUTS3:FR821", "NUTS3:FR822", "NUTS3:FR823"]);
    let toulouse = Coordinates::new(43.60, 1.44).unwrap();
    assert_eq!(stored.area.matches(toulouse, Some(&[])), AreaMatch::Unknown, "unknown without a table");
    assert_eq!(stored.area.matches(toulouse, Some(&["NUTS3:FR623".to_owned()])), AreaMatch::Inside);
}

#[test]
fn an_update_names_the_message_it_replaces() {
    let Some(bytes) = recording("meteoalarm/cap_france_avalanche_2022-12-07.xml") else { return };
    let messages = cap::read(&bytes, None).unwrap();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].replaces, ["2.49.0.0.250.0.FR.20221206160108.315028"]);
    assert_eq!(messages[0].event, "Vigilance jaune avalanches");
}

#[test]
fn a_drawn_area_matches_the_points_inside_it() {
    let Some(bytes) = recording("meteoalarm/cap_thunderstorm.xml") else { return };
    let messages = cap::read(&bytes, None).unwrap();
    let stored = messages[0].alert.as_ref().unwrap();
    assert_eq!((stored.alert.cap_severity, stored.area.codes.len()), (Some(CapSeverity::Severe), 3));
    assert_eq!(stored.area.matches(Coordinates::new(38.48, -119.94).unwrap(), Some(&[])), AreaMatch::Inside);
    assert_eq!(stored.area.matches(Coordinates::new(38.70, -119.78).unwrap(), Some(&[])), AreaMatch::Outside);
}

#[test]
fn of_a_whole_american_list_only_the_alert_without_times_is_unreadable() {
    let Some(bytes) = recording("nws/alerts_active_texas_2024-01-08_mixed.json") else { return };
    let messages = nws::read(&bytes).unwrap().messages;
    // 152 features: the times of one are placeholders, another has no end of its own.
    assert_eq!(messages.len(), 151);
    assert!(messages.iter().any(|message| message.event == "Red Flag Warning"));
    let drawn: Vec<_> = messages
        .iter()
        .filter_map(|message| message.alert.as_ref())
        .filter(|stored| !stored.area.polygons.is_empty())
        .collect();
    assert_eq!(drawn.len(), 1);
    assert_eq!(drawn[0].alert.issuer.as_deref(), Some("NWS Jacksonville FL"));
    assert_eq!(drawn[0].area.matches(Coordinates::new(30.2, -91.0).unwrap(), Some(&[])), AreaMatch::Inside);
}

#[test]
fn an_american_alert_without_a_polygon_applies_to_its_zones_until_the_hazard_ends() {
    let Some(bytes) = recording("nws/alerts_active_zone_orz004_2019-12-20.json") else { return };
    let messages = nws::read(&bytes).unwrap().messages;
    let stored = messages[0].alert.as_ref().unwrap();
    let astoria = Coordinates::new(46.19, -123.83).unwrap();
    assert_eq!(stored.area.matches(astoria, Some(&["UGC:ORZ001".to_owned()])), AreaMatch::Inside);
    assert_eq!(stored.area.matches(astoria, Some(&["UGC:ORZ014".to_owned()])), AreaMatch::Outside);
    assert_eq!(stored.alert.ends_at, "2019-12-22T18:00:00Z".parse().unwrap(), "not when the message expires");
    assert_eq!(stored.alert.texts[0].title, "Flood Watch");
}

#[test]
fn an_unknown_severity_is_kept_and_shown_as_the_least_severe() {
    let Some(bytes) = recording("nws/alerts_active_two.json") else { return };
    let shown: Vec<_> = nws::read(&bytes)
        .unwrap()
        .messages
        .into_iter()
        .map(|message| (message.event, message.alert.unwrap().alert.severity))
        .collect();
    let expected = [("Excessive Heat Warning", Severity::Severe), ("Air Quality Alert", Severity::Info)];
    assert_eq!(shown, expected.map(|(event, severity)| (event.to_owned(), severity)));
}

#[test]
fn the_zones_of_a_point_are_read_and_an_error_document_is_rejected() {
    let Some(bytes) = recording("nws/points_new_york.json") else { return };
    assert_eq!(nws::read_zones(&bytes).unwrap(), ["UGC:NYZ072", "UGC:NYC061", "UGC:fire/NYZ212"]);
    assert!(nws::read_zones(&recording("nws/points_404_problem_json.json").unwrap()).is_err());
    assert_eq!(nws::read(&recording("nws/alerts_point_none_new_york.json").unwrap()).unwrap().messages, []);
}
