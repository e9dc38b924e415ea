//! MET Norway Locationforecast 2.0: its URL, its wire types and their mapping to the forecast.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use url::Url;

use crate::geo::timezone;
use crate::weather::model::conditions::{PrecipitationKind, Sky};
use crate::weather::model::forecast::{Forecast, Hour, Span, StepHours};
use crate::weather::model::grid::GridPoint;

/// Share of the area from which the hour counts as foggy.
const FOG_PERCENT: f64 = 50.0;
const THUNDER_PERCENT: f64 = 50.0;
/// The length of the longer period that each step describes.
const SPAN_HOURS: u8 = 6;

/// The provider rejects more than four decimals, the resolution of the grid. Without an elevation it uses its own coarse
/// terrain, which is too low in the mountains.
pub fn forecast_url(base: &Url, point: GridPoint, elevation: Option<f64>) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/weatherapi/locationforecast/2.0/complete", base.path().trim_end_matches('/')));
    url.query_pairs_mut()
        .append_pair("lat", &point.latitude().to_string())
        .append_pair("lon", &point.longitude().to_string());
    if let Some(metres) = elevation {
        url.query_pairs_mut().append_pair("altitude", &format!("{metres:.0}"));
    }
    url
}

/// Parses an answer. Six-hour steps become hours: values are interpolated linearly, amounts are divided evenly, and what
/// describes the six hours together becomes a span.
pub fn parse(body: &[u8], latitude: f64, longitude: f64) -> Result<Forecast, serde_json::Error> {
    let feature: Feature = serde_json::from_slice(body)?;
    let steps = feature.properties.timeseries;
    let mut hours: Vec<Hour> = Vec::with_capacity(24 * 10);
    let mut spans = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if hours.last().is_some_and(|last| last.time >= step.time) {
            continue;
        }
        let next = steps.get(index + 1);
        let gap = next.map_or(1, |next| next.time.duration_since(step.time).as_hours().clamp(1, 6));
        if gap > 1 {
            spans.extend(span(step));
        }
        for ahead in 0..gap {
            hours.push(hour(step, next, ahead, gap));
        }
    }
    Ok(Forecast {
        timezone: timezone::timezone_at(latitude, longitude),
        elevation: feature.geometry.coordinates.get(2).copied(),
        now: None,
        hours,
        quarters: Vec::new(),
        quarters_interpolated: false,
        spans,
    })
}

#[derive(Deserialize)]
struct Feature {
    geometry: Geometry,
    properties: Properties,
}

#[derive(Deserialize)]
struct Geometry {
    /// Longitude, latitude, altitude.
    coordinates: Vec<f64>,
}

#[derive(Deserialize)]
struct Properties {
    timeseries: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    time: Timestamp,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    instant: Instant,
    next_1_hours: Option<ForecastPeriod>,
    next_6_hours: Option<ForecastPeriod>,
}

#[derive(Deserialize)]
struct Instant {
    #[serde(default)]
    details: InstantDetails,
}

#[derive(Deserialize, Default)]
struct InstantDetails {
    air_temperature: Option<f64>,
    air_temperature_percentile_10: Option<f64>,
    air_temperature_percentile_90: Option<f64>,
    air_pressure_at_sea_level: Option<f64>,
    cloud_area_fraction: Option<f64>,
    dew_point_temperature: Option<f64>,
    fog_area_fraction: Option<f64>,
    relative_humidity: Option<f64>,
    ultraviolet_index_clear_sky: Option<f64>,
    wind_from_direction: Option<f64>,
    wind_speed: Option<f64>,
    wind_speed_of_gust: Option<f64>,
}

#[derive(Deserialize)]
struct ForecastPeriod {
    summary: Option<PeriodSummary>,
    #[serde(default)]
    details: SpanDetails,
}

#[derive(Deserialize)]
struct PeriodSummary {
    symbol_code: Option<String>,
}

#[derive(Deserialize, Default)]
struct SpanDetails {
    air_temperature_max: Option<f64>,
    air_temperature_min: Option<f64>,
    precipitation_amount: Option<f64>,
    probability_of_precipitation: Option<f64>,
    probability_of_thunder: Option<f64>,
}

/// What a step says about its six hours. Its probability is of precipitation at any time in them: none of a single hour.
fn span(step: &Step) -> Option<Span> {
    let details = &step.data.next_6_hours.as_ref()?.details;
    Some(Span {
        time: step.time,
        hours: SPAN_HOURS,
        temperature_max: details.air_temperature_max,
        temperature_min: details.air_temperature_min,
        probability: details.probability_of_precipitation,
    })
}

