//! Time-based one-time codes of authenticator apps (RFC 6238): SHA-1, six digits, half a minute. Every app supports these.

use aws_lc_rs::hmac;
use data_encoding::BASE32_NOPAD;
use rand::Rng;
use url::form_urlencoded::byte_serialize;

use crate::session::constant_time_equal;

pub const STEP_SECONDS: i64 = 30;
/// The clock of a phone may differ, and typing takes time: the code before and the one after are accepted as well.
const SKEW: i64 = 1;
/// RFC 4226 recommends 160 bits.
const SECRET_BYTES: usize = 20;

/// Shared with the authenticator app.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

impl Secret {
    pub fn random() -> Secret {
        let mut bytes = vec![0_u8; SECRET_BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Secret(bytes)
    }

    pub fn parse(base32: &str) -> Option<Secret> {
        BASE32_NOPAD.decode(base32.as_bytes()).ok().map(Secret)
    }

    pub fn to_base32(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// What an app reads from the QR code.
    pub fn uri(&self, issuer: &str, account: &str) -> String {
        // Apps read a space from `%20` and not from `+`.
        let escape = |text: &str| byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20");
        let (issuer, account) = (escape(issuer), escape(account));
        let secret = self.to_base32();
        format!("otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period=30")
    }

    /// The step of a code that is valid now and newer than the last one used.
    pub fn step_of(&self, code: &str, unix_seconds: i64, last_step: i64) -> Option<i64> {
        let current = unix_seconds / STEP_SECONDS;
        (current - SKEW..=current + SKEW)
            .filter(|step| *step > last_step)
            .find(|step| constant_time_equal(&self.code(*step), code))
    }

    fn code(&self, step: i64) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let tag = tag.as_ref();
        let offset = usize::from(tag[tag.len() - 1] & 0xf);
        let number = tag[offset..offset + 4].iter().fold(0_u32, |number, byte| (number << 8) | u32::from(*byte));
        format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B: the last six of its eight digits.
    const VECTORS: [(i64, &str); 6] = [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ];

    fn secret() -> Secret {
        Secret(b"12345678901234567890".to_vec())
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        for (time, code) in VECTORS {
            assert_eq!(secret().step_of(code, time, 0), Some(time / 30), "{time}");
        }
    }

    #[test]
    fn a_code_counts_one_step_early_and_late_and_never_after_a_newer_one() {
        let (time, code) = VECTORS[3];
        let step = time / 30;
        for (late, expected) in [(-2, None), (-1, Some(step)), (0, Some(step)), (1, Some(step)), (2, None)] {
            assert_eq!(secret().step_of(code, (step + late) * 30, 0), expected, "{late} steps late");
        }
        assert_eq!(secret().step_of(code, time, step - 1), Some(step));
        assert_eq!(secret().step_of(code, time, step), None);
        assert_eq!(secret().step_of("", time, 0), None);
    }

    #[test]
    fn secrets_have_160_bits_and_are_written_in_base32() {
        // RFC 4648 base32 of the RFC's secret, as published with its test vectors.
        assert_eq!(secret().to_base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert!(Secret::parse("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap() == secret());
        assert!(Secret::parse("not base32").is_none());
        assert_eq!(Secret::random().to_base32().len(), 32);
        assert_ne!(Secret::random().to_base32(), Secret::random().to_base32());
    }

    #[test]
    fn the_address_for_apps_escapes_the_account() {
        let uri = secret().uri("Halcyon", "ada lovelace+1@example.org");
        assert!(uri.starts_with("otpauth://totp/Halcyon:ada%20lovelace%2B1%40example.org?secret=GEZD"), "{uri}");
        assert!(uri.ends_with("&issuer=Halcyon&algorithm=SHA1&digits=6&period=30"), "{uri}");
    }
}
