//! The broker of a smart home: passwords, certificates, faults, several processes, and places that are gone.

use std::process::Stdio;
use std::sync::Arc;

use axum::http::{StatusCode, Uri};
use jiff::SignedDuration;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;

use crate::support::mosquitto::{Mosquitto, free_port};
use crate::support::process::run;
use crate::support::{TestApp, advance_timers, poll_until};
use crate::weather::stand_in::{Behavior, START, StandIn, open_meteo_answer};

const BERLIN: &str = "52.52,13.41,Berlin";

async fn start(url: &str, places: &str, settings: &[(&str, &str)]) -> TestApp {
    let mut all = vec![("HALCYON_MQTT_URL", url), ("HALCYON_MQTT_PLACES", places)];
    all.extend(settings);
    TestApp::start_alone_with(&all).await
}

async fn topics(broker: &Mosquitto) -> Vec<String> {
    broker.retained().await.into_keys().collect()
}

#[tokio::test]
async fn nothing_is_published_without_a_broker() {
    TestApp::start().await.publish_to_smart_home().await.unwrap();
}

#[tokio::test]
async fn a_wrong_password_is_refused_and_named_without_the_password() {
    let broker = Mosquitto::start_with_user("ada", "kingfisher+&= 7").await;
    let port = broker.port;
    for (url, password) in [
        (format!("mqtt://ada:hunter2@127.0.0.1:{port}"), None),
        (format!("mqtt://ada@127.0.0.1:{port}"), Some("hunter2")),
        (format!("mqtt://127.0.0.1:{port}"), None),
    ] {
        let settings: Vec<(&str, &str)> = password.map(|it| ("HALCYON_MQTT_PASSWORD", it)).into_iter().collect();
        let app = start(&url, BERLIN, &settings).await;
        let error = format!("{:#}", app.publish_to_smart_home().await.unwrap_err());
        assert_eq!(error, "the MQTT broker: it refuses the user name or the password");
    }
    assert!(topics(&broker).await.is_empty());
    let in_address = format!("mqtt://ada:kingfisher+%26=%207@127.0.0.1:{port}");
    start(&in_address, BERLIN, &[]).await.publish_to_smart_home().await.unwrap();
    let login = [("HALCYON_MQTT_USERNAME", "ada"), ("HALCYON_MQTT_PASSWORD", "kingfisher+&= 7")];
    start(&broker.url(), BERLIN, &login).await.publish_to_smart_home().await.unwrap();
    assert_eq!(topics(&broker).await.len(), 6);
}

#[tokio::test]
async fn a_broker_that_is_away_fails_a_round_and_the_next_one_succeeds() {
    let port = free_port().await;
    let app = start(&format!("mqtt://127.0.0.1:{port}"), BERLIN, &[]).await;
    let error = format!("{:#}", app.publish_to_smart_home().await.unwrap_err());
    assert!(error.starts_with("the MQTT broker: it cannot be reached: Connection refused"), "{error}");
    let broker = Mosquitto::start_at(port).await;
    app.advance(SignedDuration::from_mins(1));
    app.publish_to_smart_home().await.unwrap();
    assert_eq!(topics(&broker).await.len(), 6);
}

#[tokio::test]
async fn a_silent_broker_does_not_hold_the_job() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("mqtt://{}", listener.local_addr().unwrap());
    let app = start(&url, BERLIN, &[]).await;
    let is_connected = std::cell::Cell::new(None);
    let mut round = Box::pin(async {
        let accept = async { is_connected.set(Some(listener.accept().await.unwrap())) };
        let (published, ()) = tokio::join!(app.publish_to_smart_home(), accept);
        published
    });
    let has_connection = || {
        let connection = is_connected.take();
        let is_some = connection.is_some();
        is_connected.set(connection);
        is_some
    };
    poll_until(&mut round, has_connection).await;
    advance_timers(std::time::Duration::from_secs(6)).await;
    let error = format!("{:#}", round.await.unwrap_err());
    assert_eq!(error, "the MQTT broker: it does not answer");
}

#[tokio::test]
async fn a_round_that_lacks_the_weather_of_one_place_publishes_the_others_and_counts_as_failed() {
    let answer = open_meteo_answer(START.parse().unwrap(), 7.4);
    let is_istanbul = |uri: &Uri| uri.query().unwrap_or_default().contains("latitude=41");
    let never_istanbul =
        Behavior::AnswersBy(Arc::new(move |uri| (!is_istanbul(uri)).then(|| (StatusCode::OK, answer.clone()))));
    let (broker, provider) = (Mosquitto::start().await, StandIn::start(never_istanbul).await);
    let places = format!("{BERLIN};41.01,28.98,İstanbul");
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", provider.url.as_str())];
    let app = start(&broker.url(), &places, &settings).await;
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let mut round = Box::pin(app.publish_to_smart_home());
    poll_until(&mut round, || provider.requests().iter().any(|(uri, _)| is_istanbul(uri))).await;
    advance_timers(std::time::Duration::from_secs(21)).await;
    let error = format!("{:#}", round.await.unwrap_err());
    assert_eq!(error, "some places have no weather to publish");
    let retained = broker.retained().await;
    assert_eq!(retained["halcyon/n52_5200_e13_4100/weather"].json()["temperature"], 7.4);
    let published = retained.keys().filter(|topic| topic.contains("n41_0100")).count();
    assert_eq!(published, 0, "what was published before expires");
}

