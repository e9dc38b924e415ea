//! Two equal applications, one on SQLite and one on PostgreSQL, get the same random calls and jobs: they answer the same and
//! store the same. Halves of a cell, names of several alphabets, ties and full lists are among the calls, because rounding,
//! comparison and order are what the two databases define differently.

use std::sync::Arc;

use halcyon::db::Db;
use halcyon::on_db;
use jiff::SignedDuration;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::alerts::pipeline::storm;
use crate::support::TestApp;
use crate::support::database::TestDatabase;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::{Answer, Persona};

const SEEDS: u64 = 1;
const STEPS: usize = 70;
const USERS: [&str; 3] = ["ada", "grace", "mary"];
const NAMES: [&str; 12] =
    ["a", "B", "ä", "Ä", "İstanbul", "istanbul", "Zürich", "zürich", "日本", "100_%", "o'Neil", "a b  c"];
const SEVERITIES: [&str; 3] = ["Minor", "Moderate", "Severe"];

/// A call, and the saved place that `{id}` in its path stands for, by its position.
struct Call {
    method: &'static str,
    path: String,
    body: Value,
    place: usize,
}

struct Side {
    app: TestApp,
    users: Vec<Persona>,
    visitor: Persona,
}

struct Pair {
    sides: [Side; 2],
    authority: Authority,
    messages: usize,
}

impl Side {
    async fn start(database: TestDatabase, authority: &Authority) -> Side {
        let feed = authority.german_feed();
        let app = TestApp::start_on_with(Arc::new(database), &[("HALCYON_CAP_FEEDS", &feed)]).await;
        let mut users = Vec::new();
        for name in USERS {
            users.push(app.signed_in(name).await);
        }
        // Only confirmed addresses get notifications.
        let confirm = "update users set email_verified_at = created_at";
        on_db!(app.db.writer(), pool => sqlx::query(confirm).execute(pool).await.map(|_| ())).unwrap();
        Side { users, visitor: app.visitor().from("203.0.113.7"), app }
    }

    async fn send(&self, user: Option<usize>, call: &Call) -> Answer {
        let Some(user) = user.map(|number| &self.users[number]) else {
            return self.visitor.post(&call.path, &call.body).await;
        };
        user.post("/api/auth/refresh", &json!({})).await.ok();
        let listed = user.get("/api/locations").await.ok();
        let places = listed["locations"].as_array().unwrap();
        let id = match places.len() {
            0 => "00000000-0000-4000-8000-000000000000",
            count => places[call.place % count]["id"].as_str().unwrap(),
        };
        let path = call.path.replace("{id}", id);
        match call.method {
            "get" => user.get(&path).await,
            "post" => user.post(&path, &call.body).await,
            "put" => user.put(&path, &call.body).await,
            _ => user.delete(&path).await,
        }
    }
}

/// Without what is random: ids, and that of the request.
fn comparable(answer: &Answer) -> (u16, String, Value) {
    let body = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    (answer.status.as_u16(), answer.header("retry-after").to_owned(), without_ids(body))
}

