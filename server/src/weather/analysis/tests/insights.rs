//! Each insight at its threshold and just below it.

use jiff::{SignedDuration, Timestamp};

use super::{now, report_at};
use crate::weather::model::forecast::{Forecast, Hour, QuarterHour};
use crate::weather::report::{Citation, Insight, InsightKind, Parameter, Sentence};

fn insights_of(change: impl Fn(i64, &mut Hour)) -> Vec<Insight> {
    insights_at(now(), |_| {}, change)
}

fn insights_at(at: Timestamp, shape: impl Fn(&mut Forecast), change: impl Fn(i64, &mut Hour)) -> Vec<Insight> {
    report_at(at, shape, change).insights.data().unwrap().items.clone()
}

fn sentence(insights: &[Insight], kind: InsightKind) -> Option<Sentence> {
    insights.iter().find(|one| one.kind == kind).map(|one| one.sentence)
}

fn parameter(insights: &[Insight], kind: InsightKind, name: &str) -> Parameter {
    insights.iter().find(|one| one.kind == kind).unwrap().parameters[name]
}

// [R3.20, R1.06]
#[test]
fn a_temperature_swing_is_reported_from_ten_degrees_within_twelve_hours() {
    let kind = InsightKind::TemperatureSwing;
    let falls = insights_of(|index, hour| {
        if index == 8 {
            hour.temperature = Some(8.0)
        }
    });
    assert_eq!(sentence(&falls, kind), Some(Sentence::TemperatureFalls));
    assert_eq!(parameter(&falls, kind, "to"), Parameter::Temperature(8.0));
    let rises = insights_of(|index, hour| {
        if index == 8 {
            hour.temperature = Some(28.0)
        }
    });
    assert_eq!(sentence(&rises, kind), Some(Sentence::TemperatureRises));
    let less = insights_of(|index, hour| {
        if index == 8 {
            hour.temperature = Some(8.1)
        }
    });
    assert_eq!(sentence(&less, kind), None);
    let later = insights_of(|index, hour| {
        if index == 13 {
            hour.temperature = Some(0.0)
        }
    });
    assert_eq!(sentence(&later, kind), None);
}

// [R3.20, R1.06]
#[test]
fn precipitation_chance_names_the_first_likely_hour_today_tomorrow_or_dry_days() {
    let kind = InsightKind::PrecipitationChance;
    let rain = |at: i64| {
        insights_of(move |index, hour| {
            if index == at {
                (hour.precipitation, hour.probability) = (Some(2.0), Some(70.0));
            }
        })
    };
    let today = rain(5);
    assert_eq!(sentence(&today, kind), Some(Sentence::RainLikelyToday));
    assert_eq!(parameter(&today, kind, "time"), Parameter::Time(now() + SignedDuration::from_hours(5)));
    assert_eq!(parameter(&today, kind, "probability"), Parameter::Percent(70.0));
    assert_eq!(parameter(&today, kind, "amount"), Parameter::Precipitation(2.0));
    assert_eq!(sentence(&rain(20), kind), Some(Sentence::RainLikelyTomorrow));
    assert_eq!(sentence(&insights_of(|_, _| {}), kind), Some(Sentence::DryDays));
    let late = now() + SignedDuration::from_hours(14);
    let after_tomorrow = insights_at(
        late,
        |_| {},
        |index, hour| {
            if index == 44 {
                (hour.precipitation, hour.probability) = (Some(2.0), Some(70.0));
            }
        },
    );
    assert_eq!(
        sentence(&after_tomorrow, kind),
        None,
        "five in the morning of the day after tomorrow, seen at eleven at night"
    );
    let snow = insights_of(|index, hour| {
        if index == 5 {
            (hour.precipitation, hour.probability, hour.snowfall) = (Some(2.0), Some(70.0), Some(1.4));
            hour.temperature = Some(0.0);
        }
    });
    assert_eq!(sentence(&snow, kind), Some(Sentence::SnowLikelyToday));
    let without_chances = insights_of(|index, hour| {
        hour.probability = None;
        hour.precipitation = Some(if index == 5 { 2.0 } else { 0.0 });
    });
    assert_eq!(sentence(&without_chances, kind), Some(Sentence::RainExpectedToday));
}

