//! Weather: the cost of a cached report compared with a bare handler, of assembling a report, and the memory per place.
//!
//! The CPU time of the server process is the reliable figure; requests per second depend on other processes.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use bytes::Bytes;
use halcyon::app::App;
use halcyon::clock::Clock;
use halcyon::mail::mailer::Mailer;
use halcyon::serve::serve;
use halcyon::settings::Settings;
use halcyon::weather;
use jiff::Timestamp;

use crate::load::{Cost, Limit, Server, beside, median};

const CONNECTIONS: usize = 64;
const REQUESTS: usize = 40_000;
const ROUNDS: usize = 5;
const PLACES: usize = 50_000;
/// How many places one request names.
const BATCH: usize = 20;
const TARGET: &str = "/api/weather?latitude=52.52&longitude=13.41";

/// The whole application as in production, on simulated weather.
pub async fn serve_halcyon() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    serve(application(&folder).await?, |address| println!("{address}")).await
}

/// The weather endpoints alone, to separate their cost from that of the common layers.
pub async fn serve_slice() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let app = application(&folder).await?;
    let (router, _) = weather::routes::<App>().split_for_parts();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(axum::serve(listener, router.with_state(app)).await?)
}

async fn application(folder: &tempfile::TempDir) -> anyhow::Result<App> {
    let data = folder.path().display().to_string();
    let pairs = BTreeMap::from([
        ("HALCYON_WEATHER_SOURCES", "simulated"),
        ("HALCYON_RATE_LIMITS", "off"),
        ("HALCYON_WEATHER_FRESH_SECONDS", "86400"),
        // More than all places need, so that none is dropped.
        ("HALCYON_WEATHER_CACHE_MB", "4096"),
        // An alert service that never answers, so that every request looks up alerts.
        ("HALCYON_NWS_URL", "http://127.0.0.1:9"),
        ("HALCYON_ALERT_SOURCES", "none"),
        ("HALCYON_LISTEN", "127.0.0.1:0"),
        ("HALCYON_DATA_DIR", data.as_str()),
    ]);
    let settings = Settings::from_pairs(BTreeMap::new(), pairs).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let mailer = Mailer::memory("Halcyon <no-reply@halcyon.example>".parse()?);
    App::start(settings, Clock::System, mailer).await
}

/// A handler that only returns the bytes, with nothing around it.
pub async fn serve_bare() -> anyhow::Result<()> {
    let bytes = Bytes::from(std::fs::read(std::env::var("HALCYON_BENCH_BODY")?)?);
    let handler = move || {
        let bytes = bytes.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], bytes) }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(axum::serve(listener, Router::new().fallback(get(handler))).await?)
}

pub async fn measure() -> anyhow::Result<()> {
    let halcyon = Server::start("weather", &[]);
    println!("weather, {CONNECTIONS} connections, {ROUNDS} rounds of {REQUESTS} requests, median");
    for encoding in ["br", "gzip"] {
        compare(&halcyon, encoding).await?;
    }
    without_compression(&halcyon).await;
    embeds(&halcyon).await;
    assembling()?;
    memory(&halcyon).await;
    Ok(())
}

