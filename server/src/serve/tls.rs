//! The certificate and its key, for our own listener.

use std::sync::Arc;

use anyhow::Context;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::settings::TlsFiles;

pub fn acceptor(files: &TlsFiles) -> anyhow::Result<TlsAcceptor> {
    let cannot_read = |path: &std::path::Path| format!("cannot read {}", path.display());
    let certificates = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| cannot_read(&files.certificate))?;
    let key = PrivateKeyDer::from_pem_file(&files.key).with_context(|| cannot_read(&files.key))?;
    let mut config = ServerConfig::builder().with_no_client_auth().with_single_cert(certificates, key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
