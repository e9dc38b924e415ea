//! `CurrentUser`: the extractor of handlers that need a signed-in user.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};

use super::queries::{self, SignedIn};
use super::tokens::{SessionClaims, TokenKind, TokenProblem};
use super::{Sessions, cookies};
use crate::error::{AppError, AuthProblem};

const CSRF_HEADER: &str = "x-csrf-token";

/// A user with a valid token and an active session.
pub struct CurrentUser {
    pub user: SignedIn,
    /// Expiry of this request's token, in unix seconds.
    pub token_ends: i64,
    /// In how many seconds that is.
    pub token_lasts: i64,
}

impl std::ops::Deref for CurrentUser {
    type Target = SignedIn;

    fn deref(&self) -> &SignedIn {
        &self.user
    }
}

impl<S> FromRequestParts<S> for CurrentUser
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        Sessions::from_ref(state).current_user(&parts.method, &parts.headers).await
    }
}

impl Sessions {
    pub async fn current_user(&self, method: &Method, headers: &HeaderMap) -> Result<CurrentUser, AppError> {
        let claims = self.claims_of(method, headers)?;
        let now = self.clock.now();
        let signed_in = queries::find_signed_in(&self.db, claims.sub, claims.sid, now.as_millisecond()).await?;
        let user = signed_in.ok_or(AppError::Unauthorized(AuthProblem::TokenRevoked))?;
        Ok(CurrentUser { user, token_ends: claims.exp, token_lasts: claims.exp - now.as_second() })
    }

    /// The cookie's token first, then a bearer token; a valid bearer token replaces an invalid cookie.
    pub fn claims_of(&self, method: &Method, headers: &HeaderMap) -> Result<SessionClaims, AppError> {
        let by_cookie =
            cookies::read(headers, cookies::ACCESS).map(|token| self.cookie_claims(&token, method, headers));
        match (by_cookie, bearer(headers)?) {
            (Some(Ok(claims)), _) => Ok(claims),
            (problem, Some(token)) => match (self.verify_access(&token), problem) {
                (Ok(claims), _) => Ok(claims),
                (Err(_), Some(Err(problem))) | (Err(problem), _) => Err(problem),
            },
            (Some(Err(problem)), None) => Err(problem),
            (None, None) => Err(AppError::Unauthorized(AuthProblem::TokenMissing)),
        }
    }

    /// The user of a public call, if signed in.
    pub async fn find_reader(&self, headers: &HeaderMap) -> Result<Option<SignedIn>, sqlx::Error> {
        let Ok(claims) = self.claims_of(&Method::GET, headers) else { return Ok(None) };
        queries::find_signed_in(&self.db, claims.sub, claims.sid, self.clock.now().as_millisecond()).await
    }

    /// Browsers attach cookies to cross-site requests, so a write must also send the token's CSRF value.
    fn cookie_claims(&self, token: &str, method: &Method, headers: &HeaderMap) -> Result<SessionClaims, AppError> {
        let verified = self.keys.verify(TokenKind::Access, token, self.clock.now().as_second());
        if !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
            let claims = match &verified {
                Ok(claims) => Some(claims),
                Err(TokenProblem::Expired(claims)) => Some(claims.as_ref()),
                Err(TokenProblem::Invalid) => None,
            };
            check_csrf(headers, claims)?;
        }
        verified.map_err(problem_of)
    }

    fn verify_access(&self, token: &str) -> Result<SessionClaims, AppError> {
        self.keys.verify(TokenKind::Access, token, self.clock.now().as_second()).map_err(problem_of)
    }
}

/// A missing header is reported before the token is validated, a wrong one before its expiry.
pub(super) fn check_csrf(headers: &HeaderMap, claims: Option<&SessionClaims>) -> Result<(), AppError> {
    let sent = headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok()).filter(|value| !value.is_empty());
    let sent = sent.ok_or(AppError::Unauthorized(AuthProblem::CsrfMissing))?;
    match claims {
        Some(claims) if !super::keys::constant_time_equal(sent, &claims.csrf) => {
            Err(AppError::Unauthorized(AuthProblem::CsrfMismatch))
        }
        _ => Ok(()),
    }
}

fn problem_of(problem: TokenProblem) -> AppError {
    AppError::Unauthorized(match problem {
        TokenProblem::Invalid => AuthProblem::TokenInvalid,
        TokenProblem::Expired(_) => AuthProblem::TokenExpired,
    })
}

/// Another scheme counts as no token; a malformed `Bearer` is an error.
pub(super) fn bearer(headers: &HeaderMap) -> Result<Option<String>, AppError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let text = value.to_str().map_err(|_| AppError::MalformedAuthorization)?;
    let mut parts = text.split(' ');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("Bearer"), Some(token), None) if !token.is_empty() => Ok(Some(token.to_owned())),
        (Some("Bearer"), _, _) => Err(AppError::MalformedAuthorization),
        _ => Ok(None),
    }
}
