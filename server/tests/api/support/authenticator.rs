//! An authenticator in software: it holds one passkey and answers as a browser does, or wrongly where a test says so.
//! Formats: https://www.w3.org/TR/webauthn-3/ (authenticator data, attestation object) and RFC 9052 (keys).

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub const ORIGIN: &str = "https://weather.example";
const DOMAIN: &str = "weather.example";

pub const USER_PRESENT: u8 = 0x01;
pub const USER_VERIFIED: u8 = 0x04;
pub const BACKUP_ELIGIBLE: u8 = 0x08;
pub const BACKED_UP: u8 = 0x10;
const ATTESTED: u8 = 0x40;

const ES256: i64 = -7;

pub struct Authenticator {
    key: EcdsaKeyPair,
    credential_id: Vec<u8>,
    user_handle: Vec<u8>,
}

/// How the browser and the authenticator answer; the default is right.
#[derive(Clone)]
pub struct Manner {
    pub origin: &'static str,
    pub domain: &'static str,
    pub flags: u8,
    pub counter: u32,
    /// `webauthn.create` or `webauthn.get`, unless it is another one.
    pub ceremony: Option<&'static str>,
    /// Instead of the one that was asked for.
    pub challenge: Option<&'static str>,
    pub algorithm: i64,
    pub is_cross_origin: bool,
    /// Whether the signature is over other data.
    pub is_tampered: bool,
    /// Instead of the user that the passkey was made for.
    pub user_handle: Option<Vec<u8>>,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            origin: ORIGIN,
            domain: DOMAIN,
            flags: USER_PRESENT | USER_VERIFIED,
            counter: 0,
            ceremony: None,
            challenge: None,
            algorithm: ES256,
            is_cross_origin: false,
            is_tampered: false,
            user_handle: None,
        }
    }
}

impl Authenticator {
    pub fn new() -> Authenticator {
        let mut credential_id = vec![0; 32];
        aws_lc_rs::rand::fill(&mut credential_id).unwrap();
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        Authenticator { key, credential_id, user_handle: Vec::new() }
    }

    /// Another authenticator that claims to hold this passkey.
    pub fn impostor(&self) -> Authenticator {
        let (credential_id, user_handle) = (self.credential_id.clone(), self.user_handle.clone());
        Authenticator { credential_id, user_handle, ..Authenticator::new() }
    }

    pub fn user_handle(&self) -> Vec<u8> {
        self.user_handle.clone()
    }

    /// What `navigator.credentials.create` gives, as JSON.
    pub fn create(&mut self, options: &Value, manner: &Manner) -> Value {
        self.user_handle = decode(options["user"]["id"].as_str().unwrap());
        let mut data = authenticator_data(manner, ATTESTED);
        data.extend([0; 16]);
        data.extend((self.credential_id.len() as u16).to_be_bytes());
        data.extend(&self.credential_id);
        data.extend(self.cose_key(manner.algorithm));
        let mut attestation = vec![0xa3];
        attestation.extend(cbor_text("fmt"));
        attestation.extend(cbor_text("none"));
        attestation.extend(cbor_text("attStmt"));
        attestation.push(0xa0);
        attestation.extend(cbor_text("authData"));
        attestation.extend(cbor_bytes(&data));
        let response = json!({
            "clientDataJSON": encode(&client_data(options, manner, "webauthn.create")),
            "attestationObject": encode(&attestation),
            "transports": ["internal"],
        });
        self.credential(response)
    }

    /// What `navigator.credentials.get` gives, as JSON.
    pub fn get(&self, options: &Value, manner: &Manner) -> Value {
        let client_data = client_data(options, manner, "webauthn.get");
        let data = authenticator_data(manner, 0);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client_data));
        if manner.is_tampered {
            signed[0] ^= 1;
        }
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let user_handle = manner.user_handle.as_ref().unwrap_or(&self.user_handle);
        self.credential(json!({
            "clientDataJSON": encode(&client_data),
            "authenticatorData": encode(&data),
            "signature": encode(signature.as_ref()),
            "userHandle": encode(user_handle),
        }))
    }

    fn credential(&self, response: Value) -> Value {
        let id = encode(&self.credential_id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}})
    }

    /// A public key of P-256; the algorithm may be one that does not fit it.
    fn cose_key(&self, algorithm: i64) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let mut key = match algorithm {
            ES256 => vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21],
            // EdDSA on Ed25519, which the site has not asked for.
            -8 => {
                let mut key = vec![0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21];
                key.extend(cbor_bytes(&point[1..33]));
                return key;
            }
            other => panic!("algorithm {other}"),
        };
        key.extend(cbor_bytes(&point[1..33]));
        key.push(0x22);
        key.extend(cbor_bytes(&point[33..65]));
        key
    }
}

fn authenticator_data(manner: &Manner, further_flags: u8) -> Vec<u8> {
    let mut data = Sha256::digest(manner.domain).to_vec();
    data.push(manner.flags | further_flags);
    data.extend(manner.counter.to_be_bytes());
    data
}

fn client_data(options: &Value, manner: &Manner, ceremony: &str) -> Vec<u8> {
    let challenge = manner.challenge.unwrap_or(options["challenge"].as_str().unwrap());
    let data = json!({
        "type": manner.ceremony.unwrap_or(ceremony),
        "challenge": challenge,
        "origin": manner.origin,
        "crossOrigin": manner.is_cross_origin,
    });
    data.to_string().into_bytes()
}

fn cbor_text(text: &str) -> Vec<u8> {
    let mut bytes = vec![0x60 | u8::try_from(text.len()).unwrap()];
    bytes.extend(text.as_bytes());
    bytes
}

fn cbor_bytes(bytes: &[u8]) -> Vec<u8> {
    let mut encoded = vec![0x59];
    encoded.extend(u16::try_from(bytes.len()).unwrap().to_be_bytes());
    encoded.extend(bytes);
    encoded
}

fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &str) -> Vec<u8> {
    BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
}
