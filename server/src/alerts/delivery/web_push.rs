//! Web Push: a message encrypted for one browser (RFC 8291), with our signature (RFC 8292).

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use url::Url;

use crate::clock::Clock;
use crate::encoding::is_p256_key;
use crate::outbound::{Answer, OutboundError, Redirects, RequestPolicy, Upstream};
use crate::settings::Vapid;

const SALT_BYTES: usize = 16;
/// One record holds the whole message.
const RECORD_BYTES: u32 = 4096;
/// What remains of a record for the message itself, with a margin.
pub const MAX_BYTES: usize = 3_800;
const LAST_RECORD: u8 = 2;
/// Hosts that have their own circuit breaker at a time.
const MAX_SERVICES: usize = 64;
/// The standard allows at most a day.
const TOKEN_SECONDS: i64 = 12 * 3600;
const REQUEST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(15),
    attempt: Duration::from_secs(10),
    attempts: 1,
    body_bytes: 64 * 1024,
    concurrency: 16,
    redirects: Redirects::Never,
    counts_throttling: false,
};

pub struct WebPush {
    vapid: Vapid,
    key: EncodingKey,
    clock: Clock,
    user_agent: String,
    /// One circuit breaker per service: one that does not answer must not delay the others.
    services: Mutex<HashMap<String, Upstream>>,
}

/// A browser's subscription.
pub struct Browser {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

pub struct PushOptions {
    pub is_urgent: bool,
    pub seconds_to_live: i64,
    /// A newer message of the same topic replaces one that is not delivered yet.
    pub topic: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushOutcome {
    Accepted,
    /// The subscription no longer exists, or nothing can be encrypted for it.
    DeviceGone,
    /// The message itself is rejected: a retry would not help.
    Rejected(u16),
    /// The operator may correct the key or its subject: worth a retry.
    KeyRejected {
        status: u16,
        is_token_rejected: bool,
    },
}

impl WebPush {
    pub fn new(vapid: &Vapid, user_agent: &str, clock: Clock) -> anyhow::Result<WebPush> {
        let (private, public) = (decode(vapid.private_key.expose())?, decode(&vapid.public_key)?);
        let pair = EcdsaKeyPair::from_private_key_and_public_key(&ECDSA_P256_SHA256_FIXED_SIGNING, &private, &public)
            .map_err(|_| {
            anyhow::anyhow!("HALCYON_VAPID_PUBLIC_KEY and HALCYON_VAPID_PRIVATE_KEY are not a pair")
        })?;
        let key = EncodingKey::from_ec_der(pair.to_pkcs8v1()?.as_ref());
        Ok(WebPush { vapid: vapid.clone(), key, clock, user_agent: user_agent.to_owned(), services: Mutex::default() })
    }

    pub async fn send(&self, browser: &Browser, message: &[u8], options: &PushOptions) -> anyhow::Result<PushOutcome> {
        let url = Url::parse(&browser.endpoint)?;
        // Nothing can be encrypted for it, now or later.
        if !decode(&browser.p256dh).is_ok_and(|key| is_p256_key(&key)) {
            return Ok(PushOutcome::DeviceGone);
        }
        let body = encrypt(message, &decode(&browser.p256dh)?, &decode(&browser.auth)?, &Ephemeral::generate()?)?;
        let headers = self.headers(&url, options)?;
        let read = |answer: Answer| match answer.status {
            status if status.is_success() => Ok(PushOutcome::Accepted),
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(PushOutcome::DeviceGone),
            // The service is healthy, and perhaps only this browser registered with an older key: the breaker stays closed.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Ok(PushOutcome::KeyRejected {
                status: answer.status.as_u16(),
                is_token_rejected: is_token_rejected(&answer.body),
            }),
            StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE => {
                Ok(PushOutcome::Rejected(answer.status.as_u16()))
            }
            status => Err(OutboundError::Status(status)),
        };
        Ok(self.service(&url)?.post_bytes(url, headers, body.into(), read).await.result?)
    }

