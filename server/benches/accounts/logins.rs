//! Logins: how close they come to what Argon2 alone allows, and what many at once cost in memory and weather latency.

use std::sync::Arc;
use std::time::{Duration, Instant};

use argon2::{Algorithm, Argon2, Params, Version};

use crate::load::{Limit, Server, beside, median};

const ROUNDS: usize = 3;
const LOGINS: usize = 160;
const RUSH: usize = 64;
/// Enough for the slowest percent to be more than a single delay of the host.
const ASKED: usize = 4_000;
const PASSWORD: &str = "kingfisher on a branch";
/// As every browser asks: without compression the server decompresses the report for each request.
const WEATHER: &str =
    "GET /api/weather?latitude=52.52&longitude=13.41 HTTP/1.1\r\nhost: bench\r\naccept-encoding: gzip, br\r\n\r\n";

pub async fn measure(database: &str, data: &str) -> anyhow::Result<()> {
    let server = Server::start("accounts", &[("HALCYON_BENCH_DATABASE", database), ("HALCYON_BENCH_DATA", data)]);
    let body = format!(r#"{{"email":"ada@example.org","password":"{PASSWORD}"}}"#);
    let post = |path: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    server.ask(&post("/api/auth/register")).await;
    let login = vec![post("/api/auth/login")];
    println!("\nlogins on SQLite");

    let (mut alone, mut logins) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(argon2_alone());
        logins.push(server.load_each(&login, 200, 8, LOGINS).await.per_second);
    }
    let (alone, logins) = (median(alone), median(logins));
    println!("  Argon2 alone {alone:.1} per second, logins {logins:.1} per second");
    beside("logins as a share of what Argon2 alone allows", 100.0 * logins / alone, "%", Limit::AtLeast(90.0));

    let server = Arc::new(server);
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    server.forget_peak();
    let before = server.resident_bytes();
    for _ in 0..ROUNDS {
        quiet.push(slowest_percent(&server).await);
        let rush = tokio::spawn({
            let (server, login) = (Arc::clone(&server), login.clone());
            async move { server.load_each(&login, 200, RUSH, RUSH * 3).await }
        });
        busy.push(slowest_percent(&server).await);
        rush.await?;
    }
    let added = server.peak_bytes().saturating_sub(before) as f64 / (1024.0 * 1024.0);
    beside("additional memory for 64 concurrent logins", added, "MiB", Limit::AtMost(60.0));
    let (quiet, busy) = (median(quiet), median(busy));
    println!("  weather p99 {:.2} ms without logins, {:.2} ms during many logins", quiet * 1e3, busy * 1e3);
    beside("weather p99 during many logins", busy / quiet, "times", Limit::AtMost(3.0));
    Ok(())
}

/// The same parameters on both cores, with nothing around them.
fn argon2_alone() -> f64 {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let argon2 = Argon2::new(
                    Algorithm::Argon2id,
                    Version::V0x13,
                    Params::new(19 * 1024, 2, 1, Some(32)).expect("valid"),
                );
                for _ in 0..LOGINS / threads {
                    let mut hash = [0_u8; 32];
                    argon2.hash_password_into(PASSWORD.as_bytes(), b"a salt of 16 byt", &mut hash).expect("a hash");
                    std::hint::black_box(hash);
                }
            });
        }
    });
    (LOGINS / threads * threads) as f64 / began.elapsed().as_secs_f64()
}

/// The 99th percentile of the time for a cached report, in seconds.
async fn slowest_percent(server: &Server) -> f64 {
    let mut waits: Vec<Duration> = Vec::new();
    let mut line = server.line().open().await;
    for _ in 0..ASKED {
        let began = Instant::now();
        line.ask(WEATHER).await;
        waits.push(began.elapsed());
    }
    waits.sort_unstable();
    waits[ASKED * 99 / 100].as_secs_f64()
}
