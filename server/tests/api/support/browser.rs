//! A browser with its own Web Push keys, which decrypts the messages it is sent.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

pub struct TestBrowser {
    key: PrivateKey,
    auth: [u8; 16],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], input: &[u8], info: &[&[u8]], length: usize) -> Vec<u8> {
    let mut output = vec![0; length];
    Salt::new(HKDF_SHA256, salt).extract(input).expand(info, Length(length)).unwrap().fill(&mut output).unwrap();
    output
}

impl TestBrowser {
    pub fn new() -> TestBrowser {
        TestBrowser { key: PrivateKey::generate(&ECDH_P256).unwrap(), auth: *b"sixteen bytes ok" }
    }

    /// The keys of its subscription.
    pub fn subscription_keys(&self) -> Value {
        json!({"p256dh": URL_SAFE_NO_PAD.encode(self.public()), "auth": URL_SAFE_NO_PAD.encode(self.auth)})
    }

    fn public(&self) -> Vec<u8> {
        self.key.compute_public_key().unwrap().as_ref().to_vec()
    }

    /// Decrypts a message as specified in RFC 8291.
    pub fn decrypt(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (sender, record) = (&rest[5..70], &rest[70..]);
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agreement::agree(&self.key, peer, (), |shared| Ok(shared.to_vec())).unwrap();
        let input = derive(&self.auth, &shared, &[b"WebPush: info\0", &self.public(), sender], 32);
        let key = derive(salt, &input, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = derive(salt, &input, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        assert_eq!(plain.last(), Some(&2), "the only record is marked as the last");
        serde_json::from_slice(&plain[..plain.len() - 1]).unwrap()
    }
}
