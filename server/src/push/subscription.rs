//! A browser's Web Push subscription. The server calls its endpoint, so that only known push services are accepted.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use url::Url;
use utoipa::ToSchema;

use crate::encoding::is_p256_key;
use crate::error::AppError;
use crate::http::fields::FieldCheck;
use crate::http::object::object;

const MAX_ENDPOINT_LENGTH: usize = 1024;
const PUBLIC_KEY_BYTES: usize = 65;
/// The first byte of an uncompressed point on the curve.
const UNCOMPRESSED: u8 = 4;
const SECRET_BYTES: usize = 16;

/// As returned by the browser's `PushSubscription.toJSON()`.
#[derive(Deserialize, ToSchema)]
pub struct PushSubscription {
    #[schema(format = "uri")]
    endpoint: String,
    #[serde(deserialize_with = "object")]
    keys: PushSubscriptionKeys,
}

/// In base64url, as the browser returns them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PushSubscriptionKeys {
    pub p256dh: String,
    pub auth: String,
}

impl PushSubscription {
    /// `hosts` are the accepted push services; `*.` matches any name under a domain.
    pub fn parse(self, hosts: &[String]) -> Result<(String, PushSubscriptionKeys), AppError> {
        let mut check = FieldCheck::default();
        let endpoint = parse_endpoint(&mut check, &self.endpoint, hosts);
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
        let public_key = bytes(&self.keys.p256dh);
        let has_form = public_key.len() == PUBLIC_KEY_BYTES && public_key.first() == Some(&UNCOMPRESSED);
        if !has_form || !is_p256_key(&public_key) {
            check.refuse("keys.p256dh", "Must be an uncompressed P-256 key in base64url");
        }
        if bytes(&self.keys.auth).len() != SECRET_BYTES {
            check.refuse("keys.auth", "Must be 16 bytes in base64url");
        }
        check.finish()?;
        Ok((endpoint, self.keys))
    }
}

/// The address of a subscription as it is stored; `None` if it is none. Any service's, so that a subscription can be
/// removed after its service was taken off the list.
pub fn endpoint_address(text: &str) -> Option<Url> {
    // The parser drops tabs and line ends and accepts NUL: no browser sends them, and PostgreSQL cannot store NUL.
    if text.len() > MAX_ENDPOINT_LENGTH || text.chars().any(char::is_control) {
        return None;
    }
    Url::parse(text).ok().filter(|url| url.scheme() == "https" && url.as_str().len() <= MAX_ENDPOINT_LENGTH)
}

fn parse_endpoint(check: &mut FieldCheck, text: &str, hosts: &[String]) -> String {
    match endpoint_address(text) {
        Some(url) if is_known_service(&url, hosts) => url.into(),
        _ => {
            check.refuse("endpoint", "Must be the https address of a known push service");
            String::new()
        }
    }
}

/// Without credentials, and on the standard port unless the host is listed with another.
fn is_known_service(url: &Url, hosts: &[String]) -> bool {
    let Some(host) = url.host_str() else { return false };
    let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let is_plain = url.username().is_empty() && url.password().is_none();
    is_plain && url.fragment().is_none() && hosts.iter().any(|known| matches(known, &host))
}

fn matches(known: &str, host: &str) -> bool {
    match known.strip_prefix('*') {
        Some(suffix) => host.len() > suffix.len() && host.ends_with(suffix),
        None => host == known,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const HOSTS: [&str; 3] = ["fcm.googleapis.com", "*.push.apple.com", "push.test:9443"];

    fn is_accepted(endpoint: &str) -> bool {
        let hosts = HOSTS.map(str::to_owned);
        let mut check = FieldCheck::default();
        parse_endpoint(&mut check, endpoint, &hosts);
        check.finish().is_ok()
    }

    #[test]
    fn only_known_push_services_are_accepted() {
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://web.push.apple.com/QOt",
            "https://push.test:9443/x",
        ] {
            assert!(is_accepted(endpoint), "{endpoint}");
        }
        for endpoint in [
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilpush.apple.com.example/x",
            "https://.push.apple.com/x",
            "https://push.apple.com/x",
            "https://fcm.googleapis.com:8080/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://user:word@fcm.googleapis.com/x",
            "https://fcm.googleapis.com/x#y",
            "file:///etc/passwd",
            "not an address",
            "",
            "https://fcm.googleapis.com/\0",
            "https://fcm.googleapis.com/a\tb",
            "https://fcm.googleapis.com/a\r\nb",
        ] {
            assert!(!is_accepted(endpoint), "{endpoint}");
        }
        assert!(!is_accepted(&format!("https://fcm.googleapis.com/{}", "a".repeat(1024))));
    }
}
