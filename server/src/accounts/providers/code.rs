//! The provider's token endpoint: code exchange after a redirect, revocation when an account is deleted.

use anyhow::Context;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};

use super::OidcProvider;
use crate::outbound::{Answer, OutboundError};
use crate::settings::ClientSecret;

/// Long enough for one call with some clock skew.
const SIGNED_SECRET_SECONDS: i64 = 300;

#[derive(Debug, Deserialize)]
pub struct Tokens {
    pub id_token: Option<String>,
    pub refresh_token: Option<String>,
}

#[derive(Serialize)]
struct SecretClaims<'a> {
    iss: &'a str,
    sub: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

/// The operator's private key, parsed at start so that a broken one is reported there.
pub fn signing_key(secret: &ClientSecret) -> anyhow::Result<Option<EncodingKey>> {
    match secret {
        ClientSecret::Signed { private_key, .. } => {
            let key = EncodingKey::from_ec_pem(private_key.expose().as_bytes());
            Ok(Some(key.context("HALCYON_APPLE_PRIVATE_KEY is not an EC private key in PEM")?))
        }
        ClientSecret::None | ClientSecret::Fixed(_) => Ok(None),
    }
}

impl OidcProvider {
    /// Whether codes can be exchanged at all.
    pub fn can_exchange(&self) -> bool {
        !matches!(self.settings.client_secret, ClientSecret::None)
    }

    /// Exchanges a code for tokens. `verifier` is the PKCE proof that this server started the sign-in.
    pub async fn exchange(&self, code: &str, verifier: Option<&str>) -> Result<Tokens, OutboundError> {
        let secret = self.client_secret()?;
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("client_id", self.client_id()),
            ("client_secret", &secret),
            ("redirect_uri", self.redirect_uri.as_str()),
        ];
        form.extend(verifier.map(|verifier| ("code_verifier", verifier)));
        self.upstream.post_form(self.settings.token_url.clone(), HeaderMap::new(), &form, read_tokens).await.result
    }

    /// Revokes a token at the provider.
    pub async fn revoke(&self, token: &str) -> Result<(), OutboundError> {
        let Some(url) = self.settings.revoke_url.clone() else { return Ok(()) };
        let secret = self.client_secret()?;
        let form = [
            ("client_id", self.client_id()),
            ("client_secret", &secret),
            ("token", token),
            ("token_type_hint", "refresh_token"),
        ];
        self.upstream.post_form(url, HeaderMap::new(), &form, |answer| check_status(&answer)).await.result
    }

    fn client_secret(&self) -> Result<String, OutboundError> {
        let refuse = |reason: &str| OutboundError::Refused(reason.to_owned());
        match (&self.settings.client_secret, &self.signing_key) {
            (ClientSecret::Fixed(secret), _) => Ok(secret.expose().to_owned()),
            (ClientSecret::Signed { team_id, key_id, .. }, Some(key)) => {
                let now = self.clock.now().as_second();
                let claims = SecretClaims {
                    iss: team_id,
                    sub: self.client_id(),
                    aud: self.settings.issuers.first().map_or("", String::as_str),
                    iat: now,
                    exp: now + SIGNED_SECRET_SECONDS,
                };
                let header = Header { kid: Some(key_id.clone()), ..Header::new(Algorithm::ES256) };
                jsonwebtoken::encode(&header, &claims, key).map_err(|_| refuse("the private key does not sign"))
            }
            _ => Err(refuse("no client secret is configured")),
        }
    }
}

fn read_tokens(answer: Answer) -> Result<Tokens, OutboundError> {
    check_status(&answer)?;
    serde_json::from_slice(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string()))
}

/// A refused code or token is a client error, not an outage of the provider.
fn check_status(answer: &Answer) -> Result<(), OutboundError> {
    match answer.status {
        status if status.is_success() => Ok(()),
        status if status.is_client_error() => Err(OutboundError::Refused(status.to_string())),
        status => Err(OutboundError::Status(status)),
    }
}
