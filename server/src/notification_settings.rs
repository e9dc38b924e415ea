//! Notification settings of a user, as stored in their preferences: whether, when, by which channels and in which units
//! they are notified of alerts.

use jiff::civil::Time;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::alert::{HazardKind, Severity};
use crate::http::object::optional_object;
use crate::i18n::Language;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TemperatureUnit {
    #[default]
    #[serde(rename = "celsius")]
    Celsius,
    #[serde(rename = "fahrenheit")]
    Fahrenheit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum PrecipitationUnit {
    #[default]
    #[serde(rename = "mm")]
    Millimetres,
    #[serde(rename = "inches")]
    Inches,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum WindSpeedUnit {
    #[default]
    #[serde(rename = "m/s")]
    MetresPerSecond,
    #[serde(rename = "mph")]
    MilesPerHour,
    #[serde(rename = "km/h")]
    KilometresPerHour,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum SeverityFloor {
    #[default]
    #[serde(rename = "info")]
    Info,
    #[serde(rename = "moderate")]
    Moderate,
    #[serde(rename = "severe")]
    Severe,
}

impl From<SeverityFloor> for Severity {
    fn from(floor: SeverityFloor) -> Severity {
        match floor {
            SeverityFloor::Info => Severity::Info,
            SeverityFloor::Moderate => Severity::Moderate,
            SeverityFloor::Severe => Severity::Severe,
        }
    }
}

/// The group of the preferences document, with only the keys the user has set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notifications {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather_alerts: Option<bool>,
    /// Overrides the other settings without changing them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_off_all: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity_floor: Option<SeverityFloor>,
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub quiet_hours: Option<QuietHours>,
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub hazards: Option<HazardSwitches>,
}

/// Of which of our own hazards the user is notified, by default of all. Alerts of authorities are not affected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HazardSwitches {
    /// Wind and gusts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wind: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rain: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snow: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ice: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heat: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cold: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uv: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thunder: Option<bool>,
}

impl HazardSwitches {
    fn all(self) -> [(HazardKind, Option<bool>); 8] {
        [
            (HazardKind::Wind, self.wind),
            (HazardKind::Rain, self.rain),
            (HazardKind::Snow, self.snow),
            (HazardKind::Ice, self.ice),
            (HazardKind::Heat, self.heat),
            (HazardKind::Cold, self.cold),
            (HazardKind::Uv, self.uv),
            (HazardKind::Thunder, self.thunder),
        ]
    }
}

/// Local time of the place, such as `22:00`; equal times mean no quiet hours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: String,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: String,
}

impl QuietHours {
    pub fn is_valid(&self) -> bool {
        parse_time(&self.from).is_some() && parse_time(&self.until).is_some()
    }

    fn period(&self) -> Option<QuietPeriod> {
        let (from, until) = (parse_time(&self.from)?, parse_time(&self.until)?);
        (from != until).then_some(QuietPeriod { from, until })
    }
}

fn parse_time(text: &str) -> Option<Time> {
    Time::strptime("%H:%M", text).ok().filter(|_| text.len() == 5)
}

/// The settings in effect: what the user has set, with defaults for the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct NotificationSettings {
    pub email: bool,
    pub push: bool,
    /// If false the user gets no notifications at all, not even in the list.
    pub is_enabled: bool,
    pub min_severity: Severity,
    pub quiet_period: Option<QuietPeriod>,
    /// Kinds of hazards, by their switch.
    pub hazards_off: Vec<HazardKind>,
}

/// Local time of the place; it may span midnight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuietPeriod {
    pub from: Time,
    pub until: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DisplayUnits {
    pub temperature: TemperatureUnit,
    pub precipitation: PrecipitationUnit,
    pub wind_speed: WindSpeedUnit,
}

/// What the stored preferences of a user say about their notifications.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecipientSettings {
    pub language: Option<Language>,
    pub units: DisplayUnits,
    pub notifications: NotificationSettings,
}

impl Default for NotificationSettings {
    fn default() -> NotificationSettings {
        NotificationSettings::resolve(&Notifications::default(), |_| false)
    }
}

impl NotificationSettings {
    /// A switch that is stored but unreadable counts as off: a user who may have refused must not be reached.
    fn resolve(stored: &Notifications, is_unreadable: impl Fn(&str) -> bool) -> NotificationSettings {
        let is_on = |stored: Option<bool>, key: &str| stored.unwrap_or(!is_unreadable(key));
        let is_all_off = stored.turn_off_all.unwrap_or(is_unreadable("turnOffAll"));
        let is_hazard_on = |stored: Option<bool>, kind: HazardKind| {
            is_on(stored, &format!("hazards.{}", kind.as_str())) && !is_unreadable("hazards")
        };
        let switches = stored.hazards.unwrap_or_default().all();
        let hazards_off = switches.into_iter().filter(|(kind, stored)| !is_hazard_on(*stored, *kind));
        NotificationSettings {
            email: is_on(stored.email, "email"),
            push: is_on(stored.push, "push"),
            is_enabled: is_on(stored.weather_alerts, "weatherAlerts") && !is_all_off,
            min_severity: stored.severity_floor.unwrap_or_default().into(),
            quiet_period: stored.quiet_hours.as_ref().and_then(QuietHours::period),
            hazards_off: hazards_off.map(|(kind, _)| kind).collect(),
        }
    }

