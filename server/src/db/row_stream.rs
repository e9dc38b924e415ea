//! The rows of a query as a stream that holds the connection they come from.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use sqlx::postgres::{PgQueryResult, PgRow};
use sqlx::{Either, Execute, Executor, Postgres};

use super::postgres_pool::PostgresPool;

type Step = Either<PgQueryResult, PgRow>;

/// A stream cannot borrow from a connection that it owns, but a future can: it leaves each row here and waits.
#[derive(Clone, Default)]
struct Slot(Arc<Mutex<Option<Step>>>);

impl Slot {
    /// Returns when the row has been taken.
    async fn put(&self, step: Step) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(step);
        let mut is_taken = false;
        poll_fn(|_| if std::mem::replace(&mut is_taken, true) { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    fn take(&self) -> Option<Step> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

pub fn stream_rows<'e, 'q: 'e, E>(pool: PostgresPool, query: E) -> BoxStream<'e, Result<Step, sqlx::Error>>
where
    E: 'q + Execute<'q, Postgres>,
{
    let slot = Slot::default();
    let filled = slot.clone();
    let mut reading = Box::pin(async move {
        let mut connection = pool.acquire().await?;
        let mut steps = connection.fetch_many(query);
        while let Some(step) = steps.try_next().await? {
            filled.put(step).await;
        }
        Ok::<(), sqlx::Error>(())
    });
    let next = move |context: &mut std::task::Context<'_>| match reading.as_mut().poll(context) {
        Poll::Pending => slot.take().map_or(Poll::Pending, |step| Poll::Ready(Some(Ok(step)))),
        Poll::Ready(result) => Poll::Ready(result.err().map(Err)),
    };
    stream::poll_fn(next).boxed()
}
