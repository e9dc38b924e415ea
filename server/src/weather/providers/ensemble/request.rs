//! URLs of the ensemble service and their weight against its limits.

use url::Url;

use crate::weather::model::grid::GridPoint;
use crate::weather::providers::open_meteo::service_url;

/// Each counts as one member: the mean over its members, and their standard deviation.
pub const MEAN_MODELS: [&str; 2] = ["ecmwf_ifs025_ensemble_mean", "ncep_gefs_ensemble_mean_seamless"];
const MEAN_VARIABLES: &str = "temperature_2m,temperature_2m_spread";
/// Reaches sixteen days; that of ECMWF would cost two thirds more and often lacks the last day.
const MEMBER_MODEL: &str = "ncep_gefs_seamless";
const MEMBER_COUNT: u32 = 31;
pub const PRECIPITATION: &str = "precipitation_sum";
pub const WIND: &str = "wind_speed_10m_max";
const DAYS: u32 = 15;

/// Hourly, because the spread does not exist for days. Unix times, for days of our own time zone rules.
pub fn means_url(base: &Url, cell: GridPoint) -> Url {
    let mut url = ensemble_url(base, cell);
    url.query_pairs_mut()
        .append_pair("hourly", MEAN_VARIABLES)
        .append_pair("models", &MEAN_MODELS.join(","))
        .append_pair("timeformat", "unixtime");
    url
}

pub fn members_url(base: &Url, cell: GridPoint) -> Url {
    let mut url = ensemble_url(base, cell);
    url.query_pairs_mut()
        .append_pair("daily", &[PRECIPITATION, WIND].join(","))
        .append_pair("models", MEMBER_MODEL)
        .append_pair("wind_speed_unit", "ms");
    url
}

fn ensemble_url(base: &Url, cell: GridPoint) -> Url {
    let mut url = service_url(base, "ensemble-api", "/v1/ensemble");
    url.query_pairs_mut()
        .append_pair("latitude", &cell.latitude().to_string())
        .append_pair("longitude", &cell.longitude().to_string())
        .append_pair("forecast_days", &DAYS.to_string())
        .append_pair("timezone", "auto");
    url
}

pub fn means_weight_tenths() -> u32 {
    weight_tenths(2, MEAN_MODELS.len() as u32)
}

pub fn members_weight_tenths() -> u32 {
    weight_tenths(2, MEMBER_COUNT)
}

/// The provider's rule: variables times members, in tens, at least one; longer than fourteen days in proportion.
fn weight_tenths(variables: u32, members: u32) -> u32 {
    let values = f64::from(variables * members);
    let calls = (values / 10.0).max(values / 10.0 * f64::from(DAYS) / 14.0).max(1.0);
    (calls * 10.0).ceil() as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// By the provider's formula: max(1, 4/10 × 15/14) = 1, and 62/10 × 15/14 = 6.64.
    #[test]
    fn the_two_calls_weigh_less_than_eight() {
        assert_eq!((means_weight_tenths(), members_weight_tenths()), (10, 67));
    }

    #[test]
    fn the_service_has_its_own_host_and_a_self_hosted_one_does_not() {
        let cell = GridPoint::nearest(52.5, 13.4, 0.1).unwrap();
        let host = |base: &str| {
            let url = means_url(&Url::parse(base).unwrap(), cell);
            format!("{}{}", url.host_str().unwrap(), url.path())
        };
        assert_eq!(host("https://api.open-meteo.com"), "ensemble-api.open-meteo.com/v1/ensemble");
        assert_eq!(host("https://customer-api.open-meteo.com"), "customer-ensemble-api.open-meteo.com/v1/ensemble");
        assert_eq!(host("https://weather.example/meteo/"), "weather.example/meteo/v1/ensemble");
    }
}