    /// What the operator is to check when a push service rejects us.
    pub fn advice(&self, is_token_rejected: bool) -> String {
        match is_token_rejected {
            true => format!(
                "it does not accept the token (BadJwtToken): check HALCYON_VAPID_SUBJECT, which is '{}', and the clock",
                self.vapid.subject
            ),
            false => "check HALCYON_VAPID_PUBLIC_KEY and HALCYON_VAPID_PRIVATE_KEY".to_owned(),
        }
    }

    fn service(&self, url: &Url) -> anyhow::Result<Upstream> {
        let host = url.host_str().unwrap_or_default().to_owned();
        let mut services = self.services.lock().map_err(|_| anyhow::anyhow!("a sender panicked"))?;
        if let Some(known) = services.get(&host) {
            return Ok(known.clone());
        }
        // Users can register any host under a service's domain; clearing the map costs one new connection per host.
        if services.len() >= MAX_SERVICES {
            services.clear();
        }
        let upstream = Upstream::new("web-push", &self.user_agent, REQUEST_POLICY, self.clock.clone())?;
        services.insert(host, upstream.clone());
        Ok(upstream)
    }

    fn headers(&self, url: &Url, options: &PushOptions) -> anyhow::Result<HeaderMap> {
        let token = self.token(&url.origin().ascii_serialization(), self.clock.now())?;
        let authorization = format!("vapid t={token}, k={}", self.vapid.public_key);
        let urgency = if options.is_urgent { "high" } else { "normal" };
        Ok(HeaderMap::from_iter([
            (AUTHORIZATION, HeaderValue::from_str(&authorization)?),
            (CONTENT_ENCODING, HeaderValue::from_static("aes128gcm")),
            (CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
            (HeaderName::from_static("ttl"), HeaderValue::from(options.seconds_to_live)),
            (HeaderName::from_static("urgency"), HeaderValue::from_static(urgency)),
            (HeaderName::from_static("topic"), HeaderValue::from_str(&options.topic)?),
        ]))
    }

    /// The VAPID token: a signed JWT for one push service.
    fn token(&self, audience: &str, now: Timestamp) -> anyhow::Result<String> {
        let claims = json!({"aud": audience, "exp": now.as_second() + TOKEN_SECONDS, "sub": self.vapid.subject});
        Ok(jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.key)?)
    }
}

/// Apple's answer to a subject that it cannot reach or to a token that has expired: `{"reason":"BadJwtToken"}`.
fn is_token_rejected(body: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(body).is_ok_and(|body| body["reason"] == "BadJwtToken")
}

fn decode(text: &str) -> anyhow::Result<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).context("not base64url")
}

/// Generated for every message.
struct Ephemeral {
    key: PrivateKey,
    salt: [u8; SALT_BYTES],
}

impl Ephemeral {
    fn generate() -> anyhow::Result<Ephemeral> {
        let key = PrivateKey::generate(&ECDH_P256).ok().context("cannot make a key")?;
        Ok(Ephemeral { key, salt: rand::random() })
    }
}

/// RFC 8291, section 3.4, as one record of RFC 8188.
fn encrypt(message: &[u8], browser: &[u8], auth: &[u8], ephemeral: &Ephemeral) -> anyhow::Result<Vec<u8>> {
    let ours = ephemeral.key.compute_public_key().ok().context("no public key")?;
    let ours = ours.as_ref();
    let peer = UnparsedPublicKey::new(&ECDH_P256, browser);
    let shared =
        agreement::agree(&ephemeral.key, peer, anyhow::anyhow!("not a browser's key"), |shared| Ok(shared.to_vec()))?;
    let info = [b"WebPush: info\0".as_slice(), browser, ours].concat();
    let input: [u8; 32] = derive(&Salt::new(HKDF_SHA256, auth).extract(&shared), &info)?;
    let pseudorandom = Salt::new(HKDF_SHA256, &ephemeral.salt).extract(&input);
    let key: [u8; 16] = derive(&pseudorandom, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; NONCE_LEN] = derive(&pseudorandom, b"Content-Encoding: nonce\0")?;
    let key = UnboundKey::new(&AES_128_GCM, &key).ok().context("no cipher")?;
    // The standard derives the nonce; it is unique, because the key and the salt are made for this message.
    let nonce = Nonce::assume_unique_for_key(nonce);
    let mut record = [message, &[LAST_RECORD]].concat();
    LessSafeKey::new(key).seal_in_place_append_tag(nonce, Aad::empty(), &mut record).ok().context("not encrypted")?;
    let length = u8::try_from(ours.len())?;
    Ok([ephemeral.salt.as_slice(), &RECORD_BYTES.to_be_bytes(), &[length], ours, &record].concat())
}

