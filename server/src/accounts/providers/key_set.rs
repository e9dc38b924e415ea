//! A provider's public keys.

use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{Jwk, JwkSet, PublicKeyUse};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::cached::CachedDocument;
use crate::clock::Clock;
use crate::outbound::{OutboundError, Upstream};

pub struct ProviderKeys(CachedDocument<JwkSet>);

#[derive(Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// The provider responded and has no such key.
    Unknown,
    /// The provider cannot be reached.
    Unreachable,
}

impl ProviderKeys {
    pub fn new(upstream: Upstream, clock: Clock) -> ProviderKeys {
        ProviderKeys(CachedDocument::new(upstream, clock))
    }

    /// The key named by a token. A cached key stays valid while the provider cannot be reached.
    pub async fn find(&self, url: &Url, kid: &str) -> Result<DecodingKey, KeyProblem> {
        let lookup = self.0.get(url, |keys| key(keys, kid).is_some(), read).await;
        let is_dark = lookup.failure.is_some() || lookup.document.is_none();
        let found = lookup.document.and_then(|keys| key(&keys, kid));
        found.ok_or(if is_dark { KeyProblem::Unreachable } else { KeyProblem::Unknown })
    }
}

fn key(keys: &JwkSet, kid: &str) -> Option<DecodingKey> {
    let key = keys.find(kid).filter(|key| key.common.public_key_use != Some(PublicKeyUse::Encryption))?;
    DecodingKey::from_jwk(key).ok()
}

/// Keys of kinds that we do not know are left out: a provider may have them for others.
fn read(body: &[u8]) -> Result<JwkSet, OutboundError> {
    #[derive(Deserialize)]
    struct Published {
        keys: Vec<Value>,
    }
    let published: Published =
        serde_json::from_slice(body).map_err(|error| OutboundError::Unusable(error.to_string()))?;
    let known = published.keys.into_iter().filter_map(|key| serde_json::from_value::<Jwk>(key).ok());
    Ok(JwkSet { keys: known.collect() })
}
