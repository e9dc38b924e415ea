//! The one list: every slice's routes and every layer, in order.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::security_headers::{self, SecurityHeaders};
use crate::http::static_files::{self, StaticFiles};
use crate::http::{docs_page, failures, requests};
use crate::{accounts, config, health, places, preferences, weather};

/// The client gives up after 30 s as well.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const BODY_LIMIT_BYTES: usize = 256 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Halcyon",
    description = "Weather that can be trusted: the calls of the Halcyon server. Values are metric, times are UTC.",
    license(name = "Apache-2.0", identifier = "Apache-2.0"),
))]
struct Contract;

/// Every call with its description; the state's type is all that is known of the app here.
fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Contract::openapi())
        .merge(health::routes())
        .merge(config::routes())
        .merge(places::routes())
        .merge(accounts::routes::routes())
        .merge(preferences::routes::routes())
        .layer(CompressionLayer::new())
        // Reports are kept compressed: nothing is left to do for a layer.
        .merge(weather::routes())
}

/// The OpenAPI document as committed in `openapi.json`.
pub fn openapi() -> utoipa::openapi::OpenApi {
    calls().into_openapi()
}

pub fn router(app: App) -> anyhow::Result<Router> {
    let files = StaticFiles::embedded();
    let security = SecurityHeaders::new(&app.settings, &files.style_hashes())?;
    let trusted_proxies: Arc<[ipnet::IpNet]> = app.settings.trusted_proxies.clone().into();

    let (calls, document) = calls().split_for_parts();
    Ok(calls
        .merge(contract_pages(document)?)
        .with_state(app)
        .fallback_service(get(static_files::serve).fallback(static_files::serve).with_state(files))
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(failures::write_failures))
        .layer(middleware::from_fn_with_state(security, security_headers::add))
        .layer(middleware::from_fn_with_state(trusted_proxies, requests::follow)))
}

/// The contract itself: for machines and for people.
fn contract_pages(document: utoipa::openapi::OpenApi) -> anyhow::Result<Router<App>> {
    let json = Arc::new(serde_json::to_value(&document)?);
    let page: Arc<str> = docs_page::render(&json).into();
    Ok(Router::new()
        .route("/api/openapi.json", get(move || async move { axum::Json(Arc::unwrap_or_clone(json)) }))
        .route("/api/docs", get(move || async move { docs_page::answer(&page) }))
        .layer(CompressionLayer::new()))
}
