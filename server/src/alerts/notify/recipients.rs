//! Recipients: a user's confirmed address, stored preferences and devices, and the deliveries of a notification to them.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use uuid::Uuid;

use crate::alerts::model::event::NotificationChannel;
use crate::db::Db;
use crate::error::AppError;
use crate::notification_settings::NotificationSettings;
use crate::on_db;
use crate::session::UserId;

/// Outbox kinds, all in the queue of notifications.
pub const MAIL: &str = "notification_mail";
pub const ONESIGNAL: &str = "notification_onesignal";
pub const WEB_PUSH: &str = "notification_webpush";

#[derive(Clone, Debug, FromRow)]
pub struct Recipient {
    /// `None` until the user has confirmed the address: it may belong to someone else.
    pub confirmed_email: Option<String>,
    /// The stored preferences, as JSON.
    pub document: Option<String>,
    #[sqlx(skip)]
    pub devices: Vec<Device>,
}

#[derive(Clone, Debug, FromRow)]
pub struct Device {
    pub user_id: UserId,
    pub kind: String,
    pub token: String,
}

/// One outbox row: a mail, a push message to all OneSignal devices of a user, or one to a browser.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub kind: &'static str,
    pub payload: String,
}

/// The payload of an outbox row.
#[derive(Serialize, Deserialize)]
pub struct DeliveryPayload {
    #[serde(alias = "notice")]
    pub notification: Uuid,
    /// The browser's endpoint, for Web Push; a secret, deleted with the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

impl Recipient {
    /// The channels a notification is sent by, and its deliveries.
    pub fn deliveries(
        &self,
        settings: &NotificationSettings,
        notification: Uuid,
    ) -> serde_json::Result<(Vec<NotificationChannel>, Vec<Delivery>)> {
        let (mut channels, mut deliveries) = (Vec::new(), Vec::new());
        let delivery = |kind, endpoint: Option<&String>| {
            let payload = DeliveryPayload { notification, endpoint: endpoint.cloned() };
            Ok::<_, serde_json::Error>(Delivery { kind, payload: serde_json::to_string(&payload)? })
        };
        if settings.is_enabled && settings.email && self.confirmed_email.is_some() {
            channels.push(NotificationChannel::Email);
            deliveries.push(delivery(MAIL, None)?);
        }
        if settings.is_enabled && settings.push && !self.devices.is_empty() {
            channels.push(NotificationChannel::Push);
            if self.devices.iter().any(|device| device.kind == "onesignal") {
                deliveries.push(delivery(ONESIGNAL, None)?);
            }
            for device in self.devices.iter().filter(|device| device.kind == "webpush") {
                deliveries.push(delivery(WEB_PUSH, Some(&device.token))?);
            }
        }
        Ok((channels, deliveries))
    }
}

pub async fn get_recipient(db: &Db, user: UserId) -> Result<Recipient, AppError> {
    let mut recipient: Recipient = on_db!(db.reader(), pool => sqlx::query_as(
        "select case when email_verified_at is null then null else email end as confirmed_email, document
         from users left join preferences on preferences.user_id = users.id where users.id = $1",
    )
    .bind(user)
    .fetch_one(pool)
    .await)?;
    recipient.devices = on_db!(db.reader(), pool => sqlx::query_as(
        "select user_id, kind, token from push_devices where user_id = $1",
    )
    .bind(user)
    .fetch_all(pool)
    .await)?;
    Ok(recipient)
}
