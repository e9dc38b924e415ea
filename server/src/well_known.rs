//! Files at well-known addresses: the contact for vulnerabilities, and the files by which a phone's system lets our app
//! open our addresses and use our passkeys, so that a sign-in returns to the app.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::error::AppError;
use crate::http::extract::Json;
use crate::session::Sessions;
use crate::settings::{AndroidApp, Settings, is_on_this_machine};

/// Where a sign-in ends; nothing else is opened in the app.
const CALLBACK: &str = "/auth/callback";
const VALID_FOR: SignedDuration = SignedDuration::from_hours(180 * 24);

/// Not part of the contract: the systems of phones ask, no client of ours does.
pub fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Settings>: FromRef<S>,
    Sessions: FromRef<S>,
{
    Router::new()
        .route("/.well-known/security.txt", get(security))
        .route("/.well-known/apple-app-site-association", get(apple))
        .route("/.well-known/assetlinks.json", get(android))
}

/// RFC 9116. It must not be older than a year, so that it always ends some months from now.
async fn security(
    State(settings): State<Arc<Settings>>,
    State(sessions): State<Sessions>,
) -> Result<Response, AppError> {
    if is_on_this_machine(&settings.mail.support) {
        return Err(AppError::NotFound);
    }
    let expires = (sessions.clock.now() + VALID_FOR).strftime("%FT00:00:00Z");
    let text = format!(
        "Contact: mailto:{}\nExpires: {expires}\nPreferred-Languages: en, de, tr\nCanonical: {}.well-known/security.txt\n",
        settings.mail.support, settings.public_url
    );
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn apple(State(settings): State<Arc<Settings>>) -> Result<Json<Value>, AppError> {
    if settings.apps.ios.is_empty() {
        return Err(AppError::NotFound);
    }
    let details = json!([{ "appIDs": settings.apps.ios, "components": [{ "/": CALLBACK }] }]);
    Ok(Json(json!({ "applinks": { "details": details }, "webcredentials": { "apps": settings.apps.ios } })))
}

async fn android(State(settings): State<Arc<Settings>>) -> Result<Json<Value>, AppError> {
    if settings.apps.android.is_empty() {
        return Err(AppError::NotFound);
    }
    let mut fingerprints = BTreeMap::<&str, Vec<&str>>::new();
    for AndroidApp { package, fingerprint, .. } in &settings.apps.android {
        fingerprints.entry(package).or_default().push(fingerprint);
    }
    let statement = |(package, fingerprints)| {
        json!({
            "relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
            "target": {
                "namespace": "android_app",
                "package_name": package,
                "sha256_cert_fingerprints": fingerprints,
            },
        })
    };
    Ok(Json(fingerprints.into_iter().map(statement).collect()))
}