fn without_ids(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| name != "request_id")
            .map(|(name, value)| (name, without_ids(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(without_ids).collect(),
        Value::String(text) if uuid::Uuid::parse_str(&text).is_ok() => json!("id"),
        other => other,
    }
}

/// The rows of a query as text, of one type on both databases.
macro_rules! rows {
    ($db:expr, $row:ty, $sql:expr) => {{
        let rows: Vec<$row> = on_db!($db.reader(), pool => sqlx::query_as($sql).fetch_all(pool).await).unwrap();
        rows.into_iter().map(|row| format!("{row:?}")).collect::<Vec<String>>()
    }};
}

type Text = String;

/// What the tables hold, without ids and secrets, in an order of our own.
async fn stored(db: &Db) -> Vec<(&'static str, Vec<String>)> {
    let mut tables = vec![
        (
            "locations",
            rows!(
                db,
                (Text, i64, Text, f64, f64, i64, i64, bool, i64, i64),
                "select email, position, name, latitude, longitude, cell_latitude_e2, cell_longitude_e2, alerts_enabled,
                     locations.created_at, locations.updated_at from locations join users on users.id = user_id"
            ),
        ),
        (
            "history",
            rows!(
                db,
                (Text, Text, f64, f64, i64),
                "select email, name, latitude, longitude, searched_at from history join users on users.id = user_id"
            ),
        ),
        (
            "alert_cells",
            rows!(
                db,
                (i64, i64, i64, i64, i64, i64, i64, Option<i64>, Text),
                "select latitude_e2, longitude_e2, user_count, location_count, changed_at, due_at, forecast_due_at,
                     forecast_at, hazards from alert_cells"
            ),
        ),
        (
            "alerts",
            rows!(
                db,
                (Text, Text, i64, i64, i64, bool, i64),
                "select feed, identity, revision, sent_at, ends_at, is_open, changed_at from alerts"
            ),
        ),
        (
            "notifications",
            rows!(
                db,
                (Text, Text, f64, Text, Text, i64, Text, Text, i64),
                "select email, place, latitude, identity, event, revision, severity, channels,
                     notifications.created_at from notifications join users on users.id = user_id"
            ),
        ),
        (
            "notified_alerts",
            rows!(
                db,
                (Text, Text, Text, i64, Text, i64, i64),
                "select email, name, identity, revision, severity, ends_at, notified_at from notified_alerts
                     join users on users.id = notified_alerts.user_id
                     join locations on locations.user_id = notified_alerts.user_id and locations.id = location_id"
            ),
        ),
        (
            "thresholds",
            rows!(
                db,
                (Text, Text, Option<f64>, Option<Text>, bool),
                "select name, kind, value, event, is_active from thresholds
                     join locations on locations.user_id = thresholds.user_id and locations.id = location_id"
            ),
        ),
        (
            "rate_limits",
            rows!(db, (Text, i64, i64, i64), "select name, hits, window_ends_at, blocked_until from rate_limits"),
        ),
        (
            "outbox",
            rows!(db, (Text, Text, i64, i64, i64), "select kind, queue, created_at, due_at, attempts from outbox"),
        ),
        (
            "preferences",
            rows!(db, (Text, Text), "select email, document from preferences join users on users.id = user_id"),
        ),
        ("totals", rows!(db, (Text, Text, i64), "select name, counts, counted_at from totals")),
        ("job_leases", rows!(db, (Text, i64), "select name, expires_at from job_leases")),
        (
            "sessions",
            rows!(
                db,
                (Text, i64, i64, i64, Option<i64>),
                "select email, sessions.created_at, expires_at, refreshed_at, revoked_at
                     from sessions join users on users.id = user_id"
            ),
        ),
    ];
    tables.iter_mut().for_each(|(_, rows)| rows.sort());
    tables
}

impl Pair {
    async fn check_stored(&self, when: &str) {
        let [sqlite, postgres] = &self.sides;
        let (here, there) = (stored(&sqlite.app.db).await, stored(&postgres.app.db).await);
        for ((table, here), (_, there)) in here.into_iter().zip(there) {
            assert_eq!(here, there, "{when}: {table} of SQLite and of PostgreSQL");
        }
    }

    async fn call(&self, user: Option<usize>, call: &Call, when: &str) {
        let [sqlite, postgres] = &self.sides;
        let (here, there) = (sqlite.send(user, call).await, postgres.send(user, call).await);
        assert_eq!(comparable(&here), comparable(&there), "{when}: {} {} {}", call.method, call.path, call.body);
    }

    /// Publishes other alerts than before: the former are changed, cancelled or missing.
    fn publish(&mut self, random: &mut SmallRng) {
        let former: Vec<String> = (0..self.messages).map(|number| format!("m{number}")).collect();
        let replaced: Vec<&str> = former.iter().rev().take(2).map(String::as_str).collect();
        let names: Vec<String> =
            (0..random.random_range(0..3)).map(|more| format!("m{}", self.messages + more)).collect();
        self.messages += names.len();
        let messages: Vec<Cap<'_>> = names
            .iter()
            .map(|name| {
                let kind = *["Alert", "Update", "Cancel"].choose(random).unwrap();
                let replaces: &[&str] = if kind == "Alert" { &[] } else { &replaced };
                let now = self.sides[0].app.now();
                let base = storm(name, SEVERITIES.choose(random).unwrap(), 1);
                let (starts, ends) = (now, now + SignedDuration::from_mins(random.random_range(20..600)));
                Cap { kind, replaces, sent: now, starts, ends, ..base }
            })
            .collect();
        self.authority.publish(&messages);
    }

    async fn run_jobs(&self) {
        for side in &self.sides {
            side.app.run_alerts().await;
            side.app.count_outbox().await;
        }
    }
}

fn degrees(random: &mut SmallRng, around: i32) -> f64 {
    let hundredths = random.random_range(-40..40) + around * 100;
    // Half of a cell, to either side of it, or any place: rounded as the caller would write it.
    let more = *[0.5, -0.5, 0.499_99, 0.500_01, random.random_range(-0.5..0.5)].choose(random).unwrap();
    ((f64::from(hundredths) + more) * 1e3).round() / 1e5
}

fn random_call(random: &mut SmallRng) -> Call {
    let name = *NAMES.choose(random).unwrap();
    let south = random.random_bool(0.3);
    let latitude = if south { -degrees(random, 52) } else { degrees(random, 52) };
    let longitude = degrees(random, 13);
    let place =
        json!({"name": name, "latitude": latitude, "longitude": longitude, "alerts_enabled": random.random_bool(0.8)});
    let call = |method, path: &str, body| (method, path.to_owned(), body);
    let (method, path, body) = match random.random_range(0..14) {
        0..4 => call("post", "/api/locations", place),
        4 => call("put", "/api/locations/{id}", json!({"position": random.random_range(0..6)})),
        5 => call("put", "/api/locations/{id}", json!({"name": name, "latitude": latitude, "longitude": longitude})),
        6 => call("delete", "/api/locations/{id}", Value::Null),
        7 | 8 => {
            call("post", "/api/locations/history", json!({"name": name, "latitude": latitude, "longitude": longitude}))
        }
        9 => call("get", "/api/locations/history", Value::Null),
        10 => {
            let value = f64::from(random.random_range(40..400)) / 10.0;
            let thresholds = json!([{"kind": "wind", "value": value}, {"kind": "frost"}]);
            call("put", "/api/thresholds/{id}", json!({"thresholds": thresholds}))
        }
        11 => {
            let severity = *["info", "moderate", "severe"].choose(random).unwrap();
            let settings = json!({"enabled": true, "email": random.random_bool(0.5), "minSeverity": severity});
            call("post", "/api/user/preferences", json!({"notifications": settings}))
        }
        12 => call("get", "/api/auth/sessions", Value::Null),
        _ => call("get", "/api/locations", Value::Null),
    };
    Call { method, path, body, place: random.random_range(0..100) }
}

#[tokio::test]
async fn both_databases_answer_and_store_the_same() {
    if std::env::var("TEST_POSTGRES_URL").is_err() {
        println!("not run: there is one database only");
        return;
    }
    for seed in 0..SEEDS {
        let mut random = SmallRng::seed_from_u64(seed);
        let authority = Authority::start().await;
        let sqlite = Side::start(TestDatabase::sqlite(), &authority).await;
        let postgres = Side::start(TestDatabase::fresh().await, &authority).await;
        let mut pair = Pair { sides: [sqlite, postgres], authority, messages: 0 };
        for step in 0..STEPS {
            let when = format!("seed {seed}, step {step}");
            let user = random.random_range(0..USERS.len());
            pair.call(Some(user), &random_call(&mut random), &when).await;
            if random.random_bool(0.2) {
                // A wait that grows, by the arithmetic of the statement.
                let wrong = json!({"email": "ada@example.org", "password": "not this one"});
                let call = Call { method: "post", path: "/api/auth/login".to_owned(), body: wrong, place: 0 };
                pair.call(None, &call, &when).await;
            }
            if random.random_bool(0.15) {
                pair.publish(&mut random);
                pair.run_jobs().await;
                pair.check_stored(&when).await;
            }
            let seconds = *[1, 7, 61, 400, 2_000].choose(&mut random).unwrap();
            pair.sides.iter().for_each(|side| side.app.advance(SignedDuration::from_secs(seconds)));
        }
        for side in &pair.sides {
            side.app.deliver().await;
            side.app.tidy().await;
        }
        pair.check_stored(&format!("seed {seed}, at the end")).await;
        let [sqlite, _] = &pair.sides;
        assert!(sqlite.app.count("notifications").await > 0, "seed {seed}: no notification was compared");
    }
}
