//! CAP 1.2: parses a message and groups its language blocks by alert.

use jiff::Timestamp;

use super::xml::Element;
use super::{AlertMessage, MAX_IDENTIFIER_BYTES, cap_area, default_end, family};
use crate::alert::{Alert, AlertFamily, AlertOrigin, AlertText, CapSeverity, Certainty, HeightLimits, Urgency};
use crate::alerts::model::area::Area;
use crate::alerts::model::stored::StoredAlert;

const METRES_PER_FOOT: f64 = 0.3048;
/// From this height on the German weather service's ceiling means that there is none.
const NO_CEILING_METRES: f64 = 2999.0;
/// Of an area with hundreds of parts a few names are enough.
const MAX_AREA_NAMES: usize = 6;

/// How an authority uses the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Profile {
    /// Attribution that its terms require.
    pub attribution: Option<&'static str>,
    /// The language of a message that names none; CAP's own default is `en-US`.
    pub default_language: Option<&'static str>,
    /// The German weather service: codes repeat the drawn areas, heights are limits, identifiers end in the language.
    pub is_german_service: bool,
}

/// One message per alert it contains or ends; none if it is not an `Actual` message for the public.
pub fn read(bytes: &[u8], charset: Option<&str>, profile: &Profile) -> anyhow::Result<Vec<AlertMessage>> {
    let alert = Element::parse(bytes, charset)?;
    anyhow::ensure!(alert.name == "alert", "not a CAP message but <{}>", alert.name);
    let required = |name: &str| alert.text_of(name).ok_or_else(|| anyhow::anyhow!("a CAP message without <{name}>"));
    let is_public = alert.text_of("scope").is_none_or(|scope| scope.eq_ignore_ascii_case("public"));
    if !required("status")?.eq_ignore_ascii_case("actual") || !is_public {
        return Ok(Vec::new());
    }
    let sent_at =
        parse_time(required("sent")?).ok_or_else(|| anyhow::anyhow!("a CAP message with an invalid <sent>"))?;
    let identifier = profile.identifier(required("identifier")?);
    anyhow::ensure!(identifier.len() <= MAX_IDENTIFIER_BYTES, "a CAP message with a too long <identifier>");
    let sender = required("sender")?;
    let references = replaced_identifiers(alert.text_of("references").unwrap_or_default(), sender);
    let message = AlertMessage {
        identifier,
        sender: sender.to_owned(),
        sent_at,
        replaces: references.into_iter().map(|identifier| profile.identifier(identifier)).collect(),
        event: String::new(),
        alert: None,
        is_end: false,
    };
    let is_cancel = match required("msgType")?.to_ascii_lowercase().as_str() {
        "cancel" => true,
        "alert" | "update" => false,
        // Acknowledgements and errors are messages between senders.
        _ => return Ok(Vec::new()),
    };
    let infos: Vec<Info<'_>> =
        alert.all("info").filter(|info| !profile.is_test(info)).map(|info| Info::new(info, profile)).collect();
    let (ended, in_force): (Vec<Info<'_>>, Vec<Info<'_>>) =
        infos.into_iter().partition(|info| is_cancel || info.is_ended());
    let to_messages = |infos: &[Info<'_>], is_end: bool| -> Vec<AlertMessage> {
        let message = AlertMessage { is_end, ..message.clone() };
        group(infos).iter().map(|group| alert_message(group, &message, profile)).collect()
    };
    if !in_force.is_empty() {
        return Ok(to_messages(&in_force, false));
    }
    // What it ends is named by its references; without any, by what it is about.
    let names_others = message.replaces.iter().any(|replaced| *replaced != message.identifier);
    if names_others || ended.is_empty() { Ok(vec![message]) } else { Ok(to_messages(&ended, true)) }
}

impl Profile {
    /// Without the language, which the German weather service adds.
    pub fn identifier(&self, text: &str) -> String {
        let is_language = |suffix: &str| suffix.len() == 3 && suffix.chars().all(|letter| letter.is_ascii_uppercase());
        match text.rsplit_once('.') {
            Some((identifier, suffix)) if self.is_german_service && is_language(suffix) => identifier.to_owned(),
            _ => text.to_owned(),
        }
    }

