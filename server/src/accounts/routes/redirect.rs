//! Redirect sign-in: to the provider, back to the callback, and from the system browser into the app (hand-off).

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
use uuid::Uuid;

use super::federated::{AppleUser, with_names};
use super::fields::{self, Caller};
use crate::accounts::Accounts;
use crate::accounts::one_time::{self, Kind};
use crate::accounts::providers::{Profile, Provider, VerificationError, VerifiedIdentity};
use crate::accounts::user::SignInResponse;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::http::static_files::StaticFiles;
use crate::session::{SameOrigin, constant_time_equal, random_token, read_cookie};

const STATE_SECONDS: i64 = 600;
const HANDOFF_SECONDS: i64 = 60;
/// Longer than the hand-off itself, because the user has to type a password.
const HANDOFF_WITH_PASSWORD_SECONDS: i64 = 600;
const HANDOFF_COOKIE: &str = "auth_handoff";
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
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[param(value_type = Option<Uuid>)]
    client_id: Option<String>,
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

/// What is stored between the redirect to the provider and its callback.
#[derive(Serialize, Deserialize)]
struct AuthRequest {
    provider: Provider,
    nonce: String,
    verifier: String,
    return_to: String,
    challenge: Option<String>,
    visitor: Option<Uuid>,
}

/// A finished sign-in that waits for the page or app that started it.
#[derive(Serialize, Deserialize)]
struct PendingHandoff {
    profile: Profile,
    challenge: String,
}

/// Start Sign in with Google.
#[utoipa::path(get, path = "/api/auth/google/start", tag = "accounts", params(Start), responses(
    (status = 303, description = "To Google, or back to the login page when Google is not configured"),
    (status = 422, description = "A parameter is wrong", body = ErrorBody),
))]
pub async fn google_start(
    State(accounts): State<Accounts>,
    crate::http::extract::Query(query): crate::http::extract::Query<Start>,
) -> Result<Response, AppError> {
    let is_native = query.native.as_deref() == Some("1");
    let challenge = query.challenge.filter(|_| is_native);
    if is_native && !challenge.as_deref().is_some_and(is_challenge) {
        return Err(AppError::invalid("challenge", "Must be a SHA-256 hash in base64url"));
    }
    let Ok(google) = accounts.providers.get(Provider::Google) else { return Ok(to_login(Some("google"))) };
    let visitor = fields::client_id(query.client_id.as_deref())?;
    let auth_request = AuthRequest::new(Provider::Google, query.return_to.as_deref(), challenge, visitor);
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
))]
pub async fn apple_start(
    State(accounts): State<Accounts>,
    crate::http::extract::Query(query): crate::http::extract::Query<Start>,
) -> Result<Response, AppError> {
    let Ok(apple) = accounts.providers.get(Provider::Apple) else { return Ok(to_login(Some("apple"))) };
    let visitor = fields::client_id(query.client_id.as_deref())?;
    let auth_request = AuthRequest::new(Provider::Apple, query.return_to.as_deref(), None, visitor);
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
    let state = answer.state.as_deref().unwrap_or_default();
    if let Some(error) = &answer.error {
        return accounts.handle_provider_error(Provider::Google, error, state).await;
    }
    let code = answer.code.as_deref().unwrap_or_default();
    let arrived = async {
        let auth_request = accounts.consume_auth_request(Provider::Google, state, &headers).await?;
        let google = accounts.providers.get(Provider::Google)?;
        let tokens = google.exchange(code, Some(&auth_request.verifier)).await;
        let token = tokens.map_err(|error| Provider::Google.refuse(error))?.id_token;
        let token = token.ok_or_else(|| Provider::Google.refuse(VerificationError::Unreadable))?;
        Ok((google.check(&token).await?, auth_request))
    };
    accounts.finish(Provider::Google, arrived.await, StatusCode::FOUND, &caller).await
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
        let auth_request = accounts.consume_auth_request(Provider::Apple, state, &headers).await?;
        let token = answer.id_token.as_deref().unwrap_or_default();
        let identity = accounts.providers.get(Provider::Apple)?.check(token).await?;
        let user: Option<AppleUser> = answer.user.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let profile = Profile { code: answer.code.clone(), ..with_names(identity.profile, user) };
        Ok((VerifiedIdentity { profile, nonce: identity.nonce }, auth_request))
    };
    accounts.finish(Provider::Apple, arrived.await, StatusCode::SEE_OTHER, &caller).await
}