fn hour(step: &Step, next: Option<&Step>, ahead: i64, gap: i64) -> Hour {
    let here = &step.data.instant.details;
    let there = next.map(|next| &next.data.instant.details);
    let share = ahead as f64 / gap as f64;
    let between = |field: fn(&InstantDetails) -> Option<f64>| match (field(here), there.and_then(field)) {
        (Some(from), Some(to)) => Some(from + (to - from) * share),
        (from, _) => from.filter(|_| ahead == 0),
    };
    let (span, span_hours) = match gap {
        1 => (step.data.next_1_hours.as_ref(), 1),
        _ => (step.data.next_6_hours.as_ref(), SPAN_HOURS),
    };
    let details = span.map(|span| &span.details);
    let amount = details.and_then(|details| details.precipitation_amount).map(|amount| amount / f64::from(span_hours));
    let sky = sky(span, here);
    let temperature = between(|details| details.air_temperature);
    Hour {
        time: step.time + SignedDuration::from_hours(ahead),
        step: StepHours(gap as u8),
        sky,
        code: None,
        temperature,
        temperature_p10: between(|details| details.air_temperature_percentile_10),
        temperature_p90: between(|details| details.air_temperature_percentile_90),
        apparent: None,
        humidity: between(|details| details.relative_humidity),
        dew_point: between(|details| details.dew_point_temperature),
        precipitation: amount,
        probability: details.filter(|_| gap == 1).and_then(|details| details.probability_of_precipitation),
        // Not provided.
        snowfall: None,
        cloud: between(|details| details.cloud_area_fraction),
        pressure: between(|details| details.air_pressure_at_sea_level),
        visibility: None,
        wind: between(|details| details.wind_speed),
        gusts: between(|details| details.wind_speed_of_gust),
        direction: here.wind_from_direction,
        // Provided for a clear sky only, and wrong under clouds.
        uv: between(|details| details.ultraviolet_index_clear_sky)
            .filter(|_| here.cloud_area_fraction.is_some_and(|percent| percent <= 25.0)),
    }
}

fn sky(span: Option<&ForecastPeriod>, here: &InstantDetails) -> Option<Sky> {
    let symbol = span.and_then(|span| span.summary.as_ref()).and_then(|summary| summary.symbol_code.as_deref());
    let sky = symbol.and_then(Sky::from_met_symbol);
    let thunder =
        span.and_then(|span| span.details.probability_of_thunder).is_some_and(|percent| percent >= THUNDER_PERCENT);
    let fog = here.fog_area_fraction.is_some_and(|percent| percent > FOG_PERCENT);
    match sky {
        Some(Sky::Precipitation(PrecipitationKind::Rain | PrecipitationKind::RainShowers)) if thunder => {
            Sky::from_met_symbol("rainandthunder")
        }
        Some(Sky::Precipitation(_) | Sky::Thunder(_)) => sky,
        _ if fog => Some(Sky::Fog),
        other => other,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn step(time: &str, celsius: f64, next: &str) -> String {
        format!(
            r#"{{"time": "{time}", "data": {{"instant": {{"details": {{"air_temperature": {celsius}}}}}, {next}}}}}"#
        )
    }

    fn answer(steps: &[String]) -> Forecast {
        let steps = steps.join(",");
        let body =
            format!(r#"{{"geometry": {{"coordinates": [13, 53, 60]}}, "properties": {{"timeseries": [{steps}]}}}}"#);
        parse(body.as_bytes(), 53.0, 13.0).unwrap()
    }

    const SIX_HOURS: &str = r#""next_6_hours": {"summary": {"symbol_code": "partlycloudy_day"}, "details": {
        "precipitation_amount": 1.2, "probability_of_precipitation": 52.0,
        "air_temperature_max": 19.5, "air_temperature_min": 9.5}}"#;

    #[test]
    fn what_describes_six_hours_is_no_value_of_a_single_hour() {
        let forecast =
            answer(&[step("2026-07-01T00:00:00Z", 10.0, SIX_HOURS), step("2026-07-01T06:00:00Z", 16.0, SIX_HOURS)]);
        let first = &forecast.hours[..6];
        assert!(first.iter().all(|hour| hour.probability.is_none() && hour.step == StepHours(6)), "{first:?}");
        assert!(first.iter().all(|hour| (hour.precipitation.unwrap() - 0.2).abs() < 1e-9));
        let span = &forecast.spans[0];
        assert_eq!((span.hours, span.probability), (6, Some(52.0)));
        assert_eq!((span.temperature_max, span.temperature_min), (Some(19.5), Some(9.5)));
    }

    #[test]
    fn an_amount_of_six_hours_is_not_squeezed_into_a_shorter_step() {
        let forecast =
            answer(&[step("2026-07-01T00:00:00Z", 10.0, SIX_HOURS), step("2026-07-01T03:00:00Z", 13.0, SIX_HOURS)]);
        let amounts: Vec<f64> = forecast.hours[..3].iter().map(|hour| hour.precipitation.unwrap()).collect();
        assert!(amounts.iter().all(|amount| (amount - 0.2).abs() < 1e-9), "{amounts:?}");
    }

    #[test]
    fn the_place_is_requested_at_its_elevation() {
        let base: Url = "https://api.met.no".parse().unwrap();
        let point = GridPoint::nearest(47.42, 10.98, 0.01).unwrap();
        let query = |elevation| forecast_url(&base, point, elevation).query().unwrap().to_owned();
        assert_eq!(query(Some(2962.4)), "lat=47.42&lon=10.98&altitude=2962");
        assert_eq!(query(None), "lat=47.42&lon=10.98");
    }
}
