//! Sign-in with an ID token of Google or Apple; connecting and disconnecting providers.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, SameSite};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::fields::{self, Caller, Empty};
use super::sessions::timestamp;
use crate::accounts::Accounts;
use crate::accounts::limits::{LOGIN_BY_ADDRESS, NONCES};
use crate::accounts::linking::Entered;
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::providers::{Profile, Provider, VerificationError, VerifiedIdentity, display_name};
use crate::accounts::queries;
use crate::accounts::sign_in::{Authenticated, known_browser_seal};
use crate::accounts::user::SignInResponse;
use crate::error::{AppError, AuthProblem, ErrorBody};
use crate::http::extract::Json;
use crate::session::{CurrentUser, SameOrigin, constant_time_equal, random_token, read_cookie};

const NONCE_COOKIE: &str = "auth_nonce";
const NONCE_SECONDS: i64 = 600;
const ACCOUNT_CALLS: &str = "/api/auth";

#[derive(Serialize, ToSchema)]
pub struct NonceResponse {
    /// For the provider's script; valid once, for ten minutes.
    nonce: String,
}

#[derive(Deserialize, ToSchema)]
pub struct GoogleSignIn {
    /// The ID token, as Google's script calls back with it.
    token: String,
    /// Answers `link_required`: the password of the account that has this address.
    password: Option<String>,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct AppleSignIn {
    id_token: String,
    /// Sent by Apple at the very first sign-in only.
    user: Option<AppleUser>,
    /// Apple's authorisation code, which lets us revoke the sign-in when the account is deleted.
    code: Option<String>,
    /// Answers `link_required`: the password of the account that has this address.
    password: Option<String>,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
}

/// Sent unsigned by the browser: used as a display name, never as an address.
#[derive(Default, Deserialize, ToSchema)]
pub struct AppleUser {
    name: Option<AppleName>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppleName {
    first_name: Option<String>,
    last_name: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct IdentityConnection {
    /// The ID token of the provider.
    token: String,
    /// Apple's authorisation code.
    code: Option<String>,
    /// Needed when the sign-in is older than ten minutes.
    password: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct IdentityRemoval {
    /// Needed when the sign-in is older than ten minutes.
    password: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct IdentityList {
    identities: Vec<Identity>,
}

#[derive(Serialize, ToSchema)]
pub struct Identity {
    /// `google`, `apple` or `oidc`.
    provider: String,
    #[schema(required)]
    email: Option<String>,
    linked_at: jiff::Timestamp,
}

/// Create a nonce that binds the provider's next token to this browser.
#[utoipa::path(post, path = "/api/auth/nonce", tag = "accounts", responses(
    (status = 200, description = "The nonce; a cookie is set beside it", body = NonceResponse),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn create_nonce(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
) -> Result<Response, AppError> {
    accounts.limits.check_and_count(&NONCES, &caller.address).await?;
    let nonce = random_token();
    let expires_at = accounts.sessions.clock.now().as_millisecond() + NONCE_SECONDS * 1000;
    let id = one_time::put(&accounts.sessions.db, SecretKind::Nonce, &nonce, expires_at).await?;
    let mut response = Json(NonceResponse { nonce }).into_response();
    accounts.sessions.cookies().append_cookie(response.headers_mut(), nonce_cookie(id), NONCE_SECONDS);
    Ok(response)
}

/// Sign in with Google.
#[utoipa::path(post, path = "/api/auth/google", tag = "accounts", request_body = GoogleSignIn, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The token or the password is not accepted", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 409, description = "The address has an account: `link_required` asks for its password, `email_taken` cannot be connected, `second_factor_required`: sign in first", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
    (status = 503, description = "Google cannot be asked just now", body = ErrorBody),
))]
pub async fn google(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<GoogleSignIn>,
) -> Result<Response, AppError> {
    let visitor = fields::client_id(body.client_id.as_deref())?;
    let identity = accounts.identity(Provider::Google, &body.token, &caller, &headers).await?;
    accounts.sign_in_with(&identity.profile, body.password, visitor, &caller, &headers).await
}

/// Sign in with Apple.
#[utoipa::path(post, path = "/api/auth/apple", tag = "accounts", request_body = AppleSignIn, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The token or the password is not accepted", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 409, description = "The address has an account: `link_required` asks for its password, `email_taken` cannot be connected, `second_factor_required`: sign in first", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
    (status = 503, description = "Apple cannot be asked just now", body = ErrorBody),
))]
pub async fn apple(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<AppleSignIn>,
) -> Result<Response, AppError> {
    let visitor = fields::client_id(body.client_id.as_deref())?;
    let identity = accounts.identity(Provider::Apple, &body.id_token, &caller, &headers).await?;
    let profile = Profile { code: body.code, ..with_names(identity.profile, body.user) };
    accounts.sign_in_with(&profile, body.password, visitor, &caller, &headers).await
}

