//! Delivering notices: by mail, by OneSignal, by Web Push; again with patience, and never after the warning has ended.

mod mail;
mod message;
mod onesignal;
mod queries;
mod web_push;

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::notifications::NotificationEvent;
use super::notifications::queries::{MAIL, NotificationRow, ONESIGNAL, WEB_PUSH, find_notice, is_current};
use super::notifications::routes::alert_of;
use super::notify::recipients::Payload;
use super::notify::settings::Wishes;
use super::service::timezone_of;
use crate::alert::{Alert, Severity};
use crate::clock::Clock;
use crate::db::Db;
use crate::db::outbox::{self, Due, Queue};
use crate::encoding::hex;
use crate::geo::coordinates::Coordinates;
use crate::i18n::Language;
use crate::mail::mailer::{Mailer, Refused};
use crate::session::{Keys, UserId};
use crate::settings::Settings;
use message::{Reader, Words};
use onesignal::{MOST_DEVICES, OneSignal, Push};
use queries::Person;
use web_push::{Browser, MOST_BYTES, Urgency, WebPush};

/// The page that tells what was sent and why.
const CENTRE: &str = "/notices";
/// Rows taken at a time.
const BATCH: i64 = 200;
const AT_ONCE: usize = 8;
/// Each is sent by itself: one that does not answer keeps no other waiting.
pub const WAYS: [&str; 3] = [MAIL, ONESIGNAL, WEB_PUSH];
/// That a warning is over is worth hearing for so long after its end.
const WORTH_HEARING: SignedDuration = SignedDuration::from_hours(24);

/// Makes the link that ends somebody's mails: a function of the preferences, which `app` hands in.
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
}

/// What became of a push message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    Done,
    /// The device is gone for good.
    Dead,
    /// This message, for good.
    Refused(u16),
    /// Until the operator has mended it.
    KeyRefused(u16),
}

