//! Ends a sign-in, a connection or a confirmation that was started on a provider's page.

use axum::Form;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::federated::{AppleUser, with_names};
use super::fields::Caller;
use super::redirect::{AuthRequest, PROVIDER_DOWN, Purpose, redirect, state_cookie, state_cookie_name, to_login};
use crate::accounts::Accounts;
use crate::accounts::limits::CALLBACKS;
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::ownership::Ownership;
use crate::accounts::providers::{Profile, Provider, VerificationError, VerifiedIdentity};
use crate::accounts::sign_in::Authenticated;
use crate::error::AppError;
use crate::http::static_files::StaticFiles;
use crate::session::{constant_time_equal, read_cookie};

/// The providers' error codes for a cancelled sign-in.
const CANCELLED: [&str; 2] = ["access_denied", "user_cancelled_authorize"];
/// Clock skew between us and the provider.
const LEEWAY_SECONDS: i64 = 60;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Callback {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    /// Set when the app opens this address: the page then finishes with `/api/auth/handoff`.
    handoff: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OidcCallback {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    /// The issuer, from providers that name themselves (RFC 9207).
    iss: Option<String>,
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

/// What a provider's page came back with.
struct Arrival {
    provider: Provider,
    state: String,
    /// With a code or a token, or with the provider's error code.
    result: Result<Credential, String>,
    status: StatusCode,
}

enum Credential {
    Code { code: String, issuer: Option<String> },
    Apple(AppleCallback),
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
    let Callback { code, state, error, .. } = answer;
    match Arrival::with_code(Provider::Google, code, state, error, None) {
        Some(arrival) => accounts.end(arrival, &caller, &headers).await,
        None => to_login(None),
    }
}

/// Callback of the OpenID Connect provider that the operator has chosen.
#[utoipa::path(get, path = "/auth/oidc/callback", tag = "accounts", params(OidcCallback), responses(
    (status = 303, description = "Back to the starting page, or to the login page with the error"),
))]
pub async fn oidc_callback(
    State(accounts): State<Accounts>,
    caller: Caller,
    headers: HeaderMap,
    Query(answer): Query<OidcCallback>,
) -> Response {
    let OidcCallback { code, state, error, iss } = answer;
    match Arrival::with_code(Provider::Oidc, code, state, error, iss) {
        Some(arrival) => accounts.end(arrival, &caller, &headers).await,
        None => to_login(None),
    }
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
    let mut answer = form.map(|Form(answer)| answer).unwrap_or_default();
    let arrival = Arrival {
        provider: Provider::Apple,
        state: answer.state.take().unwrap_or_default(),
        result: answer.error.take().map_or(Ok(Credential::Apple(answer)), Err),
        status: StatusCode::SEE_OTHER,
    };
    accounts.end(arrival, &caller, &headers).await
}

impl Arrival {
    /// `None` if the address was opened by hand.
    fn with_code(
        provider: Provider,
        code: Option<String>,
        state: Option<String>,
        error: Option<String>,
        issuer: Option<String>,
    ) -> Option<Arrival> {
        if code.is_none() && state.is_none() && error.is_none() {
            return None;
        }
        Some(Arrival {
            provider,
            state: state.unwrap_or_default(),
            result: error.map_or(Ok(Credential::Code { code: code.unwrap_or_default(), issuer }), Err),
            status: StatusCode::FOUND,
        })
    }
}

impl AuthRequest {
    /// Where the user goes after a failure, or after a cancellation, which is none.
    fn failed(&self, error: Option<&str>) -> Response {
        match self.purpose {
            Purpose::SignIn => to_login(error),
            Purpose::Connect { .. } | Purpose::Confirm { .. } => self.returned(StatusCode::SEE_OTHER, error),
        }
    }

    /// Back to the page that the request came from, with what has become of it.
    fn returned(&self, status: StatusCode, outcome: Option<&str>) -> Response {
        let Some(outcome) = outcome else { return redirect(status, &self.return_to) };
        let (path, fragment) = self.return_to.split_once('#').unwrap_or((&self.return_to, ""));
        let separator = if path.contains('?') { '&' } else { '?' };
        let mark = if fragment.is_empty() { "" } else { "#" };
        redirect(status, &format!("{path}{separator}outcome={outcome}{mark}{fragment}"))
    }
}

impl Accounts {
    async fn end(&self, arrival: Arrival, caller: &Caller, headers: &HeaderMap) -> Response {
        let (provider, status) = (arrival.provider, arrival.status);
        let credential = match arrival.result {
            Ok(credential) => credential,
            Err(error) => return self.handle_provider_error(provider, &error, &arrival.state).await,
        };
        let (auth_request, ended) = match self.consume_auth_request(provider, &arrival.state, caller, headers).await {
            Ok(auth_request) => {
                let ended = self.end_request(&auth_request, credential, status, caller).await;
                (Some(auth_request), ended)
            }
            Err(error) => (None, Err(error)),
        };
        // Only failures count.
        if !matches!(ended, Err(AppError::Unauthorized(_) | AppError::TooMany { .. }))
            && let Err(error) = self.limits.give_back(&CALLBACKS, &caller.address).await
        {
            tracing::error!(provider = provider.name(), "a sign-in still counts as a failure: {error:?}");
        }
        let mut response = ended.unwrap_or_else(|error| {
            let word = Some(failure_word(provider, &error));
            auth_request.map_or_else(|| to_login(word), |auth_request| auth_request.failed(word))
        });
        let cookie = state_cookie(provider, String::new());
        self.sessions.cookies().append_cookie(response.headers_mut(), cookie, 0);
        response
    }

