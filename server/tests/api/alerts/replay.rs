//! Three days of an eventful feed, replayed with two processes, runs that are interrupted, and an authority that fails at
//! times. The expected notifications are derived from the script alone, independently of the application.

use jiff::{SignedDuration, Timestamp};

use crate::alerts::delivery::confirmed;
use crate::alerts::pipeline::{events, hours, save_place};
use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::{cancel_after, persona::Persona};

const HALF_ROUND: SignedDuration = SignedDuration::from_mins(10);
const ROUNDS_PER_HOUR: u64 = 3;
const ROUNDS: u64 = 72 * ROUNDS_PER_HOUR;
/// An interrupted run may delay a notification, so that the authority's next message comes a few rounds later.
const ROUNDS_BETWEEN_MESSAGES: u64 = 4;

#[tokio::test]
async fn every_event_of_three_days_of_alerts_is_notified_exactly_once() {
    let authority = Authority::start().await;
    let feed = authority.german_feed();
    let settings = [
        ("HALCYON_CAP_FEEDS", feed.as_str()),
        ("HALCYON_RATE_LIMITS", "off"),
        // Only issued alerts: the quota is too small for hazard checks.
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_WEATHER_DAILY_QUOTA", "1"),
        ("HALCYON_NWS_URL", "off"),
    ];
    let first = TestApp::start_with(&settings).await;
    let second = first.restart_with(&settings).await;
    let processes = [&first, &second];
    let mut dice = Dice(20_261_115);
    let mut places = Vec::new();
    for (name, latitude, longitude) in
        [("berlin", 52.52, 13.41), ("munich", 48.14, 11.58), ("hamburg", 53.55, 9.99), ("cologne", 50.94, 6.96)]
    {
        let user = confirmed(&first, name, "de").await;
        save_place(&user, name, latitude, longitude).await;
        places.push(Place::new(name, user, latitude, longitude));
    }

    for round in 0..ROUNDS {
        let is_down = round % 37 < 2;
        authority.fail(is_down);
        if !is_down {
            places.iter_mut().for_each(|place| place.change(round, &mut dice));
            publish(&authority, &places);
        }
        places.iter_mut().for_each(|place| place.expire(round));
        let (one, other) = (processes[round as usize % 2], processes[(round as usize + 1) % 2]);
        if dice.one_in(3) {
            cancel_after(dice.below(60) as usize, one.run_alerts()).await;
        }
        one.advance(HALF_ROUND);
        other.run_alerts().await;
        other.deliver().await;
        one.advance(HALF_ROUND);
    }

    for place in &places {
        assert_eq!(events(&place.user).await, place.expected, "{}", place.name);
        let to = format!("{}@example.org", place.name);
        let mails = processes.iter().flat_map(|process| process.mails()).filter(|mail| mail.to.email.to_string() == to);
        // One more mail confirmed the address.
        assert_eq!(mails.count(), place.expected.len() + 1, "{}", place.name);
    }
    let expected: usize = places.iter().map(|place| place.expected.len()).sum();
    assert!(expected > 60, "the script has only {expected} events");
    for event in ["new", "escalated", "extended", "updated", "cancelled", "all_clear"] {
        assert!(places.iter().any(|place| place.expected.contains(&event)), "{event} is not in the script");
    }
}

/// One place, its user, and the alerts that are issued there one after the other.
struct Place {
    name: &'static str,
    user: Persona,
    area: String,
    alert: Option<ScriptedAlert>,
    /// The last message, which the index lists.
    message: Option<ScriptedMessage>,
    messages: u64,
    quiet_until: u64,
    expected: Vec<&'static str>,
}

#[derive(Clone)]
struct ScriptedAlert {
    is_severe: bool,
    /// The last round in which it is in force.
    last_round: u64,
    wording: u64,
}

/// What is needed to publish a message again each round.
#[derive(Clone)]
struct ScriptedMessage {
    name: String,
    replaces: Vec<String>,
    kind: &'static str,
    alert: ScriptedAlert,
    sent_round: u64,
}

