//! Simulated weather is deterministic, smooth, plausible and complete.

use jiff::{SignedDuration, Timestamp};

use crate::air::Species;
use crate::alert::Alerts;
use crate::settings::{Scenario, SourceId};
use crate::weather::analysis::accuracy::report;
use crate::weather::analysis::hour::{ReportContext, Supplements};
use crate::weather::assemble::assemble_report;
use crate::weather::model::air::{PackedAir, european};
use crate::weather::model::forecast::Forecast;
use crate::weather::providers::credit;
use crate::weather::providers::simulated::Simulated;
use crate::weather::providers::validation;
use crate::weather::report::{ComparedWith, InsightKind, Parameter, Sentence};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn forecast(seed: u64, latitude: f64, longitude: f64, now: &str) -> Forecast {
    Simulated { seed, scenario: None }.forecast(latitude, longitude, None, at(now))
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
    // Forecast later, an hour has the same values; only its uncertainty shrinks.
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
            let valid = validation::drop_implausible(forecast.clone()).unwrap();
            assert_eq!(valid, forecast, "nothing to drop");
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
fn quarter_hours_and_hours_have_the_same_rain() {
    let now = at("2026-07-13T07:00:00Z");
    for seed in 0..40 {
        let forecast = Simulated { seed, scenario: None }.forecast(52.0, 13.0, None, now);
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

#[test]
fn each_scenario_has_its_condition() {
    for (scenario, condition) in [
        (Scenario::Calm, "sunny"),
        (Scenario::HeatWave, "scorching_heat"),
        (Scenario::Blizzard, "blizzard"),
        (Scenario::SevereStorm, "severe_thunderstorm"),
        (Scenario::RainStopping, "light_rain"),
    ] {
        let at: Timestamp = "2026-07-13T13:05:00Z".parse().unwrap();
        let forecast = Simulated { seed: 1, scenario: Some(scenario) }.forecast(52.52, 13.41, None, at);
        let context = ReportContext {
            latitude: 52.52,
            longitude: 13.41,
            source: credit(SourceId::Simulated),
            fetched_at: at,
            fresh_until: at,
            supplements: Supplements::default(),
        };
        let report = assemble_report(&forecast, &context, &Alerts::without_service(), at);
        let shown = report.current.data().unwrap().current_weather_condition;
        assert_eq!(serde_json::to_value(shown).unwrap(), condition, "{scenario:?}");
        if scenario == Scenario::RainStopping {
            let items = &report.insights.data().unwrap().items;
            let stopping = items.iter().find(|insight| insight.kind == InsightKind::RainStopping).unwrap();
            assert_eq!(stopping.sentence, Sentence::RainStops);
            assert_eq!(stopping.parameters["time"], Parameter::Time("2026-07-13T13:30:00Z".parse().unwrap()));
        }
    }
}

/// Over forty days of a year each, the highs of twenty years lie around the simulated climate.
#[test]
fn the_simulated_climate_is_that_of_the_simulated_weather() {
    let simulated = Simulated { seed: 1, scenario: None };
    for (latitude, longitude) in [(52.52, 13.41), (-33.9, 151.2), (1.3, 103.8)] {
        let normals = simulated.normals(latitude, longitude);
        let (mut count, mut above, mut difference) = (0, 0, 0.0);
        for year in 2001..2021 {
            for month in [1, 4, 7, 10] {
                let noon = jiff::civil::date(year, month, 9).at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap();
                let forecast = simulated.forecast(latitude, longitude, Some(0), noon.timestamp());
                let zone = jiff::tz::TimeZone::get(&forecast.timezone).unwrap();
                for date in noon.with_time_zone(zone.clone()).date().series(jiff::Span::new().days(1)).take(10) {
                    let on_date = forecast.hours.iter().filter(|hour| hour.time.to_zoned(zone.clone()).date() == date);
                    let high = on_date.filter_map(|hour| hour.temperature).reduce(f64::max).unwrap();
                    let usual = normals.on(date, Some(0.0)).unwrap().high;
                    count += 1;
                    above += usize::from(high > usual.p90);
                    difference += high - usual.mean;
                }
            }
        }
        let (share, bias) = (above as f64 / f64::from(count), difference / f64::from(count));
        assert!(bias.abs() < 1.0 && (0.02..0.2).contains(&share), "{latitude}: bias {bias:.2}, above p90 {share:.2}");
    }
}

#[test]
fn the_members_of_the_simulated_ensemble_drift_apart() {
    let now = at("2026-07-13T07:00:00Z");
    let simulated = Simulated { seed: 1, scenario: None };
    let mean_width = |day: usize| {
        let widths = (0..40).map(|index| {
            let (latitude, longitude) = (f64::from(index) * 1.5, f64::from(index) * 4.0);
            let forecast = simulated.forecast(latitude, longitude, None, now);
            let ensemble = simulated.ensemble(latitude, longitude, &forecast, now);
            assert_eq!(ensemble.days.len(), 15);
            let amounts = ensemble.days[day].precipitation.unwrap();
            amounts.p90() - amounts.p10()
        });
        widths.sum::<f64>() / 40.0
    };
    assert!(mean_width(12) > mean_width(1), "{} {}", mean_width(1), mean_width(12));
}

/// Errors grow with the lead, yesterday is known, and the report of another day has the same days.
#[test]
fn simulated_forecasts_are_wrong_by_more_the_earlier_they_are_made() {
    let simulated = Simulated { seed: 1, scenario: None };
    let today = jiff::civil::date(2026, 11, 15);
    let mut mean_error = [0.0; 3];
    let (mut values, mut inside) = ([0; 3], [0; 3]);
    let places = [(52.52, 13.41), (-33.87, 151.21), (40.71, -74.01), (1.35, 103.82), (64.1, -21.9)];
    for (latitude, longitude) in places {
        let record = simulated.record(latitude, longitude, None, today);
        let report = report(&record, today, ComparedWith::Simulation);
        assert_eq!(report.days.len(), 30);
        for (index, lead) in report.leads.iter().enumerate() {
            mean_error[index] += lead.high.as_ref().unwrap().mean_error / places.len() as f64;
            values[index] += lead.band.as_ref().unwrap().values;
            inside[index] += lead.band.as_ref().unwrap().inside_uncorrected;
        }
        let next = simulated.record(latitude, longitude, None, today.tomorrow().unwrap());
        assert_eq!(record.days[10].truth, next.days[9].truth);
    }
    let shares: Vec<f64> = inside.iter().zip(values).map(|(inside, all)| f64::from(*inside) / f64::from(all)).collect();
    assert!(mean_error[0] > 0.1 && mean_error.is_sorted(), "{mean_error:?} {shares:?}");
    assert!(shares.iter().all(|share| (0.6..0.95).contains(share)), "{mean_error:?} {shares:?}");
}

/// The record says what the forecast of that evening showed.
#[test]
fn the_simulated_record_is_that_of_the_forecasts_shown() {
    let simulated = Simulated { seed: 4, scenario: None };
    let evening = at("2026-11-10T17:00:00Z");
    let forecast = simulated.forecast(52.52, 13.41, Some(0), evening);
    let zone = jiff::tz::TimeZone::get("Europe/Berlin").unwrap();
    let record = simulated.record(52.52, 13.41, Some(0), jiff::civil::date(2026, 11, 15));
    for (index, date) in [jiff::civil::date(2026, 11, 11), jiff::civil::date(2026, 11, 13)].into_iter().enumerate() {
        let hours = forecast.hours.iter().filter(|hour| hour.time.to_zoned(zone.clone()).date() == date);
        let high = hours.filter_map(|hour| hour.temperature).reduce(f64::max).unwrap();
        let recorded = record.days.iter().find(|day| day.date == date).unwrap().forecasts[index].unwrap();
        assert!((high * 10.0 - f64::from(recorded.values.high.unwrap())).abs() <= 0.5 + 1e-9, "{date}");
    }
}

/// Pollen calendars: birch in April, grass in June, none in December; olives only in the south; only Europe is known.
#[test]
fn air_is_plausible_and_pollen_flies_in_its_season() {
    let air = |seed, latitude, longitude, now| Simulated { seed, scenario: None }.air(latitude, longitude, at(now));
    let mean = |latitude, species: Species, now| {
        let all: Vec<f64> = (0..5)
            .flat_map(|seed| air(seed, latitude, 13.41, now).pollen[species as usize].clone())
            .flatten()
            .collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    assert!(mean(52.52, Species::Birch, "2026-04-15T12:00:00Z") > 20.0);
    assert!(mean(52.52, Species::Grass, "2026-06-15T12:00:00Z") > 15.0);
    for species in Species::ALL {
        assert_eq!(mean(52.52, species, "2026-12-15T12:00:00Z"), 0.0, "{species:?}");
    }
    assert!(mean(40.0, Species::Olive, "2026-05-20T12:00:00Z") > 10.0);
    assert_eq!(mean(52.52, Species::Olive, "2026-05-20T12:00:00Z"), 0.0);
    assert!(air(1, 40.7, -74.0, "2026-05-20T12:00:00Z").pollen.iter().flatten().all(Option::is_none));

    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    for seed in 0..20 {
        for now in ["2026-01-20T12:00:00Z", "2026-07-20T12:00:00Z"] {
            let air = air(seed, 47.0, 11.0, now);
            assert_eq!((air.hour_count(), air.index_of(at(now))), (144, Some(24)), "a day before, five after");
            values.extend((24..144).map(|hour| european(&air, hour).unwrap().value));
            sizes.push(PackedAir::pack(&air).unwrap().hours.len());
        }
    }
    let worst = values.iter().max().unwrap();
    assert!((20..=100).contains(worst), "neither always clean nor a disaster: {worst}");
    assert!(values.iter().any(|value| *value <= 20), "sometimes good");
    // Every cached place keeps it.
    let largest = sizes.iter().max().unwrap();
    println!("packed air: {} to {largest} bytes", sizes.iter().min().unwrap());
    assert!(*largest < 2_500, "{largest} bytes");
}

#[test]
fn the_rain_map_and_the_report_have_the_same_rate() {
    let settings = crate::settings::Settings::from_pairs(Default::default(), [("HALCYON_LOG", "info")]).unwrap();
    let rate = super::simulated_rate(&settings.weather);
    let simulated = Simulated { seed: settings.weather.simulated_seed, scenario: settings.weather.simulated_scenario };
    let now: Timestamp = "2026-11-17T12:00:00Z".parse().unwrap();
    let mut wet = 0;
    for index in 0..60_i32 {
        let (latitude, longitude) = (-55.0 + f64::from(index % 12) * 10.1, -170.0 + f64::from(index / 12) * 61.0);
        let quarter = simulated.forecast(latitude, longitude, None, now).quarters[0].precipitation.unwrap();
        let place = crate::geo::coordinates::Coordinates { latitude, longitude };
        assert!((rate(place, now) - 4.0 * quarter).abs() < 1e-9, "{latitude}, {longitude}");
        wet += i32::from(quarter > 0.0);
    }
    assert!(wet >= 3, "{wet} wet places");
}
