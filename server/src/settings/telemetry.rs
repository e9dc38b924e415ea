//! Where traces are sent.

use axum::http::{HeaderName, HeaderValue};
use url::Url;

use super::Secret;
use super::reader::{Reader, percent_decoded};

/// A collector that takes OTLP over HTTP.
#[derive(Clone)]
pub struct OtlpSettings {
    pub url: Url,
    /// Added to every request, for example a key.
    pub headers: Vec<(String, Secret)>,
}

impl std::fmt::Debug for OtlpSettings {
    /// Without the rest of the address, which may contain a password.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.url.host_str().unwrap_or_default())
    }
}

pub fn read_otlp(reader: &mut Reader) -> Option<OtlpSettings> {
    let headers = reader.list("HALCYON_OTLP_HEADERS", "name=value, with %2C for a comma", read_header);
    reader.text("HALCYON_OTLP_URL")?;
    Some(OtlpSettings { url: reader.url("HALCYON_OTLP_URL"), headers })
}

/// As in OTEL_EXPORTER_OTLP_HEADERS: the value is percent-encoded.
fn read_header(text: &str) -> Option<(String, Secret)> {
    let (name, value) = text.split_once('=')?;
    let value = percent_decoded(value.trim())?;
    let is_valid = HeaderName::from_bytes(name.trim().as_bytes()).is_ok() && HeaderValue::from_str(&value).is_ok();
    is_valid.then(|| (name.trim().to_owned(), Secret::new(value)))
}
