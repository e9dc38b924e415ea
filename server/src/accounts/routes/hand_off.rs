//! The hand-off: a sign-in at a provider that finishes in the app, or that still needs a password.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum_extra::extract::cookie::{Cookie, SameSite};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{self, Caller};
use super::redirect::{redirect, sha256};
use crate::accounts::Accounts;
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::providers::Profile;
use crate::accounts::sign_in::{Authenticated, known_browser_seal};
use crate::accounts::user::SignInResponse;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::{SameOrigin, constant_time_equal, random_token, read_cookie};

const APP_SECONDS: i64 = 60;
/// Longer than the hand-off to the app, because the user has to type a password.
const PASSWORD_SECONDS: i64 = 600;
const COOKIE: &str = "auth_handoff";
/// 256 bits in base64url without padding.
const MIN_VERIFIER_LENGTH: usize = 43;

#[derive(Deserialize, ToSchema)]
pub struct HandOff {
    code: String,
    /// The secret whose hash went to `start`; a browser proves itself by a cookie instead.
    verifier: Option<String>,
    /// Answers `link_required`: the password of the account that has this address.
    password: Option<String>,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
}

/// A finished sign-in that waits for the page or app that started it.
#[derive(Serialize, Deserialize)]
struct PendingHandoff {
    profile: Profile,
    challenge: String,
    /// The app proves itself by its verifier, a browser by its cookie; neither is accepted in place of the other.
    #[serde(default)]
    is_for_app: bool,
}

/// Finish a sign-in that ended in another browser, or that still needs a password.
#[utoipa::path(post, path = "/api/auth/handoff", tag = "accounts", request_body = HandOff, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The password is wrong", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 409, description = "The address has an account: `link_required` asks for its password, `email_taken` cannot be connected, `second_factor_required`: sign in first", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The code is used up, too old, or not for this caller", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn hand_off(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<HandOff>,
) -> Result<Response, AppError> {
    let visitor = fields::client_id(body.client_id.as_deref())?;
    let (db, now) = (&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond());
    let waiting: PendingHandoff =
        one_time::peek(db, SecretKind::HandOff, &body.code, now).await?.ok_or(AppError::LinkInvalid)?;
    if !waiting.is_proven_by(body.verifier, &headers) {
        return Err(AppError::LinkInvalid);
    }
    let entered = accounts.find_or_create_counted(&waiting.profile, body.password, &caller).await;
    if let Err(AppError::LinkRequired) = &entered {
        one_time::prolong(db, SecretKind::HandOff, &body.code, now + PASSWORD_SECONDS * 1000).await?;
    }
    let entered = entered?;
    let used: Option<PendingHandoff> = one_time::take(db, SecretKind::HandOff, &body.code, now).await?;
    used.ok_or(AppError::LinkInvalid)?;
    let is_known = accounts.is_known(entered.user, known_browser_seal(&headers).as_deref());
    let who = Authenticated::by_identity(&entered, &waiting.profile, is_known);
    let mut response = accounts.sign_in(&who, visitor, &caller.origin, StatusCode::OK).await?;
    accounts.sessions.cookies().append_cookie(response.headers_mut(), cookie(String::new()), 0);
    Ok(response)
}

impl PendingHandoff {
    fn is_proven_by(&self, sent: Option<String>, headers: &HeaderMap) -> bool {
        let verifier = if self.is_for_app { sent } else { read_cookie(headers, COOKIE) };
        verifier.is_some_and(|verifier| {
            verifier.len() >= MIN_VERIFIER_LENGTH && constant_time_equal(&sha256(&verifier), &self.challenge)
        })
    }
}

impl Accounts {
    /// Waits for the app, which opens the address that the system browser is redirected to.
    pub(super) async fn hand_to_app(
        &self,
        profile: Profile,
        challenge: String,
        status: StatusCode,
    ) -> Result<Response, AppError> {
        self.wait(PendingHandoff { profile, challenge, is_for_app: true }, APP_SECONDS, status).await
    }

    /// The same for this browser, with a cookie as its verifier.
    pub(super) async fn ask_for_password(&self, profile: Profile, status: StatusCode) -> Result<Response, AppError> {
        let verifier = random_token();
        let waiting = PendingHandoff { profile, challenge: sha256(&verifier), is_for_app: false };
        let mut response = self.wait(waiting, PASSWORD_SECONDS, status).await?;
        self.sessions.cookies().append_cookie(response.headers_mut(), cookie(verifier), PASSWORD_SECONDS);
        Ok(response)
    }

    async fn wait(&self, waiting: PendingHandoff, seconds: i64, status: StatusCode) -> Result<Response, AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + seconds * 1000;
        let code = one_time::put(&self.sessions.db, SecretKind::HandOff, &waiting, expires_at).await?;
        let page = self.settings.public_url.join(&format!("/auth/callback?handoff={code}"));
        Ok(redirect(status, page.map_err(anyhow::Error::from)?.as_str()))
    }
}

fn cookie(verifier: String) -> Cookie<'static> {
    Cookie::build((COOKIE, verifier)).path("/api/auth/handoff").same_site(SameSite::Strict).http_only(true).build()
}
