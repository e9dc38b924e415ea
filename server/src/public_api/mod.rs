//! The public API: personal tokens, and calls whose fields stay as they are (docs/api.md).

mod calls;
mod document;
mod tokens;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRef, Request};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::clock::Clock;
use crate::error::AppError;
use crate::http::address_limit::{AddressLimit, Allowed};
use crate::http::client_address::client_address;
use crate::published_report::LoadReport;
use crate::session::Sessions;
use crate::session::api_tokens::{ApiUser, Scope};
use crate::settings::Settings;

/// Calls of one token, counted by each process.
const CALLS_BY_TOKEN: &[Allowed] = &[Allowed { calls: 60, seconds: 60 }, Allowed { calls: 1_000, seconds: 3600 }];

#[derive(Clone)]
pub struct PublicApi(Arc<Parts>);

struct Parts {
    sessions: Sessions,
    clock: Clock,
    load_report: LoadReport,
    /// `None` when rate limits are off.
    limit: Option<AddressLimit>,
    trusted_proxies: Vec<IpNet>,
}

impl PublicApi {
    pub fn new(settings: &Settings, sessions: Sessions, clock: Clock, load_report: LoadReport) -> PublicApi {
        let limit = settings.rate_limits.then(|| AddressLimit::new(CALLS_BY_TOKEN, clock.clone()));
        let trusted_proxies = settings.trusted_proxies.clone();
        PublicApi(Arc::new(Parts { sessions, clock, load_report, limit, trusted_proxies }))
    }

    /// The user of a call, once it is within the token's limits.
    async fn authorize(&self, headers: &HeaderMap, scope: Scope) -> Result<ApiUser, AppError> {
        let user = self.0.sessions.api_user(headers, scope).await?;
        if let Some(limit) = &self.0.limit {
            limit.count_name(user.token_id.to_string())?;
        }
        Ok(user)
    }

    fn client_of(&self, request: &Request) -> Option<IpAddr> {
        client_address(request, &self.0.trusted_proxies)
    }
}

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    PublicApi: FromRef<S>,
    Sessions: FromRef<S>,
{
    let calls = OpenApiRouter::new()
        .routes(routes!(calls::list_places))
        .routes(routes!(calls::get_place_weather))
        .routes(routes!(calls::get_place_alerts))
        .layer(from_fn(allow_other_sites));
    OpenApiRouter::new()
        .routes(routes!(tokens::list_api_tokens, tokens::create_api_token))
        .routes(routes!(tokens::delete_api_token))
        .merge(calls)
}

/// Pages of other sites may call, because these calls know no cookies: they must have been given a token.
async fn allow_other_sites(request: Request, next: Next) -> Response {
    let mut response = match *request.method() {
        Method::OPTIONS => StatusCode::NO_CONTENT.into_response(),
        _ => next.run(request).await,
    };
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization"),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "etag, retry-after, x-request-id"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
