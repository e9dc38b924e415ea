//! A rendered report: compressed once, then served many times.

use std::io::{self, Read, Write};
use std::sync::OnceLock;

use axum::http::HeaderValue;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};
use sha2::{Digest, Sha256};

/// 2 % larger than level 7 and a third faster: every cached place is rendered again each quarter hour.
const BROTLI_QUALITY: u32 = 5;
/// 2^17 bytes: larger than any report, small enough to be cheap.
const BROTLI_WINDOW: u32 = 17;
const GZIP_LEVEL: u32 = 6;
/// Every whole number up to here is exactly representable, and its shortest spelling has no exponent.
const MAX_WHOLE: f64 = 9e15;

#[derive(Debug)]
pub struct EncodedBody {
    pub brotli: Bytes,
    /// Encoded on first use and then cached: most browsers never request it.
    gzip: OnceLock<Bytes>,
    /// Weak, because it is the same for every encoding.
    pub etag: HeaderValue,
}

impl EncodedBody {
    /// The body, and `appendix` in the same block of memory: an allocator rounds each block up to its next size, and one
    /// block loses less than two.
    pub fn with_appendix(document: &impl Serialize, appendix: &[u8]) -> anyhow::Result<(EncodedBody, Bytes)> {
        let json = to_json(document)?;
        let mut brotli = Vec::with_capacity(json.len() / 4);
        brotli::CompressorWriter::new(&mut brotli, 4096, BROTLI_QUALITY, BROTLI_WINDOW).write_all(&json)?;
        // Copied to its exact size: `shrink_to_fit` may leave the block as large as it was.
        let block = Bytes::from([brotli.as_slice(), appendix].concat());
        let body = EncodedBody { brotli: block.slice(..brotli.len()), gzip: OnceLock::new(), etag: weak_etag(&json) };
        Ok((body, block.slice(brotli.len()..)))
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

fn to_json(document: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut json = Vec::new();
    document.serialize(&mut Serializer::with_formatter(&mut json, ShortNumbers(CompactFormatter)))?;
    Ok(json)
}

/// Writes 21 instead of 21.0, which makes a report 9 % shorter.
struct ShortNumbers(CompactFormatter);

impl Formatter for ShortNumbers {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        if value.fract() == 0.0 && value.abs() <= MAX_WHOLE {
            self.0.write_i64(writer, value as i64)
        } else {
            self.0.write_f64(writer, value)
        }
    }
}

pub fn weak_etag(content: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(content);
    let version: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("W/\"{version}\"")).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_their_shortest_form() {
        let json = |values: &[f64]| String::from_utf8(to_json(&values).unwrap()).unwrap();
        assert_eq!(json(&[21.0, -3.0, 0.0, -0.0, 0.1, -12.25, 1013.5]), "[21,-3,0,0,0.1,-12.25,1013.5]");
        let extremes = [f64::MAX, f64::MIN_POSITIVE, 9_007_199_254_740_993.0, -1e16];
        assert_eq!(serde_json::from_str::<Vec<f64>>(&json(&extremes)).unwrap(), extremes);
    }

    #[test]
    fn a_body_and_its_appendix_are_separate_parts_of_one_block() {
        let (body, appendix) = EncodedBody::with_appendix(&"a report", b"its forecast").unwrap();
        assert_eq!(body.decompress().unwrap(), b"\"a report\"");
        assert_eq!(appendix.as_ref(), b"its forecast");
        assert_eq!(body.brotli.as_ptr().wrapping_add(body.brotli.len()), appendix.as_ptr());
    }
}
