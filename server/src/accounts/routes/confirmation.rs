//! Confirm that the user of a session is the owner of the account: needed for sensitive actions, valid for ten minutes.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::federated::provider_with_token;
use super::fields::{Caller, Empty};
use crate::accounts::Accounts;
use crate::accounts::limits::PASSKEY_CHALLENGES;
use crate::accounts::one_time::SecretKind;
use crate::accounts::passkeys::{Ceremony, UsedPasskey};
use crate::accounts::providers::Profile;
use crate::accounts::queries;
use crate::accounts::second_factor::{FactorAnswer, UsedFactor};
use crate::error::{AppError, AuthProblem, ErrorBody};
use crate::http::extract::Json;
use crate::in_transaction;
use crate::session::proof::{Proof, lock_and_compare};
use crate::session::queries::set_authenticated;
use crate::session::{CurrentUser, SessionId, UserId};

/// The password, a passkey or a provider.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    password: Option<String>,
    /// Of the authenticator app: with the password, where the account has a second factor.
    code: Option<String>,
    /// Instead of the code.
    recovery_code: Option<String>,
    passkey: Option<PasskeyConfirmation>,
    provider: Option<ProviderConfirmation>,
}

#[derive(Deserialize, ToSchema)]
pub struct PasskeyConfirmation {
    /// Of the challenge.
    id: String,
    /// What `navigator.credentials.get` gave, as JSON.
    #[schema(value_type = Object)]
    credential: Value,
}

#[derive(Deserialize, ToSchema)]
pub struct ProviderConfirmation {
    /// `google` or `apple`.
    provider: String,
    /// The ID token, bound to a nonce.
    token: String,
}

/// The challenge of a confirmation with a passkey of the account.
#[utoipa::path(post, path = "/api/auth/confirm/options", tag = "accounts", responses(
    (status = 200, description = "The challenge, valid once and for ten minutes", body = Ceremony),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Passkeys are not offered", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
pub async fn start_confirmation(State(accounts): State<Accounts>, me: CurrentUser) -> Result<Json<Ceremony>, AppError> {
    accounts.limits.check_and_count(&PASSKEY_CHALLENGES, &me.user_id.0.to_string()).await?;
    let own = queries::list_passkeys(&accounts.sessions.db, me.user_id).await?;
    Ok(Json(accounts.start_passkey_use(SecretKind::PasskeyConfirmation, &own).await?))
}

/// Confirm with the password, a passkey or a connected provider; for ten minutes sensitive actions are allowed.
#[utoipa::path(post, path = "/api/auth/confirm", tag = "accounts", request_body = Confirmation, responses(
    (status = 200, description = "Confirmed", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in, or the provider's token is not accepted", body = ErrorBody),
    (status = 404, description = "No such provider, or passkeys are not offered", body = ErrorBody),
    (status = 409, description = "This sign-in belongs to another account", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The password or the code is wrong, or the passkey is not accepted", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
    (status = 503, description = "The provider cannot be asked just now", body = ErrorBody),
))]
pub async fn confirm(
    State(accounts): State<Accounts>,
    me: CurrentUser,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<Confirmation>,
) -> Result<Json<Empty>, AppError> {
    match (body.password, body.passkey, body.provider) {
        (Some(password), None, None) => {
            accounts.confirm_by_password(&me, password, body.code, body.recovery_code).await
        }
        (None, Some(passkey), None) => accounts.confirm_by_passkey(&me, passkey).await,
        (None, None, Some(provider)) => accounts.confirm_by_provider(&me, provider, &caller, &headers).await,
        _ => Err(AppError::invalid("password", "Send the password, a passkey or the token of a provider")),
    }?;
    Ok(Json(Empty {}))
}

/// What the transaction of a confirmation uses up.
#[derive(Default)]
struct Used<'a> {
    passkey: Option<&'a UsedPasskey>,
    factor: Option<UsedFactor>,
}

impl Accounts {
    async fn confirm_by_password(
        &self,
        me: &CurrentUser,
        password: String,
        code: Option<String>,
        recovery_code: Option<String>,
    ) -> Result<(), AppError> {
        let hash = me.password_hash.as_deref().ok_or(AppError::NoPassword)?;
        self.check_own_password(me.user_id, hash, password, "password").await?;
        let mut factor = None;
        if me.has_second_factor {
            factor = Some(self.check_own_factor(me.user_id, &FactorAnswer::parse(code, recovery_code)?).await?);
        }
        self.store_confirmation((me.user_id, me.session_id), Proof::Password(hash), Used { factor, ..Used::default() })
            .await
    }

    async fn confirm_by_passkey(&self, me: &CurrentUser, answer: PasskeyConfirmation) -> Result<(), AppError> {
        let verified = self.verify_passkey(SecretKind::PasskeyConfirmation, &answer.id, answer.credential).await;
        // The session is not over: another passkey may be tried.
        let used = verified.map_err(|error| match error {
            AppError::Unauthorized(AuthProblem::PasskeyFailed) => AppError::PasskeyRefused,
            other => other,
        })?;
        if used.user != me.user_id {
            return Err(AppError::IdentityTaken);
        }
        let proof = Proof::Passkey { id: used.id, credential: &used.credential };
        self.store_confirmation((me.user_id, me.session_id), proof, Used { passkey: Some(&used), ..Used::default() })
            .await
    }

    async fn confirm_by_provider(
        &self,
        me: &CurrentUser,
        answer: ProviderConfirmation,
        caller: &Caller,
        headers: &HeaderMap,
    ) -> Result<(), AppError> {
        let provider = provider_with_token(&answer.provider)?;
        let identity = self.identity(provider, &answer.token, caller, headers).await?;
        self.use_nonce(provider, headers).await?;
        self.confirm_by_identity(me.user_id, me.session_id, &identity.profile).await
    }

    /// The identity must be connected to the user already.
    pub(super) async fn confirm_by_identity(
        &self,
        user: UserId,
        session: SessionId,
        profile: &Profile,
    ) -> Result<(), AppError> {
        let (provider, subject) = (profile.provider.name(), profile.subject.as_str());
        if queries::find_identity(&self.sessions.db, provider, subject).await? != Some(user) {
            return Err(AppError::IdentityTaken);
        }
        self.store_confirmation((user, session), Proof::Identity { provider, subject }, Used::default()).await
    }

    async fn store_confirmation(
        &self,
        (user, session): (UserId, SessionId),
        proof: Proof<'_>,
        used: Used<'_>,
    ) -> Result<(), AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        in_transaction!(self.sessions.db, tx => {
            if !lock_and_compare(tx, user, &[Proof::Session(session), proof], now).await? {
                return Err(AppError::Unauthorized(AuthProblem::TokenRevoked));
            }
            if let Some(factor) = &used.factor {
                self.use_factor(tx, user, factor).await?;
            }
            if let Some(passkey) = used.passkey {
                queries::update_passkey_use(tx, user, passkey.id, &passkey.updated, now).await?;
            }
            Ok(set_authenticated(tx, user, session, now).await?)
        })
    }
}
