//! Statements on a PostgreSQL with many rows: none reads a whole table that grows with the number of users.

use std::collections::BTreeMap;
use std::time::Duration;

use halcyon::db::{Db, Pool, PostgresPool};
use jiff::SignedDuration;
use serde_json::json;
use sqlx::{Connection, PgConnection};

use crate::alerts::delivery::{browser_settings, register};
use crate::alerts::pipeline::save_place;
use crate::support::browser::TestBrowser;
use crate::support::feeds::Authority;
use crate::support::persona::PASSWORD;
use crate::support::push_service::PushService;
use crate::support::{TestApp, borrowed};

/// Rows per user are two or three, so that PostgreSQL prefers an index wherever there is one.
const USERS: i32 = 4_000;

/// Tables whose size does not depend on the number of users.
const SMALL: [(&str, &str); 8] = [
    ("_sqlx_migrations", "one row for each migration"),
    ("alert_feeds", "one row for each feed"),
    ("job_leases", "one row for each job"),
    ("schema_support", "one row"),
    ("totals", "one row for each counted table"),
    ("vapid_keys", "one row"),
    ("weather_accuracy_totals", "ten rows a day, kept for thirty days"),
    ("weather_quota", "one row for each source and day"),
];

/// What background jobs read as a whole, each known and bounded to one process at a time.
const COUNTED_BY_JOBS: [(&str, &str); 5] = [
    ("alert_cells", "the list of cells is compared with changed areas, which is done once for each changed feed"),
    ("locations", "places are counted by cell once an hour"),
    ("alert_zones", "cells without zones are looked for once a minute, by an anti-join"),
    ("preferences", "users who asked for notifications of air or rain are read page by page"),
    ("users", "users who asked for notifications of air or rain are read page by page"),
];

fn pool(db: &Db) -> Option<&PostgresPool> {
    match db.writer() {
        Pool::Postgres(pool) => Some(pool),
        Pool::Sqlite(_) => {
            println!("not run: SQLite reports no scans");
            None
        }
    }
}