    /// Codes 98 and 99 are tests of the German weather service, whatever their status says.
    fn is_test(&self, info: &Element) -> bool {
        self.is_german_service && matches!(event_code(info, "II"), Some("98" | "99"))
    }

    fn language<'a>(&'a self, info: &'a Element) -> &'a str {
        info.text_of("language").or(self.default_language).unwrap_or("en-US")
    }
}

/// A language block with its area, which is read only once.
struct Info<'a> {
    element: &'a Element,
    language: String,
    area: Area,
}

impl<'a> Info<'a> {
    fn new(element: &'a Element, profile: &Profile) -> Info<'a> {
        let area = cap_area::read(element, profile.is_german_service);
        Info { element, language: profile.language(element).to_ascii_lowercase(), area }
    }

    /// Whether it says that there is nothing, or nothing any more: whatever its severity and its end are.
    fn is_ended(&self) -> bool {
        let is_all_clear = |response: &Element| response.text().eq_ignore_ascii_case("AllClear");
        let urgency = self.element.text_of("urgency").and_then(Urgency::parse);
        is_green(self.element) || urgency == Some(Urgency::Past) || self.element.all("responseType").any(is_all_clear)
    }

    /// Blocks of one alert differ only in their language and texts.
    fn is_same_alert(&self, other: &Info<'_>) -> bool {
        let same = |name: &str| self.element.text_of(name) == other.element.text_of(name);
        self.language != other.language
            && ["severity", "onset", "expires", "urgency", "certainty"].into_iter().all(same)
            && self.area == other.area
    }
}

fn group<'a, 'b>(infos: &'b [Info<'a>]) -> Vec<Vec<&'b Info<'a>>> {
    let mut groups: Vec<Vec<&Info<'_>>> = Vec::new();
    for info in infos {
        match groups.iter_mut().find(|group| group.iter().all(|one| one.is_same_alert(info))) {
            Some(group) => group.push(info),
            None => groups.push(vec![info]),
        }
    }
    groups
}

/// References are `sender,identifier,sent` triples separated by spaces. Some authorities leave out the time and others
/// separate the triples by commas: then every part is looked up, because a sender or a time is no identifier.
fn replaced_identifiers<'a>(references: &'a str, sender: &str) -> Vec<&'a str> {
    let mut identifiers = Vec::new();
    for reference in references.split_whitespace() {
        let parts: Vec<&str> = reference.split(',').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [_, identifier, time] if parse_time(time).is_some() => identifiers.push(*identifier),
            parts => {
                identifiers.extend(parts.iter().filter(|part| **part != sender && parse_time(part).is_none()));
            }
        }
    }
    identifiers
}

/// MeteoAlarm's level 1 means that there is no alert.
fn is_green(info: &Element) -> bool {
    parameter(info, "awareness_level").is_some_and(|level| level.trim_start().starts_with('1'))
}

fn parameter<'a>(info: &'a Element, name: &str) -> Option<&'a str> {
    value(info, "parameter", name)
}

fn event_code<'a>(info: &'a Element, name: &str) -> Option<&'a str> {
    value(info, "eventCode", name)
}

fn value<'a>(info: &'a Element, element: &'a str, name: &str) -> Option<&'a str> {
    info.all(element).find(|one| one.text_of("valueName") == Some(name)).and_then(|one| one.text_of("value"))
}

