//! Compares the messages of a poll with the known ones: which event each belongs to, what it replaces, and whether it
//! changes anything.
//!
//! Identifiers are not trusted: an authority may use one twice, or send the same alert under another. Messages are compared
//! by their content (fingerprint), by what they are about (subject), and by the predecessors they refer to.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::FromRow;
use uuid::Uuid;

use crate::alert::CapSeverity;
use crate::alerts::model::stored::StoredAlert;
use crate::alerts::sources::AlertMessage;
use crate::encoding::hex;

/// A message that was read before, without its content.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct KnownMessage {
    pub id: Uuid,
    /// The sender's identifier.
    pub identifier: String,
    /// The event it belongs to; stays the same through every update.
    pub identity: String,
    pub revision: i64,
    pub fingerprint: String,
    pub subject: String,
    pub sent_at: i64,
    pub ends_at: i64,
    pub is_open: bool,
}

/// What a poll changes.
#[derive(Debug, Default, PartialEq)]
pub struct Changes {
    pub opened: Vec<Opened>,
    /// Closed before, and in force again: a list may omit an alert for a moment.
    pub reopened: Vec<Opened>,
    pub closed: Vec<Uuid>,
}

/// Whether a list names every alert in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListScope<'a> {
    Partial,
    /// An alert it does not name is over, unless its message is among the unreadable ones.
    Complete {
        unreadable: &'a [String],
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub known: KnownMessage,
    pub stored: StoredAlert,
}

pub fn reconcile(
    feed: &str,
    known: Vec<KnownMessage>,
    mut read: Vec<AlertMessage>,
    scope: ListScope<'_>,
    now: Timestamp,
) -> anyhow::Result<Changes> {
    read.sort_by_key(|message| message.sent_at);
    // A list that keeps one identifier for all revisions of an alert refers to itself.
    let others = |message: &AlertMessage| {
        let own = message.identifier.clone();
        message.replaces.clone().into_iter().filter(move |replaced| *replaced != own)
    };
    let replaced: HashSet<String> = read.iter().flat_map(others).collect();
    // One message may contain several alerts.
    let mut subjects: HashMap<String, HashSet<String>> = HashMap::new();
    for message in &read {
        if let Some(stored) = message.alert.as_ref().filter(|_| !message.is_end) {
            subjects.entry(message.identifier.clone()).or_default().insert(subject(message, stored)?);
        }
    }
    let mut contents: HashSet<(String, String)> = HashSet::new();
    for message in read.iter().filter(|message| !message.is_end) {
        if let Some(stored) = &message.alert {
            contents.insert((message.identifier.clone(), fingerprint(stored)?));
        }
    }
    let (opened, reopened, closed) = Default::default();
    let mut reconciler = Reconciler { feed, subjects, contents, known, opened, reopened, closed };
    let mut listed: HashSet<Uuid> = HashSet::new();
    for message in read {
        if scope != ListScope::Partial && !replaced.contains(&message.identifier) {
            reconciler.reopen(&message, now)?;
        }
        listed.extend(reconciler.add(message, now)?);
    }
    if let ListScope::Complete { unreadable } = scope {
        let gone: Vec<Uuid> = reconciler
            .known
            .iter()
            .filter(|known| known.is_open && !listed.contains(&known.id) && !unreadable.contains(&known.identifier))
            .map(|known| known.id)
            .collect();
        gone.into_iter().for_each(|id| reconciler.close(id));
    }
    Ok(reconciler.into_changes())
}

struct Reconciler<'a> {
    feed: &'a str,
    /// The subjects of the alerts in each message, by its identifier.
    subjects: HashMap<String, HashSet<String>>,
    /// Identifier and fingerprint of every alert that was read.
    contents: HashSet<(String, String)>,
    known: Vec<KnownMessage>,
    opened: HashMap<Uuid, StoredAlert>,
    reopened: HashMap<Uuid, StoredAlert>,
    closed: HashSet<Uuid>,
}

