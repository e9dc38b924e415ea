//! No sentence and no hazard promises more than the ensemble supports.

use std::sync::Arc;

use jiff::Span;

use super::*;
use crate::alert::{Certainty, HazardKind};
use crate::weather::model::accuracy::{Calibration, Factor};
use crate::weather::model::ensemble::{Amounts, Ensemble, EnsembleDay, Spread};
use crate::weather::report::{InsightKind, Parameter, Sentence};

/// Five days from the first one on: every high and low within this many degrees, and these sums of the members.
pub(super) fn ensemble(degrees: f64, sums: impl Fn(usize) -> Vec<f64>) -> Supplements {
    let first = jiff::civil::date(2026, 7, 13);
    let spread = Some(Spread::new(degrees, degrees));
    let days = first.series(Span::new().days(1)).take(5).enumerate().map(|(index, date)| EnsembleDay {
        date,
        high: spread,
        low: spread,
        precipitation: Amounts::of(&sums(index)),
        wind: spread,
    });
    let ensemble = Ensemble { fetched_at: now(), fresh_until: now(), days: days.collect() };
    Supplements { ensemble: Ok(Arc::new(ensemble)), ..Supplements::default() }
}

/// So many of twenty members have this amount.
fn wet(members: usize, amount: f64) -> Vec<f64> {
    (0..20).map(|member| if member < members { amount } else { 0.0 }).collect()
}

fn sentences(report: &WeatherReport, kind: InsightKind) -> Vec<Sentence> {
    let items = &report.insights.data().unwrap().items;
    items.iter().filter(|insight| insight.kind == kind).map(|insight| insight.sentence).collect()
}

#[test]
fn days_are_dry_only_as_long_as_nine_in_ten_members_are() {
    let dry_days = |wet_members: [usize; 5]| {
        let report = report_with(ensemble(1.0, |day| wet(wet_members[day], 3.0)), now(), |_| {}, |_, _| {});
        let items = &report.insights.data().unwrap().items;
        items.iter().find(|insight| insight.sentence == Sentence::DryDays).map(|insight| insight.parameters["count"])
    };
    assert_eq!(dry_days([0; 5]), Some(Parameter::Count(5)));
    assert_eq!(dry_days([0, 0, 0, 3, 0]), Some(Parameter::Count(3)), "three of twenty are wet on the fourth day");
    assert_eq!(dry_days([0, 3, 0, 0, 0]), None);
    assert_eq!(dry_days([1; 5]), Some(Parameter::Count(5)), "one of twenty is less than one in ten");
}

#[test]
fn a_trend_is_named_only_if_the_bands_do_not_reach_today() {
    let warmer = |degrees: f64| {
        let change = |index: i64, hour: &mut Hour| {
            if index >= 15 {
                hour.temperature = Some(23.0);
            }
        };
        sentences(&report_with(ensemble(degrees, |_| wet(0, 0.0)), now(), |_| {}, change), InsightKind::Trend)
    };
    // Today 18 °C, then 23 °C.
    assert_eq!(warmer(4.9), [Sentence::TrendWarmer]);
    assert_eq!(warmer(5.0), []);
}

#[test]
fn a_wide_band_of_amounts_is_named_instead_of_one_amount() {
    let rain = |sums: fn(usize) -> Vec<f64>, fallen: f64| {
        report_with(
            ensemble(1.0, sums),
            now(),
            |_| {},
            move |index, hour| match index {
                5 => (hour.precipitation, hour.probability) = (Some(4.0), Some(70.0)),
                -5 => hour.precipitation = Some(fallen),
                _ => {}
            },
        )
    };
    let kind = InsightKind::PrecipitationChance;
    let wide = rain(|_| wet(17, 9.0), 0.0);
    assert_eq!(sentences(&wide, kind), [Sentence::RainLikelyTodayRange]);
    let items = &wide.insights.data().unwrap().items;
    let found = items.iter().find(|insight| insight.kind == kind).unwrap();
    let values = (found.parameters["least"], found.parameters["most"]);
    assert_eq!(values, (Parameter::Precipitation(0.0), Parameter::Precipitation(9.0)));
    assert_eq!(sentences(&rain(|_| wet(20, 4.5), 0.0), kind), [Sentence::RainLikelyToday], "all members agree");
    assert_eq!(sentences(&rain(|_| wet(17, 9.0), 2.0), kind), [Sentence::RainLikelyToday], "some has fallen already");
}

#[test]
fn a_hazard_is_likely_only_if_nine_in_ten_members_reach_its_level() {
    let certainty = |kind: HazardKind, supplements: Supplements, change: fn(&mut Hour)| {
        let report = report_with(
            supplements,
            now(),
            |_| {},
            |index, hour| {
                if index == 5 {
                    change(hour)
                }
            },
        );
        let alert = report.alerts.items.iter().find(|alert| alert.hazard.as_ref().unwrap().kind == kind);
        alert.unwrap().certainty
    };
    // A gale begins at 17.2 m/s.
    let gale = |hour: &mut Hour| hour.wind = Some(18.0);
    let dry = |degrees| ensemble(degrees, |_| wet(0, 0.0));
    assert_eq!(certainty(HazardKind::Wind, dry(0.8), gale), Some(Certainty::Likely));
    assert_eq!(certainty(HazardKind::Wind, dry(0.9), gale), Some(Certainty::Possible));
    assert_eq!(certainty(HazardKind::Wind, Supplements::default(), gale), None, "unknown");
    let cloudburst = |hour: &mut Hour| (hour.precipitation, hour.probability) = (Some(40.0), Some(90.0));
    let rain = |sums: fn(usize) -> Vec<f64>| certainty(HazardKind::Rain, ensemble(1.0, sums), cloudburst);
    assert_eq!(rain(|_| wet(10, 60.0)), Some(Certainty::Possible));
}

/// Two spreads tomorrow, half a spread in three days, the mean of both between; wind and amounts as they are.
#[test]
fn bands_of_temperatures_are_corrected_by_their_record() {
    let calibration = Calibration([2.0, 0.5, 1.0].map(Factor::new));
    let supplements = Supplements { calibration, ..ensemble(2.0, |_| wet(0, 0.0)) };
    let report = report_with(supplements, now(), |_| {}, |_, _| {});
    let days = &report.daily.data().unwrap().days;
    let bands: Vec<_> = days.iter().take(5).map(|day| day.confidence.as_ref().unwrap()).collect();
    let highs: Vec<(f64, f64)> =
        bands.iter().map(|day| day.temperature_2m_max.unwrap()).map(|b| (b.p10, b.p90)).collect();
    assert_eq!(highs, [(14.0, 22.0), (14.0, 22.0), (15.5, 20.5), (17.0, 19.0), (16.5, 19.5)]);
    assert_eq!(bands[1].temperature_2m_min.unwrap().p10, 14.0);
    assert_eq!(bands[1].wind_speed_10m_max.unwrap().p90, 5.0);
}
