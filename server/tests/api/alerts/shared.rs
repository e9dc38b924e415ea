//! Several processes share the alert jobs: none waits for a cell another one holds, they never deadlock, and late writes are
//! seen by the others.

use std::time::Duration;

use halcyon::db::{Pool, PostgresPool, PostgresTransaction};
use halcyon::on_db;
use jiff::SignedDuration;

use crate::alerts::pipeline::{events, hours, save_place, storm};
use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::{cancel_after, run_steps};

/// Longer than any of these runs takes without a deadlock.
const DEADLOCK_TIMEOUT: Duration = Duration::from_secs(30);
const SOUTH: &str = "update alert_cells set user_count = user_count where latitude_e2 = 5240";
const NORTH: &str = "update alert_cells set user_count = user_count where latitude_e2 = 5252";
const NORTHERN_AREA: &str = "<polygon>52.5,13.0 52.5,14.0 53.0,14.0 53.0,13.0 52.5,13.0</polygon>";

fn shared_database(app: &TestApp) -> Option<PostgresPool> {
    match app.db.writer() {
        Pool::Postgres(pool) => Some(pool.clone()),
        Pool::Sqlite(_) => {
            println!("not run: SQLite has one writer");
            None
        }
    }
}

/// A transaction of another process that has changed one row.
async fn begin_with(pool: &PostgresPool, sql: &'static str) -> PostgresTransaction {
    let mut transaction = pool.begin().await.unwrap();
    change(&mut transaction, sql).await;
    transaction
}

async fn change(transaction: &mut PostgresTransaction, sql: &'static str) {
    assert_eq!(sqlx::query(sql).execute(&mut **transaction).await.unwrap().rows_affected(), 1);
}

/// Returns when a statement that names the table waits for a lock.
async fn wait_for_lock(pool: &PostgresPool, table: &str) {
    let waiting = "select count(*) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0";
    while sqlx::query_scalar::<_, i64>(waiting).bind(table).fetch_one(pool).await.unwrap() == 0 {}
}

#[tokio::test]
async fn a_run_skips_a_cell_that_another_process_holds() {
    let app = TestApp::start().await;
    let Some(pool) = shared_database(&app) else { return };
    save_place(&app.signed_in("ada").await, "North", 52.52, 13.41).await;
    app.run_alerts().await;
    app.advance(SignedDuration::from_hours(2));
    let due = format!("alert_cells where due_at <= {}", hours(2).as_millisecond());
    let another = begin_with(&pool, NORTH).await;
    tokio::time::timeout(DEADLOCK_TIMEOUT, app.run_alerts())
        .await
        .expect("the run ends while the other process holds the cell");
    assert_eq!(app.count(&due).await, 1, "the cell is left to the other process");
    another.commit().await.unwrap();
    app.run_alerts().await;
    assert_eq!(app.count(&due).await, 0);
}

#[tokio::test]
async fn two_processes_that_change_the_same_cells_do_not_deadlock() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let Some(pool) = shared_database(&app) else { return };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "South", 52.40, 13.41).await;
    save_place(&ada, "North", 52.52, 13.41).await;
    // It ends within the hour: the northern cell is due again before the southern one.
    let ends = hours(0) + SignedDuration::from_mins(30);
    authority.publish(&[Cap { starts: hours(0), ends, area: NORTHERN_AREA, ..storm("one", "Severe", 1) }]);

    let ada_s_row = begin_with(&pool, "update users set first_name = first_name").await;
    let meanwhile = async {
        // Both cells are claimed by now, and neither lease has ended.
        wait_for_lock(&pool, "users").await;
        let mut another = begin_with(&pool, SOUTH).await;
        ada_s_row.commit().await.unwrap();
        wait_for_lock(&pool, "alert_cells").await;
        change(&mut another, NORTH).await;
        another.commit().await.unwrap();
    };
    tokio::time::timeout(DEADLOCK_TIMEOUT, async { tokio::join!(app.run_alerts(), meanwhile) })
        .await
        .expect("no deadlock");
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_change_read_before_another_and_written_after_it_is_seen() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let frost = Cap { event: "Frost", ..storm("other", "Severe", 8) };
    authority.publish(&[storm("one", "Severe", 8), frost.clone()]);
    app.run_alerts().await;
    // As if written by another process that began its poll ten minutes later and was faster.
    on_db!(app.db.writer(), pool => {
        sqlx::query("update alerts set changed_at = changed_at + 600000 where message like '%other%'").execute(pool).await.map(|_| ())
    })
    .unwrap();
    app.advance(SignedDuration::from_mins(1));
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();

    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 11) }, frost]);
    app.advance(SignedDuration::from_mins(5));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "new", "extended"]);
}