impl Reconciler<'_> {
    /// Opens a message that is listed although it was closed, unless another message of its event replaced it. Users may
    /// have been notified of its end, so that it gets a higher revision and is notified again.
    fn reopen(&mut self, message: &AlertMessage, now: Timestamp) -> anyhow::Result<()> {
        let is_in_force = |stored: &&StoredAlert| !message.is_end && stored.alert.ends_at > now;
        let Some(stored) = message.alert.as_ref().filter(is_in_force) else { return Ok(()) };
        let fingerprint = fingerprint(stored)?;
        let is_same = |known: &KnownMessage| known.identifier == message.identifier && known.fingerprint == fingerprint;
        let Some(index) = self.known.iter().position(|known| is_same(known) && !known.is_open) else { return Ok(()) };
        let identity = &self.known[index].identity;
        let event = self.known.iter().filter(|known| known.identity == *identity);
        if event.clone().any(|known| known.is_open) {
            return Ok(());
        }
        let last = event.map(|known| known.revision).max().unwrap_or_default();
        let known = &mut self.known[index];
        (known.is_open, known.revision) = (true, last + 1);
        self.reopened.insert(known.id, stored.clone());
        Ok(())
    }

    /// Returns the id of the message's row, old or new; `None` for one that only cancels.
    fn add(&mut self, message: AlertMessage, now: Timestamp) -> anyhow::Result<Option<Uuid>> {
        let sent_at = message.sent_at.as_millisecond();
        // A message cannot replace what was sent after it.
        let is_predecessor = |known: &&KnownMessage| {
            message.replaces.contains(&known.identifier)
                && known.sent_at <= sent_at
                && (known.identifier != message.identifier || !self.is_in_this_poll(known))
        };
        let predecessors: Vec<KnownMessage> = self.known.iter().filter(is_predecessor).cloned().collect();
        let Some(mut stored) = message.alert.clone().filter(|_| !message.is_end) else {
            predecessors.iter().for_each(|known| self.close(known.id));
            if let Some(ended) = &message.alert {
                self.close_subject(&subject(&message, ended)?, message.sent_at);
            }
            return Ok(None);
        };
        let fingerprint = fingerprint(&stored)?;
        let subject = subject(&message, &stored)?;
        if let Some(same) =
            self.known.iter().find(|known| known.identifier == message.identifier && known.fingerprint == fingerprint)
        {
            return Ok(Some(same.id));
        }
        predecessors.iter().for_each(|known| self.close(known.id));
        if stored.alert.ends_at <= now {
            return Ok(None);
        }
        // Sent again under another identifier without a reference to its predecessor; after its end it is another event.
        let is_twin =
            |known: &&KnownMessage| known.is_open && known.subject == subject && known.ends_at > now.as_millisecond();
        let twin = self.known.iter().find(is_twin).cloned();
        let before = self.predecessor(&message.identifier, &subject, &predecessors).or(twin.as_ref());
        let identity = match before {
            Some(before) => before.identity.clone(),
            None => short_hash(&[self.feed, &subject, &message.sent_at.to_string(), &fingerprint]),
        };
        let last = self.known.iter().filter(|known| known.identity == identity).max_by_key(|known| known.revision);
        let revision = match last {
            Some(last) if last.fingerprint == fingerprint => last.revision,
            Some(last) => last.revision + 1,
            None => 1,
        };
        if let Some(twin) = twin {
            self.close(twin.id);
        }
        let id = Uuid::now_v7();
        let ends_at = stored.alert.ends_at.as_millisecond();
        stored.alert.id.clone_from(&identity);
        self.known.push(KnownMessage {
            id,
            identifier: message.identifier,
            identity,
            revision,
            fingerprint,
            subject,
            sent_at,
            ends_at,
            is_open: true,
        });
        self.opened.insert(id, stored);
        Ok(Some(id))
    }

    /// The predecessor whose event an alert continues. An update may contain several alerts that all refer to the same
    /// predecessors: the alert takes the one with its own subject. If there is none, it takes one whose subject no alert
    /// of the message has, preferably one that no other alert of the message continues.
    fn predecessor<'k>(
        &self,
        identifier: &str,
        subject: &str,
        predecessors: &'k [KnownMessage],
    ) -> Option<&'k KnownMessage> {
        let belongs_to_another =
            |known: &KnownMessage| self.subjects.get(identifier).is_some_and(|all| all.contains(&known.subject));
        let is_continued = |known: &KnownMessage| {
            self.known.iter().any(|sibling| sibling.identifier == identifier && sibling.identity == known.identity)
        };
        let same = predecessors.iter().filter(|known| known.subject == subject).max_by_key(|known| known.revision);
        let rest = predecessors.iter().filter(|known| !belongs_to_another(known));
        same.or_else(|| rest.max_by_key(|known| (!is_continued(known), known.revision)))
    }

    fn is_in_this_poll(&self, known: &KnownMessage) -> bool {
        self.contents.contains(&(known.identifier.clone(), known.fingerprint.clone()))
    }

    /// Closes what is about the same and was not sent later.
    fn close_subject(&mut self, subject: &str, until: Timestamp) {
        let is_ended = |known: &&KnownMessage| {
            known.is_open && known.subject == subject && known.sent_at <= until.as_millisecond()
        };
        let ended: Vec<Uuid> = self.known.iter().filter(is_ended).map(|known| known.id).collect();
        ended.into_iter().for_each(|id| self.close(id));
    }

    fn close(&mut self, id: Uuid) {
        if let Some(known) = self.known.iter_mut().find(|known| known.id == id && known.is_open) {
            known.is_open = false;
            self.closed.insert(id);
        }
    }

    /// A message that was opened and closed within the poll is stored closed, because a later one may refer to it.
    fn into_changes(mut self) -> Changes {
        let opened = self
            .known
            .iter()
            .filter_map(|known| Some(Opened { known: known.clone(), stored: self.opened.remove(&known.id)? }));
        let opened: Vec<Opened> = opened.collect();
        let new: HashSet<Uuid> = opened.iter().map(|opened| opened.known.id).collect();
        let reopened = self
            .known
            .iter()
            .filter(|known| known.is_open)
            .filter_map(|known| Some(Opened { known: known.clone(), stored: self.reopened.remove(&known.id)? }))
            .collect();
        Changes { opened, reopened, closed: self.closed.into_iter().filter(|id| !new.contains(id)).collect() }
    }
}

/// A hash of everything users see.
fn fingerprint(stored: &StoredAlert) -> serde_json::Result<String> {
    let alert = &stored.alert;
    let shown =
        serde_json::to_string(&(alert.cap_severity, alert.starts_at, alert.ends_at, &alert.texts, &stored.area))?;
    // MetService's colour may change while its CAP severity stays the same.
    let is_ranked_otherwise = alert.cap_severity.map(CapSeverity::to_severity) != Some(alert.severity);
    Ok(match is_ranked_otherwise {
        true => short_hash(&[&shown, alert.severity.as_str()]),
        false => short_hash(&[&shown]),
    })
}

/// A hash of what the alert is about: sender, event and area.
fn subject(message: &AlertMessage, stored: &StoredAlert) -> serde_json::Result<String> {
    let area = serde_json::to_string(&stored.area)?;
    Ok(short_hash(&[&message.sender, &message.event.to_lowercase(), &area]))
}

fn short_hash(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hex(&hash.finalize()[..12])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
