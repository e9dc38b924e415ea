//! The broker of a smart home, and the places whose weather is published to it.

use std::path::PathBuf;

use url::Url;

use super::Secret;
use super::reader::{Reader, percent_decoded};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, Site};
use crate::i18n::Language;

#[derive(Clone, Debug)]
pub struct MqttSettings {
    pub broker: Broker,
    pub places: Vec<MqttPlace>,
    /// Of the names in Home Assistant.
    pub language: Language,
    /// As an address names them, as in `units=us`.
    pub units: &'static str,
    /// The first part of our topics.
    pub topic: String,
    /// The first part of the topics at which Home Assistant looks for devices.
    pub discovery: String,
}

#[derive(Clone, Debug)]
pub struct Broker {
    pub host: String,
    pub port: u16,
    pub is_encrypted: bool,
    /// Certificates that the broker's may be signed by; `None`: those of the system.
    pub authorities: Option<PathBuf>,
    pub login: Option<(String, Secret)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MqttPlace {
    pub site: Site,
    pub name: String,
}

pub fn read(reader: &mut Reader) -> Option<MqttSettings> {
    let units = reader.choice("HALCYON_MQTT_UNITS", UNITS).unwrap_or("metric");
    let language = reader.choice("HALCYON_MQTT_LANGUAGE", LANGUAGES).unwrap_or_default();
    let topic = read_topic(reader, "HALCYON_MQTT_TOPIC");
    let discovery = read_topic(reader, "HALCYON_MQTT_DISCOVERY");
    let places = read_places(reader);
    let Some(broker) = read_broker(reader) else {
        if reader.text(URL).is_none() {
            let others = [PLACES, USERNAME, PASSWORD, AUTHORITIES];
            if let Some(other) = others.into_iter().find(|name| reader.text(name).is_some()) {
                reader.problem(URL, &format!("is needed together with {other}"));
            }
        }
        return None;
    };
    if reader.text(PLACES).is_none() {
        reader.problem(PLACES, &format!("is needed together with {URL}, as 52.52,13.41,Berlin"));
    }
    Some(MqttSettings { broker, places, language, units, topic: topic?, discovery: discovery? })
}

const URL: &str = "HALCYON_MQTT_URL";
const USERNAME: &str = "HALCYON_MQTT_USERNAME";
const PASSWORD: &str = "HALCYON_MQTT_PASSWORD";
const AUTHORITIES: &str = "HALCYON_MQTT_CA";
const PLACES: &str = "HALCYON_MQTT_PLACES";
/// Removes all places from Home Assistant.
const NO_PLACES: &str = "none";
const MAX_PLACES: usize = 20;
/// The same limit as in the page.
const MAX_NAME_CHARS: usize = 100;
const PORT: u16 = 1883;
const ENCRYPTED_PORT: u16 = 8883;
const UNITS: &[(&str, &str)] = &[("metric", "metric"), ("kmh", "kmh"), ("uk", "uk"), ("us", "us")];
const LANGUAGES: &[(&str, Language)] =
    &[("en", Language::English), ("de", Language::German), ("tr", Language::Turkish)];

fn read_broker(reader: &mut Reader) -> Option<Broker> {
    let url = reader.parse(URL, "the address of a broker, as mqtt://host:1883 or mqtts://host:8883", |text| {
        let url = Url::parse(text).ok()?;
        let is_plain = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        (matches!(url.scheme(), "mqtt" | "mqtts") && is_plain && url.host_str().is_some()).then_some(url)
    })?;
    let is_encrypted = url.scheme() == "mqtts";
    let authorities = reader.text(AUTHORITIES).map(PathBuf::from);
    if authorities.is_some() && !is_encrypted {
        reader.problem(AUTHORITIES, &format!("is for an mqtts address in {URL}"));
    }
    Some(Broker {
        // An IPv6 address without its brackets.
        host: url.host_str()?.trim_start_matches('[').trim_end_matches(']').to_owned(),
        port: url.port().unwrap_or(if is_encrypted { ENCRYPTED_PORT } else { PORT }),
        is_encrypted,
        authorities,
        login: read_login(reader, &url),
    })
}

fn read_login(reader: &mut Reader, url: &Url) -> Option<(String, Secret)> {
    let in_url = (percent_decoded(url.username()), url.password().and_then(percent_decoded).map(Secret::new));
    let (name, password) = (reader.text(USERNAME), reader.secret(PASSWORD));
    for (setting, is_twice) in
        [(USERNAME, name.is_some() && in_url.0.is_some()), (PASSWORD, password.is_some() && in_url.1.is_some())]
    {
        if is_twice {
            reader.problem(setting, &format!("and {URL} both have one"));
        }
    }
    match (name.or(in_url.0), password.or(in_url.1)) {
        (Some(name), password) => Some((name, password.unwrap_or(Secret::new("")))),
        (None, Some(_)) => {
            reader.problem(USERNAME, "is needed together with a password");
            None
        }
        (None, None) => None,
    }
}

fn read_topic(reader: &mut Reader, name: &str) -> Option<String> {
    reader.parse(name, "letters, digits, _ and -, as in halcyon or home/halcyon", |text| {
        is_mqtt_topic(text).then(|| text.to_owned())
    })
}

/// Parts of letters, digits, `_` and `-`, separated by slashes: anything else has a meaning in topics or in Home Assistant.
pub fn is_mqtt_topic(text: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    text.len() <= 100 && text.split('/').all(|part| !part.is_empty() && part.chars().all(is_allowed))
}

fn read_places(reader: &mut Reader) -> Vec<MqttPlace> {
    let text = reader.text(PLACES).filter(|text| text != NO_PLACES).unwrap_or_default();
    let mut places: Vec<MqttPlace> = Vec::new();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let Some(place) = parse_place(part) else {
            let expected = "latitude,longitude,name, as 52.52,13.41,Berlin, or with a height that ends with m, as \
                            47.42,10.98,2962m,Zugspitze";
            reader.problem(PLACES, &format!("is wrong: '{part}' is not {expected}"));
            continue;
        };
        if places.iter().any(|other| other.id() == place.id()) {
            reader.problem(PLACES, &format!("has the place of '{part}' twice"));
        }
        places.push(place);
    }
    if places.len() > MAX_PLACES {
        reader.problem(PLACES, &format!("has {} places, {MAX_PLACES} is the limit", places.len()));
    }
    places
}

