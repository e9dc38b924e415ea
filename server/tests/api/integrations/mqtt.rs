//! What a smart home reads: devices that Home Assistant discovers, their values, and alerts as binary sensors. Published
//! to a real mosquitto and read by its own client.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{next_poll, storm};
use crate::support::feeds::Authority;
use crate::support::mosquitto::Mosquitto;
use crate::support::{TestApp, borrowed};
use crate::weather::stand_in::{Behavior, START, StandIn, open_meteo_answer, set_hour};

const PLACES: &str = "52.52,13.41,Berlin";
const CONFIG: &str = "homeassistant/device/halcyon_n52_5200_e13_4100/config";
const WEATHER: &str = "halcyon/n52_5200_e13_4100/weather";
const FORECAST: &str = "halcyon/n52_5200_e13_4100/forecast";
const ALERTS: &str = "halcyon/n52_5200_e13_4100/alerts";
const HAZARDS: &str = "halcyon/n52_5200_e13_4100/hazards";

/// Berlin with the weather of a provider, which is not simulated.
async fn start(broker: &Mosquitto, provider: &StandIn, settings: &[(&str, &str)]) -> TestApp {
    let url = broker.url();
    let mut all = vec![
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", provider.url.as_str()),
        ("HALCYON_MQTT_URL", &url),
        ("HALCYON_MQTT_PLACES", PLACES),
    ];
    all.extend(settings);
    TestApp::start_alone_with(&all).await
}

async fn provider(change: impl FnOnce(&mut Value)) -> StandIn {
    let mut answer = open_meteo_answer(START.parse().unwrap(), 7.4);
    change(&mut answer);
    StandIn::start(Behavior::Answers(answer)).await
}

fn forecasts(provider: &StandIn) -> usize {
    provider.requests().iter().filter(|(uri, _)| uri.path().ends_with("/forecast")).count()
}

/// A minute later, when the weather is due again.
async fn next_round(app: &TestApp) {
    app.advance(SignedDuration::from_mins(1));
    app.publish_to_smart_home().await.unwrap();
}

async fn read(broker: &Mosquitto, topic: &str) -> Value {
    let retained = broker.retained().await;
    retained.get(topic).unwrap_or_else(|| panic!("{topic} in {:?}", retained.keys())).json()
}

#[tokio::test]
async fn the_values_are_those_of_the_provider_and_cost_no_call_beyond_the_page() {
    let (broker, provider) = (Mosquitto::start().await, provider(|_| ()).await);
    let app = start(&broker, &provider, &[]).await;
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    assert_eq!(forecasts(&provider), 1);
    app.publish_to_smart_home().await.unwrap();
    let retained = broker.retained().await;
    let weather = retained[WEATHER].json();
    // As in `open_meteo_answer`: overcast, visibility in metres.
    for (key, expected) in [
        ("condition", json!("cloudy")),
        ("temperature", json!(7.4)),
        ("humidity", json!(70.0)),
        ("pressure", json!(1015.0)),
        ("wind_speed", json!(3.0)),
        ("wind_bearing", json!(250.0)),
        ("wind_gust_speed", json!(6.0)),
        ("uv_index", json!(1.0)),
        ("cloud_coverage", json!(100.0)),
        ("visibility", json!(20.0)),
        ("precipitation", json!(0.0)),
        ("temperature_high", json!(7.4)),
        ("temperature_low", json!(7.4)),
        ("precipitation_probability", json!(5.0)),
        ("updated_at", json!(START)),
        ("simulated", json!(false)),
    ] {
        assert_eq!(weather[key], expected, "{key} in {weather}");
    }
    let forecast = retained[FORECAST].json();
    let hours = forecast["forecast_hourly"].as_array().unwrap();
    assert_eq!((hours.len(), &hours[0]["datetime"]), (48, &json!(START)));
    assert_eq!((&hours[5]["condition"], &hours[5]["temperature"]), (&json!("cloudy"), &json!(7.4)));
    let days = forecast["forecast_daily"].as_array().unwrap();
    // Midnight in Berlin.
    assert_eq!((days.len(), &days[0]["datetime"]), (15, &json!("2026-11-14T23:00:00Z")));
    assert_eq!((&days[0]["temperature"], &days[0]["templow"]), (&json!(7.4), &json!(7.4)));
    assert!(forecast["attribution"].as_str().unwrap().contains("Open-Meteo"), "{forecast}");
    assert_eq!(forecast["description"], "Overcast");
    assert!(retained[FORECAST].payload.len() < 16 * 1024, "more is not recorded by Home Assistant");
    for topic in [WEATHER, FORECAST, ALERTS, HAZARDS] {
        assert!(matches!(retained[topic].expires_after, Some(1..=900)), "{:?}", retained[topic]);
    }
    assert_eq!(retained[CONFIG].expires_after, None);
    next_round(&app).await;
    assert_eq!(forecasts(&provider), 1, "everything came from the cache");
    // As the page: what is no longer fresh is asked for again, while the old forecast is published.
    app.advance(SignedDuration::from_mins(20));
    next_round(&app).await;
    while forecasts(&provider) < 2 {
        tokio::task::yield_now().await;
    }
    next_round(&app).await;
    assert_eq!(forecasts(&provider), 2);
}

