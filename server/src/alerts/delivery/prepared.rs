//! A delivery with everything needed to send it: the notification, its alert, the recipient and their settings.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use super::message::{MessageFormatter, MessageText};
use super::onesignal::PushMessage;
use super::queries::{BrowserKeys, DeliveryRow, RecipientRow};
use crate::alert::{Alert, Severity};
use crate::alerts::model::event::NotificationEvent;
use crate::alerts::notifications::queries::NotificationRow;
use crate::alerts::notify::recipients::{DeliveryPayload, MAIL};
use crate::db::outbox::OutboxMessage;
use crate::encoding::hex;
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::time_zone_at;
use crate::i18n::Language;
use crate::notification_settings::RecipientSettings;

/// The page that lists the notifications.
pub const NOTIFICATIONS_PAGE: &str = "/notifications";
/// How long after the end of an alert a message about its end is still useful.
const END_MESSAGE_LIFETIME: SignedDuration = SignedDuration::from_hours(24);

pub struct PreparedDelivery {
    pub message: OutboxMessage,
    pub payload: DeliveryPayload,
    pub notification: NotificationRow,
    pub alert: Option<Alert>,
    pub recipient: RecipientRow,
    pub browser: BrowserKeys,
    pub settings: RecipientSettings,
}

impl PreparedDelivery {
    pub fn new(message: OutboxMessage, payload: DeliveryPayload, row: DeliveryRow) -> PreparedDelivery {
        let DeliveryRow { notification, recipient, browser, .. } = row;
        let alert = notification.alert();
        let settings = RecipientSettings::from_document(recipient.document.as_deref());
        PreparedDelivery { message, payload, notification, alert, recipient, browser, settings }
    }

    /// Its alert is over, and it is not about that.
    pub fn has_ended(&self, now: Timestamp) -> bool {
        !self.event().is_end() && self.alert.as_ref().is_some_and(|alert| alert.ends_at <= now)
    }

    /// The message may have waited for hours, in which the user switched the channel off.
    pub fn is_still_wanted(&self) -> bool {
        let settings = &self.settings.notifications;
        let hazard = self.alert.as_ref().and_then(|alert| alert.hazard.as_ref());
        let is_switched_off = hazard.is_some_and(|hazard| settings.hazards_off.contains(&hazard.kind.switch()));
        let is_air = self.alert.as_ref().is_some_and(Alert::is_own_air);
        let is_rain = self.alert.as_ref().is_some_and(Alert::is_own_rain);
        let is_briefing = self.alert.as_ref().is_some_and(Alert::is_own_briefing);
        let is_enabled = if is_briefing { !settings.is_all_off } else { settings.is_enabled };
        is_enabled
            && !is_switched_off
            && (!is_air || self.settings.air.is_enabled)
            && (!is_rain || self.settings.rain.is_enabled)
            && if self.message.kind == MAIL { settings.email } else { settings.push }
    }

    pub fn event(&self) -> NotificationEvent {
        NotificationEvent::parse(&self.notification.event)
    }

    /// The time zone of the place.
    pub fn time_zone(&self) -> TimeZone {
        let NotificationRow { latitude, longitude, .. } = self.notification;
        time_zone_at(Coordinates { latitude, longitude })
    }

    pub fn formatter<'a>(&self, zone: &'a TimeZone) -> MessageFormatter<'a> {
        let language = self.settings.language.or_else(|| Language::parse(&self.recipient.language)).unwrap_or_default();
        MessageFormatter { language, units: self.settings.units, zone }
    }

    pub fn text(&self, formatter: &MessageFormatter<'_>) -> MessageText {
        formatter.format(self.event(), &self.notification.place, self.alert.as_ref())
    }

    pub fn push_message(&self, public_url: &str) -> PushMessage {
        let zone = self.time_zone();
        let text = self.text(&self.formatter(&zone));
        let is_end = self.event().is_end();
        let expires_at = |alert: &Alert| {
            let later = if is_end { END_MESSAGE_LIFETIME } else { SignedDuration::ZERO };
            alert.ends_at.checked_add(later).unwrap_or(Timestamp::MAX)
        };
        // Messages about one alert at one place replace each other.
        let subject = self.alert.as_ref().map_or_else(|| self.notification.id.to_string(), |alert| alert.id.clone());
        PushMessage {
            body: text.push_body(),
            title: text.title,
            place: self.notification.place.clone(),
            url: format!("{public_url}{NOTIFICATIONS_PAGE}"),
            collapse_id: hex(&Sha256::digest(format!("{}:{subject}", self.notification.place))[..12]),
            is_urgent: Severity::from(self.notification.severity.clone()) == Severity::Severe && !is_end,
            level: self.alert.as_ref().filter(|_| !is_end).map(Alert::level),
            expires_at: self.alert.as_ref().map(expires_at),
        }
    }
}
