//! A weather provider and an authority on loopback: forecasts without hazards, and any number of alert polygons.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::users::{ROW, SOUTH_E2, STEP_E2, WEST_E2};

pub struct Services {
    pub url: String,
    list: Arc<Mutex<String>>,
    /// Constant, so that an unchanged list stays the same.
    issued_at: Timestamp,
}

impl Services {
    pub async fn start() -> anyhow::Result<Services> {
        let list = Arc::new(Mutex::new(String::new()));
        let router = Router::new().fallback(answer).with_state((Arc::clone(&list), forecast().into()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Services { url, list, issued_at: Timestamp::now() })
    }

    /// Publishes `polygons` alerts of one cell each, and a storm over the first `storm_cells` cells.
    pub fn publish(&self, polygons: usize, storm_cells: Option<i64>) {
        let mut features: Vec<Value> = (0..polygons).map(|number| small(number as i64 * 37, self.issued_at)).collect();
        features.extend(storm_cells.map(|cells| storm(cells, self.issued_at)));
        *self.list.lock().unwrap() = json!({"features": features}).to_string();
    }
}

async fn answer(State((list, forecast)): State<(Arc<Mutex<String>>, Arc<str>)>, uri: Uri) -> Response {
    if uri.path() == "/alerts/active" {
        return list.lock().unwrap().clone().into_response();
    }
    let places = uri.query().unwrap_or_default().split('&').next().unwrap_or_default();
    let count = places.matches("%2C").count() + places.matches(',').count() + 1;
    if count == 1 {
        return forecast.to_string().into_response();
    }
    format!("[{}]", vec![&*forecast; count].join(",")).into_response()
}

/// Three days without hazards.
fn forecast() -> String {
    let midnight = Timestamp::now().as_second().div_euclid(86_400) * 86_400;
    let hours: Vec<i64> = (0..72).map(|hour| midnight + hour * 3600).collect();
    let each = |value: f64| vec![value; hours.len()];
    json!({"timezone": "Europe/Berlin", "utc_offset_seconds": 3600, "hourly_units": {}, "hourly": {
        "time": hours, "temperature_2m": each(10.0), "apparent_temperature": each(9.0), "precipitation": each(0.0),
        "snowfall": each(0.0), "precipitation_probability": each(5.0), "weather_code": each(3.0),
        "wind_speed_10m": each(3.0), "wind_gusts_10m": each(6.0), "uv_index": each(1.0)
    }})
    .to_string()
}

fn small(cell: i64, issued_at: Timestamp) -> Value {
    let cell = cell % 20_000;
    let (south, west) = (SOUTH_E2 + STEP_E2 * (cell / ROW), WEST_E2 + STEP_E2 * (cell % ROW));
    feature(&format!("small {cell}"), "Moderate", west - 2, south - 2, west + 2, south + 2, issued_at)
}

fn storm(cells: i64, issued_at: Timestamp) -> Value {
    let (east, north) = (WEST_E2 + STEP_E2 * (ROW - 1), SOUTH_E2 + STEP_E2 * (cells / ROW - 1));
    feature("storm", "Severe", WEST_E2 - 2, SOUTH_E2 - 2, east + 2, north + 2, issued_at)
}

fn feature(name: &str, severity: &str, west: i64, south: i64, east: i64, north: i64, now: Timestamp) -> Value {
    let at = |x: i64, y: i64| json!([x as f64 / 100.0, y as f64 / 100.0]);
    let ring = json!([at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)]);
    json!({"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring]}, "properties": {
        "id": name, "areaDesc": name, "affectedZones": [], "references": [], "sent": now, "effective": now, "onset": now,
        "expires": now + SignedDuration::from_hours(12), "ends": now + SignedDuration::from_hours(12), "status": "Actual",
        "messageType": "Alert", "severity": severity, "event": name, "sender": "bench", "senderName": "Bench",
        "headline": null, "description": "Text of an alert. ".repeat(40), "instruction": "Stay in."
    }})
}
