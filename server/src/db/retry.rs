//! Repeats a transaction that the database undid because of another one (a deadlock, a serialization failure), or because
//! the connection led to a server that is no longer the primary. After these errors nothing of it is stored, so that it can
//! be repeated as a whole; after a lost connection this is not known, and it is not.

use std::time::Duration;

use crate::error::{AppError, is_conflict};

/// Beside the first try. Requests and jobs have a time limit of their own.
const MAX_REPEATS: u32 = 3;
/// Doubled each time, and different for each transaction: two that got into each other's way must not do so again.
const FIRST_PAUSE_MS: u64 = 20;

/// An error that may come from the end of a transaction by the database.
pub trait MayConflict {
    fn is_conflict(&self) -> bool;
}

impl MayConflict for sqlx::Error {
    fn is_conflict(&self) -> bool {
        self.as_database_error().and_then(|refused| refused.code()).is_some_and(|code| is_conflict(&code))
    }
}

impl MayConflict for AppError {
    fn is_conflict(&self) -> bool {
        match self {
            AppError::Conflict => true,
            AppError::Internal(error) => error.is_conflict(),
            _ => false,
        }
    }
}

impl MayConflict for anyhow::Error {
    fn is_conflict(&self) -> bool {
        self.chain().any(|cause| {
            cause.downcast_ref::<sqlx::Error>().is_some_and(MayConflict::is_conflict)
                || cause.downcast_ref::<AppError>().is_some_and(MayConflict::is_conflict)
        })
    }
}

/// Counts the repeats of one transaction.
#[derive(Default)]
pub struct Repeats(u32);

impl Repeats {
    /// True, after a pause, if the transaction is to be repeated.
    pub async fn is_next<T, E: MayConflict>(&mut self, outcome: &Result<T, E>) -> bool {
        if self.0 == MAX_REPEATS || !outcome.as_ref().is_err_and(MayConflict::is_conflict) {
            return false;
        }
        let longest = FIRST_PAUSE_MS << self.0;
        self.0 += 1;
        tracing::info!(repeat = self.0, "a transaction is repeated after a conflict");
        tokio::time::sleep(Duration::from_millis(rand::random_range(longest / 2..=longest))).await;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_conflict_is_repeated_three_times_and_another_error_never() {
        let (mut repeats, mut count) = (Repeats::default(), 0);
        while repeats.is_next(&Err::<(), _>(AppError::Conflict)).await {
            count += 1;
        }
        assert_eq!(count, 3);
        for other in [AppError::Unavailable { what: "database", retry_after_seconds: 2 }, AppError::NotFound] {
            assert!(!Repeats::default().is_next(&Err::<(), _>(other)).await);
        }
        assert!(!Repeats::default().is_next(&Err::<(), _>(sqlx::Error::PoolTimedOut)).await);
        assert!(!Repeats::default().is_next(&Ok::<_, sqlx::Error>(())).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_conflict_is_found_behind_the_context_of_an_error() {
        let error = anyhow::Error::from(AppError::Conflict).context("while writing");
        assert!(Repeats::default().is_next(&Err::<(), _>(error)).await);
    }
}