fn alert_message(group: &[&Info<'_>], message: &AlertMessage, profile: &Profile) -> AlertMessage {
    let (info, area) = (group[0].element, group[0].area.clone());
    let at = |name: &str| info.text_of(name).and_then(parse_time);
    let starts_at = at("onset").or(at("effective")).unwrap_or(message.sent_at);
    // `expires` is the end of the message; MET Norway's weather may last longer.
    let event_ends_at = parameter(info, "eventEndingTime").and_then(parse_time);
    let ends_at = at("expires").max(event_ends_at).unwrap_or_else(|| default_end(starts_at));
    let (severity, cap_severity) = severities(info);
    let event = info.text_of("event").unwrap_or_default().to_owned();
    let alert = Alert {
        cap_severity: Some(cap_severity),
        texts: group.iter().map(|info| text(info.element, profile)).collect(),
        issuer: Some(info.text_of("senderName").unwrap_or(&message.sender).to_owned()),
        attribution: profile.attribution.map(str::to_owned),
        sent_at: Some(message.sent_at),
        url: info.text_of("web").filter(|url| url.starts_with("https://")).map(str::to_owned),
        urgency: info.text_of("urgency").and_then(Urgency::parse),
        certainty: info.text_of("certainty").and_then(Certainty::parse),
        family: family_of(info, group),
        height_limits: height_limits(info).filter(|_| profile.is_german_service),
        ..Alert::new(AlertOrigin::Issued, severity.to_severity(), starts_at, ends_at)
    };
    AlertMessage { event, alert: Some(StoredAlert { alert, area }), ..message.clone() }
}

/// The severity by which an alert is ranked, and the one that is shown. A colour decides: some members of MeteoAlarm send
/// another severity beside it.
fn severities(info: &Element) -> (CapSeverity, CapSeverity) {
    let sent = CapSeverity::parse(info.text_of("severity").unwrap_or_default());
    let level = parameter(info, "awareness_level").and_then(|level| match level.trim_start().chars().next()? {
        '2' => Some(CapSeverity::Moderate),
        '3' => Some(CapSeverity::Severe),
        '4' => Some(CapSeverity::Extreme),
        _ => None,
    });
    let colour = parameter(info, "ColourCode").and_then(|colour| match colour.to_ascii_lowercase().as_str() {
        "yellow" => Some(CapSeverity::Moderate),
        "orange" => Some(CapSeverity::Severe),
        "red" => Some(CapSeverity::Extreme),
        _ => None,
    });
    (level.or(colour).unwrap_or(sent), level.unwrap_or(sent))
}

fn family_of(info: &Element, group: &[&Info<'_>]) -> Option<AlertFamily> {
    let english = group.iter().find(|info| info.language.starts_with("en")).map(|info| info.element);
    let names = |info: &Element| {
        let headline = || info.text_of("headline").and_then(family::of_english_name);
        info.text_of("event").and_then(family::of_english_name).or_else(headline)
    };
    parameter(info, "awareness_type")
        .and_then(family::of_awareness_type)
        .or_else(|| event_code(info, "II").and_then(|code| family::of_german_code(code.parse().ok()?)))
        .or_else(|| event_code(info, "eventType").and_then(family::of_norwegian_type))
        .or_else(|| english.and_then(names))
}

/// The heights of the first area; the others have the same. CAP measures in feet.
fn height_limits(info: &Element) -> Option<HeightLimits> {
    let area = info.first("area")?;
    let metres = |name: &str| area.text_of(name)?.parse::<f64>().ok().map(|feet| (feet * METRES_PER_FOOT).round());
    let above = metres("altitude").filter(|metres| *metres > 0.0);
    let below = metres("ceiling").filter(|metres| *metres > above.unwrap_or(0.0) && *metres < NO_CEILING_METRES);
    (above.is_some() || below.is_some()).then_some(HeightLimits { above, below })
}

fn text(info: &Element, profile: &Profile) -> AlertText {
    let event = info.text_of("event").unwrap_or_default();
    let mut areas: Vec<&str> = info.all("area").filter_map(|area| area.text_of("areaDesc")).collect();
    if profile.is_german_service {
        areas.retain(|name| *name != cap_area::GERMAN_DRAWING);
        if areas.len() > MAX_AREA_NAMES {
            areas.truncate(MAX_AREA_NAMES);
            areas.push("…");
        }
    }
    AlertText {
        description: info.text_of("description").unwrap_or_default().to_owned(),
        instruction: info.text_of("instruction").map(str::to_owned),
        area: areas.join(", "),
        ..AlertText::new(profile.language(info), info.text_of("headline").unwrap_or(event))
    }
}

fn parse_time(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
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
        let limits = |altitude: &str, ceiling: &str| {
            let area = SQUARE
                .replace("</area>", &format!("<altitude>{altitude}</altitude><ceiling>{ceiling}</ceiling></area>"));
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
        assert_eq!(limits("0.0", "9842.5197"), None);
        let above = HeightLimits { above: Some(1000.0), below: None };
        assert_eq!(limits("3280.8399", "9842.5197"), Some(above));
        assert_eq!(limits("0.0", "2624.6719"), Some(HeightLimits { above: None, below: Some(800.0) }));
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
}
