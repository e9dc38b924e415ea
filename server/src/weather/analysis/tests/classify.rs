//! The precedence of the conditions, and their agreement with the numbers.

use crate::i18n::{Language, text};
use crate::weather::analysis::classify_day::{ClassifiedHour, classify_day};
use crate::weather::analysis::classify_hour::{Surroundings, classify_hour};
use crate::weather::model::conditions::{Condition, Sky};
use crate::weather::model::forecast::Hour;

fn calm() -> Hour {
    Hour {
        temperature: Some(15.0),
        apparent: Some(15.0),
        humidity: Some(60.0),
        dew_point: Some(8.0),
        precipitation: Some(0.0),
        probability: Some(0.0),
        cloud: Some(0.0),
        visibility: Some(20_000.0),
        wind: Some(2.0),
        gusts: Some(4.0),
        ..Hour::default()
    }
}

const DAY: Surroundings = Surroundings { is_day: true, is_air_hazy: false };
const NIGHT: Surroundings = Surroundings { is_day: false, is_air_hazy: false };

fn condition_of(change: impl FnOnce(&mut Hour)) -> Condition {
    let mut hour = calm();
    change(&mut hour);
    classify_hour(&hour, DAY).unwrap().condition
}

fn rain(hour: &mut Hour, code: u8, amount: f64) {
    hour.sky = Sky::from_wmo(code);
    (hour.precipitation, hour.probability) = (Some(amount), Some(80.0));
}

// [R3.19]
#[test]
fn the_sky_is_named_by_its_clouds_and_the_sun() {
    for (cloud, condition) in [
        (0.0, Condition::Sunny),
        (13.0, Condition::MostlyClear),
        (40.0, Condition::PartlyCloudy),
        (70.0, Condition::Cloudy),
        (90.0, Condition::Overcast),
    ] {
        assert_eq!(condition_of(|hour| hour.cloud = Some(cloud)), condition, "{cloud} %");
    }
    assert_eq!(classify_hour(&calm(), NIGHT).unwrap().condition, Condition::ClearSky);
    assert_eq!(classify_hour(&Hour::default(), DAY), None, "nothing is known");
}

// [R3.19]
#[test]
fn the_kind_comes_from_the_code_and_the_intensity_from_the_amount() {
    for (code, amount, condition) in [
        (51, 0.2, Condition::Drizzle),
        (56, 0.2, Condition::FreezingDrizzle),
        (63, 0.3, Condition::LightRain),
        (61, 2.5, Condition::ModerateRain),
        (61, 7.6, Condition::HeavyRain),
        (80, 1.0, Condition::RainShowers),
        (82, 8.0, Condition::HeavyRain),
        (66, 1.0, Condition::FreezingRain),
        (71, 0.1, Condition::LightSnow),
        (71, 0.5, Condition::ModerateSnow),
        (71, 2.0, Condition::HeavySnow),
        (85, 0.5, Condition::SnowShowers),
        (95, 3.0, Condition::Thunderstorm),
        (96, 3.0, Condition::Thunderstorm),
        (99, 3.0, Condition::Hail),
    ] {
        let found = condition_of(|hour| {
            rain(hour, code, amount);
            if matches!(code, 56..=57 | 66..=77 | 85..=86) {
                hour.temperature = Some(-2.0);
            }
        });
        assert_eq!(found, condition, "code {code}, {amount} mm");
    }
    let sleet = condition_of(|hour| {
        rain(hour, 61, 1.0);
        (hour.sky, hour.temperature) = (Sky::from_met_symbol("lightsleet"), Some(3.0));
    });
    assert_eq!(sleet, Condition::Sleet);
}

