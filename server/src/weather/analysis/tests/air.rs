//! The insights about air quality.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::{now, report_with};
use crate::weather::analysis::hour::Supplements;
use crate::weather::model::air::{Air, PackedAir, Pollutant};
use crate::weather::model::forecast::Hour;
use crate::weather::report::{Insight, InsightKind, Parameter, Sentence};

fn after(hours: i64) -> Timestamp {
    now() + SignedDuration::from_hours(hours)
}

/// Good air with so much ozone (μg/m³) in some hours from now: 121 to 160 are "poor", 181 are "extremely poor".
fn supplements(ozone: &[(std::ops::Range<i64>, f64)]) -> Supplements {
    let series = |index: i64| {
        let found = ozone.iter().find(|(hours, _)| hours.contains(&index));
        Some(found.map_or(40.0, |(_, value)| *value))
    };
    let mut pollutants = [3.0, 5.0, 5.0, 40.0, 1.0].map(|value| vec![Some(value); 144]);
    pollutants[Pollutant::Ozone as usize] = (-24..120).map(series).collect();
    let (dust, smoke, pollen) = (vec![Some(0.0); 144], vec![Some(0.0); 144], Default::default());
    let air = Air { fetched_at: now(), first_hour: after(-24), pollutants, dust, smoke, pollen };
    Supplements { air: Ok(Arc::new(PackedAir::pack(&air).unwrap())), ..Supplements::default() }
}

fn insights(ozone: &[(std::ops::Range<i64>, f64)], change: impl Fn(i64, &mut Hour)) -> Vec<Insight> {
    report_with(supplements(ozone), now(), |_| {}, change).insights.data().unwrap().items.clone()
}

fn found(insights: &[Insight], kind: InsightKind) -> Option<(Sentence, Parameter)> {
    insights.iter().find(|one| one.kind == kind).map(|one| (one.sentence, one.parameters["time"]))
}

#[test]
fn poor_air_is_named_with_its_end_or_its_beginning() {
    let air = |ozone: &[(std::ops::Range<i64>, f64)]| found(&insights(ozone, |_, _| {}), InsightKind::AirQuality);
    assert_eq!(air(&[]), None);
    assert_eq!(air(&[(0..120, 120.0)]), None, "moderate");
    assert_eq!(air(&[(-3..4, 125.0), (6..9, 125.0)]), Some((Sentence::AirPoor, Parameter::Time(after(4)))));
    assert_eq!(air(&[(0..2, 170.0)]), Some((Sentence::AirVeryPoor, Parameter::Time(after(2)))));
    assert_eq!(air(&[(0..2, 190.0)]), Some((Sentence::AirExtremelyPoor, Parameter::Time(after(2)))));
    assert_eq!(air(&[(5..9, 125.0)]), Some((Sentence::AirGetsPoor, Parameter::Time(after(5)))));
    assert_eq!(air(&[(12..14, 125.0)]), Some((Sentence::AirGetsPoor, Parameter::Time(after(12)))));
    assert_eq!(air(&[(13..15, 125.0)]), None, "later than twelve hours");
}

/// It is nine in the morning in July: the sun sets after 21:00.
#[test]
fn the_best_hours_outside_have_good_air_and_no_rain_and_are_named_only_if_others_do_not() {
    let kind = InsightKind::OutdoorHours;
    assert_eq!(found(&insights(&[], |_, _| {}), kind), None, "all hours are good");
    let afternoon = insights(&[(3..12, 110.0)], |_, _| {});
    assert_eq!(found(&afternoon, kind), Some((Sentence::OutdoorHours, Parameter::Time(now()))));
    let until = afternoon.iter().find(|one| one.kind == kind).unwrap().parameters["until"];
    assert_eq!(until, Parameter::Time(after(3)));
    let hot = |index: i64, hour: &mut Hour| {
        if (2..11).contains(&index) {
            hour.apparent = Some(30.0);
        }
    };
    assert_eq!(found(&insights(&[], hot), kind), Some((Sentence::OutdoorHours, Parameter::Time(now()))));
    let rain = |index: i64, hour: &mut Hour| {
        if index < 8 {
            (hour.precipitation, hour.probability) = (Some(1.0), Some(80.0));
        }
    };
    assert_eq!(found(&insights(&[], rain), kind), Some((Sentence::OutdoorHours, Parameter::Time(after(8)))));
    assert_eq!(found(&insights(&[(0..120, 110.0)], |_, _| {}), kind), None, "nowhere");
}

#[test]
fn without_air_there_is_no_insight_about_it() {
    let report = report_with(Supplements::default(), now(), |_| {}, |_, _| {});
    let items = &report.insights.data().unwrap().items;
    assert!(items.iter().all(|one| !matches!(one.kind, InsightKind::AirQuality | InsightKind::OutdoorHours)));
}
