//! What a notification reports about an alert, and the channels it is sent by.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What happened to an alert that a user is notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NotificationEvent)]
pub enum NotificationEvent {
    New,
    Updated,
    /// It is more severe than before.
    Escalated,
    /// It lasts longer than before.
    Extended,
    /// It was withdrawn before its end, or no longer applies to the place.
    Cancelled,
    /// It has ended, and nothing else is in force at the place.
    AllClear,
    /// A test the user requested.
    Test,
}

impl NotificationEvent {
    pub fn as_str(self) -> &'static str {
        match self {
            NotificationEvent::New => "new",
            NotificationEvent::Updated => "updated",
            NotificationEvent::Escalated => "escalated",
            NotificationEvent::Extended => "extended",
            NotificationEvent::Cancelled => "cancelled",
            NotificationEvent::AllClear => "all_clear",
            NotificationEvent::Test => "test",
        }
    }

    /// As the database stores it.
    pub fn parse(name: &str) -> NotificationEvent {
        match name {
            "updated" => NotificationEvent::Updated,
            "escalated" => NotificationEvent::Escalated,
            "extended" => NotificationEvent::Extended,
            "cancelled" => NotificationEvent::Cancelled,
            "all_clear" => NotificationEvent::AllClear,
            "test" => NotificationEvent::Test,
            _ => NotificationEvent::New,
        }
    }

    /// Whether the alert no longer applies.
    pub fn is_end(self) -> bool {
        matches!(self, NotificationEvent::Cancelled | NotificationEvent::AllClear)
    }
}

/// How a notification is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = NotificationChannel)]
pub enum NotificationChannel {
    Email,
    Push,
}

impl NotificationChannel {
    pub fn as_str(self) -> &'static str {
        match self {
            NotificationChannel::Email => "email",
            NotificationChannel::Push => "push",
        }
    }

    /// As the database stores them: names separated by a space.
    pub fn parse_list(names: &str) -> Vec<NotificationChannel> {
        [NotificationChannel::Email, NotificationChannel::Push]
            .into_iter()
            .filter(|channel| names.split(' ').any(|name| name == channel.as_str()))
            .collect()
    }

    pub fn join(channels: &[NotificationChannel]) -> String {
        channels.iter().map(|channel| channel.as_str()).collect::<Vec<_>>().join(" ")
    }
}