async fn compare(halcyon: &Server, encoding: &str) -> anyhow::Result<()> {
    let request =
        |extra: &str| format!("GET {TARGET} HTTP/1.1\r\nhost: bench\r\naccept-encoding: {encoding}\r\n{extra}\r\n");
    let plain = request("");
    let (head, body) = halcyon.ask(&plain).await;
    let etag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap_or_default();
    let known = request(&format!("if-none-match: {etag}\r\n"));
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), &body)?;
    let bare = Server::start("weather-bare", &[("HALCYON_BENCH_BODY", &file.path().display().to_string())]);

    let slice = Server::start("weather-slice", &[]);
    slice.ask(&plain).await;
    let small = plain.replacen(TARGET, "/health/live", 1);

    let (mut ours, mut theirs, mut unchanged) = (Vec::new(), Vec::new(), Vec::new());
    let (mut alone, mut layers) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(bare.load(&plain, 200, CONNECTIONS, REQUESTS).await);
        alone.push(slice.load(&plain, 200, CONNECTIONS, REQUESTS).await);
        layers.push(halcyon.load(&small, 200, CONNECTIONS, REQUESTS).await);
        ours.push(halcyon.load(&plain, 200, CONNECTIONS, REQUESTS).await);
        unchanged.push(halcyon.load(&known, 304, CONNECTIONS, REQUESTS).await);
    }
    let cpu = |costs: &[Cost]| median(costs.iter().map(|cost| cost.cpu_micros).collect());
    let rate = |costs: &[Cost]| median(costs.iter().map(|cost| cost.per_second).collect());
    println!("\n{encoding}, {} bytes", body.len());
    println!("  bare handler    {:6.1} µs CPU  {:7.0} requests/s", cpu(&theirs), rate(&theirs));
    println!("  slice alone     {:6.1} µs CPU  {:7.0} requests/s", cpu(&alone), rate(&alone));
    println!(
        "  /health/live    {:6.1} µs CPU  {:7.0} requests/s, through the same layers",
        cpu(&layers),
        rate(&layers)
    );
    println!("  cached report   {:6.1} µs CPU  {:7.0} requests/s", cpu(&ours), rate(&ours));
    println!("  304             {:6.1} µs CPU  {:7.0} requests/s", cpu(&unchanged), rate(&unchanged));
    beside("CPU of the slice alone to bare", cpu(&alone) / cpu(&theirs), "times", Limit::AtMost(1.5));
    beside("CPU of a cached report to bare", cpu(&ours) / cpu(&theirs), "times", Limit::AtMost(1.5));
    beside("requests/s of bare", 100.0 * rate(&ours) / rate(&theirs), "%", Limit::AtLeast(75.0));
    beside("CPU of a 304 to the cached report", cpu(&unchanged) / cpu(&ours), "times", Limit::AtMost(1.0));
    Ok(())
}

/// A site with many readers shows an embed: it must cost no more than the report that it is made from.
async fn embeds(halcyon: &Server) {
    let request = |target: &str| format!("GET {target} HTTP/1.1\r\nhost: bench\r\naccept-encoding: identity\r\n\r\n");
    let report = request(TARGET);
    for path in ["/embed", "/embed.svg", "/embed.png"] {
        let embed = request(&format!("{path}?lat=52.52&lon=13.41&name=Berlin&view=week&lang=en"));
        let (_, body) = halcyon.ask(&embed).await;
        let (mut reports, mut embeds) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            reports.push(halcyon.load(&report, 200, CONNECTIONS, REQUESTS).await.cpu_micros);
            embeds.push(halcyon.load(&embed, 200, CONNECTIONS, REQUESTS).await.cpu_micros);
        }
        let (reports, embeds) = (median(reports), median(embeds));
        println!("\n{path}, {} bytes: {embeds:.1} µs CPU; its report: {reports:.1} µs", body.len());
        beside("CPU of an embed to its report", embeds / reports, "times", Limit::AtMost(1.0));
    }
}

/// For clients that accept no compression, which send many times the bytes.
async fn without_compression(halcyon: &Server) {
    let request =
        |encoding: &str| format!("GET {TARGET} HTTP/1.1\r\nhost: bench\r\naccept-encoding: {encoding}\r\n\r\n");
    let (_, body) = halcyon.ask(&request("identity")).await;
    let (mut plain, mut compressed) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        compressed.push(halcyon.load(&request("br"), 200, CONNECTIONS, REQUESTS).await.cpu_micros);
        plain.push(halcyon.load(&request("identity"), 200, CONNECTIONS, REQUESTS).await.cpu_micros);
    }
    let (plain, compressed) = (median(plain), median(compressed));
    println!("\nwithout compression, {} bytes: {plain:.1} µs CPU, compressed {compressed:.1} µs", body.len());
    beside("CPU of a report without compression", plain / compressed, "times", Limit::AtMost(3.0));
}

