//! Transactions that PostgreSQL undoes because of others are repeated, and only those.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use axum::http::StatusCode;
use halcyon::db::{Db, Pool, PostgresPool};
use halcyon::error::AppError;
use halcyon::settings::DatabaseUrl;
use halcyon::{in_transaction, on_db_transaction, on_tx};
use serde_json::json;
use tokio::sync::Barrier;

use crate::support::TestApp;
use crate::support::database::TestDatabase;
use crate::support::persona::{Answer, Persona};

const ADD: &str = "update counters set n = n + 1 where id = $1";

/// Two counters at zero; `None` on SQLite, where one writer waits for the other from the start.
async fn counters() -> Option<(Db, TestDatabase)> {
    let database = TestDatabase::empty().await;
    if !matches!(database.url, DatabaseUrl::Postgres(_)) {
        println!("not run: SQLite has one writer");
        return None;
    }
    let db = Db::connect(&database.url).await.unwrap();
    let sql = "create table counters (id int primary key, n int not null); insert into counters values (1, 0), (2, 0)";
    sqlx::raw_sql(sql).execute(pool(&db)).await.unwrap();
    Some((db, database))
}

fn pool(db: &Db) -> &PostgresPool {
    let Pool::Postgres(pool) = db.writer() else { unreachable!() };
    pool
}

async fn sum(db: &Db) -> i64 {
    sqlx::query_scalar("select sum(n) from counters").fetch_one(pool(db)).await.unwrap()
}

/// What one of two transactions does; both are in the middle of it at the same time, once.
struct Meeting {
    barrier: Barrier,
    tries: AtomicUsize,
}

impl Meeting {
    fn new() -> Meeting {
        Meeting { barrier: Barrier::new(2), tries: AtomicUsize::new(0) }
    }

    /// Waits for the other one in the first try of each.
    async fn begin_try(&self) {
        if self.tries.fetch_add(1, Relaxed) < 2 {
            self.barrier.wait().await;
        }
    }

    fn tries(&self) -> usize {
        self.tries.load(Relaxed)
    }
}

#[tokio::test]
async fn a_deadlock_undoes_one_transaction_which_then_succeeds() {
    let Some((db, _database)) = counters().await else { return };
    let meeting = Meeting::new();
    let add = async |first: i32, second: i32| -> Result<(), sqlx::Error> {
        on_db_transaction!(db, transaction => {
            sqlx::query(ADD).bind(first).execute(&mut *transaction).await?;
            meeting.begin_try().await;
            sqlx::query(ADD).bind(second).execute(&mut *transaction).await?;
            Ok(())
        })
    };
    let (one, two) = tokio::join!(add(1, 2), add(2, 1));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    assert_eq!((meeting.tries(), sum(&db).await), (3, 4), "one of them was tried twice");
}

#[tokio::test]
async fn a_serialization_failure_is_repeated_on_the_data_of_the_other_transaction() {
    let Some((db, _database)) = counters().await else { return };
    let meeting = Meeting::new();
    let add = async || -> Result<(), AppError> {
        in_transaction!(db, tx => on_tx!(tx, connection => {
            sqlx::raw_sql("set transaction isolation level repeatable read").execute(&mut *connection).await?;
            let n: i32 = sqlx::query_scalar("select n from counters where id = 1").fetch_one(&mut *connection).await?;
            meeting.begin_try().await;
            sqlx::query("update counters set n = $1 where id = 1").bind(n + 1).execute(&mut *connection).await?;
            Ok(())
        }))
    };
    let (one, two) = tokio::join!(add(), add());
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    assert_eq!((meeting.tries(), sum(&db).await), (3, 2), "neither overwrote the other");
}

#[tokio::test]
async fn a_server_that_takes_no_writes_for_a_moment_is_asked_again() {
    let Some((db, _database)) = counters().await else { return };
    let tries = AtomicUsize::new(0);
    let add = async |times: usize| -> Result<(), AppError> {
        in_transaction!(db, tx => on_tx!(tx, connection => {
            if tries.fetch_add(1, Relaxed) < times {
                sqlx::raw_sql("set transaction read only").execute(&mut *connection).await?;
            }
            sqlx::query(ADD).bind(1).execute(&mut *connection).await?;
            Ok(())
        }))
    };
    add(2).await.unwrap();
    assert_eq!((tries.swap(0, Relaxed), sum(&db).await), (3, 1));
    let lasting = add(100).await.unwrap_err();
    assert_eq!(lasting.status(), StatusCode::SERVICE_UNAVAILABLE, "{lasting:?}");
    assert_eq!((tries.load(Relaxed), sum(&db).await), (4, 1), "it is given up after three repeats");
}

#[tokio::test]
async fn another_error_is_not_repeated() {
    let Some((db, _database)) = counters().await else { return };
    let tries = AtomicUsize::new(0);
    let outcome: Result<(), sqlx::Error> = async {
        on_db_transaction!(db, transaction => {
            tries.fetch_add(1, Relaxed);
            sqlx::query("insert into counters values (1, 0)").execute(&mut *transaction).await?;
            Ok(())
        })
    }
    .await;
    assert!(outcome.is_err());
    assert_eq!(tries.load(Relaxed), 1);
}

/// A request that is in the way of another transaction, as of one by an operator.
#[tokio::test]
async fn a_request_that_deadlocks_is_repeated_unseen() {
    let app = TestApp::start().await;
    let Pool::Postgres(pool) = app.db.writer() else {
        println!("not run: SQLite has one writer");
        return;
    };
    let ada = app.signed_in("ada").await;
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41});
    let id = ada.post("/api/locations", &place).await.json()["location"]["id"].as_str().unwrap().to_owned();

    let path = format!("/api/locations/{id}");
    let answer = loop {
        if let Some(answer) = deadlocked(pool, &ada, &path).await {
            break answer;
        }
    };
    assert_eq!(answer.status, StatusCode::OK);
    let names = ada.get("/api/locations").await.ok();
    assert_eq!(names["locations"][0]["name"], "New");
}

/// A change of the place that deadlocks with another transaction; `None` when the other one was undone instead. PostgreSQL
/// looks for a deadlock only once in each wait, so that on a slow machine the request may look before there is one.
async fn deadlocked(pool: &PostgresPool, user: &Persona, path: &str) -> Option<Answer> {
    let mut other = pool.begin().await.unwrap();
    sqlx::raw_sql("set local deadlock_timeout = '10s'; update locations set name = 'Old'")
        .execute(&mut *other)
        .await
        .unwrap();
    let rename = json!({"name": "New"});
    let mut request = Box::pin(user.put(path, &rename));
    let is_waiting = async {
        let waiting =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(pool).await.unwrap() == 0 {}
    };
    tokio::select! {
        _ = &mut request => unreachable!("it waits for the row"),
        () = is_waiting => {}
    }
    let (answer, was_undone) = tokio::join!(request, async {
        let update = sqlx::raw_sql("update users set updated_at = updated_at").execute(&mut *other).await;
        if update.is_ok() {
            other.commit().await.unwrap()
        } else {
            drop(other)
        }
        update.is_err()
    });
    (!was_undone).then_some(answer)
}
