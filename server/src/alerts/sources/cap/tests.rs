//! How CAP messages are read: languages, severities, references, ends and areas.

use super::*;
use crate::alert::Severity;
use crate::alerts::model::area::{AreaMatch, Circle};
use crate::geo::coordinates::Coordinates;

fn info(language: &str, level: &str, event: &str, area: &str) -> String {
    format!(
        "<info><language>{language}</language><category>Met</category><event>{event}</event><urgency>Future</urgency>
         <severity>Severe</severity><certainty>Likely</certainty><effective>2026-11-15T10:00:00+01:00</effective>
         <onset>2026-11-15T18:00:00+01:00</onset><expires>2026-11-16T06:00:00+01:00</expires>
         <senderName>Wetterdienst</senderName><headline>{event} today</headline><description>Words &amp; more</description>
         <instruction>Stay in</instruction><web>https://weather.example/1</web>
         <parameter><valueName>awareness_level</valueName><value>{level}</value></parameter>{area}</info>"
    )
}

fn message(kind: &str, head: &str, infos: &str) -> Vec<AlertMessage> {
    let text = format!(
        "<alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'><identifier>one</identifier><sender>a@b.example</sender>
         <sent>2026-11-15T10:00:00+01:00</sent><status>Actual</status><msgType>{kind}</msgType><scope>Public</scope>{head}{infos}</alert>"
    );
    read(text.as_bytes(), None, &Profile::default()).unwrap()
}

const SQUARE: &str =
    "<area><areaDesc>North</areaDesc><polygon>52.0,13.0 52.0,14.0 53.0,14.0 53.0,13.0 52.0,13.0 </polygon></area>";

#[test]
fn language_blocks_of_one_alert_become_one_alert() {
    let read = message(
        "Alert",
        "",
        &(info("de-DE", "3; orange; Severe", "Sturm", SQUARE) + &info("en-GB", "3; orange; Severe", "Storm", SQUARE)),
    );
    assert_eq!(read.len(), 1);
    let stored = read[0].alert.as_ref().unwrap();
    let titles: Vec<_> = stored.alert.texts.iter().map(|text| (text.language.as_str(), text.title.as_str())).collect();
    assert_eq!(titles, [("de-DE", "Sturm today"), ("en-GB", "Storm today")]);
    assert_eq!(stored.alert.texts[0].description, "Words & more");
    assert_eq!(stored.alert.texts[0].area, "North");
    assert_eq!((stored.alert.severity, stored.alert.cap_severity), (Severity::Severe, Some(CapSeverity::Severe)));
    assert_eq!(stored.alert.starts_at, "2026-11-15T17:00:00Z".parse().unwrap());
    assert_eq!(stored.alert.ends_at, "2026-11-16T05:00:00Z".parse().unwrap());
    let berlin = Coordinates::new(52.52, 13.41).unwrap();
    assert_eq!(stored.area.matches(berlin, None), AreaMatch::Inside);
}

#[test]
fn blocks_about_other_areas_are_separate_alerts() {
    let coded =
        "<area><areaDesc>South</areaDesc><geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode></area>";
    let read = message(
        "Alert",
        "",
        &(info("en-GB", "2; yellow", "Storm", SQUARE) + &info("en-GB", "2; yellow", "Storm", coded)),
    );
    assert_eq!(read.len(), 2);
    assert_eq!(read[1].alert.as_ref().unwrap().area.codes, ["EMMA_ID:DE001"]);
}

#[test]
fn an_alert_with_a_drawn_and_a_coded_area_applies_in_both() {
    let coded =
        "<area><areaDesc>South</areaDesc><geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode></area>";
    let read = message("Alert", "", &info("en-GB", "2; yellow", "Storm", &[SQUARE, coded].concat()));
    assert_eq!(read.len(), 1);
    let area = &read[0].alert.as_ref().unwrap().area;
    let (berlin, munich) = (Coordinates::new(52.52, 13.41).unwrap(), Coordinates::new(48.14, 11.58).unwrap());
    let codes = |code: &str| vec![format!("EMMA_ID:{code}")];
    assert_eq!(area.matches(berlin, Some(&codes("DE009"))), AreaMatch::Inside);
    assert_eq!(area.matches(munich, Some(&codes("DE001"))), AreaMatch::Inside);
    assert_eq!(area.matches(munich, Some(&codes("DE002"))), AreaMatch::Outside);
    assert_eq!(area.matches(munich, None), AreaMatch::Unknown);
}

