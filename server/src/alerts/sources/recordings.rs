//! Tests on recorded lists and messages of authorities, where the recordings are available.

use url::Url;

use super::cap::Profile;
use super::{AlertMessage, cap, dwd, eccc, index, nws};
use crate::alert::{AlertFamily, CapSeverity, Severity, Urgency};
use crate::alerts::model::area::AreaMatch;
use crate::geo::coordinates::Coordinates;
use crate::testing::recording;

fn links(path: &str) -> Option<Vec<Url>> {
    let feed = Url::parse("https://feeds.meteoalarm.org/feeds/meteoalarm-legacy-atom-france").unwrap();
    let index = index::read(&recording(&format!("meteoalarm/{path}.xml"))?, None, &feed, &[]).unwrap();
    assert_eq!(index.unfollowed, 0);
    Some(index.links.into_iter().map(|link| link.url).collect())
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
    let messages = cap::read(&bytes, None, &Profile::default()).unwrap();
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
fn a_french_all_clear_ends_the_message_it_replaces() {
    let Some(bytes) = recording("meteoalarm/cap_france_avalanche_2022-12-07.xml") else { return };
    let messages = cap::read(&bytes, None, &Profile::default()).unwrap();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].replaces, ["2.49.0.0.250.0.FR.20221206160108.315028"]);
    assert_eq!(messages[0].alert, None, "its response is AllClear, although it says yellow");
}

