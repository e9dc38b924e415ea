//! CAP 1.2: parses a message and groups its language blocks by alert.

mod area;

use jiff::Timestamp;

use super::xml::Element;
use super::{AlertMessage, MAX_IDENTIFIER_BYTES, default_end, family};
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
        let area = area::read(element, profile.is_german_service);
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

/// The heights of all areas together; an area without a limit applies at every height. CAP measures in feet.
fn height_limits(info: &Element) -> Option<HeightLimits> {
    let limits_of = |area: &Element| {
        let metres = |name: &str| area.text_of(name)?.parse::<f64>().ok().map(|feet| (feet * METRES_PER_FOOT).round());
        let above = metres("altitude").filter(|metres| *metres > 0.0);
        let below = metres("ceiling").filter(|metres| *metres > above.unwrap_or(0.0) && *metres < NO_CEILING_METRES);
        HeightLimits { above, below }
    };
    let all = info.all("area").map(limits_of).reduce(|one, other| HeightLimits {
        above: one.above.zip(other.above).map(|(one, other)| one.min(other)),
        below: one.below.zip(other.below).map(|(one, other)| one.max(other)),
    })?;
    (all.above.is_some() || all.below.is_some()).then_some(all)
}

fn text(info: &Element, profile: &Profile) -> AlertText {
    let event = info.text_of("event").unwrap_or_default();
    let mut areas: Vec<&str> = info.all("area").filter_map(|area| area.text_of("areaDesc")).collect();
    if profile.is_german_service {
        areas.retain(|name| *name != area::GERMAN_DRAWING);
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
mod tests;