/// Every kind of row that a user has, for many users.
async fn populate(pool: &PostgresPool) {
    let sql = format!(
        "insert into users select gen_random_uuid(), 'p' || i || '@example.net', 1, 'x', 'P', '', '', 'email', 'en', i, i
             from generate_series(1, {USERS}) as i;
         insert into sessions select id, gen_random_uuid(), created_at, 4102444800000, created_at, null, null, '', '' from users;
         insert into refresh_tokens select user_id, gen_random_uuid(), id, null, created_at, expires_at, null from sessions;
         insert into refresh_tokens select user_id, gen_random_uuid(), id, null, created_at, expires_at, 5 from sessions;
         insert into locations (user_id, id, position, name, latitude, longitude, location_type, show_on_homepage,
                 alerts_enabled, geo_source, located_at, created_at, updated_at)
             select id, gen_random_uuid(), n, 'Place', mod(created_at, 120) - 60, mod(created_at, 331) - 165 + n, 'other',
                 true, false, 'user', 1, 1, 1
             from users, generate_series(0, 1) as n;
         insert into preferences select id, '{{}}', 1 from users;
         insert into history (owner_id, id, user_id, name, latitude, longitude, geo_source, searched_at)
             select id, gen_random_uuid(), id, 'Place', 1, n, 'user', 1 from users, generate_series(0, 1) as n;
         insert into identities select id, 'google', id::text, null, null, 1 from users;
         insert into push_devices select 'webpush', id::text, user_id, id, 'p', 'a', 1 from sessions;
         insert into api_tokens select id, gen_random_uuid(), 'Token', 'weather', sha256(id::text::bytea), 1, null from users;
         insert into feeds select user_id, id, sha256(id::text::bytea), 1 from locations;
         insert into passkeys select id, gen_random_uuid(), sha256(id::text::bytea), '{{}}', 'Key', 1, null from users;
         insert into second_factors select id, '', 1, 1 from users;
         insert into recovery_codes select id, sha256(n::text::bytea), 1 from users, generate_series(0, 1) as n;
         insert into briefings select user_id, id, '07:00', 127, 'UTC', true, true, false, 4102444800000, '2100-01-01', null, 0
             from locations;
         insert into thresholds select user_id, id, 'frost', null, null, false, null from locations;
         insert into notifications select gen_random_uuid(), user_id, id, 'Place', 1, 1, 'identity', 'new', 1, 'moderate',
                 null, null, '', 4102444800000 + position from locations;
         insert into notified_alerts select user_id, id, 'identity', 1, 'moderate', 4102444800000, gen_random_uuid(), 4102444800000
             from locations;
         insert into outbox (id, user_id, kind, payload, created_at, due_at, attempts)
             select gen_random_uuid(), id, 'mail', '{{}}', 1, 4102444800000, 0 from users;
         insert into rate_limits select id::text, 1, 4102444800000, 0 from users;
         insert into mail_links select id, 'reset', sha256(id::text::bytea), email, 1, 4102444800000 from users;
         insert into email_reversions select id, sha256(id::text::bytea), email, 1, 4102444800000 from users;
         insert into one_time_values select 'invitation', sha256(id::text::bytea), 'null', 4102444800000 from users;
         insert into visitors select gen_random_uuid(), null, 4102444800000 from users;
         insert into permissions select id, 'granted', 1 from users;
         insert into contact_messages select gen_random_uuid(), id, 'P', email, '', '', 4102444800000 from users;
         insert into alert_cells select i, i, 1, 1, 1, 4102444800000, 4102444800000, 1, '[]' from generate_series(1, {USERS}) as i;
         insert into alert_zones select i, i, '', 4102444800000 from generate_series(1, {USERS}) as i;
         insert into alerts select gen_random_uuid(), 'feed', 'm' || i, 'i' || i, 1, '', '', 1, 4102444800000, false,
                 4102444800000, ''::bytea from generate_series(1, {USERS}) as i;
         insert into alert_links select 'feed', 'https://feed.example/' || i, 4102444800000 from generate_series(1, {USERS}) as i;
         insert into weather_snapshots select i, i, 'simulated', 4102444800000, 1, null, ''::bytea, 0 from generate_series(1, {USERS}) as i;
         insert into weather_ensembles select i, i, 4102444800000, 1, ''::bytea from generate_series(1, {USERS}) as i;
         insert into weather_normals select i, i, 1, 1, ''::bytea from generate_series(1, {USERS}) as i;
         insert into weather_accuracy select i, i, 0, i, i, 4102444800000, ''::bytea from generate_series(1, {USERS}) as i;
         insert into weather_air select i, i, 4102444800000, ''::bytea from generate_series(1, {USERS}) as i;
         analyze"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(pool).await.unwrap();
}

/// A connection, after all others have ended: only then are their statistics complete.
async fn last_connection(app: &TestApp) -> PgConnection {
    let mut connection = PgConnection::connect(&app.database_address()).await.unwrap();
    let others = "select count(*) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()";
    let ended = async { while sqlx::query_scalar::<_, i64>(others).fetch_one(&mut connection).await.unwrap() > 0 {} };
    tokio::time::timeout(Duration::from_secs(60), ended).await.expect("all other connections end");
    connection
}

/// How often each table was read as a whole so far, by connections that have ended.
async fn scans(app: &TestApp) -> BTreeMap<String, i64> {
    let mut connection = last_connection(app).await;
    let sql = "select relname::text, coalesce(seq_scan, 0) from pg_stat_user_tables";
    let rows: Vec<(String, i64)> = sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap();
    rows.into_iter().collect()
}

/// The tables that were read as a whole in between, without the exceptions.
fn read_whole(
    before: &BTreeMap<String, i64>,
    after: &BTreeMap<String, i64>,
    exceptions: &[(&str, &str)],
) -> Vec<String> {
    let is_exception = |table: &String| exceptions.iter().any(|(name, _)| name == table);
    after
        .iter()
        .filter(|(table, count)| before.get(*table) != Some(count) && !is_exception(table))
        .map(|(table, _)| table.clone())
        .collect()
}

async fn use_every_call(app: &TestApp) {
    let ada = app.signed_in("ada").await;
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41});
    let saved = ada.post("/api/locations", &place).await.json();
    let path = format!("/api/locations/{}", saved["location"]["id"].as_str().unwrap());
    ada.put(&path, &json!({"name": "Work"})).await.ok();
    ada.get("/api/locations").await.ok();
    ada.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    ada.post("/api/locations/history", &place).await;
    ada.get("/api/locations/history").await.ok();
    ada.get("/api/user/preferences").await.ok();
    ada.post("/api/user/preferences", &json!({"language": "de"})).await.ok();
    ada.get("/api/notifications").await.ok();
    ada.post("/api/notifications/test", &json!({})).await.ok();
    ada.get("/api/auth/sessions").await.ok();
    let token = ada.post("/api/tokens", &json!({"name": "x", "scopes": ["places"]})).await.json()["token"].clone();
    let bearer = format!("Bearer {}", token.as_str().unwrap());
    app.visitor().get_with("/api/v1/places", &[("authorization", &bearer)]).await.ok();
    ada.get("/api/tokens").await.ok();
    let id = ada.get("/api/locations").await.ok()["locations"][0]["id"].as_str().unwrap().to_owned();
    let feed = ada.put(&format!("/api/feeds/{id}"), &json!({})).await.json()["atom"].as_str().unwrap().to_owned();
    ada.get("/api/feeds").await.ok();
    assert_eq!(app.visitor().get(&feed[feed.find("/feeds/").unwrap()..]).await.status, 200);
    ada.post("/api/auth/refresh", &json!({})).await.ok();
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.visitor().post("/api/auth/login", &json!({"email": "p7@example.net", "password": "wrong"})).await;
    ada.delete(&path).await;
    ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
}

