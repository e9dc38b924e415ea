//! Three days of each source, in the shapes of its recordings, with a feed that fails, lies, shrinks, moves its messages and
//! changes their encoding; two processes take turns, and runs are interrupted. A place is never covered while its alert is
//! unread, every change is notified by the first poll that can read it, in three languages and once, and nothing ends or
//! becomes less severe because time passes.

mod shapes;
mod two_feeds;

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::alerts::delivery::confirmed;
use crate::alerts::pipeline::{coverage, events, hours, newest_events, save_place};
use crate::support::feeds::Authority;
use crate::support::persona::Persona;
use crate::support::{TestApp, borrowed, cancel_after};
use shapes::{Fault, Scripted, Source};

const DAYS: SignedDuration = SignedDuration::from_hours(72);
const POLL: SignedDuration = SignedDuration::from_mins(6);
/// Without any news.
const PASSING: SignedDuration = SignedDuration::from_mins(80);
const NEWEST: usize = 6;
const LANGUAGES: [(&str, &str); 3] = [("ada", "en"), ("bob", "de"), ("cem", "tr")];

#[tokio::test]
async fn three_days_of_the_us_service() {
    Replay::start(Source::Nws).await.run().await;
}

#[tokio::test]
async fn three_days_of_the_german_service() {
    Replay::start(Source::Dwd).await.run().await;
}

#[tokio::test]
async fn three_days_of_met_norway() {
    Replay::start(Source::MetNorway).await.run().await;
}

#[tokio::test]
async fn three_days_of_metservice() {
    Replay::start(Source::MetService).await.run().await;
}

#[tokio::test]
async fn three_days_of_environment_canada() {
    Replay::start(Source::Eccc).await.run().await;
}

#[tokio::test]
async fn three_days_of_geosphere_austria() {
    Replay::start(Source::GeoSphere).await.run().await;
}

#[tokio::test]
async fn three_days_of_meteoalarm() {
    Replay::start(Source::MeteoAlarm).await.run().await;
}

#[tokio::test]
async fn three_days_of_plain_cap_from_the_wmo_aggregator() {
    Replay::start(Source::Swic).await.run().await;
}

struct Replay {
    source: Source,
    authority: Authority,
    elsewhere: Authority,
    processes: [TestApp; 2],
    users: Vec<Persona>,
    now: Timestamp,
    polls: usize,
    expected: Vec<&'static str>,
}

impl Replay {
    async fn start(source: Source) -> Replay {
        let (authority, elsewhere) = (Authority::start().await, Authority::start().await);
        let settings = source.settings(&authority);
        let settings = borrowed(&settings);
        let one = TestApp::start_with(&settings).await;
        let two = one.restart_with(&settings).await;
        let (latitude, longitude) = source.place();
        let mut users = Vec::new();
        for (name, language) in LANGUAGES {
            let user = confirmed(&one, name, language).await;
            save_place(&user, "Home", latitude, longitude).await;
            users.push(user);
        }
        let (processes, now) = ([one, two], hours(0));
        let mut replay = Replay { source, authority, elsewhere, processes, users, now, polls: 0, expected: Vec::new() };
        replay.publish(None, Fault::None);
        replay.poll().await;
        replay
    }

    async fn run(mut self) {
        let end = self.now + DAYS;
        let mut number = 0;
        while self.now < end {
            self.replay_alert(number).await;
            number += 1;
        }
        assert!(self.expected.len() > 40, "only {} events", self.expected.len());
        for (user, (name, _)) in self.users.iter().zip(LANGUAGES) {
            assert_eq!(events(user).await, self.expected, "{name}");
        }
        self.check_mails();
    }

