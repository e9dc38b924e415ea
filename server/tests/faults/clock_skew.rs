//! Two processes on one database, on machines whose clocks are minutes apart: neither takes what the other one holds, and a
//! session of one is valid at the other.

use std::sync::Arc;

use halcyon::db::Db;
use halcyon::db::outbox::{self, MAIL, MailPayload, Message};
use jiff::Timestamp;

use crate::support::database::TestDatabase;
use crate::support::mail_server::MailServer;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

/// More than a lease lasts, so that one that is held looks ended.
const APART: [&str; 2] = ["+300s", "-300s"];

fn mail() -> Message {
    let payload = MailPayload {
        to: "ada@example.org".to_owned(),
        reply_to: None,
        subject: "Hello".to_owned(),
        text: "Hello".to_owned(),
        html: "<p>Hello</p>".to_owned(),
    };
    Message::new(None, MAIL, &payload).unwrap()
}

/// How often the job that sends account mails has run.
async fn runs(metrics: &str) -> u64 {
    let text = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    let sample = "halcyon_job_runs_total{job_name=\"account mails\",outcome=\"done\"} ";
    text.lines().find_map(|line| line.strip_prefix(sample)?.parse().ok()).unwrap_or(0)
}

/// Bound and released: the system does not assign the port again so soon.
fn free_address() -> String {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[tokio::test]
async fn processes_whose_clocks_are_minutes_apart_send_nothing_twice_and_share_sessions() {
    let (Ok(library), Ok(_)) = (std::env::var("TEST_FAKETIME"), std::env::var("TEST_POSTGRES_URL")) else {
        println!("not run: TEST_FAKETIME names no library, or processes do not share a SQLite file");
        return;
    };
    for apart in APART {
        let database = Arc::new(TestDatabase::fresh().await);
        let db = Db::connect(&database.url).await.unwrap();
        db.migrate().await.unwrap();
        let server = MailServer::start().await;
        let held = server.hold();
        let metrics = free_address();
        let sends = ("HALCYON_SMTP_URL", server.url.as_str());
        let settings: Vec<(&str, &str)> = SETTINGS.into_iter().chain([sends]).collect();
        outbox::insert(&db, &mail(), Timestamp::now()).await.unwrap();
        let right = Process::serve_on(database.clone(), &settings).await;
        while server.mails().is_empty() {
            tokio::task::yield_now().await;
        }

        let wrong: Vec<(&str, &str)> = settings
            .iter()
            .copied()
            .chain([
                ("LD_PRELOAD", library.as_str()),
                ("FAKETIME", apart),
                ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
                ("HALCYON_METRICS_LISTEN", metrics.as_str()),
            ])
            .collect();
        let wrong = Process::serve_on(database.clone(), &wrong).await;
        while runs(&metrics).await < 3 {
            assert_eq!(server.mails().len(), 1, "{apart}: what another process sends is left to it");
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        assert_eq!(server.mails().len(), 1, "{apart}: what another process sends is left to it");
        held.take();

        let at = addresses(&[&right.address, &wrong.address]);
        let writers = Writers::sign_up(&at).await;
        writers.check(&addresses(&[&wrong.address, &right.address])).await;
    }
}
