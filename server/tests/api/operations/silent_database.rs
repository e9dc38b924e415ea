//! A database host that falls silent: no answer, no end. Its connections are closed, and the pool recovers by itself.

use std::time::Duration;

use futures_util::future::join_all;
use halcyon::db::{Db, Pool};
use halcyon::settings::{DatabaseUrl, Secret};

use crate::support::database::TestDatabase;
use crate::support::database_proxy::Proxy;

/// As many as a pool has.
const CONNECTIONS: usize = 16;

async fn count_sleeping(direct: &Db) -> i64 {
    let sql = "select count(*) from pg_stat_activity
         where datname = current_database() and state = 'active' and query = 'select pg_sleep(600)'";
    let Pool::Postgres(pool) = direct.reader() else { unreachable!() };
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

async fn execute(db: &Db, sql: &'static str) -> Result<(), sqlx::Error> {
    let Pool::Postgres(pool) = db.writer() else { unreachable!() };
    sqlx::query(sql).execute(pool).await.map(|_| ())
}

#[tokio::test]
async fn connections_of_a_silent_host_are_replaced_and_do_not_delay_the_end() {
    let database = TestDatabase::fresh().await;
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no host");
        return;
    };
    let direct = Db::connect(&database.url).await.unwrap();
    let proxy = Proxy::start(address.expose()).await;
    let db = Db::connect(&DatabaseUrl::Postgres(Secret::new(proxy.url.clone()))).await.unwrap();

    for round in 0..3 {
        // All connections are in a query when the host falls silent, and their callers give up.
        let queries = join_all((0..CONNECTIONS).map(|_| execute(&db, "select pg_sleep(600)")));
        tokio::select! {
            _ = queries => unreachable!("it sleeps"),
            () = async { while count_sleeping(&direct).await < CONNECTIONS as i64 {} } => {}
        }
        proxy.freeze();
        let used = join_all((0..CONNECTIONS).map(|_| execute(&db, "select pg_sleep(0.05)"))).await;
        assert!(used.iter().all(Result::is_ok), "round {round}: {used:?}");
        let end = "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)'";
        execute(&direct, end).await.unwrap();
    }

    let held = execute(&db, "select pg_sleep(600)");
    tokio::select! {
        _ = held => unreachable!("it sleeps"),
        () = async { while count_sleeping(&direct).await < 1 {} } => {}
    }
    proxy.freeze();
    tokio::time::timeout(Duration::from_secs(30), db.close()).await.expect("closing ends");
}

/// The protocol's message that asks for an answer: its letter and its length.
const SYNC: &[u8] = b"S\0\0\0\x04";

#[tokio::test]
async fn a_query_costs_one_question_and_one_ping() {
    let database = TestDatabase::fresh().await;
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no messages");
        return;
    };
    let proxy = Proxy::start(address.expose()).await;
    let db = Db::connect(&DatabaseUrl::Postgres(Secret::new(proxy.url.clone()))).await.unwrap();
    let count = || proxy.sent().windows(SYNC.len()).filter(|bytes| *bytes == SYNC).count();
    execute(&db, "select 1 as warm").await.unwrap();
    let before = count();
    for _ in 0..50 {
        execute(&db, "select 1 as warm").await.unwrap();
    }
    db.close().await;
    // The statement is prepared again on a second connection, where the first is still being given back.
    assert!(count() - before <= 110, "{} messages for 50 queries", count() - before);
}
