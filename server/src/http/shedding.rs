//! Load shedding: each class of calls has a number of slots. A request without one waits briefly, then gets a 503.
//!
//! A call that is ready at the first poll, as a cached forecast is, never takes a slot: it costs one atomic read.

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
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// `Retry-After` of a shed request.
const RETRY_AFTER_SECONDS: u64 = 2;

/// Calls that share slots, so that a flood of one class does not starve the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Public calls: weather and the search for places.
    Weather,
    /// Reads of a user's own data.
    Read,
    /// Passwords and sessions; each costs a hash or a transaction.
    Auth,
    Write,
}

const CLASSES: [(Class, &str); 4] =
    [(Class::Weather, "weather"), (Class::Read, "read"), (Class::Auth, "auth"), (Class::Write, "write")];

impl Class {
    /// The page, its files and the health endpoints are never shed.
    fn from_route(pattern: &str, is_safe: bool) -> Option<Class> {
        // The redirects of sign-in providers: each may call the provider.
        if pattern.starts_with("/auth/") {
            return Some(Class::Auth);
        }
        if pattern.starts_with("/feeds/") || pattern.starts_with("/embed") {
            return Some(Class::Weather);
        }
        let call = pattern.strip_prefix("/api/")?;
        Some(match (call.split('/').next().unwrap_or_default(), is_safe) {
            ("weather" | "rain" | "google-places" | "v1", _) => Class::Weather,
            // Begins a sign-in, which writes a row.
            ("auth", true) if call.ends_with("/start") => Class::Auth,
            (_, true) => Class::Read,
            ("auth", false) => Class::Auth,
            (_, false) => Class::Write,
        })
    }
}

pub struct Shedding {
    limiters: [ClassLimiter; CLASSES.len()],
    /// By route: the class of its safe methods, and of the others.
    classes: Vec<[Option<Class>; 2]>,
    queue_timeout: Duration,
}

struct ClassLimiter {
    slots: Arc<Semaphore>,
    limit: usize,
    shed: AtomicU64,
}

/// Where a request is on its way to a slot.
pub enum Admission {
    New,
    Waiting(BoxFuture<'static, Option<OwnedSemaphorePermit>>),
    /// Holds a slot once the handler has turned out to wait for something.
    Admitted(Option<OwnedSemaphorePermit>),
}

impl Shedding {
    pub fn new(settings: &LoadSettings, routes: &Routes) -> Shedding {
        let limiter =
            |limit: usize| ClassLimiter { slots: Arc::new(Semaphore::new(limit)), limit, shed: AtomicU64::new(0) };
        Shedding {
            limiters: [settings.weather, settings.read, settings.auth, settings.write].map(limiter),
            classes: routes
                .patterns()
                .map(|pattern| [true, false].map(|safe| Class::from_route(pattern, safe)))
                .collect(),
            queue_timeout: settings.queue,
        }
    }

    pub fn class_of(&self, route: usize, method: &Method) -> Option<Class> {
        self.classes.get(route)?[usize::from(!method.is_safe())]
    }

    /// Admits the request, keeps it waiting, or sheds it.
    pub fn admit(
        &self,
        class: Class,
        admission: &mut Admission,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), AppError>> {
        let limiter = &self.limiters[class as usize];
        if let Admission::New = admission {
            // First come, first served: a freed slot goes to a waiting request and is never counted as available.
            *admission = match limiter.slots.available_permits() > 0 {
                true => Admission::Admitted(None),
                false => Admission::Waiting(limiter.wait(self.queue_timeout)),
            };
        }
        let Admission::Waiting(wait) = admission else { return Poll::Ready(Ok(())) };
        let Poll::Ready(slot) = wait.poll_unpin(context) else { return Poll::Pending };
        if slot.is_none() {
            limiter.shed.fetch_add(1, Ordering::Relaxed);
            return Poll::Ready(Err(AppError::Overloaded { retry_after_seconds: RETRY_AFTER_SECONDS }));
        }
        *admission = Admission::Admitted(slot);
        Poll::Ready(Ok(()))
    }

    /// The handler is waiting, so the request takes a slot. Requests that saw the last free slot at the same moment
    /// continue without one: at most one per thread.
    pub fn acquire_on_pending(&self, class: Class, admission: &mut Admission) {
        if let Admission::Admitted(slot @ None) = admission {
            *slot = Arc::clone(&self.limiters[class as usize].slots).try_acquire_owned().ok();
        }
    }

    pub fn expose(&self, text: &mut Exposition) {
        let mut family = |name: &str, kind: MetricKind, meaning: &str, value: fn(&ClassLimiter) -> u64| {
            text.family(name, kind, meaning);
            for (class, word) in CLASSES {
                text.sample(name, &[("class", word)], value(&self.limiters[class as usize]));
            }
        };
        family("halcyon_slots", MetricKind::Gauge, "Slots of a class of calls", |limiter| limiter.limit as u64);
        family("halcyon_slots_in_use", MetricKind::Gauge, "Slots taken now", |limiter| {
            limiter.limit.saturating_sub(limiter.slots.available_permits()) as u64
        });
        family(
            "halcyon_requests_shed_total",
            MetricKind::Counter,
            "Requests sent away because no slot came free",
            |limiter| limiter.shed.load(Ordering::Relaxed),
        );
    }
}

impl ClassLimiter {
    fn wait(&self, queue_timeout: Duration) -> BoxFuture<'static, Option<OwnedSemaphorePermit>> {
        let slot = Arc::clone(&self.slots).acquire_owned();
        async move { tokio::time::timeout(queue_timeout, slot).await.ok()?.ok() }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_fall_into_classes_and_the_page_and_health_into_none() {
        let class = |pattern, is_safe| Class::from_route(pattern, is_safe);
        assert_eq!(class("/api/weather/batch", true), Some(Class::Weather));
        assert_eq!(class("/api/google-places/autocomplete", true), Some(Class::Weather));
        assert_eq!(class("/api/locations", true), Some(Class::Read));
        assert_eq!(class("/api/locations", false), Some(Class::Write));
        assert_eq!(class("/api/auth/me", true), Some(Class::Read));
        assert_eq!(class("/api/auth/login", false), Some(Class::Auth));
        assert_eq!(class("/auth/callback", true), Some(Class::Auth));
        assert_eq!(class("/auth/apple/callback", false), Some(Class::Auth));
        assert_eq!(class("/api/auth/google/start", true), Some(Class::Auth));
        assert_eq!(class("/embed.svg", true), Some(Class::Weather));
        assert_eq!(class("/health/ready", true), None);
        assert_eq!(class("(page)", true), None);
    }
}
