//! A document of a provider: fetched on demand, cached as long as the provider allows, requested again at most once a minute.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::header::{CACHE_CONTROL, HeaderMap};
use tokio::sync::Mutex;
use url::Url;

use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, Upstream};

/// Minimum interval between fetches, however many requests miss something.
const ASK_AGAIN_AFTER: SignedDuration = SignedDuration::from_mins(1);
const DEFAULT_LIFE: Duration = Duration::from_secs(3600);
const MAX_LIFE: Duration = Duration::from_secs(86_400);

pub struct CachedDocument<T> {
    upstream: Upstream,
    clock: Clock,
    /// Held during the fetch, so that concurrent requests share one.
    kept: Mutex<Kept<T>>,
}

struct Kept<T> {
    document: Option<Arc<T>>,
    fresh_until: Timestamp,
    asked_at: Option<Timestamp>,
}

/// What is known, and whether the provider has just failed to answer.
pub struct Lookup<T> {
    pub document: Option<Arc<T>>,
    pub failure: Option<OutboundError>,
}

impl<T> CachedDocument<T> {
    pub fn new(upstream: Upstream, clock: Clock) -> CachedDocument<T> {
        let kept = Kept { document: None, fresh_until: Timestamp::UNIX_EPOCH, asked_at: None };
        CachedDocument { upstream, clock, kept: Mutex::new(kept) }
    }

    /// The document, requested again if it is old or lacks what is needed. While the provider cannot be reached, the old one
    /// stays valid.
    pub async fn get(
        &self,
        url: &Url,
        is_enough: impl Fn(&T) -> bool,
        read: impl Fn(&[u8]) -> Result<T, OutboundError>,
    ) -> Lookup<T> {
        let mut kept = self.kept.lock().await;
        let now = self.clock.now();
        let is_wanting = now >= kept.fresh_until || !kept.document.as_deref().is_some_and(is_enough);
        let was_just_asked = kept.asked_at.is_some_and(|asked| now.duration_since(asked) < ASK_AGAIN_AFTER);
        let mut failure = None;
        if is_wanting && !was_just_asked {
            kept.asked_at = Some(now);
            let read = |answer: Answer| read_successful(&answer, &read);
            match self.upstream.get(url.clone(), HeaderMap::new(), read).await.result {
                Ok((document, life)) => {
                    kept.fresh_until = now + life;
                    kept.document = Some(Arc::new(document));
                }
                Err(error) => failure = Some(error),
            }
        }
        Lookup { document: kept.document.clone(), failure }
    }
}

fn read_successful<T>(
    answer: &Answer,
    read: impl Fn(&[u8]) -> Result<T, OutboundError>,
) -> Result<(T, Duration), OutboundError> {
    if !answer.status.is_success() {
        return Err(OutboundError::Status(answer.status));
    }
    Ok((read(&answer.body)?, life(&answer.headers)))
}

/// `max-age` of the response, clamped.
fn life(headers: &HeaderMap) -> Duration {
    let directives = headers.get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let seconds = directives.split(',').find_map(|part| part.trim().strip_prefix("max-age=")?.parse().ok());
    seconds.map_or(DEFAULT_LIFE, Duration::from_secs).min(MAX_LIFE)
}
