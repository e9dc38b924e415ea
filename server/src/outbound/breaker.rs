//! A circuit breaker: after three failures in a row it opens for ten seconds, then lets one probe through.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};

const FAILURES_TO_OPEN: u32 = 3;
const OPEN_FOR: SignedDuration = SignedDuration::from_secs(10);

#[derive(Debug, Default)]
pub struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// Set while the breaker is open.
    open_until: Option<Timestamp>,
}

/// The right to ask once.
#[derive(Debug, PartialEq, Eq)]
pub enum CallPermit {
    Normal,
    Probe,
}

impl Breaker {
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.state().open_until.is_some_and(|until| is_before(now, until))
    }

    pub fn admit(&self, now: Timestamp) -> Option<CallPermit> {
        let mut state = self.state();
        match state.open_until {
            None => Some(CallPermit::Normal),
            Some(until) if is_before(now, until) => None,
            // Extend the open state: a probe that never reports back must not block the service for ever.
            Some(_) => {
                state.open_until = Some(now + OPEN_FOR);
                Some(CallPermit::Probe)
            }
        }
    }

    pub fn settle(&self, admission: CallPermit, failed: bool, now: Timestamp) {
        let mut state = self.state();
        if !failed {
            *state = State::default();
            return;
        }
        state.failures += 1;
        if state.failures >= FAILURES_TO_OPEN || admission == CallPermit::Probe {
            state.open_until = Some(now + OPEN_FOR);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A clock that was set back must not keep it open for longer than it ever is.
fn is_before(now: Timestamp, until: Timestamp) -> bool {
    now < until && until.duration_since(now) <= OPEN_FOR
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn fail(breaker: &Breaker, at: i64) {
        let admission = breaker.admit(second(at)).unwrap();
        breaker.settle(admission, true, second(at));
    }

    #[test]
    fn three_failures_in_a_row_open_it_for_ten_seconds() {
        let breaker = Breaker::default();
        fail(&breaker, 0);
        fail(&breaker, 0);
        assert!(!breaker.is_open(second(0)));
        fail(&breaker, 0);
        assert!(breaker.is_open(second(9)));
        assert_eq!(breaker.admit(second(9)), None);
    }

    #[test]
    fn a_clock_set_back_does_not_keep_it_open() {
        let breaker = Breaker::default();
        (0..3).for_each(|_| fail(&breaker, 3600));
        assert!(breaker.is_open(second(3605)));
        assert!(!breaker.is_open(second(0)));
        assert_eq!(breaker.admit(second(0)), Some(CallPermit::Probe));
    }

    #[test]
    fn a_success_between_failures_keeps_it_closed() {
        let breaker = Breaker::default();
        for at in 0..10 {
            fail(&breaker, at);
            let admission = breaker.admit(second(at)).unwrap();
            breaker.settle(admission, false, second(at));
        }
        assert_eq!(breaker.admit(second(10)), Some(CallPermit::Normal));
    }

    #[test]
    fn one_probe_goes_through_and_decides() {
        let breaker = Breaker::default();
        (0..3).for_each(|at| fail(&breaker, at));
        let probe = breaker.admit(second(20)).unwrap();
        assert_eq!(probe, CallPermit::Probe);
        assert_eq!(breaker.admit(second(20)), None, "only one probe at a time");
        breaker.settle(probe, true, second(20));
        assert!(breaker.is_open(second(29)));
        let probe = breaker.admit(second(31)).unwrap();
        breaker.settle(probe, false, second(31));
        assert_eq!(breaker.admit(second(31)), Some(CallPermit::Normal));
    }
}
