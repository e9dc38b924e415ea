//! How lists, updates, cancellations and omissions change the known messages.

use super::*;
use crate::alert::{Alert, AlertOrigin, AlertText, Severity};
use crate::alerts::model::area::Area;

fn at(hour: i8) -> Timestamp {
    jiff::civil::date(2026, 11, 15).at(hour, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp()
}

fn storm(identifier: &str, sent: i8, title: &str, codes: &[&str]) -> AlertMessage {
    let alert = Alert {
        cap_severity: Some(CapSeverity::Moderate),
        texts: vec![AlertText::new("en", title)],
        sent_at: Some(at(sent)),
        ..Alert::new(AlertOrigin::Issued, Severity::Moderate, at(10), at(20))
    };
    let area = Area { codes: codes.iter().map(|code| (*code).to_owned()).collect(), ..Area::default() };
    AlertMessage {
        identifier: identifier.into(),
        sender: "office".into(),
        sent_at: at(sent),
        replaces: Vec::new(),
        event: "Storm".into(),
        alert: Some(StoredAlert { alert, area }),
        is_end: false,
    }
}

fn replacing(message: AlertMessage, identifiers: &[&str]) -> AlertMessage {
    AlertMessage { replaces: identifiers.iter().map(|one| (*one).to_owned()).collect(), ..message }
}

/// The known messages after the changes.
fn after(mut known: Vec<KnownMessage>, changes: &Changes) -> Vec<KnownMessage> {
    known.iter_mut().filter(|known| changes.closed.contains(&known.id)).for_each(|known| known.is_open = false);
    for known in &mut known {
        if let Some(reopened) = changes.reopened.iter().find(|reopened| reopened.known.id == known.id) {
            known.clone_from(&reopened.known);
        }
    }
    known.extend(changes.opened.iter().map(|opened| opened.known.clone()));
    known
}

fn apply(known: &[KnownMessage], read: Vec<AlertMessage>, is_complete: bool) -> (Changes, Vec<KnownMessage>) {
    let scope = if is_complete { ListScope::Complete { unreadable: &[] } } else { ListScope::Partial };
    let changes = reconcile("feed", known.to_vec(), read, scope, at(9)).unwrap();
    let known = after(known.to_vec(), &changes);
    (changes, known)
}

fn open(known: &[KnownMessage]) -> Vec<(&str, i64)> {
    known.iter().filter(|known| known.is_open).map(|known| (known.identifier.as_str(), known.revision)).collect()
}

#[test]
fn the_same_list_again_changes_nothing() {
    let (_, known) = apply(&[], vec![storm("one", 8, "Storm", &["A"])], true);
    let (changes, _) = apply(&known, vec![storm("one", 8, "Storm", &["A"])], true);
    assert_eq!(changes, Changes::default());
}

#[test]
fn an_update_replaces_what_it_refers_to_and_stays_the_same_event() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    let (_, known) = apply(&known, vec![replacing(storm("two", 8, "Worse storm", &["A", "B"]), &["one"])], true);
    assert_eq!(open(&known), [("two", 2)]);
    assert_eq!(known[0].identity, known[1].identity);
}

#[test]
fn an_update_without_changes_keeps_the_revision() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    let (_, known) = apply(&known, vec![replacing(storm("two", 8, "Storm", &["A"]), &["one"])], true);
    assert_eq!(open(&known), [("two", 1)]);
}

#[test]
fn the_same_alert_under_another_identifier_is_the_same_event() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], false);
    let (_, known) = apply(&known, vec![storm("other", 8, "Storm goes on", &["A"])], false);
    assert_eq!(open(&known), [("other", 2)]);
    assert_eq!(known[0].identity, known[1].identity);
}

#[test]
fn the_same_alert_after_the_end_of_the_last_is_another_event() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], false);
    let mut next = storm("other", 21, "Storm", &["A"]);
    next.alert.as_mut().unwrap().alert.ends_at = at(23);
    let changes = reconcile("feed", known.clone(), vec![next], ListScope::Partial, at(21)).unwrap();
    assert_ne!(changes.opened[0].known.identity, known[0].identity);
}

#[test]
fn two_alerts_under_one_identifier_are_both_kept() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"]), storm("one", 7, "Storm", &["B"])], true);
    assert_eq!(open(&known).len(), 2);
    assert_ne!(known[0].identity, known[1].identity);
}

