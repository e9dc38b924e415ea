//! Delivers notifications by mail, OneSignal and Web Push, with retries, and never after the alert has ended.

mod delays;
mod mail;
mod message;
mod onesignal;
mod prepared;
mod queries;
mod web_push;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream;
use futures_util::{FutureExt, StreamExt};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::notifications::queries::{find_notification, is_current};
use super::notify::recipients::{DeliveryPayload, MAIL, ONESIGNAL, WEB_PUSH};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::outbox::{self, GivenUp, OutboxMessage, Queue};
use crate::mail::mailer::{Mailer, is_permanent};
use crate::notification_settings::RecipientSettings;
use crate::outbound::{OutboundError, user_agent};
use crate::session::{Keys, UserId};
use crate::settings::{Settings, Vapid};
use delays::Delays;
use onesignal::{MAX_DEVICES, OneSignal, PushMessage};
use prepared::{NOTIFICATIONS_PAGE, PreparedDelivery};
use web_push::{Browser, MAX_BYTES, PushOptions, PushOutcome, WebPush};

/// Messages claimed at a time.
const BATCH: i64 = 200;
const MAX_CONCURRENT: usize = 8;
/// The outbox kinds; each is sent by its own job, so that a service that does not answer delays no other.
pub const DELIVERY_KINDS: [&str; 3] = [MAIL, ONESIGNAL, WEB_PUSH];

/// Whether messages can be signed with these keys.
pub fn check_vapid(vapid: &Vapid) -> anyhow::Result<()> {
    WebPush::new(vapid, "", Clock::System).map(|_| ())
}

/// Makes the token of the unsubscribe link: a function of `preferences`, passed in by `app`.
pub type UnsubscribeToken = fn(&Keys, UserId) -> String;

pub struct Deliveries {
    db: Db,
    clock: Clock,
    mailer: Mailer,
    keys: Arc<Keys>,
    public_url: String,
    host: String,
    onesignal: Option<OneSignal>,
    web_push: Option<WebPush>,
    unsubscribe_token: UnsubscribeToken,
    pub given_up: GivenUp,
    pub delays: Delays,
}

impl Deliveries {
    pub fn new(
        settings: &Settings,
        db: Db,
        clock: Clock,
        mailer: Mailer,
        keys: Arc<Keys>,
        unsubscribe_token: UnsubscribeToken,
    ) -> anyhow::Result<Deliveries> {
        let user_agent = user_agent(&settings.weather.contact);
        let web_push = match &settings.push.vapid {
            Some(vapid) => Some(WebPush::new(vapid, &user_agent, clock.clone())?),
            None => None,
        };
        Ok(Deliveries {
            onesignal: OneSignal::from_settings(&settings.push, &user_agent, clock.clone())?,
            web_push,
            public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
            host: settings.public_url.host_str().unwrap_or("localhost").to_owned(),
            db,
            clock,
            mailer,
            keys,
            unsubscribe_token,
            given_up: GivenUp::default(),
            delays: Delays::default(),
        })
    }

    /// Sends a batch of due messages of one kind; returns how many it claimed.
    pub async fn send_due(&self, kind: &str) -> anyhow::Result<usize> {
        let claimed = outbox::claim(&self.db, Queue::Notifications, Some(kind), BATCH, self.clock.now()).await?;
        let count = claimed.len();
        if kind == ONESIGNAL {
            self.send_by_onesignal(claimed).await?;
            return Ok(count);
        }
        stream::iter(claimed.into_iter().map(|message| self.send_single(message)).collect::<Vec<_>>())
            .buffer_unordered(MAX_CONCURRENT)
            .collect::<Vec<anyhow::Result<()>>>()
            .await
            .into_iter()
            .collect::<anyhow::Result<()>>()?;
        Ok(count)
    }

    /// Deletes a device at OneSignal, because its account was deleted; nothing to do where OneSignal is not configured.
    pub async fn forget_onesignal_device(&self, id: &str) -> anyhow::Result<()> {
        match &self.onesignal {
            Some(onesignal) => onesignal.delete_device(id).await,
            None => Ok(()),
        }
    }

