//! Metrics: a listener of their own, every request counted by its pattern, and a dashboard that asks for what exists.

use std::collections::BTreeSet;

use halcyon::db::outbox::{self, Message};
use serde_json::{Value, json};

use crate::alerts::delivery::{Subscribed, subscribed};
use crate::support::app::START;
use crate::support::process::Process;
use crate::support::{TestApp, advance_timers, poll_once};

const ON: (&str, &str) = ("HALCYON_METRICS_LISTEN", "127.0.0.1:0");

pub fn value_of(text: &str, sample: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' ')?.parse().ok())
}

/// The names of all families in a scrape.
fn families(text: &str) -> BTreeSet<&str> {
    text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect()
}

#[tokio::test]
async fn requests_are_counted_by_pattern_method_and_status_and_never_by_path() {
    let app = TestApp::start_alone_with(&[ON]).await;
    let ada = app.signed_in("ada").await;
    ada.delete("/api/locations/0192d3a0-0000-7000-8000-000000000000").await;
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let text = app.metrics().await;
    let requests = |labels: &str| value_of(&text, &format!("halcyon_requests_total{{{labels}}}"));
    assert_eq!(requests(r#"route="/api/auth/register",method="POST",status="201""#), Some(1.0));
    assert_eq!(requests(r#"route="/api/locations/{id}",method="DELETE",status="404""#), Some(1.0));
    assert_eq!(requests(r#"route="/api/weather",method="GET",status="200""#), Some(1.0));
    let took = r#"halcyon_request_seconds_count{route="/api/weather",method="GET"}"#;
    assert_eq!(value_of(&text, took), Some(1.0));
    assert!(!text.contains("0192d3a0") && !text.contains("52.52"), "no id and no place in a label");
}

#[tokio::test]
async fn cached_and_awaited_forecasts_are_counted_separately() {
    let app = TestApp::start_alone_with(&[ON]).await;
    for _ in 0..3 {
        app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    }
    let text = app.metrics().await;
    assert_eq!(value_of(&text, r#"halcyon_weather_reports_total{from="awaited"}"#), Some(1.0));
    assert_eq!(value_of(&text, r#"halcyon_weather_reports_total{from="fresh"}"#), Some(2.0));
}

#[tokio::test]
async fn the_outbox_shows_its_depth_and_the_age_of_its_oldest_message() {
    let app = TestApp::start_alone_with(&[ON]).await;
    app.signed_in("ada").await;
    app.deliver().await;
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.advance(jiff::SignedDuration::from_secs(90));
    let text = app.metrics().await;
    assert_eq!(value_of(&text, r#"halcyon_outbox_messages{queue="account"}"#), Some(1.0));
    assert_eq!(value_of(&text, r#"halcyon_outbox_oldest_seconds{queue="account"}"#), Some(90.0));
    assert_eq!(value_of(&text, r#"halcyon_outbox_messages{queue="notifications"}"#), Some(0.0));
}

#[tokio::test]
async fn a_scrape_uses_the_last_count_of_the_outbox_unless_it_is_older_than_a_minute() {
    let app = TestApp::start_alone_with(&[ON]).await;
    let messages = async || value_of(&app.metrics().await, r#"halcyon_outbox_messages{queue="account"}"#);
    let insert = async || {
        let message = Message::new(None, "no such kind", &json!({})).unwrap();
        outbox::insert(&app.db, &message, app.now()).await.unwrap();
    };
    insert().await;
    app.count_outbox().await;
    insert().await;
    app.advance(jiff::SignedDuration::from_secs(14));
    app.count_outbox().await;
    assert_eq!(messages().await, Some(1.0), "another process has just counted");
    app.advance(jiff::SignedDuration::from_secs(1));
    app.count_outbox().await;
    assert_eq!(messages().await, Some(2.0));
    insert().await;
    app.advance(jiff::SignedDuration::from_secs(60));
    assert_eq!(messages().await, Some(2.0));
    app.advance(jiff::SignedDuration::from_secs(1));
    assert_eq!(messages().await, Some(3.0), "no process counts any more");
}

#[tokio::test]
async fn an_empty_queue_has_no_oldest_message_however_old_its_count_is() {
    let app = TestApp::start_alone_with(&[ON]).await;
    app.count_outbox().await;
    app.advance(jiff::SignedDuration::from_secs(30));
    let text = app.metrics().await;
    assert_eq!(value_of(&text, r#"halcyon_outbox_oldest_seconds{queue="notifications"}"#), Some(0.0));
}

#[tokio::test]
async fn a_message_that_was_given_up_is_counted() {
    let app = TestApp::start_alone_with(&[ON]).await;
    let given_up = async || value_of(&app.metrics().await, r#"halcyon_outbox_given_up_total{queue="account"}"#);
    let message = Message::new(None, "no such kind", &json!({})).unwrap();
    outbox::insert(&app.db, &message, START.parse().unwrap()).await.unwrap();
    for _ in 0..5 {
        app.deliver().await;
        app.advance(jiff::SignedDuration::from_hours(9));
    }
    assert_eq!(given_up().await, Some(0.0), "it is tried once more");
    app.deliver().await;
    assert_eq!(given_up().await, Some(1.0));
    assert_eq!(app.count("outbox").await, 0);
}

#[tokio::test]
async fn a_sent_notification_is_counted_with_its_wait_by_channel() {
    let app = TestApp::start_alone_with(&[ON]).await;
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    ada.post("/api/notifications/test", &json!({})).await.ok();
    app.advance(jiff::SignedDuration::from_secs(90));
    app.deliver().await;
    let text = app.metrics().await;
    let sample = |name: &str| value_of(&text, &format!("halcyon_notification_delay_seconds_{name}"));
    assert_eq!(sample(r#"bucket{channel="mail",le="60"}"#), Some(0.0));
    assert_eq!(sample(r#"bucket{channel="mail",le="120"}"#), Some(1.0));
    assert_eq!(sample(r#"sum{channel="mail"}"#), Some(90.0));
    assert_eq!(sample(r#"count{channel="webpush"}"#), Some(0.0));
}

#[tokio::test]
async fn the_wait_of_a_push_message_is_not_counted_as_that_of_a_mail() {
    let Subscribed { app, ada, service, .. } = subscribed("Home").await;
    ada.post("/api/notifications/test", &json!({})).await.ok();
    app.advance(jiff::SignedDuration::from_secs(20));
    app.deliver().await;
    assert_eq!(service.calls().len(), 1);
    let text = app.metrics().await;
    let sample = |name: &str| value_of(&text, &format!("halcyon_notification_delay_seconds_{name}"));
    assert_eq!(sample(r#"sum{channel="webpush"}"#), Some(20.0));
    assert_eq!(sample(r#"count{channel="webpush"}"#), Some(1.0));
    assert_eq!(sample(r#"count{channel="mail"}"#), Some(0.0));
    assert_eq!(sample(r#"count{channel="onesignal"}"#), Some(0.0));
}

#[tokio::test]
async fn the_last_success_of_a_job_is_a_metric() {
    const SAMPLE: &str = r#"halcyon_job_last_success_timestamp_seconds{job_name="account mails"}"#;
    let app = TestApp::start_alone_with(&[ON]).await;
    assert_eq!(value_of(&app.metrics().await, SAMPLE), None, "it has not run yet");
    let began = jiff::Timestamp::now().as_second() as f64;
    let mut work = Box::pin(app.work());
    assert!(poll_once(&mut work).is_pending());
    // Every second.
    advance_timers(std::time::Duration::from_secs(1)).await;
    let succeeded = async {
        loop {
            if let Some(at) = value_of(&app.metrics().await, SAMPLE) {
                return at;
            }
        }
    };
    let limited = tokio::time::timeout(std::time::Duration::from_secs(20), succeeded);
    let at = tokio::select! {
        () = work => panic!("the jobs ended"),
        at = limited => at.expect("no success is shown"),
    };
    assert!((began..=jiff::Timestamp::now().as_second() as f64).contains(&at), "{at}");
}

#[tokio::test]
async fn the_cache_and_the_wait_for_a_connection_are_measured() {
    let app = TestApp::start_alone_with(&[ON]).await;
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let text = app.metrics().await;
    let known = families(&text);
    assert!(known.contains("halcyon_weather_cache_entries") && known.contains("halcyon_weather_cache_bytes"));
    let waits = text.lines().filter(|line| line.starts_with("halcyon_database_wait_seconds{pool=")).count();
    assert!(waits >= 2, "{waits} pools");
}

#[tokio::test]
async fn the_end_of_our_own_certificate_is_a_metric() {
    let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_after = rcgen::date_time_ymd(2027, 3, 1);
    let key = rcgen::KeyPair::generate().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (certificate_file, key_file) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    std::fs::write(&certificate_file, params.self_signed(&key).unwrap().pem()).unwrap();
    std::fs::write(&key_file, key.serialize_pem()).unwrap();
    let app = TestApp::start_alone_with(&[
        ON,
        ("HALCYON_TLS_CERT", certificate_file.to_str().unwrap()),
        ("HALCYON_TLS_KEY", key_file.to_str().unwrap()),
    ])
    .await;
    let expected: jiff::Timestamp = "2027-03-01T00:00:00Z".parse().unwrap();
    let expiry = value_of(&app.metrics().await, "halcyon_tls_certificate_expiry_timestamp_seconds");
    assert_eq!(expiry, Some(expected.as_second() as f64));
}

#[tokio::test]
async fn a_database_outage_is_reported_and_hides_no_other_metric() {
    let app = TestApp::start_alone_with(&[ON]).await;
    assert_eq!(value_of(&app.metrics().await, "halcyon_database_up"), Some(1.0));
    app.db.close().await;
    let text = app.metrics().await;
    assert_eq!(value_of(&text, "halcyon_database_up"), Some(0.0));
    assert!(families(&text).contains("halcyon_slots_in_use"));
}

#[tokio::test]
async fn every_metric_that_the_dashboard_and_the_alerting_rules_use_exists() {
    let authority = crate::support::feeds::Authority::start().await;
    let feed = authority.german_feed();
    // With traces, which have metrics of their own.
    let traces = ("HALCYON_OTLP_URL", "http://127.0.0.1:9");
    let app = TestApp::start_alone_with(&[ON, ("HALCYON_CAP_FEEDS", feed.as_str()), traces]).await;
    app.run_alerts().await;
    let text = app.metrics().await;
    let known = families(&text);
    let dashboard = include_str!("../../../../deploy/grafana/halcyon.json");
    let dashboard: Value = serde_json::from_str(dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
    let questions: Vec<&str> = targets.map(|target| target["expr"].as_str().unwrap()).collect();
    assert!(assert_known(&questions, &known) > 20);

    let rules = include_str!("../../../../deploy/prometheus/halcyon-alerts.yaml");
    let questions: Vec<&str> = rules.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    assert!(assert_known(&questions, &known) >= 8);
    assert_eq!(value_of(&text, r#"halcyon_alert_check_lag_seconds{check="notify"}"#), Some(0.0));
    // Prometheus gives these labels to everything it scrapes, and renames ours.
    for label in ["{job=", ",job=", "{instance=", ",instance="] {
        assert!(!text.contains(label), "{label}");
    }
    let operations = include_str!("../../../../docs/operations.md");
    for runbook in rules.lines().filter_map(|line| line.trim().strip_prefix("runbook: ")) {
        assert!(operations.contains(&format!("**{runbook}")), "no runbook begins with: {runbook}");
    }
}

/// Every name of a metric in these questions exists; how many there are.
fn assert_known(questions: &[&str], known: &BTreeSet<&str>) -> usize {
    let mut asked = 0;
    for question in questions {
        for name in question.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
            if name.starts_with("halcyon_") || name.starts_with("process_") {
                let family = ["_bucket", "_count"].iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name);
                assert!(known.contains(family), "{name} does not exist: {known:?}");
                asked += 1;
            }
        }
    }
    asked
}

#[tokio::test]
async fn metrics_are_on_their_own_listener_and_nowhere_else() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let process = Process::serve(&[("HALCYON_METRICS_LISTEN", &port.to_string())]).await;
    let scraped = reqwest::get(format!("http://{port}/metrics")).await.unwrap();
    assert_eq!(scraped.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let text = scraped.text().await.unwrap();
    for name in ["halcyon_build_info", "process_resident_memory_bytes", "halcyon_database_connections_open"] {
        assert!(families(&text).contains(name), "{name}");
    }
    let now = jiff::Timestamp::now().as_second() as f64;
    let started = value_of(&text, "process_start_time_seconds").unwrap();
    assert!((now - 600.0..now + 60.0).contains(&started), "{started} is not just before {now}");
    let files = |name| value_of(&text, name).unwrap();
    assert!(files("process_open_fds") < files("process_max_fds"));
    let public = reqwest::get(process.url("/metrics")).await.unwrap();
    assert!(!public.text().await.unwrap().contains("halcyon_build_info"));
}
