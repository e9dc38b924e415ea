//! What a person wishes to be told, as their row of preferences has it.

use jiff::civil::Time;
use serde::Deserialize;

use crate::alert::Severity;
use crate::i18n::Language;

/// Parsed leniently: a key of another version is no reason to keep a warning from anybody.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    pub language: Option<Language>,
    pub units: Units,
    pub notifications: Notifications,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Notifications {
    pub email: bool,
    pub push: bool,
    /// Off: nothing at all is told, not even in the list.
    pub is_on: bool,
    pub floor: Severity,
    pub quiet_hours: Option<QuietHours>,
}

/// Local time of the place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuietHours {
    pub from: Time,
    pub until: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    pub fahrenheit: bool,
    pub inches: bool,
    pub wind: WindUnit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum WindUnit {
    #[default]
    MetresPerSecond,
    MilesPerHour,
    KilometresPerHour,
}

impl Default for Notifications {
    fn default() -> Notifications {
        Notifications { email: true, push: true, is_on: true, floor: Severity::Info, quiet_hours: None }
    }
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Document {
    language: Option<String>,
    units: UnitsDocument,
    notifications: NotificationsDocument,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct UnitsDocument {
    temperature: Option<String>,
    precipitation: Option<String>,
    wind_speed: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct NotificationsDocument {
    email: Option<bool>,
    push: Option<bool>,
    weather_alerts: Option<bool>,
    turn_off_all: Option<bool>,
    severity_floor: Option<Severity>,
    quiet_hours: Option<QuietHoursDocument>,
}

#[derive(Deserialize)]
struct QuietHoursDocument {
    from: String,
    until: String,
}

impl Wishes {
    pub fn parse(document: Option<&str>) -> Wishes {
        let document: Document = document.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let (units, wishes) = (document.units, document.notifications);
        Wishes {
            language: document.language.as_deref().and_then(Language::parse),
            units: Units {
                fahrenheit: units.temperature.as_deref() == Some("fahrenheit"),
                inches: units.precipitation.as_deref() == Some("inches"),
                wind: match units.wind_speed.as_deref() {
                    Some("mph") => WindUnit::MilesPerHour,
                    Some("km/h") => WindUnit::KilometresPerHour,
                    _ => WindUnit::MetresPerSecond,
                },
            },
            notifications: Notifications {
                email: wishes.email.unwrap_or(true),
                push: wishes.push.unwrap_or(true),
                is_on: wishes.weather_alerts.unwrap_or(true) && !wishes.turn_off_all.unwrap_or(false),
                floor: wishes.severity_floor.unwrap_or(Severity::Info),
                quiet_hours: wishes.quiet_hours.and_then(QuietHours::parse),
            },
        }
    }
}

impl QuietHours {
    /// Equal times mean none.
    fn parse(document: QuietHoursDocument) -> Option<QuietHours> {
        let time = |text: &str| Time::strptime("%H:%M", text).ok();
        let (from, until) = (time(&document.from)?, time(&document.until)?);
        (from != until).then_some(QuietHours { from, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // [R1.18]
    #[test]
    fn turn_off_all_and_the_switch_of_warnings_silence_everything() {
        for (document, is_on) in [
            (r#"{}"#, true),
            (r#"{"notifications":{"weatherAlerts":false}}"#, false),
            (r#"{"notifications":{"weatherAlerts":true,"turnOffAll":true}}"#, false),
            (r#"{"notifications":{"weatherAlerts":true,"turnOffAll":false}}"#, true),
        ] {
            assert_eq!(Wishes::parse(Some(document)).notifications.is_on, is_on, "{document}");
        }
    }

    #[test]
    fn units_are_read_as_the_settings_write_them() {
        for (document, units) in [
            (r#"{"units":{"temperature":"fahrenheit"}}"#, Units { fahrenheit: true, ..Units::default() }),
            (r#"{"units":{"precipitation":"inches"}}"#, Units { inches: true, ..Units::default() }),
            (r#"{"units":{"windSpeed":"mph"}}"#, Units { wind: WindUnit::MilesPerHour, ..Units::default() }),
            (r#"{"units":{"windSpeed":"km/h"}}"#, Units { wind: WindUnit::KilometresPerHour, ..Units::default() }),
        ] {
            assert_eq!(Wishes::parse(Some(document)).units, units, "{document}");
        }
    }

    #[test]
    fn what_was_never_set_has_the_promised_defaults() {
        assert_eq!(Wishes::parse(None), Wishes::default());
        assert_eq!(Wishes::parse(Some("no JSON")), Wishes::default());
        let equal = r#"{"notifications":{"quietHours":{"from":"07:00","until":"07:00"}}}"#;
        assert_eq!(Wishes::parse(Some(equal)).notifications.quiet_hours, None);
    }
}
