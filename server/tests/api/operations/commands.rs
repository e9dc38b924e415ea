//! What an operator types: a backup that is whole and can be restored, and a doctor who names what is wrong.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use serde_json::json;

use super::metrics::value_of;
use crate::support::database::TestDatabase;
use crate::support::issuer::Issuer;
use crate::support::process::run;
use crate::support::{TestApp, borrowed};

const LAST_BACKUP: &str = "halcyon_backup_last_success_timestamp_seconds";

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
    let file = std::fs::metadata(&copy).unwrap();
    assert_eq!(file.permissions().mode() & 0o077, 0, "only its owner may read it");
    let last_success = value_of(&app.metrics().await, LAST_BACKUP).expect("a backup in the metrics");
    let written_at = file.modified().unwrap().duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert!((0.0..60.0).contains(&(last_success - written_at.as_secs_f64().floor())), "{last_success}");

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
    let app = TestApp::start_on(database.clone()).await;
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
    assert_eq!(value_of(&app.metrics().await, LAST_BACKUP), None, "no backup has succeeded");
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
async fn the_doctor_reads_the_discovery_document_of_the_operators_provider() {
    let issuer = Issuer::start().await;
    let database = Arc::new(TestDatabase::fresh().await);
    TestApp::start_on(database.clone()).await;
    let address = database.address();
    let settings = [
        ("DATABASE_URL", address.as_str()),
        ("HALCYON_WEATHER_SOURCES", "simulated"),
        ("HALCYON_ALERT_SOURCES", "none"),
        ("HALCYON_OIDC_ISSUER", &issuer.url),
        ("HALCYON_OIDC_CLIENT_ID", "halcyon"),
        ("HALCYON_OIDC_CLIENT_SECRET", "hunter2"),
        ("HALCYON_OIDC_NAME", "Harbour House"),
    ];
    let (code, said, trouble) = run(&["doctor"], &settings).await;
    assert_eq!(code, 0, "{said}{trouble}");
    assert!(said.contains(&format!("ok    Harbour House ({}) describes itself", issuer.url)), "{said}");

    issuer.describe("issuer", "https://id.example".into());
    let (code, said, trouble) = run(&["doctor"], &settings).await;
    assert_eq!(code, 1, "{said}");
    let wrong = format!(
        "WRONG Harbour House ({}): an answer that cannot be used: its issuer is 'https://id.example', not",
        issuer.url
    );
    assert!(said.contains(&wrong), "{said}");
    assert!(said.contains("Set HALCYON_OIDC_ISSUER exactly"), "{said}");
    issuer.fall_silent(true);
    let (_, said, _) = run(&["doctor"], &settings).await;
    assert!(said.contains("answered 500"), "{said}");
    assert!(!format!("{said}{trouble}").contains("hunter2"));
}

