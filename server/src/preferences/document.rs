//! The document of preferences: every key optional, because only what a person ever set is kept.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A group of settings whose fields a patch overrides one by one.
macro_rules! settings {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$kind>,
            )*
        }

        impl $name {
            /// What the patch names wins; what it does not name stays.
            fn patched(self, patch: $name) -> $name {
                $name { $($field: patch.$field.or(self.$field)),* }
            }
        }
    };
}

/// A closed list of words on the wire. A token and not a literal, because the contract's derive reads no literal
/// out of a macro's group and would write the Rust names.
macro_rules! words {
    ($name:ident { $($word:ident = $text:tt),* $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        pub enum $name { $(#[serde(rename = $text)] $word),* }
    };
}

words!(TemperatureUnit { Celsius = "celsius", Fahrenheit = "fahrenheit" });
words!(PrecipitationUnit { Millimetres = "mm", Inches = "inches" });
words!(WindSpeedUnit { MetresPerSecond = "m/s", MilesPerHour = "mph", KilometresPerHour = "km/h" });
words!(PressureUnit { Hectopascal = "hPa", InchesOfMercury = "inHg" });
words!(DistanceUnit { Kilometres = "km", Miles = "mi" });
words!(UnitSystem { Metric = "metric", Imperial = "imperial" });
words!(PreferredLanguage { English = "en", Turkish = "tr", German = "de" });
words!(Theme { System = "system", Light = "light", Dark = "dark" });
words!(SeverityFloor { Info = "info", Moderate = "moderate", Severe = "severe" });
words!(FontSize { Small = "small", Medium = "medium", Large = "large", ExtraLarge = "extra-large" });
words!(ColorVision { None = "none", Protanopia = "protanopia", Deuteranopia = "deuteranopia", Tritanopia = "tritanopia", Monochrome = "monochrome" });
words!(AudioVolume { Low = "low", Medium = "medium", High = "high" });
words!(FrequencyBand { Low = "low", Mid = "mid", High = "high", Custom = "custom" });

settings!(Units {
    temperature: TemperatureUnit,
    precipitation: PrecipitationUnit,
    wind_speed: WindSpeedUnit,
    pressure: PressureUnit,
    distance: DistanceUnit,
    unit_system: UnitSystem,
});

settings!(Notifications {
    email: bool,
    push: bool,
    weather_alerts: bool,
    /// Overrides the others without forgetting them.
    turn_off_all: bool,
    severity_floor: SeverityFloor,
    quiet_hours: QuietHours,
});

/// Local time of the place, as `22:00`; equal times mean none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: String,
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: String,
}

settings!(Accessibility {
    screen_reader_enabled: bool,
    high_contrast_mode: bool,
    reduced_motion: bool,
    voice_announcements: bool,
    haptic_feedback: bool,
    font_size: FontSize,
    color_blindness_mode: ColorVision,
    hearing_aid_mode: bool,
    visual_alerts: bool,
    voice_guidance: bool,
    audio_volume: AudioVolume,
    frequency_adjustment: FrequencyBand,
    /// Hertz, for the custom band.
    custom_frequency: u16,
});

/// Only what the person ever set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<PreferredLanguage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notifications: Option<Notifications>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<Accessibility>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// Whether keyboard shortcuts are on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortcuts: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onboarding_seen: Option<bool>,
}

impl Preferences {
    pub fn patched(self, patch: Preferences) -> Preferences {
        let units = patch.units.map(Units::with_its_system);
        Preferences {
            units: merged(self.units, units, Units::patched),
            language: patch.language.or(self.language),
            notifications: merged(self.notifications, patch.notifications, Notifications::patched),
            accessibility: merged(self.accessibility, patch.accessibility, Accessibility::patched),
            theme: patch.theme.or(self.theme),
            shortcuts: patch.shortcuts.or(self.shortcuts),
            onboarding_seen: patch.onboarding_seen.or(self.onboarding_seen),
        }
    }

    /// Whether a warning that is in force may be news since the change.
    pub fn may_hear_more_than(&self, before: &Preferences) -> bool {
        let heard = |preferences: &Preferences| preferences.notifications.as_ref().map(Notifications::heard);
        let unset = Notifications::default().heard();
        let (before, after) = (heard(before).unwrap_or(unset.clone()), heard(self).unwrap_or(unset));
        after.is_on && after != before
    }
}

/// What decides whether and when somebody is told; by which ways is another matter.
#[derive(Clone, PartialEq)]
struct Heard {
    is_on: bool,
    floor: SeverityFloor,
    quiet_hours: Option<QuietHours>,
}

impl Notifications {
    fn heard(&self) -> Heard {
        Heard {
            is_on: self.weather_alerts.unwrap_or(true) && !self.turn_off_all.unwrap_or(false),
            floor: self.severity_floor.unwrap_or(SeverityFloor::Info),
            quiet_hours: self.quiet_hours.clone(),
        }
    }
}

impl Units {
    /// Choosing a system switches all five; a unit named beside it keeps its own choice.
    fn with_its_system(self) -> Units {
        let Some(system) = self.unit_system else { return self };
        let of_system = match system {
            UnitSystem::Metric => Units {
                temperature: Some(TemperatureUnit::Celsius),
                precipitation: Some(PrecipitationUnit::Millimetres),
                wind_speed: Some(WindSpeedUnit::MetresPerSecond),
                pressure: Some(PressureUnit::Hectopascal),
                distance: Some(DistanceUnit::Kilometres),
                unit_system: Some(system),
            },
            UnitSystem::Imperial => Units {
                temperature: Some(TemperatureUnit::Fahrenheit),
                precipitation: Some(PrecipitationUnit::Inches),
                wind_speed: Some(WindSpeedUnit::MilesPerHour),
                pressure: Some(PressureUnit::InchesOfMercury),
                distance: Some(DistanceUnit::Miles),
                unit_system: Some(system),
            },
        };
        of_system.patched(self)
    }
}

fn merged<T>(kept: Option<T>, patch: Option<T>, patched: impl Fn(T, T) -> T) -> Option<T> {
    match (kept, patch) {
        (Some(kept), Some(patch)) => Some(patched(kept, patch)),
        (kept, patch) => patch.or(kept),
    }
}