// [R3.19]
#[test]
fn wind_heat_cold_and_hail_take_precedence() {
    let wind = |speed: f64| condition_of(|hour| hour.wind = Some(speed));
    assert_eq!(wind(10.7), Condition::Sunny);
    assert_eq!(wind(10.8), Condition::Breezy);
    assert_eq!(wind(13.9), Condition::Windy);
    assert_eq!(wind(17.2), Condition::Gale);
    assert_eq!(wind(24.5), Condition::Storm);
    assert_eq!(wind(32.7), Condition::Hurricane);
    let wet_and_windy = |speed: f64| {
        condition_of(|hour| {
            rain(hour, 61, 1.0);
            hour.wind = Some(speed);
        })
    };
    assert_eq!(wet_and_windy(20.0), Condition::LightRain, "a gale never hides likely rain");
    assert_eq!(wet_and_windy(24.5), Condition::Storm, "a storm is more severe than rain");
    // Heat index 41.1 and 37.0 (NWS table), wind chill −28 in calm air.
    let hot = |celsius: f64| condition_of(|hour| (hour.temperature, hour.humidity) = (Some(celsius), Some(60.0)));
    assert_eq!((hot(33.5), hot(32.0)), (Condition::ScorchingHeat, Condition::Sunny));
    let cold = |celsius: f64| condition_of(|hour| (hour.temperature, hour.wind) = (Some(celsius), Some(0.0)));
    assert_eq!((cold(-28.0), cold(-27.0)), (Condition::Freezing, Condition::Sunny));
    let gusty_thunder = condition_of(|hour| {
        rain(hour, 95, 3.0);
        hour.gusts = Some(25.9);
    });
    assert_eq!(gusty_thunder, Condition::SevereThunderstorm);
    let blowing_snow = condition_of(|hour| {
        rain(hour, 73, 1.0);
        (hour.temperature, hour.wind, hour.visibility) = (Some(-2.0), Some(15.6), Some(300.0));
    });
    assert_eq!(blowing_snow, Condition::Blizzard);
}

// [R3.19]
#[test]
fn fog_mist_and_frost_need_their_conditions() {
    assert_eq!(condition_of(|hour| (hour.visibility, hour.dew_point) = (Some(900.0), Some(13.0))), Condition::Fog);
    assert_eq!(condition_of(|hour| hour.visibility = Some(900.0)), Condition::Sunny, "dust is not fog");
    assert_eq!(condition_of(|hour| (hour.visibility, hour.dew_point) = (Some(4000.0), Some(13.0))), Condition::Mist);
    assert_eq!(condition_of(|hour| hour.visibility = Some(4000.0)), Condition::Sunny, "dry haze is not mist");
    let mut frosty = calm();
    (frosty.temperature, frosty.apparent, frosty.humidity) = (Some(-1.0), Some(-3.0), Some(85.0));
    assert_eq!(classify_hour(&frosty, NIGHT).unwrap().condition, Condition::Frost);
    assert_eq!(classify_hour(&frosty, DAY).unwrap().condition, Condition::Sunny);
}

#[test]
fn poor_sight_in_dry_air_with_dust_or_smoke_is_haze() {
    let hazy = |change: fn(&mut Hour)| {
        let mut hour = calm();
        change(&mut hour);
        classify_hour(&hour, Surroundings { is_air_hazy: true, ..DAY }).unwrap().condition
    };
    assert_eq!(hazy(|hour| hour.visibility = Some(4_900.0)), Condition::Haze);
    assert_eq!(hazy(|hour| hour.visibility = Some(900.0)), Condition::Haze);
    assert_eq!(hazy(|hour| (hour.sky, hour.visibility) = (Some(Sky::Fog), Some(900.0))), Condition::Haze);
    assert_eq!(hazy(|hour| hour.visibility = Some(5_000.0)), Condition::Sunny, "the sight is good");
    assert_eq!(hazy(|hour| (hour.visibility, hour.dew_point) = (Some(900.0), Some(12.0))), Condition::Fog, "moist air");
    assert_eq!(hazy(|hour| (hour.visibility, hour.dew_point) = (Some(900.0), None)), Condition::Fog, "as without air");
    assert_eq!(hazy(|hour| (hour.visibility, hour.wind) = (Some(900.0), Some(18.0))), Condition::Gale);
    assert_eq!(hazy(|hour| hour.visibility = None), Condition::Sunny, "a source without visibility");
}

#[test]
fn a_wet_code_in_a_dry_hour_is_ignored_and_likely_rain_is_never_hidden() {
    let dry = condition_of(|hour| (hour.sky, hour.cloud) = (Sky::from_wmo(61), Some(90.0)));
    assert_eq!(dry, Condition::Overcast);
    assert_eq!(condition_of(|hour| hour.sky = Sky::from_wmo(95)), Condition::Sunny, "thunder at 0 mm and 0 %");
    assert_eq!(condition_of(|hour| hour.probability = Some(50.0)), Condition::Drizzle);
    assert_eq!(condition_of(|hour| hour.precipitation = Some(5.0)), Condition::ModerateRain, "much, however unlikely");
}

