//! Delivers notifications by mail, OneSignal and Web Push, with retries, and never after the alert has ended.

mod delays;
mod mail;
mod message;
mod onesignal;
mod onesignal_batches;
mod prepared;
mod queries;
mod web_push;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream;
use futures_util::{FutureExt, StreamExt};

use super::notify::recipients::{DeliveryPayload, MAIL, ONESIGNAL, WEB_PUSH};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::outbox::{self, GivenUp, IsStopping, OutboxMessage, Queue};
use crate::mail::mailer::{Mailer, is_permanent};
use crate::outbound::{OutboundError, user_agent};
use crate::session::{Keys, UserId};
use crate::settings::{Settings, Vapid};
use delays::Delays;
use onesignal::OneSignal;
use prepared::{NOTIFICATIONS_PAGE, PreparedDelivery};
use queries::{BrowserKeys, DeliveryRow, Wanted};
use web_push::{Browser, MAX_BYTES, PushOptions, PushOutcome, WebPush};

/// Messages claimed at a time.
const BATCH: i64 = 200;
const MAX_CONCURRENT: usize = 8;
/// Messages that are loaded by one statement, and deleted by one. Beginning, sending and deleting them takes at most three
/// times as long as the slowest message, which is well within a lease.
const PART: usize = 8;
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
    pub async fn send_due(&self, kind: &str, is_stopping: IsStopping<'_>) -> anyhow::Result<usize> {
        let claimed = outbox::claim(&self.db, Queue::Notifications, Some(kind), BATCH, self.clock.now()).await?;
        let count = claimed.len();
        if kind == ONESIGNAL {
            self.send_by_onesignal(claimed, is_stopping).await?;
            return Ok(count);
        }
        self.send_parts(claimed, is_stopping).await.map(|()| count)
    }

    /// Each part is loaded when a place becomes free: what is sent is never older than the sending of a few messages, and a
    /// slow one holds up no other. Boxed, because the compiler cannot tell of the combined streams that they are `Send`.
    fn send_parts<'a>(
        &'a self,
        claimed: Vec<OutboxMessage>,
        is_stopping: IsStopping<'a>,
    ) -> BoxFuture<'a, anyhow::Result<()>> {
        let parts: Vec<Vec<OutboxMessage>> = claimed.chunks(PART).map(<[_]>::to_vec).collect();
        let mut finished = stream::iter(parts)
            .then(move |part| self.load(part, is_stopping).boxed())
            .flat_map(|loaded| stream::iter(each(loaded)))
            .map(move |prepared| self.send_single(prepared, is_stopping).boxed())
            .buffer_unordered(MAX_CONCURRENT)
            .chunks(PART)
            .map(|part| self.finish(part).boxed())
            // Any number: a part that is being loaded may have the connection that these wait for, and must go on.
            .buffer_unordered(usize::MAX)
            .boxed();
        async move {
            // After an error too: what was sent must be recorded.
            let mut result = Ok(());
            while let Some(part) = finished.next().await {
                result = result.and(part);
            }
            result
        }
        .boxed()
    }

    /// Deletes a device at OneSignal, because its account was deleted; nothing to do where OneSignal is not configured.
    pub async fn forget_onesignal_device(&self, id: &str) -> anyhow::Result<()> {
        match &self.onesignal {
            Some(onesignal) => onesignal.delete_device(id).await,
            None => Ok(()),
        }
    }

    /// What is left to send of some messages. Earlier messages may have taken so long that another process has claimed these.
    async fn load(
        &self,
        messages: Vec<OutboxMessage>,
        is_stopping: IsStopping<'_>,
    ) -> anyhow::Result<Vec<PreparedDelivery>> {
        if is_stopping() {
            outbox::release(&self.db, &messages, self.clock.now()).await?;
            return Ok(Vec::new());
        }
        let held = outbox::renew_leases(&self.db, messages, self.clock.now()).await?;
        self.prepare_or_finish(held).await
    }

    async fn send_single(
        &self,
        prepared: anyhow::Result<PreparedDelivery>,
        is_stopping: IsStopping<'_>,
    ) -> anyhow::Result<Outcome> {
        let prepared = prepared?;
        if is_stopping() {
            return Ok(Outcome { message: prepared.message, sent: None });
        }
        let sending = async {
            match prepared.message.kind.as_str() {
                MAIL => self.send_mail(&prepared).await,
                WEB_PUSH => self.send_to_browser(&prepared).await,
                other => Err(anyhow::anyhow!("unknown kind of delivery: {other}")),
            }
        };
        let sent = AssertUnwindSafe(sending).catch_unwind().await;
        let sent = sent.unwrap_or_else(|_| Err(anyhow::anyhow!("sending panicked")));
        Ok(Outcome { message: prepared.message, sent: Some(sent) })
    }

    /// Deletes messages that are no longer wanted and schedules a retry of one that cannot be loaded, so that neither
    /// affects the other messages.
    async fn prepare_or_finish(&self, messages: Vec<OutboxMessage>) -> anyhow::Result<Vec<PreparedDelivery>> {
        if let Ok((prepared, obsolete)) = self.prepare(messages.clone()).await {
            outbox::delete_all(&self.db, &obsolete).await?;
            return Ok(prepared);
        }
        // At least one of them cannot be loaded: each by itself.
        let mut all_prepared = Vec::new();
        for message in messages {
            match self.prepare(vec![message.clone()]).await {
                Ok((prepared, obsolete)) => {
                    all_prepared.extend(prepared);
                    outbox::delete_all(&self.db, &obsolete).await?;
                }
                Err(error) => self.finish_failed(&message, &error.into()).await?,
            }
        }
        Ok(all_prepared)
    }

    /// An error if the outcome of any message is not known or cannot be recorded; that of the others is recorded.
    async fn finish(&self, outcomes: Vec<anyhow::Result<Outcome>>) -> anyhow::Result<()> {
        let (mut finished, mut sent, mut not_begun) = (Ok(()), Vec::new(), Vec::new());
        for outcome in outcomes {
            match outcome {
                Ok(Outcome { message, sent: Some(Ok(())) }) => sent.push(message),
                Ok(Outcome { message, sent: Some(Err(error)) }) => {
                    finished = finished.and(self.finish_failed(&message, &error).await);
                }
                Ok(Outcome { message, sent: None }) => not_begun.push(message),
                Err(error) => finished = finished.and(Err(error)),
            }
        }
        let released = outbox::release(&self.db, &not_begun, self.clock.now()).await;
        self.finish_sent(&sent).await.and(released.map_err(From::from)).and(finished)
    }

    async fn finish_sent(&self, sent: &[OutboxMessage]) -> anyhow::Result<()> {
        outbox::delete_all(&self.db, sent).await?;
        for message in sent {
            self.delays.record(&message.kind, message.age(self.clock.now()));
        }
        Ok(())
    }

    /// Schedules a retry.
    async fn finish_failed(&self, message: &OutboxMessage, error: &anyhow::Error) -> anyhow::Result<()> {
        let will_retry = outbox::retry_later(&self.db, message, asked_wait(error), self.clock.now()).await?;
        if !will_retry {
            self.given_up.count();
        }
        let OutboxMessage { kind, attempts, .. } = message;
        tracing::warn!(kind, attempts, will_retry, "notification not sent: {error:#}");
        Ok(())
    }

    /// Loads what messages need. Those with nothing left to send are returned beside the others: the user or the
    /// notification is gone, the alert has ended or changed, its place was deleted, or the user no longer wants it.
    async fn prepare(
        &self,
        messages: Vec<OutboxMessage>,
    ) -> Result<(Vec<PreparedDelivery>, Vec<OutboxMessage>), sqlx::Error> {
        let payloads: Vec<Option<(UserId, DeliveryPayload)>> =
            messages.iter().map(|message| Some((message.user_id?, message.read().ok()?))).collect();
        let loaded = (0..).zip(&payloads).filter_map(|(position, payload)| {
            let (user, DeliveryPayload { notification, endpoint }) = payload.as_ref()?;
            Some(Wanted { position, user: *user, notification: *notification, endpoint: endpoint.as_deref() })
        });
        let wanted: Vec<Wanted<'_>> = loaded.collect();
        let rows = queries::list_deliveries(&self.db, &wanted).await?;
        let mut rows: HashMap<i64, DeliveryRow> = rows.into_iter().map(|row| (row.position, row)).collect();
        let now = self.clock.now();
        let (mut all_prepared, mut obsolete) = (Vec::new(), Vec::new());
        for ((position, message), payload) in (0..).zip(messages).zip(payloads) {
            let (Some(row), Some((_, payload))) = (rows.remove(&position), payload) else {
                obsolete.push(message);
                continue;
            };
            let prepared = PreparedDelivery::new(message, payload, row);
            match prepared.is_still_wanted() && !prepared.has_ended(now) {
                true => all_prepared.push(prepared),
                false => obsolete.push(prepared.message),
            }
        }
        Ok((all_prepared, obsolete))
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
        let BrowserKeys { p256dh: Some(p256dh), auth: Some(auth) } = &prepared.browser else { return Ok(()) };
        let push = prepared.push_message(&self.public_url);
        let mut body = serde_json::json!({
            "title": push.title, "body": push.body, "url": NOTIFICATIONS_PAGE, "tag": push.collapse_id
        });
        if let Some(level) = push.level {
            body["severity"] = level.into();
        }
        let body = body.to_string().into_bytes();
        anyhow::ensure!(body.len() <= MAX_BYTES, "a push message of {} bytes", body.len());
        let browser = Browser { endpoint: endpoint.clone(), p256dh: p256dh.clone(), auth: auth.clone() };
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
}

/// A message with what became of it.
struct Outcome {
    message: OutboxMessage,
    /// `None` where it was not begun, because the process stops.
    sent: Option<anyhow::Result<()>>,
}

/// Each delivery of a part, or why the part could not be loaded.
fn each(loaded: anyhow::Result<Vec<PreparedDelivery>>) -> Vec<anyhow::Result<PreparedDelivery>> {
    match loaded {
        Ok(all_prepared) => all_prepared.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// How long the service has asked us to wait.
fn asked_wait(error: &anyhow::Error) -> Duration {
    match error.downcast_ref() {
        Some(OutboundError::Throttled(Some(wait))) => *wait,
        _ => Duration::ZERO,
    }
}