// [R3.20, R1.06]
#[test]
fn wind_advisory_follows_beaufort_and_the_gust_threshold() {
    let kind = InsightKind::WindAdvisory;
    let wind = |mean: f64, gusts: f64| {
        sentence(
            &insights_of(move |index, hour| {
                if index == 3 {
                    (hour.wind, hour.gusts) = (Some(mean), Some(gusts))
                }
            }),
            kind,
        )
    };
    assert_eq!(wind(10.7, 15.0), None);
    assert_eq!(wind(10.8, 15.0), Some(Sentence::WindStrong));
    assert_eq!(wind(8.0, 20.6), Some(Sentence::WindGusts));
    assert_eq!(wind(17.2, 30.0), Some(Sentence::WindGale));
    let insights = insights_of(|index, hour| {
        if index == 3 {
            hour.wind = Some(10.8)
        }
    });
    assert_eq!(parameter(&insights, kind, "beaufort"), Parameter::Beaufort(6));
}

/// Review finding B11: seven days of 40 % were "dry" although rain on at least one of them was almost certain.
#[test]
fn days_are_reported_as_dry_only_if_each_of_them_very_likely_is() {
    let kind = InsightKind::PrecipitationChance;
    // One hour of each of the five days has this amount and probability; the first day began nine hours ago.
    let dry_days = |amount: f64, percents: [f64; 5]| {
        let insights = insights_of(move |index, hour| {
            if (index + 9) % 24 == 20 {
                let day = ((index + 9) / 24) as usize;
                (hour.precipitation, hour.probability) = (Some(amount), Some(percents[day]));
            }
        });
        (sentence(&insights, kind) == Some(Sentence::DryDays)).then(|| parameter(&insights, kind, "count"))
    };
    assert_eq!(dry_days(0.1, [24.0, 24.0, 24.0, 14.0, 14.0]), Some(Parameter::Count(5)));
    assert_eq!(dry_days(0.2, [24.0, 24.0, 24.0, 14.0, 14.0]), None, "0.2 mm are not dry");
    assert_eq!(dry_days(0.0, [24.0, 24.0, 24.0, 15.0, 14.0]), Some(Parameter::Count(3)), "15 % from the fourth day");
    assert_eq!(dry_days(0.0, [24.0, 24.0, 25.0, 14.0, 14.0]), None, "25 % before, and two days are too few");
    assert_eq!(dry_days(0.0, [40.0; 5]), None);
}

// [R3.20]
#[test]
fn at_most_five_days_are_reported_as_dry() {
    let fortnight = |forecast: &mut Forecast| {
        let last = forecast.hours.last().unwrap().clone();
        forecast.hours.extend(
            (1..=240).map(|later| Hour { time: last.time + SignedDuration::from_hours(later), ..last.clone() }),
        );
    };
    let insights = insights_at(now(), fortnight, |_, _| {});
    assert_eq!(parameter(&insights, InsightKind::PrecipitationChance, "count"), Parameter::Count(5));
}

// [R3.20]
#[test]
fn events_of_tomorrow_have_their_own_sentence() {
    let at = |hours: i64, shape: fn(&mut Hour)| {
        insights_of(move |index, hour| {
            if index == hours {
                shape(hour);
            }
        })
    };
    // At nine in the morning, fourteen hours ahead is still today, sixteen is not.
    for (shape, kind, today, tomorrow) in [
        (
            (|hour| hour.wind = Some(10.8)) as fn(&mut Hour),
            InsightKind::WindAdvisory,
            Sentence::WindStrong,
            Sentence::WindStrongTomorrow,
        ),
        (|hour| hour.wind = Some(17.2), InsightKind::WindAdvisory, Sentence::WindGale, Sentence::WindGaleTomorrow),
        (|hour| hour.gusts = Some(20.6), InsightKind::WindAdvisory, Sentence::WindGusts, Sentence::WindGustsTomorrow),
        (
            |hour| (hour.temperature, hour.humidity) = (Some(32.0), None),
            InsightKind::FeelsLikeChange,
            Sentence::HeatStress,
            Sentence::HeatStressTomorrow,
        ),
    ] {
        assert_eq!(sentence(&at(14, shape), kind), Some(today));
        assert_eq!(sentence(&at(16, shape), kind), Some(tomorrow));
    }
}

