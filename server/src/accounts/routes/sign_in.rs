//! Register and log in.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::fields::{self, Caller};
use super::second_step::SecondStep;
use crate::accounts::limits::{Guess, REGISTRATIONS};
use crate::accounts::password::Password;
use crate::accounts::queries::{self, Credentials};
use crate::accounts::registration::{FirstMethod, NewAccount};
use crate::accounts::sign_in::{Authenticated, known_browser_seal};
use crate::accounts::user::SignInResponse;
use crate::accounts::{Accounts, Email};
use crate::error::{AppError, AuthProblem, ErrorBody};
use crate::http::extract::Json;
use crate::session::{IssuedSession, Origin, SameOrigin, UserId};

#[derive(Deserialize, ToSchema)]
pub struct Registration {
    email: String,
    password: String,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
    /// From the link of an invitation, where sign-ups are by invitation.
    invitation: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct Login {
    email: String,
    password: String,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
}

/// Create an account and sign in; the address is verified later by the link in the mail.
#[utoipa::path(post, path = "/api/auth/register", tag = "accounts", request_body = Registration, responses(
    (status = 201, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page, or the site does not take new accounts", body = ErrorBody),
    (status = 409, description = "The address has an account", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn register(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<Registration>,
) -> Result<Response, AppError> {
    let email = Email::parse(&body.email)?;
    let password = Password::parse(body.password).map_err(|error| error.at("password"))?;
    let (first_name, last_name) =
        (fields::name("first_name", &body.first_name)?, fields::name("last_name", &body.last_name)?);
    let visitor = fields::client_id(body.client_id.as_deref())?;
    accounts.limits.check_and_count(&REGISTRATIONS, &caller.address).await?;
    let invitation = accounts.check_sign_up(body.invitation.as_deref()).await?;

    let password_hash = accounts.passwords.hash(password).await?;
    let id = queries::new_id();
    let account = NewAccount {
        id,
        email: &email,
        first_name: &first_name,
        last_name: &last_name,
        invitation,
        method: FirstMethod::Password(&password_hash),
    };
    accounts.create_account(&account, caller.language).await?;
    let who = Authenticated::by_password(id, &password_hash, true);
    accounts.sign_in(&who, visitor, &caller.origin, StatusCode::CREATED).await
}

/// Sign in with address and password. An account with a second factor is asked for it in another call.
#[utoipa::path(post, path = "/api/auth/login", tag = "accounts", request_body = Login, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 202, description = "The password is right, and the account has a second factor: no cookies yet", body = SecondStep),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Address or password is wrong", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn login(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<Login>,
) -> Result<Response, AppError> {
    let email = Email::parse(&body.email)?;
    let visitor = fields::client_id(body.client_id.as_deref())?;
    let account = queries::find_credentials(&accounts.sessions.db, &email).await?;
    let is_known_browser = accounts.is_known_browser(account.as_ref(), &headers);
    let guess = Guess::of_password(&accounts.limits, &caller.address, email.as_str(), is_known_browser).await?;

    let hash = account.as_ref().and_then(|account| account.password_hash.clone());
    let is_right = accounts.passwords.verify(hash.clone(), body.password).await?;
    let Some(account) = account.filter(|_| is_right) else {
        return Err(AppError::Unauthorized(AuthProblem::BadCredentials));
    };
    guess.succeed().await?;
    let hash = hash.unwrap_or_default();
    if account.has_second_factor {
        return accounts.ask_for_second_factor(account.id, &hash).await;
    }
    let who = Authenticated::by_password(account.id, &hash, is_known_browser);
    accounts.sign_in(&who, visitor, &caller.origin, StatusCode::OK).await
}

impl Accounts {
    /// Moves the visitor's search history into the account.
    pub async fn adopt(&self, visitor: Option<Uuid>, user: UserId) -> Result<(), AppError> {
        match visitor {
            Some(client) => (self.adopt_history)(self.sessions.db.clone(), user, client).await,
            None => Ok(()),
        }
    }

    /// Creates a session and returns its cookies.
    pub(super) async fn sign_in(
        &self,
        who: &Authenticated<'_>,
        visitor: Option<Uuid>,
        origin: &Origin,
        status: StatusCode,
    ) -> Result<Response, AppError> {
        let issued = self.open_session(who, origin).await?;
        self.adopt(visitor, who.user).await?;
        self.signed_in_response(who.user, &issued, status).await
    }

    async fn signed_in_response(
        &self,
        user: UserId,
        issued: &IssuedSession,
        status: StatusCode,
    ) -> Result<Response, AppError> {
        let row = self.sessions.find_signed_in(user, issued.session_id).await?;
        let mut response = (status, Json(self.signed_in_answer(issued, &row))).into_response();
        issued.cookies.write(response.headers_mut());
        self.remember_browser(response.headers_mut(), user);
        Ok(response)
    }

    /// Whether this browser has signed in to the account before and has attempts of its own.
    fn is_known_browser(&self, account: Option<&Credentials>, headers: &HeaderMap) -> bool {
        account.is_some_and(|account| self.is_known(account.id, known_browser_seal(headers).as_deref()))
    }
}