    /// Whether an alert that is already in force may have to be notified after the change of settings. Channels do not
    /// matter: a notification without a channel is still shown in the list.
    pub fn allows_more_than(&self, before: &NotificationSettings) -> bool {
        let decisive =
            |settings: &NotificationSettings| (settings.is_enabled, settings.min_severity, settings.quiet_period);
        self.is_enabled && (decisive(self) != decisive(before) || self.hazards_off != before.hazards_off)
    }
}

impl RecipientSettings {
    /// Reads the stored preferences of a user; `None` if they have never set any.
    pub fn from_document(document: Option<&str>) -> RecipientSettings {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Document {
            language: Option<String>,
            units: Option<Units>,
            notifications: Option<Notifications>,
        }
        #[derive(Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        struct Units {
            temperature: Option<TemperatureUnit>,
            precipitation: Option<PrecipitationUnit>,
            wind_speed: Option<WindSpeedUnit>,
        }
        let Some(document) = document else { return RecipientSettings::default() };
        let StoredDocument { value, unreadable } = StoredDocument::<Document>::read(document);
        let units = value.units.unwrap_or_default();
        let is_unreadable = |key: &str| {
            let path = format!("notifications.{key}");
            unreadable.iter().any(|one| one == WHOLE_DOCUMENT || one == "notifications" || *one == path)
        };
        RecipientSettings {
            language: value.language.as_deref().and_then(Language::parse),
            units: DisplayUnits {
                temperature: units.temperature.unwrap_or_default(),
                precipitation: units.precipitation.unwrap_or_default(),
                wind_speed: units.wind_speed.unwrap_or_default(),
            },
            notifications: NotificationSettings::resolve(&value.notifications.unwrap_or_default(), is_unreadable),
        }
    }
}

/// The path of a document that is not a JSON object.
const WHOLE_DOCUMENT: &str = "";

/// A stored preferences document as far as it can be read. Another version of the server may have written values that this
/// one does not know: they hide only themselves.
pub struct StoredDocument<T> {
    pub value: T,
    /// Paths such as `theme` and `units.temperature`.
    pub unreadable: Vec<String>,
}

impl<T: DeserializeOwned + Default> StoredDocument<T> {
    /// Every key of `T` must be optional; a key that holds an object is a group, whose keys are read one by one.
    pub fn read(document: &str) -> StoredDocument<T> {
        if let Ok(value) = serde_json::from_str(document) {
            return StoredDocument { value, unreadable: Vec::new() };
        }
        let Ok(stored) = serde_json::from_str::<Map<String, Value>>(document) else {
            return StoredDocument { value: T::default(), unreadable: vec![WHOLE_DOCUMENT.to_owned()] };
        };
        let mut unreadable = Vec::new();
        let is_readable = |value: &Value| T::deserialize(value).is_ok();
        let readable = keep_readable(stored, WHOLE_DOCUMENT, &is_readable, &mut unreadable);
        StoredDocument { value: T::deserialize(Value::Object(readable)).unwrap_or_default(), unreadable }
    }
}

