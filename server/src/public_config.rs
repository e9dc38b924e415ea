//! What the page may know of the operator's settings.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::extract::Json;
use crate::settings::{OidcIcon, OidcSettings, Settings, SignUps};

#[derive(Serialize, ToSchema)]
pub struct PublicConfig {
    /// Null: sign-in with Google is not offered.
    #[schema(required)]
    google_client_id: Option<String>,
    /// Null: sign-in with Apple is not offered.
    #[schema(required)]
    apple_client_id: Option<String>,
    /// Null: no further provider is offered.
    #[schema(required)]
    oidc: Option<OidcProviderConfig>,
    /// The domain that passkeys belong to. Null: passkeys are not offered.
    #[schema(required)]
    passkey_domain: Option<String>,
    #[schema(required)]
    vapid_public_key: Option<String>,
    #[schema(required)]
    onesignal_app_id: Option<String>,
    support_email: String,
    /// Whether mails are sent: without, an address cannot be verified and a password not be reset by mail.
    has_mail: bool,
    sign_ups: SignUpsMode,
    version: &'static str,
}

/// The OpenID Connect provider that the operator has chosen.
#[derive(Serialize, ToSchema)]
pub struct OidcProviderConfig {
    /// For the button "Continue with …".
    name: String,
    icon: ProviderIcon,
}

/// An icon of the page's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderIcon {
    Key,
    Shield,
    House,
    Building,
    People,
}

/// Who may make an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignUpsMode {
    Open,
    /// With the link of an invitation.
    Invitation,
    Closed,
}

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Arc<Settings>: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(get_config))
}

/// The public part of the settings.
#[utoipa::path(get, path = "/api/config", tag = "config", responses((status = 200, description = "The settings a page needs", body = PublicConfig)))]
async fn get_config(State(settings): State<Arc<Settings>>) -> Json<PublicConfig> {
    Json(PublicConfig::from(&*settings))
}

impl From<&Settings> for PublicConfig {
    fn from(settings: &Settings) -> PublicConfig {
        PublicConfig {
            google_client_id: settings.google.client_ids.first().cloned(),
            apple_client_id: settings.apple.client_ids.first().cloned(),
            oidc: settings.oidc.as_ref().map(OidcProviderConfig::from),
            passkey_domain: settings.passkey_domain().map(str::to_owned),
            vapid_public_key: settings.push.vapid.as_ref().map(|vapid| vapid.public_key.clone()),
            onesignal_app_id: settings.push.onesignal_app_id.clone(),
            support_email: settings.mail.support.clone(),
            has_mail: settings.sends_mail(),
            sign_ups: match settings.sign_ups {
                SignUps::Open => SignUpsMode::Open,
                SignUps::Invitation => SignUpsMode::Invitation,
                SignUps::Closed => SignUpsMode::Closed,
            },
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl From<&OidcSettings> for OidcProviderConfig {
    fn from(settings: &OidcSettings) -> OidcProviderConfig {
        OidcProviderConfig {
            name: settings.name.clone(),
            icon: match settings.icon {
                OidcIcon::Key => ProviderIcon::Key,
                OidcIcon::Shield => ProviderIcon::Shield,
                OidcIcon::House => ProviderIcon::House,
                OidcIcon::Building => ProviderIcon::Building,
                OidcIcon::People => ProviderIcon::People,
            },
        }
    }
}
