//! What a list, an update, a cancellation or a lapse makes of what is known.

use super::*;
use crate::alert::{Alert, AlertOrigin, AlertText, CapSeverity, Severity};
use crate::alerts::model::area::Area;

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
        hazard: None,
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
    for known in &mut known {
        if let Some(again) = changes.reopened.iter().find(|again| again.known.id == known.id) {
            known.clone_from(&again.known);
        }
    }
    known.extend(changes.opened.iter().map(|opened| opened.known.clone()));
    known
}

fn entered(known: &[Known], read: Vec<Message>, is_complete: bool) -> (Changes, Vec<Known>) {
    let list = if is_complete { Named::All { unread: &[] } } else { Named::Some };
    let changes = enter("feed", known.to_vec(), read, list, at(9));
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
fn the_same_warning_after_the_end_of_the_last_is_another_event() {
    let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], false);
    let mut next = storm("other", 21, "Storm", &["A"]);
    next.warning.as_mut().unwrap().alert.ends_at = at(23);
    let changes = enter("feed", known.clone(), vec![next], Named::Some, at(21));
    assert_ne!(changes.opened[0].known.identity, known[0].identity);
}

#[test]
fn two_warnings_under_one_name_are_both_kept() {
    let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"]), storm("one", 7, "Storm", &["B"])], true);
    assert_eq!(open(&known).len(), 2);
    assert_ne!(known[0].identity, known[1].identity);
}

#[test]
fn an_update_of_two_warnings_in_one_message_continues_each_as_what_it_was() {
    let message = |name: &str, hour: i8, words: [&str; 2]| {
        vec![storm(name, hour, words[0], &["A"]), storm(name, hour, words[1], &["B"])]
    };
    let (_, before) = entered(&[], message("one", 7, ["Storm", "Flood"]), false);
    let update = message("two", 8, ["Worse storm", "Worse flood"]);
    for swap in [false, true] {
        let mut update: Vec<Message> = update.iter().map(|part| replacing(part.clone(), &["one"])).collect();
        if swap {
            update.reverse();
        }
        let (_, known) = entered(&before, update, false);
        assert_eq!(open(&known), [("two", 2), ("two", 2)]);
        let identity = |subject: &str, message: &str| {
            let of = |known: &&Known| known.subject == subject && known.message == message;
            known.iter().find(of).unwrap().identity.clone()
        };
        for part in &before {
            assert_eq!(identity(&part.subject, "two"), part.identity);
        }
    }
}

#[test]
fn of_two_warnings_the_one_that_moves_continues_what_the_other_does_not() {
    let first = vec![storm("one", 7, "Storm", &["A"]), storm("one", 7, "Flood", &["B"])];
    let (_, before) = entered(&[], first, false);
    let moved = replacing(storm("two", 8, "Storm moves on", &["C"]), &["one"]);
    let stays = replacing(storm("two", 8, "Worse flood", &["B"]), &["one"]);
    let (_, known) = entered(&before, vec![moved, stays], false);
    let identities: Vec<&str> =
        known.iter().filter(|known| known.is_open).map(|known| known.identity.as_str()).collect();
    assert_eq!(identities, [before[0].identity.as_str(), before[1].identity.as_str()]);
}

#[test]
fn a_hazard_that_an_update_adds_is_an_event_of_its_own() {
    let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], false);
    let flood = Message { event: "Flood".into(), ..storm("two", 8, "Flood", &["A"]) };
    for update in
        [[storm("two", 8, "Worse storm", &["A"]), flood.clone()], [flood, storm("two", 8, "Worse storm", &["A"])]]
    {
        let update = update.into_iter().map(|part| replacing(part, &["one"])).collect();
        let (_, known) = entered(&known, update, false);
        let identities: HashSet<&str> =
            known.iter().filter(|known| known.is_open).map(|known| known.identity.as_str()).collect();
        assert_eq!(identities.len(), 2, "where both hold, both are told");
    }
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
fn what_a_list_lost_for_a_moment_is_in_force_again_under_a_higher_revision() {
    let storms = || vec![storm("one", 7, "Storm", &["A"]), storm("two", 7, "Storm", &["B"])];
    let (_, known) = entered(&[], storms(), true);
    let (_, known) = entered(&known, storms()[..1].to_vec(), true);
    assert_eq!(open(&known), [("one", 1)]);
    let (_, known) = entered(&known, storms(), true);
    assert_eq!(open(&known), [("one", 1), ("two", 2)]);
    assert_eq!(entered(&known, storms(), true).0, Changes::default(), "once");
}

#[test]
fn what_was_replaced_stays_closed_though_the_list_still_names_it() {
    let (first, second) =
        (storm("one", 7, "Storm", &["A"]), replacing(storm("two", 8, "Worse storm", &["A"]), &["one"]));
    let (_, known) = entered(&[], vec![first.clone()], true);
    let (_, known) = entered(&known, vec![first.clone(), second.clone()], true);
    let (changes, known) = entered(&known, vec![first, second], true);
    assert_eq!((changes, open(&known)), (Changes::default(), vec![("two", 2)]));
    let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    let twins = || vec![storm("one", 7, "Storm", &["A"]), storm("other", 8, "Storm goes on", &["A"])];
    let (_, known) = entered(&known, twins(), true);
    assert_eq!(open(&entered(&known, twins(), true).1), [("other", 2)]);
    let cancel = Message { warning: None, ..replacing(storm("three", 8, "", &["A"]), &["one"]) };
    let called_off = || vec![storm("one", 7, "Storm", &["A"]), cancel.clone()];
    let (_, known) = entered(&[], called_off(), true);
    let (changes, known) = entered(&known, called_off(), true);
    assert_eq!((changes, open(&known)), (Changes::default(), vec![]));
}

#[test]
fn what_a_list_names_and_nobody_can_read_is_not_over() {
    let (_, known) = entered(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    let unread = ["one".to_owned()];
    let changes = enter("feed", known, vec![], Named::All { unread: &unread }, at(9));
    assert_eq!(changes, Changes::default());
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
