//! Sessions: tokens, cookies, and the extractors `CurrentUser` and `Caller`.

pub mod api_tokens;
mod caller;
mod cookies;
mod current_user;
mod encryption;
mod keys;
mod origin;
pub mod proof;
pub mod queries;
mod rotation;
mod tokens;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use caller::Caller;
pub use cookies::{Cookies, REFRESH_CSRF, SessionCookies, clear_all_cookies, read as read_cookie};
pub use current_user::CurrentUser;
pub use keys::{Keys, constant_time_equal, random_token, token_hash};
pub use origin::SameOrigin;
pub use rotation::RefreshOutcome;
pub use tokens::{SessionClaims, TokenKind, TokenProblem};

use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::error::{AppError, AuthProblem};
use crate::settings::{SessionSettings, Settings};

pub use crate::user_id::UserId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct SessionId(pub Uuid);

/// Issues and validates sessions. One pointer, because every request of a user copies it.
#[derive(Clone)]
pub struct Sessions(Arc<SessionParts>);

#[derive(Clone)]
pub struct SessionParts {
    pub db: Db,
    pub clock: Clock,
    pub keys: Arc<Keys>,
    lifetimes: SessionSettings,
    cookies: Cookies,
    /// Of the public address and of further ones.
    origins: Arc<[String]>,
    is_development: bool,
}

impl Deref for Sessions {
    type Target = SessionParts;

    fn deref(&self) -> &SessionParts {
        &self.0
    }
}

/// Where a session is used, as shown in the list of sessions.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub user_agent: String,
    /// ISO 3166 code.
    pub country: Option<String>,
}

/// The tokens issued by a sign-in or refresh.
pub struct IssuedSession {
    pub access_token: String,
    pub expires_in: i64,
    /// Unix seconds.
    pub expires_at: i64,
    pub cookies: SessionCookies,
    pub session_id: SessionId,
}

impl Sessions {
    pub fn new(settings: &Settings, db: Db, clock: Clock) -> anyhow::Result<Sessions> {
        Ok(Sessions(Arc::new(SessionParts {
            db,
            clock,
            keys: Arc::new(Keys::from_settings(settings)?),
            lifetimes: settings.session,
            cookies: Cookies { secure: settings.is_https() },
            origins: std::iter::once(&settings.public_url)
                .chain(&settings.further_urls)
                .map(|url| url.origin().ascii_serialization())
                .collect(),
            is_development: settings.is_development(),
        })))
    }

    /// The same with other connections to the database.
    pub fn with_db(&self, db: Db) -> Sessions {
        Sessions(Arc::new(SessionParts { db, ..SessionParts::clone(self) }))
    }

    /// Creates a session. The caller has locked the user and compared what was proven (`proof`), by `provider` if one was
    /// asked.
    pub async fn insert(
        &self,
        tx: &mut Tx,
        user: UserId,
        origin: &Origin,
        provider: Option<&str>,
    ) -> Result<IssuedSession, sqlx::Error> {
        let now = self.clock.now();
        let session = queries::NewSession {
            user_id: user,
            id: SessionId(Uuid::now_v7()),
            expires_at: after(now, self.lifetimes.longest),
            provider: provider.map(str::to_owned),
        };
        let refresh = queries::RefreshRow {
            jti: Uuid::new_v4(),
            session_id: session.id,
            issued_at: now.as_millisecond(),
            expires_at: after(now, self.lifetimes.refresh).min(session.expires_at),
            rotated_at: None,
        };
        queries::insert_session(tx, &session, &refresh, origin, now).await?;
        Ok(self.issue(user, &refresh, now))
    }

    /// Access and refresh token of a refresh row; the same row gives the same refresh token.
    fn issue(&self, user: UserId, refresh: &queries::RefreshRow, now: Timestamp) -> IssuedSession {
        let issued_at = now.as_second();
        let expires_at = issued_at + self.lifetimes.access.as_secs() as i64;
        let access =
            self.keys.claims(TokenKind::Access, user, refresh.session_id, Uuid::new_v4(), issued_at, expires_at);
        let renewal = self.keys.claims(
            TokenKind::Refresh,
            user,
            refresh.session_id,
            refresh.jti,
            refresh.issued_at / 1000,
            refresh.expires_at / 1000,
        );
        let access_token = self.keys.sign(&access);
        IssuedSession {
            cookies: SessionCookies {
                access_token: access_token.clone(),
                access_csrf: access.csrf,
                refresh_token: self.keys.sign(&renewal),
                refresh_csrf: renewal.csrf,
                max_age_seconds: renewal.exp - issued_at,
                cookies: self.cookies,
            },
            session_id: refresh.session_id,
            access_token,
            expires_in: expires_at - issued_at,
            expires_at,
        }
    }

    /// The user of a session that was valid a moment ago; it may have been ended since.
    pub async fn find_signed_in(&self, user: UserId, session: SessionId) -> Result<queries::SignedIn, AppError> {
        let now = self.clock.now().as_millisecond();
        let found = queries::find_signed_in(&self.db, user, session, now).await?;
        found.ok_or(AppError::Unauthorized(AuthProblem::TokenRevoked))
    }

    /// The session that a logout ends: a valid access token needs its CSRF value; an expired one or the refresh
    /// cookie only identifies the session.
    pub fn session_to_end(
        &self,
        method: &axum::http::Method,
        headers: &axum::http::HeaderMap,
    ) -> Result<Option<(UserId, SessionId)>, AppError> {
        match self.claims_of(method, headers) {
            Ok(claims) => return Ok(Some((claims.sub, claims.sid))),
            // Whatever is wrong, a malformed header must not replace the CSRF value of a valid token.
            Err(error) if self.has_valid_access(headers) => return Err(error),
            Err(_) => {}
        }
        let now = self.clock.now().as_second();
        let stale = [(cookies::REFRESH, TokenKind::Refresh), (cookies::ACCESS, TokenKind::Access)];
        Ok(stale.into_iter().find_map(|(name, kind)| {
            match self.keys.verify(kind, &cookies::read(headers, name)?, now) {
                Ok(claims) => Some((claims.sub, claims.sid)),
                Err(TokenProblem::Expired(claims)) => Some((claims.sub, claims.sid)),
                Err(TokenProblem::Invalid) => None,
            }
        }))
    }

    fn has_valid_access(&self, headers: &axum::http::HeaderMap) -> bool {
        let now = self.clock.now().as_second();
        cookies::read(headers, cookies::ACCESS)
            .is_some_and(|token| self.keys.verify(TokenKind::Access, &token, now).is_ok())
    }

    pub fn cookies(&self) -> Cookies {
        self.cookies
    }
}

fn after(now: Timestamp, duration: Duration) -> i64 {
    now.as_millisecond() + duration.as_millis() as i64
}
