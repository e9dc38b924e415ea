//! OneSignal, for the native app: one call for everybody who gets the same words.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;

use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, RequestPolicy, Upstream};
use crate::settings::{PushSettings, Secret};

/// Far below the 2,000 a call may name.
pub const MOST_DEVICES: usize = 1_000;
const REQUEST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(25),
    attempt: Duration::from_secs(10),
    // Again with the same key: the service answers what it answered before.
    attempts: 2,
    body_bytes: 1024 * 1024,
    concurrency: 4,
    redirects: 0,
};
const HIGH: u8 = 10;
const LONGEST_SECONDS: i64 = 86_400;
const SHORTEST_SECONDS: i64 = 60;
const UNTIL_UNKNOWN_SECONDS: i64 = 3_600;

pub struct OneSignal {
    app_id: String,
    key: Secret,
    url: Url,
    upstream: Upstream,
}

/// The words, and how urgent they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Push {
    pub title: String,
    pub body: String,
    pub url: String,
    /// A newer message takes the place of an older one with the same.
    pub collapse: String,
    pub is_severe: bool,
    /// When it no longer says anything.
    pub until: Option<Timestamp>,
}

impl Push {
    /// How long a push service keeps it for a device that is off.
    pub fn seconds_to_live(&self, now: Timestamp) -> i64 {
        let seconds = self.until.map_or(UNTIL_UNKNOWN_SECONDS, |until| until.duration_since(now).as_secs());
        seconds.clamp(SHORTEST_SECONDS, LONGEST_SECONDS)
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Reply {
    id: String,
    errors: Value,
}

/// What the service made of a call.
enum Taken {
    Sent { dead: Vec<String> },
    KeyRefused(StatusCode),
}

impl OneSignal {
    /// Nothing where the operator has no key.
    pub fn from_settings(settings: &PushSettings, user_agent: &str, clock: Clock) -> anyhow::Result<Option<OneSignal>> {
        let (Some(app_id), Some(key)) = (&settings.onesignal_app_id, &settings.onesignal_key) else { return Ok(None) };
        Ok(Some(OneSignal {
            app_id: app_id.clone(),
            key: key.clone(),
            url: settings.onesignal_url.join("/notifications")?,
            upstream: Upstream::new("onesignal", user_agent, REQUEST_POLICY, clock)?,
        }))
    }

    /// Sends and answers the devices that are no longer there.
    pub async fn send(
        &self,
        push: &Push,
        devices: &[String],
        key: Uuid,
        now: Timestamp,
    ) -> anyhow::Result<Vec<String>> {
        let mut body = json!({
            "app_id": self.app_id,
            "include_subscription_ids": devices,
            "target_channel": "push",
            // English is the language every device falls back to; the words are in the reader's own, which may be
            // another than the device's.
            "headings": {"en": push.title},
            "contents": {"en": push.body},
            "url": push.url,
            "collapse_id": push.collapse,
            "ttl": push.seconds_to_live(now),
            "idempotency_key": key,
        });
        if push.is_severe {
            body["priority"] = json!(HIGH);
            body["ios_interruption_level"] = json!("time-sensitive");
        }
        let mut authorization = HeaderValue::from_str(&format!("Key {}", self.key.expose()))?;
        authorization.set_sensitive(true);
        let headers = HeaderMap::from_iter([(AUTHORIZATION, authorization)]);
        let read = |answer: Answer| match answer.status {
            StatusCode::OK => {
                let reply: Reply =
                    serde_json::from_slice(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string()))?;
                Ok(Taken::Sent { dead: dead(&reply, devices) })
            }
            // The service is well: its breaker stays as it is.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Ok(Taken::KeyRefused(answer.status)),
            status if status.is_client_error() => Err(OutboundError::Refused(format!("answered {status}"))),
            status => Err(OutboundError::Status(status)),
        };
        match self.upstream.post(self.url.clone(), headers, &body, read).await.result {
            Ok(Taken::Sent { dead }) => Ok(dead),
            // The operator's mistake, mended while the warning is still in force.
            Ok(Taken::KeyRefused(status)) => {
                tracing::error!(%status, "OneSignal refuses the key: see HALCYON_ONESIGNAL_API_KEY and _APP_ID");
                anyhow::bail!("OneSignal refuses the key: answered {status}")
            }
            // Our own mistake: trying again would not help.
            Err(OutboundError::Refused(why)) => {
                tracing::error!("OneSignal refuses notices: {why}");
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// `errors` is a list of sentences or an object with the ids, and a 200 without an id has reached nobody.
fn dead(reply: &Reply, devices: &[String]) -> Vec<String> {
    if reply.id.is_empty() && reply.errors.is_array() {
        return devices.to_vec();
    }
    let named = |field: &str| reply.errors.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
    let ids = [named("invalid_player_ids"), named("invalid_subscription_ids")].concat();
    ids.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn dead_devices_are_told_in_every_shape_of_the_answer() {
        let devices = ["a".to_owned(), "b".to_owned()];
        let dead = |text: &str| dead(&serde_json::from_str(text).unwrap(), &devices);
        assert_eq!(dead(r#"{"id":"1","external_id":null}"#), [] as [&str; 0]);
        assert_eq!(dead(r#"{"id":"","errors":["All included players are not subscribed"]}"#), ["a", "b"]);
        assert_eq!(dead(r#"{"id":"1","errors":{"invalid_player_ids":["b"]}}"#), ["b"]);
        assert_eq!(dead(r#"{"id":"1","errors":["a warning in words"]}"#), [] as [&str; 0]);
    }
}
