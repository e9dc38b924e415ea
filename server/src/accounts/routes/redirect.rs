//! Starts a sign-in on a provider's page, and in a session also a connection or a confirmation.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, SameSite};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::Url;
use utoipa::{IntoParams, ToSchema};

use super::fields::Caller;
use crate::accounts::Accounts;
use crate::accounts::limits::REDIRECTS;
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::providers::Provider;
use crate::accounts::sign_in::known_browser_seal;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::{Json, Query};
use crate::session::{CurrentUser, SessionId, UserId, random_token};

const STATE_SECONDS: i64 = 600;
const MAX_PATH_LENGTH: usize = 512;
/// In the address of the page after a failure: the provider cannot be asked just now.
pub(super) const PROVIDER_DOWN: &str = "provider_down";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Start {
    /// The path to return to.
    return_to: Option<String>,
    /// `1` when the provider is opened in the system's browser and the app waits for the result.
    native: Option<String>,
    /// SHA-256 of the app's verifier, in base64url without padding; needed with `native`.
    challenge: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct SessionStart {
    purpose: StartPurpose,
    /// The path to return to; `outcome` is added to its query.
    return_to: Option<String>,
}

/// What the provider is asked for.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartPurpose {
    /// An identity that becomes a way to sign in.
    Connect,
    /// A proof of who the user is, for sensitive actions.
    Confirm,
}

#[derive(Serialize, ToSchema)]
pub struct ProviderPage {
    /// The page of the provider, to go to.
    url: String,
}

/// What is stored between the redirect to the provider and its callback.
#[derive(Serialize, Deserialize)]
pub(super) struct AuthRequest {
    pub provider: Provider,
    pub nonce: String,
    pub verifier: String,
    pub return_to: String,
    pub challenge: Option<String>,
    /// The cookie of a browser that has signed in before: Apple's callback does not carry it.
    #[serde(default)]
    pub known_browser: Option<String>,
    #[serde(default)]
    pub purpose: Purpose,
    /// In unix seconds.
    #[serde(default)]
    pub started_at: i64,
}

/// What the identity is for. A session is compared again when the callback arrives.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Purpose {
    #[default]
    SignIn,
    Connect {
        user: UserId,
        session: SessionId,
    },
    Confirm {
        user: UserId,
        session: SessionId,
    },
}

/// Start Sign in with Google.
#[utoipa::path(get, path = "/api/auth/google/start", tag = "accounts", params(Start), responses(
    (status = 303, description = "To Google, or back to the login page when Google is not configured"),
    (status = 422, description = "A parameter is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn google_start(
    State(accounts): State<Accounts>,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query<Start>,
) -> Result<Response, AppError> {
    accounts.start_sign_in(Provider::Google, query, &caller, &headers).await
}

/// Start the sign-in with the OpenID Connect provider that the operator has chosen.
#[utoipa::path(get, path = "/api/auth/oidc/start", tag = "accounts", params(Start), responses(
    (status = 303, description = "To the provider, or back to the login page when there is none or it cannot be reached"),
    (status = 422, description = "A parameter is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn oidc_start(
    State(accounts): State<Accounts>,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query<Start>,
) -> Result<Response, AppError> {
    accounts.start_sign_in(Provider::Oidc, query, &caller, &headers).await
}

/// Start Sign in with Apple.
#[utoipa::path(get, path = "/api/auth/apple/start", tag = "accounts", params(Start), responses(
    (status = 303, description = "To Apple, or back to the login page when Apple is not configured"),
    (status = 422, description = "A parameter is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn apple_start(
    State(accounts): State<Accounts>,
    caller: Caller,
    headers: HeaderMap,
    Query(query): Query<Start>,
) -> Result<Response, AppError> {
    let query = Start { native: None, ..query };
    accounts.start_sign_in(Provider::Apple, query, &caller, &headers).await
}

/// Start to connect the provider that the operator has chosen, or to confirm with it who the user is.
#[utoipa::path(post, path = "/api/auth/oidc/start", tag = "accounts", request_body = SessionStart, responses(
    (status = 200, description = "The page of the provider; a cookie is set beside it", body = ProviderPage),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in, or there is no such provider", body = ErrorBody),
    (status = 403, description = "Confirm who you are, or sign in again; or the address is not verified", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
    (status = 503, description = "The provider cannot be asked just now", body = ErrorBody),
))]
pub async fn oidc_start_in_session(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<SessionStart>,
) -> Result<Response, AppError> {
    let (user, session) = (me.user_id, me.session_id);
    let purpose = match body.purpose {
        StartPurpose::Connect => {
            accounts.require_verified_address(&me)?;
            accounts.require_recent(&me)?;
            Purpose::Connect { user, session }
        }
        StartPurpose::Confirm => Purpose::Confirm { user, session },
    };
    accounts.limits.check_and_count(&REDIRECTS, &caller.address).await?;
    let auth_request = AuthRequest {
        purpose,
        started_at: accounts.sessions.clock.now().as_second(),
        ..AuthRequest::new(Provider::Oidc, body.return_to.as_deref(), &headers)
    };
    let (url, state) = accounts.store_request(&auth_request).await?;
    let mut response = Json(ProviderPage { url: url.into() }).into_response();
    accounts.append_state(&mut response, Provider::Oidc, state);
    Ok(response)
}