// [R3.20]
#[test]
fn a_gale_today_is_reported_even_when_tomorrows_is_stronger() {
    let kind = InsightKind::WindAdvisory;
    let insights = insights_of(|index, hour| hour.wind = Some(if index < 16 { 18.0 } else { 25.0 }));
    assert_eq!(sentence(&insights, kind), Some(Sentence::WindGale));
    assert_eq!(parameter(&insights, kind, "time"), Parameter::Time(now()));
    assert_eq!(parameter(&insights, kind, "speed"), Parameter::Speed(18.0));
}

// [R3.20, R1.06]
#[test]
fn humidity_level_reports_muggy_and_dry_air() {
    let kind = InsightKind::HumidityLevel;
    let air = |dew: f64, humidity: f64| {
        sentence(&insights_of(move |_, hour| (hour.dew_point, hour.humidity) = (Some(dew), Some(humidity))), kind)
    };
    assert_eq!(air(18.0, 90.0), Some(Sentence::AirMuggy));
    assert_eq!(air(17.9, 90.0), None);
    assert_eq!(air(0.0, 30.0), Some(Sentence::AirDry));
    assert_eq!(air(0.0, 31.0), None);
}

// [R3.20, R1.06]
#[test]
fn uv_index_follows_the_who_classes_for_the_rest_of_today() {
    let kind = InsightKind::UvIndex;
    let uv = |index: f64| {
        sentence(
            &insights_of(move |at, hour| {
                if at == 4 {
                    hour.uv = Some(index)
                }
            }),
            kind,
        )
    };
    assert_eq!(uv(2.4), None);
    assert_eq!(uv(3.0), Some(Sentence::UvModerate));
    assert_eq!(uv(6.0), Some(Sentence::UvHigh));
    assert_eq!(uv(8.0), Some(Sentence::UvVeryHigh));
    assert_eq!(uv(11.0), Some(Sentence::UvExtreme));
    let past = insights_of(|at, hour| {
        if at == -2 {
            hour.uv = Some(11.0)
        }
    });
    assert_eq!(sentence(&past, kind), None, "hours in the past do not count");
    let present = insights_of(|at, hour| {
        if at <= 0 {
            hour.uv = Some(8.0)
        }
    });
    let present = present.iter().find(|one| one.kind == kind).unwrap();
    assert_eq!(present.sentence, Sentence::UvVeryHighNow, "past its peak it names no time");
    assert!(!present.parameters.contains_key("time"));
    let insights = insights_of(|at, hour| {
        if at == 4 {
            hour.uv = Some(8.0)
        }
    });
    let why = &insights.iter().find(|one| one.kind == kind).unwrap().why;
    assert_eq!((why.threshold, why.citation), (Parameter::Index(8.0), Citation::WhoUvIndex));
}

// [R3.20, R1.06]
#[test]
fn trend_compares_the_next_three_highs_with_todays() {
    let kind = InsightKind::Trend;
    let later = |celsius: f64| {
        sentence(
            &insights_of(move |index, hour| {
                if index >= 15 {
                    hour.temperature = Some(celsius)
                }
            }),
            kind,
        )
    };
    assert_eq!(later(22.0), Some(Sentence::TrendWarmer));
    assert_eq!(later(14.0), Some(Sentence::TrendColder));
    assert_eq!(later(21.9), None);
}