#[test]
fn an_update_of_two_alerts_in_one_message_continues_each_event() {
    let message = |identifier: &str, hour: i8, titles: [&str; 2]| {
        vec![storm(identifier, hour, titles[0], &["A"]), storm(identifier, hour, titles[1], &["B"])]
    };
    let (_, before) = apply(&[], message("one", 7, ["Storm", "Flood"]), false);
    let update = message("two", 8, ["Worse storm", "Worse flood"]);
    for swap in [false, true] {
        let mut update: Vec<AlertMessage> = update.iter().map(|part| replacing(part.clone(), &["one"])).collect();
        if swap {
            update.reverse();
        }
        let (_, known) = apply(&before, update, false);
        assert_eq!(open(&known), [("two", 2), ("two", 2)]);
        let identity = |subject: &str, message: &str| {
            let of = |known: &&KnownMessage| known.subject == subject && known.identifier == message;
            known.iter().find(of).unwrap().identity.clone()
        };
        for part in &before {
            assert_eq!(identity(&part.subject, "two"), part.identity);
        }
    }
}

#[test]
fn an_alert_that_moves_continues_the_event_the_other_does_not() {
    let first = vec![storm("one", 7, "Storm", &["A"]), storm("one", 7, "Flood", &["B"])];
    let (_, before) = apply(&[], first, false);
    let moved = replacing(storm("two", 8, "Storm moves on", &["C"]), &["one"]);
    let stays = replacing(storm("two", 8, "Worse flood", &["B"]), &["one"]);
    let (_, known) = apply(&before, vec![moved, stays], false);
    let identities: Vec<&str> =
        known.iter().filter(|known| known.is_open).map(|known| known.identity.as_str()).collect();
    assert_eq!(identities, [before[0].identity.as_str(), before[1].identity.as_str()]);
}

#[test]
fn a_hazard_that_an_update_adds_is_an_event_of_its_own() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], false);
    let flood = AlertMessage { event: "Flood".into(), ..storm("two", 8, "Flood", &["A"]) };
    for update in
        [[storm("two", 8, "Worse storm", &["A"]), flood.clone()], [flood, storm("two", 8, "Worse storm", &["A"])]]
    {
        let update = update.into_iter().map(|part| replacing(part, &["one"])).collect();
        let (_, known) = apply(&known, update, false);
        let identities: HashSet<&str> =
            known.iter().filter(|known| known.is_open).map(|known| known.identity.as_str()).collect();
        assert_eq!(identities.len(), 2, "both are notified where both apply");
    }
}

#[test]
fn a_split_cancels_one_part_and_keeps_the_other() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A", "B"])], false);
    let cancel = AlertMessage { alert: None, ..replacing(storm("part a", 8, "", &["A"]), &["one"]) };
    let rest = replacing(storm("part b", 8, "Storm", &["B"]), &["one"]);
    let (_, known) = apply(&known, vec![cancel, rest], false);
    assert_eq!(open(&known), [("part b", 2)]);
}

#[test]
fn an_alert_missing_from_a_complete_list_is_over_and_one_missing_from_an_index_is_not() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    assert_eq!(open(&apply(&known, vec![], true).1), []);
    assert_eq!(open(&apply(&known, vec![], false).1), [("one", 1)]);
}

#[test]
fn an_alert_a_list_omitted_for_a_moment_is_reopened_with_a_higher_revision() {
    let storms = || vec![storm("one", 7, "Storm", &["A"]), storm("two", 7, "Storm", &["B"])];
    let (_, known) = apply(&[], storms(), true);
    let (_, known) = apply(&known, storms()[..1].to_vec(), true);
    assert_eq!(open(&known), [("one", 1)]);
    let (_, known) = apply(&known, storms(), true);
    assert_eq!(open(&known), [("one", 1), ("two", 2)]);
    assert_eq!(apply(&known, storms(), true).0, Changes::default(), "once");
}

