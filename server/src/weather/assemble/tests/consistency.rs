//! Every report is consistent in itself, tried on thousands of random and simulated forecasts.

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::alert::{Alert, Alerts, HazardKind};
use crate::settings::SourceId;
use crate::weather::analysis::classify_hour::implies_dry;
use crate::weather::analysis::hour::{ReportContext, Supplements};
use crate::weather::assemble::assemble_report;
use crate::weather::model::conditions::{Condition, Sky};
use crate::weather::model::forecast::{Forecast, Hour, QuarterHour};
use crate::weather::providers::credit;
use crate::weather::providers::simulated::Simulated;
use crate::weather::report::{Day, Hourly, Parameter, Period, Section, Sentence, WeatherReport};

const ZONES: [&str; 7] = [
    "UTC",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Australia/Lord_Howe",
];
const CODES: [u8; 28] =
    [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99];

/// Fails with the first contradiction in the report.
pub fn assert_consistent(report: &WeatherReport, now: Timestamp) {
    if let Some(hourly) = report.hourly.data() {
        for index in 0..hourly.time.len() {
            let (amount, percent) = (hourly.precipitation[index], hourly.precipitation_probability[index]);
            assert_eq!(hourly.icon[index].is_some(), hourly.condition[index].is_some());
            if is_running(hourly.time[index], now) {
                // It shows the present, which may be dry although rain is likely later in the hour.
                assert_shows_the_present(report, hourly, index);
                assert_hazards_name_the_present(report, now);
                continue;
            }
            assert_not_dry_despite_rain("hour", hourly.condition[index], amount, percent, 0.1);
        }
    }
    for day in report.daily.data().map_or(&[][..], |daily| &daily.days) {
        assert_not_dry_despite_rain(
            "day",
            day.condition,
            day.precipitation_sum,
            day.precipitation_probability_max,
            1.0,
        );
        assert_ordered(day);
        if let Some(periods) = day.periods.data() {
            for period in [&periods.morning, &periods.day, &periods.evening, &periods.night] {
                if let Section::Data(Period { condition, precipitation_sum, precipitation_probability_max, .. }) =
                    period
                {
                    assert_not_dry_despite_rain(
                        "period",
                        Some(*condition),
                        *precipitation_sum,
                        *precipitation_probability_max,
                        1.0,
                    );
                }
            }
        }
    }
    assert_hours_within_their_days(report);
    assert_summary_agrees_with_hours(report, now);
}

fn is_running(time: Timestamp, now: Timestamp) -> bool {
    time <= now && time + SignedDuration::from_hours(1) > now
}

fn assert_shows_the_present(report: &WeatherReport, hourly: &Hourly, index: usize) {
    let Some(current) = report.current.data() else { return };
    assert_eq!(hourly.condition[index], current.current_weather_condition);
    assert_eq!((hourly.icon[index], hourly.is_day[index]), (current.icon, current.is_day));
    assert_eq!(hourly.temperature_2m[index], current.temperature_2m);
    assert_eq!(hourly.apparent_temperature[index], current.apparent_temperature);
    assert_eq!(hourly.wind_speed_10m[index], current.wind_speed_10m);
    assert_eq!(hourly.cloud_cover[index], current.cloud_cover);
}

/// A gale, a thunderstorm or ice in the headline is also a hazard now, which is what is notified.
fn assert_hazards_name_the_present(report: &WeatherReport, now: Timestamp) {
    use Condition::*;
    let Some(condition) = report.current.data().and_then(|current| current.current_weather_condition) else { return };
    let expected: &[HazardKind] = match condition {
        Gale | Storm | Hurricane => &[HazardKind::Wind, HazardKind::Gusts],
        Thunderstorm | SevereThunderstorm | Hail => &[HazardKind::Thunder],
        FreezingDrizzle | FreezingRain => &[HazardKind::Ice],
        _ => return,
    };
    let is_now = |alert: &&Alert| alert.starts_at <= now && alert.ends_at > now;
    let mut kinds = report.alerts.items.iter().filter(is_now).filter_map(|alert| alert.hazard.as_ref());
    assert!(kinds.any(|hazard| expected.contains(&hazard.kind)), "{condition:?} without a hazard");
}

fn assert_not_dry_despite_rain(
    what: &str,
    condition: Option<Condition>,
    amount: Option<f64>,
    percent: Option<f64>,
    enough: f64,
) {
    let Some(condition) = condition.filter(|one| implies_dry(*one)) else { return };
    assert!(percent.is_none_or(|percent| percent < 50.0), "{what}: {condition:?} beside {percent:?} %");
    let possible = percent.is_none_or(|percent| percent >= 25.0);
    assert!(!possible || amount.is_none_or(|amount| amount < enough), "{what}: {condition:?} beside {amount:?} mm");
}

fn assert_ordered(day: &Day) {
    if let (Some(max), Some(mean), Some(min)) =
        (day.temperature_2m_max, day.temperature_2m_mean, day.temperature_2m_min)
    {
        assert!(max >= mean && mean >= min, "{}: {max} {mean} {min}", day.date);
    }
}

fn assert_hours_within_their_days(report: &WeatherReport) {
    let (Some(hourly), Some(daily)) = (report.hourly.data(), report.daily.data()) else { return };
    let zone = jiff::tz::TimeZone::get(&report.place.timezone).unwrap();
    for (time, celsius) in hourly.time.iter().zip(&hourly.temperature_2m) {
        let date = time.to_zoned(zone.clone()).date();
        let day = daily.days.iter().find(|day| day.date == date).expect("an hour outside the fifteen days");
        let Some(celsius) = celsius else { continue };
        let (max, min) = (day.temperature_2m_max, day.temperature_2m_min);
        assert!(max.is_none_or(|max| *celsius <= max), "{time}: {celsius} above the high {max:?}");
        assert!(min.is_none_or(|min| *celsius >= min), "{time}: {celsius} below the low {min:?}");
    }
}

