//! Clean-up: in batches, once an hour among all processes.

use halcyon::on_db;
use jiff::SignedDuration;

use crate::support::TestApp;

/// Rate limits that ended long ago, and one that has not.
async fn insert_rate_limits(app: &TestApp, expired: i64) {
    let sql = "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)
         insert into rate_limits (name, hits, window_ends_at, blocked_until)
         select 'expired ' || n, 1, 1, 0 from numbers union all select 'running', 1, $2, 0";
    // The year 2100.
    on_db!(app.db.writer(), pool => {
        sqlx::query(sql).bind(expired).bind(4_102_444_800_000_i64).execute(pool).await.map(|_| ())
    })
    .unwrap();
}

/// More than one batch of 5,000, and not a multiple of it.
#[tokio::test]
async fn all_expired_rows_are_deleted_and_no_other() {
    let app = TestApp::start().await;
    insert_rate_limits(&app, 12_345).await;
    app.tidy().await;
    assert_eq!(app.count("rate_limits").await, 1);
}

#[tokio::test]
async fn one_process_of_all_cleans_up_each_hour() {
    let one = TestApp::start().await;
    let two = one.restart_with(&[]).await;
    one.tidy_if_due().await;
    insert_rate_limits(&one, 3).await;
    two.tidy_if_due().await;
    assert_eq!(one.count("rate_limits").await, 4, "the other process has cleaned up this hour");
    one.advance(SignedDuration::from_hours(1));
    two.tidy_if_due().await;
    assert_eq!(one.count("rate_limits").await, 1);
}
