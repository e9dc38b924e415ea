//! What an operator types: a backup that is whole and can be restored, and a doctor who names what is wrong.

use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use axum::Router;
use serde_json::json;

use crate::support::TestApp;
use crate::support::database::TestDatabase;
use crate::support::process::run;

fn place(number: i32) -> serde_json::Value {
    json!({"name": format!("Place {number}"), "latitude": f64::from(number), "longitude": 10.0})
}

#[tokio::test]
async fn a_backup_made_during_writes_is_complete_and_keeps_sessions() {
    let database = Arc::new(TestDatabase::sqlite());
    let app = TestApp::start_on(database.clone()).await;
    let ada = app.signed_in("ada").await;
    for number in 0..10 {
        assert_eq!(ada.post("/api/locations", &place(number)).await.status, 201);
    }
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let (address, arguments) = (database.address(), ["backup", copy.to_str().unwrap()]);
    let settings = [("DATABASE_URL", address.as_str())];
    let backup = run(&arguments, &settings);
    let writing = async {
        for number in 10..60 {
            assert_eq!(ada.post("/api/locations", &place(number)).await.status, 201);
        }
    };
    let ((code, said, trouble), ()) = tokio::join!(backup, writing);
    assert_eq!(code, 0, "{trouble}");
    assert!(said.contains("is whole"), "{said}");
    let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "only its owner may read it");

    // The restore of docs/operations.md: the copy in the database's place, no -wal and -shm of the old one beside it.
    let restored_at = folder.path().join("restored.db");
    std::fs::copy(&copy, &restored_at).unwrap();
    let restored = TestApp::start_on(Arc::new(TestDatabase::at(&restored_at))).await;
    let places = restored.persona_of(&ada).get("/api/locations").await.ok();
    let names: Vec<&str> =
        places["locations"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    for number in 0..10 {
        assert!(names.contains(&format!("Place {number}").as_str()), "written before the backup: {names:?}");
    }
    assert_eq!(restored.persona_of(&ada).post("/api/locations", &place(80)).await.status, 201);
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_leaves_no_half_copy() {
    let database = Arc::new(TestDatabase::sqlite());
    TestApp::start_on(database.clone()).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    std::fs::write(&copy, "precious").unwrap();
    let (code, _, said) = run(&["backup", copy.to_str().unwrap()], &[("DATABASE_URL", &database.address())]).await;
    assert_eq!(code, 1);
    assert!(said.contains("exists already"), "{said}");
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "precious");

    let garbage = folder.path().join("garbage.db");
    std::fs::write(&garbage, vec![7; 8192]).unwrap();
    let target = folder.path().join("never.db");
    let url = format!("sqlite://{}", garbage.display());
    let (code, ..) = run(&["backup", target.to_str().unwrap()], &[("DATABASE_URL", &url)]).await;
    assert_eq!(code, 1);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[tokio::test]
async fn the_doctor_is_content_with_a_service_in_order() {
    let database = Arc::new(TestDatabase::fresh().await);
    TestApp::start_on(database.clone()).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let provider = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new()).await });
    let address = database.address();
    let sources = format!("dwd={provider}/dwd.zip");
    let settings = [
        ("DATABASE_URL", address.as_str()),
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_WEATHER_MEASURED", "off"),
        ("HALCYON_OPEN_METEO_URL", &provider),
        ("HALCYON_NWS_URL", "off"),
        ("HALCYON_ALERT_SOURCES", &sources),
    ];
    let (code, said, trouble) = run(&["doctor"], &settings).await;
    assert_eq!(code, 0, "{said}{trouble}");
    assert!(said.contains("answers and is up to date"), "{said}");
    assert!(said.contains("ok    Open-Meteo (127.0.0.1) can be reached"), "{said}");
    assert!(said.contains("ok    dwd (127.0.0.1) can be reached"), "{said}");
    assert!(said.contains("note  development mode"), "{said}");
}

#[tokio::test]
async fn the_doctor_names_everything_that_is_wrong_and_no_secret() {
    let settings = [
        ("HALCYON_MODE", "production"),
        ("HALCYON_PUBLIC_URL", "https://weather.example"),
        ("HALCYON_SECRET_KEY", "kingfishers nest in the banks of slow rivers"),
        ("HALCYON_SMTP_URL", "smtp://me:hunter2@127.0.0.1:1"),
        ("DATABASE_URL", "postgres://me:hunter2@127.0.0.1:1/halcyon"),
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_WEATHER_MEASURED", "off"),
        ("HALCYON_OPEN_METEO_URL", "http://127.0.0.1:1"),
        ("HALCYON_OPEN_METEO_KEY", "hunter2"),
        ("HALCYON_NWS_URL", "off"),
        ("HALCYON_ALERT_SOURCES", "dwd=https://127.0.0.1:1/hunter2.zip"),
        ("HALCYON_RATE_LIMITS", "off"),
    ];
    let (code, said, trouble) = run(&["doctor"], &settings).await;
    assert_eq!(code, 1);
    assert_eq!(said.matches("WRONG").count(), 5, "{said}");
    for what in [
        "WRONG rate limits are off",
        "WRONG PostgreSQL",
        "WRONG mail",
        "WRONG Open-Meteo (127.0.0.1) cannot be reached",
        "WRONG dwd (127.0.0.1) cannot be reached",
    ] {
        assert!(said.contains(what), "{said}");
    }
    assert!(said.contains("See that DATABASE_URL is right"), "{said}");
    assert!(trouble.contains("5 problems found"), "{trouble}");
    assert!(!format!("{said}{trouble}").contains("hunter2"));
}

#[tokio::test]
async fn the_doctor_refuses_a_production_that_people_cannot_reach_by_https() {
    let settings = [("HALCYON_MODE", "production"), ("HALCYON_PUBLIC_URL", "http://weather.example")];
    let (code, _, said) = run(&["doctor"], &settings).await;
    assert_eq!(code, 1);
    assert!(said.contains("HALCYON_PUBLIC_URL must be an https address in production"), "{said}");
}
