//! Environment and Climate Change Canada: all alerts as GeoJSON, one feature per zone; those of one alert are joined.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::geojson::Geometry;
use super::{AlertMessage, List, MAX_IDENTIFIER_BYTES, default_end, drop_controls, family};
use crate::alert::{Alert, AlertOrigin, AlertText, CapSeverity, Certainty, Urgency};
use crate::alerts::model::area::{Area, Polygon};
use crate::alerts::model::stored::StoredAlert;

const ATTRIBUTION: &str = "Data Source: Environment and Climate Change Canada";
const SENDER: &str = "api.weather.gc.ca";

/// One page of the list.
pub struct Page {
    features: Vec<Value>,
    pub next: Option<Url>,
    /// How many features all pages have together.
    matched: Option<usize>,
}

pub fn read_page(bytes: &[u8], page: &Url) -> anyhow::Result<Page> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Document {
        features: Vec<Value>,
        number_matched: Option<usize>,
        #[serde(default)]
        links: Vec<Link>,
    }
    #[derive(Deserialize)]
    struct Link {
        rel: String,
        href: String,
    }
    let Document { features, number_matched, links } = serde_json::from_slice(bytes)?;
    let next = links.iter().find(|link| link.rel == "next").and_then(|link| page.join(&link.href).ok());
    Ok(Page { features, next, matched: number_matched })
}

/// The alerts of all pages. A feature that cannot be read does not affect the others; features that no page has count as
/// unreadable.
pub fn read(pages: Vec<Page>) -> anyhow::Result<List> {
    let matched = pages.first().and_then(|page| page.matched).unwrap_or_default();
    let features: Vec<Value> = pages.into_iter().flat_map(|page| page.features).collect();
    let total = features.len();
    let mut list = List::default();
    let mut alerts: BTreeMap<AlertKey, Vec<Zone>> = BTreeMap::new();
    for mut feature in features {
        drop_controls(&mut feature);
        let id = feature.pointer("/properties/id").and_then(Value::as_str).unwrap_or_default().to_owned();
        match serde_json::from_value::<Zone>(feature) {
            Ok(zone) if zone.properties.status_en.eq_ignore_ascii_case("ended") => {}
            Ok(zone) if id.len() <= MAX_IDENTIFIER_BYTES => {
                alerts.entry(AlertKey::of(&zone.properties)).or_default().push(zone);
            }
            Ok(_) => list.unreadable.push(String::new()),
            Err(error) => {
                tracing::warn!("an alert of Environment Canada cannot be read: {error}");
                list.unreadable.push(String::new());
            }
        }
    }
    anyhow::ensure!(list.unreadable.len() * 2 <= total, "{} of {total} alerts cannot be read", list.unreadable.len());
    list.unreadable.extend((total..matched).map(|_| String::new()));
    list.messages = alerts.into_iter().map(|(key, zones)| message(key.identifier, zones)).collect();
    Ok(list)
}

#[derive(Deserialize)]
struct Zone {
    geometry: Option<Geometry>,
    properties: Properties,
}

#[derive(Clone, Deserialize)]
struct Properties {
    id: String,
    alert_code: String,
    alert_type: String,
    alert_name_en: String,
    alert_name_fr: String,
    #[serde(default)]
    alert_text_en: String,
    #[serde(default)]
    alert_text_fr: String,
    publication_datetime: Timestamp,
    validity_datetime: Option<Timestamp>,
    event_end_datetime: Option<Timestamp>,
    expiration_datetime: Option<Timestamp>,
    risk_colour_en: Option<String>,
    confidence_en: Option<String>,
    #[serde(default)]
    status_en: String,
    #[serde(default)]
    feature_name_en: String,
    #[serde(default)]
    feature_name_fr: String,
}

/// What the zones of one alert have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct AlertKey {
    identifier: String,
    colour: Option<String>,
    starts_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
}

impl AlertKey {
    fn of(properties: &Properties) -> AlertKey {
        let alert = properties.id.split('_').next().unwrap_or_default();
        AlertKey {
            identifier: format!("{alert}_{}", properties.alert_code),
            colour: properties.risk_colour_en.clone(),
            starts_at: properties.validity_datetime,
            ends_at: properties.ends_at(),
        }
    }
}

impl Properties {
    /// `expiration_datetime` is the end of the message; the weather has its own.
    fn ends_at(&self) -> Option<Timestamp> {
        self.event_end_datetime.or(self.expiration_datetime)
    }

    fn severity(&self) -> CapSeverity {
        let colour = self.risk_colour_en.as_deref().map(str::to_ascii_lowercase);
        match (colour.as_deref(), self.alert_type.as_str()) {
            (Some("yellow"), _) | (None, "watch") => CapSeverity::Moderate,
            (Some("orange"), _) | (None, "warning") => CapSeverity::Severe,
            (Some("red"), _) => CapSeverity::Extreme,
            (Some(_), "warning") => CapSeverity::Severe,
            _ => CapSeverity::Minor,
        }
    }

    fn certainty(&self) -> Option<Certainty> {
        match self.confidence_en.as_deref().map(str::to_ascii_lowercase).as_deref() {
            Some("high") => Some(Certainty::Likely),
            Some("moderate") => Some(Certainty::Possible),
            Some("low") => Some(Certainty::Unlikely),
            _ => None,
        }
    }
}

