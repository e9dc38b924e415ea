//! Alerts: what authorities issue and which hazards we compute, which saved places they apply to, and which users are
//! notified. `docs/alerts.md` has the diagram.
//!
//! Each stage may import only the stages before it:
//! `model` → `sources` → `schedule` → `matching` → `ingest` → `notify` → `briefings` → `thresholds` → `notifications` → `delivery` → `maintenance` →
//! `service` → `areas`, `health`.

mod areas;
mod briefings;
mod delivery;
mod health;
mod ingest;
mod maintenance;
mod matching;
mod model;
mod notifications;
mod notify;
mod schedule;
mod service;
mod sources;
mod thresholds;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::db::rate_limit::RateLimiter;
use crate::session::Sessions;

pub use briefings::routes::Previews;
pub use delivery::{DELIVERY_KINDS, Deliveries, check_vapid};
pub use health::expose;
pub use ingest::built_in::addresses as source_addresses;
pub use ingest::feed::Feed;
pub use matching::area_index::AreaIndex;
pub use model::area::{Area, AreaMatch, Polygon};
pub use schedule::cells::recheck_user;
pub use service::AlertService;

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    RateLimiter: FromRef<S>,
    AlertService: FromRef<S>,
    Previews: FromRef<S>,
{
    notifications::routes::routes()
        .merge(briefings::routes::routes())
        .merge(thresholds::routes::routes())
        .merge(areas::routes())
        .merge(health::routes())
}
