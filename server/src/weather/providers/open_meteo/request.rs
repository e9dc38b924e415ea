//! URLs of Open-Meteo and their weight against its limits.

use reqwest::header::{HeaderMap, HeaderValue};
use url::Url;

use crate::settings::Secret;
use crate::weather::model::grid::GridPoint;

const CURRENT: &str = "temperature_2m,apparent_temperature,relative_humidity_2m,dew_point_2m,weather_code,\
                       cloud_cover,pressure_msl,visibility,wind_speed_10m,wind_direction_10m,\
                       wind_gusts_10m,uv_index";
const HOURLY: &str = "temperature_2m,apparent_temperature,relative_humidity_2m,dew_point_2m,precipitation,snowfall,\
                      precipitation_probability,weather_code,cloud_cover,pressure_msl,visibility,wind_speed_10m,\
                      wind_direction_10m,wind_gusts_10m,uv_index";
const MINUTELY_15: &str = "precipitation";
/// One more than is shown: its first hours belong to the fifteenth day's night.
const DAYS: u32 = 16;
/// Yesterday: without it the past hours of the pressure trend are unknown after midnight.
const PAST_DAYS: u32 = 1;
const QUARTERS: &str = "32";

/// The URL of one full forecast.
pub fn forecast_url(base: &Url, key: Option<&Secret>, point: GridPoint) -> Url {
    let mut url = base_url(base, key, &point.latitude().to_string(), &point.longitude().to_string());
    url.query_pairs_mut()
        .append_pair("current", CURRENT)
        .append_pair("hourly", HOURLY)
        .append_pair("minutely_15", MINUTELY_15)
        .append_pair("forecast_minutely_15", QUARTERS)
        .append_pair("forecast_days", &DAYS.to_string())
        .append_pair("past_days", &PAST_DAYS.to_string());
    if let Some(metres) = point.elevation {
        url.query_pairs_mut().append_pair("elevation", &metres.to_string());
    }
    url
}

/// The input of hazard detection, few enough variables to count as one call per place.
const HAZARD_VARIABLES: &str = "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,snowfall,\
                                precipitation_probability,weather_code,wind_speed_10m,wind_gusts_10m,uv_index";
/// 48 hours ahead, at any local time.
const HAZARD_DAYS: &str = "3";
/// Weight per place in tenths of a call: at most ten variables and fourteen days count as one call.
pub const HAZARD_WEIGHT_TENTHS: u32 = 10;

/// The URL of the short forecasts of many places. Either all of them have an elevation or none: a list of elevations has
/// no value that means the terrain model.
pub fn hazard_url(base: &Url, key: Option<&Secret>, points: &[GridPoint]) -> Url {
    let list = |coordinate: fn(GridPoint) -> f64| {
        points.iter().map(|point| coordinate(*point).to_string()).collect::<Vec<_>>().join(",")
    };
    let mut url = base_url(base, key, &list(GridPoint::latitude), &list(GridPoint::longitude));
    url.query_pairs_mut().append_pair("hourly", HAZARD_VARIABLES).append_pair("forecast_days", HAZARD_DAYS);
    let elevations: Option<Vec<String>> = points.iter().map(|point| Some(point.elevation?.to_string())).collect();
    if let Some(elevations) = elevations {
        url.query_pairs_mut().append_pair("elevation", &elevations.join(","));
    }
    url
}

/// The address of another service of Open-Meteo. Its own hosts have one for each; a self-hosted one serves all of them.
pub fn service_url(base: &Url, service: &str, path: &str) -> Url {
    let mut url = base.clone();
    let host = match base.host_str() {
        Some("api.open-meteo.com") => Some(format!("{service}.open-meteo.com")),
        Some("customer-api.open-meteo.com") => Some(format!("customer-{service}.open-meteo.com")),
        _ => None,
    };
    // A host name that is made from a valid one is valid.
    let _ = url.set_host(Some(host.as_deref().or(base.host_str()).unwrap_or_default()));
    url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
    url
}

/// The key in a header, so that it is in no log of addresses.
pub fn key_header(key: Option<&Secret>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Some(mut value) = key.and_then(|key| HeaderValue::from_str(key.expose()).ok()) {
        value.set_sensitive(true);
        headers.insert("x-api-key", value);
    }
    headers
}

/// Unix times, because local times without an offset are ambiguous when the clocks change.
fn base_url(base: &Url, key: Option<&Secret>, latitudes: &str, longitudes: &str) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/v1/forecast", base.path().trim_end_matches('/')));
    url.query_pairs_mut()
        .append_pair("latitude", latitudes)
        .append_pair("longitude", longitudes)
        .append_pair("wind_speed_unit", "ms")
        .append_pair("timeformat", "unixtime")
        .append_pair("timezone", "auto");
    if let Some(key) = key {
        url.query_pairs_mut().append_pair("apikey", key.expose());
    }
    url
}

/// The weight of one full forecast against the provider's limits, in tenths of a call.
pub fn weight_tenths() -> u32 {
    let variables: usize = [CURRENT, HOURLY, MINUTELY_15].iter().map(|list| list.split(',').count()).sum();
    let (variables, days) = (variables as f64, f64::from(DAYS + PAST_DAYS));
    let calls = (variables / 10.0).max(variables / 10.0 * days / 14.0).max(1.0);
    (calls * 10.0).ceil() as u32
}