    /// The whole life of one alert.
    async fn replay_alert(&mut self, number: u32) {
        let faults = self.source.faults();
        let fault = faults[number as usize % faults.len()];
        let (sent, hour) = (self.now, SignedDuration::from_hours(1));
        let mut alert = Scripted {
            id: number,
            version: 1,
            is_severe: false,
            wording: 0,
            sent,
            starts: sent + hour,
            ends: sent + hour * 5,
            is_cancelled: false,
        };
        self.publish(Some(&alert), fault);
        self.poll().await;
        let shown = self.alerts().await;
        let covers = shown["coverage"] == "covered";
        // A feed that does not answer may have nothing new; it is outdated after a while.
        assert!(covers == fault.is_readable() || fault == Fault::Down, "{number} {fault:?}: {shown}");
        if fault.is_readable() {
            self.expected.push("new");
        }
        self.check_events(number, fault).await;
        if !fault.is_readable() {
            // What was read without a shape is corrected; everything else can be read under the same name.
            if fault == Fault::NoShape {
                self.change(&mut alert, |_| {});
            }
            self.publish(Some(&alert), Fault::None);
            self.poll().await;
            self.expected.push("new");
            self.check_events(number, fault).await;
        }
        self.check_shown(&alert).await;

        // Time passes, an interrupted run included; then the feed fails, then it is empty.
        self.now += POLL;
        self.processes[0].advance(POLL);
        cancel_after(number as usize * 7 % 60, self.processes[number as usize % 2].run_alerts()).await;
        for fault in [Fault::None, Fault::Down, Fault::Shrunken] {
            self.publish(Some(&alert), fault);
            self.poll().await;
            self.check_shown(&alert).await;
        }
        self.check_events(number, Fault::Shrunken).await;

        let event = match number % 3 {
            0 => "escalated",
            1 => "extended",
            _ if self.source.has_texts() => "updated",
            _ => "extended",
        };
        self.change(&mut alert, |alert| match event {
            "escalated" => alert.is_severe = true,
            "extended" => alert.ends += hour,
            _ => alert.wording += 1,
        });
        self.publish(Some(&alert), Fault::None);
        self.poll().await;
        self.expected.push(event);
        self.check_events(number, Fault::None).await;
        self.check_shown(&alert).await;

        if number.is_multiple_of(2) {
            self.change(&mut alert, |alert| alert.is_cancelled = true);
            self.publish(Some(&alert), Fault::None);
            self.poll().await;
            self.expected.push("cancelled");
        } else {
            while self.now + PASSING + POLL < alert.ends {
                self.now += PASSING;
                self.processes[0].advance(PASSING);
                self.poll().await;
                self.check_shown(&alert).await;
            }
            let left = alert.ends.duration_since(self.now);
            self.now += left;
            self.processes[0].advance(left);
            self.poll().await;
            self.expected.push("all_clear");
        }
        self.check_events(number, Fault::None).await;
        self.publish(None, Fault::None);
        self.poll().await;
        let shown = self.alerts().await;
        assert_eq!((&shown["coverage"], issued(&shown).len()), (&Value::from("covered"), 0), "{number}: {shown}");
    }

    fn publish(&self, alert: Option<&Scripted>, fault: Fault) {
        self.source.publish(&self.authority, &self.elsewhere, alert, fault);
    }

    fn change(&self, alert: &mut Scripted, change: impl FnOnce(&mut Scripted)) {
        change(alert);
        alert.version += 1;
        alert.sent = self.now;
    }

    /// The next poll, by the other process.
    async fn poll(&mut self) {
        self.now += POLL;
        self.processes[0].advance(POLL);
        let process = &self.processes[self.polls % 2];
        process.run_alerts().await;
        process.deliver().await;
        self.polls += 1;
    }

    /// What a page shows; its list of alerts may be some seconds old.
    async fn alerts(&mut self) -> Value {
        let pause = SignedDuration::from_secs(30);
        self.now += pause;
        self.processes[0].advance(pause);
        let (latitude, longitude) = self.source.place();
        coverage(&self.processes[self.polls % 2], latitude, longitude).await
    }

    /// The newest are enough: earlier ones were checked when they were, and all of them are at the end.
    async fn check_events(&self, number: u32, fault: Fault) {
        let expected = &self.expected[self.expected.len().saturating_sub(NEWEST)..];
        assert_eq!(newest_events(&self.users[0], NEWEST).await, expected, "{number} {fault:?}");
    }

    async fn check_shown(&mut self, alert: &Scripted) {
        let shown = self.alerts().await;
        let found = issued(&shown);
        let severity = if alert.is_severe { "severe" } else { "moderate" };
        let facts: Vec<(&str, &str)> = found
            .iter()
            .map(|alert| (alert["severity"].as_str().unwrap(), alert["ends_at"].as_str().unwrap()))
            .collect();
        let ends = alert.ends.to_string();
        assert_eq!(facts, [(severity, ends.as_str())], "{shown}");
    }

    /// Every change was sent to every user once, in their language.
    fn check_mails(&self) {
        for (name, language) in LANGUAGES {
            let address = format!("{name}@example.org");
            let mails = self.processes.iter().flat_map(|process| process.mails());
            let subjects: Vec<String> =
                mails.filter(|mail| mail.to.email.to_string() == address).map(|mail| mail.subject).collect();
            // One more mail confirmed the address.
            assert_eq!(subjects.len(), self.expected.len() + 1, "{name}");
            for event in ["updated", "escalated", "extended", "cancelled", "all_clear"] {
                let start = title_start(language, event);
                let sent = subjects.iter().filter(|subject| subject.starts_with(&start)).count();
                assert_eq!(sent, self.expected.iter().filter(|one| **one == event).count(), "{name}: {event}");
            }
        }
    }
}

fn issued(alerts: &Value) -> Vec<&Value> {
    alerts["items"].as_array().unwrap().iter().filter(|alert| alert["origin"] == "issued").collect()
}

/// How the title of a notification begins in a language.
fn title_start(language: &str, event: &str) -> String {
    let path = format!("{}/../locales/{language}.json", env!("CARGO_MANIFEST_DIR"));
    let texts: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let title = texts["server"]["notifications"]["title"][event].as_str().unwrap();
    title.split("{alert}").next().unwrap().to_owned()
}
