//! Security headers: Content-Security-Policy and others.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;

use super::static_files::{InlineHashes, inline_hash};
use crate::settings::{Hsts, Settings};

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// What React Aria puts into the page on iOS while a drawer or dialog is open; allowed by its hash.
/// `web/src/ui/overlays/Dialog.test.tsx` fails when the library changes it.
const SCROLL_LOCK_STYLE: &str = "@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}";

/// A call's answer is data: nothing in it may run, load or be framed.
const API_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Marks a response that other sites may show in a frame. Its handler sets the policy that makes this harmless.
#[derive(Clone, Copy)]
pub struct MayBeFramed;

/// The header values of this process, made once from the settings.
pub struct SecurityHeaders {
    page_policy: HeaderValue,
    permissions: HeaderValue,
    strict_transport: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// `inline` holds what the shell's own elements are allowed by.
    pub fn new(settings: &Settings, inline: &InlineHashes) -> anyhow::Result<SecurityHeaders> {
        let google = !settings.google.client_ids.is_empty();
        let permissions = if google {
            "geolocation=(self), identity-credentials-get=(self \"https://accounts.google.com/gsi/\"), camera=(), microphone=(), payment=(), usb=()"
        } else {
            "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"
        };
        Ok(SecurityHeaders {
            page_policy: HeaderValue::from_str(&page_policy(settings, inline))?,
            permissions: HeaderValue::from_static(permissions),
            strict_transport: strict_transport(settings),
        })
    }

    /// Adds what the handler did not set itself.
    pub fn add(&self, response: &mut Response, is_api: bool) {
        let may_be_framed = response.extensions().get::<MayBeFramed>().is_some();
        let headers = response.headers_mut();
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if !may_be_framed {
            headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        }
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
        if let Some(value) = &self.strict_transport {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, value.clone());
        }
        if is_api {
            set_if_missing(headers, header::CONTENT_SECURITY_POLICY, API_POLICY);
            set_if_missing(headers, header::CACHE_CONTROL, NO_STORE);
        } else {
            set_if_missing(headers, header::CONTENT_SECURITY_POLICY, self.page_policy.clone());
            headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin-allow-popups"));
            headers.insert(PERMISSIONS_POLICY, self.permissions.clone());
        }
    }
}

fn strict_transport(settings: &Settings) -> Option<HeaderValue> {
    match settings.hsts {
        _ if !settings.is_https() => None,
        Hsts::Off => None,
        Hsts::On => Some(HeaderValue::from_static("max-age=63072000")),
        Hsts::WithSubdomains => Some(HeaderValue::from_static("max-age=63072000; includeSubDomains")),
    }
}

/// No `unsafe-inline`; Google and Apple are allowed only when their sign-in is configured.
fn page_policy(settings: &Settings, inline: &InlineHashes) -> String {
    let google = !settings.google.client_ids.is_empty();
    let apple = !settings.apple.client_ids.is_empty();
    let with = |base: &str, google_source: &str, apple_source: &str| {
        let mut sources = base.to_owned();
        for (wanted, source) in [(google, google_source), (apple, apple_source)] {
            if wanted && !source.is_empty() {
                sources.push(' ');
                sources.push_str(source);
            }
        }
        sources
    };
    let ours = |hashes: &[String]| [&["'self'".to_owned()], hashes].concat().join(" ");
    let styles = ours(&[&[inline_hash(SCROLL_LOCK_STYLE)], &*inline.styles].concat());
    let frames = if google || apple { "" } else { "'none'" };
    let mut directives = vec![
        "default-src 'self'".to_owned(),
        format!(
            "script-src {}",
            with(&ours(&inline.scripts), "https://accounts.google.com/gsi/client", "https://appleid.cdn-apple.com")
        ),
        format!("style-src {}", with(&styles, "https://accounts.google.com/gsi/style", "")),
        format!("frame-src {}", with(frames, "https://accounts.google.com/gsi/", "https://appleid.apple.com").trim()),
        format!("connect-src {}", with("'self'", "https://accounts.google.com/gsi/", "https://appleid.apple.com")),
        "img-src 'self' data:".to_owned(),
        "font-src 'self' data:".to_owned(),
        "worker-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "object-src 'none'".to_owned(),
        "base-uri 'none'".to_owned(),
        format!("form-action {}", with("'self'", "", "https://appleid.apple.com")),
        "frame-ancestors 'none'".to_owned(),
    ];
    if settings.is_https() {
        directives.push("upgrade-insecure-requests".to_owned());
    }
    directives.join("; ")
}

fn set_if_missing(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}
