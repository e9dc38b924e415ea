//! Signed tokens: claims, signing and validation.

use std::sync::LazyLock;

use jsonwebtoken::{Algorithm, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::keys::{DerivedKeys, Keys, SigningKey};
use super::{SessionId, UserId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenKind {
    Access,
    Refresh,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SessionClaims {
    pub sub: UserId,
    #[serde(rename = "type")]
    pub kind: TokenKind,
    pub jti: Uuid,
    pub csrf: String,
    pub sid: SessionId,
    pub iat: i64,
    pub nbf: i64,
    pub exp: i64,
}

#[derive(Debug)]
pub enum TokenProblem {
    /// Wrong signature, wrong kind, or not valid yet.
    Invalid,
    /// Expired; the claims still identify the session.
    Expired(Box<SessionClaims>),
}

impl Keys {
    pub(super) fn claims(
        &self,
        kind: TokenKind,
        sub: UserId,
        sid: SessionId,
        jti: Uuid,
        iat: i64,
        exp: i64,
    ) -> SessionClaims {
        SessionClaims { sub, kind, jti, csrf: self.csrf(&jti), sid, iat, nbf: iat, exp }
    }

    pub(super) fn sign(&self, claims: &SessionClaims) -> String {
        let set = self.current();
        let header = Header { kid: Some(set.kid.clone()), ..Header::new(Algorithm::HS256) };
        // Serialising plain claims with an HMAC key cannot fail.
        jsonwebtoken::encode(&header, claims, &set.signing(claims.kind).encoding).unwrap_or_default()
    }

    /// Checks signature, kind and times; `now` is in unix seconds.
    pub fn verify(&self, kind: TokenKind, token: &str, now: i64) -> Result<SessionClaims, TokenProblem> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenProblem::Invalid)?;
        let set = header.kid.as_deref().and_then(|kid| self.find(kid)).ok_or(TokenProblem::Invalid)?;
        let claims = jsonwebtoken::decode::<SessionClaims>(token, &set.signing(kind).decoding, &SIGNATURE_ONLY)
            .map_err(|_| TokenProblem::Invalid)?
            .claims;
        match claims {
            claims if claims.kind != kind || claims.nbf > now + CLOCK_LEEWAY_SECONDS => Err(TokenProblem::Invalid),
            claims if claims.exp <= now => Err(TokenProblem::Expired(Box::new(claims))),
            claims => Ok(claims),
        }
    }
}

/// Accepted clock skew between processes, or after the clock was set back. Only this service signs tokens, so a token
/// from the near future means clock skew, not forgery.
const CLOCK_LEEWAY_SECONDS: i64 = 3600;

/// Times are validated against the injected clock, without the library's leeway.
static SIGNATURE_ONLY: LazyLock<Validation> = LazyLock::new(|| {
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    validation
});

impl DerivedKeys {
    fn signing(&self, kind: TokenKind) -> &SigningKey {
        match kind {
            TokenKind::Access => &self.access,
            TokenKind::Refresh => &self.refresh,
        }
    }
}