#[test]
fn the_code_of_a_drawn_area_does_not_widen_it() {
    let both =
        SQUARE.replace("</area>", "<geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode></area>");
    let read = message("Alert", "", &info("en-GB", "2; yellow", "Storm", &both));
    let area = &read[0].alert.as_ref().unwrap().area;
    let munich = Coordinates::new(48.14, 11.58).unwrap();
    assert_eq!(area.matches(munich, Some(&["EMMA_ID:DE001".to_owned()])), AreaMatch::Outside);
}

#[test]
fn two_hazards_in_two_languages_are_two_alerts_with_two_texts_each() {
    let blocks = [("de-DE", "Sturm"), ("en-GB", "Storm"), ("de-DE", "Gewitter"), ("en-GB", "Thunder")];
    let infos: String = blocks.iter().map(|(language, event)| info(language, "3", event, SQUARE)).collect();
    let titles: Vec<Vec<String>> = message("Alert", "", &infos)
        .iter()
        .map(|read| read.alert.as_ref().unwrap().alert.texts.iter().map(|text| text.title.clone()).collect())
        .collect();
    assert_eq!(titles, [["Sturm today", "Storm today"], ["Gewitter today", "Thunder today"]]);
}

#[test]
fn an_invalid_circle_is_ignored() {
    let area = SQUARE.replace("</area>", "<circle>NaN,13.41 25</circle><circle>52.5,inf 25</circle></area>");
    let read = message("Alert", "", &info("en", "2", "Storm", &area));
    let stored = read[0].alert.as_ref().unwrap();
    assert_eq!(StoredAlert::unpack(&stored.pack().unwrap()).unwrap(), *stored);
}

#[test]
fn circles_are_read_and_broken_shapes_ignored() {
    let area = "<area><areaDesc>x</areaDesc><circle>52.52,13.41 25.0</circle><circle>nonsense</circle><polygon>1,2 3</polygon></area>";
    let read = message("Alert", "", &info("en", "2", "Storm", area));
    let area = &read[0].alert.as_ref().unwrap().area;
    assert_eq!(area.circles, [Circle { longitude: 13.41, latitude: 52.52, radius_km: 25.0 }]);
    assert_eq!(area.polygons, []);
}

#[test]
fn a_cancel_message_names_what_it_replaces_and_contains_no_alert() {
    let head = "<references>a@b.example,zero,2026-11-15T09:00:00+01:00 a@b.example,half,2026-11-15T09:30:00+01:00</references>";
    let read = message("Cancel", head, &info("en", "2", "Storm", SQUARE));
    assert_eq!((read.len(), read[0].alert.is_none()), (1, true));
    assert_eq!(read[0].replaces, ["zero", "half"]);
    let green = message("Update", head, &info("en", "1; green; Minor", "Storm", SQUARE));
    assert_eq!((green.len(), green[0].alert.is_none(), green[0].replaces.len()), (1, true, 2));
}

#[test]
fn an_all_clear_and_a_past_event_end_an_alert_whatever_their_severity() {
    let head = "<references>a@b.example,zero,2026-11-15T09:00:00+01:00</references>";
    let all_clear =
        info("en", "", "Storm", SQUARE).replace("<urgency>", "<responseType>AllClear</responseType><urgency>");
    let past = info("en", "", "Storm", SQUARE).replace("Future", "Past");
    for ended in [all_clear.clone(), past] {
        for kind in ["Alert", "Update"] {
            let read = message(kind, head, &ended);
            assert_eq!((read.len(), read[0].alert.is_none()), (1, true), "{kind}");
            assert_eq!(read[0].replaces, ["zero"]);
        }
    }
    // Without a reference it ends what is about the same.
    let read = message("Update", "", &all_clear);
    assert_eq!((read.len(), read[0].is_end, read[0].event.as_str()), (1, true, "Storm"));
    // Beside an alert that is in force it ends only what it is about.
    let north = SQUARE.replace("52.0", "55.0").replace("53.0", "56.0");
    let read = message("Update", head, &(all_clear + &info("en", "3", "Storm", &north)));
    assert_eq!((read.len(), read[0].is_end), (1, false));
}

#[test]
fn references_are_found_in_every_form_that_authorities_use() {
    let sent = "2026-11-15T09:00:00+01:00";
    for (references, expected) in [
        (format!("a@b.example,one,{sent} c@d.example,two,{sent}"), vec!["one", "two"]),
        ("a@b.example,one".to_owned(), vec!["one"]),
        (format!("a@b.example,one,{sent},a@b.example,two,{sent}"), vec!["one", "two"]),
    ] {
        assert_eq!(replaced_identifiers(&references, "a@b.example"), expected, "{references}");
    }
}