impl Place {
    fn new(name: &'static str, user: Persona, latitude: f64, longitude: f64) -> Place {
        let (south, north, west, east) = (latitude - 0.2, latitude + 0.2, longitude - 0.2, longitude + 0.2);
        let area =
            format!("<polygon>{south},{west} {south},{east} {north},{east} {north},{west} {south},{west}</polygon>");
        Place { name, user, area, alert: None, message: None, messages: 0, quiet_until: 2, expected: Vec::new() }
    }

    /// What the authority does with its alert in this round, and which event the user is notified of.
    fn change(&mut self, round: u64, dice: &mut Dice) {
        if round < self.quiet_until || round + 12 > ROUNDS || !dice.one_in(3) {
            return;
        }
        let Some(alert) = &mut self.alert else {
            let last_round = round + 2 * ROUNDS_PER_HOUR + dice.below(8 * ROUNDS_PER_HOUR);
            self.alert = Some(ScriptedAlert { is_severe: false, last_round, wording: self.messages });
            return self.send("new", "Alert", round);
        };
        if round + ROUNDS_BETWEEN_MESSAGES > alert.last_round {
            return;
        }
        match dice.below(4) {
            0 if !alert.is_severe => {
                alert.is_severe = true;
                self.send("escalated", "Update", round);
            }
            1 => {
                alert.last_round += 3 * ROUNDS_PER_HOUR;
                self.send("extended", "Update", round);
            }
            2 => {
                self.send("cancelled", "Cancel", round);
                self.alert = None;
            }
            _ => {
                alert.wording += 1;
                self.send("updated", "Update", round);
            }
        }
    }

    /// An alert ends by itself after its last round.
    fn expire(&mut self, round: u64) {
        if self.alert.take_if(|alert| alert.last_round < round).is_some() {
            self.expected.push("all_clear");
            self.quiet_until = round + ROUNDS_BETWEEN_MESSAGES;
        }
    }

    fn send(&mut self, event: &'static str, kind: &'static str, round: u64) {
        let Some(alert) = self.alert.clone() else { return };
        let replaces = match (&self.message, kind) {
            (_, "Alert") | (None, _) => Vec::new(),
            (Some(before), _) => vec![before.name.clone()],
        };
        self.messages += 1;
        let name = format!("{}-{}", self.name, self.messages);
        self.message = Some(ScriptedMessage { name, replaces, kind, alert, sent_round: round });
        self.expected.push(event);
        self.quiet_until = round + ROUNDS_BETWEEN_MESSAGES;
    }
}

fn publish(authority: &Authority, places: &[Place]) {
    let scripted: Vec<(&ScriptedMessage, &Place)> =
        places.iter().filter_map(|place| place.message.as_ref().map(|message| (message, place))).collect();
    let events: Vec<String> = scripted.iter().map(|(message, _)| format!("Sturm {}", message.alert.wording)).collect();
    let replaces: Vec<Vec<&str>> =
        scripted.iter().map(|(message, _)| message.replaces.iter().map(String::as_str).collect()).collect();
    let messages: Vec<Cap<'_>> = scripted
        .iter()
        .zip(&events)
        .zip(&replaces)
        .map(|(((message, place), event), replaces)| Cap {
            name: &message.name,
            kind: message.kind,
            replaces,
            severity: if message.alert.is_severe { "Severe" } else { "Moderate" },
            event,
            sent: start_of(message.sent_round),
            starts: hours(0),
            // During the second half of its last round, so that it is over before the next.
            ends: start_of(message.alert.last_round + 1) - SignedDuration::from_mins(3),
            area: &place.area,
        })
        .collect();
    authority.publish(&messages);
}

fn start_of(round: u64) -> Timestamp {
    hours(0) + (HALF_ROUND * 2) * i32::try_from(round).unwrap()
}

/// A deterministic linear congruential generator with Knuth's constants.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }
}
