//! The rain map: the cost of a tile compared with a cached report, and how much data a picture and an animation are.

use serde_json::Value;

use crate::load::{Cost, Limit, Server, beside, median};

const CONNECTIONS: usize = 64;
const REQUESTS: usize = 40_000;
const ROUNDS: usize = 5;
const WEATHER: &str = "/api/weather?latitude=52.52&longitude=13.41";
const KILOBYTE: f64 = 1000.0;
/// The zoom level of rain and of land around a place.
const ZOOM: u32 = 6;

/// What a phone shows: the tile of a place and the three neighbours at its nearest corner.
struct View {
    latitude: f64,
    longitude: f64,
    tiles: [(u32, u32); 4],
}

pub async fn measure() -> anyhow::Result<()> {
    let halcyon = Server::start("weather", &[]);
    println!("\nrain map, simulated rain, views of four tiles");
    let (mut first, mut animation, mut wet) = (0_usize, 0_usize, None);
    for index in 0..40 {
        let view = View::of(-50.0 + f64::from(index % 10) * 11.3, -170.0 + f64::from(index / 10) * 87.0);
        let (report, picture, sizes) = sizes(&halcyon, &view).await?;
        let frames: usize = sizes.iter().sum();
        first = first.max(report + picture + sizes[sizes.len() / 2]);
        if frames > animation {
            (animation, wet) = (frames, Some(view));
        }
    }
    beside("first picture at most, of 40 places", first as f64 / KILOBYTE, "kB", Limit::AtMost(60.0));
    beside("animation at most, of 40 places", animation as f64 / KILOBYTE, "kB", Limit::AtMost(250.0));
    if let Some(view) = wet {
        compare(&halcyon, &view).await?;
    }
    Ok(())
}

/// The bytes of the report, of land and towns, and of the rain of each frame that the page shows.
async fn sizes(halcyon: &Server, view: &View) -> anyhow::Result<(usize, usize, Vec<usize>)> {
    let report = report(halcyon, view).await?;
    let (_, body) = halcyon.ask(&get(&view.report_path())).await;
    let version = report["base_version"].as_str().unwrap_or_default();
    let mut picture = 0;
    for (x, y) in view.tiles {
        for path in [format!("/api/rain/base/{version}/{ZOOM}/{x}/{y}"), format!("/api/rain/towns/en/{ZOOM}/{x}/{y}")] {
            picture += halcyon.ask(&get(&path)).await.1.len();
        }
    }
    let mut frames = Vec::new();
    for frame in shown_frames(&report) {
        let mut bytes = 0;
        for (x, y) in view.tiles {
            bytes += halcyon.ask(&get(&tile_path(&frame, x, y))).await.1.len();
        }
        frames.push(bytes);
    }
    Ok((body.len(), picture, frames))
}

async fn compare(halcyon: &Server, view: &View) -> anyhow::Result<()> {
    let report = report(halcyon, view).await?;
    let newest = shown_frames(&report).into_iter().rfind(|frame| !frame.contains('+'));
    let Some(newest) = newest else { anyhow::bail!("no frame") };
    let (x, y) = view.tiles[0];
    let (tile, weather) = (get(&tile_path(&newest, x, y)), get(WEATHER));
    let bytes = halcyon.ask(&tile).await.1.len();
    halcyon.ask(&weather).await;
    let (mut tiles, mut reports) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        tiles.push(halcyon.load(&tile, 200, CONNECTIONS, REQUESTS).await);
        reports.push(halcyon.load(&weather, 200, CONNECTIONS, REQUESTS).await);
    }
    let cpu = |costs: &[Cost]| median(costs.iter().map(|cost| cost.cpu_micros).collect());
    println!("  tile of {bytes} bytes {:6.1} µs CPU, cached report {:6.1} µs CPU", cpu(&tiles), cpu(&reports));
    beside("CPU of a tile to a cached report", cpu(&tiles) / cpu(&reports), "times", Limit::AtMost(1.0));
    Ok(())
}

impl View {
    fn of(latitude: f64, longitude: f64) -> View {
        let tiles = f64::from(1_u32 << ZOOM);
        let column = (longitude + 180.0) / 360.0 * tiles;
        let row = (1.0 - latitude.to_radians().tan().asinh() / std::f64::consts::PI) / 2.0 * tiles;
        let beside = |part: f64| {
            let own = part.floor() as u32;
            [own, if part.fract() < 0.5 { own.saturating_sub(1) } else { own + 1 }]
        };
        let ([x, other_x], [y, other_y]) = (beside(column), beside(row));
        View { latitude, longitude, tiles: [(x, y), (other_x, y), (x, other_y), (other_x, other_y)] }
    }

    fn report_path(&self) -> String {
        format!("/api/rain?latitude={:.2}&longitude={:.2}", self.latitude, self.longitude)
    }
}

async fn report(halcyon: &Server, view: &View) -> anyhow::Result<Value> {
    let plain = format!("GET {} HTTP/1.1\r\nhost: bench\r\n\r\n", view.report_path());
    Ok(serde_json::from_slice(&halcyon.ask(&plain).await.1)?)
}

/// All measured ones, and every second of the forecast, as on the page.
fn shown_frames(report: &Value) -> Vec<String> {
    let frames = report["frames"].as_array().cloned().unwrap_or_default();
    let ids = frames.iter().filter_map(|frame| frame["id"].as_str());
    ids.filter(|id| id.split_once('+').is_none_or(|(_, lead)| lead.ends_with('0'))).map(str::to_owned).collect()
}

fn tile_path(frame: &str, x: u32, y: u32) -> String {
    format!("/api/rain/tiles/simulated/{frame}/{ZOOM}/{x}/{y}")
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n")
}
