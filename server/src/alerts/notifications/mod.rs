//! Notices: one change of one warning told to one person about one place; what was sent, when and why.

pub mod queries;
pub mod routes;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What happened to a warning that somebody is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NoticeStep)]
pub enum Step {
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

impl Step {
    pub fn as_str(self) -> &'static str {
        match self {
            Step::New => "new",
            Step::Updated => "updated",
            Step::Escalated => "escalated",
            Step::Extended => "extended",
            Step::Cancelled => "cancelled",
            Step::AllClear => "all_clear",
            Step::Test => "test",
        }
    }

    pub fn parse(word: &str) -> Step {
        match word {
            "updated" => Step::Updated,
            "escalated" => Step::Escalated,
            "extended" => Step::Extended,
            "cancelled" => Step::Cancelled,
            "all_clear" => Step::AllClear,
            "test" => Step::Test,
            _ => Step::New,
        }
    }
}

/// How a notice travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = NoticeChannel)]
pub enum Channel {
    Email,
    Push,
}

impl Channel {
    pub fn as_str(self) -> &'static str {
        match self {
            Channel::Email => "email",
            Channel::Push => "push",
        }
    }

    /// As a row has them: words with a space between.
    pub fn parse_list(words: &str) -> Vec<Channel> {
        [Channel::Email, Channel::Push]
            .into_iter()
            .filter(|channel| words.split(' ').any(|word| word == channel.as_str()))
            .collect()
    }

    pub fn list(channels: &[Channel]) -> String {
        channels.iter().map(|channel| channel.as_str()).collect::<Vec<_>>().join(" ")
    }
}
