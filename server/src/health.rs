//! Is the process up, and can it do its work?

use axum::extract::{FromRef, State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::db::Db;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;

#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: trouble is a status, not a word.
    status: &'static str,
}

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Db: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(get_live)).routes(routes!(get_ready))
}

/// The process runs, and a restart would help nothing.
#[utoipa::path(get, path = "/health/live", tag = "health", responses(
    (status = 200, description = "It runs, with or without its database", body = Health),
    (status = 503, description = "The database works and the process cannot use it: restart the process", body = ErrorBody),
))]
async fn get_live(State(db): State<Db>) -> Result<Json<Health>, AppError> {
    if db.is_stuck() {
        return Err(AppError::Unavailable { what: "database connection", retry_after_seconds: 2 });
    }
    Ok(Json(Health { status: "ok" }))
}

/// The process can do its work: the database answers.
#[utoipa::path(get, path = "/health/ready", tag = "health", responses(
    (status = 200, description = "Ready for requests", body = Health),
    (status = 503, description = "The database does not answer", body = ErrorBody),
))]
async fn get_ready(State(db): State<Db>) -> Result<Json<Health>, AppError> {
    let unavailable = AppError::Unavailable { what: "database", retry_after_seconds: 2 };
    db.ping().await.map_err(|_| unavailable)?;
    Ok(Json(Health { status: "ok" }))
}
