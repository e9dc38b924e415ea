//! OneSignal, for the native app: one request for all devices that get the same text.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;

use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, Redirects, RequestPolicy, Upstream};
use crate::settings::{PushSettings, Secret};

/// Far below the 2,000 that a request may name.
pub const MAX_DEVICES: usize = 1_000;
const REQUEST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(25),
    attempt: Duration::from_secs(10),
    // A retry has the same idempotency key, so that the service does not send twice.
    attempts: 2,
    body_bytes: 1024 * 1024,
    concurrency: 4,
    redirects: Redirects::Never,
    counts_throttling: false,
};
const HIGH_PRIORITY: u8 = 10;
const MAX_SECONDS_TO_LIVE: i64 = 86_400;
const MIN_SECONDS_TO_LIVE: i64 = 60;
const DEFAULT_SECONDS_TO_LIVE: i64 = 3_600;

pub struct OneSignal {
    app_id: String,
    template_id: Option<String>,
    key: Secret,
    url: Url,
    base_url: Url,
    upstream: Upstream,
}

/// A push message, for OneSignal and Web Push.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PushMessage {
    pub title: String,
    pub body: String,
    pub place: String,
    pub url: String,
    /// A newer message replaces an older one with the same id.
    pub collapse_id: String,
    pub is_urgent: bool,
    /// By which a device chooses the sound; `None` for a test and for the end of an alert.
    pub level: Option<&'static str>,
    pub expires_at: Option<Timestamp>,
}

impl PushMessage {
    /// How long a push service keeps the message for a device that is offline.
    pub fn seconds_to_live(&self, now: Timestamp) -> i64 {
        let seconds = self.expires_at.map_or(DEFAULT_SECONDS_TO_LIVE, |time| time.duration_since(now).as_secs());
        seconds.clamp(MIN_SECONDS_TO_LIVE, MAX_SECONDS_TO_LIVE)
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Reply {
    id: String,
    errors: Value,
}

enum Outcome {
    Accepted { gone: Vec<String> },
    KeyRejected(StatusCode),
}

impl OneSignal {
    /// `None` if no key is configured.
    pub fn from_settings(settings: &PushSettings, user_agent: &str, clock: Clock) -> anyhow::Result<Option<OneSignal>> {
        let (Some(app_id), Some(key)) = (&settings.onesignal_app_id, &settings.onesignal_key) else { return Ok(None) };
        Ok(Some(OneSignal {
            app_id: app_id.clone(),
            template_id: settings.onesignal_template_id.clone(),
            key: key.clone(),
            url: settings.onesignal_url.join("/notifications")?,
            base_url: settings.onesignal_url.clone(),
            upstream: Upstream::new("onesignal", user_agent, REQUEST_POLICY, clock)?,
        }))
    }

    /// Sends the message and returns the devices that no longer exist.
    pub async fn send(
        &self,
        push: &PushMessage,
        devices: &[String],
        key: Uuid,
        now: Timestamp,
    ) -> anyhow::Result<Vec<String>> {
        let mut body = json!({
            "app_id": self.app_id,
            "include_subscription_ids": devices,
            "target_channel": "push",
            "url": push.url,
            "collapse_id": push.collapse_id,
            "ttl": push.seconds_to_live(now),
            "idempotency_key": key,
        });
        match &self.template_id {
            // The operator's template places the texts, as {{ message.custom_data.title }} and so on.
            Some(template) => {
                body["template_id"] = json!(template);
                body["custom_data"] = json!({"title": push.title, "body": push.body, "place": push.place});
            }
            // "en" is the fallback of every device: the text is in the recipient's language, whatever the device's is.
            None => {
                body["headings"] = json!({"en": push.title});
                body["contents"] = json!({"en": push.body});
                body["subtitle"] = json!({"en": push.place});
            }
        }
        if let Some(level) = push.level {
            body["data"] = json!({"severity": level});
        }
        if push.is_urgent {
            body["priority"] = json!(HIGH_PRIORITY);
            body["ios_interruption_level"] = json!("time-sensitive");
        }
        let headers = self.headers()?;
        let read = |answer: Answer| match answer.status {
            StatusCode::OK => {
                let reply: Reply =
                    serde_json::from_slice(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string()))?;
                Ok(Outcome::Accepted { gone: gone_devices(&reply, devices) })
            }
            // The service is healthy, so that its circuit breaker stays closed.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Ok(Outcome::KeyRejected(answer.status)),
            status if status.is_client_error() => Err(OutboundError::Refused(format!("status {status}"))),
            status => Err(OutboundError::Status(status)),
        };
        match self.upstream.post(self.url.clone(), headers, &body, read).await.result {
            Ok(Outcome::Accepted { gone }) => Ok(gone),
            // Retried: the operator may correct the key while the alert is in force.
            Ok(Outcome::KeyRejected(status)) => {
                tracing::error!(%status, "OneSignal rejects the key: check HALCYON_ONESIGNAL_API_KEY and _APP_ID");
                anyhow::bail!("OneSignal rejects the key with status {status}")
            }
            // The request itself is wrong: a retry would not help.
            Err(OutboundError::Refused(why)) => {
                tracing::error!("OneSignal rejects notifications: {why}");
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl OneSignal {
    /// Deletes a device with everything the service has stored about it; one that it does not know counts as deleted.
    pub async fn delete_device(&self, id: &str) -> anyhow::Result<()> {
        let mut url = self.base_url.clone();
        url.set_path("");
        url.path_segments_mut().map_err(|()| anyhow::anyhow!("the address of OneSignal has no path"))?.extend([
            "apps",
            &self.app_id,
            "subscriptions",
            id,
        ]);
        let read = |answer: Answer| match answer.status {
            status if status.is_success() || status == StatusCode::NOT_FOUND => Ok(None),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Ok(Some(answer.status)),
            status if status.is_client_error() => Err(OutboundError::Refused(format!("status {status}"))),
            status => Err(OutboundError::Status(status)),
        };
        match self.upstream.delete(url, self.headers()?, read).await.result {
            Ok(None) => Ok(()),
            // Retried: the operator may correct the key.
            Ok(Some(status)) => anyhow::bail!("OneSignal rejects the key with status {status}"),
            // The request itself is wrong: a retry would not help.
            Err(OutboundError::Refused(why)) => {
                tracing::error!("OneSignal rejects the deletion of a device: {why}");
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn headers(&self) -> anyhow::Result<HeaderMap> {
        let mut authorization = HeaderValue::from_str(&format!("Key {}", self.key.expose()))?;
        authorization.set_sensitive(true);
        Ok(HeaderMap::from_iter([(AUTHORIZATION, authorization)]))
    }
}

/// `errors` is a list of sentences or an object with ids; a 200 without an id has reached no device.
fn gone_devices(reply: &Reply, devices: &[String]) -> Vec<String> {
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
    fn devices_that_no_longer_exist_are_read_from_every_format_of_the_response() {
        let devices = ["a".to_owned(), "b".to_owned()];
        let gone = |text: &str| gone_devices(&serde_json::from_str(text).unwrap(), &devices);
        assert_eq!(gone(r#"{"id":"1","external_id":null}"#), [] as [&str; 0]);
        assert_eq!(gone(r#"{"id":"","errors":["All included players are not subscribed"]}"#), ["a", "b"]);
        assert_eq!(gone(r#"{"id":"1","errors":{"invalid_player_ids":["b"]}}"#), ["b"]);
        assert_eq!(gone(r#"{"id":"1","errors":["a message"]}"#), [] as [&str; 0]);
    }
}
