//! Transactions of either database: as an expression, or as a [`Tx`] that is handed to functions.

use sqlx::SqliteTransaction;

use super::postgres_pool::PostgresTransaction;

/// Runs an expression inside a transaction and commits it when it is `Ok`. A transaction that PostgreSQL undoes because of
/// another one is repeated, so that the expression must consume nothing.
///
/// SQLite's is immediate: it takes the write lock at once instead of failing half-way.
#[macro_export]
macro_rules! on_db_transaction {
    ($db:expr, $name:ident => $body:expr) => {
        match $db.writer() {
            $crate::db::Pool::Sqlite(pool) => {
                let mut $name = pool.begin_with("begin immediate").await?;
                let answer = async { $body }.await;
                if answer.is_ok() {
                    $name.commit().await?;
                }
                answer
            }
            $crate::db::Pool::Postgres(pool) => {
                let mut repeats = $crate::db::retry::Repeats::default();
                loop {
                    let mut $name = pool.begin().await?;
                    let outcome = async { $body }.await;
                    let answer = match outcome {
                        Ok(answer) => $name.commit().await.map(|()| answer).map_err(From::from),
                        Err(error) => {
                            drop($name);
                            Err(error)
                        }
                    };
                    if !repeats.is_next(&answer).await {
                        break answer;
                    }
                }
            }
        }
    };
}

/// The same for functions that work inside a [`Tx`]: `$tx` is a `&mut Tx`.
#[macro_export]
macro_rules! in_transaction {
    ($db:expr, $tx:ident => $body:expr) => {{
        let mut repeats = $crate::db::retry::Repeats::default();
        loop {
            let mut transaction = $db.begin().await?;
            let $tx = &mut transaction;
            let outcome = async { $body }.await;
            let answer = match outcome {
                Ok(answer) => transaction.commit().await.map(|()| answer).map_err(From::from),
                Err(error) => {
                    drop(transaction);
                    Err(error)
                }
            };
            if !repeats.is_next(&answer).await {
                break answer;
            }
        }
    }};
}

/// An open transaction of either database, for functions that work inside their caller's transaction. It is rolled back
/// unless it is committed.
pub enum Tx {
    Sqlite(SqliteTransaction<'static>),
    Postgres(PostgresTransaction),
}

/// Runs the same expression on the connection of a `&mut Tx`.
///
/// `on_tx!(tx, connection => sqlx::query("delete …").bind(id).execute(connection).await.map(|_| ()))`
#[macro_export]
macro_rules! on_tx {
    ($tx:expr, $connection:ident => $body:expr) => {
        match $tx {
            $crate::db::Tx::Sqlite(transaction) => {
                let $connection = &mut **transaction;
                $body
            }
            $crate::db::Tx::Postgres(transaction) => {
                let $connection = &mut **transaction;
                $body
            }
        }
    };
}

impl Tx {
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Tx::Sqlite(transaction) => transaction.commit().await,
            Tx::Postgres(transaction) => transaction.commit().await,
        }
    }
}