#[tokio::test]
async fn a_broker_is_known_by_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let authority_key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = params.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(params, authority_key);
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let authority = file("authority.pem", authority.pem());
    let (certificate, key) = (file("certificate.pem", certificate.pem()), file("key.pem", key.serialize_pem()));
    let port = free_port().await;
    let broker = Mosquitto::start_with_certificate(port, &certificate, &key).await;
    let url = format!("mqtts://127.0.0.1:{port}");

    let error = start(&url, BERLIN, &[]).await.publish_to_smart_home().await.unwrap_err();
    assert!(format!("{error:#}").starts_with("the MQTT broker: no secure connection: "), "{error:#}");
    assert!(topics(&broker).await.is_empty());
    let app = start(&url, BERLIN, &[("HALCYON_MQTT_CA", authority.to_str().unwrap())]).await;
    app.publish_to_smart_home().await.unwrap();
    assert_eq!(topics(&broker).await.len(), 6);
}

#[tokio::test]
async fn of_several_processes_one_publishes_each_minute() {
    let broker = Mosquitto::start().await;
    let url = broker.url();
    let first = start(&url, BERLIN, &[]).await;
    let second = first.restart_with(&[("HALCYON_MQTT_URL", &url), ("HALCYON_MQTT_PLACES", BERLIN)]).await;
    let rounds = async |broker: &Mosquitto| {
        let listening = broker.listen().await;
        let (one, two) = tokio::join!(first.publish_to_smart_home(), second.publish_to_smart_home());
        one.and(two).unwrap();
        let messages = listening.end().await;
        messages.iter().filter(|message| message.topic == "halcyon/n52_5200_e13_4100/weather").count()
    };
    assert_eq!(rounds(&broker).await, 1);
    assert_eq!(rounds(&broker).await, 1, "the one that is retained, and none in the same minute");
    first.advance(SignedDuration::from_mins(1));
    assert_eq!(rounds(&broker).await, 2, "the one that is retained, and one a minute later");
}

#[tokio::test]
async fn places_and_their_list_are_announced_again_after_an_hour_and_not_every_minute() {
    let broker = Mosquitto::start().await;
    let app = start(&broker.url(), BERLIN, &[]).await;
    let announced = async || {
        let listening = broker.listen().await;
        app.publish_to_smart_home().await.unwrap();
        let messages = listening.end().await;
        let count = |start: &str| messages.iter().filter(|message| message.topic.starts_with(start)).count();
        (count("homeassistant/"), count("halcyon/places"))
    };
    assert_eq!(announced().await, (1, 1));
    app.advance(SignedDuration::from_mins(1));
    assert_eq!(announced().await, (1, 1), "those that are retained");
    app.advance(SignedDuration::from_hours(1));
    assert_eq!(announced().await, (2, 2), "a broker that lost them has them again");
}

#[tokio::test]
async fn a_place_that_is_gone_from_the_settings_is_removed() {
    let broker = Mosquitto::start().await;
    let both = format!("{BERLIN};41.01,28.98,İstanbul");
    let app = start(&broker.url(), &both, &[]).await;
    app.publish_to_smart_home().await.unwrap();
    assert_eq!(topics(&broker).await.len(), 11);
    // Of somebody else: only our own are removed.
    broker.publish("homeassistant/device/lamp/config", "{}", &["-r"]).await;

    let restart = async |settings: &[(&str, &str)]| {
        app.advance(SignedDuration::from_mins(1));
        let url = broker.url();
        let all = [&[("HALCYON_MQTT_URL", url.as_str())][..], settings].concat();
        app.restart_with(&all).await.publish_to_smart_home().await.unwrap();
        topics(&broker).await
    };
    let left = restart(&[("HALCYON_MQTT_PLACES", BERLIN)]).await;
    assert!(left.iter().all(|topic| !topic.contains("n41_0100")), "{left:?}");
    assert_eq!(left.len(), 7);
    let moved = restart(&[("HALCYON_MQTT_PLACES", BERLIN), ("HALCYON_MQTT_DISCOVERY", "home")]).await;
    assert!(moved.contains(&"home/device/halcyon_n52_5200_e13_4100/config".to_owned()), "{moved:?}");
    assert_eq!(moved.len(), 7);
    let none = restart(&[("HALCYON_MQTT_PLACES", "none")]).await;
    assert_eq!(none, ["halcyon/places", "homeassistant/device/lamp/config"]);
}