/// HKDF-Expand to the length of the result.
fn derive<const LENGTH: usize>(key: &Prk, info: &[u8]) -> anyhow::Result<[u8; LENGTH]> {
    let mut derived = [0; LENGTH];
    let expanded = key.expand(&[info], OutputLength(LENGTH)).and_then(|output| output.fill(&mut derived));
    expanded.ok().context("no key")?;
    Ok(derived)
}

struct OutputLength(usize);

impl KeyType for OutputLength {
    fn len(&self) -> usize {
        self.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};

    use super::*;
    use crate::settings::Secret;

    const OUR_PUBLIC: &str = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const OUR_PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";

    /// RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_is_encrypted_as_specified() {
        let browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let ephemeral = Ephemeral {
            key: PrivateKey::from_private_key(&ECDH_P256, &decode(OUR_PRIVATE).unwrap()).unwrap(),
            salt: decode("DGv6ra1nlYgDCS1FRnbzlw").unwrap().try_into().unwrap(),
        };
        let auth = decode("BTBZMqHH6r4Tts7J_aSIgg").unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let body = encrypt(message, &decode(browser).unwrap(), &auth, &ephemeral).unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
             yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn the_number_of_remembered_services_is_limited() {
        let push = WebPush::new(&vapid(), "Halcyon", Clock::System).unwrap();
        for number in 0..=MAX_SERVICES {
            push.service(&format!("https://shard{number}.push.example/a").parse().unwrap()).unwrap();
        }
        assert_eq!(push.services.lock().unwrap().len(), 1);
    }

    fn vapid() -> Vapid {
        Vapid {
            public_key: OUR_PUBLIC.to_owned(),
            private_key: Secret::new(OUR_PRIVATE),
            subject: "mailto:help@weather.example".to_owned(),
        }
    }

    #[test]
    fn a_token_is_signed_for_one_service_and_half_a_day() {
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let push = WebPush::new(&vapid(), "Halcyon", Clock::manual(now)).unwrap();
        let token = push.token("https://push.example", now).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, decode(OUR_PUBLIC).unwrap());
        verifier.verify(signed.as_bytes(), &decode(signature).unwrap()).unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": 1_794_787_200, "sub": "mailto:help@weather.example"})
        );
    }

    #[test]
    fn a_rejected_token_is_reported_with_the_subject_it_names() {
        let push = WebPush::new(&vapid(), "Halcyon", Clock::System).unwrap();
        assert!(is_token_rejected(br#"{"reason":"BadJwtToken"}"#));
        assert!(push.advice(true).contains("HALCYON_VAPID_SUBJECT, which is 'mailto:help@weather.example'"));
        for other in ["", "Forbidden", r#"{"reason":"VapidPkHashMismatch"}"#] {
            assert!(!is_token_rejected(other.as_bytes()), "{other}");
        }
        assert!(push.advice(false).contains("HALCYON_VAPID_PUBLIC_KEY"));
    }

    #[test]
    fn keys_that_are_not_a_pair_are_rejected_at_start_up() {
        let vapid = Vapid {
            public_key: OUR_PUBLIC.to_owned(),
            private_key: Secret::new("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
            subject: String::new(),
        };
        assert!(WebPush::new(&vapid, "Halcyon", Clock::System).is_err());
    }
}
