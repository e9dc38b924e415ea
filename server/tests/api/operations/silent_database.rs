//! A database host that falls silent: no answer, no end. Its connections are closed, and the pool recovers by itself.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::join_all;
use halcyon::db::{Db, Pool, PostgresPool};
use halcyon::settings::{DatabaseUrl, Secret};

use crate::support::TestApp;
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

fn pool(db: &Db) -> &PostgresPool {
    let Pool::Postgres(pool) = db.writer() else { unreachable!() };
    pool
}

async fn execute(db: &Db, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(pool(db)).await.map(|_| ())
}

/// A connection that waits for a server which is gone would never be idle again.
async fn wait_until_idle(db: &Db) {
    let pool = pool(db).driver();
    let is_idle = async {
        while pool.size() as usize != pool.num_idle() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), is_idle).await.expect("every connection becomes idle again or ends");
}

#[tokio::test]
async fn connections_of_a_silent_host_are_replaced_and_do_not_delay_the_end() {
    let database = TestDatabase::fresh().await;
    let Some((proxy, db)) = by_proxy(&database).await else { return };
    let direct = Db::connect(&database.url).await.unwrap();

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

/// The database by way of a proxy; `None` on SQLite.
async fn by_proxy(database: &TestDatabase) -> Option<(Proxy, Db)> {
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no host");
        return None;
    };
    let proxy = Proxy::start(address.expose()).await;
    let db = Db::connect(&DatabaseUrl::Postgres(Secret::new(proxy.url.clone()))).await.unwrap();
    Some((proxy, db))
}

#[tokio::test]
async fn a_host_that_falls_silent_while_connections_are_given_back_keeps_none() {
    let database = TestDatabase::fresh().await;
    let Some((proxy, db)) = by_proxy(&database).await else { return };
    for round in 1..=3 {
        let users = join_all((0..CONNECTIONS).map(|_| async { while execute(&db, "select 1").await.is_ok() {} }));
        tokio::select! {
            _ = users => unreachable!("the database answers"),
            () = async { while proxy.sent().len() < round * 100_000 { tokio::task::yield_now().await } } => {}
        }
        proxy.freeze();
        wait_until_idle(&db).await;
    }
}

#[tokio::test]
async fn a_transaction_does_not_wait_for_a_silent_host_and_its_connection_is_closed() {
    let database = TestDatabase::fresh().await;
    let Some((proxy, db)) = by_proxy(&database).await else { return };
    let fill = async || join_all((0..CONNECTIONS).map(|_| execute(&db, "select pg_sleep(0.05)"))).await;
    fill().await;
    wait_until_idle(&db).await;
    proxy.freeze();
    let begin = || async { db.begin().await.is_ok() };
    let given_up = tokio::time::timeout(Duration::from_millis(20), join_all((0..CONNECTIONS / 2).map(|_| begin())));
    assert!(given_up.await.is_err(), "the host is silent");
    let in_time = tokio::time::timeout(Duration::from_secs(10), join_all((0..CONNECTIONS / 2).map(|_| begin())));
    assert!(in_time.await.expect("no caller waits for ever").contains(&false), "some had a silent connection");
    wait_until_idle(&db).await;
    assert!(fill().await.iter().all(Result::is_ok), "the pool has recovered");
}

#[tokio::test]
async fn a_transaction_that_was_given_up_while_it_began_is_not_continued_by_the_next() {
    let database = TestDatabase::fresh().await;
    let Some((proxy, db)) = by_proxy(&database).await else { return };
    execute(&db, "create table notes (text text)").await.unwrap();
    wait_until_idle(&db).await;
    proxy.hold();
    let begin = tokio::time::timeout(Duration::from_millis(20), db.begin());
    assert!(begin.await.is_err(), "answers are late");
    proxy.release();
    wait_until_idle(&db).await;
    execute(&db, "insert into notes values ('kept')").await.unwrap();
    db.close().await;
    let direct = Db::connect(&database.url).await.unwrap();
    let count: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(pool(&direct)).await.unwrap();
    assert_eq!(count, 1);
}

#[tokio::test]
async fn a_server_whose_pool_gives_no_connection_is_not_live_unless_the_database_is_away() {
    let database = TestDatabase::fresh().await;
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no connections to lose");
        return;
    };
    let proxy = Proxy::start(address.expose()).await;
    let by_proxy = TestDatabase::by(DatabaseUrl::Postgres(Secret::new(proxy.url.clone())));
    let app = TestApp::start_on(Arc::new(by_proxy)).await;
    let live_after = async |unused_for: u64| {
        app.db.check_pools(Duration::from_secs(unused_for)).await;
        app.visitor().get("/health/live").await.status
    };
    let lost = join_all((0..CONNECTIONS).map(|_| pool(&app.db).acquire())).await;
    assert_eq!(live_after(60).await, StatusCode::OK, "a connection was given just now");
    assert_eq!(live_after(0).await, StatusCode::SERVICE_UNAVAILABLE);
    proxy.hold();
    assert_eq!(live_after(0).await, StatusCode::OK, "a restart would not help");
    proxy.release();
    assert_eq!(live_after(0).await, StatusCode::SERVICE_UNAVAILABLE);
    drop(lost);
    assert_eq!(live_after(0).await, StatusCode::OK);
}

/// The protocol's message that asks for an answer: its letter and its length.
const SYNC: &[u8] = b"S\0\0\0\x04";

#[tokio::test]
async fn a_query_costs_one_question_and_one_ping() {
    let database = TestDatabase::fresh().await;
    let Some((proxy, db)) = by_proxy(&database).await else { return };
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
