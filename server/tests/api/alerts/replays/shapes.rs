//! The documents of each source as its recordings have them, written from a script.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::support::feeds::{Authority, Cap, archive};

/// So many alerts elsewhere that a list without any of them is not believed at once.
const ELSEWHERE: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Nws,
    Dwd,
    MetNorway,
    MetService,
    Eccc,
    GeoSphere,
    MeteoAlarm,
    Swic,
}

/// What stands between the server and an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The feed answers with an error.
    Down,
    /// A page instead of the feed.
    MaintenancePage,
    /// The alert cannot be parsed.
    Broken,
    /// The index names a message that is not there.
    Missing,
    /// The message has moved to a host that is not allowed.
    OtherHost,
    UnknownEncoding,
    /// One that can be read.
    OtherEncoding,
    NoShape,
    /// The feed has lost all alerts at once.
    Shrunken,
}

impl Fault {
    pub fn is_readable(self) -> bool {
        matches!(self, Fault::None | Fault::OtherEncoding)
    }
}

/// An alert as a script issues it; each change has a higher version.
#[derive(Clone)]
pub struct Scripted {
    pub id: u32,
    pub version: u32,
    pub is_severe: bool,
    pub wording: u32,
    pub sent: Timestamp,
    pub starts: Timestamp,
    pub ends: Timestamp,
    pub is_cancelled: bool,
}

impl Scripted {
    fn name(&self) -> String {
        format!("storm-{:03}-v{}", self.id, self.version)
    }

    fn replaces(&self) -> Vec<String> {
        (1..self.version).map(|version| Scripted { version, ..self.clone() }.name()).collect()
    }

    fn colour(&self) -> &'static str {
        if self.is_severe { "Orange" } else { "Yellow" }
    }

    fn severity(&self) -> &'static str {
        if self.is_severe { "Severe" } else { "Moderate" }
    }
}

impl Source {
    pub fn settings(self, authority: &Authority) -> Vec<(&'static str, String)> {
        let named = |name: &str, path: &str| ("HALCYON_ALERT_SOURCES", format!("{name}={}{path}", authority.url));
        let source = match self {
            Source::Nws => ("HALCYON_NWS_URL", authority.url.clone()),
            Source::Dwd => named("dwd", "/dwd.zip"),
            Source::MetNorway => named("met-norway", "/index"),
            Source::MetService => named("metservice", "/index"),
            Source::Eccc => named("eccc", "/items"),
            Source::GeoSphere => named("geosphere", "/warnings"),
            Source::MeteoAlarm => named("meteoalarm:DE", "/index"),
            Source::Swic => named("swic:au-bom-en", "/index"),
        };
        // Without weather, because simulating and rendering it takes several times as long as everything else: the quota is
        // too small for a single call. The replay of two feeds has weather beside its alerts.
        let others = [
            ("HALCYON_RATE_LIMITS", "off"),
            ("HALCYON_WEATHER_SOURCES", "open-meteo"),
            ("HALCYON_WEATHER_DAILY_QUOTA", "1"),
        ];
        std::iter::once(source).chain(others.map(|(name, value)| (name, value.to_owned()))).collect()
    }

    /// Latitude and longitude of a place in the country.
    pub fn place(self) -> (f64, f64) {
        match self {
            Source::Nws => (29.76, -95.37),
            Source::Dwd | Source::MeteoAlarm => (52.52, 13.41),
            Source::MetNorway => (59.91, 10.75),
            Source::MetService => (-41.29, 174.78),
            Source::Eccc => (43.65, -79.38),
            Source::GeoSphere => (48.21, 16.37),
            Source::Swic => (-33.87, 151.21),
        }
    }

