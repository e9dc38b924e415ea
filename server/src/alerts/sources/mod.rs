//! Where warnings come from: the US National Weather Service, and CAP messages behind an Atom or RSS index.

pub mod cap;
pub mod index;
pub mod nws;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod recordings;
mod xml;

use jiff::{SignedDuration, Timestamp};

use super::model::stored::Stored;

/// A warning may come without an end; it is not believed for longer than this.
const WITHOUT_AN_END: SignedDuration = SignedDuration::from_hours(24);

/// The end of a warning that tells none. A beginning at the end of all time has no later end.
fn end_of(starts_at: Timestamp) -> Timestamp {
    starts_at.checked_add(WITHOUT_AN_END).unwrap_or(Timestamp::MAX)
}

/// One message of an authority, whatever its shape on the wire.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The sender's own name for it.
    pub name: String,
    pub sender: String,
    pub sent_at: Timestamp,
    /// Names of earlier messages that this one replaces.
    pub replaces: Vec<String>,
    pub event: String,
    /// What it warns of; nothing for a message that only cancels.
    pub warning: Option<Stored>,
}
