//! The second step of a login: a code of the authenticator app, or a recovery code.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{self, Caller};
use crate::accounts::Accounts;
use crate::accounts::limits::Guess;
use crate::accounts::one_time::{self, SecretKind};
use crate::accounts::queries;
use crate::accounts::second_factor::FactorAnswer;
use crate::accounts::sign_in::{Authenticated, known_browser_seal};
use crate::accounts::user::SignInResponse;
use crate::encoding::hex;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::{SameOrigin, UserId, token_hash};

/// How long the user has to type the code.
const STEP_SECONDS: i64 = 300;
/// The login starts again after that many.
const MAX_WRONG_CODES: u8 = 5;

/// The password was right.
#[derive(Serialize, ToSchema)]
pub struct SecondStep {
    /// Sent with the code; valid for one login.
    id: String,
    /// Seconds.
    expires_in: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct SecondStepAnswer {
    /// Of the first step.
    id: String,
    /// Six digits of the authenticator app.
    code: Option<String>,
    /// Instead of the code.
    recovery_code: Option<String>,
    /// The id this browser used as a visitor: what it searched for moves into the account.
    #[schema(value_type = Option<uuid::Uuid>)]
    client_id: Option<String>,
}

/// A login that waits for its second step.
#[derive(Serialize, Deserialize)]
struct WaitingLogin {
    user: UserId,
    /// A hash of the stored hash: with another password the login is over.
    password: String,
    wrong_codes: u8,
    expires_at: i64,
}

/// Finish a login with the second factor.
#[utoipa::path(post, path = "/api/auth/login/second-step", tag = "accounts", request_body = SecondStepAnswer, responses(
    (status = 200, description = "Signed in; four session cookies are set", body = SignInResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "The password was changed meanwhile", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The code is wrong, or the login is over and has to start again: `second_factor_expired`", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn login_second_step(
    State(accounts): State<Accounts>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<SecondStepAnswer>,
) -> Result<Response, AppError> {
    let visitor = fields::client_id(body.client_id.as_deref())?;
    let answer = FactorAnswer::parse(body.code, body.recovery_code)?;
    let user = accounts.find_waiting_login(&body.id).await?.user;
    let is_known = accounts.is_known(user, known_browser_seal(&headers).as_deref());
    let guess = Guess::of_code(&accounts.limits, &caller.address, user, is_known).await?;

    let login = accounts.take_waiting_login(&body.id).await?;
    let finished = async {
        let hash = accounts.password_of(&login).await?;
        let factor = accounts.check_factor(login.user, &answer).await?;
        let who = Authenticated::by_password_and_factor(login.user, &hash, &factor, is_known);
        accounts.sign_in(&who, visitor, &caller.origin, StatusCode::OK).await
    };
    match finished.await {
        Ok(response) => {
            guess.succeed().await?;
            Ok(response)
        }
        Err(wrong @ AppError::Invalid(_)) => {
            accounts.wait_again(&body.id, login).await?;
            Err(wrong)
        }
        Err(error) => Err(error),
    }
}

impl Accounts {
    /// The answer to a right password of an account with a second factor.
    pub(super) async fn ask_for_second_factor(&self, user: UserId, password_hash: &str) -> Result<Response, AppError> {
        let expires_at = self.sessions.clock.now().as_millisecond() + STEP_SECONDS * 1000;
        let login = WaitingLogin { user, password: fingerprint(password_hash), wrong_codes: 0, expires_at };
        let id = one_time::put(&self.sessions.db, SecretKind::SecondFactorLogin, &login, expires_at).await?;
        Ok((StatusCode::ACCEPTED, Json(SecondStep { id, expires_in: STEP_SECONDS })).into_response())
    }

    async fn find_waiting_login(&self, id: &str) -> Result<WaitingLogin, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let login = one_time::peek(&self.sessions.db, SecretKind::SecondFactorLogin, id, now).await?;
        login.ok_or(AppError::SecondFactorExpired)
    }

    /// While one code is checked, no other is: parallel guesses cannot pass the limit.
    async fn take_waiting_login(&self, id: &str) -> Result<WaitingLogin, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let login = one_time::take(&self.sessions.db, SecretKind::SecondFactorLogin, id, now).await?;
        login.ok_or(AppError::SecondFactorExpired)
    }

    /// After a wrong code another one may be typed, until there were too many.
    async fn wait_again(&self, id: &str, login: WaitingLogin) -> Result<(), AppError> {
        let login = WaitingLogin { wrong_codes: login.wrong_codes + 1, ..login };
        if login.wrong_codes < MAX_WRONG_CODES {
            one_time::put_back(&self.sessions.db, SecretKind::SecondFactorLogin, id, &login, login.expires_at).await?;
        }
        Ok(())
    }

    async fn password_of(&self, login: &WaitingLogin) -> Result<String, AppError> {
        let hash = queries::find_password_hash(&self.sessions.db, login.user).await?;
        hash.filter(|hash| fingerprint(hash) == login.password).ok_or(AppError::SecondFactorExpired)
    }
}

fn fingerprint(password_hash: &str) -> String {
    hex(&token_hash(password_hash))
}
