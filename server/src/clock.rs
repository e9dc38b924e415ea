//! What time it is: the system's, or one that a test moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

#[derive(Clone, Debug)]
pub enum Clock {
    System,
    /// Milliseconds since 1970, moved by hand.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    pub fn manual(start: Timestamp) -> Clock {
        Clock::Manual(Arc::new(AtomicI64::new(start.as_millisecond())))
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Clock::System => Timestamp::now(),
            Clock::Manual(millis) => {
                Timestamp::from_millisecond(millis.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
            }
        }
    }

    /// Moves a manual clock; the system's clock cannot be moved.
    pub fn advance(&self, by: SignedDuration) {
        if let Clock::Manual(millis) = self {
            millis.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
        }
    }
}
