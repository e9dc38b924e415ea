//! CAP 1.2: parses a message and groups its language blocks by alert.

use jiff::Timestamp;

use super::xml::Element;
use super::{AlertMessage, MAX_IDENTIFIER_BYTES, default_end};
use crate::alert::{Alert, AlertOrigin, AlertText, CapSeverity};
use crate::alerts::model::area::{Area, Circle, Polygon};
use crate::alerts::model::stored::StoredAlert;

/// One message per alert it contains; none if it is not an `Actual` message for the public.
pub fn read(bytes: &[u8], attribution: Option<&str>) -> anyhow::Result<Vec<AlertMessage>> {
    let alert = Element::parse(bytes)?;
    anyhow::ensure!(alert.name == "alert", "not a CAP message but <{}>", alert.name);
    let required = |name: &str| alert.text_of(name).ok_or_else(|| anyhow::anyhow!("a CAP message without <{name}>"));
    let is_public = alert.text_of("scope").is_none_or(|scope| scope.eq_ignore_ascii_case("public"));
    if !required("status")?.eq_ignore_ascii_case("actual") || !is_public {
        return Ok(Vec::new());
    }
    let sent_at =
        parse_time(required("sent")?).ok_or_else(|| anyhow::anyhow!("a CAP message with an invalid <sent>"))?;
    let identifier = required("identifier")?.to_owned();
    anyhow::ensure!(identifier.len() <= MAX_IDENTIFIER_BYTES, "a CAP message with a too long <identifier>");
    let message = AlertMessage {
        identifier,
        sender: required("sender")?.to_owned(),
        sent_at,
        replaces: alert.text_of("references").map(replaced_identifiers).unwrap_or_default(),
        event: String::new(),
        alert: None,
    };
    match required("msgType")?.to_ascii_lowercase().as_str() {
        "cancel" => return Ok(vec![message]),
        "alert" | "update" => {}
        // Acknowledgements and errors are messages between senders.
        _ => return Ok(Vec::new()),
    }
    let infos: Vec<&Element> = alert.all("info").filter(|info| !is_green(info)).collect();
    let mut groups: Vec<Vec<&Element>> = Vec::new();
    for info in infos {
        match groups.iter_mut().find(|group| group.iter().all(|one| is_same_alert(one, info))) {
            Some(group) => group.push(info),
            None => groups.push(vec![info]),
        }
    }
    if groups.is_empty() {
        // An update to "no alert" only cancels what it replaces.
        return Ok(vec![message]);
    }
    Ok(groups.iter().map(|group| alert_message(group, &message, attribution)).collect())
}

/// References are `sender,identifier,sent` triples separated by spaces.
fn replaced_identifiers(references: &str) -> Vec<String> {
    references.split_whitespace().filter_map(|triple| triple.split(',').nth(1)).map(str::to_owned).collect()
}

/// MeteoAlarm's level 1 means that there is no alert.
fn is_green(info: &Element) -> bool {
    parameter(info, "awareness_level").is_some_and(|level| level.trim_start().starts_with('1'))
}

fn parameter<'a>(info: &'a Element, name: &str) -> Option<&'a str> {
    info.all("parameter").find(|one| one.text_of("valueName") == Some(name)).and_then(|one| one.text_of("value"))
}

/// Blocks of one alert differ only in their language and texts.
fn is_same_alert(one: &Element, other: &Element) -> bool {
    let same = |name: &str| one.text_of(name) == other.text_of(name);
    let language = |info: &Element| info.text_of("language").unwrap_or("en-US").to_ascii_lowercase();
    language(one) != language(other)
        && ["severity", "onset", "expires", "urgency", "certainty"].into_iter().all(same)
        && area(one) == area(other)
}

