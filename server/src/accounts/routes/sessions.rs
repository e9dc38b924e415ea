//! Token refresh, logout, the current user, and the list of sessions.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::fields::Empty;
use crate::accounts::Accounts;
use crate::accounts::providers::Provider;
use crate::accounts::user::User;
use crate::error::{AppError, AuthProblem, ErrorBody};
use crate::http::extract::Json;
use crate::in_transaction;
use crate::session::proof::{Proof, lock_and_compare};
use crate::session::queries as session_queries;
use crate::session::{Caller, CurrentUser, RefreshOutcome, SameOrigin, SessionId, Sessions, UserId, clear_all_cookies};
use crate::settings::Settings;

#[derive(Serialize, ToSchema)]
pub struct RefreshResponse {
    access_token: String,
    expires_in: i64,
    /// Unix seconds.
    expires_at: i64,
}

#[derive(Serialize, ToSchema)]
pub struct CurrentUserResponse {
    user: User,
    /// Seconds until the access token expires; relative, because the client's clock may be wrong.
    expires_in: i64,
    /// The same in unix seconds.
    expires_at: i64,
}

#[derive(Serialize, ToSchema)]
pub struct SessionList {
    sessions: Vec<SessionEntry>,
}

#[derive(Serialize, ToSchema)]
pub struct SessionEntry {
    id: Uuid,
    /// The session of this request.
    current: bool,
    created_at: jiff::Timestamp,
    refreshed_at: jiff::Timestamp,
    user_agent: String,
    /// ISO 3166 code of the country it was last used from, if known.
    #[schema(required)]
    country: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct LogoutResponse {
    /// Where the browser goes next, to end the session at the provider that this one was opened with.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_logout_url: Option<String>,
}

/// Exchange the refresh cookie for new tokens.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "accounts", responses(
    (status = 200, description = "Refreshed; four session cookies are set", body = RefreshResponse),
    (status = 401, description = "The session is over (cookies are cleared) or the CSRF value is wrong", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
))]
pub async fn refresh(
    State(sessions): State<Sessions>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, AppError> {
    match sessions.refresh(&headers, &caller.origin).await? {
        RefreshOutcome::Refreshed(issued) => {
            let answer = RefreshResponse {
                access_token: issued.access_token.clone(),
                expires_in: issued.expires_in,
                expires_at: issued.expires_at,
            };
            let mut response = Json(answer).into_response();
            issued.cookies.write(response.headers_mut());
            Ok(response)
        }
        RefreshOutcome::Refused(problem) => {
            let mut response = AppError::Unauthorized(problem).into_response();
            clear_all_cookies(response.headers_mut(), sessions.cookies());
            Ok(response)
        }
    }
}

/// End this session; works with an expired token and with none.
#[utoipa::path(post, path = "/api/auth/logout", tag = "accounts", responses(
    (status = 200, description = "Signed out; the cookies are cleared", body = LogoutResponse),
    (status = 401, description = "A valid token came without its CSRF value", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn logout(State(accounts): State<Accounts>, _: SameOrigin, headers: HeaderMap) -> Result<Response, AppError> {
    let sessions = &accounts.sessions;
    let provider_logout_url = match sessions.session_to_end(&Method::POST, &headers)? {
        Some((user, session)) => accounts.end_session(user, session).await?,
        None => None,
    };
    let mut response = Json(LogoutResponse { provider_logout_url }).into_response();
    clear_all_cookies(response.headers_mut(), sessions.cookies());
    // Never "storage": that would erase a visitor's own settings.
    response.headers_mut().insert(HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\""));
    Ok(response)
}

impl Accounts {
    /// Ends a session; returns where the browser ends the one at the provider that it was opened with.
    async fn end_session(&self, user: UserId, session: SessionId) -> Result<Option<String>, AppError> {
        let (db, now) = (&self.sessions.db, self.sessions.clock.now().as_millisecond());
        let was_open = session_queries::revoke_session(db, user, session, "logout", now).await?;
        if !was_open || self.settings.oidc.is_none() {
            return Ok(None);
        }
        let opened_with = session_queries::find_provider(db, user, session).await?;
        if opened_with.as_deref() != Some(Provider::Oidc.name()) {
            return Ok(None);
        }
        let login = self.settings.public_url.join("/login").map_err(anyhow::Error::from)?;
        Ok(self.providers.get(Provider::Oidc)?.end_session_url(&login).await.map(String::from))
    }
}

/// The signed-in user.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts", responses(
    (status = 200, description = "The user and the expiry of the access token", body = CurrentUserResponse),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn get_me(State(settings): State<Arc<Settings>>, me: CurrentUser) -> Json<CurrentUserResponse> {
    let CurrentUser { user, token_ends, token_lasts } = me;
    Json(CurrentUserResponse { user: User::new(user, &settings), expires_in: token_lasts, expires_at: token_ends })
}

impl Accounts {
    /// The same response for the server-rendered page; `None` for visitors.
    pub async fn me_json(&self, headers: &HeaderMap) -> Option<Vec<u8>> {
        let claims = self.sessions.claims_of(&Method::GET, headers).ok()?;
        let user = self.sessions.find_signed_in(claims.sub, claims.sid).await.ok()?;
        let expires_in = claims.exp - self.sessions.clock.now().as_second();
        serde_json::to_vec(&CurrentUserResponse { user: self.user(&user), expires_in, expires_at: claims.exp }).ok()
    }
}

/// All sessions of the user.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "accounts", responses(
    (status = 200, description = "Newest first", body = SessionList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn list_sessions(State(sessions): State<Sessions>, me: CurrentUser) -> Result<Json<SessionList>, AppError> {
    let now = sessions.clock.now().as_millisecond();
    let rows = session_queries::list_sessions(&sessions.db, me.user_id, now).await?;
    let entry = |row: session_queries::SessionRow| SessionEntry {
        id: row.id.0,
        current: row.id == me.session_id,
        created_at: timestamp(row.created_at),
        refreshed_at: timestamp(row.refreshed_at),
        user_agent: row.user_agent,
        country: row.country,
    };
    Ok(Json(SessionList { sessions: rows.into_iter().map(entry).collect() }))
}

/// End another session.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "accounts", params(("id" = Uuid, Path, description = "The session")), responses(
    (status = 200, description = "It is signed out", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a session of yours", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn delete_session(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Empty>, AppError> {
    let id = Uuid::parse_str(&id).map_err(|_| AppError::NotFound)?;
    let now = sessions.clock.now().as_millisecond();
    let ended = session_queries::revoke_session(&sessions.db, me.user_id, SessionId(id), "ended by owner", now).await?;
    if ended { Ok(Json(Empty {})) } else { Err(AppError::NotFound) }
}

/// End every other session.
#[utoipa::path(delete, path = "/api/auth/sessions", tag = "accounts", responses(
    (status = 200, description = "Every other browser and device is signed out", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn delete_other_sessions(State(sessions): State<Sessions>, me: CurrentUser) -> Result<Json<Empty>, AppError> {
    let (user, now) = (me.user_id, sessions.clock.now().as_millisecond());
    in_transaction!(sessions.db, tx => {
        // A session that has just been ended must not end those of the owner.
        if !lock_and_compare(tx, user, &[Proof::Session(me.session_id)], now).await? {
            return Err(AppError::Unauthorized(AuthProblem::TokenRevoked));
        }
        Ok(session_queries::revoke_sessions(tx, user, Some(me.session_id), "ended by owner", now).await?)
    })?;
    Ok(Json(Empty {}))
}

pub(super) fn timestamp(milliseconds: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default()
}
