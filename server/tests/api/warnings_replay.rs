//! Three days of an eventful feed, replayed with two processes, rounds that die half-way and an authority that fails at
//! times. What everybody should be told is worked out from the script alone, beside the application.

use jiff::{SignedDuration, Timestamp};

use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::{die_after, persona::Persona};
use crate::warnings::{hours, steps, watch_place};
use crate::warnings_delivery::confirmed;

const HALF_ROUND: SignedDuration = SignedDuration::from_mins(10);
const ROUNDS_PER_HOUR: u64 = 3;
const ROUNDS: u64 = 72 * ROUNDS_PER_HOUR;
/// A round may die with news in its hands, so that an authority's next word comes a few rounds later.
const BETWEEN_WORDS: u64 = 4;

#[tokio::test]
async fn three_days_of_warnings_are_told_step_by_step_to_everybody_once() {
    let authority = Authority::start().await;
    let feed = authority.german_feed();
    let settings = [
        ("HALCYON_CAP_FEEDS", feed.as_str()),
        ("HALCYON_RATE_LIMITS", "off"),
        // Only the authority speaks here: there is no budget to look at forecasts.
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_WEATHER_DAILY_BUDGET", "1"),
        ("HALCYON_NWS_URL", "off"),
    ];
    let first = TestApp::start_with(&settings).await;
    let second = first.restart_with(&settings).await;
    let processes = [&first, &second];
    let mut dice = Dice(20_261_115);
    let mut lines = Vec::new();
    for (name, latitude, longitude) in
        [("berlin", 52.52, 13.41), ("munich", 48.14, 11.58), ("hamburg", 53.55, 9.99), ("cologne", 50.94, 6.96)]
    {
        let person = confirmed(&first, name, "de").await;
        watch_place(&person, name, latitude, longitude).await;
        lines.push(Line::new(name, person, latitude, longitude));
    }

    for round in 0..ROUNDS {
        let is_down = round % 37 < 2;
        authority.fail(is_down);
        if !is_down {
            lines.iter_mut().for_each(|line| line.go_on(round, &mut dice));
            publish(&authority, &lines);
        }
        lines.iter_mut().for_each(|line| line.end(round));
        let (one, other) = (processes[round as usize % 2], processes[(round as usize + 1) % 2]);
        if dice.one_in(3) {
            die_after(dice.below(60) as usize, one.watch()).await;
        }
        one.advance(HALF_ROUND);
        other.watch().await;
        other.deliver().await;
        one.advance(HALF_ROUND);
    }

    for line in &lines {
        assert_eq!(steps(&line.person).await, line.expected, "{}", line.name);
        let to = format!("{}@example.org", line.name);
        let mails = processes.iter().flat_map(|process| process.mails()).filter(|mail| mail.to.email.to_string() == to);
        // The first confirmed the address.
        assert_eq!(mails.count(), line.expected.len() + 1, "{}", line.name);
    }
    let told: usize = lines.iter().map(|line| line.expected.len()).sum();
    assert!(told > 60, "an eventful script, not {told} steps");
    for step in ["new", "escalated", "extended", "updated", "cancelled", "all_clear"] {
        assert!(lines.iter().any(|line| line.expected.contains(&step)), "{step} is in the script");
    }
}

/// One place, the person who cares about it, and the warnings that come and go there one after the other.
struct Line {
    name: &'static str,
    person: Persona,
    area: String,
    warning: Option<Warning>,
    /// The last message, as the index names it.
    message: Option<Written>,
    messages: u64,
    quiet_until: u64,
    expected: Vec<&'static str>,
}

#[derive(Clone)]
struct Warning {
    is_severe: bool,
    /// The last round in which it holds.
    last_round: u64,
    wording: u64,
}

/// What a message needs to be written again each round.
#[derive(Clone)]
struct Written {
    name: String,
    replaces: Vec<String>,
    kind: &'static str,
    warning: Warning,
    sent_round: u64,
}

impl Line {
    fn new(name: &'static str, person: Persona, latitude: f64, longitude: f64) -> Line {
        let (south, north, west, east) = (latitude - 0.2, latitude + 0.2, longitude - 0.2, longitude + 0.2);
        let area =
            format!("<polygon>{south},{west} {south},{east} {north},{east} {north},{west} {south},{west}</polygon>");
        Line { name, person, area, warning: None, message: None, messages: 0, quiet_until: 2, expected: Vec::new() }
    }

    /// What the authority does with its warning in this round, and which step that is for the person.
    fn go_on(&mut self, round: u64, dice: &mut Dice) {
        if round < self.quiet_until || round + 12 > ROUNDS || !dice.one_in(3) {
            return;
        }
        let Some(warning) = &mut self.warning else {
            let last_round = round + 2 * ROUNDS_PER_HOUR + dice.below(8 * ROUNDS_PER_HOUR);
            self.warning = Some(Warning { is_severe: false, last_round, wording: self.messages });
            return self.say("new", "Alert", round);
        };
        if round + BETWEEN_WORDS > warning.last_round {
            return;
        }
        match dice.below(4) {
            0 if !warning.is_severe => {
                warning.is_severe = true;
                self.say("escalated", "Update", round);
            }
            1 => {
                warning.last_round += 3 * ROUNDS_PER_HOUR;
                self.say("extended", "Update", round);
            }
            2 => {
                self.say("cancelled", "Cancel", round);
                self.warning = None;
            }
            _ => {
                warning.wording += 1;
                self.say("updated", "Update", round);
            }
        }
    }

    /// A warning whose time is over ends by itself.
    fn end(&mut self, round: u64) {
        if self.warning.take_if(|warning| warning.last_round < round).is_some() {
            self.expected.push("all_clear");
            self.quiet_until = round + BETWEEN_WORDS;
        }
    }

    fn say(&mut self, step: &'static str, kind: &'static str, round: u64) {
        let Some(warning) = self.warning.clone() else { return };
        let replaces = match (&self.message, kind) {
            (_, "Alert") | (None, _) => Vec::new(),
            (Some(before), _) => vec![before.name.clone()],
        };
        self.messages += 1;
        let name = format!("{}-{}", self.name, self.messages);
        self.message = Some(Written { name, replaces, kind, warning, sent_round: round });
        self.expected.push(step);
        self.quiet_until = round + BETWEEN_WORDS;
    }
}

fn publish(authority: &Authority, lines: &[Line]) {
    let written: Vec<(&Written, &Line)> =
        lines.iter().filter_map(|line| line.message.as_ref().map(|message| (message, line))).collect();
    let events: Vec<String> = written.iter().map(|(message, _)| format!("Sturm {}", message.warning.wording)).collect();
    let replaces: Vec<Vec<&str>> =
        written.iter().map(|(message, _)| message.replaces.iter().map(String::as_str).collect()).collect();
    let messages: Vec<Cap<'_>> = written
        .iter()
        .zip(&events)
        .zip(&replaces)
        .map(|(((message, line), event), replaces)| Cap {
            name: &message.name,
            kind: message.kind,
            replaces,
            severity: if message.warning.is_severe { "Severe" } else { "Moderate" },
            event,
            sent: start_of(message.sent_round),
            starts: hours(0),
            // In the middle of its last round's second half: over before the next begins.
            ends: start_of(message.warning.last_round + 1) - SignedDuration::from_mins(3),
            area: &line.area,
        })
        .collect();
    authority.publish(&messages);
}

fn start_of(round: u64) -> Timestamp {
    hours(0) + (HALF_ROUND * 2) * i32::try_from(round).unwrap()
}

/// The same numbers every time: a linear congruential generator with Knuth's constants.
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
