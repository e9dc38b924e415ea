//! Bytes as hexadecimal, text as HTML, points of an elliptic curve.

use aws_lc_rs::agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey};

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Whether bytes are a public key on the curve P-256: anything else cannot be used to agree on a key.
pub fn is_p256_key(bytes: &[u8]) -> bool {
    PrivateKey::generate(&ECDH_P256)
        .is_ok_and(|key| agreement::agree(&key, UnparsedPublicKey::new(&ECDH_P256, bytes), (), |_| Ok(())).is_ok())
}
