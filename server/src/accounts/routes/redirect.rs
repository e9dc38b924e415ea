//! Redirect sign-in: to the provider and back to the callback.

use axum::Form;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, SameSite};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::federated::{AppleUser, with_names};
use super::fields::Caller;
use crate::accounts::Accounts;
use crate::accounts::limits::{CALLBACKS, REDIRECTS};
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::providers::{Profile, Provider, VerificationError, VerifiedIdentity};
use crate::accounts::sign_in::{Authenticated, known_browser_seal};
use crate::error::{AppError, ErrorBody};
use crate::http::static_files::StaticFiles;
use crate::session::{constant_time_equal, random_token, read_cookie};

const STATE_SECONDS: i64 = 600;
const MAX_PATH_LENGTH: usize = 512;
/// The providers' error codes for a cancelled sign-in.
const CANCELLED: [&str; 2] = ["access_denied", "user_cancelled_authorize"];

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

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Callback {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    /// Set when the app opens this address: the page then finishes with `/api/auth/handoff`.
    handoff: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AppleCallback {
    code: Option<String>,
    id_token: Option<String>,
    state: Option<String>,
    /// JSON, at the very first sign-in only.
    user: Option<String>,
    error: Option<String>,
}

/// What is stored between the redirect to the provider and its callback.
#[derive(Serialize, Deserialize)]
struct AuthRequest {
    provider: Provider,
    nonce: String,
    verifier: String,
    return_to: String,
    challenge: Option<String>,
    /// The cookie of a browser that has signed in before: Apple's callback does not carry it.
    #[serde(default)]
    known_browser: Option<String>,
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
    crate::http::extract::Query(query): crate::http::extract::Query<Start>,
) -> Result<Response, AppError> {
    let is_native = query.native.as_deref() == Some("1");
    let challenge = query.challenge.filter(|_| is_native);
    if is_native && !challenge.as_deref().is_some_and(is_challenge) {
        return Err(AppError::invalid("challenge", "Must be a SHA-256 hash in base64url"));
    }
    let Ok(google) = accounts.providers.get(Provider::Google) else { return Ok(to_login(Some("google"))) };
    accounts.limits.check_and_count(&REDIRECTS, &caller.address).await?;
    let auth_request = AuthRequest::new(Provider::Google, query.return_to.as_deref(), challenge, &headers);
    let state = accounts.remember(&auth_request).await?;
    let url = google.authorize_url(&[
        ("response_type", "code"),
        ("scope", "openid email profile"),
        ("state", &state),
        ("nonce", &auth_request.nonce),
        ("code_challenge", &sha256(&auth_request.verifier)),
        ("code_challenge_method", "S256"),
        ("prompt", "select_account"),
    ]);
    Ok(accounts.redirect_to_provider(url.as_str(), Provider::Google, &state))
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
    crate::http::extract::Query(query): crate::http::extract::Query<Start>,
) -> Result<Response, AppError> {
    let Ok(apple) = accounts.providers.get(Provider::Apple) else { return Ok(to_login(Some("apple"))) };
    accounts.limits.check_and_count(&REDIRECTS, &caller.address).await?;
    let auth_request = AuthRequest::new(Provider::Apple, query.return_to.as_deref(), None, &headers);
    let state = accounts.remember(&auth_request).await?;
    let url = apple.authorize_url(&[
        ("response_type", "code id_token"),
        ("response_mode", "form_post"),
        ("scope", "name email"),
        ("state", &state),
        ("nonce", &auth_request.nonce),
    ]);
    Ok(accounts.redirect_to_provider(url.as_str(), Provider::Apple, &state))
}

/// Callback of Google; with `handoff`, the page itself.
#[utoipa::path(get, path = "/auth/callback", tag = "accounts", params(Callback), responses(
    (status = 200, description = "The page, which finishes the sign-in"),
    (status = 303, description = "Back to the starting page, or to the login page with the error"),
))]
pub async fn google_callback(
    State(accounts): State<Accounts>,
    State(files): State<StaticFiles>,
    caller: Caller,
    headers: HeaderMap,
    Query(answer): Query<Callback>,
) -> Response {
    if answer.handoff.is_some() {
        return files.page(&headers);
    }
    if answer.is_empty() {
        return to_login(None);
    }
    let state = answer.state.as_deref().unwrap_or_default();
    if let Some(error) = &answer.error {
        return accounts.handle_provider_error(Provider::Google, error, state).await;
    }
    let code = answer.code.as_deref().unwrap_or_default();
    let arrived = async {
        accounts.limits.check_and_count(&CALLBACKS, &caller.address).await?;
        let auth_request = accounts.consume_auth_request(Provider::Google, state, &headers).await?;
        let google = accounts.providers.get(Provider::Google)?;
        let tokens = google.exchange(code, Some(&auth_request.verifier)).await;
        let token = tokens.map_err(|error| Provider::Google.refuse(error))?.id_token;
        let token = token.ok_or_else(|| Provider::Google.refuse(VerificationError::Unreadable))?;
        Ok((google.check(&token).await?, auth_request))
    };
    accounts.finish(Provider::Google, arrived.await, StatusCode::FOUND, &caller).await
}