/// A row whose turn has come, with everything it needs.
struct Ready {
    due: Due,
    payload: Payload,
    notice: NotificationRow,
    alert: Option<Alert>,
    person: Person,
    wishes: Wishes,
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
        let user_agent = format!("Halcyon/{} {}", env!("CARGO_PKG_VERSION"), settings.weather.contact);
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
        })
    }

    /// Sends what is due by one of the ways; returns how many rows it took.
    pub async fn work(&self, way: &str) -> anyhow::Result<usize> {
        let now = self.clock.now();
        let due = outbox::claim(&self.db, Queue::Notifications, Some(way), BATCH, now).await?;
        let taken = due.len();
        if way == ONESIGNAL {
            self.send_native(due).await?;
            return Ok(taken);
        }
        stream::iter(due.into_iter().map(|due| self.send_single(due)).collect::<Vec<_>>())
            .buffer_unordered(AT_ONCE)
            .collect::<Vec<anyhow::Result<()>>>()
            .await
            .into_iter()
            .collect::<anyhow::Result<()>>()?;
        Ok(taken)
    }

    async fn send_single(&self, due: Due) -> anyhow::Result<()> {
        // Those before may have taken long: somebody else may have it by now.
        if !outbox::hold(&self.db, &due, self.clock.now()).await? {
            return Ok(());
        }
        let ready = match self.ready(due).await? {
            Ok(ready) if ready.is_still_wished() => ready,
            Ok(Ready { due, .. }) | Err(due) => return Ok(outbox::remove(&self.db, due.id).await?),
        };
        let sent = match ready.due.kind.as_str() {
            MAIL => self.send_mail(&ready).await,
            WEB_PUSH => self.send_to_browser(&ready).await,
            other => Err(anyhow::anyhow!("no one sends notices of the kind {other}")),
        };
        self.settle(&[ready.due], sent).await
    }

    /// Sent rows go; others wait for longer each time.
    async fn settle(&self, rows: &[Due], sent: anyhow::Result<()>) -> anyhow::Result<()> {
        for due in rows {
            match &sent {
                Ok(()) => outbox::remove(&self.db, due.id).await?,
                Err(error) => {
                    let is_waiting = outbox::postpone(&self.db, due, self.clock.now()).await?;
                    tracing::warn!(kind = due.kind, attempts = due.attempts, is_waiting, "notice not sent: {error:#}");
                }
            }
        }
        Ok(())
    }

    /// The row with its notice and person; without either, or when the warning has ended or changed or its place is gone
    /// meanwhile, there is nothing left to send: a storm that was called off must not come as news.
    async fn ready(&self, due: Due) -> anyhow::Result<Result<Ready, Due>> {
        let Ok(payload) = due.read::<Payload>() else { return Ok(Err(due)) };
        let Some(user) = due.user_id else { return Ok(Err(due)) };
        let Some(notice) = find_notice(&self.db, user, payload.notice).await? else { return Ok(Err(due)) };
        if !is_current(&self.db, user, payload.notice).await? {
            return Ok(Err(due));
        }
        let Some(person) = queries::find_person(&self.db, user).await? else { return Ok(Err(due)) };
        let alert = alert_of(&notice);
        let is_over = matches!(
            NotificationEvent::parse(&notice.event),
            NotificationEvent::Cancelled | NotificationEvent::AllClear
        );
        if !is_over && alert.as_ref().is_some_and(|alert| alert.ends_at <= self.clock.now()) {
            return Ok(Err(due));
        }
        let wishes = Wishes::parse(person.document.as_deref());
        Ok(Ok(Ready { due, payload, notice, alert, person, wishes }))
    }

    async fn send_mail(&self, ready: &Ready) -> anyhow::Result<()> {
        let (Some(address), Some(user)) = (&ready.person.confirmed_email, ready.due.user_id) else { return Ok(()) };
        let to = address.parse()?;
        let token = (self.unsubscribe_token)(&self.keys, user);
        let unsubscribe = format!("{}/api/unsubscribe/{token}", self.public_url);
        let links = mail::Links {
            open: &format!("{}{CENTRE}", self.public_url),
            source: ready.alert.as_ref().and_then(|alert| alert.url.as_deref()),
            unsubscribe: &unsubscribe,
        };
        // The same row is the same mail, also when it is sent twice because we died in between.
        let message_id = format!("<{}@{}>", ready.due.id, self.host);
        let zone = timezone_of(ready.place());
        let reader = ready.reader(&zone);
        let mail = mail::compose(&reader, &ready.words(&reader), &links, to, message_id);
        match self.mailer.send(mail).await {
            Err(error) if is_permanent(&error) => {
                tracing::warn!("a notice's address takes no mail: {error:#}");
                Ok(())
            }
            sent => sent,
        }
    }

    async fn send_to_browser(&self, ready: &Ready) -> anyhow::Result<()> {
        let (Some(web_push), Some(endpoint)) = (&self.web_push, &ready.payload.endpoint) else { return Ok(()) };
        let Some(keys) = queries::find_browser(&self.db, endpoint, ready.due.user_id).await? else { return Ok(()) };
        let push = ready.push(&self.public_url);
        let message = serde_json::json!({"title": push.title, "body": push.body, "url": CENTRE, "tag": push.collapse});
        let message = message.to_string().into_bytes();
        anyhow::ensure!(message.len() <= MOST_BYTES, "a push message of {} bytes", message.len());
        let browser = Browser { endpoint: endpoint.clone(), p256dh: keys.p256dh, auth: keys.auth };
        let urgency = Urgency {
            is_high: push.is_severe,
            seconds_to_live: push.seconds_to_live(self.clock.now()),
            topic: push.collapse.clone(),
        };
        match web_push.send(&browser, &message, &urgency).await? {
            Sent::Done => {}
            Sent::Dead => queries::delete_devices(&self.db, "webpush", std::slice::from_ref(endpoint)).await?,
            Sent::Refused(status) => tracing::error!(status, "a push service refuses our notices"),
            Sent::KeyRefused(status) => {
                tracing::error!(
                    status,
                    "a push service refuses the key: see HALCYON_VAPID_PUBLIC_KEY and _PRIVATE_KEY"
                );
                anyhow::bail!("a push service refuses the key: answered {status}")
            }
        }
        Ok(())
    }

    /// Rows with the same words go in one call. Which rows those are is written down before the call, so that a
    /// repeated call is the same call.
    async fn send_native(&self, rows: Vec<Due>) -> anyhow::Result<()> {
        let Some(onesignal) = &self.onesignal else {
            for due in rows {
                outbox::remove(&self.db, due.id).await?;
            }
            return Ok(());
        };
        let mut batches: HashMap<Uuid, Vec<Due>> = HashMap::new();
        let mut by_words: HashMap<Push, Vec<Due>> = HashMap::new();
        for due in rows {
            match due.batch {
                Some(batch) => {
                    batches.entry(batch).or_default();
                }
                None => match self.ready(due).await? {
                    Ok(ready) if ready.is_still_wished() => {
                        let push = ready.push(&self.public_url);
                        by_words.entry(push).or_default().push(ready.due);
                    }
                    Ok(Ready { due, .. }) | Err(due) => outbox::remove(&self.db, due.id).await?,
                },
            }
        }
        for rows in by_words.into_values() {
            let batch = Uuid::now_v7();
            queries::assign_batch(&self.db, &rows, batch).await?;
            batches.insert(batch, rows);
        }
        for batch in batches.into_keys() {
            let rows = queries::claim_batch(&self.db, batch, self.clock.now()).await?;
            let sent = self.send_batch(onesignal, &rows, batch).await;
            self.settle(&rows, sent).await?;
        }
        Ok(())
    }

    async fn send_batch(&self, onesignal: &OneSignal, rows: &[Due], batch: Uuid) -> anyhow::Result<()> {
        let mut by_words: HashMap<Push, Vec<UserId>> = HashMap::new();
        // A batch may be sent again hours later: somebody in it may be gone, or told otherwise, or wish to hear no more, or
        // to hear it in another language.
        for due in rows {
            if let Ok(ready) = self.ready(due.clone()).await?
                && ready.is_still_wished()
            {
                by_words.entry(ready.push(&self.public_url)).or_default().extend(ready.due.user_id);
            }
        }
        for (push, people) in by_words {
            let devices = queries::list_native_devices(&self.db, &people).await?;
            for (part, some) in devices.chunks(MOST_DEVICES).enumerate() {
                let key = key_of(batch, &push, part);
                let dead = onesignal.send(&push, some, key, self.clock.now()).await?;
                queries::delete_devices(&self.db, "onesignal", &dead).await?;
            }
        }
        Ok(())
    }
}

