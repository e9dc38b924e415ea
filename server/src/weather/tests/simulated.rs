//! What the simulation promises: the same for the same question, smooth, plausible, never short of a value.

use jiff::{SignedDuration, Timestamp};

use crate::weather::model::forecast::Forecast;
use crate::weather::providers::simulated::Simulated;
use crate::weather::providers::validation;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn forecast(seed: u64, latitude: f64, longitude: f64, now: &str) -> Forecast {
    Simulated { seed, scenario: None }.forecast(latitude, longitude, at(now))
}

fn mean_temperature(forecast: &Forecast) -> f64 {
    let values: Vec<f64> = forecast.hours.iter().filter_map(|hour| hour.temperature).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn the_same_place_hour_and_seed_have_the_same_weather() {
    let one = forecast(1, 52.52, 13.41, "2026-07-13T07:00:00Z");
    assert_eq!(one, forecast(1, 52.52, 13.41, "2026-07-13T07:00:00Z"));
    assert_ne!(one.hours, forecast(2, 52.52, 13.41, "2026-07-13T07:00:00Z").hours);
    // Told later, an hour is still the same hour; only its certainty grows.
    let later = forecast(1, 52.52, 13.41, "2026-07-13T10:00:00Z");
    let values = |forecast: &Forecast| {
        forecast.hours.iter().map(|hour| (hour.temperature, hour.precipitation)).collect::<Vec<_>>()
    };
    assert_eq!(values(&one), values(&later));
}

#[test]
fn weather_is_smooth_in_time_and_space() {
    for seed in 0..20 {
        let here = forecast(seed, 48.0, 179.99, "2026-04-01T00:00:00Z");
        let there = forecast(seed, 48.0, -179.99, "2026-04-01T00:00:00Z");
        for pair in here.hours.windows(2) {
            assert!((pair[0].temperature.unwrap() - pair[1].temperature.unwrap()).abs() < 5.0, "seed {seed}");
            assert!((pair[0].pressure.unwrap() - pair[1].pressure.unwrap()).abs() < 12.0, "seed {seed}");
        }
        for hour in &here.hours {
            let neighbour = there.hours.iter().find(|other| other.time == hour.time);
            if let Some(neighbour) = neighbour {
                let apart = (hour.temperature.unwrap() - neighbour.temperature.unwrap()).abs();
                assert!(apart < 1.0, "a seam at the date line: {apart}");
            }
        }
    }
}

#[test]
fn climate_follows_latitude_season_and_hour() {
    let mean =
        |latitude, now| (0..5).map(|seed| mean_temperature(&forecast(seed, latitude, 10.0, now))).sum::<f64>() / 5.0;
    assert!(mean(52.0, "2026-07-15T12:00:00Z") > mean(52.0, "2026-01-15T12:00:00Z") + 10.0);
    assert!(mean(-35.0, "2026-01-15T12:00:00Z") > mean(-35.0, "2026-07-15T12:00:00Z") + 5.0);
    assert!(mean(0.0, "2026-01-15T12:00:00Z") > 20.0);
    let berlin_in_november = mean(52.5, "2026-11-15T12:00:00Z");
    assert!((0.0..=10.0).contains(&berlin_in_november), "the climate tables say about 5 °C: {berlin_in_november}");
    assert!(mean(-80.0, "2026-07-15T12:00:00Z") < -15.0);
    let day = forecast(3, 45.0, 0.0, "2026-07-15T12:00:00Z");
    let at_hour = |wanted: i64| {
        let same = day.hours.iter().filter(|hour| hour.time.as_second().rem_euclid(86_400) == wanted * 3600);
        same.filter_map(|hour| hour.temperature).sum::<f64>()
    };
    assert!(at_hour(15) > at_hour(4), "afternoons are warmer than nights");
}

#[test]
fn there_is_rain_snow_thunder_and_fair_weather_and_every_value_is_possible() {
    let (mut wet, mut dry, mut snow, mut thunder) = (0, 0, 0, 0);
    for seed in 0..30 {
        for (latitude, now) in
            [(47.0, "2026-01-20T12:00:00Z"), (47.0, "2026-07-20T12:00:00Z"), (8.0, "2026-05-20T12:00:00Z")]
        {
            let forecast = forecast(seed, latitude, 11.0, now);
            let checked = validation::checked(forecast.clone()).unwrap();
            assert_eq!(checked, forecast, "nothing to drop");
            for hour in &forecast.hours {
                let rain = hour.precipitation.unwrap();
                if rain >= 0.1 {
                    wet += 1
                } else {
                    dry += 1
                }
                snow += usize::from(hour.snowfall.unwrap() > 0.1);
                thunder +=
                    usize::from(matches!(hour.sky, Some(crate::weather::model::conditions::Sky::Thunder { .. })));
            }
        }
    }
    assert!(wet * 20 > dry && wet < dry, "{wet} wet and {dry} dry hours");
    assert!(snow > 100 && thunder > 10, "{snow} snow and {thunder} thunder");
}

#[test]
fn quarters_and_hours_tell_of_the_same_rain() {
    let now = at("2026-07-13T07:00:00Z");
    for seed in 0..40 {
        let forecast = Simulated { seed, scenario: None }.forecast(52.0, 13.0, now);
        for hour in
            forecast.hours.iter().filter(|hour| hour.time >= now && hour.time < now + SignedDuration::from_hours(6))
        {
            let inside = forecast.quarters.iter().filter(|quarter| {
                quarter.time >= hour.time && quarter.time < hour.time + SignedDuration::from_hours(1)
            });
            let sum: f64 = inside.filter_map(|quarter| quarter.precipitation).sum();
            assert!((sum - hour.precipitation.unwrap()).abs() < 1e-9);
        }
    }
}