#[tokio::test]
async fn the_doctor_names_everything_that_is_wrong_and_no_secret() {
    let settings = [
        ("HALCYON_MODE", "production"),
        ("HALCYON_PUBLIC_URL", "https://weather.example"),
        ("HALCYON_SECRET_KEY", "kingfishers nest in the banks of slow rivers"),
        ("HALCYON_SMTP_URL", "smtp://me:hunter2@127.0.0.1:1"),
        ("HALCYON_MAIL_FROM", "no-reply@weather.example"),
        ("HALCYON_SUPPORT_EMAIL", "support@weather.example"),
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
    assert_eq!(said.matches("WRONG").count(), 6, "{said}");
    for what in [
        "WRONG no proxy is trusted",
        "WRONG rate limits are off",
        "WRONG PostgreSQL",
        "WRONG mail",
        "WRONG Open-Meteo (127.0.0.1) cannot be reached",
        "WRONG dwd (127.0.0.1) cannot be reached",
    ] {
        assert!(said.contains(what), "{said}");
    }
    assert!(said.contains("See that DATABASE_URL is right"), "{said}");
    assert!(trouble.contains("6 problems found"), "{trouble}");
    assert!(!format!("{said}{trouble}").contains("hunter2"));
}

/// A site in order, that uses no external service.
fn sound_site(folder: &Path) -> Vec<(&'static str, String)> {
    let settings = [
        ("HALCYON_MODE", "production"),
        ("HALCYON_PUBLIC_URL", "https://weather.example"),
        ("HALCYON_SECRET_KEY", "kingfishers nest in the banks of slow rivers"),
        ("HALCYON_SMTP_URL", "none"),
        ("HALCYON_SUPPORT_EMAIL", "support@weather.example"),
        ("HALCYON_TRUSTED_PROXIES", "127.0.0.1"),
        ("HALCYON_WEATHER_SOURCES", "simulated"),
    ];
    let folder = ("HALCYON_DATA_DIR", folder.to_str().unwrap().to_owned());
    settings.into_iter().map(|(name, value)| (name, value.to_owned())).chain([folder]).collect()
}

#[tokio::test]
async fn the_doctor_names_the_cause_of_each_broken_set_up_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let garbage = folder.path().join("garbage.db");
    std::fs::write(&garbage, vec![7; 8192]).unwrap();
    let garbage_url = format!("sqlite://{}", garbage.display());
    let certificate = folder.path().join("cert.pem");
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    let other_key = folder.path().join("key.pem");
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(&other_key, other.signing_key.serialize_pem()).unwrap();
    let (ended, ended_key) = (folder.path().join("ended.pem"), folder.path().join("ended-key.pem"));
    let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_after = rcgen::date_time_ymd(2020, 2, 29);
    let key = rcgen::KeyPair::generate().unwrap();
    std::fs::write(&ended, params.self_signed(&key).unwrap().pem()).unwrap();
    std::fs::write(&ended_key, key.serialize_pem()).unwrap();
    let (certificate, other_key) = (certificate.to_str().unwrap(), other_key.to_str().unwrap());
    let (ended, ended_key) = (ended.to_str().unwrap(), ended_key.to_str().unwrap());
    // The public key of RFC 8291's example with the private key of its browser.
    let public = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    let private = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";

    let broken: [(&[(&str, &str)], &str); 14] = [
        (&[("HALCYON_PUBLIC_URL", "http://weather.example")], "HALCYON_PUBLIC_URL must be an https address"),
        (&[("HALCYON_SUPPORT_EMAIL", "support@localhost")], "HALCYON_SUPPORT_EMAIL is needed in production"),
        (&[("HALCYON_SMTP_URL", "smtp://127.0.0.1:1")], "HALCYON_MAIL_FROM is needed in production"),
        (&[("HALCYON_SECRET_KEY", "short")], "HALCYON_SECRET_KEY must have at least 32 characters"),
        (&[("HALCYON_LISTN", "0.0.0.0:80")], "did you mean HALCYON_LISTEN?"),
        (&[("HALCYON_TRUSTED_PROXIES", "")], "WRONG no proxy is trusted"),
        (&[("HALCYON_RATE_LIMITS", "off")], "WRONG rate limits are off"),
        (&[("HALCYON_DATA_DIR", "/dev/null/data")], "cannot be made in /dev/null"),
        (&[("DATABASE_URL", &garbage_url)], "WRONG SQLite at"),
        (&[("DATABASE_URL", "postgres://me@127.0.0.1:1/halcyon")], "WRONG PostgreSQL: "),
        (
            &[("HALCYON_SMTP_URL", "smtp://127.0.0.1:1"), ("HALCYON_MAIL_FROM", "no-reply@weather.example")],
            "WRONG mail: ",
        ),
        (
            &[("HALCYON_TLS_CERT", certificate), ("HALCYON_TLS_KEY", other_key)],
            "WRONG certificate: HALCYON_TLS_CERT and HALCYON_TLS_KEY do not belong together",
        ),
        (&[("HALCYON_TLS_CERT", ended), ("HALCYON_TLS_KEY", ended_key)], "WRONG certificate: it ended on 2020-02-29"),
        (
            &[("HALCYON_VAPID_PUBLIC_KEY", public), ("HALCYON_VAPID_PRIVATE_KEY", private)],
            "WRONG Web Push: HALCYON_VAPID_PUBLIC_KEY and HALCYON_VAPID_PRIVATE_KEY are not a pair",
        ),
    ];
    let sound = sound_site(folder.path());
    let examine = async |change: &[(&str, &str)]| {
        let mut settings = borrowed(&sound);
        settings.extend(change);
        let (code, said, trouble) = run(&["doctor"], &settings).await;
        (code, format!("{said}{trouble}"))
    };
    let (code, said) = examine(&[]).await;
    assert_eq!(code, 0, "{said}");
    for (change, cause) in broken {
        let (code, said) = examine(change).await;
        assert_eq!(code, 1, "{change:?}: {said}");
        let named = said.lines().filter(|line| line.contains(cause)).count();
        let wrong = said.lines().filter(|line| line.starts_with("WRONG")).count();
        assert_eq!(named, 1, "{change:?}: {said}");
        assert!(wrong <= 1, "nothing else is wrong: {said}");
    }
    let (code, _, trouble) = run(&["--settings", "/nowhere/halcyon.env", "doctor"], &[]).await;
    assert_eq!(code, 1);
    assert!(trouble.contains("the settings file /nowhere/halcyon.env is missing"), "{trouble}");
}
