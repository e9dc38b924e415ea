//! A provider's public keys: fetched on demand, cached as long as it allows, refetched at most once a minute.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::JwkSet;
use reqwest::header::{CACHE_CONTROL, HeaderMap};
use tokio::sync::Mutex;
use url::Url;

use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, Upstream};

/// Minimum interval between fetches, however many unknown key ids arrive.
const ASK_AGAIN_AFTER: SignedDuration = SignedDuration::from_mins(1);
const DEFAULT_LIFE: Duration = Duration::from_secs(3600);
const MAX_LIFE: Duration = Duration::from_secs(86_400);

pub struct ProviderKeys {
    url: Url,
    upstream: Upstream,
    clock: Clock,
    /// Held during the fetch, so that concurrent requests share one.
    kept: Mutex<CachedKeys>,
}

#[derive(Default)]
struct CachedKeys {
    keys: Option<JwkSet>,
    fresh_until: Timestamp,
    asked_at: Option<Timestamp>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// The provider responded and has no such key.
    Unknown,
    /// The provider cannot be reached.
    Unreachable,
}

impl ProviderKeys {
    pub fn new(url: Url, upstream: Upstream, clock: Clock) -> ProviderKeys {
        ProviderKeys { url, upstream, clock, kept: Mutex::default() }
    }

    /// The key named by a token. A cached key stays valid while the provider cannot be reached.
    pub async fn find(&self, kid: &str) -> Result<DecodingKey, KeyProblem> {
        let mut kept = self.kept.lock().await;
        let now = self.clock.now();
        let is_wanting = now >= kept.fresh_until || kept.key(kid).is_none();
        let was_just_asked = kept.asked_at.is_some_and(|asked| now.duration_since(asked) < ASK_AGAIN_AFTER);
        let mut failed = false;
        if is_wanting && !was_just_asked {
            kept.asked_at = Some(now);
            match self.upstream.get(self.url.clone(), HeaderMap::new(), read).await.result {
                Ok((keys, life)) => {
                    kept.fresh_until = now + life;
                    kept.keys = Some(keys);
                }
                Err(_) => failed = true,
            }
        }
        let is_dark = failed || kept.keys.is_none();
        kept.key(kid).ok_or(if is_dark { KeyProblem::Unreachable } else { KeyProblem::Unknown })
    }
}

impl CachedKeys {
    fn key(&self, kid: &str) -> Option<DecodingKey> {
        DecodingKey::from_jwk(self.keys.as_ref()?.find(kid)?).ok()
    }
}

fn read(answer: Answer) -> Result<(JwkSet, Duration), OutboundError> {
    if !answer.status.is_success() {
        return Err(OutboundError::Status(answer.status));
    }
    let keys = serde_json::from_slice(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string()))?;
    Ok((keys, life(&answer.headers)))
}

/// `max-age` of the response, clamped.
fn life(headers: &HeaderMap) -> Duration {
    let directives = headers.get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let seconds = directives.split(',').find_map(|part| part.trim().strip_prefix("max-age=")?.parse().ok());
    seconds.map_or(DEFAULT_LIFE, Duration::from_secs).min(MAX_LIFE)
}