/// Finish a sign-in that ended in another browser, or that still needs a password.
#[utoipa::path(post, path = "/api/auth/handoff", tag = "accounts", request_body = HandOff, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The password is wrong", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 409, description = "The address has an account: `link_required` asks for its password, `email_taken` cannot be connected", body = ErrorBody),
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
        one_time::peek(db, Kind::HandOff, &body.code, now).await?.ok_or(AppError::LinkInvalid)?;
    let verifier = body.verifier.or_else(|| read_cookie(&headers, HANDOFF_COOKIE)).unwrap_or_default();
    if !constant_time_equal(&sha256(&verifier), &waiting.challenge) {
        return Err(AppError::LinkInvalid);
    }
    let entered = accounts.find_or_create_counted(&waiting.profile, body.password, &caller).await;
    if let Err(AppError::LinkRequired) = &entered {
        one_time::prolong(db, Kind::HandOff, &body.code, now + HANDOFF_WITH_PASSWORD_SECONDS * 1000).await?;
    }
    let user = entered?;
    let used: Option<PendingHandoff> = one_time::take(db, Kind::HandOff, &body.code, now).await?;
    used.ok_or(AppError::LinkInvalid)?;
    accounts.adopt(visitor, user).await?;
    let mut response = accounts.sign_in(user, &caller.origin, StatusCode::OK).await?;
    accounts.sessions.cookies().append_cookie(response.headers_mut(), handoff_cookie(String::new()), 0);
    Ok(response)
}

impl AuthRequest {
    fn new(
        provider: Provider,
        return_to: Option<&str>,
        challenge: Option<String>,
        visitor: Option<Uuid>,
    ) -> AuthRequest {
        AuthRequest {
            provider,
            nonce: random_token(),
            verifier: random_token(),
            return_to: own_path(return_to.unwrap_or_default()).to_owned(),
            challenge,
            visitor,
        }
    }
}

impl Accounts {
    async fn remember(&self, auth_request: &AuthRequest) -> Result<String, AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + STATE_SECONDS * 1000;
        Ok(one_time::put(&self.sessions.db, Kind::State, auth_request, expires_at).await?)
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
        let auth_request: Option<AuthRequest> = one_time::take(&self.sessions.db, Kind::State, state, now).await?;
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
            one_time::take(&self.sessions.db, Kind::State, state, now).await.unwrap_or_default();
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
        let mut response = ended.unwrap_or_else(|error| match error {
            AppError::EmailTaken => to_login(Some("email_taken")),
            AppError::Unauthorized(_) | AppError::ProviderDown(_) => to_login(Some(provider.name())),
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
            return self
                .wait_for_app(PendingHandoff { profile: identity.profile, challenge }, HANDOFF_SECONDS, status)
                .await;
        }
        match self.find_or_create_account(&identity.profile, None, caller).await {
            Err(AppError::LinkRequired) => self.ask_for_password(identity.profile, status).await,
            Err(error) => Err(error),
            Ok(user) => {
                self.adopt(auth_request.visitor, user).await?;
                let issued = self.sessions.open(user, &caller.origin).await?;
                let mut response = redirect(status, &auth_request.return_to);
                issued.cookies.write(response.headers_mut());
                Ok(response)
            }
        }
    }

    async fn wait_for_app(
        &self,
        waiting: PendingHandoff,
        seconds: i64,
        status: StatusCode,
    ) -> Result<Response, AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + seconds * 1000;
        let code = one_time::put(&self.sessions.db, Kind::HandOff, &waiting, expires_at).await?;
        let page = self.settings.public_url.join(&format!("/auth/callback?handoff={code}"));
        Ok(redirect(status, page.map_err(anyhow::Error::from)?.as_str()))
    }

    /// The same hand-off for a browser, with a cookie as its verifier.
    async fn ask_for_password(&self, profile: Profile, status: StatusCode) -> Result<Response, AppError> {
        let verifier = random_token();
        let waiting = PendingHandoff { profile, challenge: sha256(&verifier) };
        let mut response = self.wait_for_app(waiting, HANDOFF_WITH_PASSWORD_SECONDS, status).await?;
        let cookie = handoff_cookie(verifier);
        self.sessions.cookies().append_cookie(response.headers_mut(), cookie, HANDOFF_WITH_PASSWORD_SECONDS);
        Ok(response)
    }
}

/// A path of this site, or the front page: a parameter never redirects to another site.
fn own_path(path: &str) -> &str {
    let is_path = path.starts_with('/') && !path.starts_with("//") && path.len() <= MAX_PATH_LENGTH;
    let is_plain = path.chars().all(|letter| letter.is_ascii_graphic() && letter != '\\');
    if is_path && is_plain { path } else { "/" }
}

fn is_challenge(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == Sha256::output_size())
}

fn sha256(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

fn redirect(status: StatusCode, to: &str) -> Response {
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

fn handoff_cookie(verifier: String) -> Cookie<'static> {
    Cookie::build((HANDOFF_COOKIE, verifier))
        .path("/api/auth/handoff")
        .same_site(SameSite::Strict)
        .http_only(true)
        .build()
}

#[cfg(test)]
mod tests {
    use super::own_path;

    #[test]
    fn a_redirect_never_leaves_the_site() {
        for path in ["//evil.example", "https://evil.example", "/\\evil.example", "/a\nb", "", "profile", "/\u{e9}"] {
            assert_eq!(own_path(path), "/", "{path}");
        }
        assert_eq!(own_path("/profile?tab=sessions#list"), "/profile?tab=sessions#list");
    }
}
