//! Where a provider answers: from the settings, or from its discovery document.

use std::sync::Arc;

use serde::Deserialize;
use url::Url;

use super::cached::CachedDocument;
use crate::clock::Clock;
use crate::outbound::{OutboundError, Upstream};
use crate::settings::{ProviderSettings, is_private};

const DISCOVERY_PATH: &str = "/.well-known/openid-configuration";
const BASIC: &str = "client_secret_basic";

#[derive(Debug)]
pub struct Endpoints {
    pub authorization: Url,
    pub token: Url,
    pub keys: Url,
    pub revocation: Option<Url>,
    /// Has the claims that the ID token lacks.
    pub user_info: Option<Url>,
    /// Ends the session at the provider.
    pub end_session: Option<Url>,
    pub authentication: ClientAuthentication,
}

/// How the client secret is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientAuthentication {
    /// In the form.
    Post,
    /// In the Authorization header.
    Basic,
}

pub enum EndpointSource {
    Fixed(Arc<Endpoints>),
    Discovered(Box<Discovery>),
}

/// The discovery document of an issuer.
pub struct Discovery {
    issuer: String,
    url: Url,
    document: CachedDocument<Endpoints>,
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    end_session_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

impl From<&ProviderSettings> for Endpoints {
    fn from(settings: &ProviderSettings) -> Endpoints {
        Endpoints {
            authorization: settings.auth_url.clone(),
            token: settings.token_url.clone(),
            keys: settings.jwks_url.clone(),
            revocation: settings.revoke_url.clone(),
            user_info: None,
            end_session: None,
            authentication: ClientAuthentication::Post,
        }
    }
}

impl EndpointSource {
    /// The last ones that were known, if the provider cannot be reached.
    pub async fn get(&self) -> Result<Arc<Endpoints>, OutboundError> {
        match self {
            EndpointSource::Fixed(endpoints) => Ok(endpoints.clone()),
            EndpointSource::Discovered(discovery) => discovery.get().await,
        }
    }
}

impl Discovery {
    pub fn new(issuer: &str, upstream: Upstream, clock: Clock) -> anyhow::Result<Discovery> {
        let url = Url::parse(&format!("{}{DISCOVERY_PATH}", issuer.trim_end_matches('/')))?;
        Ok(Discovery { issuer: issuer.to_owned(), url, document: CachedDocument::new(upstream, clock) })
    }

    async fn get(&self) -> Result<Arc<Endpoints>, OutboundError> {
        let lookup = self.document.get(&self.url, |_| true, |body| read(body, &self.issuer)).await;
        lookup.document.ok_or(lookup.failure.unwrap_or(OutboundError::Open))
    }
}

fn read(body: &[u8], issuer: &str) -> Result<Endpoints, OutboundError> {
    let unusable = |what: String| OutboundError::Unusable(what);
    let document: Document = serde_json::from_slice(body).map_err(|error| unusable(error.to_string()))?;
    // A server that answers for another issuer could vouch for its users.
    if document.issuer != issuer {
        return Err(unusable(format!("its issuer is '{}', not '{issuer}'", document.issuer)));
    }
    let endpoint = |text: &str| address(text, issuer).ok_or_else(|| unusable(format!("'{text}' is no safe address")));
    let optional = |text: Option<String>| text.as_deref().map(endpoint).transpose();
    Ok(Endpoints {
        authorization: endpoint(&document.authorization_endpoint)?,
        token: endpoint(&document.token_endpoint)?,
        keys: endpoint(&document.jwks_uri)?,
        revocation: None,
        user_info: optional(document.userinfo_endpoint)?,
        end_session: optional(document.end_session_endpoint)?,
        authentication: authentication(document.token_endpoint_auth_methods_supported.as_deref()),
    })
}

/// An https address; behind an issuer in the own network, also an http address there.
fn address(text: &str, issuer: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_safe =
        url.scheme() == "https" || (url.scheme() == "http" && issuer.starts_with("http://") && is_private(&url));
    (is_safe && url.host_str().is_some() && url.fragment().is_none()).then_some(url)
}

/// A provider that names no method supports the header, by the specification.
fn authentication(supported: Option<&[String]>) -> ClientAuthentication {
    match supported {
        Some(methods) if !methods.iter().any(|method| method == BASIC) => ClientAuthentication::Post,
        _ => ClientAuthentication::Basic,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::time::Duration;

    use serde_json::json;
    use tokio::time::Instant;

    use super::super::{LIMITS, Provider};
    use super::*;

    fn document(issuer: &str, token_endpoint: &str) -> Vec<u8> {
        let document = json!({
            "issuer": issuer,
            "authorization_endpoint": "https://id.example/authorize",
            "token_endpoint": token_endpoint,
            "jwks_uri": "https://keys.example/keys",
        });
        document.to_string().into_bytes()
    }

    #[test]
    fn a_public_issuer_has_https_endpoints_only_and_a_private_one_also_http_in_its_network() {
        let accepts = |issuer: &str, endpoint: &str| read(&document(issuer, endpoint), issuer).is_ok();
        assert!(accepts("https://id.example", "https://token.example/token"));
        assert!(accepts("http://id.lan", "http://192.168.1.11/token"));
        for (issuer, endpoint) in [
            ("https://id.example", "http://id.example/token"),
            ("https://id.example", "http://192.168.1.11/token"),
            ("http://id.lan", "http://token.example/token"),
            ("https://id.example", "file:///etc/passwd"),
            ("https://id.example", "/token"),
            ("https://id.example", "https://id.example/token#part"),
        ] {
            assert!(!accepts(issuer, endpoint), "{issuer} {endpoint}");
        }
    }

    #[test]
    fn the_issuer_is_compared_letter_by_letter() {
        for other in ["https://id.example/", "https://ID.example", "https://id.example.evil.example"] {
            assert!(read(&document(other, "https://id.example/token"), "https://id.example").is_err(), "{other}");
        }
    }

    #[test]
    fn the_secret_goes_into_the_header_unless_only_the_form_is_named() {
        let method =
            |names: &[&str]| authentication(Some(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()));
        assert_eq!(authentication(None), ClientAuthentication::Basic);
        assert_eq!(method(&["client_secret_post", "client_secret_basic"]), ClientAuthentication::Basic);
        assert_eq!(method(&["client_secret_post", "private_key_jwt"]), ClientAuthentication::Post);
    }

    #[tokio::test(start_paused = true)]
    async fn a_provider_that_never_answers_is_given_up_in_time() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let upstream = super::super::upstream(Provider::Oidc, &Clock::System).unwrap();
        let discovery = Discovery::new(&issuer, upstream, Clock::System).unwrap();
        let began = Instant::now();
        discovery.get().await.unwrap_err();
        assert!(began.elapsed() <= LIMITS.deadline + Duration::from_millis(100), "{:?}", began.elapsed());
    }
}
