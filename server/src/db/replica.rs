//! A PostgreSQL that follows the primary, for reads that may lag. Where it fails, the primary answers instead.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::postgres_pool::PostgresPool;
use super::retry::MayConflict;

const READ_TIMEOUT: Duration = Duration::from_secs(2);
/// After a failure one read at a time tests whether it is back, so that the others do not wait for it.
const RETRY_AFTER: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub struct Replica {
    pool: PostgresPool,
    /// `None` while it answers.
    next_try: Arc<Mutex<Option<Instant>>>,
}

/// Reads data that may be some seconds old: never to read one's own writes, never for authentication. The expression may run
/// twice: on the replica, and on the primary where that fails.
#[macro_export]
macro_rules! on_lagging_db {
    ($db:expr, $name:ident => $body:expr) => {{
        let from_replica = match $db.replica() {
            Some(replica) => {
                let $name = replica.pool();
                replica.try_read(async { $body }).await
            }
            None => None,
        };
        match from_replica {
            Some(answer) => Ok(answer),
            None => $crate::on_db!($db.reader(), $name => $body),
        }
    }};
}

impl Replica {
    pub fn new(pool: PostgresPool) -> Replica {
        Replica { pool, next_try: Arc::default() }
    }

    pub fn pool(&self) -> &PostgresPool {
        &self.pool
    }

    /// `None` where the primary is to be asked.
    pub async fn try_read<T>(&self, read: impl Future<Output = Result<T, sqlx::Error>>) -> Option<T> {
        if !self.may_try() {
            return None;
        }
        match timeout(READ_TIMEOUT, read).await {
            Ok(Ok(answer)) => {
                *self.next_try() = None;
                return Some(answer);
            }
            // It does not have the row yet, or has ended the statement because of what it receives from the primary.
            Ok(Err(sqlx::Error::RowNotFound)) => {}
            Ok(Err(error)) if error.is_conflict() => {}
            Ok(Err(error)) => self.fail(&error.to_string()),
            Err(_) => self.fail("it does not answer in time"),
        }
        None
    }

    fn may_try(&self) -> bool {
        let (mut next_try, now) = (self.next_try(), Instant::now());
        match *next_try {
            None => true,
            Some(at) if at > now => false,
            Some(_) => {
                *next_try = Some(now + RETRY_AFTER);
                true
            }
        }
    }

    fn fail(&self, error: &str) {
        tracing::warn!("the read replica fails, and the primary answers instead: {error}");
        *self.next_try() = Some(Instant::now() + RETRY_AFTER);
    }

    fn next_try(&self) -> MutexGuard<'_, Option<Instant>> {
        self.next_try.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::future::{pending, ready};

    use sqlx::postgres::PgPoolOptions;

    use super::*;

    fn replica() -> Replica {
        Replica::new(PostgresPool::new(PgPoolOptions::new().connect_lazy("postgres://user@localhost/none").unwrap()))
    }

    fn failure() -> Result<u8, sqlx::Error> {
        Err(sqlx::Error::PoolTimedOut)
    }

    #[tokio::test(start_paused = true)]
    async fn a_replica_that_failed_is_tried_by_one_read_at_a_time_until_it_is_back() {
        let replica = replica();
        assert_eq!(replica.try_read(ready(Ok(1))).await, Some(1));
        assert_eq!(replica.try_read(ready(failure())).await, None);
        assert_eq!(replica.try_read(ready(Ok(2))).await, None, "not even asked");
        tokio::time::advance(RETRY_AFTER).await;
        let silent = replica.try_read(pending::<Result<u8, sqlx::Error>>());
        let (silent, other) = tokio::join!(silent, replica.try_read(ready(Ok(3))));
        assert_eq!((silent, other), (None, None), "one waits for it, and no other");
        tokio::time::advance(RETRY_AFTER).await;
        assert_eq!(replica.try_read(ready(Ok(4))).await, Some(4));
        assert_eq!(replica.try_read(ready(Ok(5))).await, Some(5));
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_that_it_cannot_answer_is_no_failure_of_it() {
        let replica = replica();
        assert_eq!(replica.try_read(ready(Err::<u8, _>(sqlx::Error::RowNotFound))).await, None);
        assert_eq!(replica.try_read(ready(Ok(1))).await, Some(1));
    }
}
