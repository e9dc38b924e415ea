//! Laws that hold for every forecast: what a word may say, where a hazard is named, which numbers agree.

use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use serde_json::json;

use super::consistency::{context, is_not_wet, random_forecast};
use crate::alert::{Alerts, HazardKind};
use crate::weather::analysis::classify_hour::{implies_dry, is_snow};
use crate::weather::analysis::hazards;
use crate::weather::analysis::precipitation_type::wet_bulb;
use crate::weather::assemble::{assemble_report, report_from_open_meteo};
use crate::weather::model::conditions::Condition;
use crate::weather::model::ensemble::{Amounts, Ensemble, EnsembleDay};
use crate::weather::model::forecast::{Forecast, Hour, StepHours};
use crate::weather::model::rounding::round_hour;
use crate::weather::report::{Hourly, Parameter, RainOutlook, Section, WeatherReport};

const HOUR: SignedDuration = SignedDuration::from_hours(1);

fn report_of(forecast: &Forecast, now: Timestamp) -> WeatherReport {
    assemble_report(forecast, &context(52.52, 13.41, now), &Alerts::without_service(), now)
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn is_running(time: Timestamp, now: Timestamp) -> bool {
    time <= now && time + HOUR > now
}

fn is_liquid(condition: Condition) -> bool {
    use Condition::*;
    matches!(condition, Drizzle | LightRain | ModerateRain | HeavyRain | RainShowers)
}

/// No liquid below a wet bulb of −1 °C unless the source says that it freezes, no snow above +3 °C.
pub fn assert_words_fit_the_temperature(hour: &Hour, condition: Condition) {
    let hour = round_hour(hour);
    let Some(celsius) = hour.temperature else { return };
    let wet_bulb = hour.humidity.map_or(celsius, |humidity| wet_bulb(celsius, humidity));
    let freezes = matches!(hour.code, Some(56 | 57 | 66 | 67));
    assert!(!is_liquid(condition) || freezes || wet_bulb >= -1.0, "{condition:?} at a wet bulb of {wet_bulb}");
    assert!(!is_snow(condition) || wet_bulb <= 3.0, "{condition:?} at a wet bulb of {wet_bulb}");
}

/// What the hours of a day add up to is the day's sum, and so do its four periods.
pub fn assert_sums_agree(report: &WeatherReport) {
    let (Some(hourly), Some(daily)) = (report.hourly.data(), report.daily.data()) else { return };
    let zone = TimeZone::get(&report.place.timezone).unwrap();
    let begin = |date: jiff::civil::Date, hour: i8| date.at(hour, 0, 0, 0).to_zoned(zone.clone()).unwrap().timestamp();
    for pair in daily.days.windows(2) {
        let (day, next) = (&pair[0], &pair[1]);
        if let Some(sum) = day.precipitation_sum {
            let shown = total(hourly, begin(day.date, 0), begin(next.date, 0));
            assert!((shown - sum).abs() < 0.051, "{}: hours {shown}, day {sum}", day.date);
        }
        let Some(periods) = day.periods.data() else { continue };
        let all = [&periods.morning, &periods.day, &periods.evening, &periods.night];
        let sums: Option<Vec<f64>> = all.iter().map(|one| one.data().and_then(|one| one.precipitation_sum)).collect();
        if let Some(sums) = sums {
            let (shown, sum) = (total(hourly, begin(day.date, 6), begin(next.date, 6)), sums.iter().sum::<f64>());
            assert!((shown - sum).abs() < 0.201, "{}: hours {shown}, periods {sum}", day.date);
        }
    }
}

fn total(hourly: &Hourly, from: Timestamp, to: Timestamp) -> f64 {
    let rows = hourly.time.iter().zip(&hourly.precipitation).filter(|(time, _)| (from..to).contains(time));
    rows.filter_map(|(_, amount)| *amount).sum()
}

/// Times in sentences are this moment or lie on the source's own steps.
fn assert_no_time_is_finer_than(report: &WeatherReport, step_seconds: i64, now: Timestamp) {
    let insights = report.insights.data().map_or(&[][..], |insights| &insights.items);
    let sentences = insights.iter().map(|insight| (insight.sentence, &insight.parameters));
    for (sentence, parameters) in sentences.chain(report.summary.data().map(|one| (one.sentence, &one.parameters))) {
        for parameter in parameters.values() {
            if let Parameter::Time(time) = parameter {
                assert!(*time == now || time.as_second() % step_seconds == 0, "{sentence:?}: {time} at {now}");
            }
        }
    }
}

/// Sixteen dry days of Open-Meteo from the hour before `now`, in which one row has a code and an amount.
fn answer_with_one_wet_row(now: Timestamp, row: usize, code: u8, celsius: f64) -> Vec<u8> {
    let start = now.as_second().div_euclid(3600) * 3600 - 3600;
    let column = |dry: f64, wet: f64| (0..384).map(|index| if index == row { wet } else { dry }).collect::<Vec<_>>();
    let times: Vec<i64> = (0..384).map(|index| start + index * 3600).collect();
    let answer = json!({"timezone": "Europe/Berlin", "hourly": {
        "time": times, "temperature_2m": column(celsius, celsius), "relative_humidity_2m": column(90.0, 90.0),
        "precipitation": column(0.0, 0.6), "precipitation_probability": column(5.0, 60.0),
        "weather_code": column(3.0, f64::from(code)), "cloud_cover": column(100.0, 100.0),
        "wind_speed_10m": column(2.0, 2.0)
    }});
    answer.to_string().into_bytes()
}

/// So many of thirty members have 3 mm, day by day from today on.
fn ensemble(wet_members: &[usize], now: Timestamp) -> Ensemble {
    let dates = now.to_zoned(TimeZone::UTC).date().series(jiff::Span::new().days(1));
    let days = dates.zip(wet_members).map(|(date, wet)| {
        let sums: Vec<f64> = (0..30).map(|member| if member < *wet { 3.0 } else { 0.0 }).collect();
        EnsembleDay { date, high: None, low: None, precipitation: Amounts::of(&sums), wind: None }
    });
    Ensemble { fetched_at: now, fresh_until: now, days: days.collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn words_fit_the_temperature_and_sums_agree(seed: u64, second in 1_700_000_000i64..2_000_000_000) {
        let now = at(second);
        let forecast = random_forecast(seed, now);
        let report = report_of(&forecast, now);
        assert_sums_agree(&report);
        let Section::Data(hourly) = &report.hourly else { return Ok(()) };
        for hour in forecast.hours.iter().filter(|hour| !is_running(hour.time, now)) {
            let row = hourly.time.iter().position(|time| *time == hour.time);
            if let Some(condition) = row.and_then(|row| hourly.condition[row]) {
                assert_words_fit_the_temperature(hour, condition);
            }
        }
    }

    /// A rain icon is not shown where hardly a member has rain, nor a dry one where most have it; the words agree.
    #[test]
    fn icons_and_words_of_a_day_agree_with_the_ensemble(
        seed: u64, second in 1_700_000_000i64..2_000_000_000, wet_members in proptest::collection::vec(0usize..=30, 16),
    ) {
        let now = at(second);
        let mut forecast = random_forecast(seed, now);
        forecast.timezone = "UTC".to_owned();
        let mut context = context(52.52, 13.41, now);
        context.supplements.ensemble = Ok(Arc::new(ensemble(&wet_members, now)));
        let report = assemble_report(&forecast, &context, &Alerts::without_service(), now);
        let days = report.daily.data().map_or(&[][..], |daily| &daily.days);
        for (index, day) in days.iter().enumerate() {
            let (Some(condition), Some(rain)) = (day.condition, day.confidence.as_ref().and_then(|one| one.rain))
            else { continue };
            prop_assert!(rain > RainOutlook::Unlikely || is_not_wet(condition), "{condition:?}, {rain:?}");
            prop_assert!(rain < RainOutlook::Likely || !implies_dry(condition), "{condition:?}, {rain:?}");
            let is_shown_likely = day.precipitation_probability_max.is_some_and(|percent| percent >= 50.0);
            let is_much = day.precipitation_sum.is_some_and(|sum| sum >= 5.0);
            // Of thirty members: fewer than 20 % or more than half have 3 mm.
            if index >= 3 && wet_members[index] < 5 && !is_shown_likely && !is_much {
                prop_assert!(is_not_wet(condition), "{condition:?} with {} wet members", wet_members[index]);
            }
            if index >= 3 && wet_members[index] > 16 {
                prop_assert!(!implies_dry(condition), "{condition:?} with {} wet members", wet_members[index]);
            }
        }
    }

    #[test]
    fn nothing_is_finer_in_time_than_its_source(
        seed: u64, second in 1_700_000_000i64..2_000_000_000, step in prop_oneof![Just(1u8), Just(3), Just(6)],
    ) {
        let now = at(second);
        let mut forecast = random_forecast(seed, now);
        for hour in &mut forecast.hours {
            hour.step = StepHours(step);
        }
        // A source with longer steps has no quarter hours of its own.
        forecast.quarters_interpolated |= step > 1;
        let finest = if forecast.quarters_interpolated { i64::from(step) * 3600 } else { 900 };
        assert_no_time_is_finer_than(&report_of(&forecast, now), finest, now);
    }

    #[test]
    fn thunder_and_ice_of_one_hour_are_named_in_exactly_that_hour(
        second in 1_700_000_000i64..2_000_000_000, row in 3usize..300,
        (code, celsius, expected) in prop_oneof![
            Just((95u8, 18.0, Condition::Thunderstorm)), Just((96, 18.0, Condition::Thunderstorm)),
            Just((99, 18.0, Condition::Hail)), Just((66, -2.0, Condition::FreezingRain)),
            Just((67, -2.0, Condition::FreezingRain)), Just((56, -2.0, Condition::FreezingDrizzle)),
        ],
    ) {
        let now = at(second);
        let body = answer_with_one_wet_row(now, row, code, celsius);
        let report = report_from_open_meteo(&body, 52.52, 13.41, now).unwrap();
        let hourly = report.hourly.data().unwrap();
        // The code and the amount of a row describe the hour before its time.
        let wanted = at(now.as_second().div_euclid(3600) * 3600 - 3600 + (row as i64 - 1) * 3600);
        for (time, condition) in hourly.time.iter().zip(&hourly.condition) {
            prop_assert_eq!(*condition == Some(expected), *time == wanted, "{:?} at {}", condition, time);
        }
    }

    #[test]
    fn the_peak_of_a_hazard_is_its_wettest_hour(
        amounts in proptest::collection::vec(1u32..20_000, 30), second in 1_700_000_000i64..2_000_000_000,
    ) {
        let now = at(second.div_euclid(3600) * 3600);
        let hours = amounts.iter().enumerate().map(|(index, amount)| Hour {
            time: now + HOUR * index as i32,
            temperature: Some(15.0),
            precipitation: Some(f64::from(*amount) / 1_000.0),
            probability: Some(90.0),
            ..Hour::default()
        });
        let forecast = Forecast { timezone: "UTC".to_owned(), hours: hours.collect(), ..Forecast::default() };
        let alerts = hazards::detect(&forecast, None, None, now);
        let Some(rain) = alerts.iter().find(|one| one.hazard.as_ref().is_some_and(|one| one.kind == HazardKind::Rain))
        else { return Ok(()) };
        let inside = |hour: &&Hour| (rain.starts_at..rain.ends_at).contains(&hour.time);
        let wettest = forecast.hours.iter().filter(inside).map(|hour| round_hour(hour).precipitation.unwrap());
        let peak_at = rain.hazard.as_ref().unwrap().peak_at;
        let at_peak = forecast.hours.iter().find(|hour| hour.time == peak_at).unwrap();
        prop_assert_eq!(round_hour(at_peak).precipitation, wettest.reduce(f64::max));
    }
}
