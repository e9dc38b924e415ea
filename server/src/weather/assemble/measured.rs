//! The section of the report with what a station near the place measured.

use jiff::Timestamp;

use crate::weather::analysis::hour::ReportContext;
use crate::weather::analysis::measured::{MeasuredPlace, nearest};
use crate::weather::model::forecast::Forecast;
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{Current, Measured, Reason, Section};

const ATTRIBUTION: &str = "NOAA Aviation Weather Center";
const URL: &str = "https://aviationweather.gov/";

/// The report of the nearest suitable station at `now`, or why there is none.
pub fn section(
    forecast: &Forecast,
    context: &ReportContext,
    current: Option<&Current>,
    now: Timestamp,
) -> Section<Measured> {
    find(forecast, context, current, now).into()
}

fn find(
    forecast: &Forecast,
    context: &ReportContext,
    current: Option<&Current>,
    now: Timestamp,
) -> Result<Measured, Reason> {
    let reports = context.supplements.stations.as_ref().map_err(|reason| *reason)?;
    let place = MeasuredPlace {
        latitude: context.latitude,
        longitude: context.longitude,
        elevation: forecast.elevation,
        temperature: current.and_then(|current| current.temperature_2m),
    };
    let found = nearest(reports, &place, now)?;
    let is_simulated = context.source.simulated;
    Ok(Measured {
        station: Some(found.report.station.clone()).filter(|_| !is_simulated),
        // Coordinates of stations are exact to about 100 m.
        distance: to_decimals(found.distance_km, 1) * 1000.0,
        elevation: to_decimals(found.report.elevation, 0),
        time: found.report.time,
        temperature_2m: to_decimals(found.report.temperature, 1),
        attribution: if is_simulated { context.source.attribution.clone() } else { ATTRIBUTION.to_owned() },
        url: if is_simulated { None } else { Some(URL.to_owned()) },
    })
}
