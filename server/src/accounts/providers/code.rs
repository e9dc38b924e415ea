//! The provider's token endpoint: code exchange after a redirect, revocation when an account is deleted.

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use url::form_urlencoded::byte_serialize;

use super::OidcProvider;
use super::endpoints::ClientAuthentication;
use super::id_token::{UserClaims, VerificationError, VerifiedIdentity};
use crate::error::AppError;
use crate::outbound::{Answer, OutboundError};
use crate::settings::ClientSecret;

/// Long enough for one call with some clock skew.
const SIGNED_SECRET_SECONDS: i64 = 300;

#[derive(Debug, Deserialize)]
pub struct Tokens {
    pub id_token: Option<String>,
    pub access_token: Option<String>,
    pub refresh_token: Option<String>,
}

#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    #[serde(flatten)]
    claims: UserClaims,
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
        !matches!(self.client_secret, ClientSecret::None)
    }

    /// The identity that a code stands for. `verifier` is the PKCE proof that this server started the sign-in.
    pub async fn redeem(&self, code: &str, verifier: &str) -> Result<VerifiedIdentity, AppError> {
        let tokens = self.exchange(code, Some(verifier)).await.map_err(|error| self.refuse_or_down(error))?;
        let token = tokens.id_token.ok_or_else(|| self.provider.refuse(VerificationError::Unreadable))?;
        match tokens.access_token {
            Some(access_token) => self.check_with(&token, &access_token).await,
            None => self.check(&token).await,
        }
    }

    /// Exchanges a code for tokens.
    pub async fn exchange(&self, code: &str, verifier: Option<&str>) -> Result<Tokens, OutboundError> {
        let endpoints = self.endpoints.get().await?;
        let secret = self.secret()?;
        let mut form =
            vec![("grant_type", "authorization_code"), ("code", code), ("redirect_uri", self.redirect_uri.as_str())];
        form.extend(verifier.map(|verifier| ("code_verifier", verifier)));
        let mut headers = HeaderMap::new();
        match endpoints.authentication {
            ClientAuthentication::Post => form.extend([("client_id", self.client_id()), ("client_secret", &secret)]),
            ClientAuthentication::Basic => drop(headers.insert(AUTHORIZATION, basic(self.client_id(), &secret)?)),
        }
        self.upstream.post_form(endpoints.token.clone(), headers, &form, read_json).await.result
    }

    /// The claims of the user info endpoint, if the provider has one. They must be about the user of the ID token.
    pub(super) async fn user_info(&self, access_token: &str, subject: &str) -> Result<Option<UserClaims>, AppError> {
        let Some(url) = self.endpoints().await?.user_info.clone() else { return Ok(None) };
        let bearer = header(&format!("Bearer {access_token}")).map_err(|error| self.provider.refuse(error))?;
        let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
        let asked = self.upstream.get(url, headers, read_json::<UserInfo>).await.result;
        let info = asked.map_err(|error| self.refuse_or_down(error))?;
        match info.sub == subject {
            true => Ok(Some(info.claims)),
            false => Err(self.provider.refuse(VerificationError::Subject)),
        }
    }

    /// Revokes a token at the provider.
    pub async fn revoke(&self, token: &str) -> Result<(), OutboundError> {
        let Some(url) = self.endpoints.get().await?.revocation.clone() else { return Ok(()) };
        let secret = self.secret()?;
        let form = [
            ("client_id", self.client_id()),
            ("client_secret", &secret),
            ("token", token),
            ("token_type_hint", "refresh_token"),
        ];
        self.upstream.post_form(url, HeaderMap::new(), &form, |answer| check_status(&answer)).await.result
    }

    /// A provider that answers "no" is well; every other failure is an outage.
    fn refuse_or_down(&self, error: OutboundError) -> AppError {
        match error {
            OutboundError::Refused(_) => self.provider.refuse(error),
            _ => AppError::ProviderDown(self.provider.problem()),
        }
    }

    fn secret(&self) -> Result<String, OutboundError> {
        let refuse = |reason: &str| OutboundError::Refused(reason.to_owned());
        match (&self.client_secret, &self.signing_key) {
            (ClientSecret::Fixed(secret), _) => Ok(secret.expose().to_owned()),
            (ClientSecret::Signed { team_id, key_id, .. }, Some(key)) => {
                let now = self.clock.now().as_second();
                let claims = SecretClaims {
                    iss: team_id,
                    sub: self.client_id(),
                    aud: self.issuers.first().map_or("", String::as_str),
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

/// RFC 6749, 2.3.1: both parts are form-encoded first.
fn basic(client_id: &str, secret: &str) -> Result<HeaderValue, OutboundError> {
    let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encoded(client_id), encoded(secret));
    header(&format!("Basic {}", STANDARD.encode(pair)))
}

fn header(text: &str) -> Result<HeaderValue, OutboundError> {
    let mut value = HeaderValue::from_str(text).map_err(|_| OutboundError::Refused("not a header".to_owned()))?;
    value.set_sensitive(true);
    Ok(value)
}

fn read_json<T: DeserializeOwned>(answer: Answer) -> Result<T, OutboundError> {
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