#[tokio::test]
async fn home_assistant_discovers_one_device_with_all_its_entities() {
    let (broker, provider) = (Mosquitto::start().await, provider(|_| ()).await);
    let app = start(&broker, &provider, &[]).await;
    app.publish_to_smart_home().await.unwrap();
    let config = read(&broker, CONFIG).await;
    assert_eq!(config["device"]["identifiers"], json!(["halcyon_n52_5200_e13_4100"]));
    assert_eq!((&config["device"]["name"], &config["device"]["model"]), (&json!("Berlin"), &json!("Weather forecast")));
    assert_eq!(config["origin"]["name"], "Halcyon");
    assert_eq!(config["state_topic"], WEATHER);
    let components = config["components"].as_object().unwrap();
    // Classes and units: developers.home-assistant.io, "Sensor entity".
    for (key, class, unit, state_class) in [
        ("temperature", "temperature", "°C", "measurement"),
        ("apparent_temperature", "temperature", "°C", "measurement"),
        ("humidity", "humidity", "%", "measurement"),
        ("pressure", "atmospheric_pressure", "hPa", "measurement"),
        ("wind_speed", "wind_speed", "m/s", "measurement"),
        ("wind_bearing", "wind_direction", "°", "measurement_angle"),
        ("wind_gust_speed", "wind_speed", "m/s", "measurement"),
        ("visibility", "distance", "km", "measurement"),
        ("precipitation", "precipitation", "mm", "measurement"),
        ("uv_index", "", "", "measurement"),
        ("cloud_coverage", "", "%", "measurement"),
        ("temperature_high", "temperature", "°C", ""),
        ("temperature_low", "temperature", "°C", ""),
        ("precipitation_probability", "", "%", ""),
    ] {
        let component = &components[key];
        let text = |name: &str| component[name].as_str().unwrap_or_default();
        assert_eq!(
            (text("device_class"), text("unit_of_measurement"), text("state_class")),
            (class, unit, state_class),
            "{key}"
        );
        assert_eq!(component["value_template"], format!("{{{{ value_json.{key} }}}}"));
        assert_eq!(component["default_entity_id"], format!("sensor.berlin_{key}"));
    }
    for (key, component) in components {
        assert_eq!(component["unique_id"], format!("halcyon_n52_5200_e13_4100_{key}"));
        assert_eq!(component["expire_after"], 900);
        assert!(!component["name"].as_str().unwrap().contains("server."), "{component}");
    }
    assert_eq!(components.len(), 18);
    assert_eq!(components["condition"]["device_class"], "enum");
    assert!(components["condition"]["options"].as_array().unwrap().contains(&json!("cloudy")));
    assert_eq!(components["condition"]["json_attributes_topic"], FORECAST);
    for (key, topic) in [("official_alert", ALERTS), ("hazard", HAZARDS)] {
        assert_eq!(
            (&components[key]["platform"], &components[key]["device_class"]),
            (&json!("binary_sensor"), &json!("safety"))
        );
        assert_eq!(
            (&components[key]["state_topic"], &components[key]["json_attributes_topic"]),
            (&json!(topic), &json!(topic))
        );
    }
}

