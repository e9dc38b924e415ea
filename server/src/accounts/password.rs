//! Passwords: which are accepted, how they are hashed, and how much hashing may run at once.

use std::collections::HashSet;
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use super::hashers::Hashers;
use crate::error::AppError;

const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 128;

static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().filter(|line| !line.starts_with('#')).collect());

/// Random bytes in the form of a hash: no known password has it. Verified when there is no account, so that an unknown
/// address takes as long as a known one.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$tr1lGBlEQKu4rGLPipyhhg$X+4RXOapMshGQ3jxBZzn40HN6g6hXcRoPp7Lr/O1BLk";

/// A password that passed the rules; never printed.
pub struct Password(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("Password must be at least 8 characters")]
    Short,
    #[error("Password must be at most 128 characters")]
    Long,
    #[error("This password is too common")]
    Common,
}

impl Password {
    /// Length, and not one of the most common; no composition rules.
    pub fn parse(text: String) -> Result<Password, PasswordError> {
        match text.chars().count() {
            length if length < MIN_LENGTH => Err(PasswordError::Short),
            length if length > MAX_LENGTH => Err(PasswordError::Long),
            _ if COMMON.contains(text.to_lowercase().as_str()) => Err(PasswordError::Common),
            _ => Ok(Password(text)),
        }
    }
}

impl PasswordError {
    pub fn at(self, field: &'static str) -> AppError {
        AppError::invalid(field, self.to_string())
    }
}

/// Argon2id on dedicated threads, so that a flood of logins queues instead of using memory in parallel.
#[derive(Clone)]
pub struct Passwords {
    hashers: Hashers,
}

impl Passwords {
    pub fn new() -> anyhow::Result<Passwords> {
        Ok(Passwords { hashers: Hashers::start()? })
    }

    pub async fn hash(&self, password: Password) -> anyhow::Result<String> {
        self.hashers.run(move || hash(&password.0)).await?
    }

    /// Whether the password matches the hash; without a hash it is false after the same amount of work.
    pub async fn verify(&self, hash: Option<String>, text: String) -> anyhow::Result<bool> {
        let has_account = hash.is_some();
        let hash = hash.unwrap_or_else(|| DECOY.to_owned());
        let is_right = self.hashers.run(move || {
            // Longer passwords are never accepted, and hashing them would allow a denial of service.
            text.chars().count() <= MAX_LENGTH
                && PasswordHash::new(&hash)
                    .is_ok_and(|hash| Argon2::default().verify_password(text.as_bytes(), &hash).is_ok())
        });
        Ok(is_right.await? && has_account)
    }
}

/// Argon2id, 19 MiB, two passes, one lane: the library's default.
fn hash(text: &str) -> anyhow::Result<String> {
    let hash = Argon2::default().hash_password(text.as_bytes()).map_err(|error| anyhow::anyhow!("argon2: {error}"))?;
    Ok(hash.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn length_and_commonness_decide() {
        let cases = [
            ("1234567", Some(PasswordError::Short)),
            ("Password1", Some(PasswordError::Common)),
            ("qwertyuiop", Some(PasswordError::Common)),
            ("kingfisher on a branch", None),
            ("ğüşiöçıİ", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Password::parse(text.to_owned()).err(), expected, "{text}");
        }
        assert_eq!(Password::parse("x".repeat(129)).err(), Some(PasswordError::Long));
        assert!(COMMON.len() >= 3_000);
    }

    #[tokio::test]
    async fn hashes_are_argon2id_with_at_least_19_mebibytes_and_verify() {
        let passwords = Passwords::new().unwrap();
        let hash = passwords.hash(Password::parse("kingfisher on a branch".to_owned()).unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify(Some(hash.clone()), "kingfisher on a branch".to_owned()).await.unwrap());
        assert!(!passwords.verify(Some(hash), "kingfisher on a twig".to_owned()).await.unwrap());
        assert!(!passwords.verify(None, "kingfisher on a branch".to_owned()).await.unwrap());
    }

    #[test]
    fn without_an_account_verifying_is_as_much_work() {
        let hash = hash("kingfisher on a branch").unwrap();
        let (hash, decoy) = (PasswordHash::new(&hash).unwrap(), PasswordHash::new(DECOY).unwrap());
        assert_eq!((decoy.algorithm, decoy.version, &decoy.params), (hash.algorithm, hash.version, &hash.params));
        let length = |hash: &PasswordHash| (hash.salt.unwrap().as_ref().len(), hash.hash.unwrap().as_bytes().len());
        assert_eq!(length(&decoy), length(&hash));
    }
}
