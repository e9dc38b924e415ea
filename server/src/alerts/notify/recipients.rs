//! People who may be told: their address, language, wishes and devices.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use uuid::Uuid;

use super::settings::Notifications;
use crate::alerts::notifications::NotificationChannel;
use crate::alerts::notifications::queries::{Delivery, MAIL, ONESIGNAL, WEB_PUSH};
use crate::db::Db;
use crate::error::AppError;
use crate::on_db;
use crate::session::UserId;

/// A person with what decides how they can be reached.
#[derive(Clone, Debug, FromRow)]
pub struct Recipient {
    /// Only a confirmed address: nobody else may get somebody's warnings.
    pub confirmed_email: Option<String>,
    /// The person's preferences, as kept.
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

/// What an outbox row of a notice holds.
#[derive(Serialize, Deserialize)]
pub struct Payload {
    pub notice: Uuid,
    /// The browser, for Web Push; a secret, gone with the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

impl Recipient {
    /// By which ways a notice goes, and the rows that send it.
    pub fn ways(&self, wishes: &Notifications, notice: Uuid) -> (Vec<NotificationChannel>, Vec<Delivery>) {
        let (mut channels, mut deliveries) = (Vec::new(), Vec::new());
        let mut send = |kind, endpoint: Option<&str>| {
            let payload = Payload { notice, endpoint: endpoint.map(str::to_owned) };
            deliveries.push(Delivery { kind, payload: serde_json::to_string(&payload).unwrap_or_default() });
        };
        if wishes.is_on && wishes.email && self.confirmed_email.is_some() {
            channels.push(NotificationChannel::Email);
            send(MAIL, None);
        }
        if wishes.is_on && wishes.push && !self.devices.is_empty() {
            channels.push(NotificationChannel::Push);
            if self.devices.iter().any(|device| device.kind == "onesignal") {
                send(ONESIGNAL, None);
            }
            for device in self.devices.iter().filter(|device| device.kind == "webpush") {
                send(WEB_PUSH, Some(&device.token));
            }
        }
        (channels, deliveries)
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
