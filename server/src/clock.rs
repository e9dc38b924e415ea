//! What time it is: the system's, or one that a test moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

#[derive(Clone, Debug)]
pub enum Clock {
    System,
    /// The system's, corrected by so many milliseconds: that of all processes on one database.
    Shared(Arc<AtomicI64>),
    /// Milliseconds since 1970, moved by hand.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    pub fn manual(start: Timestamp) -> Clock {
        Clock::Manual(Arc::new(AtomicI64::new(start.as_millisecond())))
    }

    /// The same, so that it can be corrected; one that a test moves stays as it is.
    pub fn shared(self) -> Clock {
        match self {
            Clock::System => Clock::Shared(Arc::default()),
            other => other,
        }
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Clock::System => Timestamp::now(),
            Clock::Shared(correction) => {
                let correction = SignedDuration::from_millis(correction.load(Ordering::Relaxed));
                Timestamp::now().saturating_add(correction).unwrap_or_default()
            }
            Clock::Manual(millis) => {
                Timestamp::from_millisecond(millis.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
            }
        }
    }

    /// By how much the system's clock is corrected.
    pub fn correction(&self) -> SignedDuration {
        match self {
            Clock::Shared(correction) => SignedDuration::from_millis(correction.load(Ordering::Relaxed)),
            Clock::System | Clock::Manual(_) => SignedDuration::ZERO,
        }
    }

    /// Moves a manual clock; the system's clock cannot be moved.
    pub fn advance(&self, by: SignedDuration) {
        if let Clock::Manual(millis) = self {
            millis.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
        }
    }
}
