//! Bounds the memory that requests take whose head has not arrived completely.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Above this, only heads of ordinary size are read on.
const MAX_TOTAL_BYTES: usize = 64 * 1024 * 1024;
/// Browsers send less.
const ORDINARY_HEAD_BYTES: usize = 8 * 1024;

/// The bytes of all connections.
#[derive(Default)]
pub struct UnfinishedHeads(AtomicUsize);

/// The bytes of one connection that belong to no request yet.
pub struct UnfinishedHead {
    all: Arc<UnfinishedHeads>,
    bytes: usize,
    /// The requests that had begun when the bytes were counted.
    begun: usize,
}

impl UnfinishedHead {
    pub fn new(all: Arc<UnfinishedHeads>) -> UnfinishedHead {
        UnfinishedHead { all, bytes: 0, begun: 0 }
    }

    /// `begun`: the requests that have begun on the connection. With one more, the bytes so far were its head.
    pub fn observe(&mut self, begun: usize) {
        if self.begun != begun {
            self.begun = begun;
            self.release();
        }
    }

    /// Counts bytes that were read while no request is in flight; false when the connection must be given up.
    pub fn grow(&mut self, bytes: usize) -> bool {
        self.bytes += bytes;
        let total = self.all.0.fetch_add(bytes, Ordering::Relaxed) + bytes;
        total <= MAX_TOTAL_BYTES || self.bytes <= ORDINARY_HEAD_BYTES
    }

    fn release(&mut self) {
        self.all.0.fetch_sub(std::mem::take(&mut self.bytes), Ordering::Relaxed);
    }
}

impl Drop for UnfinishedHead {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_heads_are_given_up_when_together_they_take_too_much_and_ordinary_ones_never() {
        let all: Arc<UnfinishedHeads> = Arc::default();
        let open = || UnfinishedHead::new(Arc::clone(&all));
        let mut large: Vec<UnfinishedHead> = (0..MAX_TOTAL_BYTES / 32_768).map(|_| open()).collect();
        assert!(large.iter_mut().all(|head| head.grow(32_768)));
        assert!(!large[0].grow(1), "the total is used up");
        assert!(open().grow(ORDINARY_HEAD_BYTES));
        large[1].observe(1);
        assert!(large[0].grow(1), "the head of another connection has become a request");
        drop(large);
        assert_eq!(all.0.load(Ordering::Relaxed), 0);
    }
}
