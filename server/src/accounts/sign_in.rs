//! Opens the session of a user who has authenticated, and informs the owner of a browser that is new to the account.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, SameSite};

use super::Accounts;
use super::linking::Entered;
use super::mails::AccountMail;
use super::passkeys::UsedPasskey;
use super::providers::Profile;
use super::queries::{self, NewPasskey};
use super::second_factor::UsedFactor;
use crate::db::rate_limit::Rule;
use crate::error::{AppError, AuthProblem};
use crate::in_transaction;
use crate::session::proof::{Proof, lock_and_compare};
use crate::session::{IssuedSession, Origin, UserId};

/// Cookie of a browser that has signed in to the account before; it grants no access.
const KNOWN_BROWSER: &str = "known_browser";
const KNOWN_BROWSER_SECONDS: i64 = 180 * 86_400;
/// Past it the sign-in succeeds without a mail, so that a mailbox cannot be flooded.
const NEW_DEVICE_MAILS: Rule = Rule::an_hour("new-device-mails", 5);

/// A user who has authenticated, with what is compared again when the session is created.
pub struct Authenticated<'a> {
    pub user: UserId,
    pub proof: Proof<'a>,
    /// The answer if the proof no longer holds.
    pub refusal: AuthProblem,
    /// The account was created by this request, or the browser has signed in to it before.
    pub is_expected: bool,
    /// Its counter and flags are stored with the session.
    pub passkey: Option<&'a UsedPasskey>,
    pub second_factor: SecondFactor<'a>,
}

/// What a sign-in says about the second factor.
pub enum SecondFactor<'a> {
    /// A passkey is both factors; a provider asks for its own.
    NotNeeded,
    /// The account had none when the password was checked.
    Absent,
    Used(&'a UsedFactor),
}

impl<'a> Authenticated<'a> {
    pub fn by_password(user: UserId, hash: &'a str, is_expected: bool) -> Authenticated<'a> {
        Authenticated {
            user,
            proof: Proof::Password(hash),
            refusal: AuthProblem::BadCredentials,
            is_expected,
            passkey: None,
            second_factor: SecondFactor::Absent,
        }
    }

    pub fn by_password_and_factor(
        user: UserId,
        hash: &'a str,
        factor: &'a UsedFactor,
        is_known_browser: bool,
    ) -> Authenticated<'a> {
        let second_factor = SecondFactor::Used(factor);
        Authenticated { second_factor, ..Authenticated::by_password(user, hash, is_known_browser) }
    }

    pub fn by_identity(entered: &Entered, profile: &'a Profile, is_known_browser: bool) -> Authenticated<'a> {
        Authenticated {
            user: entered.user,
            proof: Proof::Identity { provider: profile.provider.name(), subject: &profile.subject },
            refusal: profile.provider.problem(),
            is_expected: entered.is_new || is_known_browser,
            passkey: None,
            second_factor: SecondFactor::NotNeeded,
        }
    }

    pub fn by_passkey(passkey: &'a UsedPasskey, is_known_browser: bool) -> Authenticated<'a> {
        Authenticated {
            user: passkey.user,
            proof: Proof::Passkey { id: passkey.id, credential: &passkey.credential },
            refusal: AuthProblem::PasskeyFailed,
            is_expected: is_known_browser,
            passkey: Some(passkey),
            second_factor: SecondFactor::NotNeeded,
        }
    }

    /// The account was created with this passkey.
    pub fn by_new_passkey(passkey: &'a NewPasskey) -> Authenticated<'a> {
        Authenticated {
            user: passkey.user_id,
            proof: Proof::Passkey { id: passkey.id, credential: &passkey.credential },
            refusal: AuthProblem::PasskeyFailed,
            is_expected: true,
            passkey: None,
            second_factor: SecondFactor::NotNeeded,
        }
    }
}

impl Accounts {
    /// Creates a session, unless what was proven has been revoked since.
    pub(super) async fn open_session(
        &self,
        who: &Authenticated<'_>,
        origin: &Origin,
    ) -> Result<IssuedSession, AppError> {
        let is_announced =
            !who.is_expected && self.limits.check_and_count(&NEW_DEVICE_MAILS, &who.user.0.to_string()).await.is_ok();
        let now = self.sessions.clock.now().as_millisecond();
        in_transaction!(self.sessions.db, tx => {
            if !lock_and_compare(tx, who.user, &[who.proof], now).await? {
                return Err(AppError::Unauthorized(who.refusal));
            }
            match who.second_factor {
                SecondFactor::NotNeeded => {}
                SecondFactor::Absent if queries::has_second_factor(tx, who.user).await? => {
                    return Err(AppError::Unauthorized(who.refusal));
                }
                SecondFactor::Absent => {}
                SecondFactor::Used(factor) => self.use_factor(tx, who.user, factor).await?,
            }
            if let Some(passkey) = who.passkey {
                queries::update_passkey_use(tx, who.user, passkey.id, &passkey.updated, now).await?;
            }
            let issued = self.sessions.insert(tx, who.user, origin, who.proof.provider()).await?;
            if is_announced {
                let mail = AccountMail::NewDevice { origin: origin.clone() };
                self.announce(tx, who.user, mail).await?;
            }
            Ok(issued)
        })
    }

    /// Remembers that this browser has signed in to the account.
    pub(super) fn remember_browser(&self, headers: &mut HeaderMap, user: UserId) {
        let cookie = known_browser_cookie(self.sessions.keys.seal(KNOWN_BROWSER, &user.0.to_string()));
        self.sessions.cookies().append_cookie(headers, cookie, KNOWN_BROWSER_SECONDS);
    }

    pub(super) fn forget_browser(&self, headers: &mut HeaderMap) {
        self.sessions.cookies().append_cookie(headers, known_browser_cookie(String::new()), 0);
    }

    /// Whether the browser with this cookie has signed in to the account before.
    pub(super) fn is_known(&self, user: UserId, seal: Option<&str>) -> bool {
        seal.is_some_and(|seal| self.sessions.keys.is_sealed(KNOWN_BROWSER, &user.0.to_string(), seal))
    }
}

pub fn known_browser_seal(headers: &HeaderMap) -> Option<String> {
    crate::session::read_cookie(headers, KNOWN_BROWSER)
}

fn known_browser_cookie(seal: String) -> Cookie<'static> {
    Cookie::build((KNOWN_BROWSER, seal)).path("/api/auth").same_site(SameSite::Strict).http_only(true).build()
}
