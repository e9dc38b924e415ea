//! The one list: every slice's routes and every layer, in order.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::response::Response;
use axum::routing::get;
use tower::Layer;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::docs_page;
use crate::http::edge::{Edge, EdgeService};
use crate::http::routes::Routes;
use crate::{
    accounts, alerts, contact, embed, feeds, health, history, html, locations, permission, places, preferences,
    public_api, public_config, push, rain, terminal, weather, well_known,
};

#[derive(OpenApi)]
#[openapi(info(
    title = "Halcyon",
    description = "Weather that can be trusted: the calls of the Halcyon server. Values are metric, times are UTC.",
    license(name = "Apache-2.0", identifier = "Apache-2.0"),
), modifiers(&PersonalToken))]
struct Contract;

/// How the calls of version 1 are authorised.
struct PersonalToken;

impl Modify for PersonalToken {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A personal token, created in the settings, with the scopes that are listed at each call",
            ))
            .build();
        let components = document.components.get_or_insert_with(Default::default);
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Every call with its description. Answers are small or kept compressed: no layer compresses them again.
fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Contract::openapi())
        .merge(accounts::routes::routes())
        .merge(preferences::routes::routes())
        .merge(locations::routes::routes())
        .merge(history::routes::routes())
        .merge(permission::routes())
        .merge(push::routes::routes())
        .merge(alerts::routes())
        .merge(public_api::routes())
        .merge(feeds::routes())
        .merge(contact::routes())
        // The edge has limited the body already.
        .layer(DefaultBodyLimit::disable())
        // Handlers below this line read no body.
        .merge(health::routes())
        .merge(public_config::routes())
        .merge(places::routes())
        .merge(weather::routes())
        .merge(rain::routes())
        .merge(embed::routes())
}

/// The OpenAPI document as committed in `openapi.json`.
pub fn openapi() -> utoipa::openapi::OpenApi {
    with_busy_answers(calls().into_openapi())
}

/// Any call may find us busy, and any body may be slow: said once for all of them.
fn with_busy_answers(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let busy = ResponseBuilder::new()
        .description("Too much is asked of us, or the database does not answer; `Retry-After` says when to come back")
        .content("application/json", Content::new(Some(Ref::from_schema_name("ErrorBody"))))
        .build();
    let slow = ResponseBuilder::new()
        .description("The body did not arrive in time")
        .content("application/json", Content::new(Some(Ref::from_schema_name("ErrorBody"))))
        .build();
    let calls = document.paths.paths.iter_mut().filter(|(path, _)| path.starts_with("/api/"));
    for (_, item) in calls {
        for operation in [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten() {
            operation.responses.responses.entry("503".to_owned()).or_insert_with(|| busy.clone().into());
            if operation.request_body.is_some() {
                operation.responses.responses.entry("408".to_owned()).or_insert_with(|| slow.clone().into());
            }
        }
    }
    document
}

/// All of Halcyon as one service. The edge stands around the router, not within each of its routes, where every
/// request would pay for one more copy.
pub type Application = EdgeService<Router>;

pub fn router(app: App) -> anyhow::Result<Application> {
    let site = app.clone();
    let (calls, document) = calls().split_for_parts();
    let document = with_busy_answers(document);
    let routes = Routes::new(document.paths.paths.keys().cloned())?;
    let edge = Edge::new(&app.settings, &app.files.inline_hashes(), routes)?;
    let router = calls
        .merge(contract_pages(document)?)
        .merge(well_known::routes())
        .merge(html::routes())
        .with_state(app)
        .fallback_service(get(serve_page).fallback(serve_page).with_state(site));
    Ok(edge.layer(router))
}

/// A page or one of its files; for a terminal the weather of the place that the path names.
async fn serve_page(State(app): State<App>, request: Request) -> Response {
    if terminal::is_asked_for(&request) && app.shell.leaves_to_terminals(request.uri().path()) {
        return app.terminal.answer(request).await;
    }
    html::serve(State(app.shell.clone()), request).await
}

/// The OpenAPI document, as JSON and as a page.
fn contract_pages(document: utoipa::openapi::OpenApi) -> anyhow::Result<Router<App>> {
    let json = Arc::new(serde_json::to_value(&document)?);
    let page: Arc<str> = docs_page::render(&json).into();
    Ok(Router::new()
        .route("/api/openapi.json", get(move || async move { axum::Json(Arc::unwrap_or_clone(json)) }))
        .route("/api/docs", get(move || async move { docs_page::answer(&page) }))
        .layer(CompressionLayer::new()))
}
