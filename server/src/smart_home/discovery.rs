//! What is announced to Home Assistant about a place, once: one device, and its entities with the topics of their values.

use serde_json::{Map, Value, json};

use super::conditions;
use super::entities::SENSORS;
use super::topics::Topics;
use crate::geo::coordinates::Coordinates;
use crate::i18n::{Language, text};
use crate::notification_settings::DisplayUnits;
use crate::settings::MqttPlace;

/// Values that were not published again become unavailable in Home Assistant, and are forgotten by the broker. Several
/// rounds may fail before.
pub const EXPIRES_AFTER_SECONDS: u32 = 900;

pub struct Announcement<'a> {
    pub place: &'a MqttPlace,
    pub topics: &'a Topics,
    pub language: Language,
    pub units: DisplayUnits,
    pub is_simulated: bool,
    pub public_url: &'a str,
}

impl Announcement<'_> {
    pub fn payload(&self) -> Value {
        json!({
            "device": self.device(),
            "origin": {"name": "Halcyon", "sw_version": env!("CARGO_PKG_VERSION"), "support_url": self.public_url},
            "state_topic": self.topics.weather,
            "qos": 1,
            "components": self.components(),
        })
    }

    fn device(&self) -> Value {
        let simulated = text(self.language, "web.weather.source.simulated", &[]);
        let simulated = simulated.trim_end_matches('.');
        let (name, model) = match self.is_simulated {
            false => (self.place.name.clone(), self.text("model")),
            true => (format!("{} ({simulated})", self.place.name), simulated.to_owned()),
        };
        let Coordinates { latitude, longitude } = self.place.site.coordinates;
        json!({
            "identifiers": [self.topics.device],
            "name": name,
            "manufacturer": "Halcyon",
            "model": model,
            "configuration_url": format!("{}/?lat={latitude}&lon={longitude}", self.public_url),
        })
    }

    fn components(&self) -> Value {
        let mut components = Map::new();
        let mut add = |key: &str, component: Value| components.insert(key.to_owned(), component);
        add("condition", self.condition());
        for sensor in SENSORS {
            let mut component = self.entity("sensor", sensor.key, sensor.text);
            component["value_template"] = json!(format!("{{{{ value_json.{} }}}}", sensor.key));
            for (name, value) in [
                ("device_class", sensor.device_class),
                ("state_class", sensor.state_class),
                ("unit_of_measurement", sensor.unit.name(self.units)),
                ("icon", sensor.icon),
            ] {
                if let Some(value) = value {
                    component[name] = json!(value);
                }
            }
            add(sensor.key, component);
        }
        add("updated", self.updated());
        add("official_alert", self.alerts("official_alert", "officialAlert", &self.topics.alerts));
        add("hazard", self.alerts("hazard", "hazard", &self.topics.hazards));
        Value::Object(components)
    }

    fn condition(&self) -> Value {
        let mut condition = self.entity("sensor", "condition", "condition");
        condition["device_class"] = json!("enum");
        condition["options"] = json!(conditions::ALL);
        condition["value_template"] = json!("{{ value_json.condition }}");
        condition["json_attributes_topic"] = json!(self.topics.forecast);
        condition
    }

    /// It stays known when the weather is too old to be shown, so that its age can be read.
    fn updated(&self) -> Value {
        let mut updated = self.entity("sensor", "updated", "updated");
        updated["device_class"] = json!("timestamp");
        updated["entity_category"] = json!("diagnostic");
        updated["value_template"] = json!("{{ value_json.updated_at }}");
        updated
    }

    fn alerts(&self, key: &str, name: &str, topic: &str) -> Value {
        let mut alerts = self.entity("binary_sensor", key, name);
        alerts["device_class"] = json!("safety");
        alerts["state_topic"] = json!(topic);
        alerts["value_template"] = json!("{{ value_json.state }}");
        alerts["json_attributes_topic"] = json!(topic);
        alerts["json_attributes_template"] = json!("{{ value_json.attributes | tojson }}");
        alerts
    }

    fn entity(&self, platform: &str, key: &str, name: &str) -> Value {
        json!({
            "platform": platform,
            "unique_id": format!("{}_{key}", self.topics.device),
            // The same in every language, so that automations and examples can name it.
            "default_entity_id": format!("{platform}.{}_{key}", slug(&self.place.name, &self.topics.device)),
            "name": self.text(name),
            "expire_after": EXPIRES_AFTER_SECONDS,
        })
    }

    fn text(&self, key: &str) -> String {
        text(self.language, &format!("server.smartHome.{key}"), &[])
    }
}

/// "berlin" for Berlin; the other name where nothing is left of it.
fn slug(name: &str, otherwise: &str) -> String {
    let words = gazetteer::fold::fold(name).replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    match words.trim_matches('_') {
        "" => otherwise.to_owned(),
        slug => slug.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_has_letters_that_home_assistant_allows() {
        for (name, expected) in [
            ("Berlin", "berlin"),
            ("İstanbul", "istanbul"),
            ("Bad Kösen / Saale", "bad_kosen_saale"),
            ("東京", "halcyon_n35_6895_e139_6917"),
        ] {
            assert_eq!(slug(name, "halcyon_n35_6895_e139_6917"), expected);
        }
    }
}
