//! Where the messages of a place are.

use crate::settings::MqttSettings;

pub struct Topics {
    /// Of Home Assistant: the same for as long as the coordinates and our own prefix are.
    pub device: String,
    pub config: String,
    pub weather: String,
    pub forecast: String,
    pub alerts: String,
    pub hazards: String,
}

impl Topics {
    /// `discovery` is the prefix of Home Assistant.
    pub fn new(topic: &str, discovery: &str, place_id: &str) -> Topics {
        let device = format!("{}_{place_id}", topic.replace('/', "_"));
        let of = |kind: &str| format!("{topic}/{place_id}/{kind}");
        Topics {
            config: format!("{discovery}/device/{device}/config"),
            weather: of("weather"),
            forecast: of("forecast"),
            alerts: of("alerts"),
            hazards: of("hazards"),
            device,
        }
    }

    pub fn all(&self) -> [&str; 5] {
        [&self.config, &self.weather, &self.forecast, &self.alerts, &self.hazards]
    }
}

/// The list of published places, from which a later process learns what to remove.
pub fn published_places(settings: &MqttSettings) -> String {
    format!("{}/places", settings.topic)
}