#[test]
fn the_colour_decides_the_severity_where_one_is_sent() {
    let severity = |level: &str| {
        let read = message("Alert", "", &info("en", level, "Storm", SQUARE));
        read[0].alert.as_ref().unwrap().alert.cap_severity
    };
    assert_eq!(severity("2; yellow; Moderate"), Some(CapSeverity::Moderate));
    assert_eq!(severity("4; red; Extreme"), Some(CapSeverity::Extreme));
    assert_eq!(severity(""), Some(CapSeverity::Severe), "as sent");
}

#[test]
fn urgency_and_certainty_are_kept() {
    let read = message("Alert", "", &info("en", "2", "Storm", SQUARE));
    let alert = &read[0].alert.as_ref().unwrap().alert;
    assert_eq!((alert.urgency, alert.certainty), (Some(Urgency::Future), Some(Certainty::Likely)));
}

#[test]
fn a_place_outside_the_readable_part_of_a_broken_area_is_unknown() {
    let broken = SQUARE.replace("</area>", "<polygon>48.0,11.0 48.0</polygon></area>");
    let read = message("Alert", "", &info("en", "2", "Storm", &broken));
    let area = &read[0].alert.as_ref().unwrap().area;
    let (berlin, munich) = (Coordinates::new(52.52, 13.41).unwrap(), Coordinates::new(48.14, 11.58).unwrap());
    assert_eq!(area.matches(berlin, Some(&[])), AreaMatch::Inside);
    assert_eq!(area.matches(munich, Some(&[])), AreaMatch::Unknown);
}

#[test]
fn the_german_service_s_heights_are_limits_in_metres() {
    // 3280.84 feet are 1000 m, 9842.5197 feet are 3000 m.
    let limits_of = |heights: &[(&str, &str)]| {
        let area = |(altitude, ceiling): &(&str, &str)| {
            SQUARE.replace("</area>", &format!("<altitude>{altitude}</altitude><ceiling>{ceiling}</ceiling></area>"))
        };
        let area: String = heights.iter().map(area).collect();
        let text = format!(
            "<alert><identifier>2.49.DWD.1.MUL</identifier><sender>opendata@dwd.de</sender>
             <sent>2026-11-15T10:00:00+01:00</sent><status>Actual</status><msgType>Alert</msgType>{}</alert>",
            info("de-DE", "", "STURMBÖEN", &area)
        );
        let profile = Profile { is_german_service: true, ..Profile::default() };
        let read = read(text.as_bytes(), None, &profile).unwrap();
        assert_eq!(read[0].identifier, "2.49.DWD.1");
        read[0].alert.as_ref().unwrap().alert.height_limits
    };
    let limits = |altitude, ceiling| limits_of(&[(altitude, ceiling)]);
    assert_eq!(limits("0.0", "9842.5197"), None);
    let above = HeightLimits { above: Some(1000.0), below: None };
    assert_eq!(limits("3280.8399", "9842.5197"), Some(above));
    assert_eq!(limits("0.0", "2624.6719"), Some(HeightLimits { above: None, below: Some(800.0) }));
    let lowest = HeightLimits { above: Some(800.0), below: None };
    assert_eq!(limits_of(&[("3280.8399", "9842.5197"), ("2624.6719", "9842.5197")]), Some(lowest));
    assert_eq!(limits_of(&[("3280.8399", "9842.5197"), ("0.0", "9842.5197")]), None, "one area has no limit");
}

#[test]
fn an_alert_at_the_end_of_representable_time_has_an_end() {
    let late = info("en", "2", "Storm", SQUARE)
        .replace("2026-11-15T18:00:00+01:00", "9999-12-30T20:00:00Z")
        .replace("<expires>2026-11-16T06:00:00+01:00</expires>", "");
    let read = message("Alert", "", &late);
    assert_eq!(read[0].alert.as_ref().unwrap().alert.ends_at, Timestamp::MAX);
}

#[test]
fn exercises_and_other_documents_contain_no_alerts() {
    let exercise = "<alert><identifier>1</identifier><sender>s</sender><sent>2026-11-15T10:00:00Z</sent><status>Exercise</status><msgType>Alert</msgType></alert>";
    assert_eq!(read(exercise.as_bytes(), None, &Profile::default()).unwrap(), []);
    assert!(read(b"<html></html>", None, &Profile::default()).is_err());
    assert!(read(b"<alert><status>Actual</status></alert>", None, &Profile::default()).is_err());
}
