//! GeoSphere Austria: all warnings as GeoJSON, drawn in metres. The list has types, levels and times, and no texts.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::geojson::{Geometry, Rings};
use super::{AlertMessage, List, drop_controls, family};
use crate::alert::{Alert, AlertOrigin, AlertText, CapSeverity};
use crate::alerts::model::area::{Area, Polygon};
use crate::alerts::model::stored::StoredAlert;
use crate::geo::austria_lambert;

const ATTRIBUTION: &str = "GeoSphere Austria, CC BY 4.0";
const SENDER: &str = "warnungen.zamg.at";
/// West, south, east and north of Austria with a margin: what is drawn elsewhere was misread.
const AUSTRIA: (f64, f64, f64, f64) = (9.0, 46.0, 17.6, 49.4);

#[derive(Deserialize)]
struct Feature {
    geometry: Option<Geometry>,
    properties: Properties,
}

#[derive(Deserialize)]
struct Properties {
    warnid: Value,
    wtype: u8,
    wlevel: u8,
    start: Value,
    end: Value,
}

/// Reads the list; a warning that cannot be read does not affect the others.
pub fn read(bytes: &[u8], now: Timestamp) -> anyhow::Result<List> {
    #[derive(Deserialize)]
    struct Features {
        features: Vec<Value>,
    }
    let Features { features } = serde_json::from_slice(bytes)?;
    let total = features.len();
    let mut list = List::default();
    for mut feature in features {
        drop_controls(&mut feature);
        let identifier = feature.pointer("/properties/warnid").map(plain_text).unwrap_or_default();
        match serde_json::from_value::<Feature>(feature).ok().map(|feature| message(feature, now)) {
            // Level 0 is green.
            Some(Ok(None)) => {}
            Some(Ok(Some(message))) => list.messages.push(message),
            Some(Err(_)) | None => list.unreadable.push(identifier),
        }
    }
    let failed = list.unreadable.len();
    if failed > 0 {
        tracing::warn!(failed, total, "warnings of GeoSphere Austria could not be read");
    }
    anyhow::ensure!(failed * 2 <= total, "{failed} of {total} warnings could not be read");
    Ok(list)
}

/// Numbers are also sent as texts.
fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn time(value: &Value) -> anyhow::Result<Timestamp> {
    Ok(Timestamp::from_second(plain_text(value).parse()?)?)
}

fn message(feature: Feature, now: Timestamp) -> anyhow::Result<Option<AlertMessage>> {
    let Properties { warnid, wtype, wlevel, start, end } = feature.properties;
    let (starts_at, ends_at) = (time(&start)?, time(&end)?);
    let Some(level) = wlevel.checked_sub(1) else { return Ok(None) };
    let level = LEVELS.get(usize::from(level)).ok_or_else(|| anyhow::anyhow!("level {wlevel}"))?;
    let kind = wtype.checked_sub(1).and_then(|kind| KINDS.get(usize::from(kind)));
    let kind = kind.ok_or_else(|| anyhow::anyhow!("type {wtype}"))?;
    let alert = Alert {
        cap_severity: Some(level.severity),
        texts: vec![
            AlertText::new("de-AT", format!("{} {}", level.german, kind.german)),
            AlertText::new("en", format!("{} {} warning", level.english, kind.english)),
        ],
        issuer: Some("GeoSphere Austria".to_owned()),
        attribution: Some(ATTRIBUTION.to_owned()),
        url: Some("https://warnungen.zamg.at/".to_owned()),
        family: family::of_austrian_type(wtype),
        ..Alert::new(AlertOrigin::Issued, level.severity.to_severity(), starts_at, ends_at)
    };
    let area = area(feature.geometry.map(Geometry::into_polygons).unwrap_or_default());
    let identifier = plain_text(&warnid);
    Ok(Some(AlertMessage {
        // A warning keeps its number through its steps and revisions.
        replaces: vec![identifier.clone()],
        identifier,
        sender: SENDER.to_owned(),
        // The list does not say when a warning was sent.
        sent_at: now,
        event: kind.english.to_owned(),
        alert: Some(StoredAlert { alert, area }),
        is_end: false,
    }))
}

/// A warning without a readable shape applies somewhere in Austria.
fn area(shapes: Vec<Rings>) -> Area {
    let mut area = Area { has_unknown_part: shapes.is_empty(), ..Area::default() };
    for rings in shapes {
        let rings: Rings =
            rings.into_iter().map(|ring| ring.into_iter().map(austria_lambert::to_degrees).collect()).collect();
        let (west, south, east, north) = AUSTRIA;
        let is_in_austria = |point: &(f64, f64)| (west..=east).contains(&point.0) && (south..=north).contains(&point.1);
        let is_plausible = rings.iter().flatten().all(is_in_austria);
        match Polygon::new(rings).filter(|_| is_plausible) {
            Some(polygon) => area.polygons.push(polygon),
            None => area.has_unknown_part = true,
        }
    }
    area
}

