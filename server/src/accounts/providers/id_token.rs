//! Validation of ID tokens: signature, issuer, audience, times and subject.

use jsonwebtoken::Validation;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::key_set::KeyProblem;
use super::{EMAIL, OidcProvider, Profile, Provider};
use crate::error::AppError;

/// Clock skew that is accepted.
const LEEWAY_SECONDS: i64 = 60;
const MAX_LIFE_SECONDS: i64 = 86_400;
const MAX_SUBJECT_LENGTH: usize = 255;
const MAX_NAME_LENGTH: usize = 100;
const MAX_TOKEN_LENGTH: usize = 16 * 1024;
/// Google is authoritative for these domains; for others only with a hosted-domain claim.
const GOOGLE_MAIL: &str = "@gmail.com";

#[derive(Debug, thiserror::Error)]
pub enum VerificationError {
    #[error("the token cannot be read")]
    Unreadable,
    #[error("signed with an unknown key")]
    UnknownKey,
    #[error("{0}")]
    Wrong(jsonwebtoken::errors::Error),
    #[error("expired, not valid yet, or valid for too long")]
    Time,
    #[error("made for another application")]
    Party,
    #[error("no usable subject")]
    Subject,
    #[error("the nonce is not the one we issued")]
    Nonce,
}

#[derive(Deserialize)]
struct IdTokenClaims {
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    /// When the user last authenticated at the provider.
    auth_time: Option<i64>,
    nonce: Option<String>,
    #[serde(flatten)]
    user: UserClaims,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(#[allow(dead_code)] String),
    Several(Vec<String>),
}

/// What a provider says about the user, in the ID token or at the user info endpoint.
#[derive(Deserialize)]
pub struct UserClaims {
    #[serde(default)]
    email_verified: Flag,
    hd: Option<String>,
    name: Option<String>,
    given_name: Option<String>,
    family_name: Option<String>,
    #[serde(flatten)]
    other: Map<String, Value>,
}

impl UserClaims {
    fn text(&self, claim: &str) -> Option<&str> {
        self.other.get(claim)?.as_str().filter(|text| !text.is_empty())
    }
}

/// Apple sends booleans either as booleans or as strings.
#[derive(Deserialize)]
#[serde(untagged)]
enum Flag {
    Plain(bool),
    Text(String),
}

impl Default for Flag {
    fn default() -> Flag {
        Flag::Plain(false)
    }
}

impl Flag {
    fn is_set(&self) -> bool {
        match self {
            Flag::Plain(value) => *value,
            Flag::Text(text) => text == "true",
        }
    }
}

/// A validated token: the identity, and the nonce it was issued for.
pub struct VerifiedIdentity {
    pub profile: Profile,
    pub nonce: Option<String>,
    /// When the user last authenticated at the provider, if it says so; unix seconds.
    pub authenticated_at: Option<i64>,
}

impl OidcProvider {
    /// Signature, issuer, audience, times and subject; the caller compares the nonce.
    pub async fn check(&self, token: &str) -> Result<VerifiedIdentity, AppError> {
        let claims = self.claims_of(token).await?;
        self.check_claims(&claims).map_err(|refusal| self.provider.refuse(refusal))?;
        Ok(self.identity(claims))
    }

    /// The same for a token that came with an access token: claims that the token lacks are asked for.
    pub(super) async fn check_with(&self, token: &str, access_token: &str) -> Result<VerifiedIdentity, AppError> {
        let mut claims = self.claims_of(token).await?;
        self.check_claims(&claims).map_err(|refusal| self.provider.refuse(refusal))?;
        if claims.user.text(&self.email.claim).is_none()
            && let Some(user) = self.user_info(access_token, &claims.sub).await?
        {
            claims.user = user;
        }
        Ok(self.identity(claims))
    }