fn alert_message(group: &[&Element], message: &AlertMessage, attribution: Option<&str>) -> AlertMessage {
    let info = group[0];
    let at = |name: &str| info.text_of(name).and_then(parse_time);
    let starts_at = at("onset").or(at("effective")).unwrap_or(message.sent_at);
    let ends_at = at("expires").unwrap_or_else(|| default_end(starts_at));
    let severity = CapSeverity::parse(info.text_of("severity").unwrap_or_default());
    let event = info.text_of("event").unwrap_or_default().to_owned();
    let alert = Alert {
        id: String::new(),
        origin: AlertOrigin::Issued,
        severity: severity.to_severity(),
        cap_severity: Some(severity),
        texts: group.iter().map(|info| text(info)).collect(),
        hazard: None,
        issuer: Some(info.text_of("senderName").unwrap_or(&message.sender).to_owned()),
        attribution: attribution.map(str::to_owned),
        sent_at: Some(message.sent_at),
        starts_at,
        ends_at,
        url: info.text_of("web").filter(|url| url.starts_with("https://")).map(str::to_owned),
    };
    AlertMessage { event, alert: Some(StoredAlert { alert, area: area(info) }), ..message.clone() }
}

fn text(info: &Element) -> AlertText {
    let event = info.text_of("event").unwrap_or_default();
    let areas: Vec<&str> = info.all("area").filter_map(|area| area.text_of("areaDesc")).collect();
    AlertText {
        language: info.text_of("language").unwrap_or("en-US").to_owned(),
        title: info.text_of("headline").unwrap_or(event).to_owned(),
        description: info.text_of("description").unwrap_or_default().to_owned(),
        instruction: info.text_of("instruction").map(str::to_owned),
        area: areas.join(", "),
    }
}

fn area(info: &Element) -> Area {
    let mut area = Area::default();
    for one in info.all("area") {
        let polygons = one.all("polygon").filter_map(|ring| Polygon::new(vec![parse_ring(ring.text())?])).collect();
        let circles = one.all("circle").filter_map(|circle| parse_circle(circle.text())).collect();
        let codes = one
            .all("geocode")
            .filter_map(|code| Some(format!("{}:{}", code.text_of("valueName")?, code.text_of("value")?)))
            .collect();
        let part = Area { polygons, circles, codes, ..Area::default() };
        if !part.is_drawn() {
            area.undrawn.extend_from_slice(&part.codes);
        }
        area.polygons.extend(part.polygons);
        area.circles.extend(part.circles);
        area.codes.extend(part.codes);
    }
    if !area.is_drawn() {
        area.undrawn.clear();
    }
    area.with_sorted_codes()
}

/// Reads `latitude,longitude` pairs separated by spaces; the result has the longitude first.
fn parse_ring(text: &str) -> Option<Vec<(f64, f64)>> {
    text.split_whitespace().map(parse_pair).collect()
}

fn parse_pair(text: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = text.split_once(',')?;
    Some((longitude.trim().parse().ok()?, latitude.trim().parse().ok()?))
}

/// Reads `latitude,longitude radius`, the radius in kilometres.
fn parse_circle(text: &str) -> Option<Circle> {
    let (centre, radius) = text.split_once(char::is_whitespace)?;
    let (longitude, latitude) = parse_pair(centre)?;
    let radius_km: f64 = radius.trim().parse().ok()?;
    let is_on_earth = longitude.abs() <= 360.0 && latitude.abs() <= 90.0;
    (is_on_earth && radius_km.is_finite() && radius_km > 0.0).then_some(Circle { longitude, latitude, radius_km })
}

fn parse_time(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alert::Severity;
    use crate::alerts::model::area::AreaMatch;
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
        read(text.as_bytes(), None).unwrap()
    }

    const SQUARE: &str =
        "<area><areaDesc>North</areaDesc><polygon>52.0,13.0 52.0,14.0 53.0,14.0 53.0,13.0 52.0,13.0 </polygon></area>";

    #[test]
    fn language_blocks_of_one_alert_become_one_alert() {
        let read = message(
            "Alert",
            "",
            &(info("de-DE", "3; orange; Severe", "Sturm", SQUARE)
                + &info("en-GB", "3; orange; Severe", "Storm", SQUARE)),
        );
        assert_eq!(read.len(), 1);
        let stored = read[0].alert.as_ref().unwrap();
        let titles: Vec<_> =
            stored.alert.texts.iter().map(|text| (text.language.as_str(), text.title.as_str())).collect();
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
        let coded = "<area><areaDesc>South</areaDesc><geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode></area>";
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
        let coded = "<area><areaDesc>South</areaDesc><geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode></area>";
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
        assert_eq!(read(exercise.as_bytes(), None).unwrap(), []);
        assert!(read(b"<html></html>", None).is_err());
        assert!(read(b"<alert><status>Actual</status></alert>", None).is_err());
    }
}
