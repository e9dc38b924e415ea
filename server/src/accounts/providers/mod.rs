//! Sign in with Google and Apple: configuration, token validation, code exchange.

mod code;
mod id_token;
mod key_set;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;

pub use code::Tokens;
pub use id_token::{VerificationError, VerifiedIdentity, display_name};

use crate::clock::Clock;
use crate::error::{AppError, AuthProblem};
use crate::outbound::{Redirects, RequestPolicy, Upstream};
use crate::settings::{ProviderSettings, Settings};
use key_set::ProviderKeys;

/// Short, because a user is waiting for the sign-in to finish.
const LIMITS: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(8),
    attempt: Duration::from_secs(4),
    attempts: 2,
    body_bytes: 256 * 1024,
    concurrency: 16,
    redirects: Redirects::Never,
    counts_throttling: true,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    Google,
    Apple,
}

impl Provider {
    pub fn name(self) -> &'static str {
        match self {
            Provider::Google => "google",
            Provider::Apple => "apple",
        }
    }

    /// The display name, the same in every language.
    pub fn title(self) -> &'static str {
        match self {
            Provider::Google => "Google",
            Provider::Apple => "Apple",
        }
    }

    pub fn problem(self) -> AuthProblem {
        match self {
            Provider::Google => AuthProblem::GoogleFailed,
            Provider::Apple => AuthProblem::AppleFailed,
        }
    }

    /// Refuses the sign-in; the reason goes to the log only.
    pub fn refuse(self, reason: impl fmt::Display) -> AppError {
        tracing::info!(provider = self.name(), %reason, "sign-in refused");
        AppError::Unauthorized(self.problem())
    }
}

/// A user as identified by a provider.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    pub provider: Provider,
    /// The provider's stable subject id, the only key.
    pub subject: String,
    pub email: Option<String>,
    /// The provider has verified the address and is authoritative for it.
    pub is_email_proven: bool,
    pub first_name: String,
    pub last_name: String,
    /// Apple's code, to be exchanged for the token that a deletion revokes.
    pub code: Option<String>,
}

/// One provider with its keys and our credentials there.
pub struct OidcProvider {
    pub provider: Provider,
    settings: ProviderSettings,
    /// The redirect URI that is registered with the provider.
    pub redirect_uri: Url,
    keys: ProviderKeys,
    upstream: Upstream,
    signing_key: Option<jsonwebtoken::EncodingKey>,
    clock: Clock,
}

/// The providers the operator configured.
#[derive(Clone)]
pub struct Providers {
    google: Option<Arc<OidcProvider>>,
    apple: Option<Arc<OidcProvider>>,
}

impl Providers {
    pub fn new(settings: &Settings, clock: &Clock) -> anyhow::Result<Providers> {
        let configured = |provider, own: &ProviderSettings, path: &str| -> anyhow::Result<_> {
            if own.client_ids.is_empty() {
                return Ok(None);
            }
            let redirect_uri = settings.public_url.join(path)?;
            Ok(Some(Arc::new(OidcProvider::new(provider, own, redirect_uri, clock)?)))
        };
        Ok(Providers {
            google: configured(Provider::Google, &settings.google, "/auth/callback")?,
            apple: configured(Provider::Apple, &settings.apple, "/auth/apple/callback")?,
        })
    }

    /// Fails when the provider is not configured.
    pub fn get(&self, provider: Provider) -> Result<&Arc<OidcProvider>, AppError> {
        let found = match provider {
            Provider::Google => &self.google,
            Provider::Apple => &self.apple,
        };
        found.as_ref().ok_or_else(|| provider.refuse("not configured"))
    }
}

impl OidcProvider {
    fn new(
        provider: Provider,
        settings: &ProviderSettings,
        redirect_uri: Url,
        clock: &Clock,
    ) -> anyhow::Result<OidcProvider> {
        let user_agent = concat!("Halcyon/", env!("CARGO_PKG_VERSION"));
        let upstream = Upstream::new(provider.name(), user_agent, LIMITS, clock.clone())?;
        Ok(OidcProvider {
            provider,
            redirect_uri,
            keys: ProviderKeys::new(settings.jwks_url.clone(), upstream.clone(), clock.clone()),
            signing_key: code::signing_key(&settings.client_secret)?,
            settings: settings.clone(),
            upstream,
            clock: clock.clone(),
        })
    }

    /// The page's own client id.
    pub fn client_id(&self) -> &str {
        self.settings.client_ids.first().map_or("", String::as_str)
    }

    /// The provider's authorization URL.
    pub fn authorize_url(&self, parameters: &[(&str, &str)]) -> Url {
        let mut url = self.settings.auth_url.clone();
        url.query_pairs_mut()
            .append_pair("client_id", self.client_id())
            .append_pair("redirect_uri", self.redirect_uri.as_str())
            .extend_pairs(parameters);
        url
    }
}