#[tokio::test]
async fn names_and_units_are_as_set_and_ids_stay_the_same() {
    let (broker, provider) = (Mosquitto::start().await, provider(|_| ()).await);
    let mut ids = Vec::new();
    for (language, name, description) in
        [("en", "Temperature", "Overcast"), ("de", "Temperatur", "Bedeckt"), ("tr", "Sıcaklık", "Kapalı")]
    {
        let app = start(&broker, &provider, &[("HALCYON_MQTT_LANGUAGE", language), ("HALCYON_MQTT_UNITS", "us")]).await;
        app.publish_to_smart_home().await.unwrap();
        let retained = broker.retained().await;
        let config = retained[CONFIG].json();
        let temperature = &config["components"]["temperature"];
        assert_eq!((&temperature["name"], &temperature["unit_of_measurement"]), (&json!(name), &json!("°F")));
        ids.push((temperature["unique_id"].clone(), temperature["default_entity_id"].clone()));
        // 7.4 °C and 3 m/s.
        let weather = retained[WEATHER].json();
        assert_eq!((&weather["temperature"], &weather["wind_speed"]), (&json!(45.3), &json!(6.7)));
        assert_eq!(retained[FORECAST].json()["forecast_hourly"][3]["temperature"], 45.3);
        assert_eq!(retained[FORECAST].json()["description"], description);
    }
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[tokio::test]
async fn what_is_not_known_is_null_and_never_zero() {
    let provider = provider(|answer| {
        let count = answer["hourly"]["time"].as_array().unwrap().len();
        for name in ["uv_index", "visibility", "pressure_msl"] {
            answer["current"][name] = Value::Null;
            answer["hourly"][name] = json!(vec![Value::Null; count]);
        }
    });
    let (broker, provider) = (Mosquitto::start().await, provider.await);
    let app = start(&broker, &provider, &[]).await;
    app.publish_to_smart_home().await.unwrap();
    let weather = read(&broker, WEATHER).await;
    for key in ["uv_index", "visibility", "pressure"] {
        assert_eq!(weather.get(key), Some(&Value::Null), "{key} in {weather}");
    }
    assert_eq!(weather["temperature"], 7.4);
}

#[tokio::test]
async fn old_weather_has_no_present_values_and_after_hours_nothing_at_all() {
    let (broker, provider) = (Mosquitto::start().await, provider(|_| ()).await);
    let app = start(&broker, &provider, &[]).await;
    app.publish_to_smart_home().await.unwrap();
    assert_eq!(read(&broker, HAZARDS).await["state"], "OFF");
    provider.set_behavior(Behavior::Answers(json!({"error": true})));
    app.advance(SignedDuration::from_mins(100));
    app.publish_to_smart_home().await.unwrap();
    let retained = broker.retained().await;
    let weather = retained[WEATHER].json();
    for key in ["condition", "temperature", "humidity", "precipitation"] {
        assert_eq!(weather.get(key), Some(&Value::Null), "{key} in {weather}");
    }
    assert_eq!(weather["updated_at"], START);
    assert_eq!(weather["temperature_high"], 7.4, "the forecast is still one");
    assert!(!retained[FORECAST].json()["forecast_hourly"].as_array().unwrap().is_empty());
    assert_eq!(retained[HAZARDS].json()["state"], Value::Null, "old weather is no all-clear");

    app.advance(SignedDuration::from_hours(5));
    app.publish_to_smart_home().await.unwrap();
    let retained = broker.retained().await;
    assert_eq!(retained[WEATHER].json()["temperature_high"], Value::Null);
    let forecast = retained[FORECAST].json();
    assert_eq!((&forecast["forecast_hourly"], &forecast["forecast_daily"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn after_midnight_the_forecast_begins_with_the_new_day() {
    let (broker, provider) = (Mosquitto::start().await, provider(|_| ()).await);
    let app = start(&broker, &provider, &[]).await;
    // 23:50 in Berlin.
    app.advance(SignedDuration::from_mins(10 * 60 + 50));
    app.publish_to_smart_home().await.unwrap();
    assert_eq!(read(&broker, FORECAST).await["forecast_daily"][0]["datetime"], "2026-11-14T23:00:00Z");
    provider.set_behavior(Behavior::Answers(json!({"error": true})));
    app.advance(SignedDuration::from_mins(20));
    app.publish_to_smart_home().await.unwrap();
    let retained = broker.retained().await;
    assert_eq!(retained[WEATHER].json()["updated_at"], "2026-11-15T22:50:00Z", "the report of before");
    assert_eq!(retained[FORECAST].json()["forecast_daily"][0]["datetime"], "2026-11-15T23:00:00Z");
}

#[tokio::test]
async fn a_provider_that_has_never_answered_leaves_every_value_unknown() {
    let broker = Mosquitto::start().await;
    let provider = StandIn::start(Behavior::Answers(json!({"error": true}))).await;
    let app = start(&broker, &provider, &[]).await;
    app.publish_to_smart_home().await.unwrap();
    let retained = broker.retained().await;
    let weather = retained[WEATHER].json();
    for key in ["condition", "temperature", "temperature_high", "updated_at"] {
        assert_eq!(weather.get(key), Some(&Value::Null), "{key} in {weather}");
    }
    assert_eq!(retained[HAZARDS].json()["state"], Value::Null, "no all-clear");
}

#[tokio::test]
async fn a_hazard_of_the_forecast_turns_its_sensor_on() {
    let provider = provider(|answer| {
        for hour in 4..9 {
            set_hour(answer, START.parse().unwrap(), hour, "wind_gusts_10m", json!(38.0));
            set_hour(answer, START.parse().unwrap(), hour, "wind_speed_10m", json!(24.0));
        }
    });
    let (broker, provider) = (Mosquitto::start().await, provider.await);
    let app = start(&broker, &provider, &[]).await;
    app.publish_to_smart_home().await.unwrap();
    let hazards = read(&broker, HAZARDS).await;
    assert_eq!(hazards["state"], "ON", "{hazards}");
    let first = &hazards["attributes"]["alerts"][0];
    // The gusts of 16:00 are the strongest of the hour before.
    assert_eq!((&first["level"], &first["starts_at"]), (&json!("severe"), &json!("2026-11-15T15:00:00Z")), "{hazards}");
    assert_eq!(read(&broker, ALERTS).await["state"], Value::Null, "no service covers the place");

    // It would last until 20:00, but the forecast is too old to say so.
    provider.set_behavior(Behavior::Answers(json!({"error": true})));
    app.advance(SignedDuration::from_mins(6 * 60 + 30));
    app.publish_to_smart_home().await.unwrap();
    let hazards = read(&broker, HAZARDS).await;
    assert_eq!((&hazards["state"], &hazards["attributes"]["alerts"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn simulated_weather_is_marked_and_has_no_hazards() {
    let broker = Mosquitto::start().await;
    let settings = [
        ("HALCYON_MQTT_URL", broker.url()),
        ("HALCYON_MQTT_PLACES", PLACES.to_owned()),
        ("HALCYON_SIMULATED_SCENARIO", "severe-storm".to_owned()),
    ];
    let settings = borrowed(&settings);
    let app = TestApp::start_alone_with(&settings).await;
    let report = app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    assert_eq!(report["alerts"]["items"][0]["origin"], "computed", "the page shows a hazard");
    app.publish_to_smart_home().await.unwrap();
    let retained = broker.retained().await;
    let config = retained[CONFIG].json();
    assert_eq!(config["device"]["name"], "Berlin (Simulated weather)");
    assert_eq!(config["device"]["model"], "Simulated weather");
    assert_eq!(retained[WEATHER].json()["simulated"], true);
    assert_eq!(retained[FORECAST].json()["simulated"], true);
    let hazards = retained[HAZARDS].json();
    assert_eq!((&hazards["state"], &hazards["attributes"]["alerts"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn an_official_alert_is_on_and_off_only_where_the_list_is_complete() {
    let (broker, provider, authority) = (Mosquitto::start().await, provider(|_| ()).await, Authority::start().await);
    authority.fail(true);
    let app = start(&broker, &provider, &[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    app.run_alerts().await;
    app.publish_to_smart_home().await.unwrap();
    let alerts = read(&broker, ALERTS).await;
    assert_eq!((&alerts["state"], &alerts["attributes"]["coverage"]), (&Value::Null, &json!("outdated")));

    authority.fail(false);
    authority.publish(&[]);
    next_poll(&app).await;
    app.publish_to_smart_home().await.unwrap();
    assert_eq!(read(&broker, ALERTS).await["state"], "OFF");

    // What cannot be read may be about this place.
    authority.put("/atom", "<html><body>Maintenance</body></html>".to_owned());
    next_poll(&app).await;
    next_round(&app).await;
    let alerts = read(&broker, ALERTS).await;
    assert_eq!((&alerts["state"], &alerts["attributes"]["coverage"]), (&Value::Null, &json!("incomplete")));

    authority.publish(&[storm("one", "Severe", 8)]);
    // A feed that cannot be read is polled less often.
    for _ in 0..3 {
        next_poll(&app).await;
    }
    app.publish_to_smart_home().await.unwrap();
    let alerts = read(&broker, ALERTS).await;
    assert_eq!(alerts["state"], "ON", "{alerts}");
    let first = &alerts["attributes"]["alerts"][0];
    assert_eq!((&first["title"], &first["level"]), (&json!("Official: Sturm"), &json!("severe")));
    assert_eq!(
        (&first["starts_at"], &first["ends_at"]),
        (&json!("2026-11-15T13:00:00Z"), &json!("2026-11-15T20:00:00Z"))
    );
    // A hazard that the alert covers is not in the report.
    assert_eq!(read(&broker, HAZARDS).await["state"], Value::Null);
}
