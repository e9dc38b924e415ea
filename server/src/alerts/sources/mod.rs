//! Parsers for the alert sources: lists of everything in force, and CAP messages behind an Atom or RSS index.

pub mod cap;
pub mod dwd;
pub mod eccc;
mod encoding;
mod family;
pub mod geojson;
pub mod geosphere;
pub mod index;
pub mod jma;
pub mod nws;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod recordings;
mod xml;
mod zip;

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::model::stored::StoredAlert;

/// How long an alert without an end lasts.
const DEFAULT_DURATION: SignedDuration = SignedDuration::from_hours(24);

fn default_end(starts_at: Timestamp) -> Timestamp {
    starts_at.checked_add(DEFAULT_DURATION).unwrap_or(Timestamp::MAX)
}

/// Longer ones do not fit into an index of PostgreSQL: one such message would fail the storing of all.
const MAX_IDENTIFIER_BYTES: usize = 500;

/// Control characters other than line ends and tabs are dropped: PostgreSQL cannot store NUL, and no text needs them.
fn is_text(letter: char) -> bool {
    !letter.is_control() || matches!(letter, '\n' | '\r' | '\t')
}

fn retain_text(text: &mut String) {
    if !text.chars().all(is_text) {
        text.retain(is_text);
    }
}

fn drop_controls(value: &mut Value) {
    match value {
        Value::String(text) => retain_text(text),
        Value::Array(values) => values.iter_mut().for_each(drop_controls),
        Value::Object(fields) => fields.values_mut().for_each(drop_controls),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Everything an authority has in force.
#[derive(Debug, Default)]
pub struct List {
    pub messages: Vec<AlertMessage>,
    /// Identifiers of alerts that cannot be read, empty if they have none: they are in force nevertheless.
    pub unreadable: Vec<String>,
}

/// One message of an authority, independent of its format.
#[derive(Clone, Debug, PartialEq)]
pub struct AlertMessage {
    pub identifier: String,
    pub sender: String,
    pub sent_at: Timestamp,
    /// Identifiers of earlier messages that this one replaces.
    pub replaces: Vec<String>,
    pub event: String,
    /// `None` for a message that only cancels.
    pub alert: Option<StoredAlert>,
    /// The alert is over: what it continues or is about has ended.
    pub is_end: bool,
}