#[test]
fn a_replaced_alert_stays_closed_although_the_list_still_names_it() {
    let (first, second) =
        (storm("one", 7, "Storm", &["A"]), replacing(storm("two", 8, "Worse storm", &["A"]), &["one"]));
    let (_, known) = apply(&[], vec![first.clone()], true);
    let (_, known) = apply(&known, vec![first.clone(), second.clone()], true);
    let (changes, known) = apply(&known, vec![first, second], true);
    assert_eq!((changes, open(&known)), (Changes::default(), vec![("two", 2)]));
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    let twins = || vec![storm("one", 7, "Storm", &["A"]), storm("other", 8, "Storm goes on", &["A"])];
    let (_, known) = apply(&known, twins(), true);
    assert_eq!(open(&apply(&known, twins(), true).1), [("other", 2)]);
    let cancel = AlertMessage { alert: None, ..replacing(storm("three", 8, "", &["A"]), &["one"]) };
    let cancelled = || vec![storm("one", 7, "Storm", &["A"]), cancel.clone()];
    let (_, known) = apply(&[], cancelled(), true);
    let (changes, known) = apply(&known, cancelled(), true);
    assert_eq!((changes, open(&known)), (Changes::default(), vec![]));
}

#[test]
fn a_listed_message_that_cannot_be_read_is_not_over() {
    let (_, known) = apply(&[], vec![storm("one", 7, "Storm", &["A"])], true);
    let unreadable = ["one".to_owned()];
    let changes = reconcile("feed", known, vec![], ListScope::Complete { unreadable: &unreadable }, at(9)).unwrap();
    assert_eq!(changes, Changes::default());
}

#[test]
fn of_a_chain_of_updates_read_at_once_the_last_is_open() {
    let chain = vec![
        replacing(storm("three", 8, "Third", &["A"]), &["one", "two"]),
        storm("one", 6, "First", &["A"]),
        replacing(storm("two", 7, "Second", &["A"]), &["one"]),
    ];
    let (changes, known) = apply(&[], chain, true);
    assert_eq!(open(&known), [("three", 3)]);
    assert!(changes.closed.is_empty());
}

#[test]
fn an_alert_that_has_ended_is_not_opened() {
    let mut ended = storm("one", 5, "Storm", &["A"]);
    ended.alert.as_mut().unwrap().alert.ends_at = at(8);
    assert_eq!(apply(&[], vec![ended], true).0, Changes::default());
}

#[test]
fn a_message_that_ends_an_alert_without_a_reference_closes_what_is_about_the_same() {
    let first = reconcile("dwd", vec![], vec![storm("one", 6, "Storm", &["A"])], ListScope::Partial, at(7)).unwrap();
    let known: Vec<KnownMessage> = first.opened.iter().map(|opened| opened.known.clone()).collect();
    let end = AlertMessage { is_end: true, ..storm("two", 8, "Storm is over", &["A"]) };
    let changes = reconcile("dwd", known.clone(), vec![end.clone()], ListScope::Partial, at(8)).unwrap();
    assert_eq!((changes.closed, changes.opened.len()), (vec![known[0].id], 0));
    let elsewhere = AlertMessage { is_end: true, ..storm("two", 8, "Storm is over", &["B"]) };
    let changes = reconcile("dwd", known, vec![elsewhere], ListScope::Partial, at(8)).unwrap();
    assert_eq!(changes.closed, [] as [Uuid; 0]);
}

#[test]
fn a_list_that_keeps_the_identifier_of_an_alert_updates_it_and_leaves_its_other_parts_alone() {
    let part = |sent: i8, title: &str, code: &str| replacing(storm("one", sent, title, &[code]), &["one"]);
    let (first, known) = apply(&[], vec![part(6, "Storm", "A"), part(6, "Storm", "B")], true);
    assert_eq!((first.opened.len(), open(&known)), (2, vec![("one", 1), ("one", 1)]));
    let (unchanged, known) = apply(&known, vec![part(6, "Storm", "A"), part(6, "Storm", "B")], true);
    assert_eq!(unchanged, Changes::default());
    let (second, known) = apply(&known, vec![part(6, "Storm", "A"), part(7, "Heavy storm", "B")], true);
    assert_eq!((second.opened.len(), second.closed.len()), (1, 1));
    assert_eq!(second.opened[0].known.identity, first.opened[1].known.identity);
    assert_eq!(open(&known), [("one", 1), ("one", 2)]);
    let (omitted, known) = apply(&known, vec![part(7, "Heavy storm", "B")], true);
    assert_eq!((omitted.opened.len(), omitted.closed.len()), (0, 1));
    let (back, known) = apply(&known, vec![part(6, "Storm", "A"), part(7, "Heavy storm", "B")], true);
    assert_eq!((back.reopened.len(), open(&known).len()), (1, 2), "it is in force again");
}
