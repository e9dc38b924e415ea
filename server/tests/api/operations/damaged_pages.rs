//! A SQLite file with one damaged page, of each kind: no backup takes it for sound, the doctor names it, and what does
//! not need the page goes on.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use halcyon::settings::DatabaseUrl;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use crate::support::TestApp;
use crate::support::database::TestDatabase;
use crate::support::persona::Persona;
use crate::support::process::run;

/// So many places have pages of every kind: table and index, interior and leaf.
const PLACES: i32 = 100;
/// Of two bytes each: a message this long needs two pages beside its row's.
const MESSAGE_LENGTH: usize = 5_000;
const PAGE_BYTES: usize = 4096;

/// A page of each kind in the tables of the test: its table or index and the kind, and the number of the page. Of the
/// overflow pages the first of a row, because nothing reads where the last one points to.
async fn pages_of_each_kind(file: &Path) -> BTreeMap<(String, String), usize> {
    let mut connection: SqliteConnection =
        SqliteConnectOptions::new().filename(file).read_only(true).connect().await.unwrap();
    let pages: Vec<(String, String, i64)> = sqlx::query_as(
        "select dbstat.name, pagetype, min(pageno) from dbstat join sqlite_schema on sqlite_schema.name = dbstat.name
         where tbl_name in ('locations', 'contact_messages') and (pagetype <> 'overflow' or path like '%+000000')
         group by dbstat.name, pagetype",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    pages.into_iter().map(|(name, kind, page)| ((name, kind), page as usize)).collect()
}

/// The first byte is the kind of a page of a tree, and the highest byte of an overflow page's next page.
/// https://sqlite.org/fileformat2.html
fn damage(content: &[u8], page: usize) -> Vec<u8> {
    let mut damaged = content.to_vec();
    damaged[(page - 1) * PAGE_BYTES] ^= 0xff;
    damaged
}

async fn save_places(ada: &Persona) {
    for number in 0..PLACES {
        let (name, address) = (format!("Place {number}"), "x".repeat(300));
        let place = json!({"name": name, "address": address, "latitude": f64::from(number - 50), "longitude": 10.0});
        assert_eq!(ada.post("/api/locations", &place).await.status, 201);
    }
}

#[tokio::test]
async fn a_damaged_page_is_found_by_backup_and_doctor_and_stops_only_what_needs_it() {
    let database = Arc::new(TestDatabase::sqlite());
    let app = TestApp::start_on(database.clone()).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_places(&ada).await;
    let message =
        json!({"name": "Ada", "email": "ada@example.org", "subject": "Hi", "message": "ü".repeat(MESSAGE_LENGTH)});
    ada.post("/api/contact", &message).await.ok();
    app.db.close().await;
    let DatabaseUrl::Sqlite(source) = &database.url else { unreachable!() };
    let content = std::fs::read(source).unwrap();
    let pages = pages_of_each_kind(source).await;
    let kinds: Vec<&str> = pages.keys().map(|(_, kind)| kind.as_str()).collect();
    for kind in ["internal", "leaf", "overflow"] {
        assert!(kinds.contains(&kind), "{pages:?}");
    }

    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    for ((name, kind), page) in pages {
        let file = folder.path().join(format!("{page}.db"));
        std::fs::write(&file, damage(&content, page)).unwrap();
        let damaged = Arc::new(TestDatabase::at(&file));
        let address = damaged.address();
        let settings = [("DATABASE_URL", address.as_str())];

        let (code, _, said) = run(&["backup", copy.to_str().unwrap()], &settings).await;
        assert!(code == 1 && !copy.exists(), "{name} {kind}: {said}");
        let (code, said, trouble) = run(&["doctor"], &settings).await;
        assert!(code == 1 && said.contains("damaged"), "{name} {kind}: {said} {trouble}");

        let app = TestApp::start_on(damaged).await;
        let read = app.persona_of(&ada).get("/api/locations").await.status;
        assert!([StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE].contains(&read), "{name} {kind}: {read}");
        assert_eq!(app.persona_of(&bob).get("/api/auth/me").await.status, StatusCode::OK, "{name} {kind}");
        let weather = app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await;
        assert_eq!(weather.status, StatusCode::OK, "{name} {kind}");
    }
}
