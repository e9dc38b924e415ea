//! When our own certificate ends.

use anyhow::Context;
use jiff::Timestamp;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::settings::{Settings, TlsFiles};
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// The certificate in the file, which is the one in use at most a minute later.
pub fn expose(settings: &Settings, text: &mut Exposition) {
    const EXPIRES: &str = "halcyon_tls_certificate_expiry_timestamp_seconds";
    text.family(EXPIRES, MetricKind::Gauge, "When our own certificate ends, in seconds since 1970");
    match settings.tls.as_ref().map(expiry).transpose() {
        Ok(Some(expires_at)) => text.sample(EXPIRES, &[], expires_at.as_second()),
        Ok(None) => {}
        Err(error) => tracing::warn!("the end of the certificate cannot be read: {error:#}"),
    }
}

pub fn expiry(files: &TlsFiles) -> anyhow::Result<Timestamp> {
    let certificate = CertificateDer::from_pem_file(&files.certificate)
        .with_context(|| format!("cannot read {}", files.certificate.display()))?;
    let (_, parsed) = x509_parser::parse_x509_certificate(&certificate)?;
    Ok(Timestamp::from_second(parsed.validity().not_after.timestamp())?)
}
