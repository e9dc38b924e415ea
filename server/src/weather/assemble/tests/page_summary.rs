//! The summary for the first paint agrees with the report.

use serde_json::Value;

use crate::alert::Alerts;
use crate::settings::{Scenario, SourceId};
use crate::weather::analysis::hour::{ReportContext, Supplements};
use crate::weather::assemble::assemble_report;
use crate::weather::assemble::page_summary::page_summary;
use crate::weather::providers::credit;
use crate::weather::providers::simulated::Simulated;
use crate::weather::report::{Reason, Section, WeatherReport};

fn report(scenario: Option<Scenario>) -> WeatherReport {
    let now = "2026-07-13T13:05:00Z".parse().unwrap();
    let forecast = Simulated { seed: 1, scenario }.forecast(52.52, 13.41, None, now);
    let source = credit(SourceId::Simulated);
    let context = ReportContext {
        latitude: 52.52,
        longitude: 13.41,
        source,
        fetched_at: now,
        fresh_until: now,
        supplements: Supplements::default(),
    };
    assemble_report(&forecast, &context, &Alerts::without_service(), now)
}

#[test]
fn the_summary_has_the_values_of_the_report() {
    for scenario in [None, Some(Scenario::Calm), Some(Scenario::RainStopping), Some(Scenario::Blizzard)] {
        let report = report(scenario);
        let summary = page_summary(&report).unwrap();
        let json: Value = serde_json::to_value(&report).unwrap();
        let today = &json["daily"]["days"][0];
        assert_eq!(json["current"]["temperature_2m"], summary.temperature);
        assert_eq!(json["current"]["current_weather_condition"], summary.condition.unwrap());
        assert_eq!(today["temperature_2m_max"], summary.high.unwrap());
        assert_eq!(today["temperature_2m_min"], summary.low.unwrap());
        assert_eq!(today["sun"]["solar_noon"], summary.solar_noon.unwrap().to_string());
        assert_eq!((&*summary.timezone, summary.is_simulated), ("Europe/Berlin", true));
        let sentence = summary.sentence.unwrap();
        assert_eq!(json["summary"]["sentence"], sentence.key);
        let parameters = json["summary"]["parameters"].as_object().unwrap();
        let present = [
            ("condition", sentence.condition.is_some()),
            ("next", sentence.next_condition.is_some()),
            ("low", sentence.low.is_some()),
            ("high", sentence.high.is_some()),
            ("time", sentence.time.is_some()),
            ("again", sentence.again.is_some()),
        ];
        let named: Vec<&str> = present.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| *name).collect();
        assert!(named.len() == parameters.len() && named.iter().all(|name| parameters.contains_key(*name)));
    }
}

#[test]
fn without_a_current_temperature_there_is_no_summary() {
    let mut report = report(None);
    report.current = Section::missing(Reason::TooOld);
    assert_eq!(page_summary(&report), None);
}
