//! A finished report as it leaves: compressed once, then only handed out.

use std::io::{Read, Write};

use axum::http::HeaderValue;
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Good compression at a few milliseconds: a body is made once and sent many times.
const BROTLI_QUALITY: u32 = 5;
/// 2^17 bytes: larger than any report, small enough to stay cheap.
const BROTLI_WINDOW: u32 = 17;
const GZIP_LEVEL: u32 = 6;

#[derive(Debug, Clone)]
pub struct Body {
    pub brotli: Bytes,
    pub gzip: Bytes,
    /// Names the content, whatever its encoding; hence weak.
    pub etag: HeaderValue,
}

impl Body {
    pub fn of(document: &impl Serialize) -> anyhow::Result<Body> {
        let json = serde_json::to_vec(document)?;
        let mut brotli = Vec::with_capacity(json.len() / 4);
        brotli::CompressorWriter::new(&mut brotli, 4096, BROTLI_QUALITY, BROTLI_WINDOW).write_all(&json)?;
        let mut gzip = GzEncoder::new(Vec::with_capacity(json.len() / 4), Compression::new(GZIP_LEVEL));
        gzip.write_all(&json)?;
        // Boxed slices: what a vector reserved and did not need must not fill the cache.
        let (brotli, gzip) = (brotli.into_boxed_slice(), gzip.finish()?.into_boxed_slice());
        Ok(Body { brotli: Bytes::from(brotli), gzip: Bytes::from(gzip), etag: etag_of(&json) })
    }

    /// The document itself, for the rare client that accepts no compression.
    pub fn inflated(&self) -> anyhow::Result<Vec<u8>> {
        let mut json = Vec::with_capacity(self.gzip.len() * 6);
        GzDecoder::new(self.gzip.as_ref()).read_to_end(&mut json)?;
        Ok(json)
    }

    pub fn bytes(&self) -> usize {
        self.brotli.len() + self.gzip.len()
    }
}

pub fn etag_of(content: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(content);
    let version: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{version}\"")).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}
