//! The rules of classification, insights and summary.

mod air;
mod classify;
mod comparison;
mod confidence;
mod days;
mod insights;
mod now;
mod summary;

use jiff::{SignedDuration, Timestamp};

use super::hour::{ReportContext, Supplements};
use crate::alert::Alerts;
use crate::settings::SourceId;
use crate::weather::assemble::assemble_report;
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::providers::credit;
use crate::weather::report::WeatherReport;

/// Nine in the morning in Berlin, on a summer Monday.
const NOW: &str = "2026-07-13T07:00:00Z";

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// Five mild, dry, calm days from local midnight on, changed by the test; the index is in hours from now.
fn report_at(at: Timestamp, shape: impl Fn(&mut Forecast), change: impl Fn(i64, &mut Hour)) -> WeatherReport {
    report_with(Supplements::default(), at, shape, change)
}

fn report_with(
    supplements: Supplements,
    at: Timestamp,
    shape: impl Fn(&mut Forecast),
    change: impl Fn(i64, &mut Hour),
) -> WeatherReport {
    let hours = (-9..111).map(|index| {
        let mut hour = Hour {
            time: now() + SignedDuration::from_hours(index),
            temperature: Some(18.0),
            apparent: Some(18.0),
            humidity: Some(60.0),
            dew_point: Some(10.0),
            precipitation: Some(0.0),
            probability: Some(5.0),
            snowfall: Some(0.0),
            cloud: Some(30.0),
            wind: Some(3.0),
            gusts: Some(5.0),
            uv: Some(1.0),
            ..Hour::default()
        };
        change(index, &mut hour);
        hour
    });
    let mut forecast = Forecast { timezone: "Europe/Berlin".to_owned(), hours: hours.collect(), ..Forecast::default() };
    shape(&mut forecast);
    let context = ReportContext {
        latitude: 52.52,
        longitude: 13.41,
        source: credit(SourceId::OpenMeteo),
        fetched_at: now(),
        fresh_until: now() + SignedDuration::from_mins(15),
        supplements,
    };
    assemble_report(&forecast, &context, &Alerts::without_service(), at)
}