/// The providers connected to the account.
#[utoipa::path(get, path = "/api/auth/identities", tag = "accounts", responses(
    (status = 200, description = "Oldest first", body = IdentityList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn list_identities(
    State(accounts): State<Accounts>,
    me: CurrentUser,
) -> Result<Json<IdentityList>, AppError> {
    let rows = queries::list_identities(&accounts.sessions.db, me.user_id).await?;
    let identity = |row: queries::IdentityRow| Identity {
        provider: row.provider,
        email: row.email_at_link,
        linked_at: timestamp(row.created_at),
    };
    Ok(Json(IdentityList { identities: rows.into_iter().map(identity).collect() }))
}

/// Connect a provider to the account.
#[utoipa::path(post, path = "/api/auth/identities/{provider}", tag = "accounts", request_body = IdentityConnection,
    params(("provider" = String, Path, description = "google or apple")), responses(
    (status = 200, description = "Connected", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in, or the token is not accepted", body = ErrorBody),
    (status = 403, description = "Sign in again, or send the password; or the address is not verified", body = ErrorBody),
    (status = 404, description = "No such provider", body = ErrorBody),
    (status = 409, description = "This sign-in belongs to another account", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many wrong passwords", body = ErrorBody),
    (status = 503, description = "The provider cannot be asked just now", body = ErrorBody),
))]
pub async fn connect_identity(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
    headers: HeaderMap,
    Path(provider): Path<String>,
    Json(body): Json<IdentityConnection>,
) -> Result<Json<Empty>, AppError> {
    let provider = provider_with_token(&provider)?;
    accounts.require_verified_address(&me)?;
    let ownership = accounts.prove_ownership(&me, body.password, "password").await?;
    let identity = accounts.identity(provider, &body.token, &caller, &headers).await?;
    accounts.use_nonce(provider, &headers).await?;
    let profile = Profile { code: body.code, ..identity.profile };
    accounts.connect_to(&profile, me.user_id, &ownership).await?;
    Ok(Json(Empty {}))
}

/// Disconnect a provider; the last sign-in method cannot be removed.
#[utoipa::path(delete, path = "/api/auth/identities/{provider}", tag = "accounts", request_body = IdentityRemoval,
    params(("provider" = String, Path, description = "google, apple or oidc")), responses(
    (status = 200, description = "Disconnected", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 403, description = "Sign in again, or send the password", body = ErrorBody),
    (status = 404, description = "Not connected", body = ErrorBody),
    (status = 409, description = "It is the only way to sign in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The password is wrong", body = ErrorBody),
    (status = 429, description = "Too many wrong passwords", body = ErrorBody),
))]
pub async fn disconnect_identity(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    Path(provider): Path<String>,
    Json(body): Json<IdentityRemoval>,
) -> Result<Json<Empty>, AppError> {
    let provider = provider_named(&provider)?;
    let ownership = accounts.prove_ownership(&me, body.password, "password").await?;
    accounts.disconnect(provider, me.user_id, &ownership).await?;
    Ok(Json(Empty {}))
}