#[tokio::test]
async fn no_call_and_no_job_reads_a_growing_table_as_a_whole() {
    let app = TestApp::start_alone_with(&[]).await;
    let Some(pool) = pool(&app.db) else { return };
    populate(pool).await;
    app.db.close().await;
    let begin = scans(&app).await;

    let calls = app.restart_with(&[]).await;
    use_every_call(&calls).await;
    calls.db.close().await;
    let after_calls = scans(&app).await;
    assert_eq!(read_whole(&begin, &after_calls, &SMALL), Vec::<String>::new(), "by calls");

    let jobs = app.restart_with(&[]).await;
    jobs.deliver().await;
    jobs.run_alerts().await;
    jobs.advance(SignedDuration::from_hours(1));
    jobs.tidy().await;
    jobs.db.close().await;
    let exceptions: Vec<(&str, &str)> = SMALL.into_iter().chain(COUNTED_BY_JOBS).collect();
    assert_eq!(read_whole(&after_calls, &scans(&app).await, &exceptions), Vec::<String>::new(), "by jobs");
}

#[tokio::test]
async fn cells_of_changed_places_and_stored_counts_are_found_by_an_index() {
    let app = TestApp::start_alone_with(&[]).await;
    let Some(pool) = pool(&app.db) else { return };
    populate(pool).await;
    save_place(&app.signed_in("ada").await, "Home", 52.52, 13.41).await;
    app.run_alerts().await;
    app.count_outbox().await;
    app.db.close().await;
    let begin = scans(&app).await;

    let later = app.restart_with(&[("HALCYON_METRICS_LISTEN", "127.0.0.1:0")]).await;
    later.advance(SignedDuration::from_mins(1));
    later.sync_cells().await;
    assert!(later.metrics().await.contains("halcyon_outbox_messages{queue=\"account\"} 4001\n"));
    later.visitor().get("/health/alerts").await.ok();
    later.db.close().await;
    let counted = ("alert_cells", "cells are counted once a minute");
    let exceptions: Vec<(&str, &str)> = SMALL.into_iter().chain([counted]).collect();
    assert_eq!(read_whole(&begin, &scans(&app).await, &exceptions), Vec::<String>::new());
}

/// Transactions that were committed so far; a statement by itself is one.
async fn transactions(app: &TestApp) -> i64 {
    let mut connection = last_connection(app).await;
    let sql = "select xact_commit from pg_stat_database where datname = current_database()";
    sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
}

#[tokio::test]
async fn the_messages_of_many_devices_are_loaded_and_deleted_together() {
    const DEVICES: i64 = 40;
    let (authority, service) = (Authority::start().await, PushService::start().await);
    let settings = browser_settings(&authority);
    let settings = borrowed(&settings);
    let app = TestApp::start_alone_with(&settings).await;
    let Some(pool) = pool(&app.db) else { return };
    let ada = app.signed_in("ada").await;
    register(&app, &ada, &TestBrowser::new(), &service, "/a").await;
    app.deliver().await;
    let copies = "insert into push_devices select kind, token || n, user_id, session_id, p256dh, auth, created_at
         from push_devices, generate_series(2, $1) as n";
    sqlx::query(copies).bind(DEVICES).execute(pool).await.unwrap();
    app.db.close().await;
    let mut committed = Vec::new();
    for is_due in [false, true] {
        let process = app.restart_with(&settings).await;
        if is_due {
            process.persona_of(&ada).post("/api/notifications/test", &json!({})).await.ok();
        }
        let before = transactions_after(&process, &app).await;
        let process = app.restart_with(&settings).await;
        process.deliver().await;
        committed.push(transactions_after(&process, &app).await - before);
    }
    assert_eq!(service.calls().len() as i64, DEVICES);
    let for_devices = committed[1] - committed[0];
    // One for each message would be more; the exact number depends on how many connections are opened.
    assert!(for_devices < DEVICES, "{for_devices} transactions for {DEVICES} messages");
}

async fn transactions_after(process: &TestApp, app: &TestApp) -> i64 {
    process.db.close().await;
    transactions(app).await
}
