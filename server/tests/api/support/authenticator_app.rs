//! An authenticator app as a phone has it: computes codes by RFC 6238 from the secret that the page shows.

use aws_lc_rs::hmac::{HMAC_SHA1_FOR_LEGACY_USE_ONLY, Key, sign};
use serde_json::{Value, json};

use super::app::TestApp;
use super::persona::{Answer, PASSWORD, Persona};

const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

pub struct AuthenticatorApp {
    secret: Vec<u8>,
}

impl AuthenticatorApp {
    /// Reads the `secret` of an `otpauth:` address, as a scanned QR code has it.
    pub fn scan(uri: &str) -> AuthenticatorApp {
        let secret = uri.split(['?', '&']).find_map(|part| part.strip_prefix("secret=")).expect("a secret");
        let bits: Vec<u8> = secret
            .bytes()
            .map(|letter| ALPHABET.iter().position(|known| *known == letter).expect("base32") as u8)
            .flat_map(|five| (0..5).rev().map(move |bit| (five >> bit) & 1))
            .collect();
        let secret = bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |all, bit| (all << 1) | bit)).collect();
        AuthenticatorApp { secret }
    }

    /// The code of now, or so many half minutes later.
    pub fn code(&self, app: &TestApp, steps_later: i64) -> String {
        let step = app.now().as_second() / 30 + steps_later;
        let hash = sign(&Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.secret), &step.to_be_bytes());
        let hash = hash.as_ref();
        let start = (hash[19] & 15) as usize;
        let number = u32::from_be_bytes(hash[start..start + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }

    /// A code that is not valid now.
    pub fn wrong_code(&self, app: &TestApp) -> String {
        let valid: Vec<String> = (-1..=1).map(|step| self.code(app, step)).collect();
        (0..).map(|number| format!("{number:06}")).find(|code| !valid.contains(code)).unwrap()
    }
}

/// Turns the second factor on; returns the app and the recovery codes.
pub async fn turn_on(app: &TestApp, persona: &Persona) -> (AuthenticatorApp, Vec<String>) {
    let setup = persona.post("/api/auth/second-factor/options", &json!({})).await.ok();
    let phone = AuthenticatorApp::scan(setup["uri"].as_str().unwrap());
    let answer = enter(persona, &setup, &phone.code(app, 0)).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let codes = answer.json()["recovery_codes"].as_array().unwrap().clone();
    (phone, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

/// Sends the first code of a setup.
pub async fn enter(persona: &Persona, setup: &Value, code: &str) -> Answer {
    persona.post("/api/auth/second-factor", &json!({"id": setup["id"], "code": code})).await
}

/// The first step of a login, with the right password; returns its id.
pub async fn first_step(persona: &Persona, name: &str) -> Value {
    let body = json!({"email": format!("{name}@example.org"), "password": PASSWORD});
    let answer = persona.post("/api/auth/login", &body).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    answer.json()["id"].clone()
}

pub async fn second_step(persona: &Persona, id: &Value, field: &str, code: &str) -> Answer {
    persona.post("/api/auth/login/second-step", &json!({"id": id, field: code})).await
}

/// Both steps in a browser.
pub async fn log_in(persona: &Persona, name: &str, field: &str, code: &str) -> Answer {
    let id = first_step(persona, name).await;
    second_step(persona, &id, field, code).await
}
