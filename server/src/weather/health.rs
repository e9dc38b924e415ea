//! `/health/weather`: the state of the weather providers, for monitoring.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::providers::ProviderState;
use super::providers::names::provider_name;
use super::providers::quota::{QuotaState, QuotaUsage};
use super::service::Weather;
use crate::http::extract::Json;

#[derive(Serialize, ToSchema)]
pub struct WeatherHealth {
    /// In the order in which they are tried.
    sources: Vec<SourceHealth>,
}

#[derive(Serialize, ToSchema)]
pub struct SourceHealth {
    source: &'static str,
    state: SourceCondition,
    /// Weighted calls made today; null without a limit.
    #[schema(required)]
    calls_today: Option<u32>,
    /// Weighted calls allowed per day; null without a limit.
    #[schema(required)]
    daily_quota: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceCondition {
    Ready,
    /// Its circuit breaker is open after repeated failures: it is not called for some seconds.
    CircuitOpen,
    /// Today's quota runs low: reports stay fresh for longer.
    QuotaLow,
    /// Today's quota is used up: the next source is used instead.
    QuotaExhausted,
}

/// State of the weather sources.
#[utoipa::path(get, path = "/health/weather", tag = "health", responses(
    (status = 200, description = "The sources in their order", body = WeatherHealth),
))]
pub async fn get_weather_health(State(weather): State<Weather>) -> Json<WeatherHealth> {
    Json(WeatherHealth { sources: weather.provider_states().await.iter().map(SourceHealth::new).collect() })
}

impl SourceHealth {
    fn new(provider: &ProviderState) -> SourceHealth {
        SourceHealth {
            source: provider_name(provider.id),
            state: condition(provider.is_circuit_open, provider.quota),
            calls_today: provider.quota.map(|quota| quota.spent),
            daily_quota: provider.quota.map(|quota| quota.allowed),
        }
    }
}

fn condition(is_circuit_open: bool, quota: Option<QuotaUsage>) -> SourceCondition {
    match quota.map(|quota| quota.state) {
        Some(QuotaState::Exhausted) => SourceCondition::QuotaExhausted,
        _ if is_circuit_open => SourceCondition::CircuitOpen,
        Some(QuotaState::Low) => SourceCondition::QuotaLow,
        Some(QuotaState::Sufficient) | None => SourceCondition::Ready,
    }
}