fn message(identifier: String, zones: Vec<Zone>) -> AlertMessage {
    let newest = zones.iter().max_by_key(|zone| zone.properties.publication_datetime);
    // There is no group without a zone.
    let properties = newest.map_or_else(|| unreachable!("an alert without zones"), |zone| zone.properties.clone());
    let names = |name: fn(&Properties) -> &str| {
        let mut names: Vec<&str> = zones.iter().map(|zone| name(&zone.properties)).collect();
        names.sort_unstable();
        names.dedup();
        names.join(", ")
    };
    let text = |language: &str, title: &str, description: &str, area: String| AlertText {
        description: description.trim().to_owned(),
        area,
        ..AlertText::new(language, capitalised(title))
    };
    let texts = vec![
        text("en-CA", &properties.alert_name_en, &properties.alert_text_en, names(|one| &one.feature_name_en)),
        text("fr-CA", &properties.alert_name_fr, &properties.alert_text_fr, names(|one| &one.feature_name_fr)),
    ];
    let severity = properties.severity();
    let starts_at = properties.validity_datetime.unwrap_or(properties.publication_datetime);
    let is_watch = matches!(properties.alert_type.as_str(), "watch" | "statement");
    let ends_at = properties.ends_at().unwrap_or_else(|| default_end(starts_at));
    let alert = Alert {
        cap_severity: Some(severity),
        texts,
        issuer: Some("Environment and Climate Change Canada".to_owned()),
        attribution: Some(ATTRIBUTION.to_owned()),
        sent_at: Some(properties.publication_datetime),
        url: Some("https://weather.gc.ca/warnings/".to_owned()),
        urgency: Some(if is_watch { Urgency::Future } else { Urgency::Expected }),
        certainty: properties.certainty().or(is_watch.then_some(Certainty::Possible)),
        family: family::of_english_name(&properties.alert_name_en),
        ..Alert::new(AlertOrigin::Issued, severity.to_severity(), starts_at, ends_at)
    };
    AlertMessage {
        // The list keeps the identifier of an alert through all its revisions.
        replaces: vec![identifier.clone()],
        identifier,
        sender: SENDER.to_owned(),
        sent_at: properties.publication_datetime,
        event: properties.alert_code,
        alert: Some(StoredAlert { alert, area: area(zones) }),
        is_end: false,
    }
}

fn area(zones: Vec<Zone>) -> Area {
    let mut area = Area::default();
    let mut zones = zones;
    zones.sort_by(|one, other| one.properties.id.cmp(&other.properties.id));
    for zone in zones {
        let shapes = zone.geometry.map(Geometry::into_polygons).unwrap_or_default();
        let drawn = shapes.len();
        let polygons: Vec<Polygon> = shapes.into_iter().filter_map(Polygon::new).collect();
        area.has_unknown_part |= polygons.is_empty() || polygons.len() < drawn;
        area.polygons.extend(polygons);
    }
    area
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read_zones(zones: &[(&str, &str, Option<&str>, &str)]) -> List {
        let feature = |(id, kind, colour, status): &(&str, &str, Option<&str>, &str)| {
            json!({"geometry": null, "properties": {
                "id": id, "alert_code": "WIW", "alert_type": kind, "alert_name_en": "wind warning",
                "alert_name_fr": "avertissement de vent", "publication_datetime": "2026-03-05T21:26:06.795Z",
                "risk_colour_en": colour, "status_en": status}})
        };
        let features: Vec<Value> = zones.iter().map(feature).collect();
        let url = Url::parse("https://api.weather.gc.ca/items").unwrap();
        read(vec![read_page(json!({"features": features}).to_string().as_bytes(), &url).unwrap()]).unwrap()
    }

    /// [A7] An alert that has ended stays in the list for a while.
    #[test]
    fn the_zones_of_an_alert_are_joined_and_those_that_have_ended_are_over() {
        let list = read_zones(&[
            ("1_a", "warning", Some("yellow"), "issued"),
            ("1_b", "warning", Some("yellow"), "continued"),
            ("2_a", "warning", Some("red"), "ended"),
        ]);
        let identifiers: Vec<&str> = list.messages.iter().map(|message| message.identifier.as_str()).collect();
        assert_eq!((identifiers, list.unreadable.len()), (vec!["1_WIW"], 0));
    }

    #[test]
    fn the_colour_decides_and_without_one_the_type_does() {
        for (kind, colour, expected) in [
            ("warning", Some("yellow"), CapSeverity::Moderate),
            ("warning", Some("Orange"), CapSeverity::Severe),
            ("watch", Some("red"), CapSeverity::Extreme),
            ("warning", None, CapSeverity::Severe),
            ("watch", None, CapSeverity::Moderate),
            ("statement", None, CapSeverity::Minor),
        ] {
            let list = read_zones(&[("1_a", kind, colour, "issued")]);
            let alert = &list.messages[0].alert.as_ref().unwrap().alert;
            assert_eq!(alert.cap_severity, Some(expected), "{kind} {colour:?}");
        }
    }
}