fn parse_place(text: &str) -> Option<MqttPlace> {
    let mut parts = text.splitn(3, ',');
    let coordinates = Coordinates::parse(parts.next()?, parts.next()?)?;
    let rest = parts.next()?.trim();
    let (first, after) = rest.split_once(',').unwrap_or((rest, ""));
    let (elevation, name) = if is_number(first) { (Some(parse_height(first)?), after.trim()) } else { (None, rest) };
    let is_name = !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS && !name.chars().any(char::is_control);
    is_name.then(|| MqttPlace { site: Site { coordinates, elevation }, name: name.to_owned() })
}

/// With or without its unit: a number is a height, not a part of the name. `Nan` is the name of a town.
fn is_number(text: &str) -> bool {
    text.trim().trim_end_matches(['m', 'M']).trim_end().parse().is_ok_and(f64::is_finite)
}

/// "2962m"
fn parse_height(text: &str) -> Option<Elevation> {
    Elevation::parse(text.trim().strip_suffix('m')?)
}

impl MqttPlace {
    /// Stays the same when the name or the language changes: `n52_5200_e13_4100`.
    pub fn id(&self) -> String {
        let part = |degrees: f64, positive: char, negative: char| {
            let letter = if degrees < 0.0 { negative } else { positive };
            format!("{letter}{:.4}", degrees.abs()).replace('.', "_")
        };
        let Coordinates { latitude, longitude } = self.site.coordinates;
        format!("{}_{}", part(latitude, 'n', 's'), part(longitude, 'e', 'w'))
    }

