//! Sign-in providers (Google, Apple, and one that the operator has chosen): discovery, token validation, code exchange.

mod cached;
mod code;
mod endpoints;
mod id_token;
mod key_set;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::Algorithm;
use serde::{Deserialize, Serialize};
use url::Url;

pub use code::Tokens;
pub use id_token::{VerificationError, VerifiedIdentity, display_name};

use crate::clock::Clock;
use crate::error::{AppError, AuthProblem};
use crate::outbound::{OutboundError, Redirects, RequestPolicy, Upstream};
use crate::settings::{ClientSecret, OidcSettings, ProviderSettings, Settings};
use endpoints::{Discovery, EndpointSource, Endpoints};
use key_set::ProviderKeys;

/// The standard claim with the address.
const EMAIL: &str = "email";

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
    /// The one that the operator has chosen.
    Oidc,
}

impl Provider {
    pub fn name(self) -> &'static str {
        match self {
            Provider::Google => "google",
            Provider::Apple => "apple",
            Provider::Oidc => "oidc",
        }
    }

    pub fn named(name: &str) -> Option<Provider> {
        [Provider::Google, Provider::Apple, Provider::Oidc].into_iter().find(|provider| provider.name() == name)
    }

    pub fn problem(self) -> AuthProblem {
        match self {
            Provider::Google => AuthProblem::GoogleFailed,
            Provider::Apple => AuthProblem::AppleFailed,
            Provider::Oidc => AuthProblem::OidcFailed,
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
    /// The page's own first.
    client_ids: Vec<String>,
    issuers: Vec<String>,
    client_secret: ClientSecret,
    /// For a secret that is signed for each request.
    signing_key: Option<jsonwebtoken::EncodingKey>,
    endpoints: EndpointSource,
    algorithms: &'static [Algorithm],
    email: EmailRule,
    /// Whether an unknown identity makes an account.
    pub has_sign_up: bool,
    /// The redirect URI that is registered with the provider.
    pub redirect_uri: Url,
    keys: ProviderKeys,
    upstream: Upstream,
    clock: Clock,
}

/// Where the address is, and whether it counts as verified without the provider's word.
struct EmailRule {
    claim: String,
    is_trusted: bool,
}

/// The providers the operator configured.
#[derive(Clone)]
pub struct Providers {
    google: Option<Arc<OidcProvider>>,
    apple: Option<Arc<OidcProvider>>,
    oidc: Option<Arc<OidcProvider>>,
    /// The name of the operator's own choice.
    oidc_name: Arc<str>,
}

impl Providers {
    pub fn new(settings: &Settings, clock: &Clock) -> anyhow::Result<Providers> {
        let configured = |provider, own: &ProviderSettings, path: &str| -> anyhow::Result<_> {
            if own.client_ids.is_empty() {
                return Ok(None);
            }
            let redirect_uri = settings.public_url.join(path)?;
            Ok(Some(Arc::new(OidcProvider::fixed(provider, own, redirect_uri, clock)?)))
        };
        let discovered = |own: &OidcSettings| -> anyhow::Result<_> {
            let redirect_uri = settings.public_url.join("/auth/oidc/callback")?;
            Ok(Arc::new(OidcProvider::discovered(own, redirect_uri, clock)?))
        };
        Ok(Providers {
            google: configured(Provider::Google, &settings.google, "/auth/callback")?,
            apple: configured(Provider::Apple, &settings.apple, "/auth/apple/callback")?,
            oidc: settings.oidc.as_ref().map(discovered).transpose()?,
            oidc_name: settings.oidc.as_ref().map_or("OpenID Connect", |own| &own.name).into(),
        })
    }

    /// Fails when the provider is not configured.
    pub fn get(&self, provider: Provider) -> Result<&Arc<OidcProvider>, AppError> {
        let found = match provider {
            Provider::Google => &self.google,
            Provider::Apple => &self.apple,
            Provider::Oidc => &self.oidc,
        };
        found.as_ref().ok_or_else(|| provider.refuse("not configured"))
    }

    /// The display name, the same in every language.
    pub fn title(&self, provider: Provider) -> &str {
        match provider {
            Provider::Google => "Google",
            Provider::Apple => "Apple",
            Provider::Oidc => &self.oidc_name,
        }
    }

    /// Reads the discovery document of the operator's own choice, if there is one.
    pub async fn discover(&self) -> Result<(), OutboundError> {
        match &self.oidc {
            Some(oidc) => oidc.endpoints.get().await.map(|_| ()),
            None => Ok(()),
        }
    }
}

impl OidcProvider {
    /// A provider whose endpoints the settings name.
    fn fixed(
        provider: Provider,
        settings: &ProviderSettings,
        redirect_uri: Url,
        clock: &Clock,
    ) -> anyhow::Result<OidcProvider> {
        let upstream = upstream(provider, clock)?;
        Ok(OidcProvider {
            provider,
            client_ids: settings.client_ids.clone(),
            issuers: settings.issuers.clone(),
            signing_key: code::signing_key(&settings.client_secret)?,
            client_secret: settings.client_secret.clone(),
            endpoints: EndpointSource::Fixed(Arc::new(Endpoints::from(settings))),
            algorithms: &[Algorithm::RS256],
            email: EmailRule { claim: EMAIL.to_owned(), is_trusted: false },
            has_sign_up: true,
            redirect_uri,
            keys: ProviderKeys::new(upstream.clone(), clock.clone()),
            upstream,
            clock: clock.clone(),
        })
    }

    /// A provider whose endpoints its discovery document names.
    fn discovered(settings: &OidcSettings, redirect_uri: Url, clock: &Clock) -> anyhow::Result<OidcProvider> {
        let upstream = upstream(Provider::Oidc, clock)?;
        let discovery = Discovery::new(&settings.issuer, upstream.clone(), clock.clone())?;
        Ok(OidcProvider {
            provider: Provider::Oidc,
            client_ids: vec![settings.client_id.clone()],
            issuers: vec![settings.issuer.clone()],
            signing_key: None,
            client_secret: ClientSecret::Fixed(settings.client_secret.clone()),
            endpoints: EndpointSource::Discovered(Box::new(discovery)),
            algorithms: &[Algorithm::RS256, Algorithm::ES256],
            email: EmailRule { claim: settings.email_claim.clone(), is_trusted: settings.trusts_email },
            has_sign_up: settings.has_sign_up,
            redirect_uri,
            keys: ProviderKeys::new(upstream.clone(), clock.clone()),
            upstream,
            clock: clock.clone(),
        })
    }

    /// The page's own client id.
    pub fn client_id(&self) -> &str {
        self.client_ids.first().map_or("", String::as_str)
    }

    pub fn is_issuer(&self, issuer: &str) -> bool {
        self.issuers.iter().any(|own| own == issuer)
    }

    /// The provider's authorization URL.
    pub async fn authorize_url(&self, parameters: &[(&str, &str)]) -> Result<Url, AppError> {
        let mut url = self.endpoints().await?.authorization.clone();
        url.query_pairs_mut()
            .append_pair("client_id", self.client_id())
            .append_pair("redirect_uri", self.redirect_uri.as_str())
            .extend_pairs(parameters);
        Ok(url)
    }

    /// Where the browser ends its session at the provider; `None` if the provider has no such page or cannot be asked.
    pub async fn end_session_url(&self, return_to: &Url) -> Option<Url> {
        let mut url = self.endpoints.get().await.ok()?.end_session.clone()?;
        url.query_pairs_mut()
            .append_pair("client_id", self.client_id())
            .append_pair("post_logout_redirect_uri", return_to.as_str());
        Some(url)
    }

    async fn endpoints(&self) -> Result<Arc<Endpoints>, AppError> {
        self.endpoints.get().await.map_err(|_| AppError::ProviderDown(self.provider.problem()))
    }
}

fn upstream(provider: Provider, clock: &Clock) -> anyhow::Result<Upstream> {
    Upstream::new(provider.name(), concat!("Halcyon/", env!("CARGO_PKG_VERSION")), LIMITS, clock.clone())
}