struct Level {
    german: &'static str,
    english: &'static str,
    severity: CapSeverity,
}

const LEVELS: [Level; 3] = [
    Level { german: "Gelbe", english: "Yellow", severity: CapSeverity::Moderate },
    Level { german: "Orange", english: "Orange", severity: CapSeverity::Severe },
    Level { german: "Rote", english: "Red", severity: CapSeverity::Extreme },
];

struct Kind {
    german: &'static str,
    english: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind { german: "Sturmwarnung", english: "storm" },
    Kind { german: "Regenwarnung", english: "rain" },
    Kind { german: "Schneewarnung", english: "snow" },
    Kind { german: "Glatteiswarnung", english: "black ice" },
    Kind { german: "Gewitterwarnung", english: "thunderstorm" },
    Kind { german: "Hitzewarnung", english: "heat" },
    Kind { german: "Kältewarnung", english: "cold" },
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::alert::AlertFamily;
    use crate::alerts::model::area::AreaMatch;
    use crate::geo::coordinates::Coordinates;

    fn now() -> Timestamp {
        "2026-11-15T12:00:00Z".parse().unwrap()
    }

    /// Around Vienna, whose centre is near 625 km east and 483 km north.
    fn feature(change: Value) -> Value {
        let ring =
            json!([[615_000, 473_000], [635_000, 473_000], [635_000, 493_000], [615_000, 493_000], [615_000, 473_000]]);
        let mut properties = json!({"warnid": "4149", "wtype": 1, "wlevel": 2, "start": "1679904000", "end": 1_679_940_000, "gemeinden": []});
        for (name, value) in change.as_object().unwrap() {
            properties[name] = value.clone();
        }
        json!({"type": "Feature", "geometry": {"type": "MultiPolygon", "coordinates": [[ring]]}, "properties": properties})
    }

    fn read_list(features: &[Value]) -> List {
        read(json!({"type": "FeatureCollection", "features": features}).to_string().as_bytes(), now()).unwrap()
    }

    #[test]
    fn a_warning_drawn_in_metres_applies_at_the_places_inside_it() {
        let list = read_list(&[feature(json!({}))]);
        let stored = list.messages[0].alert.as_ref().unwrap();
        let titles: Vec<&str> = stored.alert.texts.iter().map(|text| text.title.as_str()).collect();
        assert_eq!(titles, ["Orange Sturmwarnung", "Orange storm warning"]);
        assert_eq!(
            (stored.alert.cap_severity, stored.alert.family),
            (Some(CapSeverity::Severe), Some(AlertFamily::Wind))
        );
        assert_eq!(stored.alert.starts_at, "2023-03-27T08:00:00Z".parse().unwrap());
        assert_eq!(stored.alert.ends_at, "2023-03-27T18:00:00Z".parse().unwrap());
        assert_eq!(stored.area.matches(Coordinates::new(48.21, 16.37).unwrap(), None), AreaMatch::Inside);
        assert_eq!(stored.area.matches(Coordinates::new(47.07, 15.44).unwrap(), None), AreaMatch::Outside, "Graz");
    }

    #[test]
    fn a_warning_that_cannot_be_placed_applies_somewhere() {
        let mut without_shape = feature(json!({}));
        without_shape["geometry"] = Value::Null;
        let mut in_degrees = feature(json!({}));
        in_degrees["geometry"]["coordinates"] = json!([[[[16.2, 48.1], [16.5, 48.1], [16.5, 48.3], [16.2, 48.1]]]]);
        for feature in [without_shape, in_degrees] {
            let list = read_list(&[feature]);
            let area = &list.messages[0].alert.as_ref().unwrap().area;
            assert_eq!(area.matches(Coordinates::new(48.21, 16.37).unwrap(), Some(&[])), AreaMatch::Unknown);
        }
    }

    #[test]
    fn an_unknown_type_or_level_is_unreadable_and_green_is_nothing() {
        let list =
            read_list(&[feature(json!({})), feature(json!({"warnid": 7, "wtype": 9})), feature(json!({"wlevel": 0}))]);
        assert_eq!((list.messages.len(), list.unreadable), (1, vec!["7".to_owned()]));
        assert!(read(b"<html>", now()).is_err());
    }
}