/// From a provider's answer to the report.
fn assembling() -> anyhow::Result<()> {
    let now = Timestamp::now();
    let body = sixteen_days(now);
    let began = Instant::now();
    let times = 300;
    for _ in 0..times {
        weather::report_from_open_meteo(&body, 52.52, 13.41, now)?;
    }
    let millis = began.elapsed().as_secs_f64() * 1e3 / f64::from(times);
    println!("\nassembling a report from {} bytes", body.len());
    beside("from a 16-day answer to a report", millis, "ms", Limit::AtMost(2.0));
    Ok(())
}

/// Fills the cache with places all over the world and reads the memory of the process.
async fn memory(halcyon: &Server) {
    let before = halcyon.own_bytes();
    let fill = async |first: usize| {
        for first in (first..PLACES).step_by(2 * BATCH) {
            let places: Vec<String> = (first..first + BATCH).map(place).collect();
            let path = format!("/api/weather/batch?places={}", places.join(";"));
            halcyon.ask(&format!("GET {path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n")).await;
        }
    };
    tokio::join!(fill(0), fill(BATCH));
    let each = halcyon.own_bytes().saturating_sub(before) as f64 / PLACES as f64;
    println!("\nmemory: {:.1} KiB for each of {PLACES} places", each / 1024.0);
    let all = halcyon.resident_bytes() as f64 / (1024.0 * 1024.0);
    beside("50,000 places", all, "MiB", Limit::AtMost(1024.0));
}

fn place(index: usize) -> String {
    let latitude = -60.0 + (index * 37 % 1200) as f64 * 0.1;
    let longitude = -179.0 + (index * 53 % 3580) as f64 * 0.1;
    format!("{latitude:.2},{longitude:.2}")
}

/// An Open-Meteo answer with all requested variables and varying numbers.
fn sixteen_days(now: Timestamp) -> Vec<u8> {
    let start = now.as_second().div_euclid(86_400) * 86_400;
    let column = |count: usize, base: f64, swing: f64| -> Vec<f64> {
        (0..count).map(|index| ((base + swing * (index as f64 / 3.8).sin()) * 10.0).round() / 10.0).collect()
    };
    let hours = |base: f64, swing: f64| column(384, base, swing);
    let times: Vec<i64> = (0..384).map(|hour| start + hour * 3600).collect();
    serde_json::json!({
        "latitude": 52.52, "longitude": 13.41, "elevation": 38.0, "timezone": "Europe/Berlin", "utc_offset_seconds": 3600,
        "current": {"time": now.as_second(), "temperature_2m": 10.0, "weather_code": 3, "wind_speed_10m": 3.0},
        "hourly": {
            "time": times, "temperature_2m": hours(10.0, 8.0), "apparent_temperature": hours(8.0, 9.0),
            "relative_humidity_2m": hours(70.0, 20.0), "dew_point_2m": hours(5.0, 4.0), "precipitation": hours(1.0, 1.0),
            "snowfall": hours(0.0, 0.0), "precipitation_probability": hours(50.0, 45.0),
            "weather_code": vec![61; 384], "cloud_cover": hours(50.0, 50.0), "pressure_msl": hours(1013.0, 12.0),
            "visibility": hours(15_000.0, 9_000.0), "wind_speed_10m": hours(6.0, 5.0),
            "wind_direction_10m": hours(180.0, 170.0), "wind_gusts_10m": hours(10.0, 8.0), "uv_index": hours(2.0, 2.0)
        },
        "minutely_15": {
            "time": (0..32).map(|index| now.as_second() + index * 900).collect::<Vec<i64>>(), "precipitation": column(32, 0.5, 0.5)
        },
        "daily": {"time": [start]}
    })
    .to_string()
    .into_bytes()
}