    async fn send_single(&self, message: OutboxMessage) -> anyhow::Result<()> {
        // Earlier messages of the batch may have taken so long that another process has claimed this one.
        if !outbox::renew_lease(&self.db, &message, self.clock.now()).await? {
            return Ok(());
        }
        let Some(prepared) = self.prepare_or_finish(message).await? else { return Ok(()) };
        let sending = async {
            match prepared.message.kind.as_str() {
                MAIL => self.send_mail(&prepared).await,
                WEB_PUSH => self.send_to_browser(&prepared).await,
                other => Err(anyhow::anyhow!("unknown kind of delivery: {other}")),
            }
        };
        let sent = AssertUnwindSafe(sending).catch_unwind().await;
        let sent = sent.unwrap_or_else(|_| Err(anyhow::anyhow!("sending panicked")));
        self.finish(&[prepared.message], sent).await
    }

    /// Deletes a message that is no longer wanted and schedules a retry of one that cannot be loaded, so that neither
    /// affects the other messages.
    async fn prepare_or_finish(&self, message: OutboxMessage) -> anyhow::Result<Option<PreparedDelivery>> {
        match self.prepare(message.clone()).await {
            Ok(Ok(prepared)) if prepared.is_still_wanted() => return Ok(Some(prepared)),
            Ok(_) => outbox::delete(&self.db, message.id).await?,
            Err(error) => self.finish(&[message], Err(error)).await?,
        }
        Ok(None)
    }

    /// Deletes sent messages and schedules a retry of failed ones.
    async fn finish(&self, messages: &[OutboxMessage], sent: anyhow::Result<()>) -> anyhow::Result<()> {
        for message in messages {
            match &sent {
                Ok(()) => {
                    outbox::delete(&self.db, message.id).await?;
                    self.delays.record(&message.kind, message.age(self.clock.now()));
                }
                Err(error) => {
                    let will_retry =
                        outbox::retry_later(&self.db, message, asked_wait(error), self.clock.now()).await?;
                    if !will_retry {
                        self.given_up.count();
                    }
                    let OutboxMessage { kind, attempts, .. } = message;
                    tracing::warn!(kind, attempts, will_retry, "notification not sent: {error:#}");
                }
            }
        }
        Ok(())
    }

    /// Loads what a message needs. Returns the message itself if there is nothing left to send: the user or the
    /// notification is gone, the alert has ended or changed, or its place was deleted.
    async fn prepare(&self, message: OutboxMessage) -> anyhow::Result<Result<PreparedDelivery, OutboxMessage>> {
        let Ok(payload) = message.read::<DeliveryPayload>() else { return Ok(Err(message)) };
        let Some(user) = message.user_id else { return Ok(Err(message)) };
        let Some(notification) = find_notification(&self.db, user, payload.notification).await? else {
            return Ok(Err(message));
        };
        if !is_current(&self.db, user, payload.notification).await? {
            return Ok(Err(message));
        }
        let Some(recipient) = queries::find_recipient(&self.db, user).await? else { return Ok(Err(message)) };
        let alert = notification.alert();
        let settings = RecipientSettings::from_document(recipient.document.as_deref());
        let prepared = PreparedDelivery { message, payload, notification, alert, recipient, settings };
        let has_ended = prepared.alert.as_ref().is_some_and(|alert| alert.ends_at <= self.clock.now());
        if has_ended && !prepared.event().is_end() {
            return Ok(Err(prepared.message));
        }
        Ok(Ok(prepared))
    }

    async fn send_mail(&self, prepared: &PreparedDelivery) -> anyhow::Result<()> {
        let (Some(address), Some(user)) = (&prepared.recipient.confirmed_email, prepared.message.user_id) else {
            return Ok(());
        };
        let to = address.parse()?;
        let token = (self.unsubscribe_token)(&self.keys, user);
        let unsubscribe = format!("{}/api/unsubscribe/{token}", self.public_url);
        let links = mail::Links {
            open: &format!("{}{NOTIFICATIONS_PAGE}", self.public_url),
            source: prepared.alert.as_ref().and_then(|alert| alert.url.as_deref()),
            unsubscribe: &unsubscribe,
        };
        // The id depends only on the row, so that a mail sent twice after a crash is recognised as the same.
        let message_id = format!("<{}@{}>", prepared.message.id, self.host);
        let zone = prepared.time_zone();
        let formatter = prepared.formatter(&zone);
        let mail = mail::compose(&formatter, &prepared.text(&formatter), &links, to, message_id);
        match self.mailer.send(mail).await {
            Err(error) if is_permanent(&error) => {
                tracing::warn!("the address of a notification is refused: {error:#}");
                Ok(())
            }
            sent => sent,
        }
    }

