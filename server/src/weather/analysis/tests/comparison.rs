//! Today beside the usual weather of its date and beside yesterday.

use std::sync::Arc;

use super::confidence::ensemble;
use super::*;
use crate::weather::model::normals::{ANCHORS, Anchor, Distribution, Normals};
use crate::weather::report::{InsightKind, Parameter, Sentence};

/// The same at every time of the year: mean, p2, p10, p90 and p98 of the highs in °C.
fn normals([mean, p2, p10, p90, p98]: [i16; 5]) -> Option<Arc<Normals>> {
    let high = Distribution { mean: mean * 10, p2: p2 * 10, p10: p10 * 10, p90: p90 * 10, p98: p98 * 10 };
    let anchor = Anchor { high, low: high, ..Anchor::default() };
    Some(Arc::new(Normals { elevation: None, anchors: vec![anchor; ANCHORS] }))
}

/// A constant temperature beside these normals, and within so many degrees.
fn unusual(celsius: f64, usual: [i16; 5], degrees: f64) -> Option<(Sentence, Parameter)> {
    let supplements = Supplements { normals: normals(usual), ..ensemble(degrees, |_| vec![0.0; 20]) };
    let report = report_with(supplements, now(), |_| {}, |_, hour| hour.temperature = Some(celsius));
    let items = &report.insights.data().unwrap().items;
    let found = items.iter().find(|insight| insight.kind == InsightKind::UnusualTemperature)?;
    Some((found.sentence, found.parameters["difference"]))
}

#[test]
fn a_day_is_compared_with_its_date_only_when_it_stands_out() {
    let usual = [18, 8, 12, 23, 28];
    let difference = |degrees| Parameter::TemperatureDifference(degrees);
    assert_eq!(unusual(23.0, usual, 1.0), None, "not above nine in ten");
    assert_eq!(unusual(23.1, usual, 1.0), Some((Sentence::UsualWarmer, difference(5.1))));
    assert_eq!(unusual(28.1, usual, 1.0), Some((Sentence::UnusuallyWarm, difference(10.1))));
    assert_eq!(unusual(11.9, usual, 1.0), Some((Sentence::UsualColder, difference(6.1))));
    assert_eq!(unusual(7.9, usual, 1.0), Some((Sentence::UnusuallyCold, difference(10.1))));
    assert_eq!(unusual(19.5, [18, 16, 17, 19, 20], 1.0), None, "less than 2 °C, where every day is alike");
    assert_eq!(unusual(23.1, usual, 5.2), None, "too uncertain: one in ten runs is at the mean");
}

#[test]
fn every_day_has_its_normal_at_the_height_of_the_place() {
    let report = |elevation| {
        let normals =
            normals([18, 8, 12, 23, 28]).map(|known| Arc::new(Normals { elevation: Some(0), ..(*known).clone() }));
        let supplements = Supplements { normals, ..Supplements::default() };
        report_with(supplements, now(), |forecast| forecast.elevation = elevation, |_, _| {})
    };
    let normal = |report: WeatherReport| report.daily.data().unwrap().days[4].normal.unwrap();
    assert_eq!(normal(report(None)).temperature_2m_max, 18.0);
    assert_eq!(normal(report(Some(1000.0))).temperature_2m_max, 11.5, "6.5 °C per kilometre");
    assert_eq!(normal(report(None)).temperature_2m_max_band.p90, 23.0);
}

#[test]
fn yesterday_is_compared_only_if_it_is_known_and_differs() {
    // The forecast begins at local midnight; the hours of yesterday are added before it.
    let compared = |yesterday: f64, hours: i64| {
        let with_past = move |forecast: &mut Forecast| {
            let first = forecast.hours[0].clone();
            let past = (1..=hours).rev().map(|ago| Hour {
                time: first.time - SignedDuration::from_hours(ago),
                temperature: Some(yesterday),
                ..first.clone()
            });
            forecast.hours = past.chain(std::mem::take(&mut forecast.hours)).collect();
        };
        let report = report_at(now(), with_past, |_, _| {});
        let items = &report.insights.data().unwrap().items;
        let found = items.iter().find(|insight| insight.kind == InsightKind::YesterdayComparison);
        found.map(|insight| (insight.sentence, insight.parameters["difference"]))
    };
    let difference = |degrees| Parameter::TemperatureDifference(degrees);
    assert_eq!(compared(14.0, 24), Some((Sentence::YesterdayWarmer, difference(4.0))));
    assert_eq!(compared(23.0, 24), Some((Sentence::YesterdayColder, difference(5.0))));
    assert_eq!(compared(14.1, 24), None);
    assert_eq!(compared(5.0, 22), None, "two hours of yesterday are unknown");
}
