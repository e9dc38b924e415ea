//! An ID token, checked in every respect before a word of it is believed.

use jsonwebtoken::{Algorithm, Validation};
use serde::Deserialize;

use super::key_set::KeyProblem;
use super::{OidcProvider, Profile, Provider};
use crate::error::AppError;

/// Clocks of two companies may differ by so much.
const LEEWAY_SECONDS: i64 = 60;
const LONGEST_LIFE_SECONDS: i64 = 86_400;
const LONGEST_SUBJECT: usize = 255;
const LONGEST_NAME: usize = 100;
const LONGEST_TOKEN: usize = 16 * 1024;
/// Google answers for these addresses itself; for others only when a company runs them there.
const GOOGLE_MAIL: &str = "@gmail.com";

#[derive(Debug, thiserror::Error)]
pub enum Refusal {
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
struct Claims {
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

/// Apple sends booleans, or the same as text.
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

/// A checked token: the person, and the nonce it was made for.
pub struct Vouched {
    pub profile: Profile,
    pub nonce: Option<String>,
}

impl OidcProvider {
    /// Signature, issuer, audience, times and subject; the caller compares the nonce.
    pub async fn check(&self, token: &str) -> Result<Vouched, AppError> {
        let claims = self.claims_of(token).await?;
        self.check_claims(&claims).map_err(|refusal| self.provider.refuse(refusal))?;
        Ok(Vouched { nonce: claims.nonce.clone(), profile: self.profile(claims) })
    }

    async fn claims_of(&self, token: &str) -> Result<Claims, AppError> {
        let refuse = |refusal: Refusal| self.provider.refuse(refusal);
        if token.len() > LONGEST_TOKEN {
            return Err(refuse(Refusal::Unreadable));
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| refuse(Refusal::Unreadable))?;
        // No other algorithm is worth a question to the provider.
        if header.alg != Algorithm::RS256 {
            return Err(refuse(Refusal::Unreadable));
        }
        let kid = header.kid.ok_or_else(|| refuse(Refusal::UnknownKey))?;
        let key = self.keys.find(&kid).await.map_err(|problem| match problem {
            KeyProblem::Unknown => refuse(Refusal::UnknownKey),
            KeyProblem::Unreachable => AppError::ProviderDown(self.provider.problem()),
        })?;
        let mut validation = Validation::new(Algorithm::RS256);
        validation.set_issuer(&self.settings.issuers);
        validation.set_audience(&self.settings.client_ids);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Times are checked below against our own clock.
        validation.validate_exp = false;
        let decoded = jsonwebtoken::decode::<Claims>(token, &key, &validation);
        Ok(decoded.map_err(|error| refuse(Refusal::Wrong(error)))?.claims)
    }

    fn check_claims(&self, claims: &Claims) -> Result<(), Refusal> {
        let now = self.clock.now().as_second();
        let is_current = claims.exp > now - LEEWAY_SECONDS
            && claims.iat <= now + LEEWAY_SECONDS
            && claims.nbf.is_none_or(|from| from <= now + LEEWAY_SECONDS)
            && claims.exp.saturating_sub(claims.iat) <= LONGEST_LIFE_SECONDS;
        let is_party = claims.azp.as_ref().is_none_or(|party| self.settings.client_ids.contains(party));
        let is_subject = !claims.sub.is_empty() && claims.sub.len() <= LONGEST_SUBJECT;
        match (is_current, is_party, is_subject) {
            (false, _, _) => Err(Refusal::Time),
            (_, false, _) => Err(Refusal::Party),
            (_, _, false) => Err(Refusal::Subject),
            _ => Ok(()),
        }
    }

    fn profile(&self, claims: Claims) -> Profile {
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
    printable.take(LONGEST_NAME).collect::<String>().trim().to_owned()
}
