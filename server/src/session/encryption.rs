//! Encryption of stored third-party secrets with the operator's key.

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::keys::Keys;

impl Keys {
    /// Encrypts with the newest key; `purpose` is bound to the ciphertext, so that it cannot be used elsewhere.
    pub fn encrypt(&self, purpose: &str, text: &str) -> anyhow::Result<String> {
        let mut bytes = text.as_bytes().to_vec();
        let nonce = cipher(self.current().encryption())?.seal_in_place_append_tag(Aad::from(purpose), &mut bytes)?;
        Ok(STANDARD_NO_PAD.encode([nonce.as_ref().as_slice(), &bytes].concat()))
    }

    /// Decrypts with whichever key was used.
    pub fn decrypt(&self, purpose: &str, sealed: &str) -> Option<String> {
        self.all().find_map(|set| open(set.encryption(), purpose, sealed))
    }

    /// Whether a text can still be read once the older keys are removed.
    pub fn is_encrypted_by_newest(&self, purpose: &str, sealed: &str) -> bool {
        open(self.current().encryption(), purpose, sealed).is_some()
    }
}

fn open(key: &[u8; 32], purpose: &str, sealed: &str) -> Option<String> {
    let bytes = STANDARD_NO_PAD.decode(sealed).ok()?;
    let (nonce, rest) = bytes.split_at_checked(NONCE_LEN)?;
    let mut rest = rest.to_vec();
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let text = cipher(key).ok()?.open_in_place(nonce, Aad::from(purpose), &mut rest).ok()?;
    String::from_utf8(text.to_vec()).ok()
}

/// Makes a random nonce for every message.
fn cipher(key: &[u8; 32]) -> anyhow::Result<RandomizedNonceKey> {
    Ok(RandomizedNonceKey::new(&AES_256_GCM, key)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const OLD: &str = "an older secret of at least thirty-two letters";
    const NEW: &str = "a newer secret that is also longer than that";

    #[test]
    fn what_an_older_key_sealed_can_still_be_read_and_nothing_else_can() {
        let sealed = Keys::from_secrets(OLD).encrypt("apple", "refresh token").unwrap();
        let rotated = Keys::from_secrets(&format!("{NEW},{OLD}"));
        assert_eq!(rotated.decrypt("apple", &sealed).as_deref(), Some("refresh token"));
        assert!(!rotated.is_encrypted_by_newest("apple", &sealed));
        assert!(rotated.is_encrypted_by_newest("apple", &rotated.encrypt("apple", "refresh token").unwrap()));
        assert_eq!(rotated.decrypt("google", &sealed), None, "another purpose");
        assert_eq!(Keys::from_secrets(NEW).decrypt("apple", &sealed), None, "another key");
        assert_eq!(rotated.decrypt("apple", "short"), None);
    }
}
