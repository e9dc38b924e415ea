//! Signing keys, derived from the operator's secrets; older secrets still verify.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{self, SHA256};
use aws_lc_rs::hmac;
use jsonwebtoken::{DecodingKey, EncodingKey};
use rand::Rng;

use crate::encoding::hex;
use crate::settings::Settings;

/// Several secrets, newest first: the first signs, all verify.
pub struct Keys {
    sets: Vec<DerivedKeys>,
}

pub(super) struct DerivedKeys {
    pub kid: String,
    pub access: SigningKey,
    pub refresh: SigningKey,
    csrf: [u8; 32],
    general: [u8; 32],
    encryption: [u8; 32],
}

pub(super) struct SigningKey {
    pub encoding: EncodingKey,
    pub decoding: DecodingKey,
}

const KEY_FILE: &str = "secret.key";

impl Keys {
    /// The operator's secrets; where they may be missing, a random secret kept in the data folder.
    pub fn from_settings(settings: &Settings) -> anyhow::Result<Keys> {
        let secrets = match &settings.secret_key {
            Some(secret) => secret.expose().to_owned(),
            None => own_secret(&settings.data_dir)?,
        };
        Ok(Keys::from_secrets(&secrets))
    }

    /// Comma separated, newest first.
    pub(super) fn from_secrets(secrets: &str) -> Keys {
        let secrets = secrets.split(',').map(str::trim).filter(|secret| !secret.is_empty());
        Keys { sets: secrets.map(DerivedKeys::derive).collect() }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &DerivedKeys> {
        self.sets.iter()
    }

    pub(super) fn current(&self) -> &DerivedKeys {
        &self.sets[0]
    }

    pub(super) fn find(&self, kid: &str) -> Option<&DerivedKeys> {
        self.sets.iter().find(|set| set.kid == kid)
    }

    /// The CSRF value of a token id.
    pub(super) fn csrf(&self, jti: &uuid::Uuid) -> String {
        hex(&keyed_hash(&self.current().csrf, jti.as_bytes())[..16])
    }

    /// A signature for purposes other than sessions, separated by `purpose`.
    pub fn seal(&self, purpose: &str, text: &str) -> String {
        self.current().seal(purpose, text)
    }

    pub fn is_sealed(&self, purpose: &str, text: &str, seal: &str) -> bool {
        self.sets.iter().any(|set| constant_time_equal(&set.seal(purpose, text), seal))
    }
}

impl DerivedKeys {
    fn derive(secret: &str) -> DerivedKeys {
        let key = |label: &str| keyed_hash(secret.as_bytes(), label.as_bytes());
        let signing = |label: &str| SigningKey {
            encoding: EncodingKey::from_secret(&key(label)),
            decoding: DecodingKey::from_secret(&key(label)),
        };
        DerivedKeys {
            kid: hex(&key("key id")[..4]),
            access: signing("access token"),
            refresh: signing("refresh token"),
            csrf: key("csrf"),
            general: key("seal"),
            encryption: key("encryption"),
        }
    }

    pub(super) fn encryption(&self) -> &[u8; 32] {
        &self.encryption
    }

    fn seal(&self, purpose: &str, text: &str) -> String {
        hex(&keyed_hash(&self.general, format!("{purpose}|{text}").as_bytes()))
    }
}

fn own_secret(folder: &Path) -> anyhow::Result<String> {
    let path = folder.join(KEY_FILE);
    if let Ok(secret) = std::fs::read_to_string(&path) {
        return Ok(secret.trim().to_owned());
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let secret = random_token();
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path)?.write_all(secret.as_bytes())?;
    Ok(secret)
}

/// 256 random bits, URL-safe.
pub fn random_token() -> String {
    let mut bytes = [0_u8; 32];
    rand::rng().fill_bytes(&mut bytes);
    hex(&bytes)
}

/// The stored hash of a random token.
pub fn token_hash(token: &str) -> Vec<u8> {
    digest::digest(&SHA256, token.as_bytes()).as_ref().to_vec()
}

/// Constant-time comparison.
pub fn constant_time_equal(left: &str, right: &str) -> bool {
    verify_slices_are_equal(left.as_bytes(), right.as_bytes()).is_ok()
}

fn keyed_hash(key: &[u8], message: &[u8]) -> [u8; 32] {
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), message);
    let mut hash = [0; 32];
    hash.copy_from_slice(tag.as_ref());
    hash
}
