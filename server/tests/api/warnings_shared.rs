//! Several processes share the watch: nobody waits for a cell that another is at, no two are stuck, and what one writes late
//! the others see all the same.

use std::time::Duration;

use halcyon::db::Pool;
use halcyon::on_db;
use jiff::SignedDuration;
use sqlx::{PgPool, PgTransaction};

use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::warnings::{hours, steps, storm, watch_place};

/// Longer than any of these rounds takes; only who is stuck sees it pass.
const STUCK: Duration = Duration::from_secs(30);
const SOUTH: &str = "update alert_cells set people = people where latitude_e2 = 5240";
const NORTH: &str = "update alert_cells set people = people where latitude_e2 = 5252";
const NORTHERN_AREA: &str = "<polygon>52.5,13.0 52.5,14.0 53.0,14.0 53.0,13.0 52.5,13.0</polygon>";

fn shared_database(app: &TestApp) -> Option<PgPool> {
    match app.db.writer() {
        Pool::Postgres(pool) => Some(pool.clone()),
        Pool::Sqlite(_) => {
            println!("not run: nobody shares a SQLite file");
            None
        }
    }
}

/// A transaction of another process, which has changed the one row that this is about.
async fn begin_with(pool: &PgPool, sql: &'static str) -> PgTransaction<'static> {
    let mut transaction = pool.begin().await.unwrap();
    change(&mut transaction, sql).await;
    transaction
}

async fn change(transaction: &mut PgTransaction<'_>, sql: &'static str) {
    assert_eq!(sqlx::query(sql).execute(&mut **transaction).await.unwrap().rows_affected(), 1);
}

/// Until a statement that names the table waits for a lock.
async fn somebody_waits_at(pool: &PgPool, table: &str) {
    let waiting = "select count(*) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0";
    while sqlx::query_scalar::<_, i64>(waiting).bind(table).fetch_one(pool).await.unwrap() == 0 {}
}

#[tokio::test]
async fn a_round_passes_over_a_cell_that_another_process_is_at_and_ends() {
    let app = TestApp::start().await;
    let Some(pool) = shared_database(&app) else { return };
    watch_place(&app.signed_in("ada").await, "North", 52.52, 13.41).await;
    app.watch().await;
    app.advance(SignedDuration::from_hours(2));
    let due = format!("alert_cells where due_at <= {}", hours(2).as_millisecond());
    let another = begin_with(&pool, NORTH).await;
    tokio::time::timeout(STUCK, app.watch()).await.expect("a round that ends while the other is at the cell");
    assert_eq!(app.count(&due).await, 1, "the cell is left to the other");
    another.commit().await.unwrap();
    app.watch().await;
    assert_eq!(app.count(&due).await, 0);
}

#[tokio::test]
async fn two_who_change_the_same_cells_wait_for_each_other_and_are_never_both_stuck() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let Some(pool) = shared_database(&app) else { return };
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "South", 52.40, 13.41).await;
    watch_place(&ada, "North", 52.52, 13.41).await;
    // It ends within the hour: the northern cell's next turn comes before the southern one's.
    let ends = hours(0) + SignedDuration::from_mins(30);
    authority.publish(&[Cap { starts: hours(0), ends, area: NORTHERN_AREA, ..storm("one", "Severe", 1) }]);

    let ada_s_row = begin_with(&pool, "update users set first_name = first_name").await;
    let meanwhile = async {
        // Both cells are taken by now, and neither turn is ended.
        somebody_waits_at(&pool, "users").await;
        let mut another = begin_with(&pool, SOUTH).await;
        ada_s_row.commit().await.unwrap();
        somebody_waits_at(&pool, "alert_cells").await;
        change(&mut another, NORTH).await;
        another.commit().await.unwrap();
    };
    tokio::time::timeout(STUCK, async { tokio::join!(app.watch(), meanwhile) }).await.expect("nobody is stuck");
    assert_eq!(steps(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_change_that_was_read_before_another_and_written_after_it_is_seen() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let frost = Cap { event: "Frost", ..storm("other", "Severe", 8) };
    authority.publish(&[storm("one", "Severe", 8), frost.clone()]);
    app.watch().await;
    // As if by another process, which began to read its feed ten minutes later and was quicker.
    on_db!(app.db.writer(), pool => {
        sqlx::query("update alerts set changed_at = changed_at + 600000 where message like '%other%'").execute(pool).await.map(|_| ())
    })
    .unwrap();
    app.advance(SignedDuration::from_mins(1));
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();

    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 11) }, frost]);
    app.advance(SignedDuration::from_mins(5));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new", "new", "extended"]);
}
