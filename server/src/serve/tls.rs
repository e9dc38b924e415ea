//! The certificate and its key, for our own listener. A renewed certificate is used without a restart.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use arc_swap::ArcSwap;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::settings::TlsFiles;

/// How often the files are checked: certificates are renewed days before they end.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

pub struct Certificate {
    files: TlsFiles,
    config: ArcSwap<ServerConfig>,
}

impl Certificate {
    pub fn load(files: &TlsFiles) -> anyhow::Result<Certificate> {
        Ok(Certificate { files: files.clone(), config: ArcSwap::from_pointee(read(files)?) })
    }

    /// For a new connection; open ones keep the certificate they began with.
    pub fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.config.load_full())
    }

    /// Reads the files again. Where they make no sense, for example because only one was replaced so far, the certificate
    /// in use stays.
    pub fn reload(&self) {
        match read(&self.files) {
            Ok(config) => {
                self.config.store(Arc::new(config));
                tracing::info!("the certificate was read again");
            }
            Err(error) => tracing::error!("the certificate in use stays: {error:#}"),
        }
    }

    /// Reads the files again whenever one of them has changed; runs for ever.
    pub async fn reload_changes(&self) {
        let mut known = self.modified();
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            let modified = self.modified();
            if modified != known {
                known = modified;
                self.reload();
            }
        }
    }

    fn modified(&self) -> [Option<SystemTime>; 2] {
        [&self.files.certificate, &self.files.key]
            .map(|path| std::fs::metadata(path).and_then(|file| file.modified()).ok())
    }
}

fn read(files: &TlsFiles) -> anyhow::Result<ServerConfig> {
    let cannot_read = |path: &Path| format!("cannot read {}", path.display());
    let certificates = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| cannot_read(&files.certificate))?;
    let key = PrivateKeyDer::from_pem_file(&files.key).with_context(|| cannot_read(&files.key))?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .context("HALCYON_TLS_CERT and HALCYON_TLS_KEY do not belong together")?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
