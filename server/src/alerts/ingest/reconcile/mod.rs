//! Which event a message belongs to, what it replaces, and whether it says anything new.
//!
//! Ids are not trusted: an authority may use one twice, or send the same warning under another. What counts is what a
//! message says, what it is about, and which messages it names as its predecessors.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::FromRow;
use uuid::Uuid;

use crate::alerts::model::stored::Stored;
use crate::alerts::sources::Message;
use crate::encoding::hex;

/// A message we know, without its content.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Known {
    pub id: Uuid,
    pub message: String,
    pub identity: String,
    pub revision: i64,
    pub fingerprint: String,
    pub subject: String,
    pub sent_at: i64,
    pub ends_at: i64,
    pub is_open: bool,
}

/// What a round of a feed changes.
#[derive(Debug, Default, PartialEq)]
pub struct Changes {
    pub opened: Vec<Opened>,
    /// Closed before, and in force again: a list may lose a warning for a moment.
    pub reopened: Vec<Opened>,
    pub closed: Vec<Uuid>,
}

/// How much of what is in force a list names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Named<'a> {
    Some,
    /// All of it, so that what it does not name is over; these messages it names, though they could not be read.
    All {
        unread: &'a [String],
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub known: Known,
    pub stored: Stored,
}

/// Puts what was read into what is known.
pub fn enter(feed: &str, known: Vec<Known>, mut read: Vec<Message>, list: Named<'_>, now: Timestamp) -> Changes {
    read.sort_by_key(|message| message.sent_at);
    let replaced: HashSet<String> = read.iter().flat_map(|message| message.replaces.iter().cloned()).collect();
    // One message may hold several warnings.
    let mut subjects: HashMap<String, HashSet<String>> = HashMap::new();
    for message in &read {
        if let Some(stored) = &message.warning {
            subjects.entry(message.name.clone()).or_default().insert(subject(message, stored));
        }
    }
    let (opened, reopened, closed) = Default::default();
    let mut book = Book { feed, subjects, known, opened, reopened, closed };
    let mut named: HashSet<Uuid> = HashSet::new();
    for message in read {
        if list != Named::Some && !replaced.contains(&message.name) {
            book.reopen(&message, now);
        }
        named.extend(book.enter(message, now));
    }
    if let Named::All { unread } = list {
        let gone: Vec<Uuid> = book
            .known
            .iter()
            .filter(|known| known.is_open && !named.contains(&known.id) && !unread.contains(&known.message))
            .map(|known| known.id)
            .collect();
        gone.into_iter().for_each(|id| book.close(id));
    }
    book.changes()
}

struct Book<'a> {
    feed: &'a str,
    /// What the warnings of each message are about.
    subjects: HashMap<String, HashSet<String>>,
    known: Vec<Known>,
    opened: HashMap<Uuid, Stored>,
    reopened: HashMap<Uuid, Stored>,
    closed: HashSet<Uuid>,
}

impl Book<'_> {
    /// Opens a message that is listed though it was closed, unless another of its event has taken its place. It is told
    /// anew, so that it has a higher revision than whatever was told of it.
    fn reopen(&mut self, message: &Message, now: Timestamp) {
        let Some(stored) = message.warning.as_ref().filter(|stored| stored.alert.ends_at > now) else { return };
        let fingerprint = fingerprint(stored);
        let is_same = |known: &Known| known.message == message.name && known.fingerprint == fingerprint;
        let Some(index) = self.known.iter().position(|known| is_same(known) && !known.is_open) else { return };
        let identity = &self.known[index].identity;
        let event = self.known.iter().filter(|known| known.identity == *identity);
        if event.clone().any(|known| known.is_open) {
            return;
        }
        let last = event.map(|known| known.revision).max().unwrap_or_default();
        let known = &mut self.known[index];
        (known.is_open, known.revision) = (true, last + 1);
        self.reopened.insert(known.id, stored.clone());
    }

    /// The message's row, old or new; nothing for one that only takes back.
    fn enter(&mut self, message: Message, now: Timestamp) -> Option<Uuid> {
        let predecessors: Vec<Known> =
            self.known.iter().filter(|known| message.replaces.contains(&known.message)).cloned().collect();
        let Some(stored) = message.warning.clone() else {
            predecessors.iter().for_each(|known| self.close(known.id));
            return None;
        };
        let fingerprint = fingerprint(&stored);
        let subject = subject(&message, &stored);
        if let Some(same) =
            self.known.iter().find(|known| known.message == message.name && known.fingerprint == fingerprint)
        {
            return Some(same.id);
        }
        predecessors.iter().for_each(|known| self.close(known.id));
        if stored.alert.ends_at <= now {
            return None;
        }
        // Sent anew under another name, without a word about its predecessor; after its end it is another event.
        let is_twin =
            |known: &&Known| known.is_open && known.subject == subject && known.ends_at > now.as_millisecond();
        let twin = self.known.iter().find(is_twin).cloned();
        let before = self.continued(&message.name, &subject, &predecessors).or(twin.as_ref());
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
        let (sent_at, ends_at) = (message.sent_at.as_millisecond(), stored.alert.ends_at.as_millisecond());
        let mut stored = stored;
        stored.alert.id.clone_from(&identity);
        self.known.push(Known {
            id,
            message: message.name,
            identity,
            revision,
            fingerprint,
            subject,
            sent_at,
            ends_at,
            is_open: true,
        });
        self.opened.insert(id, stored);
        Some(id)
    }

    /// Which of its predecessors a warning goes on: the one about the same. A predecessor about what another warning of
    /// the same message is about is that one's; of the rest, one that nobody goes on yet is taken first.
    fn continued<'k>(&self, message: &str, subject: &str, predecessors: &'k [Known]) -> Option<&'k Known> {
        let is_anothers = |known: &Known| self.subjects.get(message).is_some_and(|all| all.contains(&known.subject));
        let goes_on = |known: &Known| {
            self.known.iter().any(|sibling| sibling.message == message && sibling.identity == known.identity)
        };
        let same = predecessors.iter().filter(|known| known.subject == subject).max_by_key(|known| known.revision);
        let rest = predecessors.iter().filter(|known| !is_anothers(known));
        same.or_else(|| rest.max_by_key(|known| (!goes_on(known), known.revision)))
    }

    fn close(&mut self, id: Uuid) {
        if let Some(known) = self.known.iter_mut().find(|known| known.id == id && known.is_open) {
            known.is_open = false;
            self.closed.insert(id);
        }
    }

    /// A message that came and went within the round was news to nobody, but its name may be referred to later.
    fn changes(mut self) -> Changes {
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

/// Of everything a person is told.
fn fingerprint(stored: &Stored) -> String {
    let alert = &stored.alert;
    let said = serde_json::to_string(&(alert.cap_severity, alert.starts_at, alert.ends_at, &alert.texts, &stored.area));
    short_hash(&[&said.unwrap_or_default()])
}

/// Of what the warning is about: who warns of what, and where.
fn subject(message: &Message, stored: &Stored) -> String {
    let area = serde_json::to_string(&stored.area).unwrap_or_default();
    short_hash(&[&message.sender, &message.event.to_lowercase(), &area])
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
