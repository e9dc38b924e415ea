//! The pool of PostgreSQL connections. The driver gives a connection back without a time limit, and forgets a transaction
//! whose caller goes away while it begins; both are done here instead.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Either, Execute, Executor, Postgres, SqlStr};
use tokio::time::timeout;

use super::pool_watch::PoolWatch;
use super::row_stream::stream_rows;

/// A connection that has not come back in this time is closed: its server fell silent, or its statement goes on after its caller has gone.
const RETURN_TIMEOUT: Duration = Duration::from_secs(1);
const BEGIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Queries run on it as on the pool of the driver.
#[derive(Clone, Debug)]
pub struct PostgresPool {
    driver: PgPool,
    watch: PoolWatch,
}

impl PostgresPool {
    pub fn new(driver: PgPool) -> PostgresPool {
        PostgresPool { driver, watch: PoolWatch::start() }
    }

    /// For its figures and options; what is taken from it comes back without a time limit.
    pub fn driver(&self) -> &PgPool {
        &self.driver
    }

    pub fn watch(&self) -> &PoolWatch {
        &self.watch
    }

    pub async fn acquire(&self) -> Result<PostgresConnection, sqlx::Error> {
        let held = self.driver.acquire().await?;
        self.watch.note_given();
        Ok(PostgresConnection { held: Some(held), state: State::Idle })
    }

    pub async fn begin(&self) -> Result<PostgresTransaction, sqlx::Error> {
        let mut connection = self.acquire().await?;
        connection.state = State::Unknown;
        match timeout(BEGIN_TIMEOUT, connection.execute("begin")).await {
            Ok(begun) => begun?,
            Err(_) => return Err(sqlx::Error::PoolTimedOut),
        };
        connection.state = State::InTransaction;
        Ok(PostgresTransaction(connection))
    }

    pub async fn close(&self) {
        self.driver.close().await;
    }
}

/// Is given back when it is dropped.
pub struct PostgresConnection {
    /// Taken by `drop`.
    held: Option<PoolConnection<Postgres>>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Idle,
    InTransaction,
    /// Whether a transaction has begun: the next user would write into it. Such a connection is closed.
    Unknown,
}

impl Deref for PostgresConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.held.as_deref().unwrap_or_else(|| unreachable!("it was dropped"))
    }
}

impl DerefMut for PostgresConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.held.as_deref_mut().unwrap_or_else(|| unreachable!("it was dropped"))
    }
}

impl Drop for PostgresConnection {
    fn drop(&mut self) {
        let Some(mut connection) = self.held.take() else { return };
        let state = self.state;
        tokio::spawn(async move {
            let returned = state != State::Unknown
                && timeout(RETURN_TIMEOUT, give_back(&mut connection, state)).await.is_ok_and(|result| result.is_ok());
            if !returned {
                connection.close_on_drop();
            }
        });
    }
}

/// The driver waits for the end of a statement that was given up, and pings.
async fn give_back(connection: &mut PoolConnection<Postgres>, state: State) -> Result<(), sqlx::Error> {
    if state == State::InTransaction {
        connection.execute("rollback").await?;
    }
    connection.return_to_pool().await;
    Ok(())
}

/// Is rolled back unless it is committed.
pub struct PostgresTransaction(PostgresConnection);

impl PostgresTransaction {
    pub async fn commit(mut self) -> Result<(), sqlx::Error> {
        self.0.execute("commit").await?;
        self.0.state = State::Idle;
        Ok(())
    }
}

impl Deref for PostgresTransaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0
    }
}

impl DerefMut for PostgresTransaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}

impl<'p> Executor<'p> for &'_ PostgresPool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, sqlx::Error>>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        stream_rows(self.clone(), query)
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, sqlx::Error>>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.fetch_optional(query).await })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, sqlx::Error>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.prepare_with(sql, parameters).await })
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<sqlx::Describe<Postgres>, sqlx::Error>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.describe(sql).await })
    }
}
