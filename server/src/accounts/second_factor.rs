//! The second factor of accounts with a password: a code of an authenticator app, or a recovery code. What was answered is
//! checked first and used up in the transaction that relies on it, so that no code counts twice (decision 0111).

use data_encoding::BASE32_NOPAD;
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::Accounts;
use super::limits::Guess;
use super::mails::AccountMail;
use super::one_time::{self, SecretKind};
use super::queries;
use super::totp::Secret;
use crate::db::Tx;
use crate::error::AppError;
use crate::session::{UserId, token_hash};

/// How long the user has to scan the QR code and type the first code.
const ENROLMENT_MINUTES: i64 = 30;
const RECOVERY_CODES: usize = 10;
/// 80 bits each: too many to be found from its hash.
const RECOVERY_BYTES: usize = 10;
const GROUP: usize = 4;

/// What a user typed as the second factor.
pub enum FactorAnswer {
    Code(String),
    RecoveryCode(String),
}

/// An answer that was right; used up with `use_factor`.
pub enum UsedFactor {
    Code {
        /// As it was when the code was checked.
        secret: String,
        /// The same, encrypted with the newest key.
        renewed: String,
        step: i64,
    },
    RecoveryCode {
        hash: Vec<u8>,
    },
}

/// A secret that the user's app does not know yet.
#[derive(Serialize, Deserialize)]
pub struct Enrolment {
    pub user: UserId,
    /// Encrypted.
    secret: String,
}

impl FactorAnswer {
    /// One of the two, as people type them: with spaces, and recovery codes with hyphens and in any case.
    pub fn parse(code: Option<String>, recovery_code: Option<String>) -> Result<FactorAnswer, AppError> {
        let given = |text: Option<String>| {
            let text: Option<String> = text.map(|text| text.chars().filter(|c| !" -\u{a0}\t".contains(*c)).collect());
            text.filter(|text| !text.is_empty())
        };
        match (given(code), given(recovery_code)) {
            (Some(code), None) => Ok(FactorAnswer::Code(code)),
            (None, Some(code)) => Ok(FactorAnswer::RecoveryCode(code.to_lowercase())),
            _ => Err(AppError::invalid("code", "Enter the code of your authenticator app or a recovery code")),
        }
    }

    pub fn wrong(&self) -> AppError {
        match self {
            FactorAnswer::Code(_) => AppError::invalid("code", "The code is wrong or was used before"),
            FactorAnswer::RecoveryCode(_) => {
                AppError::invalid("recovery_code", "The recovery code is wrong or was used before")
            }
        }
    }
}

impl Accounts {
    /// A new secret for the user's app. Nothing is turned on before a code proves that the app has it.
    pub(super) async fn start_enrolment(&self, user: UserId) -> Result<(String, Secret), AppError> {
        let secret = Secret::random();
        let enrolment = Enrolment { user, secret: self.sessions.keys.encrypt(&purpose(user), &secret.to_base32())? };
        let expires_at = self.sessions.clock.now().as_millisecond() + ENROLMENT_MINUTES * 60_000;
        let id = one_time::put(&self.sessions.db, SecretKind::SecondFactorEnrolment, &enrolment, expires_at).await?;
        Ok((id, secret))
    }

    /// Stores the secret if the code is right, and returns the recovery codes.
    pub(super) async fn finish_enrolment(
        &self,
        tx: &mut Tx,
        enrolment: &Enrolment,
        code: &FactorAnswer,
    ) -> Result<Vec<String>, AppError> {
        let (user, now) = (enrolment.user, self.sessions.clock.now());
        let FactorAnswer::Code(typed) = code else { return Err(code.wrong()) };
        let step =
            self.open_secret(user, &enrolment.secret).and_then(|secret| secret.step_of(typed, now.as_second(), 0));
        let step = step.ok_or_else(|| code.wrong())?;
        let now = now.as_millisecond();
        if !queries::insert_second_factor(tx, user, &enrolment.secret, step, now).await? {
            return Err(AppError::SecondFactorOn);
        }
        self.renew_recovery_codes(tx, user).await
    }

