//! Proof that a request comes from the owner of the account: they have authenticated in this session within ten minutes, by a
//! sign-in or a confirmation, or they send the password, which is not enough where the account has a second factor. It is
//! checked when the request begins and compared again inside the transaction that relies on it. Every sensitive action uses
//! it.

use super::Accounts;
use crate::db::Tx;
use crate::db::rate_limit::Rule;
use crate::error::{AppError, AuthProblem};
use crate::session::proof::{Proof, lock_and_compare};
use crate::session::{CurrentUser, SessionId, UserId};

/// How long a sign-in or a confirmation counts as recent.
const RECENT_MINUTES: i64 = 10;
/// Password guesses from an open session.
const OWN_PASSWORD: Rule = Rule {
    name: "own-password",
    free_attempts: 5,
    window: std::time::Duration::from_secs(3600),
    first_wait: std::time::Duration::from_secs(30),
    max_wait: std::time::Duration::from_secs(900),
};

/// What an owner has proven.
pub struct Ownership {
    user: UserId,
    session: Option<SessionId>,
    /// The hash that the password was verified against, if one was sent.
    password_hash: Option<String>,
}

impl Ownership {
    /// By the session of the request alone.
    pub fn of_session(me: &CurrentUser) -> Ownership {
        Ownership::of_ids(me.user_id, me.session_id)
    }

    /// By a session that was authenticated recently when the request began that ends now.
    pub fn of_ids(user: UserId, session: SessionId) -> Ownership {
        Ownership { user, session: Some(session), password_hash: None }
    }

    /// By the password of an account, outside a session.
    pub fn of_password(user: UserId, password_hash: String) -> Ownership {
        Ownership { user, session: None, password_hash: Some(password_hash) }
    }

    pub fn session(&self) -> Option<SessionId> {
        self.session
    }

    fn proofs(&self) -> Vec<Proof<'_>> {
        let session = self.session.map(Proof::Session);
        session.into_iter().chain(self.password_hash.as_deref().map(Proof::Password)).collect()
    }
}

impl Accounts {
    /// The right password or, if none was sent or the account has none, a recent sign-in or confirmation. An account with a
    /// second factor needs the latter in any case.
    pub(super) async fn prove_ownership(
        &self,
        me: &CurrentUser,
        password: Option<String>,
        field: &'static str,
    ) -> Result<Ownership, AppError> {
        match (password.filter(|password| !password.is_empty()), &me.password_hash) {
            (Some(password), Some(hash)) => {
                self.check_own_password(me.user_id, hash, password, field).await?;
                if me.has_second_factor {
                    self.require_recent(me)?;
                }
                Ok(Ownership { password_hash: Some(hash.clone()), ..Ownership::of_session(me) })
            }
            _ => self.require_recent(me),
        }
    }

    /// A recent sign-in or confirmation.
    pub(super) fn require_recent(&self, me: &CurrentUser) -> Result<Ownership, AppError> {
        let age = self.sessions.clock.now().as_millisecond() - me.authenticated_at;
        if age < RECENT_MINUTES * 60_000 { Ok(Ownership::of_session(me)) } else { Err(AppError::ReauthRequired) }
    }

    /// A provider is connected to an account whose address is verified. Without mail it cannot be verified: then the first
    /// proof of the address removes what was connected before.
    pub(super) fn require_verified_address(&self, me: &CurrentUser) -> Result<(), AppError> {
        let may_connect = me.email_verified_at.is_some() || !self.settings.sends_mail();
        if may_connect { Ok(()) } else { Err(AppError::EmailUnverified) }
    }

    pub(super) async fn check_own_password(
        &self,
        user: UserId,
        hash: &str,
        password: String,
        field: &'static str,
    ) -> Result<(), AppError> {
        let who = user.0.to_string();
        // Counted before the check, so that parallel guesses cannot pass the limit.
        self.limits.check_and_count(&OWN_PASSWORD, &who).await?;
        if self.passwords.verify(Some(hash.to_owned()), password).await? {
            return self.limits.give_back(&OWN_PASSWORD, &who).await;
        }
        Err(AppError::invalid(field, "The password is wrong"))
    }

    /// Locks the user until the transaction ends, if what was proven still holds.
    pub(super) async fn lock_as_owner(&self, tx: &mut Tx, ownership: &Ownership) -> Result<(), AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        if lock_and_compare(tx, ownership.user, &ownership.proofs(), now).await? {
            return Ok(());
        }
        Err(AppError::Unauthorized(AuthProblem::TokenRevoked))
    }
}
