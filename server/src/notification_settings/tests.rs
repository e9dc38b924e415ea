//! How stored preferences are read, also those that this version cannot read.

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
        (r#"{"units":{"windSpeed":"km/h"}}"#, DisplayUnits { wind_speed: WindSpeedUnit::KilometresPerHour, ..default }),
    ] {
        assert_eq!(RecipientSettings::from_document(Some(document)).units, units, "{document}");
    }
}

#[test]
fn air_is_not_notified_unless_the_user_has_asked_for_it() {
    use crate::air::{EuropeanLevel, PollenLevel, Species};
    let air = |document: &str| RecipientSettings::from_document(Some(document)).air;
    let defaults = AirNotifications {
        is_enabled: false,
        min_index: EuropeanLevel::Poor,
        min_pollen: PollenLevel::High,
        sensitivities: Vec::new(),
    };
    assert_eq!(air("{}"), defaults);
    let own =
        r#"{"air":{"notify":true,"index_level":"moderate","pollen_level":"very_high","sensitivities":["birch"]}}"#;
    let expected = AirNotifications {
        is_enabled: true,
        min_index: EuropeanLevel::Moderate,
        min_pollen: PollenLevel::VeryHigh,
        sensitivities: vec![Species::Birch],
    };
    assert_eq!(air(own), expected);
    // One key that this version cannot read hides only itself.
    let newer =
        r#"{"air":{"notify":true,"index_level":"terrible","sensitivities":["hazel"],"pollen_level":"moderate"}}"#;
    let readable = AirNotifications { is_enabled: true, min_pollen: PollenLevel::Moderate, ..defaults.clone() };
    assert_eq!(air(newer), readable);
    assert_eq!(air(r#"{"air":{"notify":"yes"}}"#), defaults);
}

#[test]
fn rain_is_not_notified_unless_the_user_has_asked_for_it() {
    use crate::rainfall::RainIntensity;
    use jiff::SignedDuration;
    let rain = |document: &str| RecipientSettings::from_document(Some(document)).rain;
    let defaults = rain("{}");
    assert_eq!((defaults.is_enabled, defaults.lead), (false, SignedDuration::from_mins(20)));
    assert_eq!(defaults.min_intensity, RainIntensity::VeryLight);
    let own = rain(r#"{"rain":{"notify":true,"lead_minutes":45,"floor":"heavy"}}"#);
    assert_eq!((own.is_enabled, own.lead), (true, SignedDuration::from_mins(45)));
    assert_eq!(own.min_intensity, RainIntensity::Heavy);
    // What this version cannot read or does not accept hides only itself.
    let other = rain(r#"{"rain":{"notify":true,"lead_minutes":240,"floor":"flood"}}"#);
    assert_eq!((other.is_enabled, other.lead, other.min_intensity), (true, defaults.lead, defaults.min_intensity));
    assert!(!rain(r#"{"rain":{"notify":"yes"}}"#).is_enabled);
}

#[test]
fn the_hours_for_rain_may_go_past_midnight_and_equal_times_are_the_whole_day() {
    let includes = |from: &str, until: &str, hour: i8| {
        let document = format!(r#"{{"rain":{{"from":"{from}","until":"{until}"}}}}"#);
        RecipientSettings::from_document(Some(&document)).rain.includes(jiff::civil::time(hour, 0, 0, 0))
    };
    let hours = [6, 7, 21, 22, 23];
    assert_eq!(hours.map(|hour| includes("07:00", "22:00", hour)), [false, true, true, false, false]);
    assert_eq!(hours.map(|hour| includes("22:00", "07:00", hour)), [true, false, false, true, true]);
    assert_eq!(hours.map(|hour| includes("00:00", "00:00", hour)), [true; 5]);
}

#[test]
fn unset_keys_have_their_defaults() {
    let defaults = NotificationSettings {
        email: true,
        push: true,
        is_all_off: false,
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