#[test]
fn a_drawn_area_matches_the_points_inside_it() {
    let Some(bytes) = recording("meteoalarm/cap_thunderstorm.xml") else { return };
    let messages = cap::read(&bytes, None, &Profile::default()).unwrap();
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

fn at(latitude: f64, longitude: f64) -> Coordinates {
    Coordinates::new(latitude, longitude).unwrap()
}

fn one_cap(path: &str) -> Option<AlertMessage> {
    let mut messages = cap::read(&recording(path)?, None, &Profile::default()).unwrap();
    assert_eq!(messages.len(), 1, "{path}");
    Some(messages.remove(0))
}

#[test]
fn the_german_archive_has_three_alerts_in_eight_languages() {
    let Some(bytes) = recording("dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL_2023-06-23.zip") else {
        return;
    };
    let list = dwd::read(&bytes).unwrap();
    assert_eq!((list.messages.len(), list.unreadable.len()), (3, 0));
    let mut families: Vec<_> = list.messages.iter().map(|one| one.alert.as_ref().unwrap().alert.family).collect();
    families.sort_by_key(|family| format!("{family:?}"));
    assert_eq!(families, [Some(AlertFamily::Rain), Some(AlertFamily::Rain), Some(AlertFamily::Wind)]);
    for message in &list.messages {
        let stored = message.alert.as_ref().unwrap();
        let languages: Vec<&str> = stored.alert.texts.iter().map(|text| text.language.as_str()).collect();
        assert_eq!(languages, ["de-DE", "en", "fr", "es", "ar", "ru", "tr", "pl"]);
        assert_eq!(stored.alert.height_limits, None, "a ceiling of 9842.5197 feet is none");
        assert!(!message.identifier.ends_with(".MUL") && !message.replaces.iter().any(|one| one.ends_with(".MUL")));
        // The codes repeat the drawing: a place outside of it is outside and not unknown.
        assert_eq!(stored.area.matches(at(47.56, 10.75), Some(&[])), AreaMatch::Outside, "Füssen");
    }
    let wind = list.messages.iter().find(|one| one.event == "WINDBÖEN").unwrap();
    // "Immediate", although the wind begins eight hours later.
    let alert = &wind.alert.as_ref().unwrap().alert;
    assert_eq!((alert.urgency, alert.cap_severity), (Some(Urgency::Immediate), Some(CapSeverity::Minor)));
    assert_eq!(wind.alert.as_ref().unwrap().area.matches(at(51.59, 9.92), None), AreaMatch::Inside, "Bovenden");
    assert!(dwd::read(b"<html>Wartung</html>").is_err());
}

#[test]
fn a_place_in_a_hole_of_a_german_area_is_outside() {
    let Some(bytes) = recording("dwd/cap_heavy_rain_exclude_polygon_2023-06-23.xml") else { return };
    let text = String::from_utf8(bytes.clone()).unwrap();
    let hole = text.split("EXCLUDE_POLYGON</valueName>").nth(1).unwrap();
    let hole = hole.split("<value>").nth(1).unwrap().split("</value>").next().unwrap();
    let points: Vec<(f64, f64)> = hole
        .split_whitespace()
        .map(|pair| pair.split_once(',').unwrap())
        .map(|(latitude, longitude)| (latitude.parse().unwrap(), longitude.parse().unwrap()))
        .collect();
    let count = points.len() as f64;
    let centre = at(
        points.iter().map(|point| point.0).sum::<f64>() / count,
        points.iter().map(|point| point.1).sum::<f64>() / count,
    );
    let message = cap::read(&bytes, None, &dwd::PROFILE).unwrap().remove(0);
    assert_eq!(message.alert.unwrap().area.matches(centre, None), AreaMatch::Outside);
}

#[test]
fn six_canadian_zones_are_one_freezing_rain_warning() {
    let Some(bytes) = recording("eccc/weather_alerts_ontario_2026-03-06.json") else { return };
    let page = eccc::read_page(&bytes, &Url::parse("https://api.weather.gc.ca/").unwrap()).unwrap();
    let list = eccc::read(vec![page]).unwrap();
    assert_eq!((list.messages.len(), list.unreadable.len()), (2, 0));
    let found = |code: &str| list.messages.iter().find(|one| one.event == code).unwrap().alert.as_ref().unwrap();
    let (rain, statement) = (found("FRW"), found("SPS"));
    assert_eq!((rain.area.polygons.len(), rain.alert.cap_severity), (6, Some(CapSeverity::Moderate)));
    assert_eq!(rain.alert.family, Some(AlertFamily::SnowIce));
    let titles: Vec<&str> = rain.alert.texts.iter().map(|text| text.title.as_str()).collect();
    assert_eq!(titles, ["Freezing rain warning", "Avertissement de pluie verglaçante"]);
    assert_eq!(rain.alert.ends_at, "2026-03-06T06:00:00Z".parse().unwrap(), "not when the message expires");
    assert_eq!(rain.area.matches(at(43.65, -79.38), None), AreaMatch::Inside, "Toronto");
    assert_eq!(rain.area.matches(at(45.42, -75.70), None), AreaMatch::Outside, "Ottawa");
    assert_eq!(statement.alert.cap_severity, Some(CapSeverity::Minor), "it has no colour");
}

#[test]
fn an_all_clear_from_macao_ends_what_it_is_about_although_it_names_itself() {
    let Some(message) = one_cap("cap/macao_all_clear_past_self_reference_2025-04-13.xml") else { return };
    assert!(message.is_end);
    assert_eq!(message.event, "強烈季候風信號");
}

#[test]
fn an_israeli_warning_is_yellow_and_matched_by_code_because_its_polygon_is_empty() {
    let Some(message) = one_cap("cap/israel_empty_polygon_emma_2025-03-06.xml") else { return };
    let stored = message.alert.unwrap();
    assert_eq!(stored.alert.cap_severity, Some(CapSeverity::Moderate), "although it says Severe");
    assert!(stored.area.codes.iter().all(|code| code.starts_with("EMMA_ID:")) && !stored.area.codes.is_empty());
    assert!(!stored.area.has_unknown_part);
}

#[test]
fn a_russian_area_on_both_sides_of_the_date_line_contains_points_on_both() {
    let Some(message) = one_cap("cap/russia_date_line_polygon_2025-03-01.xml") else { return };
    let area = message.alert.unwrap().area;
    let found = [(66.0, -175.0), (66.0, 175.0), (66.0, 0.0)].map(|(north, east)| area.matches(at(north, east), None));
    assert_eq!(found, [AreaMatch::Inside, AreaMatch::Inside, AreaMatch::Outside]);
}

#[test]
fn a_new_zealand_update_names_its_predecessor_and_its_colour_ranks_it() {
    let Some(message) = one_cap("metservice/cap_road_snowfall_desert_road_update.xml") else { return };
    assert_eq!(message.replaces, ["2.49.0.0.554.0.roadsnow.desertroad.20260830232733616.0"]);
    let alert = message.alert.unwrap().alert;
    assert_eq!((alert.severity, alert.cap_severity), (Severity::Severe, Some(CapSeverity::Moderate)));
    assert_eq!(alert.family, Some(AlertFamily::SnowIce));
    let feed = Url::parse("https://alerts.metservice.com/cap/rss").unwrap();
    let index = index::read(&recording("metservice/rss_2026-08-31.xml").unwrap(), None, &feed, &[]).unwrap();
    assert_eq!((index.links.len(), index.unfollowed), (2, 0));
    assert!(index.names(&message.identifier) && !index.names(&message.replaces[0]));
}

#[test]
fn an_irish_warning_at_sea_is_matched_by_its_codes() {
    let Some(message) = one_cap("met-eireann/cap_small_craft_2025-04-14.xml") else { return };
    let stored = message.alert.unwrap();
    let codes = ["EMMA_ID:EI806", "EMMA_ID:EI807", "EMMA_ID:EI808", "EMMA_ID:EI809"];
    assert_eq!(
        (stored.area.codes.as_slice(), stored.alert.family),
        (&codes.map(str::to_owned)[..], Some(AlertFamily::Wind))
    );
}
