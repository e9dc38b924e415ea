//! A finished report as it leaves: compressed once, then only handed out.

use std::io::{Read, Write};
use std::sync::OnceLock;

use axum::http::HeaderValue;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Two hundredths larger than level 7 and a third quicker: when the quarter hour turns, every place is made anew.
const BROTLI_QUALITY: u32 = 5;
/// 2^17 bytes: larger than any report, small enough to stay cheap.
const BROTLI_WINDOW: u32 = 17;
const GZIP_LEVEL: u32 = 6;

#[derive(Debug)]
pub struct Body {
    pub brotli: Bytes,
    /// Made when the first client asks for it, then kept: most browsers never do.
    gzip: OnceLock<Bytes>,
    /// Names the content, whatever its encoding; hence weak.
    pub etag: HeaderValue,
}

impl Body {
    pub fn of(document: &impl Serialize) -> anyhow::Result<Body> {
        let json = serde_json::to_vec(document)?;
        let mut brotli = Vec::with_capacity(json.len() / 4);
        brotli::CompressorWriter::new(&mut brotli, 4096, BROTLI_QUALITY, BROTLI_WINDOW).write_all(&json)?;
        // A copy of just its size: what a vector reserved and did not need must not fill the cache, and an allocator
        // may leave a block as large as it was when it is asked to shrink.
        let brotli = Bytes::copy_from_slice(&brotli);
        Ok(Body { brotli, gzip: OnceLock::new(), etag: etag_of(&json) })
    }

    /// The gzip form if it is there already.
    pub fn made_gzip(&self) -> Option<&Bytes> {
        self.gzip.get()
    }

    pub fn make_gzip(&self) -> anyhow::Result<Bytes> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
        gzip.write_all(&self.inflated()?)?;
        let made = Bytes::copy_from_slice(&gzip.finish()?);
        Ok(self.gzip.get_or_init(|| made).clone())
    }

    /// The document itself, for the rare client that accepts no compression.
    pub fn inflated(&self) -> anyhow::Result<Vec<u8>> {
        let mut json = Vec::with_capacity(self.brotli.len() * 8);
        brotli::Decompressor::new(self.brotli.as_ref(), 4096).read_to_end(&mut json)?;
        Ok(json)
    }

    pub fn bytes(&self) -> usize {
        self.brotli.len() + self.gzip.get().map_or(0, Bytes::len)
    }
}

pub fn etag_of(content: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(content);
    let version: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{version}\"")).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}
