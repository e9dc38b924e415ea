//! Validation of ID tokens: signature, issuer, audience, times and subject.

use jsonwebtoken::{Algorithm, Validation};
use serde::Deserialize;

use super::key_set::KeyProblem;
use super::{OidcProvider, Profile, Provider};
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
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    nonce: Option<String>,
    email: Option<String>,
    #[serde(default)]
    email_verified: Flag,
    hd: Option<String>,
    given_name: Option<String>,
    family_name: Option<String>,
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
}

impl OidcProvider {
    /// Signature, issuer, audience, times and subject; the caller compares the nonce.
    pub async fn check(&self, token: &str) -> Result<VerifiedIdentity, AppError> {
        let claims = self.claims_of(token).await?;
        self.check_claims(&claims).map_err(|refusal| self.provider.refuse(refusal))?;
        Ok(VerifiedIdentity { nonce: claims.nonce.clone(), profile: self.profile(claims) })
    }

    async fn claims_of(&self, token: &str) -> Result<IdTokenClaims, AppError> {
        let refuse = |refusal: VerificationError| self.provider.refuse(refusal);
        if token.len() > MAX_TOKEN_LENGTH {
            return Err(refuse(VerificationError::Unreadable));
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| refuse(VerificationError::Unreadable))?;
        // Refuse other algorithms before fetching keys.
        if header.alg != Algorithm::RS256 {
            return Err(refuse(VerificationError::Unreadable));
        }
        let kid = header.kid.ok_or_else(|| refuse(VerificationError::UnknownKey))?;
        let key = self.keys.find(&kid).await.map_err(|problem| match problem {
            KeyProblem::Unknown => refuse(VerificationError::UnknownKey),
            KeyProblem::Unreachable => AppError::ProviderDown(self.provider.problem()),
        })?;
        let mut validation = Validation::new(Algorithm::RS256);
        validation.set_issuer(&self.settings.issuers);
        validation.set_audience(&self.settings.client_ids);
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
        let is_party = claims.azp.as_ref().is_none_or(|party| self.settings.client_ids.contains(party));
        let is_subject = !claims.sub.is_empty() && claims.sub.len() <= MAX_SUBJECT_LENGTH;
        match (is_current, is_party, is_subject) {
            (false, _, _) => Err(VerificationError::Time),
            (_, false, _) => Err(VerificationError::Party),
            (_, _, false) => Err(VerificationError::Subject),
            _ => Ok(()),
        }
    }

    fn profile(&self, claims: IdTokenClaims) -> Profile {
        let is_verified = claims.email_verified.is_set();
        let email = claims.email.filter(|email| !email.is_empty());
        let answers_for_it = match (self.provider, &email) {
            (_, None) => false,
            (Provider::Apple, Some(_)) => true,
            (Provider::Google, Some(email)) => {
                email.to_ascii_lowercase().ends_with(GOOGLE_MAIL) || claims.hd.is_some_and(|domain| !domain.is_empty())
            }
        };
        Profile {
            provider: self.provider,
            subject: claims.sub,
            is_email_proven: is_verified && answers_for_it,
            email,
            first_name: display_name(claims.given_name.as_deref()),
            last_name: display_name(claims.family_name.as_deref()),
            code: None,
        }
    }
}

/// A name for display only: bounded, without control characters, possibly nothing.
pub fn display_name(text: Option<&str>) -> String {
    let printable = text.unwrap_or_default().chars().filter(|letter| !letter.is_control());
    printable.take(MAX_NAME_LENGTH).collect::<String>().trim().to_owned()
}