    pub fn faults(self) -> &'static [Fault] {
        use Fault::*;
        match self {
            Source::Nws | Source::Eccc | Source::GeoSphere => &[MaintenancePage, Broken, None, Down, NoShape],
            Source::Dwd => &[MaintenancePage, Broken, OtherEncoding, Down, UnknownEncoding, NoShape],
            _ => &[Missing, OtherEncoding, Broken, OtherHost, None, MaintenancePage, UnknownEncoding, NoShape, Down],
        }
    }

    /// GeoSphere sends no texts: there is nothing to word differently.
    pub fn has_texts(self) -> bool {
        self != Source::GeoSphere
    }

    /// The feed names this alert, and those elsewhere.
    pub fn publish(self, authority: &Authority, elsewhere: &Authority, alert: Option<&Scripted>, fault: Fault) {
        authority.fail(fault == Fault::Down);
        let path = match self {
            Source::Nws => "/alerts/active",
            Source::Dwd => "/dwd.zip",
            Source::Eccc => "/items",
            Source::GeoSphere => "/warnings",
            _ => "/index",
        };
        // What a list no longer has is over; an index names the message that cancels.
        let alert = alert.filter(|alert| !alert.is_cancelled || self.sends_cancellations());
        match (fault, self) {
            (Fault::MaintenancePage, _) => authority.put(path, "<html><body>Maintenance</body></html>".to_owned()),
            (_, Source::Nws | Source::Eccc | Source::GeoSphere) => {
                let features: Vec<Value> = self.features(alert, fault);
                authority.put(path, json!({"type": "FeatureCollection", "features": features}).to_string());
            }
            (_, Source::Dwd) => {
                let messages = self.messages(alert, fault);
                let files: Vec<(String, Vec<u8>)> =
                    messages.into_iter().map(|(name, content)| (format!("{name}.xml"), content)).collect();
                authority.put_bytes(path, archive(&files));
            }
            _ => self.publish_index(authority, elsewhere, alert, fault),
        }
    }

    fn sends_cancellations(self) -> bool {
        matches!(self, Source::MetNorway | Source::MeteoAlarm | Source::Swic)
    }

    /// Whether alerts elsewhere are needed for a list without any to be doubted.
    fn has_complete_list(self) -> bool {
        !self.sends_cancellations()
    }

    fn publish_index(self, authority: &Authority, elsewhere: &Authority, alert: Option<&Scripted>, fault: Fault) {
        let mut entries = String::new();
        for (name, content) in self.messages(alert, fault) {
            let path = format!("/cap/{name}");
            let is_ours = name.starts_with("storm");
            let link = match fault {
                Fault::Missing if is_ours => format!("{path}-missing"),
                Fault::OtherHost if is_ours => format!("{}{path}", elsewhere.url),
                _ => path.clone(),
            };
            let host = if link.starts_with('/') { authority } else { elsewhere };
            host.put_bytes(&path, content);
            entries += &match self {
                Source::MeteoAlarm => {
                    format!("<entry><id>{name}</id><link type='application/cap+xml' href='{link}'/></entry>")
                }
                _ => format!("<item><title>Storm</title><link>{link}</link><guid>{name}</guid></item>"),
            };
        }
        let index = match self {
            Source::MeteoAlarm => format!("<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>"),
            _ => format!("<rss version='2.0'><channel><title>Alerts</title>{entries}</channel></rss>"),
        };
        authority.put("/index", index);
    }

    /// The CAP messages of a feed, by their names.
    fn messages(self, alert: Option<&Scripted>, fault: Fault) -> Vec<(String, Vec<u8>)> {
        if fault == Fault::Shrunken {
            return Vec::new();
        }
        let count = if self.has_complete_list() { ELSEWHERE } else { 0 };
        let background = (0..count).map(|number| {
            let far = alert_elsewhere(number);
            (format!("elsewhere-{number:02}"), self.cap(&far, "", &format!("elsewhere-{number:02}")).into_bytes())
        });
        let mut messages: Vec<(String, Vec<u8>)> = background.collect();
        messages.extend(alert.map(|alert| (alert.name(), self.cap_bytes(alert, fault))));
        messages
    }

    fn cap_bytes(self, alert: &Scripted, fault: Fault) -> Vec<u8> {
        let (latitude, longitude) = self.place();
        let ring = match fault {
            Fault::NoShape => format!("{latitude},{longitude}"),
            _ => ring(latitude, longitude).map(|(longitude, latitude)| format!("{latitude},{longitude}")).join(" "),
        };
        let text = self.cap(alert, &ring, &alert.name());
        match fault {
            Fault::Broken => text.replace("</alert>", "").into_bytes(),
            Fault::UnknownEncoding => format!("<?xml version='1.0' encoding='x-none'?>{text}").into_bytes(),
            Fault::OtherEncoding => {
                let text = format!("<?xml version='1.0' encoding='iso-8859-1'?>{text}");
                text.chars().map(|letter| letter as u8).collect()
            }
            _ => text.into_bytes(),
        }
    }

    fn cap(self, alert: &Scripted, ring: &str, name: &str) -> String {
        let ring = if ring.is_empty() { "10.0,10.0 10.0,11.0 11.0,11.0 10.0,10.0" } else { ring };
        let polygon = format!("<polygon>{ring}</polygon>");
        let area = match self {
            // Every height, and the communes again by their codes.
            Source::Dwd => format!(
                "{polygon}<altitude>0.0</altitude><ceiling>9842.5197</ceiling></area><area><areaDesc>Gemeinde</areaDesc>\
                 <geocode><valueName>WARNCELLID</valueName><value>811000000</value></geocode>\
                 <altitude>0.0</altitude><ceiling>9842.5197</ceiling>"
            ),
            _ => polygon,
        };
        let value = |element: &str, name: &str, value: &str| {
            format!("<{element}><valueName>{name}</valueName><value>{value}</value></{element}>")
        };
        let level = if alert.is_severe { "3; orange; Severe" } else { "2; yellow; Moderate" };
        let extras = match self {
            Source::Dwd => value("eventCode", "II", "52") + &value("eventCode", "GROUP", "WIND"),
            Source::MetService => value("parameter", "ColourCode", alert.colour()),
            Source::MetNorway => {
                value("eventCode", "eventType", "wind")
                    + &value("parameter", "awareness_level", level)
                    + &value("parameter", "eventEndingTime", &alert.ends.to_string())
            }
            // Plain CAP, as Met Éireann and FMI send it too: the severity alone.
            Source::Swic => String::new(),
            _ => value("parameter", "awareness_level", level) + &value("parameter", "awareness_type", "1; Wind"),
        };
        let event = format!("Sturm {}", alert.wording);
        let (replaces, kind) = (alert.replaces(), if alert.version == 1 { "Alert" } else { "Update" });
        let replaces: Vec<&str> = replaces.iter().map(String::as_str).collect();
        let cap = Cap {
            name,
            kind: if alert.is_cancelled { "Cancel" } else { kind },
            replaces: &replaces,
            // MetService's colour counts, and its severity may be another.
            severity: if self == Source::MetService { "Moderate" } else { alert.severity() },
            event: &event,
            sent: alert.sent,
            starts: alert.starts,
            ends: alert.ends,
            area: &area,
        };
        let text = cap.text().replace("Amtlich", "Böen");
        text.replace("<area><areaDesc>Berlin", &format!("{extras}<area><areaDesc>Berlin"))
    }

    fn features(self, alert: Option<&Scripted>, fault: Fault) -> Vec<Value> {
        if fault == Fault::Shrunken {
            return Vec::new();
        }
        let (latitude, longitude) = self.place();
        // Each in an area of its own.
        let far = |number: usize| (latitude - 1.0 - number as f64 * 0.01, longitude - 2.0);
        let elsewhere = (0..ELSEWHERE).map(|number| self.feature(&alert_elsewhere(number), far(number)));
        let mut features: Vec<Value> = elsewhere.collect();
        if let Some(alert) = alert {
            let mut feature = self.feature(alert, (latitude, longitude));
            let properties = &mut feature["properties"];
            match (fault, self) {
                (Fault::Broken, Source::GeoSphere) => properties["wtype"] = json!(9),
                (Fault::Broken, Source::Eccc) => properties["publication_datetime"] = json!("yesterday"),
                (Fault::Broken, _) => properties["sent"] = json!("yesterday"),
                (Fault::NoShape, _) => feature["geometry"] = Value::Null,
                _ => {}
            }
            features.push(feature);
        }
        features
    }

    fn feature(self, alert: &Scripted, (latitude, longitude): (f64, f64)) -> Value {
        let geometry = match self {
            Source::GeoSphere => {
                // Metres east and north of a point in the west of the country, or around Vienna.
                let west = (300_000 + alert.wording * 100, 380_000);
                let (x, y) = if longitude > 16.0 { (625_000, 483_000) } else { west };
                let (x, y) = (i64::from(x), i64::from(y));
                let corners =
                    [(-10_000, -10_000), (10_000, -10_000), (10_000, 10_000), (-10_000, 10_000), (-10_000, -10_000)];
                let ring: Vec<Value> = corners.iter().map(|(east, north)| json!([x + east, y + north])).collect();
                json!({"type": "MultiPolygon", "coordinates": [[ring]]})
            }
            _ => {
                let ring: Vec<Value> = ring(latitude, longitude).iter().map(|(x, y)| json!([x, y])).collect();
                json!({"type": "Polygon", "coordinates": [ring]})
            }
        };
        let properties = match self {
            Source::Eccc => json!({
                "id": format!("storm{:03}_zone1", alert.id), "alert_code": "WIW", "alert_type": "warning",
                "alert_name_en": "wind warning", "alert_name_fr": "avertissement de vent",
                "alert_text_en": format!("Strong winds, version {}.", alert.wording), "alert_text_fr": "Vents forts.",
                "publication_datetime": alert.sent, "validity_datetime": alert.starts, "event_end_datetime": alert.ends,
                "expiration_datetime": alert.ends, "risk_colour_en": alert.colour().to_lowercase(), "status_en": "issued",
                "feature_name_en": "Toronto", "feature_name_fr": "Toronto"
            }),
            Source::GeoSphere => json!({
                "warnid": alert.id, "wtype": 1, "wlevel": if alert.is_severe { 2 } else { 1 },
                "start": alert.starts.as_second().to_string(), "end": alert.ends.as_second().to_string()
            }),
            _ => {
                let references: Vec<Value> = alert.replaces().iter().map(|name| json!({"identifier": name})).collect();
                json!({
                    "id": alert.name(), "areaDesc": "Harris", "geocode": {}, "affectedZones": [], "references": references,
                    "sent": alert.sent, "effective": alert.sent, "onset": alert.starts, "expires": alert.ends,
                    "ends": alert.ends, "status": "Actual", "messageType": if alert.version == 1 { "Alert" } else { "Update" },
                    "severity": alert.severity(), "certainty": "Likely", "urgency": "Expected", "event": "High Wind Warning",
                    "sender": "w-nws.webmaster@noaa.gov", "senderName": "NWS Houston TX", "headline": null,
                    "description": format!("Strong winds, version {}.", alert.wording), "instruction": null
                })
            }
        };
        json!({"type": "Feature", "geometry": geometry, "properties": properties})
    }
}

/// In force through the whole replay, far from the place.
fn alert_elsewhere(number: usize) -> Scripted {
    let start: Timestamp = crate::support::app::START.parse().unwrap();
    Scripted {
        id: 900 + number as u32,
        version: 1,
        is_severe: false,
        wording: number as u32,
        sent: start,
        starts: start,
        ends: start + jiff::SignedDuration::from_hours(400),
        is_cancelled: false,
    }
}

/// A square around a place, longitude first.
fn ring(latitude: f64, longitude: f64) -> [(f64, f64); 5] {
    let (south, north, west, east) = (latitude - 0.3, latitude + 0.3, longitude - 0.3, longitude + 0.3);
    [(west, south), (east, south), (east, north), (west, north), (west, south)]
}
