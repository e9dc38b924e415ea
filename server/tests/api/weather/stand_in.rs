//! Stand-ins for the weather providers on loopback, and the weather feature on top of them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::outbound::RequestPolicy;
use halcyon::session::Sessions;
use halcyon::settings::{PoolSizes, Secret, Settings};
use halcyon::weather::{self, WaitLimits, Weather};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::database::TestDatabase;
use crate::support::persona::Persona;

/// A Sunday noon in autumn, one in the afternoon in Berlin.
pub const START: &str = "2026-11-15T12:00:00Z";
pub const BERLIN: &str = "/api/weather?latitude=52.52&longitude=13.41";

type AnswerByAddress = dyn Fn(&Uri) -> Option<(StatusCode, Value)> + Send + Sync;

/// How a stand-in answers.
#[derive(Clone)]
pub enum Behavior {
    Answers(Value),
    AnswersWith(Value, Vec<(&'static str, String)>),
    Responds(StatusCode, &'static str, String),
    /// By the address: several services behind one host. `None` never answers.
    AnswersBy(Arc<AnswerByAddress>),
    /// Accepts the request and never answers.
    Silent,
    /// Sends part of a body and disconnects.
    BreaksOff,
    /// A body that does not end.
    Endless,
}

#[derive(Clone)]
pub struct StandIn {
    pub url: String,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    behavior: Behavior,
    first: VecDeque<Behavior>,
    requests: Vec<(Uri, HeaderMap)>,
}

impl StandIn {
    pub async fn start(behavior: Behavior) -> StandIn {
        let inner = Arc::new(Mutex::new(Inner { behavior, first: VecDeque::new(), requests: Vec::new() }));
        let router = Router::new().fallback(answer).with_state(Arc::clone(&inner));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        StandIn { url, inner }
    }

    pub fn set_behavior(&self, behavior: Behavior) {
        self.inner.lock().unwrap().behavior = behavior;
    }

    /// For one request, before its regular behavior.
    pub fn set_first_behavior(&self, behavior: Behavior) {
        self.inner.lock().unwrap().first.push_back(behavior);
    }

    pub fn request_count(&self) -> usize {
        self.inner.lock().unwrap().requests.len()
    }

    pub fn requests(&self) -> Vec<(Uri, HeaderMap)> {
        self.inner.lock().unwrap().requests.clone()
    }

    pub fn last_request(&self) -> (Uri, HeaderMap) {
        self.inner.lock().unwrap().requests.last().unwrap().clone()
    }
}

async fn answer(State(inner): State<Arc<Mutex<Inner>>>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    let behavior = {
        let mut inner = inner.lock().unwrap();
        inner.requests.push((uri.clone(), headers));
        inner.first.pop_front().unwrap_or_else(|| inner.behavior.clone())
    };
    let json = |value: &Value| {
        Response::builder().header("content-type", "application/json").body(Body::from(value.to_string()))
    };
    match behavior {
        Behavior::Answers(value) => json(&value).unwrap(),
        Behavior::AnswersWith(value, headers) => {
            let mut response = json(&value).unwrap();
            for (name, value) in headers {
                response.headers_mut().insert(name, value.parse().unwrap());
            }
            response
        }
        Behavior::Responds(status, kind, text) => {
            Response::builder().status(status).header("content-type", kind).body(Body::from(text)).unwrap()
        }
        Behavior::AnswersBy(answer) => {
            let Some((status, value)) = answer(&uri) else { return std::future::pending().await };
            let mut response = json(&value).unwrap();
            *response.status_mut() = status;
            response
        }
        Behavior::Silent => std::future::pending().await,
        Behavior::BreaksOff => {
            let parts = [Ok("{\"hourly\":{\"time\":[".to_owned()), Err(std::io::Error::other("cut"))];
            Response::new(Body::from_stream(futures_util::stream::iter(parts)))
        }
        Behavior::Endless => {
            let parts = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(" ".repeat(64 * 1024)));
            Response::new(Body::from_stream(parts))
        }
    }
}

/// The state of the weather handlers.
#[derive(Clone, FromRef)]
struct Parts {
    weather: Weather,
    sessions: Sessions,
}

/// The weather feature alone, as the application mounts it, with its own database and clock.
pub struct WeatherService {
    pub clock: Clock,
    pub open_meteo: StandIn,
    pub met_norway: StandIn,
    pub weather: Weather,
    settings: Settings,
    db: Db,
    _database: TestDatabase,
}

impl WeatherService {
    pub async fn start(settings: &[(&str, &str)]) -> WeatherService {
        let now: Timestamp = START.parse().unwrap();
        let open_meteo = StandIn::start(Behavior::Answers(open_meteo_answer(now, 10.0))).await;
        let met_norway = StandIn::start(Behavior::Answers(met_norway_answer(now, 4.0))).await;
        let mut pairs = BTreeMap::from([
            ("HALCYON_WEATHER_SOURCES", "open-meteo,met-norway"),
            ("HALCYON_OPEN_METEO_URL", open_meteo.url.as_str()),
            ("HALCYON_MET_NORWAY_URL", met_norway.url.as_str()),
            ("HALCYON_CONTACT", "weather@halcyon.example"),
            // So that a test of forecasts sees the calls for forecasts only.
            ("HALCYON_WEATHER_CONFIDENCE", "off"),
            ("HALCYON_WEATHER_NORMALS", "off"),
            ("HALCYON_WEATHER_MEASURED", "off"),
            ("HALCYON_WEATHER_AIR", "off"),
        ]);
        pairs.extend(settings.iter().copied());
        let settings = Settings::from_pairs(BTreeMap::new(), pairs).unwrap();
        let database = TestDatabase::fresh().await;
        let db = Db::connect(&database.url).await.unwrap();
        db.migrate().await.unwrap();
        let clock = Clock::manual(now);
        let weather = start_weather(&settings, &db, &clock);
        WeatherService { clock, open_meteo, met_norway, weather, settings, db, _database: database }
    }

    pub fn visitor(&self) -> Persona {
        self.visitor_of(self.weather.clone())
    }

    /// A visitor of another process on the same database.
    pub fn visitor_beside(&self) -> Persona {
        self.visitor_of(start_weather(&self.settings, &self.db, &self.clock))
    }

    /// The same, where that process reads from a replica; `None` on SQLite.
    pub fn visitor_with_replica(&self, url: &str) -> Option<Persona> {
        let db = self.db.clone().with_replica(&Secret::new(url.to_owned()), PoolSizes::default()).ok()?;
        Some(self.visitor_of(start_weather(&self.settings, &db, &self.clock)))
    }

    fn visitor_of(&self, weather: Weather) -> Persona {
        let (router, _) = weather::routes::<Parts>().split_for_parts();
        let sessions = Sessions::new(&self.settings, self.db.clone(), self.clock.clone()).unwrap();
        let parts = Parts { weather, sessions };
        Persona::before(router.with_state(parts), &self.settings)
    }

    /// As if the process had restarted: only the database remains.
    pub fn restart(&mut self) {
        self.weather = start_weather(&self.settings, &self.db, &self.clock);
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn advance_minutes(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }
}

/// With a shorter time-out, so that a silent stand-in does not slow the test down, and longer waits, so that a busy machine
/// does not fail it.
fn start_weather(settings: &Settings, db: &Db, clock: &Clock) -> Weather {
    let policy = RequestPolicy {
        deadline: Duration::from_secs(8),
        attempt: Duration::from_secs(2),
        body_bytes: 1024 * 1024,
        ..RequestPolicy::default()
    };
    let waits = WaitLimits { supplements: Duration::from_secs(15), grids: Duration::from_secs(15) };
    Weather::with_time_outs(&settings.weather, db.clone(), clock.clone(), policy, waits).unwrap()
}

/// Yesterday and sixteen days in Open-Meteo's shape, from a local midnight of Berlin: a dry, mild, cloudy series.
pub fn open_meteo_answer(now: Timestamp, celsius: f64) -> Value {
    let offset = 3600;
    let midnight = (now.as_second() + offset).div_euclid(86_400) * 86_400 - offset;
    let hours: Vec<i64> = (-24..16 * 24).map(|hour| midnight + hour * 3600).collect();
    let quarters: Vec<i64> = (0..32).map(|index| now.as_second().div_euclid(900) * 900 + index * 900).collect();
    let each = |value: Value| Value::Array(vec![value; hours.len()]);
    json!({
        "latitude": 52.52, "longitude": 13.42, "elevation": 38.0, "timezone": "Europe/Berlin",
        "utc_offset_seconds": offset, "timezone_abbreviation": "GMT+1",
        "current_units": {"temperature_2m": "°C", "wind_speed_10m": "m/s"},
        "current": {
            "time": now.as_second().div_euclid(900) * 900, "interval": 900, "temperature_2m": celsius,
            "apparent_temperature": celsius - 2.0, "relative_humidity_2m": 70, "dew_point_2m": 5.0, "weather_code": 3,
            "cloud_cover": 100, "pressure_msl": 1015.0, "visibility": 20000.0, "wind_speed_10m": 3.0,
            "wind_direction_10m": 250, "wind_gusts_10m": 6.0, "uv_index": 1.0
        },
        "hourly_units": {"temperature_2m": "°C", "wind_speed_10m": "m/s", "precipitation": "mm"},
        "hourly": {
            "time": hours, "temperature_2m": each(json!(celsius)), "apparent_temperature": each(json!(celsius - 2.0)),
            "relative_humidity_2m": each(json!(70)), "dew_point_2m": each(json!(5.0)), "precipitation": each(json!(0.0)),
            "snowfall": each(json!(0.0)), "precipitation_probability": each(json!(5)), "weather_code": each(json!(3)),
            "cloud_cover": each(json!(100)), "pressure_msl": each(json!(1015.0)), "visibility": each(json!(20000.0)),
            "wind_speed_10m": each(json!(3.0)), "wind_direction_10m": each(json!(250)), "wind_gusts_10m": each(json!(6.0)),
            "uv_index": each(json!(1.0))
        },
        "minutely_15_units": {"precipitation": "mm"},
        "minutely_15": {"time": quarters, "precipitation": vec![0.0; 32]}
    })
}

/// Sets one hourly value of such an answer, `hours_ahead` rows after the one that holds `now`.
pub fn set_hour(answer: &mut Value, now: Timestamp, hours_ahead: i64, name: &str, value: Value) {
    let times = answer["hourly"]["time"].as_array().unwrap();
    let wanted = now.as_second().div_euclid(3600) * 3600 + hours_ahead * 3600;
    let row = times.iter().position(|time| time.as_i64() == Some(wanted)).unwrap();
    answer["hourly"][name][row] = value;
}

/// Nine days in MET Norway's shape: hourly for two, then every six hours.
pub fn met_norway_answer(now: Timestamp, celsius: f64) -> Value {
    let start = now.as_second().div_euclid(21_600) * 21_600;
    let instants = (0..48).map(|hour| (hour, 1)).chain((0..28).map(|step| (48 + step * 6, 6)));
    let steps: Vec<Value> = instants
        .map(|(hour, length)| {
            let time = Timestamp::from_second(start + hour * 3600).unwrap();
            let span = json!({
                "summary": {"symbol_code": "partlycloudy_day"},
                "details": {"precipitation_amount": 0.0, "probability_of_precipitation": 3.0}
            });
            let name = if length == 1 { "next_1_hours" } else { "next_6_hours" };
            json!({"time": time.to_string(), "data": {
                "instant": {"details": {
                    "air_temperature": celsius, "relative_humidity": 80.0, "wind_speed": 4.0, "wind_from_direction": 90.0,
                    "air_pressure_at_sea_level": 1010.0, "cloud_area_fraction": 50.0, "dew_point_temperature": 1.0
                }},
                name: span
            }})
        })
        .collect();
    json!({
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [13.41, 52.52, 36]},
        "properties": {"meta": {"updated_at": now.to_string(), "units": {}}, "timeseries": steps}
    })
}
