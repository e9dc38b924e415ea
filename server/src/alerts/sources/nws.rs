//! The US National Weather Service: all active alerts in one GeoJSON document, and the zones of a point.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::geojson::Geometry;
use super::{AlertMessage, List, MAX_IDENTIFIER_BYTES, default_end, drop_controls, family};
use crate::alert::{Alert, AlertOrigin, AlertText, CapSeverity, Certainty, Urgency};
use crate::alerts::model::area::{Area, Polygon};
use crate::alerts::model::stored::StoredAlert;

const ATTRIBUTION: &str = "National Weather Service";

#[derive(Deserialize)]
struct Feature {
    geometry: Option<Geometry>,
    properties: Properties,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Properties {
    id: String,
    #[serde(default)]
    area_desc: String,
    #[serde(default)]
    affected_zones: Vec<String>,
    #[serde(default)]
    references: Vec<Reference>,
    sent: Timestamp,
    effective: Option<Timestamp>,
    onset: Option<Timestamp>,
    expires: Option<Timestamp>,
    ends: Option<Timestamp>,
    status: String,
    message_type: String,
    #[serde(default)]
    severity: String,
    #[serde(default)]
    urgency: String,
    #[serde(default)]
    certainty: String,
    #[serde(default)]
    response: Option<String>,
    #[serde(default)]
    event: String,
    #[serde(default)]
    sender: String,
    sender_name: Option<String>,
    headline: Option<String>,
    #[serde(default)]
    description: Option<String>,
    instruction: Option<String>,
    #[serde(default)]
    geocode: AlertGeocode,
    web: Option<String>,
}

#[derive(Deserialize)]
struct Reference {
    identifier: String,
}

#[derive(Deserialize, Default)]
struct AlertGeocode {
    #[serde(default, rename = "UGC")]
    ugc: Vec<String>,
}

/// Reads the list; a feature that cannot be read does not affect the others.
pub fn read(bytes: &[u8]) -> anyhow::Result<List> {
    #[derive(Deserialize)]
    struct Features {
        features: Vec<Value>,
    }
    let Features { features } = serde_json::from_slice(bytes)?;
    let total = features.len();
    let (mut messages, mut unreadable) = (Vec::new(), Vec::new());
    for mut feature in features {
        drop_controls(&mut feature);
        let identifier = feature.pointer("/properties/id").and_then(|id| id.as_str()).unwrap_or_default().to_owned();
        match serde_json::from_value::<Feature>(feature) {
            Ok(feature) if !feature.properties.status.eq_ignore_ascii_case("actual") => {}
            Ok(feature) if identifier.len() <= MAX_IDENTIFIER_BYTES => messages.push(message(feature)),
            Ok(_) | Err(_) => unreadable.push(identifier),
        }
    }
    let failed = unreadable.len();
    if failed > 0 {
        tracing::warn!(failed, total, "alerts of the National Weather Service could not be read");
    }
    anyhow::ensure!(failed * 2 <= total, "{failed} of {total} alerts could not be read");
    Ok(List { messages, unreadable })
}

fn message(feature: Feature) -> AlertMessage {
    let Feature { geometry, properties } = feature;
    let is_all_clear = properties.response.as_deref().is_some_and(|response| response.eq_ignore_ascii_case("AllClear"));
    let is_cancel = properties.message_type.eq_ignore_ascii_case("cancel")
        || is_all_clear
        || Urgency::parse(&properties.urgency) == Some(Urgency::Past);
    AlertMessage {
        identifier: properties.id.clone(),
        sender: properties.sender.clone(),
        sent_at: properties.sent,
        replaces: properties.references.iter().map(|reference| reference.identifier.clone()).collect(),
        event: properties.event.clone(),
        alert: (!is_cancel).then(|| stored_alert(geometry, properties)),
        is_end: false,
    }
}

fn stored_alert(geometry: Option<Geometry>, properties: Properties) -> StoredAlert {
    let shapes = geometry.map(Geometry::into_polygons).unwrap_or_default();
    let drawn = shapes.len();
    let polygons: Vec<Polygon> = shapes.into_iter().filter_map(Polygon::new).collect();
    let codes: Vec<String> = if properties.affected_zones.is_empty() {
        properties.geocode.ugc.iter().map(|code| format!("UGC:{code}")).collect()
    } else {
        properties.affected_zones.iter().filter_map(|url| zone_code(url)).collect()
    };
    let severity = CapSeverity::parse(&properties.severity);
    let starts_at = properties.onset.or(properties.effective).unwrap_or(properties.sent);
    // `expires` is the end of the message; the hazard may last longer.
    let ends_at = properties.ends.or(properties.expires).unwrap_or_else(|| default_end(starts_at));
    let alert = Alert {
        cap_severity: Some(severity),
        texts: vec![AlertText {
            description: properties.description.or(properties.headline).unwrap_or_default(),
            instruction: properties.instruction,
            area: properties.area_desc,
            ..AlertText::new("en-US", properties.event.clone())
        }],
        issuer: Some(properties.sender_name.unwrap_or_else(|| ATTRIBUTION.to_owned())),
        attribution: Some(ATTRIBUTION.to_owned()),
        sent_at: Some(properties.sent),
        url: properties.web.filter(|url| url.starts_with("https://")),
        urgency: Urgency::parse(&properties.urgency),
        certainty: Certainty::parse(&properties.certainty),
        family: family::of_english_name(&properties.event),
        ..Alert::new(AlertOrigin::Issued, severity.to_severity(), starts_at, ends_at)
    };
    // What a shape that cannot be read would add is in the zones.
    let undrawn = if polygons.len() < drawn && !polygons.is_empty() { codes.clone() } else { Vec::new() };
    StoredAlert { alert, area: Area { polygons, codes, undrawn, ..Area::default() }.with_sorted_codes() }
}

/// Fire zones share names with forecast zones, so that they keep their kind.
fn zone_code(url: &str) -> Option<String> {
    let mut parts = url.rsplit('/');
    let (id, kind) = (parts.next()?, parts.next()?);
    Some(if kind == "fire" { format!("UGC:fire/{id}") } else { format!("UGC:{id}") })
}

/// Whether a zone is a county, as `UGC:TXC201`: only land has them.
pub fn is_county(code: &str) -> bool {
    code.strip_prefix("UGC:").is_some_and(|id| id.as_bytes().get(2) == Some(&b'C'))
}

/// The zones of a point: forecast, county and fire weather.
pub fn read_zones(bytes: &[u8]) -> anyhow::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Point {
        properties: PointZones,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct PointZones {
        forecast_zone: Option<String>,
        county: Option<String>,
        fire_weather_zone: Option<String>,
    }
    let Point { properties: zones } = serde_json::from_slice(bytes)?;
    let urls = [zones.forecast_zone, zones.county, zones.fire_weather_zone];
    Ok(urls.iter().flatten().filter_map(|url| zone_code(url)).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::alert::Severity;
    use crate::alerts::model::area::AreaMatch;
    use crate::geo::coordinates::Coordinates;

    fn feature(change: serde_json::Value) -> serde_json::Value {
        let mut properties = json!({
            "id": "urn:oid:2.49.0.1.840.0.1", "areaDesc": "Harris", "geocode": {"UGC": ["TXZ213"], "SAME": ["048201"]},
            "affectedZones": ["https://api.weather.gov/zones/forecast/TXZ213"], "references": [],
            "sent": "2026-11-15T12:47:00-06:00", "effective": "2026-11-15T12:47:00-06:00", "onset": null,
            "expires": "2026-11-15T20:00:00-06:00", "ends": "2026-11-16T20:00:00-06:00", "status": "Actual",
            "messageType": "Alert", "severity": "Severe", "certainty": "Likely", "urgency": "Expected",
            "event": "Flood Warning", "sender": "w-nws.webmaster@noaa.gov", "senderName": "NWS Houston TX",
            "headline": null, "description": "Rivers rise.", "instruction": null, "response": "Avoid", "parameters": {}
        });
        for (name, value) in change.as_object().unwrap() {
            properties[name] = value.clone();
        }
        json!({"type": "Feature", "geometry": properties["geometry"].take(), "properties": properties})
    }

    fn read_one(change: serde_json::Value) -> AlertMessage {
        let mut read = read(json!({"features": [feature(change)]}).to_string().as_bytes()).unwrap().messages;
        assert_eq!(read.len(), 1);
        read.remove(0)
    }

    #[test]
    fn an_alert_ends_when_the_hazard_does_and_not_when_its_message_expires() {
        let stored = read_one(json!({})).alert.unwrap();
        assert_eq!(stored.alert.ends_at, "2026-11-17T02:00:00Z".parse().unwrap());
        let stored = read_one(json!({"ends": null})).alert.unwrap();
        assert_eq!(stored.alert.ends_at, "2026-11-16T02:00:00Z".parse().unwrap());
        assert_eq!(stored.alert.severity, Severity::Severe);
        assert_eq!(stored.alert.texts[0].title, "Flood Warning");
    }

    #[test]
    fn alerts_are_matched_by_their_polygon_and_without_one_by_their_zones() {
        let houston = Coordinates::new(29.76, -95.37).unwrap();
        let zones = vec!["UGC:TXZ213".to_owned(), "UGC:TXC201".to_owned(), "UGC:fire/TXZ213".to_owned()];
        let coded = read_one(json!({})).alert.unwrap().area;
        assert_eq!(coded.matches(houston, Some(&zones)), AreaMatch::Inside);
        let far = json!({"type": "Polygon", "coordinates": [[[-90, 30], [-89, 30], [-89, 31], [-90, 30]]]});
        assert_eq!(
            read_one(json!({"geometry": far})).alert.unwrap().area.matches(houston, Some(&zones)),
            AreaMatch::Outside
        );
        let fire = json!({"affectedZones": ["https://api.weather.gov/zones/fire/TXZ999"]});
        assert_eq!(read_one(fire).alert.unwrap().area.codes, ["UGC:fire/TXZ999"]);
    }

    #[test]
    fn tests_are_left_out_and_a_broken_alert_does_not_affect_the_others() {
        let broken = feature(json!({"id": "broken", "sent": "yesterday"}));
        let list = json!({"features": [feature(json!({"status": "Test"})), feature(json!({})), broken]});
        let list = read(list.to_string().as_bytes()).unwrap();
        assert_eq!((list.messages.len(), list.unreadable), (1, vec!["broken".to_owned()]));
        let broken = json!({"features": [{"nonsense": 1}, {"nonsense": 2}, feature(json!({}))]});
        assert!(read(broken.to_string().as_bytes()).is_err(), "most of it cannot be read");
        assert!(read(b"<html>").is_err());
    }

    #[test]
    fn an_alert_at_the_end_of_representable_time_has_an_end() {
        let late = json!({"onset": "9999-12-30T20:00:00Z", "ends": null, "expires": null});
        assert_eq!(read_one(late).alert.unwrap().alert.ends_at, Timestamp::MAX);
    }

    #[test]
    fn references_and_cancellations_are_read() {
        let message = read_one(json!({
            "messageType": "Cancel", "references": [{"@id": "x", "identifier": "urn:oid:before", "sender": "s", "sent": "2026-11-15T00:00:00Z"}]
        }));
        assert_eq!((message.replaces, message.alert), (vec!["urn:oid:before".to_owned()], None));
    }

    #[test]
    fn an_all_clear_and_a_past_event_are_no_alerts() {
        assert_eq!(read_one(json!({"response": "AllClear"})).alert, None);
        assert_eq!(read_one(json!({"urgency": "Past"})).alert, None);
        let alert = read_one(json!({})).alert.unwrap().alert;
        assert_eq!((alert.urgency, alert.certainty), (Some(Urgency::Expected), Some(Certainty::Likely)));
    }

    #[test]
    fn the_zones_of_a_point_are_its_forecast_zone_county_and_fire_zone() {
        let point = json!({"properties": {
            "forecastZone": "https://api.weather.gov/zones/forecast/NYZ072", "county": "https://api.weather.gov/zones/county/NYC061",
            "fireWeatherZone": "https://api.weather.gov/zones/fire/NYZ212"
        }});
        assert_eq!(read_zones(point.to_string().as_bytes()).unwrap(), ["UGC:NYZ072", "UGC:NYC061", "UGC:fire/NYZ212"]);
    }
}
