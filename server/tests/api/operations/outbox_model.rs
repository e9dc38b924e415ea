//! The outbox under every order of events: many workers with clocks that differ, any of which may end between two
//! statements. Every message is sent, and again only if a worker ended between sending it and saying so.

use std::collections::{HashMap, VecDeque};

use halcyon::db::Db;
use halcyon::db::outbox::{self, Message, OutboxMessage, Queue};
use jiff::{SignedDuration, Timestamp};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use uuid::Uuid;

use crate::support::database::TestDatabase;

const KIND: &str = "model";
const MESSAGES: usize = 12;
const WORKERS: usize = 4;
const CLAIMED: usize = 3;
const STEPS: usize = 140;
const SEEDS: u64 = 12;
/// Clocks of machines may differ by this much, and a message is sent in this time: together less than a lease of 120 s.
const SKEW_SECONDS: i64 = 30;
const SENDING_SECONDS: i64 = 50;
/// After so many claims without an outcome a message is given up, because it may be what ends the workers.
const GIVEN_UP_AFTER: usize = 6;

#[derive(Default)]
struct Worker {
    skew: SignedDuration,
    /// How many messages it begins to send together.
    part: usize,
    claimed: VecDeque<OutboxMessage>,
    sending: Option<Sending>,
}

struct Sending {
    messages: Vec<OutboxMessage>,
    began: Timestamp,
    sent: usize,
}

struct Model {
    db: Db,
    now: Timestamp,
    workers: Vec<Worker>,
    claims: HashMap<Uuid, usize>,
    sent: HashMap<Uuid, usize>,
    /// Sent, and then the worker ended.
    unrecorded: HashMap<Uuid, usize>,
}

impl Model {
    async fn start(random: &mut SmallRng) -> (Model, TestDatabase) {
        let database = TestDatabase::fresh().await;
        let db = Db::connect(&database.url).await.unwrap();
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        for number in 0..MESSAGES {
            outbox::insert(&db, &Message::new(None, KIND, &number).unwrap(), now).await.unwrap();
        }
        let skewed = |number| Worker {
            skew: SignedDuration::from_secs(random.random_range(-SKEW_SECONDS..=SKEW_SECONDS)),
            part: number % CLAIMED + 1,
            ..Worker::default()
        };
        let workers = (0..WORKERS).map(skewed).collect();
        let (claims, sent, unrecorded) = Default::default();
        (Model { db, now, workers, claims, sent, unrecorded }, database)
    }

    /// The next statement of a worker.
    async fn step(&mut self, number: usize) {
        let clock = self.now + self.workers[number].skew;
        let worker = &mut self.workers[number];
        match worker.sending.take() {
            Some(Sending { messages, sent, .. }) if sent == messages.len() => {
                outbox::delete_all(&self.db, &messages).await.unwrap();
            }
            Some(sending) => {
                *self.sent.entry(sending.messages[sending.sent].id).or_default() += 1;
                worker.sending = Some(Sending { sent: sending.sent + 1, ..sending });
            }
            None if worker.claimed.is_empty() => {
                let claimed = outbox::claim(&self.db, Queue::Account, Some(KIND), CLAIMED as i64, clock);
                worker.claimed = claimed.await.unwrap().into();
                for message in &worker.claimed {
                    *self.claims.entry(message.id).or_default() += 1;
                }
            }
            None => {
                let part = worker.claimed.drain(..worker.part.min(worker.claimed.len())).collect();
                let messages = outbox::renew_leases(&self.db, part, clock).await.unwrap();
                worker.sending = Some(Sending { messages, began: self.now, sent: 0 });
            }
        }
    }

    fn end(&mut self, number: usize) {
        let worker = &mut self.workers[number];
        for message in worker.sending.iter().flat_map(|sending| &sending.messages[..sending.sent]) {
            *self.unrecorded.entry(message.id).or_default() += 1;
        }
        *worker = Worker { skew: worker.skew, part: worker.part, ..Worker::default() };
    }

    /// The process of a worker is asked to stop: what it has not begun is released.
    async fn stop(&mut self, number: usize) {
        let clock = self.now + self.workers[number].skew;
        let released: Vec<OutboxMessage> = self.workers[number].claimed.drain(..).collect();
        outbox::release(&self.db, &released, clock).await.unwrap();
        for message in released {
            *self.claims.get_mut(&message.id).unwrap() -= 1;
        }
    }

    /// Time passes; no worker takes longer than the time limit for a message.
    async fn advance(&mut self, seconds: i64) {
        let later = self.now + SignedDuration::from_secs(seconds);
        for number in 0..WORKERS {
            let is_late = |sending: &Sending| later.duration_since(sending.began).as_secs() > SENDING_SECONDS;
            while self.workers[number].sending.as_ref().is_some_and(is_late) {
                self.step(number).await;
            }
        }
        self.now = later;
    }

    fn check_no_repeat(&self, seed: u64) {
        for (id, sent) in &self.sent {
            let ended = self.unrecorded.get(id).copied().unwrap_or_default();
            assert!(*sent <= 1 + ended, "seed {seed}: {id} was sent {sent} times, with {ended} ends after sending");
        }
    }

    async fn finish(&mut self) {
        for _ in 0..20 {
            for number in 0..WORKERS {
                for _ in 0..12 {
                    self.step(number).await;
                }
            }
            self.advance(SENDING_SECONDS).await;
        }
    }
}

#[tokio::test]
async fn every_message_is_sent_and_repeated_only_after_an_unrecorded_one() {
    let mut repeats = 0;
    for seed in 0..SEEDS {
        let mut random = SmallRng::seed_from_u64(seed);
        let (mut model, _database) = Model::start(&mut random).await;
        for _ in 0..STEPS {
            let number = random.random_range(0..WORKERS);
            match random.random_range(0..100) {
                0..5 => model.end(number),
                90..100 => model.stop(number).await,
                5..20 => model.advance(random.random_range(1..=200)).await,
                _ => model.step(number).await,
            }
            model.check_no_repeat(seed);
        }
        model.finish().await;
        model.check_no_repeat(seed);
        let given_up = model.claims.values().filter(|claims| **claims >= GIVEN_UP_AFTER).count();
        assert!(model.sent.len() + given_up >= MESSAGES, "seed {seed}: {} of {MESSAGES} were sent", model.sent.len());
        let left = outbox::list_depths(&model.db, 0).await.unwrap().iter().map(|depth| depth.messages).sum::<i64>();
        assert_eq!(left, 0, "seed {seed}: nothing stays behind");
        repeats += model.sent.values().filter(|sent| **sent > 1).count();
    }
    assert!(repeats > 0, "some worker ended after sending, or the test proves nothing");
}
