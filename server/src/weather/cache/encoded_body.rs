//! A rendered report: compressed once, then served many times.

use std::io::{Read, Write};
use std::sync::OnceLock;

use axum::http::HeaderValue;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// 2 % larger than level 7 and a third faster: every cached place is rendered again each quarter hour.
const BROTLI_QUALITY: u32 = 5;
/// 2^17 bytes: larger than any report, small enough to be cheap.
const BROTLI_WINDOW: u32 = 17;
const GZIP_LEVEL: u32 = 6;

#[derive(Debug)]
pub struct EncodedBody {
    pub brotli: Bytes,
    /// Encoded on first use and then cached: most browsers never request it.
    gzip: OnceLock<Bytes>,
    /// Weak, because it is the same for every encoding.
    pub etag: HeaderValue,
}

impl EncodedBody {
    pub fn new(document: &impl Serialize) -> anyhow::Result<EncodedBody> {
        let json = serde_json::to_vec(document)?;
        let mut brotli = Vec::with_capacity(json.len() / 4);
        brotli::CompressorWriter::new(&mut brotli, 4096, BROTLI_QUALITY, BROTLI_WINDOW).write_all(&json)?;
        // Copied to its exact size: `shrink_to_fit` may leave the block as large as it was.
        let brotli = Bytes::copy_from_slice(&brotli);
        Ok(EncodedBody { brotli, gzip: OnceLock::new(), etag: weak_etag(&json) })
    }

    pub fn cached_gzip(&self) -> Option<&Bytes> {
        self.gzip.get()
    }

    pub fn encode_gzip(&self) -> anyhow::Result<Bytes> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
        gzip.write_all(&self.decompress()?)?;
        let encoded = Bytes::copy_from_slice(&gzip.finish()?);
        Ok(self.gzip.get_or_init(|| encoded).clone())
    }

    /// The JSON document.
    pub fn decompress(&self) -> anyhow::Result<Vec<u8>> {
        let mut json = Vec::with_capacity(self.brotli.len() * 8);
        brotli::Decompressor::new(self.brotli.as_ref(), 4096).read_to_end(&mut json)?;
        Ok(json)
    }

    pub fn size_bytes(&self) -> usize {
        self.brotli.len() + self.gzip.get().map_or(0, Bytes::len)
    }
}

pub fn weak_etag(content: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(content);
    let version: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{version}\"")).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}