    async fn send_to_browser(&self, prepared: &PreparedDelivery) -> anyhow::Result<()> {
        let (Some(web_push), Some(endpoint)) = (&self.web_push, &prepared.payload.endpoint) else { return Ok(()) };
        let Some(keys) = queries::find_browser(&self.db, endpoint, prepared.message.user_id).await? else {
            return Ok(());
        };
        let push = prepared.push_message(&self.public_url);
        let mut body = serde_json::json!({
            "title": push.title, "body": push.body, "url": NOTIFICATIONS_PAGE, "tag": push.collapse_id
        });
        if let Some(level) = push.level {
            body["severity"] = level.into();
        }
        let body = body.to_string().into_bytes();
        anyhow::ensure!(body.len() <= MAX_BYTES, "a push message of {} bytes", body.len());
        let browser = Browser { endpoint: endpoint.clone(), p256dh: keys.p256dh, auth: keys.auth };
        let options = PushOptions {
            is_urgent: push.is_urgent,
            seconds_to_live: push.seconds_to_live(self.clock.now()),
            topic: push.collapse_id.clone(),
        };
        match web_push.send(&browser, &body, &options).await? {
            PushOutcome::Accepted => {}
            PushOutcome::DeviceGone => {
                queries::delete_devices(&self.db, "webpush", std::slice::from_ref(endpoint)).await?;
            }
            PushOutcome::Rejected(status) => tracing::error!(status, "a push service rejects our messages"),
            PushOutcome::KeyRejected { status, is_token_rejected } => {
                tracing::error!(status, "a push service rejects our key: {}", web_push.advice(is_token_rejected));
                anyhow::bail!("a push service rejects the key with status {status}")
            }
        }
        Ok(())
    }

    /// Messages with the same text are sent in one request. The messages of a request are stored as a batch before it is
    /// sent, so that a retry is the same request.
    async fn send_by_onesignal(&self, messages: Vec<OutboxMessage>) -> anyhow::Result<()> {
        let Some(onesignal) = &self.onesignal else {
            for message in messages {
                outbox::delete(&self.db, message.id).await?;
            }
            return Ok(());
        };
        let mut batches: Vec<Uuid> = messages.iter().filter_map(|message| message.batch).collect();
        batches.sort_unstable();
        batches.dedup();
        let mut by_text: HashMap<PushMessage, Vec<OutboxMessage>> = HashMap::new();
        for message in messages.into_iter().filter(|message| message.batch.is_none()) {
            if let Some(prepared) = self.prepare_or_finish(message).await? {
                let push = prepared.push_message(&self.public_url);
                by_text.entry(push).or_default().push(prepared.message);
            }
        }
        for messages in by_text.into_values() {
            let batch = Uuid::now_v7();
            queries::assign_batch(&self.db, &messages, batch).await?;
            batches.push(batch);
        }
        for batch in batches {
            let messages = queries::claim_batch(&self.db, batch, self.clock.now()).await?;
            let sent = self.send_batch(onesignal, &messages, batch).await;
            self.finish(&messages, sent).await?;
        }
        Ok(())
    }

    async fn send_batch(&self, onesignal: &OneSignal, messages: &[OutboxMessage], batch: Uuid) -> anyhow::Result<()> {
        let mut by_text: HashMap<PushMessage, Vec<UserId>> = HashMap::new();
        // A retry may come hours later: since then users may have been deleted, newer notifications written, or settings
        // changed.
        for message in messages {
            if let Ok(prepared) = self.prepare(message.clone()).await?
                && prepared.is_still_wanted()
            {
                let push = prepared.push_message(&self.public_url);
                by_text.entry(push).or_default().extend(prepared.message.user_id);
            }
        }
        for (push, users) in by_text {
            let devices = queries::list_onesignal_devices(&self.db, &users).await?;
            for (part, devices) in devices.chunks(MAX_DEVICES).enumerate() {
                let key = idempotency_key(batch, &push, part);
                let gone = onesignal.send(&push, devices, key, self.clock.now()).await?;
                queries::delete_devices(&self.db, "onesignal", &gone).await?;
            }
        }
        Ok(())
    }
}

/// How long the service has asked us to wait.
fn asked_wait(error: &anyhow::Error) -> Duration {
    match error.downcast_ref() {
        Some(OutboundError::Throttled(Some(wait))) => *wait,
        _ => Duration::ZERO,
    }
}

/// The same for every retry of a request; each part of a batch with more devices than one request takes has its own.
fn idempotency_key(batch: Uuid, push: &PushMessage, part: usize) -> Uuid {
    let digest = Sha256::new()
        .chain_update(batch.as_bytes())
        .chain_update((part as u64).to_be_bytes())
        .chain_update(&push.title)
        .chain_update(&push.body)
        .finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