    async fn claims_of(&self, token: &str) -> Result<IdTokenClaims, AppError> {
        let refuse = |refusal: VerificationError| self.provider.refuse(refusal);
        if token.len() > MAX_TOKEN_LENGTH {
            return Err(refuse(VerificationError::Unreadable));
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| refuse(VerificationError::Unreadable))?;
        // Refuse other algorithms before fetching keys.
        if !self.algorithms.contains(&header.alg) {
            return Err(refuse(VerificationError::Unreadable));
        }
        let kid = header.kid.ok_or_else(|| refuse(VerificationError::UnknownKey))?;
        let endpoints = self.endpoints().await?;
        let key = self.keys.find(&endpoints.keys, &kid).await.map_err(|problem| match problem {
            KeyProblem::Unknown => refuse(VerificationError::UnknownKey),
            KeyProblem::Unreachable => AppError::ProviderDown(self.provider.problem()),
        })?;
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&self.issuers);
        validation.set_audience(&self.client_ids);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Times are checked below against our own clock.
        validation.validate_exp = false;
        let decoded = jsonwebtoken::decode::<IdTokenClaims>(token, &key, &validation);
        Ok(decoded.map_err(|error| refuse(VerificationError::Wrong(error)))?.claims)
    }

    fn check_claims(&self, claims: &IdTokenClaims) -> Result<(), VerificationError> {
        let now = self.clock.now().as_second();
        let is_current = claims.exp > now - LEEWAY_SECONDS
            && claims.iat <= now + LEEWAY_SECONDS
            && claims.nbf.is_none_or(|from| from <= now + LEEWAY_SECONDS)
            && claims.exp.saturating_sub(claims.iat) <= MAX_LIFE_SECONDS;
        let is_party = match (&claims.azp, &claims.aud) {
            (Some(party), _) => self.client_ids.contains(party),
            (None, Audience::One(_)) => true,
            (None, Audience::Several(audiences)) => audiences.len() <= 1,
        };
        let is_subject = !claims.sub.is_empty() && claims.sub.len() <= MAX_SUBJECT_LENGTH;
        match (is_current, is_party, is_subject) {
            (false, _, _) => Err(VerificationError::Time),
            (_, false, _) => Err(VerificationError::Party),
            (_, _, false) => Err(VerificationError::Subject),
            _ => Ok(()),
        }
    }

    fn identity(&self, claims: IdTokenClaims) -> VerifiedIdentity {
        let subject = match self.provider {
            Provider::Google | Provider::Apple => claims.sub,
            // The operator may change the issuer, and another one may use the same subjects.
            Provider::Oidc => format!("{} {}", self.issuers.concat(), claims.sub),
        };
        VerifiedIdentity {
            profile: self.profile(subject, &claims.user),
            nonce: claims.nonce,
            authenticated_at: claims.auth_time,
        }
    }

    fn profile(&self, subject: String, user: &UserClaims) -> Profile {
        let email = user.text(&self.email.claim);
        let first_name = user.given_name.as_deref().or(user.name.as_deref().filter(|_| user.family_name.is_none()));
        Profile {
            provider: self.provider,
            subject,
            is_email_proven: email.is_some_and(|email| self.is_proven(email, user)),
            email: email.map(str::to_owned),
            first_name: display_name(first_name),
            last_name: display_name(user.family_name.as_deref()),
            code: None,
        }
    }

    /// Whether the provider has verified the address and is authoritative for it.
    fn is_proven(&self, email: &str, user: &UserClaims) -> bool {
        let is_verified = user.email_verified.is_set();
        match self.provider {
            Provider::Apple => is_verified,
            Provider::Google => {
                let is_hosted = user.hd.as_ref().is_some_and(|domain| !domain.is_empty());
                is_verified && (is_hosted || email.to_ascii_lowercase().ends_with(GOOGLE_MAIL))
            }
            // The flag is about the standard claim, not about another that the operator has chosen.
            Provider::Oidc => self.email.is_trusted || (is_verified && self.email.claim == EMAIL),
        }
    }
}

/// A name for display only: bounded, without control characters, possibly nothing.
pub fn display_name(text: Option<&str>) -> String {
    let printable = text.unwrap_or_default().chars().filter(|letter| !letter.is_control());
    printable.take(MAX_NAME_LENGTH).collect::<String>().trim().to_owned()
}