impl Ready {
    /// A row may have waited for hours, in which somebody switched this way off.
    fn is_still_wished(&self) -> bool {
        let wishes = &self.wishes.notifications;
        wishes.is_on && if self.due.kind == MAIL { wishes.email } else { wishes.push }
    }

    fn place(&self) -> Coordinates {
        Coordinates { latitude: self.notice.latitude, longitude: self.notice.longitude }
    }

    fn reader<'a>(&self, zone: &'a jiff::tz::TimeZone) -> Reader<'a> {
        let language = self.wishes.language.or_else(|| Language::parse(&self.person.language)).unwrap_or_default();
        Reader { language, units: self.wishes.units, zone }
    }

    fn words(&self, reader: &Reader<'_>) -> Words {
        reader.words(NotificationEvent::parse(&self.notice.event), &self.notice.place, self.alert.as_ref())
    }

    fn push(&self, public_url: &str) -> Push {
        let zone = timezone_of(self.place());
        let words = self.words(&self.reader(&zone));
        let is_over = matches!(
            NotificationEvent::parse(&self.notice.event),
            NotificationEvent::Cancelled | NotificationEvent::AllClear
        );
        let until = |alert: &Alert| {
            let later = if is_over { WORTH_HEARING } else { SignedDuration::ZERO };
            alert.ends_at.checked_add(later).unwrap_or(Timestamp::MAX)
        };
        // Steps of one warning at one place replace each other.
        let subject = self.alert.as_ref().map_or_else(|| self.notice.id.to_string(), |alert| alert.id.clone());
        Push {
            body: words.short(),
            title: words.title,
            url: format!("{public_url}{CENTRE}"),
            collapse: hex(&Sha256::digest(format!("{}:{subject}", self.notice.place))[..12]),
            is_severe: Severity::from(self.notice.severity.clone()) == Severity::Severe && !is_over,
            until: self.alert.as_ref().map(until),
        }
    }
}

/// The same words of a batch are the same call; more devices than one call takes have a key for each.
fn key_of(batch: Uuid, push: &Push, part: usize) -> Uuid {
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

fn is_permanent(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Refused>().is_some_and(|refused| refused.is_permanent)
}