#[test]
fn a_day_has_the_condition_of_its_dangerous_precipitation_or_its_median_sky() {
    let hour = |change: fn(&mut Hour)| {
        let mut hour = calm();
        change(&mut hour);
        ClassifiedHour::new(&hour, DAY).unwrap()
    };
    let mut day = vec![hour(|_| {}); 10];
    assert_eq!(classify_day(&day, Some(0.0), Some(5.0)).unwrap().condition, Condition::Sunny);
    day.push(hour(|hour| hour.cloud = Some(95.0)));
    assert_eq!(classify_day(&day, Some(0.0), Some(5.0)).unwrap().condition, Condition::Sunny, "one cloudy hour");
    day.push(hour(|hour| rain(hour, 61, 3.0)));
    assert_eq!(classify_day(&day, Some(3.0), Some(80.0)).unwrap().condition, Condition::ModerateRain);
    day.push(hour(|hour| rain(hour, 95, 3.0)));
    assert_eq!(classify_day(&day, Some(6.0), Some(80.0)).unwrap().condition, Condition::Thunderstorm);
}

#[test]
fn a_day_is_named_after_what_people_remember_of_it() {
    let hour = |is_day: bool, change: fn(&mut Hour)| {
        let mut hour = calm();
        change(&mut hour);
        ClassifiedHour::new(&hour, if is_day { DAY } else { NIGHT }).unwrap()
    };
    let fog: fn(&mut Hour) = |hour| (hour.visibility, hour.dew_point) = (Some(500.0), hour.temperature);
    let mut foggy_night = vec![hour(false, fog); 6];
    foggy_night.extend(vec![hour(true, |_| {}); 12]);
    assert_eq!(classify_day(&foggy_night, Some(0.0), Some(0.0)).unwrap().condition, Condition::Sunny);
    let mut foggy_morning = vec![hour(true, fog); 3];
    foggy_morning.extend(vec![hour(true, |_| {}); 9]);
    assert_eq!(classify_day(&foggy_morning, Some(0.0), Some(0.0)).unwrap().condition, Condition::Fog);
    let mut rain_after_a_flake = vec![hour(true, |hour| rain(hour, 63, 3.0)); 6];
    rain_after_a_flake.push(hour(true, |hour| {
        rain(hour, 71, 0.1);
        hour.temperature = Some(0.0);
    }));
    assert_eq!(classify_day(&rain_after_a_flake, Some(18.1), Some(90.0)).unwrap().condition, Condition::ModerateRain);
}

/// The WMO's Beaufort scale, and the names of the German and the Turkish weather service for it. [C14]
#[test]
fn wind_is_named_after_its_force_in_three_languages() {
    let name = |wind: f64, language| {
        let condition = condition_of(|hour| hour.wind = Some(wind));
        text(language, &format!("shared.conditions.{}", condition.as_str()), &[])
    };
    for (wind, english, german, turkish) in [
        // Force 8, 9, 10, 11 and 12.
        (17.2, "Gale", "Stürmischer Wind", "Fırtına"),
        (20.8, "Gale", "Stürmischer Wind", "Fırtına"),
        (24.5, "Storm", "Schwerer Sturm", "Tam fırtına"),
        (28.5, "Storm", "Schwerer Sturm", "Tam fırtına"),
        (32.7, "Hurricane-force wind", "Orkan", "Kasırga"),
    ] {
        assert_eq!(name(wind, Language::English), english, "{wind}");
        assert_eq!(name(wind, Language::German), german, "{wind}");
        assert_eq!(name(wind, Language::Turkish), turkish, "{wind}");
    }
    let gale = |language| text(language, "shared.insights.sentences.wind_gale", &[]);
    assert!(gale(Language::English).starts_with("Gale"));
    assert!(gale(Language::German).starts_with("Stürmischer Wind"));
    assert!(gale(Language::Turkish).contains("fırtına"));
}