#[tokio::test]
async fn two_processes_share_the_work_and_no_user_is_notified_twice() {
    let authority = Authority::start().await;
    let feeds = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feeds.as_str()), ("HALCYON_RATE_LIMITS", "off")];
    let one = TestApp::start_with(&settings).await;
    let two = one.restart_with(&settings).await;
    let mut users = Vec::new();
    for number in 0..12 {
        let user = one.signed_in(&format!("user{number}")).await;
        save_place(&user, "Home", 52.3 + f64::from(number) * 0.02, 13.41).await;
        users.push(user);
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    for run in 0..4 {
        tokio::join!(one.run_alerts(), two.run_alerts());
        one.advance(SignedDuration::from_mins(6));
        if run == 1 {
            let longer = Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 11) };
            authority.publish(&[longer]);
        }
    }
    for user in &users {
        assert_eq!(events(user).await, ["new", "extended"]);
    }
    assert_eq!(authority.request_count("/cap/one"), 1);
}

/// How long a run may wait for the lock of a process that was stopped.
const MAX_WAIT: Duration = Duration::from_millis(500);

#[tokio::test]
async fn a_process_that_was_stopped_does_not_cancel_what_it_does_not_know() {
    for steps in 0.. {
        let authority = Authority::start().await;
        let feeds = authority.german_feed();
        let settings = [("HALCYON_CAP_FEEDS", feeds.as_str())];
        let one = TestApp::start_with(&settings).await;
        let two = one.restart_with(&settings).await;
        let ada = one.signed_in("ada").await;
        save_place(&ada, "Home", 52.52, 13.41).await;
        one.run_alerts().await;
        // The cell is due again.
        one.advance(SignedDuration::from_hours(2));
        let mut stopped = Box::pin(two.notify_users());
        if run_steps(steps, &mut stopped).await {
            assert!(steps > 3, "it was stopped before and after it has read the alerts");
            return;
        }
        one.advance(SignedDuration::from_mins(6));
        authority.publish(&[storm("one", "Severe", 12)]);
        let mut run = Box::pin(one.run_alerts());
        match tokio::time::timeout(MAX_WAIT, &mut run).await {
            Ok(()) => stopped.await,
            // It waits for a lock.
            Err(_) => _ = tokio::join!(stopped, run),
        }
        one.advance(SignedDuration::from_mins(6));
        two.run_alerts().await;
        assert_eq!(events(&ada).await, ["new"], "stopped after {steps} steps");
    }
}

#[tokio::test]
async fn a_process_killed_during_a_run_loses_no_notification_and_repeats_none() {
    let authority = Authority::start().await;
    let feeds = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feeds.as_str())];
    let one = TestApp::start_with(&settings).await;
    let ada = one.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    // Stopped a little later each time.
    for polls in 0..60 {
        cancel_after(polls, one.run_alerts()).await;
        one.advance(SignedDuration::from_mins(6));
    }
    let two = one.restart_with(&settings).await;
    two.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    assert_eq!(one.count("outbox where queue = 'notifications'").await, 0, "ada has no channel yet");
}