/// The keys of a group that can be read, and those of the groups in it; the paths of the others are added to `unreadable`.
fn keep_readable(
    group: Map<String, Value>,
    path: &str,
    is_readable: &dyn Fn(&Value) -> bool,
    unreadable: &mut Vec<String>,
) -> Map<String, Value> {
    let mut readable = Map::new();
    for (key, value) in group {
        let path = if path == WHOLE_DOCUMENT { key.clone() } else { format!("{path}.{key}") };
        let is_readable_here = |value: &Value| is_readable(&json!({ key.as_str(): value }));
        if is_readable_here(&value) {
            readable.insert(key, value);
            continue;
        }
        match value {
            Value::Object(inner) if is_readable_here(&json!({})) => {
                let kept = keep_readable(inner, &path, &is_readable_here, unreadable);
                readable.insert(key, Value::Object(kept));
            }
            _ => unreadable.push(path),
        }
    }
    readable
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notifications(document: &str) -> NotificationSettings {
        RecipientSettings::from_document(Some(document)).notifications
    }

    // [R1.18]
    #[test]
    fn turn_off_all_and_the_alerts_switch_disable_every_notification() {
        for (document, is_enabled) in [
            (r#"{}"#, true),
            (r#"{"notifications":{"weatherAlerts":false}}"#, false),
            (r#"{"notifications":{"weatherAlerts":true,"turnOffAll":true}}"#, false),
            (r#"{"notifications":{"weatherAlerts":true,"turnOffAll":false}}"#, true),
        ] {
            assert_eq!(notifications(document).is_enabled, is_enabled, "{document}");
        }
    }

    // [R1.18]
    #[test]
    fn an_unreadable_key_does_not_enable_what_the_user_turned_off() {
        for document in [
            r#"{"notifications":{"turnOffAll":true,"severityFloor":"extreme"}}"#,
            r#"{"notifications":{"weatherAlerts":false,"quietHours":{"from":22}}}"#,
            r#"{"language":7,"units":{"temperature":"kelvin"},"notifications":{"turnOffAll":true}}"#,
            r#"{"notifications":{"turnOffAll":"yes"}}"#,
            r#"{"notifications":{"weatherAlerts":0}}"#,
            r#"{"notifications":[]}"#,
            "not JSON",
        ] {
            assert!(!notifications(document).is_enabled, "{document}");
        }
        let channels = notifications(r#"{"notifications":{"email":"no","push":false,"severityFloor":"extreme"}}"#);
        assert_eq!((channels.is_enabled, channels.email, channels.push), (true, false, false));
    }

    #[test]
    fn an_unreadable_key_leaves_the_others_as_they_are() {
        let document = r#"{"language":"de","units":{"temperature":"kelvin","windSpeed":"mph"},
            "notifications":{"severityFloor":"severe","quietHours":"night","push":false}}"#;
        let settings = RecipientSettings::from_document(Some(document));
        assert_eq!(settings.language, Some(Language::German));
        assert_eq!(settings.units, DisplayUnits { wind_speed: WindSpeedUnit::MilesPerHour, ..DisplayUnits::default() });
        let expected =
            NotificationSettings { push: false, min_severity: Severity::Severe, ..NotificationSettings::default() };
        assert_eq!(settings.notifications, expected);
    }

    /// [B6] A switch that cannot be read counts as off and leaves the others as they are.
    #[test]
    fn each_kind_of_hazard_has_its_switch() {
        use HazardKind::{Cold, Heat, Ice, Rain, Snow, Thunder, Uv, Wind};
        for (hazards, expected) in [
            (r#"{"uv":false,"wind":false,"rain":true}"#, &[Wind, Uv][..]),
            (r#"{"uv":"no","heat":false,"snow":null}"#, &[Heat, Uv]),
            (r#"{"tornado":false}"#, &[]),
            (r#"["uv"]"#, &[Wind, Rain, Snow, Ice, Heat, Cold, Uv, Thunder]),
        ] {
            let document = format!(r#"{{"notifications":{{"push":false,"hazards":{hazards}}}}}"#);
            let settings = notifications(&document);
            assert_eq!((settings.push, settings.hazards_off.as_slice()), (false, expected), "{hazards}");
        }
    }

    #[test]
    fn a_hazard_that_is_switched_on_again_may_have_to_be_notified() {
        let off = notifications(r#"{"notifications":{"hazards":{"uv":false}}}"#);
        assert!(NotificationSettings::default().allows_more_than(&off));
        assert!(!off.allows_more_than(&off.clone()));
    }

    #[test]
    fn units_are_read_as_the_preferences_store_them() {
        let default = DisplayUnits::default();
        for (document, units) in [
            (
                r#"{"units":{"temperature":"fahrenheit"}}"#,
                DisplayUnits { temperature: TemperatureUnit::Fahrenheit, ..default },
            ),
            (
                r#"{"units":{"precipitation":"inches"}}"#,
                DisplayUnits { precipitation: PrecipitationUnit::Inches, ..default },
            ),
            (r#"{"units":{"windSpeed":"mph"}}"#, DisplayUnits { wind_speed: WindSpeedUnit::MilesPerHour, ..default }),
            (
                r#"{"units":{"windSpeed":"km/h"}}"#,
                DisplayUnits { wind_speed: WindSpeedUnit::KilometresPerHour, ..default },
            ),
        ] {
            assert_eq!(RecipientSettings::from_document(Some(document)).units, units, "{document}");
        }
    }

    #[test]
    fn unset_keys_have_their_defaults() {
        let defaults = NotificationSettings {
            email: true,
            push: true,
            is_enabled: true,
            min_severity: Severity::Info,
            quiet_period: None,
            hazards_off: Vec::new(),
        };
        assert_eq!(RecipientSettings::from_document(None).notifications, defaults);
        assert_eq!(notifications("{}"), defaults);
        assert_eq!(notifications(r#"{"notifications":{"turnOffAll":null}}"#), defaults);
        let equal = r#"{"notifications":{"quietHours":{"from":"07:00","until":"07:00"}}}"#;
        assert_eq!(notifications(equal).quiet_period, None);
    }
}