fn assert_summary_agrees_with_hours(report: &WeatherReport, now: Timestamp) {
    let (Some(summary), Some(hourly)) = (report.summary.data(), report.hourly.data()) else { return };
    let Some(Parameter::Time(time)) = summary.parameters.get("time").copied() else { return };
    assert!(time >= now - SignedDuration::from_mins(15), "a sentence about the past: {time} at {now}");
    match summary.sentence {
        Sentence::SummaryRainStops | Sentence::SummarySnowStops => {
            let after = row(hourly, |begin| begin >= time);
            assert!(after.is_none_or(is_not_wet), "{:?} at {time}, then {after:?}", summary.sentence);
        }
        Sentence::SummaryRainStarts | Sentence::SummarySnowStarts => {
            // Where hours do not begin with the local hour, the running one may belong to yesterday, and is not listed.
            let shown = hourly.time.iter().position(|begin| is_running(*begin, time));
            let then = shown.map(|index| hourly.condition[index]);
            let is_later = !hourly.time.iter().any(|begin| is_running(*begin, now) && is_running(*begin, time));
            assert!(
                !is_later || then.is_none_or(|one| one.is_some_and(|one| !implies_dry(one))),
                "{:?} at {time}, but {then:?}",
                summary.sentence
            );
        }
        _ => {}
    }
}

fn row(hourly: &Hourly, wanted: impl Fn(Timestamp) -> bool) -> Option<Condition> {
    let index = hourly.time.iter().position(|time| wanted(*time))?;
    hourly.condition[index]
}

/// A storm may be dry or wet.
pub fn is_not_wet(condition: Condition) -> bool {
    implies_dry(condition) || matches!(condition, Condition::Storm | Condition::Hurricane)
}

pub fn context(latitude: f64, longitude: f64, now: Timestamp) -> ReportContext {
    let fresh_until = now + SignedDuration::from_mins(15);
    let supplements = Supplements::default();
    ReportContext {
        latitude,
        longitude,
        source: credit(SourceId::OpenMeteo),
        fetched_at: now,
        fresh_until,
        supplements,
    }
}

/// Random hours with gaps.
pub fn random_forecast(seed: u64, now: Timestamp) -> Forecast {
    let mut random = SmallRng::seed_from_u64(seed);
    let start = now.as_second().div_euclid(3600) * 3600 - random.random_range(0..30) * 3600;
    let hours = random.random_range(1..390);
    let holes = random.random_range(0.0..0.4);
    let wetness = random.random_range(0.0..4.0f64);
    let mut some = |low: f64, high: f64| {
        let value = random.random_range(low..high);
        random.random_bool(1.0 - holes).then_some(value)
    };
    let mut series = Vec::new();
    for index in 0..hours {
        let code = some(0.0, 28.0).map(|index| CODES[index as usize]);
        series.push(Hour {
            time: Timestamp::from_second(start + index * 3600).unwrap(),
            sky: code.and_then(Sky::from_wmo),
            code,
            temperature: some(-60.0, 50.0),
            apparent: some(-70.0, 60.0),
            humidity: some(0.0, 100.0),
            dew_point: some(-60.0, 30.0),
            precipitation: some(-1.0, 1.0).map(|value| (value.max(0.0) * wetness).powi(3)),
            probability: some(0.0, 100.0),
            snowfall: some(-1.0, 1.0).map(|value| value.max(0.0)),
            cloud: some(0.0, 100.0),
            pressure: some(950.0, 1050.0),
            visibility: some(0.0, 40_000.0),
            wind: some(0.0, 36.0),
            gusts: some(0.0, 50.0),
            direction: some(0.0, 360.0),
            uv: some(0.0, 14.0),
            ..Hour::default()
        });
    }
    let quarters = (0..24).map(|index| QuarterHour {
        time: Timestamp::from_second(now.as_second().div_euclid(900) * 900 + index * 900).unwrap(),
        precipitation: some(-1.0, 1.0).map(|value| value.max(0.0)),
    });
    let quarters = quarters.collect();
    // Present conditions of the source, sometimes too old.
    let present = series.get((seed % 400) as usize).map(|hour| Hour {
        time: now - SignedDuration::from_mins((seed % 90) as i64),
        precipitation: None,
        probability: None,
        snowfall: None,
        ..hour.clone()
    });
    Forecast {
        timezone: ZONES[(seed % 7) as usize].to_owned(),
        now: present,
        hours: series,
        quarters,
        quarters_interpolated: seed.is_multiple_of(3),
        ..Forecast::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    // [R3.19]
    #[test]
    fn any_forecast_makes_a_consistent_report(
        seed: u64, second in 1_700_000_000i64..2_000_000_000, latitude in -90.0f64..90.0, longitude in -180.0f64..180.0,
    ) {
        let now = Timestamp::from_second(second).unwrap();
        let report = assemble_report(&random_forecast(seed, now), &context(latitude, longitude, now), &Alerts::without_service(), now);
        assert_consistent(&report, now);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    // [R3.19]
    #[test]
    fn simulated_weather_is_consistent_everywhere(
        seed: u64, second in 1_700_000_000i64..2_000_000_000, latitude in -90.0f64..90.0, longitude in -180.0f64..180.0,
    ) {
        let now = Timestamp::from_second(second).unwrap();
        let forecast = Simulated { seed, scenario: None }.forecast(latitude, longitude, None, now);
        let report = assemble_report(&forecast, &context(latitude, longitude, now), &Alerts::without_service(), now);
        assert_consistent(&report, now);
        prop_assert_eq!(report.daily.data().unwrap().days.len(), 15);
    }
}
