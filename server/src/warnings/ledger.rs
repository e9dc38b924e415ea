//! Which event a message belongs to, what it replaces, and whether it says anything new.
//!
//! Ids are not trusted: an authority may use one twice, or send the same warning under another. What counts is what a
//! message says, what it is about, and which messages it names as its predecessors.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::FromRow;
use uuid::Uuid;

use super::sources::Message;
use super::stored::Stored;
use crate::encode::hex;

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
    pub closed: Vec<Uuid>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    pub known: Known,
    pub stored: Stored,
}

/// Puts what was read into what is known. `is_complete`: the list names all that is in force, so that what it does not
/// name is over.
pub fn enter(feed: &str, known: Vec<Known>, mut read: Vec<Message>, is_complete: bool, now: Timestamp) -> Changes {
    read.sort_by_key(|message| message.sent_at);
    let mut book = Book { feed, known, opened: HashMap::new(), closed: HashSet::new() };
    let mut named: HashSet<Uuid> = HashSet::new();
    for message in read {
        named.extend(book.enter(message, now));
    }
    if is_complete {
        let gone: Vec<Uuid> = book
            .known
            .iter()
            .filter(|known| known.is_open && !named.contains(&known.id))
            .map(|known| known.id)
            .collect();
        gone.into_iter().for_each(|id| book.close(id));
    }
    book.changes()
}

struct Book<'a> {
    feed: &'a str,
    known: Vec<Known>,
    opened: HashMap<Uuid, Stored>,
    closed: HashSet<Uuid>,
}

impl Book<'_> {
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
        // Sent anew under another name, without a word about its predecessor.
        let twin = self.known.iter().find(|known| known.is_open && known.subject == subject).cloned();
        let before = predecessors.iter().max_by_key(|known| known.revision).or(twin.as_ref());
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
        Changes { opened, closed: self.closed.into_iter().filter(|id| !new.contains(id)).collect() }
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
mod tests {
    use super::*;
    use crate::alert::{Alert, AlertOrigin, AlertText, CapSeverity, Severity};
    use crate::warnings::area::Area;

    fn at(hour: i8) -> Timestamp {
        jiff::civil::date(2026, 11, 15).at(hour, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp()
    }

    fn storm(name: &str, sent: i8, words: &str, codes: &[&str]) -> Message {
        let text = AlertText {
            language: "en".into(),
            title: words.into(),
            description: String::new(),
            instruction: None,
            area: String::new(),
        };
        let alert = Alert {
            id: String::new(),
            origin: AlertOrigin::Issued,
            severity: Severity::Moderate,
            cap_severity: Some(CapSeverity::Moderate),
            texts: vec![text],
            computed: None,
            issuer: None,
            attribution: None,
            sent_at: Some(at(sent)),
            starts_at: at(10),
            ends_at: at(20),
            url: None,
        };
        let area = Area { codes: codes.iter().map(|code| (*code).to_owned()).collect(), ..Area::default() };
        Message {
            name: name.into(),
            sender: "office".into(),
            sent_at: at(sent),
            replaces: Vec::new(),
            event: "Storm".into(),
            warning: Some(Stored { alert, area }),
        }
    }

    fn replacing(message: Message, names: &[&str]) -> Message {
        Message { replaces: names.iter().map(|name| (*name).to_owned()).collect(), ..message }
    }

    /// What is known after the changes.
    fn after(mut known: Vec<Known>, changes: &Changes) -> Vec<Known> {
        known.iter_mut().filter(|known| changes.closed.contains(&known.id)).for_each(|known| known.is_open = false);
        known.extend(changes.opened.iter().map(|opened| opened.known.clone()));
        known
    }

    fn entered(known: &[Known], read: Vec<Message>, is_complete: bool) -> (Changes, Vec<Known>) {
        let changes = enter("feed", known.to_vec(), read, is_complete, at(9));
        let known = after(known.to_vec(), &changes);
        (changes, known)
    }

    fn open(known: &[Known]) -> Vec<(&str, i64)> {
        known.iter().filter(|known| known.is_open).map(|known| (known.message.as_str(), known.revision)).collect()
    }

    #[test]
    fn the_same_list_again_changes_nothing() {
        let (_, known) = entered(&[], vec![storm("one", 8, "Storm", &["A"])], true);
        let (changes, _) = entered(&known, vec![storm("one", 8, "Storm", &["A"])], true);
        assert_eq!(changes, Changes::default());
    }

    #[test]
    fn an_update_replaces_what_it_refers_to_and_stays_the_same_event() {
        let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], true);
        let (_, known) = entered(&known, vec![replacing(storm("two", 8, "Worse storm", &["A", "B"]), &["one"])], true);
        assert_eq!(open(&known), [("two", 2)]);
        assert_eq!(known[0].identity, known[1].identity);
    }

    #[test]
    fn an_update_that_says_the_same_is_no_revision() {
        let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], true);
        let (_, known) = entered(&known, vec![replacing(storm("two", 8, "Storm", &["A"]), &["one"])], true);
        assert_eq!(open(&known), [("two", 1)]);
    }

    #[test]
    fn the_same_warning_under_another_name_is_the_same_event() {
        let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], false);
        let (_, known) = entered(&known, vec![storm("other", 8, "Storm goes on", &["A"])], false);
        assert_eq!(open(&known), [("other", 2)]);
        assert_eq!(known[0].identity, known[1].identity);
    }

    #[test]
    fn two_warnings_under_one_name_are_both_kept() {
        let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"]), storm("one", 7, "Storm", &["B"])], true);
        assert_eq!(open(&known).len(), 2);
        assert_ne!(known[0].identity, known[1].identity);
    }

    #[test]
    fn a_split_cancels_one_part_and_keeps_the_other() {
        let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A", "B"])], false);
        let cancel = Message { warning: None, ..replacing(storm("part a", 8, "", &["A"]), &["one"]) };
        let rest = replacing(storm("part b", 8, "Storm", &["B"]), &["one"]);
        let (_, known) = entered(&known, vec![cancel, rest], false);
        assert_eq!(open(&known), [("part b", 2)]);
    }

    #[test]
    fn what_a_complete_list_does_not_name_is_over_and_what_an_index_does_not_name_is_not() {
        let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], true);
        assert_eq!(open(&entered(&known, vec![], true).1), []);
        assert_eq!(open(&entered(&known, vec![], false).1), [("one", 1)]);
    }

    #[test]
    fn a_chain_read_at_once_ends_with_its_last_link() {
        let chain = vec![
            replacing(storm("three", 8, "Third", &["A"]), &["one", "two"]),
            storm("one", 6, "First", &["A"]),
            replacing(storm("two", 7, "Second", &["A"]), &["one"]),
        ];
        let (changes, known) = entered(&[], chain, true);
        assert_eq!(open(&known), [("three", 3)]);
        assert!(changes.closed.is_empty());
    }

    #[test]
    fn what_has_ended_is_not_opened() {
        let mut ended = storm("one", 5, "Storm", &["A"]);
        ended.warning.as_mut().unwrap().alert.ends_at = at(8);
        assert_eq!(entered(&[], vec![ended], true).0, Changes::default());
    }
}