    /// New recovery codes; the old ones end. Only their hashes are stored.
    pub(super) async fn renew_recovery_codes(&self, tx: &mut Tx, user: UserId) -> Result<Vec<String>, AppError> {
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| random_code()).collect();
        let hashes: Vec<Vec<u8>> = codes.iter().map(|code| token_hash(code)).collect();
        queries::replace_recovery_codes(tx, user, &hashes, self.sessions.clock.now().as_millisecond()).await?;
        Ok(codes.iter().map(|code| grouped(code)).collect())
    }

    /// Whether the answer is right. Guesses are counted by the caller.
    pub(super) async fn check_factor(&self, user: UserId, answer: &FactorAnswer) -> Result<UsedFactor, AppError> {
        let used = match answer {
            FactorAnswer::Code(code) => self.check_code(user, code).await?,
            FactorAnswer::RecoveryCode(code) => {
                let hash = token_hash(code);
                let is_known = queries::has_recovery_code(&self.sessions.db, user, &hash).await?;
                is_known.then_some(UsedFactor::RecoveryCode { hash })
            }
        };
        used.ok_or_else(|| answer.wrong())
    }

    /// The same from an open session, with its guesses counted.
    pub(super) async fn check_own_factor(&self, user: UserId, answer: &FactorAnswer) -> Result<UsedFactor, AppError> {
        let guess = Guess::of_own_code(&self.limits, user).await?;
        let used = self.check_factor(user, answer).await?;
        guess.succeed().await?;
        Ok(used)
    }

    /// Uses up a code that was checked, inside a transaction that holds the user's lock.
    pub(super) async fn use_factor(&self, tx: &mut Tx, user: UserId, used: &UsedFactor) -> Result<(), AppError> {
        match used {
            UsedFactor::Code { secret, renewed, step } => {
                let is_first = queries::use_step(tx, user, (secret, renewed), *step).await?;
                if is_first { Ok(()) } else { Err(FactorAnswer::Code(String::new()).wrong()) }
            }
            UsedFactor::RecoveryCode { hash } => {
                if !queries::delete_recovery_code(tx, user, hash).await? {
                    return Err(FactorAnswer::RecoveryCode(String::new()).wrong());
                }
                let remaining = queries::count_recovery_codes(tx, user).await?;
                self.announce(tx, user, AccountMail::RecoveryCodeUsed { remaining }).await
            }
        }
    }

    async fn check_code(&self, user: UserId, code: &str) -> Result<Option<UsedFactor>, AppError> {
        let Some(row) = queries::find_second_factor(&self.sessions.db, user).await? else { return Ok(None) };
        let Some(secret) = self.open_secret(user, &row.secret) else { return Ok(None) };
        let Some(step) = secret.step_of(code, self.sessions.clock.now().as_second(), row.last_step) else {
            return Ok(None);
        };
        let keys = &self.sessions.keys;
        let renewed = if keys.is_encrypted_by_newest(&purpose(user), &row.secret) {
            row.secret.clone()
        } else {
            keys.encrypt(&purpose(user), &secret.to_base32())?
        };
        Ok(Some(UsedFactor::Code { secret: row.secret, renewed, step }))
    }

    /// `None` if the key that it was encrypted with was removed; recovery codes still count then.
    fn open_secret(&self, user: UserId, sealed: &str) -> Option<Secret> {
        let secret = self.sessions.keys.decrypt(&purpose(user), sealed).and_then(|text| Secret::parse(&text));
        if secret.is_none() {
            tracing::warn!("the secret of a second factor cannot be decrypted: its key was removed");
        }
        secret
    }
}

/// Bound to the user, so that the secret of one cannot be copied into the row of another.
fn purpose(user: UserId) -> String {
    format!("second factor of {}", user.0)
}

fn random_code() -> String {
    let mut bytes = [0_u8; RECOVERY_BYTES];
    rand::rng().fill_bytes(&mut bytes);
    BASE32_NOPAD.encode(&bytes).to_lowercase()
}

fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    letters.chunks(GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}
