//! Notices: one change of one warning told to one person about one place; what was sent, when and why.

pub mod queries;
pub mod routes;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What happened to a warning that somebody is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NotificationEvent)]
pub enum NotificationEvent {
    New,
    Updated,
    /// It is graver than it was.
    Escalated,
    /// It lasts longer than it did.
    Extended,
    /// It was withdrawn before its end, or no longer concerns the place.
    Cancelled,
    /// It has ended, and nothing else is in force at the place.
    AllClear,
    /// A test the person asked for.
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

    pub fn parse(word: &str) -> NotificationEvent {
        match word {
            "updated" => NotificationEvent::Updated,
            "escalated" => NotificationEvent::Escalated,
            "extended" => NotificationEvent::Extended,
            "cancelled" => NotificationEvent::Cancelled,
            "all_clear" => NotificationEvent::AllClear,
            "test" => NotificationEvent::Test,
            _ => NotificationEvent::New,
        }
    }
}

/// How a notification travels.
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

    /// As a row has them: words with a space between.
    pub fn parse_list(words: &str) -> Vec<NotificationChannel> {
        [NotificationChannel::Email, NotificationChannel::Push]
            .into_iter()
            .filter(|channel| words.split(' ').any(|word| word == channel.as_str()))
            .collect()
    }

    pub fn list(channels: &[NotificationChannel]) -> String {
        channels.iter().map(|channel| channel.as_str()).collect::<Vec<_>>().join(" ")
    }
}
