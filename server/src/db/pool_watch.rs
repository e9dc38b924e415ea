//! Recognises a pool that gives no connection any more although its database works: only a restart of the process helps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use super::postgres_pool::PostgresPool;

/// Requests and jobs are given up earlier, and give their connections back.
pub const STUCK_AFTER: Duration = Duration::from_secs(60);
pub const CHECK_INTERVAL: Duration = Duration::from_secs(10);
const TRY_TIMEOUT: Duration = Duration::from_secs(1);

/// When a pool has last given a connection.
#[derive(Clone, Debug)]
pub struct PoolWatch(Arc<Seen>);

#[derive(Debug)]
struct Seen {
    since: Instant,
    /// In milliseconds after `since`.
    given_at: AtomicU64,
    is_stuck: AtomicBool,
}

impl PoolWatch {
    pub fn start() -> PoolWatch {
        let (given_at, is_stuck) = Default::default();
        PoolWatch(Arc::new(Seen { since: Instant::now(), given_at, is_stuck }))
    }

    pub fn note_given(&self) {
        self.0.given_at.store(self.elapsed().as_millis() as u64, Relaxed);
    }

    /// By the last check.
    pub fn is_stuck(&self) -> bool {
        self.0.is_stuck.load(Relaxed)
    }

    /// A pool that was used within `longest` costs nothing. Otherwise one connection is taken from it, and only where that
    /// fails, one beside it: while the database is away too, a restart would not help.
    pub async fn check(&self, pool: &PostgresPool, longest: Duration) {
        let idle = self.elapsed().saturating_sub(Duration::from_millis(self.0.given_at.load(Relaxed)));
        let is_stuck = idle >= longest && !gives_one(pool).await && database_works(pool).await;
        if is_stuck && !self.0.is_stuck.load(Relaxed) {
            tracing::error!("no database connection becomes free although the database works: restart the process");
        }
        self.0.is_stuck.store(is_stuck, Relaxed);
    }

    fn elapsed(&self) -> Duration {
        self.0.since.elapsed()
    }
}

async fn gives_one(pool: &PostgresPool) -> bool {
    matches!(timeout(TRY_TIMEOUT, pool.acquire()).await, Ok(Ok(_)))
}

async fn database_works(pool: &PostgresPool) -> bool {
    let options = pool.driver().connect_options();
    let connect = async {
        let mut connection: PgConnection = options.connect().await?;
        connection.ping().await?;
        connection.close().await
    };
    matches!(timeout(TRY_TIMEOUT, connect).await, Ok(Ok(())))
}
