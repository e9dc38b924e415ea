//! `/health/weather`: how the sources stand, for whoever watches the service.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::providers::SourceState;
use super::providers::names::name_of;
use super::providers::quota::{BudgetState, Rationing};
use super::service::Weather;
use crate::http::extract::Json;

#[derive(Serialize, ToSchema)]
pub struct WeatherHealth {
    /// In the order in which they are asked.
    sources: Vec<SourceHealth>,
}

#[derive(Serialize, ToSchema)]
pub struct SourceHealth {
    source: &'static str,
    state: SourceCondition,
    /// Weighted calls spent today; null where there is no budget.
    #[schema(required)]
    calls_today: Option<u32>,
    /// Weighted calls allowed a day.
    #[schema(required)]
    daily_budget: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceCondition {
    Ready,
    /// It failed too often just now and is left alone for some seconds.
    Resting,
    /// Little is left of today's budget: reports stay fresh for longer.
    BudgetShort,
    /// Nothing is left of it: the next source is asked instead.
    BudgetSpent,
}

/// How the weather sources stand: resting, short of budget, or ready.
#[utoipa::path(get, path = "/health/weather", tag = "health", responses(
    (status = 200, description = "Each source in its order", body = WeatherHealth),
))]
pub async fn get_weather_health(State(weather): State<Weather>) -> Json<WeatherHealth> {
    Json(WeatherHealth { sources: weather.source_states().await.iter().map(SourceHealth::of).collect() })
}

impl SourceHealth {
    fn of(source: &SourceState) -> SourceHealth {
        SourceHealth {
            source: name_of(source.id),
            state: condition(source.resting, source.budget),
            calls_today: source.budget.map(|budget| budget.spent),
            daily_budget: source.budget.map(|budget| budget.allowed),
        }
    }
}

fn condition(resting: bool, budget: Option<BudgetState>) -> SourceCondition {
    match budget.map(|budget| budget.rationing) {
        Some(Rationing::Spent) => SourceCondition::BudgetSpent,
        _ if resting => SourceCondition::Resting,
        Some(Rationing::Short) => SourceCondition::BudgetShort,
        Some(Rationing::None) | None => SourceCondition::Ready,
    }
}
