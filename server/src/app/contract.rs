//! Every call with its description, and the OpenAPI document of them.

use std::sync::LazyLock;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::http::docs_page;
use crate::{
    accounts, alerts, contact, embed, feeds, health, history, locations, permission, places, preferences, public_api,
    public_config, push, rain, weather,
};

/// The calls, and the document as committed in `openapi.json`. No setting changes them.
pub struct Contract {
    pub calls: Router<App>,
    pub document: utoipa::openapi::OpenApi,
}

impl Contract {
    /// Assembled once, even when a process starts several applications, as tests do.
    pub fn shared() -> &'static Contract {
        static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
            let (calls, document) = calls().split_for_parts();
            Contract { calls, document: with_busy_answers(document) }
        });
        &CONTRACT
    }
}

/// The document as JSON and as a page, rendered when they are first requested.
pub fn pages() -> Router<App> {
    static JSON: LazyLock<Value> = LazyLock::new(|| json!(Contract::shared().document));
    static PAGE: LazyLock<String> = LazyLock::new(|| docs_page::render(&JSON));
    Router::new()
        .route("/api/openapi.json", get(async || Json(&*JSON)))
        .route("/api/docs", get(async || docs_page::answer(&PAGE)))
        .layer(CompressionLayer::new())
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Halcyon",
    description = "Weather that can be trusted: the calls of the Halcyon server. Values are metric, times are UTC.",
    license(name = "Apache-2.0", identifier = "Apache-2.0"),
), modifiers(&PersonalToken))]
struct Description;

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
    OpenApiRouter::with_openapi(Description::openapi())
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