// [R3.20, R1.06]
#[test]
fn feels_like_change_is_reported_for_large_differences_and_for_heat_stress() {
    let kind = InsightKind::FeelsLikeChange;
    let felt = |celsius: f64| sentence(&insights_of(move |_, hour| hour.apparent = Some(celsius)), kind);
    assert_eq!(felt(14.0), Some(Sentence::FeelsColder));
    assert_eq!(felt(22.0), Some(Sentence::FeelsWarmer));
    assert_eq!(felt(21.9), None);
    // 30 °C with 70 % has a heat index of 35 °C (NWS table), 28 °C with 40 % one of 28 °C.
    let humid = |celsius: f64, percent: f64| {
        sentence(&insights_of(move |_, hour| (hour.temperature, hour.humidity) = (Some(celsius), Some(percent))), kind)
    };
    assert_eq!(humid(30.0, 70.0), Some(Sentence::HeatStress));
    assert_ne!(humid(28.0, 40.0), Some(Sentence::HeatStress));
}

/// Rain in the running and the next hour, ending by the quarter hours at 08:30.
fn raining(forecast: &mut Forecast) {
    let wet_quarters = 6;
    forecast.quarters = (0..16)
        .map(|index| QuarterHour {
            time: now() + SignedDuration::from_mins(15 * index),
            precipitation: Some(if index < wet_quarters { 0.5 } else { 0.0 }),
        })
        .collect();
}

fn wet_for_two_hours(index: i64, hour: &mut Hour) {
    if (0..2).contains(&index) {
        (hour.precipitation, hour.probability) = (Some(2.0), Some(90.0));
    }
}

// [R3.20, R1.06]
#[test]
fn rain_stopping_is_refined_by_quarter_hours_and_absent_when_they_are_old() {
    let kind = InsightKind::RainStopping;
    let refined = insights_at(now(), raining, wet_for_two_hours);
    assert_eq!(sentence(&refined, kind), Some(Sentence::RainStops));
    assert_eq!(parameter(&refined, kind, "time"), Parameter::Time("2026-07-13T08:30:00Z".parse().unwrap()));
    let by_hours = insights_at(now(), |_| {}, wet_for_two_hours);
    assert_eq!(parameter(&by_hours, kind, "time"), Parameter::Time("2026-07-13T09:00:00Z".parse().unwrap()));
    let old = insights_at(now() + SignedDuration::from_mins(61), raining, wet_for_two_hours);
    assert_eq!(sentence(&old, kind), None);
}

// [R3.20]
#[test]
fn rain_that_continues_or_starts_soon_is_reported() {
    let kind = InsightKind::RainStopping;
    let all_day = insights_of(|_, hour| (hour.precipitation, hour.probability) = (Some(1.0), Some(90.0)));
    assert_eq!(sentence(&all_day, kind), Some(Sentence::RainContinues));
    let twelve_hours_on = Parameter::Time(now() + SignedDuration::from_hours(12));
    assert_eq!(parameter(&all_day, kind, "time"), twelve_hours_on, "limited to twelve hours");
    let rain_at = |at: i64, percent: f64| {
        insights_of(move |index, hour| {
            if index == at {
                (hour.precipitation, hour.probability) = (Some(1.0), Some(percent))
            }
        })
    };
    let (unlikely, likely, later) = (rain_at(2, 40.0), rain_at(2, 90.0), rain_at(5, 90.0));
    assert_eq!(sentence(&unlikely, kind), Some(Sentence::RainStarts));
    assert_eq!(sentence(&likely, kind), None, "covered by the precipitation chance");
    assert_eq!(
        (likely[0].kind, likely[0].importance),
        (InsightKind::PrecipitationChance, 91),
        "as important as a start"
    );
    assert_eq!(sentence(&later, kind), None, "covered by the precipitation chance");
}

#[test]
fn the_most_important_insight_comes_first_and_every_explanation_repeats_its_values() {
    let insights = insights_of(|index, hour| {
        wet_for_two_hours(index, hour);
        (hour.wind, hour.uv, hour.apparent) = (Some(18.0), Some(7.0), Some(33.0));
    });
    assert!(insights.len() >= 4);
    assert!(insights.windows(2).all(|pair| pair[0].importance >= pair[1].importance));
    assert_eq!(insights[0].sentence, Sentence::WindGale);
    assert!(insights.iter().all(|one| one.why.rule == one.kind && one.why.values == one.parameters));
}
