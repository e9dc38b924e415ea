//! The process: how it starts, what it says about wrong settings, how it stops.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use halcyon::db::Db;
use halcyon::db::outbox::{self, MAIL, MailPayload, Message, Queue};
use jiff::Timestamp;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::support::borrowed;
use crate::support::database::TestDatabase;
use crate::support::mail_server::MailServer;
use crate::support::process::{Process, run};

/// After this a process that says nothing has failed.
const LIMIT: Duration = Duration::from_secs(20);

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

/// Writes a new certificate and its key, and returns a client that trusts no other.
fn write_certificate(folder: &std::path::Path) -> reqwest::Client {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    let root = reqwest::Certificate::from_pem(made.cert.pem().as_bytes()).unwrap();
    reqwest::Client::builder().tls_certs_only([root]).pool_max_idle_per_host(0).build().unwrap()
}

fn tls_files(folder: &std::path::Path) -> [(&'static str, String); 2] {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    [("HALCYON_TLS_CERT", path("cert.pem")), ("HALCYON_TLS_KEY", path("key.pem"))]
}

#[tokio::test]
async fn a_renewed_certificate_is_used_without_a_restart_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let old = write_certificate(folder.path());
    let process = Process::serve(&borrowed(&tls_files(folder.path()))).await;
    let url = format!("https://{}/health/live", process.address);
    assert!(old.get(&url).send().await.is_ok());

    let new = write_certificate(folder.path());
    assert!(new.get(&url).send().await.is_err(), "not before it is read");
    process.signal("HUP").await;
    let began = std::time::Instant::now();
    while new.get(&url).send().await.is_err() {
        assert!(began.elapsed() < LIMIT, "the new certificate is never used");
    }
    assert!(old.get(&url).send().await.is_err());

    std::fs::write(folder.path().join("key.pem"), "no key").unwrap();
    process.signal("HUP").await;
    process.terminate().await;
    assert_eq!(process.exit_code().await, 0, "the signal for a reload ends nothing");
}

/// A service manager may stop it as soon as it says that it is ready.
#[tokio::test]
async fn a_signal_right_after_the_start_is_handled() {
    let stop_at_once = async |_| {
        let process = Process::serve(&[]).await;
        process.signal("HUP").await;
        process.terminate().await;
        process.exit_code().await
    };
    assert_eq!(futures_util::future::join_all((0..4).map(stop_at_once)).await, [0; 4]);
}

/// sd_notify(3): datagrams to the socket that the service manager names.
#[tokio::test]
async fn the_service_manager_learns_of_start_life_and_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = tokio::net::UnixDatagram::bind(&path).unwrap();
    let settings = [("NOTIFY_SOCKET", path.to_str().unwrap()), ("WATCHDOG_USEC", "200000")];
    let process = Process::serve(&settings).await;
    let mut said = std::collections::BTreeSet::new();
    let mut listen = async |word: &str| {
        let mut buffer = [0; 64];
        while !said.contains(word) {
            let received = tokio::time::timeout(LIMIT, socket.recv(&mut buffer)).await;
            let length = received.unwrap_or_else(|_| panic!("{word} never came")).unwrap();
            said.insert(String::from_utf8(buffer[..length].to_vec()).unwrap());
        }
    };
    listen("READY=1").await;
    listen("WATCHDOG=1").await;
    process.terminate().await;
    listen("STOPPING=1").await;
    assert_eq!(process.exit_code().await, 0);
}

#[tokio::test]
async fn with_a_certificate_the_server_speaks_https_and_http_2() {
    let folder = tempfile::tempdir().unwrap();
    let client = write_certificate(folder.path());
    let process = Process::serve(&borrowed(&tls_files(folder.path()))).await;
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

#[tokio::test]
async fn during_shutdown_a_mail_that_is_being_sent_is_finished_and_the_others_are_given_back() {
    let database = Arc::new(TestDatabase::fresh().await);
    let db = Db::connect(&database.url).await.unwrap();
    let payload = MailPayload {
        to: "ada@example.org".to_owned(),
        reply_to: None,
        subject: "Hello".to_owned(),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>".to_owned(),
    };
    for _ in 0..3 {
        outbox::insert(&db, &Message::new(None, MAIL, &payload).unwrap(), Timestamp::now()).await.unwrap();
    }
    let server = MailServer::start().await;
    let held = server.hold();
    let process = Process::serve_on(database.clone(), &[("HALCYON_SMTP_URL", &server.url)]).await;
    while server.mails().is_empty() {
        tokio::task::yield_now().await;
    }

    process.terminate().await;
    while TcpStream::connect(&process.address).await.is_ok() {}
    held.take();

    assert_eq!(process.exit_code().await, 0);
    assert_eq!(server.mails().len(), 1);
    let due = outbox::claim(&db, Queue::Account, None, 10, Timestamp::now()).await.unwrap();
    let attempts: Vec<i64> = due.iter().map(|message| message.attempts).collect();
    assert_eq!(attempts, [1, 1], "at once and for the first time; the one that was sent is not sent again");
}

/// On an open IPv6 address, as [::]:8080, Linux accepts both families.
#[tokio::test]
async fn a_server_on_an_open_ipv6_address_answers_both_families_and_its_health_check() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        return; // The machine has no IPv6.
    }
    let development = ("HALCYON_MODE", "development");
    let process = Process::serve(&[("HALCYON_LISTEN", "[::]:0"), development]).await;
    let port = process.address.strip_prefix("[::]:").expect("an IPv6 address");
    for host in ["[::1]", "127.0.0.1"] {
        let answer = reqwest::get(format!("http://{host}:{port}/health/ready")).await.unwrap();
        assert_eq!(answer.status(), 200, "{host}");
    }
    let (code, _, trouble) = run(&["healthcheck"], &[("HALCYON_LISTEN", &process.address), development]).await;
    assert_eq!(code, 0, "{trouble}");
    let own = Process::serve(&[("HALCYON_LISTEN", "[::1]:0")]).await;
    let (code, _, trouble) = run(&["healthcheck"], &[("HALCYON_LISTEN", &own.address)]).await;
    assert_eq!(code, 0, "{trouble}");
}