    /// Whether a text has the form of an id.
    pub fn is_id(text: &str) -> bool {
        let is_digits = |part: &str| part.chars().all(|letter| letter.is_ascii_digit());
        let is_degrees = |part: &str, signs: [char; 2]| {
            part.strip_prefix(signs).is_some_and(|digits| matches!(digits.len(), 1..=3) && is_digits(digits))
        };
        let is_fraction = |part: &str| part.len() == 4 && is_digits(part);
        match text.split('_').collect::<Vec<_>>()[..] {
            [latitude, north, longitude, east] => {
                is_degrees(latitude, ['n', 's'])
                    && is_fraction(north)
                    && is_degrees(longitude, ['e', 'w'])
                    && is_fraction(east)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::settings::{Settings, SettingsError};

    fn read(pairs: &[(&str, &str)]) -> Result<Option<MqttSettings>, SettingsError> {
        Settings::from_pairs(BTreeMap::new(), pairs.iter().copied()).map(|settings| settings.mqtt)
    }

    fn broker(url: &str) -> Broker {
        read(&[(URL, url), (PLACES, "52.52,13.41,Berlin")]).unwrap().unwrap().broker
    }

    #[test]
    fn it_is_off_unless_a_broker_is_named() {
        assert!(read(&[]).unwrap().is_none());
        assert_eq!(
            read(&[(PLACES, "52.52,13.41,Berlin")]).unwrap_err().0,
            ["HALCYON_MQTT_URL is needed together with HALCYON_MQTT_PLACES"]
        );
        let problems = read(&[(URL, "mqtt://broker")]).unwrap_err().0;
        assert_eq!(problems, ["HALCYON_MQTT_PLACES is needed together with HALCYON_MQTT_URL, as 52.52,13.41,Berlin"]);
        assert!(read(&[(URL, "mqtt://broker"), (PLACES, "none")]).unwrap().unwrap().places.is_empty());
    }

    #[test]
    fn the_address_has_the_usual_port_of_its_kind_and_may_have_a_login() {
        let plain = broker("mqtt://broker.lan");
        assert_eq!((plain.host.as_str(), plain.port, plain.is_encrypted), ("broker.lan", 1883, false));
        assert_eq!(plain.login, None);
        let encrypted = broker("mqtts://ada:kingfisher%2B+%26@[fd00::7]");
        assert_eq!((encrypted.host.as_str(), encrypted.port, encrypted.is_encrypted), ("fd00::7", 8883, true));
        assert_eq!(encrypted.login, Some(("ada".to_owned(), Secret::new("kingfisher++&"))));
        assert!(!format!("{encrypted:?}").contains("kingfisher"));
        assert_eq!(broker("mqtt://broker:18830").port, 18830);
    }

    #[test]
    fn mistakes_are_named_in_one_line_without_a_secret() {
        const BERLIN: (&str, &str) = (PLACES, "52.52,13.41,Berlin");
        let at = (URL, "mqtt://broker");
        for (pairs, expected) in [
            (
                vec![(URL, "http://me:hunter2@broker"), BERLIN],
                "HALCYON_MQTT_URL is wrong: its value is not the address",
            ),
            (vec![(URL, "mqtt://broker/topic"), BERLIN], "HALCYON_MQTT_URL is wrong"),
            (vec![at, BERLIN, (PASSWORD, "hunter2")], "HALCYON_MQTT_USERNAME is needed together with a password"),
            (
                vec![(URL, "mqtt://a:hunter2@broker"), BERLIN, (PASSWORD, "hunter2")],
                "HALCYON_MQTT_PASSWORD and HALCYON_MQTT_URL both have one",
            ),
            (vec![at, BERLIN, (AUTHORITIES, "ca.pem")], "HALCYON_MQTT_CA is for an mqtts address"),
            (vec![at, BERLIN, ("HALCYON_MQTT_TOPIC", "a/#")], "HALCYON_MQTT_TOPIC is wrong: 'a/#'"),
            (vec![at, BERLIN, ("HALCYON_MQTT_UNITS", "stone")], "HALCYON_MQTT_UNITS is wrong"),
            (vec![at, BERLIN, ("HALCYON_MQTT_LANGUAGE", "fr")], "HALCYON_MQTT_LANGUAGE is wrong"),
            (vec![at, (PLACES, "52.52,13.41")], "HALCYON_MQTT_PLACES is wrong: '52.52,13.41' is not latitude"),
            (vec![at, (PLACES, "91,13.41,Berlin")], "HALCYON_MQTT_PLACES is wrong: '91,13.41,Berlin'"),
            (
                vec![at, (PLACES, "47.42,10.98,2962,Zugspitze")],
                "HALCYON_MQTT_PLACES is wrong: '47.42,10.98,2962,Zugspitze' is not latitude,longitude,name, as \
                 52.52,13.41,Berlin, or with a height that ends with m, as 47.42,10.98,2962m,Zugspitze",
            ),
            (vec![at, (PLACES, "47.42,10.98,9999m,Zugspitze")], "HALCYON_MQTT_PLACES is wrong"),
            (vec![at, (PLACES, "47.42,10.98,2962m")], "HALCYON_MQTT_PLACES is wrong"),
            (vec![at, (PLACES, "1,2,A;1,2,B")], "HALCYON_MQTT_PLACES has the place of '1,2,B' twice"),
        ] {
            let problems = read(&pairs).unwrap_err().0;
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].starts_with(expected) && !problems[0].contains("hunter2"), "{problems:?}");
        }
    }

    #[test]
    fn places_have_a_name_and_may_have_a_height() {
        let text = "52.52,13.41,Berlin; -33.8688,151.2093,Sydney, Harbour ;47.42,10.98,2962m,Zugspitze;";
        let places = read(&[(URL, "mqtt://broker"), (PLACES, text)]).unwrap().unwrap().places;
        let found: Vec<_> = places.iter().map(|place| (place.name.as_str(), place.id())).collect();
        assert_eq!(
            found,
            [
                ("Berlin", "n52_5200_e13_4100".to_owned()),
                ("Sydney, Harbour", "s33_8688_e151_2093".to_owned()),
                ("Zugspitze", "n47_4200_e10_9800".to_owned()),
            ]
        );
        assert_eq!(places[2].site.elevation, Elevation::new(2962.0));
        assert_eq!(places[0].site.elevation, None);
    }

    #[test]
    fn a_name_may_begin_with_a_number() {
        for name in ["10 Downing Street, London", "Nan, Thailand", "100 Mile House"] {
            let text = format!("1,2,{name}");
            let places = read(&[(URL, "mqtt://broker"), (PLACES, &text)]).unwrap().unwrap().places;
            assert_eq!((places[0].name.as_str(), places[0].site.elevation), (name, None));
        }
    }

    #[test]
    fn ids_are_recognised_by_their_form() {
        for (latitude, longitude) in [("52.52", "13.41"), ("-33.8688", "151.2093"), ("0", "-0.00001"), ("-90", "180")] {
            let id = parse_place(&format!("{latitude},{longitude},A")).unwrap().id();
            assert!(MqttPlace::is_id(&id), "{id}");
        }
        for text in ["", "lamp", "n52_5200_e13_4100/lamp", "n52_52_e13_41", "52_5200_13_4100", "n_5200_e_4100"] {
            assert!(!MqttPlace::is_id(text), "{text}");
        }
    }
}
