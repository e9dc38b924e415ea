//! The process: how it starts, what it says about wrong settings, how it stops.

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::process::{Process, run};

#[tokio::test]
async fn serve_says_where_it_is_and_answers_there() {
    let process = Process::serve(&[]).await;
    let answer = reqwest::get(process.url("/health/ready")).await.unwrap();
    assert_eq!(answer.status(), 200);
    let (code, _, _) = run(&["healthcheck"], &[("HALCYON_LISTEN", &process.address)]).await;
    assert_eq!(code, 0);
    process.terminate().await;
    assert_eq!(process.exit_code().await, 0);
}

#[tokio::test]
async fn serve_names_every_wrong_setting_and_does_not_start() {
    let wrong = [("HALCYON_LISTEN", "nowhere"), ("HALCYON_WEATHER_CACHE_MB", "much"), ("HALCYON_COLOUR", "blue")];
    let (code, _, said) = run(&["serve"], &wrong).await;
    assert_eq!(code, 1);
    for name in ["HALCYON_LISTEN", "HALCYON_WEATHER_CACHE_MB", "HALCYON_COLOUR"] {
        assert!(said.contains(name), "{said}");
    }
}

#[tokio::test]
async fn config_shows_the_settings_in_force_and_masks_secrets() {
    let secrets = [
        ("HALCYON_OPEN_METEO_KEY", "hunter2"),
        ("DATABASE_URL", "postgres://me:hunter2@db.example/halcyon"),
        ("HALCYON_LOG", "debug"),
    ];
    let (code, shown, _) = run(&["config"], &secrets).await;
    assert_eq!(code, 0);
    assert!(shown.contains("HALCYON_LOG=debug\n"));
    assert!(shown.contains("HALCYON_OPEN_METEO_KEY=***\n"));
    assert!(shown.contains("DATABASE_URL=postgres://me:***@db.example/halcyon\n"));
    assert!(!shown.contains("hunter2"));
}

#[tokio::test]
async fn migrate_twice_is_the_same_as_once() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/halcyon.db", folder.path().display());
    for _ in 0..2 {
        assert_eq!(run(&["migrate"], &[("DATABASE_URL", &url)]).await.0, 0);
    }
}

#[tokio::test]
async fn with_a_certificate_the_server_speaks_https_and_http_2() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    let (certificate, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    std::fs::write(&certificate, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let files = [("HALCYON_TLS_CERT", certificate.to_str().unwrap()), ("HALCYON_TLS_KEY", key.to_str().unwrap())];
    let process = Process::serve(&files).await;
    let root = reqwest::Certificate::from_pem(made.cert.pem().as_bytes()).unwrap();
    let client = reqwest::Client::builder().tls_certs_only([root]).build().unwrap();
    let answer = client.get(format!("https://{}/health/live", process.address)).send().await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.version()), (200, reqwest::Version::HTTP_2));
    assert!(answer.headers().contains_key("strict-transport-security"));
}

/// A weather provider that responds only when released, and reports when it was called.
async fn held_provider() -> (String, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let (asked, was_asked) = mpsc::channel(8);
    let (release, released) = mpsc::channel(8);
    let released = std::sync::Arc::new(tokio::sync::Mutex::new(released));
    let hold = move || {
        let (asked, released) = (asked.clone(), released.clone());
        async move {
            let _ = asked.send(()).await;
            let _ = released.lock().await.recv().await;
            (axum::http::StatusCode::BAD_REQUEST, r#"{"error":true,"reason":"held"}"#)
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(get(hold))).await });
    (url, was_asked, release)
}

#[tokio::test]
async fn a_request_in_flight_is_answered_during_shutdown() {
    let (provider, mut was_asked, release) = held_provider().await;
    let process = Process::serve(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo,simulated"),
        ("HALCYON_OPEN_METEO_URL", &provider),
        ("HALCYON_WEATHER_CONFIDENCE", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
        ("HALCYON_WEATHER_MEASURED", "off"),
    ])
    .await;
    let url = process.url("/api/weather?latitude=52.52&longitude=13.41");
    let mut answer = tokio::spawn(async move { reqwest::get(url).await });
    tokio::select! {
        _ = was_asked.recv() => {}
        early = &mut answer => panic!("answered without asking the provider: {early:?}"),
    }

    process.terminate().await;
    release.send(()).await.unwrap();

    assert_eq!(answer.await.unwrap().expect("the answer must not be lost").status(), 200);
    assert_eq!(process.exit_code().await, 0);
}