impl Accounts {
    /// The identity of a valid token and nonce; failures count against the client address.
    pub(super) async fn identity(
        &self,
        provider: Provider,
        token: &str,
        caller: &Caller,
        headers: &HeaderMap,
    ) -> Result<VerifiedIdentity, AppError> {
        self.limits.check_and_count(&LOGIN_BY_ADDRESS, &caller.address).await?;
        let checked = self.check_token(provider, token, headers).await;
        if !matches!(checked, Err(AppError::Unauthorized(_))) {
            self.limits.give_back(&LOGIN_BY_ADDRESS, &caller.address).await?;
        }
        checked
    }

    async fn check_token(
        &self,
        provider: Provider,
        token: &str,
        headers: &HeaderMap,
    ) -> Result<VerifiedIdentity, AppError> {
        let identity = self.providers.get(provider)?.check(token).await?;
        let now = self.sessions.clock.now().as_millisecond();
        let issued: Option<String> = match read_cookie(headers, NONCE_COOKIE) {
            Some(id) => one_time::peek(&self.sessions.db, SecretKind::Nonce, &id, now).await?,
            None => None,
        };
        match (&issued, &identity.nonce) {
            (Some(issued), Some(sent)) if constant_time_equal(issued, sent) => Ok(identity),
            _ => Err(provider.refuse(VerificationError::Nonce)),
        }
    }

    /// Consumes the nonce, so that the token cannot be replayed.
    pub(super) async fn use_nonce(&self, provider: Provider, headers: &HeaderMap) -> Result<(), AppError> {
        let id = read_cookie(headers, NONCE_COOKIE).unwrap_or_default();
        let now = self.sessions.clock.now().as_millisecond();
        let used: Option<String> = one_time::take(&self.sessions.db, SecretKind::Nonce, &id, now).await?;
        used.map(|_| ()).ok_or_else(|| provider.refuse(VerificationError::Nonce))
    }

    async fn sign_in_with(
        &self,
        profile: &Profile,
        password: Option<String>,
        visitor: Option<Uuid>,
        caller: &Caller,
        headers: &HeaderMap,
    ) -> Result<Response, AppError> {
        let entered = self.find_or_create_counted(profile, password, caller).await?;
        self.use_nonce(profile.provider, headers).await?;
        let is_known = self.is_known(entered.user, known_browser_seal(headers).as_deref());
        let who = Authenticated::by_identity(&entered, profile, is_known);
        let mut response = self.sign_in(&who, visitor, &caller.origin, StatusCode::OK).await?;
        self.sessions.cookies().append_cookie(response.headers_mut(), nonce_cookie(String::new()), 0);
        Ok(response)
    }

    /// Password guesses while linking accounts count like login attempts.
    pub(super) async fn find_or_create_counted(
        &self,
        profile: &Profile,
        password: Option<String>,
        caller: &Caller,
    ) -> Result<Entered, AppError> {
        self.limits.check_and_count(&LOGIN_BY_ADDRESS, &caller.address).await?;
        let entered = self.find_or_create_account(profile, password, caller).await;
        if !matches!(entered, Err(AppError::Unauthorized(AuthProblem::BadCredentials))) {
            self.limits.give_back(&LOGIN_BY_ADDRESS, &caller.address).await?;
        }
        entered
    }
}

/// Apple sends names once, outside the token.
pub(super) fn with_names(profile: Profile, user: Option<AppleUser>) -> Profile {
    let name = user.and_then(|user| user.name).unwrap_or_default();
    Profile {
        first_name: display_name(name.first_name.as_deref()),
        last_name: display_name(name.last_name.as_deref()),
        ..profile
    }
}

fn nonce_cookie(id: String) -> Cookie<'static> {
    Cookie::build((NONCE_COOKIE, id)).path(ACCOUNT_CALLS).same_site(SameSite::Lax).http_only(true).build()
}

fn provider_named(name: &str) -> Result<Provider, AppError> {
    Provider::named(name).ok_or(AppError::NotFound)
}

/// A provider whose script gives the page a token; the others are connected on their own page.
pub(super) fn provider_with_token(name: &str) -> Result<Provider, AppError> {
    provider_named(name).ok().filter(|provider| *provider != Provider::Oidc).ok_or(AppError::NotFound)
}
