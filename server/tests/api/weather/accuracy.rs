//! How accurate forecasts have been: recorded every evening for saved places, compared with the next day's analysis.

use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::weather::stand_in::{Behavior, StandIn, met_norway_answer, open_meteo_answer};

const BERLIN: &str = "/api/weather/accuracy?latitude=52.52&longitude=13.41";

struct Recorder {
    app: TestApp,
    open_meteo: StandIn,
    /// The parameters of the saved place.
    place: String,
    now: Timestamp,
}

impl Recorder {
    /// A user with a saved place in Berlin, at one in the afternoon there.
    async fn start(settings: &[(&str, &str)]) -> Recorder {
        let now: Timestamp = crate::support::app::START.parse().unwrap();
        let open_meteo = StandIn::start(Behavior::Answers(open_meteo_answer(now, 10.0))).await;
        let mut pairs = vec![
            ("HALCYON_WEATHER_SOURCES", "open-meteo"),
            ("HALCYON_OPEN_METEO_URL", open_meteo.url.as_str()),
            ("HALCYON_WEATHER_CONFIDENCE", "off"),
            ("HALCYON_WEATHER_NORMALS", "off"),
            ("HALCYON_WEATHER_MEASURED", "off"),
            ("HALCYON_WEATHER_AIR", "off"),
        ];
        pairs.extend(settings.iter().copied());
        let app = TestApp::start_alone_with(&pairs).await;
        let ada = app.signed_in("ada").await;
        let place = json!({"name": "Berlin", "latitude": 52.52, "longitude": 13.41});
        let saved = ada.post("/api/locations", &place).await;
        assert_eq!(saved.status, StatusCode::CREATED, "{}", saved.text());
        let elevation = &saved.json()["location"]["elevation"];
        let place = format!("latitude=52.52&longitude=13.41&elevation={elevation}").replace("&elevation=null", "");
        Recorder { app, open_meteo, place, now }
    }

    /// Moves to a moment of the next evenings and runs the job; the source then says this temperature for every hour.
    async fn evening(&mut self, hours: i64, celsius: f64) {
        self.app.advance(SignedDuration::from_hours(hours));
        self.now += SignedDuration::from_hours(hours);
        self.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(self.now, celsius)));
        self.app.record_forecasts().await;
    }

    async fn report(&self) -> Value {
        self.app.advance(SignedDuration::from_mins(31));
        self.app.visitor().get(&format!("/api/weather/accuracy?{}", self.place)).await.ok()
    }
}

#[tokio::test]
async fn forecasts_of_the_evening_are_compared_with_what_the_day_was() {
    let mut recorder = Recorder::start(&[]).await;
    recorder.app.record_forecasts().await;
    assert_eq!(recorder.open_meteo.request_count(), 0, "it is one in the afternoon");
    let nothing = recorder.report().await;
    assert_eq!((&nothing["unavailable"], &nothing["compared_with"]), (&json!("not_ready"), &json!("analysis")));

    // Every evening the source says one degree more than the evening before: for all days, and for yesterday.
    recorder.evening(5, 10.0).await;
    for evening in 1..=14 {
        recorder.evening(24, 10.0 + f64::from(evening)).await;
    }
    assert_eq!(recorder.open_meteo.request_count(), 15, "one call an evening");
    let report = recorder.report().await;
    // The evening of day n says 10 + n. Day n is known on the evening after as 11 + n, and was forecast as 9 + n one day
    // ahead, 7 + n three days ahead: two and four degrees too cold.
    let [one, three, five] = [0, 1, 2].map(|index| report["leads"][index].clone());
    assert_eq!((&one["days_ahead"], &one["days"]), (&json!(1), &json!(13)));
    assert_eq!((&one["high"]["mean_error"], &one["high"]["bias"]), (&json!(2.0), &json!(-2.0)));
    assert_eq!((&one["high"]["within_2_celsius"], &one["low"]["days"]), (&json!(13), &json!(13)));
    assert_eq!((&three["high"]["mean_error"], &three["high"]["within_2_celsius"]), (&json!(4.0), &json!(0)));
    assert_eq!((&five["days"], &five["high"]), (&json!(9), &json!(null)), "fewer than ten days");
    assert_eq!(one["rain"], json!({"days": 13, "hits": 0, "misses": 0, "false_alarms": 0, "correct_dry": 13}));
    assert_eq!(one["band"], json!(null), "no ensemble");
    let days = report["days"].as_array().unwrap();
    let last = &days[days.len() - 1];
    assert_eq!((days.len(), &last["date"]), (13, &json!("2026-11-28")));
    assert_eq!(last["result"]["temperature_2m_max"], 24.0);
    assert_eq!(last["forecasts"][0]["temperature_2m_max"], 22.0);

    let metrics = recorder.app.metrics().await;
    for line in [
        "halcyon_forecast_mean_error_celsius{days_ahead=\"1\",value=\"high\"} 2.000",
        "halcyon_forecast_mean_error_celsius{days_ahead=\"3\",value=\"low\"} 4.000",
        "halcyon_forecast_rain_days{days_ahead=\"1\",outcome=\"dry\"} 13",
    ] {
        assert!(metrics.contains(line), "{line}\n{metrics}");
    }
}