    /// The auth request of this callback: known, unused, and from this browser.
    async fn consume_auth_request(
        &self,
        provider: Provider,
        state: &str,
        caller: &Caller,
        headers: &HeaderMap,
    ) -> Result<AuthRequest, AppError> {
        self.limits.check_and_count(&CALLBACKS, &caller.address).await?;
        let auth_request = self.take_auth_request(provider, state).await?;
        let auth_request = auth_request.ok_or_else(|| provider.refuse("an unknown or used state"))?;
        let cookie = read_cookie(headers, state_cookie_name(provider)).unwrap_or_default();
        // The system browser has its own cookies; there the app's verifier replaces the cookie.
        if auth_request.challenge.is_none() && !constant_time_equal(&cookie, state) {
            return Err(provider.refuse("a state of another browser"));
        }
        Ok(auth_request)
    }

    async fn take_auth_request(&self, provider: Provider, state: &str) -> anyhow::Result<Option<AuthRequest>> {
        let now = self.sessions.clock.now().as_millisecond();
        let auth_request: Option<AuthRequest> =
            one_time::take(&self.sessions.db, SecretKind::State, state, now).await?;
        Ok(auth_request.filter(|auth_request| auth_request.provider == provider))
    }

    /// The sign-in was cancelled or failed at the provider: the state is consumed; a cancellation is not an error.
    async fn handle_provider_error(&self, provider: Provider, error: &str, state: &str) -> Response {
        let auth_request = self.take_auth_request(provider, state).await.unwrap_or_default();
        let word = if CANCELLED.contains(&error) { None } else { Some(provider.name()) };
        if word.is_some() {
            tracing::info!(provider = provider.name(), "the provider refused a sign-in");
        }
        auth_request.map_or_else(|| to_login(word), |auth_request| auth_request.failed(word))
    }

    async fn end_request(
        &self,
        auth_request: &AuthRequest,
        credential: Credential,
        status: StatusCode,
        caller: &Caller,
    ) -> Result<Response, AppError> {
        let provider = auth_request.provider;
        let identity = self.identity_of(auth_request, credential).await?;
        if !identity.nonce.as_ref().is_some_and(|nonce| constant_time_equal(nonce, &auth_request.nonce)) {
            return Err(provider.refuse(VerificationError::Nonce));
        }
        match auth_request.purpose {
            Purpose::SignIn => self.end_sign_in(auth_request, identity.profile, status, caller).await,
            Purpose::Connect { user, session } => {
                let ownership = Ownership::of_ids(user, session);
                self.connect_to(&identity.profile, user, &ownership).await?;
                Ok(auth_request.returned(status, Some("connected")))
            }
            Purpose::Confirm { user, session } => {
                // A provider that says when it last asked for a password must have asked for it just now.
                let earliest = auth_request.started_at - LEEWAY_SECONDS;
                if identity.authenticated_at.is_some_and(|time| time < earliest) {
                    return Err(provider.refuse("the user was not asked to authenticate"));
                }
                self.confirm_by_identity(user, session, &identity.profile).await?;
                Ok(auth_request.returned(status, Some("confirmed")))
            }
        }
    }

    async fn identity_of(
        &self,
        auth_request: &AuthRequest,
        credential: Credential,
    ) -> Result<VerifiedIdentity, AppError> {
        let provider = self.providers.get(auth_request.provider)?;
        match credential {
            Credential::Code { issuer: Some(issuer), .. } if !provider.is_issuer(&issuer) => {
                Err(auth_request.provider.refuse("a callback of another issuer"))
            }
            Credential::Code { code, .. } => provider.redeem(&code, &auth_request.verifier).await,
            Credential::Apple(answer) => {
                let identity = provider.check(answer.id_token.as_deref().unwrap_or_default()).await?;
                let user: Option<AppleUser> = answer.user.as_deref().and_then(|text| serde_json::from_str(text).ok());
                let profile = Profile { code: answer.code, ..with_names(identity.profile, user) };
                Ok(VerifiedIdentity { profile, ..identity })
            }
        }
    }

    async fn end_sign_in(
        &self,
        auth_request: &AuthRequest,
        profile: Profile,
        status: StatusCode,
        caller: &Caller,
    ) -> Result<Response, AppError> {
        if let Some(challenge) = &auth_request.challenge {
            return self.hand_to_app(profile, challenge.clone(), status).await;
        }
        match self.find_or_create_account(&profile, None, caller).await {
            Err(AppError::LinkRequired) => self.ask_for_password(profile, status).await,
            Err(error) => Err(error),
            Ok(entered) => {
                let is_known = self.is_known(entered.user, auth_request.known_browser.as_deref());
                let who = Authenticated::by_identity(&entered, &profile, is_known);
                let issued = self.open_session(&who, &caller.origin).await?;
                let mut response = redirect(status, &auth_request.return_to);
                issued.cookies.write(response.headers_mut());
                self.remember_browser(response.headers_mut(), entered.user);
                Ok(response)
            }
        }
    }
}

/// The word for a failure in the address of the page.
fn failure_word(provider: Provider, error: &AppError) -> &'static str {
    match error {
        AppError::EmailTaken => "email_taken",
        AppError::SignUpsClosed => "sign_ups_closed",
        AppError::IdentityTaken => "identity_taken",
        AppError::EmailUnverified => "email_unverified",
        AppError::ProviderDown(_) if provider == Provider::Oidc => PROVIDER_DOWN,
        AppError::Unauthorized(_) | AppError::ProviderDown(_) | AppError::TooMany { .. } => provider.name(),
        other => {
            tracing::error!(provider = provider.name(), "a redirect sign-in failed: {other:?}");
            provider.name()
        }
    }
}
