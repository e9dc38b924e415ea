//! The files by which a phone's system trusts our app with our addresses, so that a sign-in comes back into the app.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, State};
use axum::routing::get;
use serde_json::{Value, json};

use crate::error::AppError;
use crate::http::extract::Json;
use crate::settings::{AndroidApp, Settings};

/// Where a sign-in ends; nothing else is opened in the app.
const CALLBACK: &str = "/auth/callback";

/// Not part of the contract: the systems of phones ask, no client of ours does.
pub fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Settings>: FromRef<S>,
{
    Router::new()
        .route("/.well-known/apple-app-site-association", get(apple))
        .route("/.well-known/assetlinks.json", get(android))
}

async fn apple(State(settings): State<Arc<Settings>>) -> Result<Json<Value>, AppError> {
    if settings.apps.ios.is_empty() {
        return Err(AppError::NotFound);
    }
    let details = json!([{ "appIDs": settings.apps.ios, "components": [{ "/": CALLBACK }] }]);
    Ok(Json(json!({ "applinks": { "details": details } })))
}

async fn android(State(settings): State<Arc<Settings>>) -> Result<Json<Value>, AppError> {
    if settings.apps.android.is_empty() {
        return Err(AppError::NotFound);
    }
    let mut fingerprints = BTreeMap::<&str, Vec<&str>>::new();
    for AndroidApp { package, fingerprint } in &settings.apps.android {
        fingerprints.entry(package).or_default().push(fingerprint);
    }
    let statement = |(package, fingerprints)| {
        json!({
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": {
                "namespace": "android_app",
                "package_name": package,
                "sha256_cert_fingerprints": fingerprints,
            },
        })
    };
    Ok(Json(fingerprints.into_iter().map(statement).collect()))
}
