//! Load shedding: each class of calls has so many slots; who finds none waits a moment and is then sent away politely.
//!
//! A call that is answered at the first try, as a cached forecast is, never takes a slot: it costs one look at a number.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::Method;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::routes::Routes;
use crate::error::AppError;
use crate::settings::LoadSettings;
use crate::telemetry::prometheus::{Exposition, Kind};

/// When a client that was sent away may come back.
const RETRY_AFTER_SECONDS: u64 = 2;

/// What a flood of one kind must not take from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// What anybody may ask: weather and the search for places.
    Weather,
    /// A person's own data.
    Read,
    /// Passwords and sessions; each costs a hash or a transaction.
    Auth,
    Write,
}

const CLASSES: [(Class, &str); 4] =
    [(Class::Weather, "weather"), (Class::Read, "read"), (Class::Auth, "auth"), (Class::Write, "write")];

impl Class {
    /// The page, its files and the health of the service are never sent away.
    fn of(pattern: &str, is_safe: bool) -> Option<Class> {
        let call = pattern.strip_prefix("/api/")?;
        Some(match (call.split('/').next().unwrap_or_default(), is_safe) {
            ("weather" | "google-places", _) => Class::Weather,
            (_, true) => Class::Read,
            ("auth", false) => Class::Auth,
            (_, false) => Class::Write,
        })
    }
}

pub struct Shedding {
    gates: [Gate; CLASSES.len()],
    /// By route: the class of its safe calls, and of the others.
    classes: Vec<[Option<Class>; 2]>,
    patience: Duration,
}

struct Gate {
    slots: Arc<Semaphore>,
    limit: usize,
    shed: AtomicU64,
}

/// How far a request has come.
pub enum Turn {
    Unasked,
    Waiting(BoxFuture<'static, Option<OwnedSemaphorePermit>>),
    /// Holds a slot once it has turned out to take time.
    Going(Option<OwnedSemaphorePermit>),
}

impl Shedding {
    pub fn new(settings: &LoadSettings, routes: &Routes) -> Shedding {
        let gate = |limit: usize| Gate { slots: Arc::new(Semaphore::new(limit)), limit, shed: AtomicU64::new(0) };
        Shedding {
            gates: [settings.weather, settings.read, settings.auth, settings.write].map(gate),
            classes: routes.patterns().map(|pattern| [true, false].map(|safe| Class::of(pattern, safe))).collect(),
            patience: settings.queue,
        }
    }

    pub fn class_of(&self, route: usize, method: &Method) -> Option<Class> {
        self.classes.get(route)?[usize::from(!method.is_safe())]
    }

    /// Lets the request go on, keeps it waiting, or sends it away.
    pub fn admit(&self, class: Class, turn: &mut Turn, context: &mut Context<'_>) -> Poll<Result<(), AppError>> {
        let gate = &self.gates[class as usize];
        if let Turn::Unasked = turn {
            // Nobody who waits is overtaken: a slot that comes free goes to them and is never seen here.
            *turn = match gate.slots.available_permits() > 0 {
                true => Turn::Going(None),
                false => Turn::Waiting(gate.wait(self.patience)),
            };
        }
        let Turn::Waiting(wait) = turn else { return Poll::Ready(Ok(())) };
        let Poll::Ready(slot) = wait.poll_unpin(context) else { return Poll::Pending };
        if slot.is_none() {
            gate.shed.fetch_add(1, Ordering::Relaxed);
            return Poll::Ready(Err(AppError::Overloaded { retry_after_seconds: RETRY_AFTER_SECONDS }));
        }
        *turn = Turn::Going(slot);
        Poll::Ready(Ok(()))
    }

    /// The request was not answered at once. Whoever looked at the last free slot in the same moment goes on without
    /// one: at most one a thread.
    pub fn takes_time(&self, class: Class, turn: &mut Turn) {
        if let Turn::Going(slot @ None) = turn {
            *slot = Arc::clone(&self.gates[class as usize].slots).try_acquire_owned().ok();
        }
    }

    pub fn expose(&self, text: &mut Exposition) {
        let mut family = |name: &str, kind: Kind, meaning: &str, value: fn(&Gate) -> u64| {
            text.family(name, kind, meaning);
            for (class, word) in CLASSES {
                text.sample(name, &[("class", word)], value(&self.gates[class as usize]));
            }
        };
        family("halcyon_slots", Kind::Gauge, "Slots of a class of calls", |gate| gate.limit as u64);
        family("halcyon_slots_in_use", Kind::Gauge, "Slots taken now", |gate| {
            gate.limit.saturating_sub(gate.slots.available_permits()) as u64
        });
        family("halcyon_requests_shed_total", Kind::Counter, "Requests sent away because no slot came free", |gate| {
            gate.shed.load(Ordering::Relaxed)
        });
    }
}

impl Gate {
    fn wait(&self, patience: Duration) -> BoxFuture<'static, Option<OwnedSemaphorePermit>> {
        let slot = Arc::clone(&self.slots).acquire_owned();
        async move { tokio::time::timeout(patience, slot).await.ok()?.ok() }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_fall_into_classes_and_the_page_and_health_into_none() {
        let class = |pattern, is_safe| Class::of(pattern, is_safe);
        assert_eq!(class("/api/weather/batch", true), Some(Class::Weather));
        assert_eq!(class("/api/google-places/autocomplete", true), Some(Class::Weather));
        assert_eq!(class("/api/locations", true), Some(Class::Read));
        assert_eq!(class("/api/locations", false), Some(Class::Write));
        assert_eq!(class("/api/auth/me", true), Some(Class::Read));
        assert_eq!(class("/api/auth/login", false), Some(Class::Auth));
        assert_eq!(class("/health/ready", true), None);
        assert_eq!(class("(page)", true), None);
    }
}