#[tokio::test]
async fn a_forecast_somebody_has_seen_since_noon_is_recorded_without_a_call() {
    let mut recorder = Recorder::start(&[]).await;
    recorder.app.visitor().get(&format!("/api/weather?{}", recorder.place)).await.ok();
    assert_eq!(recorder.open_meteo.request_count(), 1);
    recorder.evening(5, 10.0).await;
    recorder.app.record_forecasts().await;
    assert_eq!(recorder.open_meteo.request_count(), 1);
    assert_eq!(recorder.app.count("weather_accuracy").await, 1);
}

/// The only place of a cell goes, and its record with it; nothing of it stays for the next owner.
#[tokio::test]
async fn the_record_of_a_cell_ends_with_its_last_saved_place() {
    let mut recorder = Recorder::start(&[]).await;
    recorder.evening(5, 10.0).await;
    assert_eq!(recorder.app.count("weather_accuracy").await, 1);
    let ada = recorder.app.sign_in_again("ada").await;
    for place in ada.get("/api/locations").await.ok()["locations"].as_array().unwrap() {
        ada.delete(&format!("/api/locations/{}", place["id"].as_str().unwrap())).await;
    }
    recorder.evening(2, 10.0).await;
    assert_eq!(recorder.app.count("weather_accuracy").await, 0);
}

/// A source that fails in the evening is tried again; a day without a forecast is a gap, not an error.
#[tokio::test]
async fn an_evening_without_a_forecast_is_left_out() {
    let mut recorder = Recorder::start(&[]).await;
    recorder.evening(5, 10.0).await;
    recorder.app.advance(SignedDuration::from_hours(24));
    recorder.now += SignedDuration::from_hours(24);
    recorder.open_meteo.set_behavior(Behavior::Responds(StatusCode::BAD_REQUEST, "text/plain", String::new()));
    recorder.app.record_forecasts().await;
    recorder.evening(24, 12.0).await;
    let report = recorder.report().await;
    // Known is the 16th, forecast on the 15th. The 15th itself was never known: the source failed on the 16th.
    let dates: Vec<&Value> = report["days"].as_array().unwrap().iter().map(|day| &day["date"]).collect();
    assert_eq!(dates, [&json!("2026-11-16")]);
}

#[tokio::test]
async fn accuracy_that_is_switched_off_or_beyond_its_share_makes_no_call() {
    // A tenth of 20 calls is less than the 3.4 of one forecast.
    for (setting, unavailable) in
        [(("HALCYON_WEATHER_ACCURACY", "off"), "switched_off"), (("HALCYON_WEATHER_DAILY_QUOTA", "20"), "not_ready")]
    {
        let mut recorder = Recorder::start(&[setting]).await;
        recorder.evening(5, 10.0).await;
        assert_eq!(
            (recorder.open_meteo.request_count(), &recorder.report().await["unavailable"]),
            (0, &json!(unavailable))
        );
    }
}

/// MET Norway begins with the running hour. What is kept of yesterday are its earlier forecasts: compared with them, every
/// forecast would be right.
#[tokio::test]
async fn a_source_without_a_past_is_not_compared_with_its_own_forecasts() {
    let now: Timestamp = crate::support::app::START.parse().unwrap();
    let met_norway = StandIn::start(Behavior::Answers(met_norway_answer(now, 4.0))).await;
    let settings = [("HALCYON_WEATHER_SOURCES", "met-norway"), ("HALCYON_MET_NORWAY_URL", met_norway.url.as_str())];
    let recorder = Recorder::start(&settings).await;
    recorder.app.advance(SignedDuration::from_hours(6));
    for hours in 1..=60 {
        let now = now + SignedDuration::from_hours(5 + hours);
        met_norway.set_behavior(Behavior::Answers(met_norway_answer(now, 4.0)));
        recorder.app.visitor().get(&format!("/api/weather?{}", recorder.place)).await.ok();
        recorder.app.record_forecasts().await;
        recorder.app.advance(SignedDuration::from_hours(1));
    }
    // A stale report is served while the next one is fetched, so that not every hour has its own.
    assert!(met_norway.request_count() > 10);
    assert_eq!(recorder.report().await["days"], json!([]));
}

#[tokio::test]
async fn simulated_weather_has_a_simulated_record_and_none_is_stored() {
    let app = TestApp::start_alone_with(&[]).await;
    let report = app.visitor().get(BERLIN).await.ok();
    assert_eq!((&report["compared_with"], &report["unavailable"]), (&json!("simulation"), &json!(null)));
    assert_eq!(report["days"].as_array().unwrap().len(), 30);
    assert_eq!(report["leads"][0]["high"]["days"], 30);
    assert!(report["leads"][0]["band"]["values"].as_i64().unwrap() == 60);
    let ada = app.signed_in("ada").await;
    let place = json!({"name": "Berlin", "latitude": 52.52, "longitude": 13.41});
    ada.post("/api/locations", &place).await;
    app.advance(SignedDuration::from_hours(6));
    app.record_forecasts().await;
    assert_eq!(app.count("weather_accuracy").await, 0);
}

#[tokio::test]
async fn a_place_that_is_not_on_earth_is_refused() {
    let app = TestApp::start_alone_with(&[]).await;
    let answer = app.visitor().get("/api/weather/accuracy?latitude=91&longitude=0").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let answer = app.visitor().get("/api/weather/accuracy").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
}
