//! Reports without compression, for clients that accept none: decompressed once, not for each request.

use axum::http::HeaderValue;
use bytes::Bytes;
use moka::future::Cache;
use moka::policy::EvictionPolicy;

use crate::weather::cache::encoded_body::EncodedBody;

/// About 150 reports: few clients accept no compression, and most of those repeat their request.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// By their version, which is a digest of the content.
pub struct PlainBodies(Cache<HeaderValue, Bytes>);

impl PlainBodies {
    pub fn new() -> PlainBodies {
        let cache = Cache::builder()
            .max_capacity(MAX_BYTES)
            .weigher(|_, json: &Bytes| u32::try_from(json.len()).unwrap_or(u32::MAX))
            // How often a report was requested says nothing about the next one, which replaces it after a quarter hour.
            .eviction_policy(EvictionPolicy::lru());
        PlainBodies(cache.build())
    }

    pub async fn of(&self, body: &EncodedBody) -> anyhow::Result<Bytes> {
        if let Some(json) = self.0.get(&body.etag).await {
            return Ok(json);
        }
        let json = Bytes::from(body.decompress()?);
        self.0.insert(body.etag.clone(), json.clone()).await;
        Ok(json)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_version_is_decompressed_once_and_has_its_own_content() {
        let bodies = PlainBodies::new();
        let [first, second] = ["first", "second"].map(|text| EncodedBody::with_appendix(&text, &[]).unwrap().0);
        let json = bodies.of(&first).await.unwrap();
        assert_eq!(
            (json.as_ref(), bodies.of(&second).await.unwrap().as_ref()),
            (&b"\"first\""[..], &b"\"second\""[..])
        );
        assert_eq!(bodies.of(&first).await.unwrap().as_ptr(), json.as_ptr(), "the same bytes, not a copy");
    }
}