/// Apple's callback opened by hand: to the login page, which leads a signed-in user home.
#[utoipa::path(get, path = "/auth/apple/callback", tag = "accounts", responses(
    (status = 303, description = "To the login page"),
))]
pub async fn open_apple_callback() -> Response {
    to_login(None)
}

/// Callback of Apple, a cross-site form post.
#[utoipa::path(post, path = "/auth/apple/callback", tag = "accounts",
    request_body(content = AppleCallback, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 303, description = "Back to the starting page, or to the login page with the error"),
))]
pub async fn apple_callback(
    State(accounts): State<Accounts>,
    caller: Caller,
    headers: HeaderMap,
    form: Result<Form<AppleCallback>, axum::extract::rejection::FormRejection>,
) -> Response {
    let answer = form.map(|Form(answer)| answer).unwrap_or_default();
    let state = answer.state.as_deref().unwrap_or_default();
    if let Some(error) = &answer.error {
        return accounts.handle_provider_error(Provider::Apple, error, state).await;
    }
    let arrived = async {
        accounts.limits.check_and_count(&CALLBACKS, &caller.address).await?;
        let auth_request = accounts.consume_auth_request(Provider::Apple, state, &headers).await?;
        let token = answer.id_token.as_deref().unwrap_or_default();
        let identity = accounts.providers.get(Provider::Apple)?.check(token).await?;
        let user: Option<AppleUser> = answer.user.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let profile = Profile { code: answer.code.clone(), ..with_names(identity.profile, user) };
        Ok((VerifiedIdentity { profile, nonce: identity.nonce }, auth_request))
    };
    accounts.finish(Provider::Apple, arrived.await, StatusCode::SEE_OTHER, &caller).await
}

impl Callback {
    /// Opened by hand.
    fn is_empty(&self) -> bool {
        self.code.is_none() && self.state.is_none() && self.error.is_none()
    }
}

impl AuthRequest {
    fn new(provider: Provider, return_to: Option<&str>, challenge: Option<String>, headers: &HeaderMap) -> AuthRequest {
        AuthRequest {
            provider,
            nonce: random_token(),
            verifier: random_token(),
            return_to: own_path(return_to.unwrap_or_default()).to_owned(),
            challenge,
            known_browser: known_browser_seal(headers),
        }
    }
}

