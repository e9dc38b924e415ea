//! The preferences document: every key is optional, because only what the user has set is stored.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::object::optional_object;
use crate::notification_settings::{
    AirPreferences, Notifications, PrecipitationUnit, RainPreferences, TemperatureUnit, TimeFormat, WindSpeedUnit,
};

/// A group of optional settings.
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
    };
}

/// An enum with its names in JSON. They are tokens and not literals, because the derive of `ToSchema` cannot read literals
/// from a macro and would write the Rust names into the contract.
macro_rules! choices {
    ($name:ident { $($variant:ident = $text:tt),* $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        pub enum $name { $(#[serde(rename = $text)] $variant),* }
    };
}

choices!(PressureUnit { Hectopascal = "hPa", InchesOfMercury = "inHg", MillimetresOfMercury = "mmHg" });
choices!(DistanceUnit { Kilometres = "km", Miles = "mi" });
choices!(UnitSystem { Metric = "metric", Imperial = "imperial" });
choices!(PreferredLanguage { English = "en", Turkish = "tr", German = "de" });
choices!(Theme { System = "system", Light = "light", Dark = "dark" });
choices!(FontSize { Small = "small", Medium = "medium", Large = "large", ExtraLarge = "extra-large" });
choices!(ColorVision { None = "none", Protanopia = "protanopia", Deuteranopia = "deuteranopia", Tritanopia = "tritanopia", Monochrome = "monochrome" });
choices!(AudioVolume { Low = "low", Medium = "medium", High = "high" });
choices!(FrequencyBand { Low = "low", Mid = "mid", High = "high", Custom = "custom" });

settings!(Units {
    temperature: TemperatureUnit,
    precipitation: PrecipitationUnit,
    wind_speed: WindSpeedUnit,
    pressure: PressureUnit,
    distance: DistanceUnit,
    unit_system: UnitSystem,
    time_format: TimeFormat,
});

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

/// Preferences the user has set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<PreferredLanguage>,
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub notifications: Option<Notifications>,
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub accessibility: Option<Accessibility>,
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub air: Option<AirPreferences>,
    #[serde(default, deserialize_with = "optional_object", skip_serializing_if = "Option::is_none")]
    pub rain: Option<RainPreferences>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// Whether keyboard shortcuts are on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortcuts: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onboarding_seen: Option<bool>,
}

impl Preferences {
    /// Choosing a unit system sets all five units; a unit in the same patch keeps its own value.
    pub fn with_unit_system(self) -> Preferences {
        Preferences { units: self.units.map(Units::with_unit_system), ..self }
    }
}

impl Units {
    fn with_unit_system(self) -> Units {
        let (temperature, precipitation, wind_speed, pressure, distance) = match self.unit_system {
            None => return self,
            Some(UnitSystem::Metric) => (
                TemperatureUnit::Celsius,
                PrecipitationUnit::Millimetres,
                WindSpeedUnit::MetresPerSecond,
                PressureUnit::Hectopascal,
                DistanceUnit::Kilometres,
            ),
            Some(UnitSystem::Imperial) => (
                TemperatureUnit::Fahrenheit,
                PrecipitationUnit::Inches,
                WindSpeedUnit::MilesPerHour,
                PressureUnit::InchesOfMercury,
                DistanceUnit::Miles,
            ),
        };
        Units {
            temperature: self.temperature.or(Some(temperature)),
            precipitation: self.precipitation.or(Some(precipitation)),
            wind_speed: self.wind_speed.or(Some(wind_speed)),
            pressure: self.pressure.or(Some(pressure)),
            distance: self.distance.or(Some(distance)),
            unit_system: self.unit_system,
            time_format: self.time_format,
        }
    }
}