#[tokio::test]
async fn a_list_of_places_that_others_have_written_removes_nothing_of_theirs() {
    let broker = Mosquitto::start().await;
    let theirs = ["homeassistant/device/lamp/config", "halcyon/lamp/kitchen/weather"];
    for topic in theirs {
        broker.publish(topic, "{}", &["-r"]).await;
    }
    for ids in [r##"["../lamp","+","#"]"##, r#"["lamp/kitchen"]"#] {
        let list = format!(r#"{{"discovery":"homeassistant","places":{ids}}}"#);
        broker.publish("halcyon/places", &list, &["-r"]).await;
        start(&broker.url(), BERLIN, &[]).await.publish_to_smart_home().await.unwrap();
        let left = topics(&broker).await;
        assert!(theirs.iter().all(|topic| left.iter().any(|other| other == topic)), "{left:?}");
    }
}

#[tokio::test]
async fn of_a_long_list_of_places_a_hundred_are_removed() {
    let broker = Mosquitto::start().await;
    let ids: Vec<String> = (0..101).map(|degrees| format!("n1_0000_e{degrees}_0000")).collect();
    let list = json!({"discovery": "homeassistant", "places": ids}).to_string();
    broker.publish("halcyon/places", &list, &["-r"]).await;
    for id in &ids[99..] {
        broker.publish(&format!("halcyon/{id}/weather"), "{}", &["-r"]).await;
    }
    start(&broker.url(), BERLIN, &[]).await.publish_to_smart_home().await.unwrap();
    let left: Vec<String> = topics(&broker).await.into_iter().filter(|topic| topic.contains("n1_0000")).collect();
    assert_eq!(left, ["halcyon/n1_0000_e100_0000/weather"]);
}

#[tokio::test]
async fn a_list_of_places_that_cannot_be_read_is_replaced() {
    let broker = Mosquitto::start().await;
    for unreadable in ["no list".to_owned(), "x".repeat(70_000)] {
        broker.publish("halcyon/places", &unreadable, &["-r"]).await;
        start(&broker.url(), BERLIN, &[]).await.publish_to_smart_home().await.unwrap();
        let retained = broker.retained().await;
        assert_eq!(retained["halcyon/places"].json()["places"], json!(["n52_5200_e13_4100"]));
        assert_eq!(retained.len(), 6);
    }
}

#[tokio::test]
async fn a_removal_that_the_broker_refuses_does_not_stop_the_weather() {
    // The rights of an operator who changed the discovery prefix from `homeassistant` to `home`.
    let (folder, port) = (tempfile::tempdir().unwrap(), free_port().await);
    let (rules, config) = (folder.path().join("rules"), folder.path().join("mosquitto.conf"));
    std::fs::write(&rules, "topic readwrite halcyon/#\ntopic write home/device/#\n").unwrap();
    let listener = format!("user root\nlistener {port} 127.0.0.1\nallow_anonymous true\n");
    std::fs::write(&config, format!("{listener}acl_file {}\n", rules.display())).unwrap();
    let mut command = Command::new("/usr/sbin/mosquitto");
    let _broker = command.arg("-c").arg(&config).stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        tokio::task::yield_now().await;
    }
    let list = r#"{"discovery":"homeassistant","places":["n52_5200_e13_4100","n41_0100_e28_9800"]}"#;
    let at_broker = ["-h", "127.0.0.1", "-p", &port.to_string(), "-t"];
    let mut publish = Command::new("mosquitto_pub");
    publish.args(at_broker).args(["halcyon/places", "-r", "-q", "1", "-m", list]);
    assert!(publish.status().await.unwrap().success());

    let url = format!("mqtt://127.0.0.1:{port}");
    let app = start(&url, BERLIN, &[("HALCYON_MQTT_DISCOVERY", "home")]).await;
    app.publish_to_smart_home().await.unwrap();
    let mut read = Command::new("mosquitto_sub");
    read.args(at_broker).args(["halcyon/n52_5200_e13_4100/weather", "-C", "1", "-W", "10"]);
    assert!(read.output().await.unwrap().stdout.starts_with(b"{"));
}

#[tokio::test]
async fn the_doctor_says_in_one_line_what_is_wrong_with_the_broker() {
    let broker = Mosquitto::start_with_user("ada", "kingfisher").await;
    let (port, away) = (broker.port, free_port().await);
    let examine = async |url: String| {
        let settings = [
            ("HALCYON_WEATHER_SOURCES", "simulated"),
            ("HALCYON_MQTT_URL", url.as_str()),
            ("HALCYON_MQTT_PLACES", BERLIN),
        ];
        let (_, said, trouble) = run(&["doctor"], &settings).await;
        assert!(!format!("{said}{trouble}").contains("hunter2"));
        said
    };
    let said = examine(format!("mqtt://ada:kingfisher@127.0.0.1:{port}")).await;
    assert!(said.contains(&format!("ok    the MQTT broker (127.0.0.1:{port}) accepts the connection\n")), "{said}");
    let said = examine(format!("mqtt://ada:hunter2@127.0.0.1:{port}")).await;
    let wrong = format!("WRONG the MQTT broker (127.0.0.1:{port}): it refuses the user name or the password\n");
    assert!(said.contains(&wrong), "{said}");
    let said = examine(format!("mqtt://127.0.0.1:{away}")).await;
    assert!(said.contains(&format!("WRONG the MQTT broker (127.0.0.1:{away}): it cannot be reached: ")), "{said}");
}