impl Accounts {
    async fn remember(&self, auth_request: &AuthRequest) -> Result<String, AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + STATE_SECONDS * 1000;
        Ok(one_time::put(&self.sessions.db, SecretKind::State, auth_request, expires_at).await?)
    }

    fn redirect_to_provider(&self, url: &str, provider: Provider, state: &str) -> Response {
        let mut response = redirect(StatusCode::FOUND, url);
        let cookie = state_cookie(provider, state.to_owned());
        self.sessions.cookies().append_cookie(response.headers_mut(), cookie, STATE_SECONDS);
        response
    }

    /// The auth request of this callback: known, unused, and from this browser.
    async fn consume_auth_request(
        &self,
        provider: Provider,
        state: &str,
        headers: &HeaderMap,
    ) -> Result<AuthRequest, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let auth_request: Option<AuthRequest> =
            one_time::take(&self.sessions.db, SecretKind::State, state, now).await?;
        let auth_request = auth_request.filter(|auth_request| auth_request.provider == provider);
        let auth_request = auth_request.ok_or_else(|| provider.refuse("an unknown or used state"))?;
        let cookie = read_cookie(headers, state_cookie_name(provider)).unwrap_or_default();
        // The system browser has its own cookies; there the app's verifier replaces the cookie.
        if auth_request.challenge.is_none() && !constant_time_equal(&cookie, state) {
            return Err(provider.refuse("a state of another browser"));
        }
        Ok(auth_request)
    }

    /// The sign-in was cancelled or failed at the provider: the state is consumed; a cancellation is not an error.
    async fn handle_provider_error(&self, provider: Provider, error: &str, state: &str) -> Response {
        let now = self.sessions.clock.now().as_millisecond();
        let _: Option<AuthRequest> =
            one_time::take(&self.sessions.db, SecretKind::State, state, now).await.unwrap_or_default();
        if CANCELLED.contains(&error) {
            return to_login(None);
        }
        tracing::info!(provider = provider.name(), "the provider refused a sign-in");
        to_login(Some(provider.name()))
    }

    async fn finish(
        &self,
        provider: Provider,
        arrived: Result<(VerifiedIdentity, AuthRequest), AppError>,
        status: StatusCode,
        caller: &Caller,
    ) -> Response {
        let ended = match arrived {
            Ok((identity, auth_request)) => self.end_redirect(identity, auth_request, status, caller).await,
            Err(error) => Err(error),
        };
        // Only failures count.
        if !matches!(ended, Err(AppError::Unauthorized(_) | AppError::TooMany { .. }))
            && let Err(error) = self.limits.give_back(&CALLBACKS, &caller.address).await
        {
            tracing::error!(provider = provider.name(), "a sign-in still counts as a failure: {error:?}");
        }
        let mut response = ended.unwrap_or_else(|error| match error {
            AppError::EmailTaken => to_login(Some("email_taken")),
            AppError::Unauthorized(_) | AppError::ProviderDown(_) | AppError::TooMany { .. } => {
                to_login(Some(provider.name()))
            }
            other => {
                tracing::error!(provider = provider.name(), "a redirect sign-in failed: {other:?}");
                to_login(Some(provider.name()))
            }
        });
        let cookie = state_cookie(provider, String::new());
        self.sessions.cookies().append_cookie(response.headers_mut(), cookie, 0);
        response
    }

    async fn end_redirect(
        &self,
        identity: VerifiedIdentity,
        auth_request: AuthRequest,
        status: StatusCode,
        caller: &Caller,
    ) -> Result<Response, AppError> {
        let provider = auth_request.provider;
        if !identity.nonce.is_some_and(|nonce| constant_time_equal(&nonce, &auth_request.nonce)) {
            return Err(provider.refuse(VerificationError::Nonce));
        }
        if let Some(challenge) = auth_request.challenge {
            return self.hand_to_app(identity.profile, challenge, status).await;
        }
        match self.find_or_create_account(&identity.profile, None, caller).await {
            Err(AppError::LinkRequired) => self.ask_for_password(identity.profile, status).await,
            Err(error) => Err(error),
            Ok(entered) => {
                let is_known = self.is_known(entered.user, auth_request.known_browser.as_deref());
                let who = Authenticated::by_identity(&entered, &identity.profile, is_known);
                let issued = self.open_session(&who, &caller.origin).await?;
                let mut response = redirect(status, &auth_request.return_to);
                issued.cookies.write(response.headers_mut());
                self.remember_browser(response.headers_mut(), entered.user);
                Ok(response)
            }
        }
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

fn to_login(error: Option<&str>) -> Response {
    let path = error.map_or("/login".to_owned(), |error| format!("/login?error={error}"));
    redirect(StatusCode::SEE_OTHER, &path)
}

fn state_cookie_name(provider: Provider) -> &'static str {
    match provider {
        Provider::Google => "oauth_state",
        Provider::Apple => "apple_state",
    }
}

/// Apple's callback is a cross-site POST, which carries only `SameSite=None` cookies.
fn state_cookie(provider: Provider, state: String) -> Cookie<'static> {
    let cookie = Cookie::build((state_cookie_name(provider), state)).http_only(true);
    match provider {
        Provider::Google => cookie.path("/auth").same_site(SameSite::Lax).build(),
        Provider::Apple => cookie.path("/auth/apple").same_site(SameSite::None).secure(true).build(),
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