impl Start {
    /// Of the app's verifier, if the app waits for the result.
    fn app_challenge(&self) -> Result<Option<String>, AppError> {
        match (self.native.as_deref(), &self.challenge) {
            (Some("1"), Some(challenge)) if is_challenge(challenge) => Ok(Some(challenge.clone())),
            (Some("1"), _) => Err(AppError::invalid("challenge", "Must be a SHA-256 hash in base64url")),
            _ => Ok(None),
        }
    }
}

impl AuthRequest {
    fn new(provider: Provider, return_to: Option<&str>, headers: &HeaderMap) -> AuthRequest {
        AuthRequest {
            provider,
            nonce: random_token(),
            verifier: random_token(),
            return_to: own_path(return_to.unwrap_or_default()).to_owned(),
            challenge: None,
            known_browser: known_browser_seal(headers),
            purpose: Purpose::SignIn,
            started_at: 0,
        }
    }

    /// What the provider is asked, besides who we are.
    fn parameters<'a>(&'a self, state: &'a str, challenge: &'a str) -> Vec<(&'static str, &'a str)> {
        let mut parameters = vec![("state", state), ("nonce", self.nonce.as_str())];
        if self.provider == Provider::Apple {
            let form = [("response_type", "code id_token"), ("response_mode", "form_post"), ("scope", "name email")];
            parameters.extend(form);
            return parameters;
        }
        parameters.extend([
            ("response_type", "code"),
            ("scope", "openid email profile"),
            ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ]);
        parameters.extend(match (self.provider, self.purpose) {
            (Provider::Google, _) => Some(("prompt", "select_account")),
            (_, Purpose::Confirm { .. }) => Some(("prompt", "login")),
            _ => None,
        });
        parameters
    }
}

impl Accounts {
    async fn start_sign_in(
        &self,
        provider: Provider,
        query: Start,
        caller: &Caller,
        headers: &HeaderMap,
    ) -> Result<Response, AppError> {
        let challenge = query.app_challenge()?;
        if self.providers.get(provider).is_err() {
            return Ok(to_login(Some(provider.name())));
        }
        self.limits.check_and_count(&REDIRECTS, &caller.address).await?;
        let auth_request = AuthRequest { challenge, ..AuthRequest::new(provider, query.return_to.as_deref(), headers) };
        let (url, state) = match self.store_request(&auth_request).await {
            Err(AppError::ProviderDown(_)) => return Ok(to_login(Some(PROVIDER_DOWN))),
            stored => stored?,
        };
        let mut response = redirect(StatusCode::FOUND, url.as_str());
        self.append_state(&mut response, provider, state);
        Ok(response)
    }

    /// Stores the request; returns the page of the provider and the state.
    async fn store_request(&self, auth_request: &AuthRequest) -> Result<(Url, String), AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + STATE_SECONDS * 1000;
        let state = one_time::put(&self.sessions.db, SecretKind::State, auth_request, expires_at).await?;
        let provider = self.providers.get(auth_request.provider)?;
        let challenge = sha256(&auth_request.verifier);
        let url = provider.authorize_url(&auth_request.parameters(&state, &challenge)).await?;
        Ok((url, state))
    }

    fn append_state(&self, response: &mut Response, provider: Provider, state: String) {
        self.sessions.cookies().append_cookie(response.headers_mut(), state_cookie(provider, state), STATE_SECONDS);
    }
}

/// A path of this site, or the front page: a parameter never redirects to another site.
fn own_path(path: &str) -> &str {
    // Also not later: a browser shortens `/.//host` to `//host`.
    let is_path = path.starts_with('/') && !path.contains("//") && path.len() <= MAX_PATH_LENGTH;
    let is_plain = path.chars().all(|letter| letter.is_ascii_graphic() && letter != '\\');
    if is_path && is_plain { path } else { "/" }
}

/// A SHA-256 hash, except that of the empty text, which anyone can answer.
fn is_challenge(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == Sha256::output_size()) && text != sha256("")
}

pub(super) fn sha256(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

pub(super) fn redirect(status: StatusCode, to: &str) -> Response {
    let mut response = status.into_response();
    let location = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

pub(super) fn to_login(error: Option<&str>) -> Response {
    let path = error.map_or("/login".to_owned(), |error| format!("/login?error={error}"));
    redirect(StatusCode::SEE_OTHER, &path)
}

pub(super) fn state_cookie_name(provider: Provider) -> &'static str {
    match provider {
        Provider::Google => "oauth_state",
        Provider::Apple => "apple_state",
        Provider::Oidc => "oidc_state",
    }
}

/// Apple's callback is a cross-site POST, which carries only `SameSite=None` cookies.
pub(super) fn state_cookie(provider: Provider, state: String) -> Cookie<'static> {
    let cookie = Cookie::build((state_cookie_name(provider), state)).http_only(true);
    match provider {
        Provider::Google => cookie.path("/auth").same_site(SameSite::Lax).build(),
        Provider::Apple => cookie.path("/auth/apple").same_site(SameSite::None).secure(true).build(),
        Provider::Oidc => cookie.path("/auth/oidc").same_site(SameSite::Lax).build(),
    }
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn a_redirect_never_leaves_the_site() {
        for path in [
            "//evil.example",
            "/.//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/a\nb",
            "",
            "profile",
            "/\u{e9}",
        ] {
            assert_eq!(own_path(path), "/", "{path}");
        }
        assert_eq!(own_path("/profile?tab=sessions#list"), "/profile?tab=sessions#list");
    }
}
