//! Notification settings of a user, as stored in their preferences: whether, when, by which channels and in which units
//! they are notified of alerts.

mod air;
mod rain;
mod stored_document;

use jiff::civil::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::alert::{HazardKind, Severity};
use crate::http::object::optional_object;
use crate::i18n::{Language, TimeStyle};
pub use air::{AirIndexChoice, AirNotifications, AirPreferences, PollenFloor};
pub use rain::{RainFloor, RainNotifications, RainPreferences};
pub use stored_document::StoredDocument;
use stored_document::WHOLE_DOCUMENT;

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
    #[serde(rename = "kn")]
    Knots,
    #[serde(rename = "Bft")]
    Beaufort,
}

/// How times of day are written; `auto` is the clock of the browser's region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TimeFormat {
    #[default]
    #[serde(rename = "auto")]
    Automatic,
    #[serde(rename = "12h")]
    TwelveHours,
    #[serde(rename = "24h")]
    TwentyFourHours,
}

impl TimeFormat {
    /// A message is read outside the browser, so there is no region to follow.
    fn style(self) -> TimeStyle {
        if self == TimeFormat::TwelveHours { TimeStyle::TwelveHours } else { TimeStyle::TwentyFourHours }
    }
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

pub fn parse_time(text: &str) -> Option<Time> {
    Time::strptime("%H:%M", text).ok().filter(|_| text.len() == 5)
}

/// The settings in effect: what the user has set, with defaults for the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct NotificationSettings {
    pub email: bool,
    pub push: bool,
    /// If false the user gets no notifications at all, not even in the list.
    pub is_enabled: bool,
    /// Everything is switched off, also what is no alert.
    pub is_all_off: bool,
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
    pub time_style: TimeStyle,
}

impl DisplayUnits {
    /// The set of units that an address names, as in `units=us`.
    pub fn named(name: &str) -> Option<DisplayUnits> {
        let metric = DisplayUnits::default();
        match name {
            "metric" => Some(metric),
            "kmh" => Some(DisplayUnits { wind_speed: WindSpeedUnit::KilometresPerHour, ..metric }),
            "uk" => Some(DisplayUnits { wind_speed: WindSpeedUnit::MilesPerHour, ..metric }),
            "us" => Some(DisplayUnits {
                temperature: TemperatureUnit::Fahrenheit,
                precipitation: PrecipitationUnit::Inches,
                wind_speed: WindSpeedUnit::MilesPerHour,
                ..metric
            }),
            _ => None,
        }
    }
}

/// What the stored preferences of a user say about their notifications.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecipientSettings {
    pub language: Option<Language>,
    pub units: DisplayUnits,
    pub notifications: NotificationSettings,
    pub air: AirNotifications,
    pub rain: RainNotifications,
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
            is_all_off,
            min_severity: stored.severity_floor.unwrap_or_default().into(),
            quiet_period: stored.quiet_hours.as_ref().and_then(QuietHours::period),
            hazards_off: hazards_off.map(|(kind, _)| kind).collect(),
        }
    }

    /// The settings for a briefing, which is no alert and has channels of its own.
    pub fn for_briefing(&self, by_mail: bool, by_push: bool) -> NotificationSettings {
        NotificationSettings {
            is_enabled: !self.is_all_off,
            email: self.email && by_mail,
            push: self.push && by_push,
            ..self.clone()
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
            air: Option<AirPreferences>,
            rain: Option<RainPreferences>,
        }
        #[derive(Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        struct Units {
            temperature: Option<TemperatureUnit>,
            precipitation: Option<PrecipitationUnit>,
            wind_speed: Option<WindSpeedUnit>,
            time_format: Option<TimeFormat>,
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
                time_style: units.time_format.unwrap_or_default().style(),
            },
            notifications: NotificationSettings::resolve(&value.notifications.unwrap_or_default(), is_unreadable),
            air: AirNotifications::resolve(&value.air.unwrap_or_default()),
            rain: RainNotifications::resolve(&value.rain.unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests;
