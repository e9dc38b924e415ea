//! The present is decided once, from the running quarter hour, and every part of the report says the same about it.

use jiff::{SignedDuration, Timestamp};

use super::{now, report_at};
use crate::weather::model::conditions::{Condition, Sky};
use crate::weather::model::forecast::{Forecast, Hour, QuarterHour};
use crate::weather::report::{InsightKind, Parameter, Sentence, WeatherReport};

fn minutes(count: i64) -> Timestamp {
    now() + SignedDuration::from_mins(count)
}

/// A report some minutes after nine, with these amounts in the quarter hours from nine on.
fn with_quarters(at: i64, amounts: &[f64], change: impl Fn(i64, &mut Hour)) -> WeatherReport {
    let quarter =
        |(index, amount): (usize, &f64)| QuarterHour { time: minutes(15 * index as i64), precipitation: Some(*amount) };
    report_at(minutes(at), |forecast| forecast.quarters = amounts.iter().enumerate().map(quarter).collect(), change)
}

fn rain(hour: &mut Hour, amount: f64, percent: f64) {
    (hour.precipitation, hour.probability, hour.cloud) = (Some(amount), Some(percent), Some(100.0));
    hour.sky = Sky::from_wmo(61);
}

fn rain_in_the_running_hour(index: i64, hour: &mut Hour) {
    if index == 0 {
        rain(hour, 0.6, 80.0);
    }
}

fn condition(report: &WeatherReport) -> Condition {
    report.current.data().unwrap().current_weather_condition.unwrap()
}

fn sentence(report: &WeatherReport) -> Sentence {
    report.summary.data().unwrap().sentence
}

fn parameter(report: &WeatherReport, name: &str) -> Option<Parameter> {
    report.summary.data().unwrap().parameters.get(name).copied()
}

#[test]
fn rain_later_in_the_running_hour_is_not_rain_now() {
    let report = with_quarters(5, &[0.0, 0.0, 0.0, 0.6, 0.0, 0.0, 0.0, 0.0], rain_in_the_running_hour);
    assert_eq!(condition(&report), Condition::Overcast);
    assert_eq!(sentence(&report), Sentence::SummaryRainStarts);
    assert_eq!(parameter(&report, "time"), Some(Parameter::Time(minutes(45))));
    let chance = &report.insights.data().unwrap().items;
    let chance = chance.iter().find(|one| one.kind == InsightKind::PrecipitationChance).unwrap();
    assert_eq!(chance.parameters["time"], Parameter::Time(minutes(45)));
}

#[test]
fn rain_earlier_in_the_running_hour_is_over() {
    let report = with_quarters(50, &[0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], rain_in_the_running_hour);
    assert_eq!(condition(&report), Condition::Overcast);
    assert!(!matches!(sentence(&report), Sentence::SummaryRainStops | Sentence::SummaryRainStarts));
    let insights = &report.insights.data().unwrap().items;
    assert!(insights.iter().all(|one| one.sentence != Sentence::RainLikelyToday), "{insights:?}");
}

#[test]
fn a_probability_alone_is_no_rain_now_but_rain_within_the_hour() {
    let report = report_at(
        minutes(5),
        |_| {},
        |index, hour| {
            if index == 0 {
                (hour.probability, hour.cloud, hour.sky) = (Some(55.0), Some(100.0), Sky::from_wmo(3));
            }
        },
    );
    assert_eq!((condition(&report), sentence(&report)), (Condition::Overcast, Sentence::SummaryRainSoon));
}

#[test]
fn an_interruption_is_described_as_one() {
    let report = report_at(
        now(),
        |_| {},
        |index, hour| {
            if (0..2).contains(&index) || (3..6).contains(&index) {
                rain(hour, 1.0, 90.0);
            }
        },
    );
    assert_eq!(sentence(&report), Sentence::SummaryRainPauses);
    assert_eq!(parameter(&report, "time"), Some(Parameter::Time(minutes(120))));
    assert_eq!(parameter(&report, "again"), Some(Parameter::Time(minutes(180))));
    let pauses = report.insights.data().unwrap().items.iter().any(|one| one.sentence == Sentence::RainPauses);
    assert!(pauses);
}

#[test]
fn the_column_of_the_running_hour_shows_the_present() {
    let own = |forecast: &mut Forecast| {
        forecast.now = Some(Hour {
            time: minutes(15),
            temperature: Some(1.6),
            cloud: Some(100.0),
            wind: Some(5.5),
            sky: Sky::from_wmo(3),
            ..Hour::default()
        });
        forecast.quarters = vec![QuarterHour { time: minutes(15), precipitation: Some(0.0) }];
    };
    let report = report_at(minutes(20), own, |index, hour| {
        hour.temperature = Some(1.4);
        rain_in_the_running_hour(index, hour);
    });
    let (current, hourly) = (report.current.data().unwrap(), report.hourly.data().unwrap());
    let running = hourly.time.iter().position(|time| *time == now()).unwrap();
    assert_eq!(hourly.temperature_2m[running], Some(1.6));
    assert_eq!(hourly.temperature_2m[running], current.temperature_2m);
    assert_eq!(hourly.wind_speed_10m[running], current.wind_speed_10m);
    assert_eq!(hourly.wind_gusts_10m[running], Some(5.5), "a gust is never weaker than the mean wind");
    assert_eq!(hourly.condition[running], Some(Condition::Overcast));
    assert_eq!((hourly.condition[running], hourly.icon[running]), (current.current_weather_condition, current.icon));
    assert_eq!(hourly.precipitation[running], Some(0.6), "what the whole hour brings stays");
    assert_eq!(report.daily.data().unwrap().days[0].temperature_2m_max, Some(1.6), "the high includes the present");
    assert_eq!(parameter(&report, "condition"), Some(Parameter::Condition(Condition::Overcast)));
}

#[test]
fn interpolated_and_old_quarter_hours_say_nothing_about_minutes() {
    let wet_for_two_hours = |index: i64, hour: &mut Hour| {
        if (0..2).contains(&index) {
            rain(hour, 2.0, 90.0);
        }
    };
    let quarters = |is_interpolated: bool| {
        move |forecast: &mut Forecast| {
            forecast.quarters_interpolated = is_interpolated;
            forecast.quarters = (0..16)
                .map(|index| QuarterHour {
                    time: minutes(15 * index),
                    precipitation: Some(if index < 6 { 0.5 } else { 0.0 }),
                })
                .collect();
        }
    };
    let stops = |at: i64, is_interpolated: bool| {
        let report = report_at(minutes(at), quarters(is_interpolated), wet_for_two_hours);
        assert_eq!(sentence(&report), Sentence::SummaryRainStops);
        assert_eq!(report.minutely_15.data().unwrap().interpolated, is_interpolated);
        parameter(&report, "time").unwrap()
    };
    assert_eq!(stops(5, false), Parameter::Time(minutes(90)));
    assert_eq!(stops(5, true), Parameter::Time(minutes(120)));
    assert_eq!(stops(65, false), Parameter::Time(minutes(120)), "older than an hour");
}

#[test]
fn the_pressure_trend_is_of_the_past_three_hours_or_unknown() {
    let falling = |index: i64, hour: &mut Hour| hour.pressure = Some(1010.0 - index as f64);
    let trend = |at: i64, shape: fn(&mut Forecast)| {
        report_at(minutes(at), shape, falling).current.data().unwrap().pressure_trend
    };
    assert_eq!(trend(0, |_| {}), Some(-3.0));
    assert_eq!(trend(0, |forecast| forecast.hours.retain(|hour| hour.time >= now())), None, "the past is unknown");
}
