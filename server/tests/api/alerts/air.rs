//! Notifications of poor air and pollen: by the user's thresholds, once a day and place, never at night, never simulated.

use axum::http::StatusCode;
use futures_util::future::join_all;
use halcyon::app::worker;
use halcyon::db::Pool;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{events, hours, save_place, storm};
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::Persona;
use crate::weather::air::{air_answer, set_air, with_air};
use crate::weather::stand_in::StandIn;

/// 170 μg/m³ of ozone is "very poor"; the answer has 80 grains of birch, which is "high".
fn very_poor() -> Value {
    let mut answer = air_answer(hours(0));
    set_air(&mut answer, "ozone", json!(170.0));
    answer
}

async fn start(air: Value) -> (TestApp, StandIn) {
    let provider = StandIn::start(with_air(hours(0), Some((StatusCode::OK, air)))).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    (app, provider)
}

async fn set_air_preferences(user: &Persona, air: Value) {
    user.post("/api/user/preferences", &json!({"air": air})).await.ok();
}

#[tokio::test]
async fn very_poor_air_is_notified_once_a_day_and_place_to_those_who_asked() {
    let (app, _provider) = start(very_poor()).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&ada, "Home", 52.52, 13.41).await;
    save_place(&ada, "Work", 52.40, 13.00).await;
    save_place(&bob, "Home", 52.52, 13.41).await;
    set_air_preferences(&ada, json!({"notify": true})).await;
    app.notify_of_air().await;
    assert_eq!((events(&ada).await.len(), events(&bob).await.len()), (2, 0), "one for each place");
    let notification = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    let alert = &notification["alert"];
    assert_eq!(
        (&alert["origin"], &alert["family"], &alert["hazard"]),
        (&json!("computed"), &json!("air"), &Value::Null)
    );
    assert_eq!(alert["texts"][0]["title"], "Air quality: very poor");
    assert!(alert["attribution"].as_str().unwrap().contains("Copernicus"));
    assert!(!alert["texts"][0]["description"].as_str().unwrap().contains("pollen"), "ada named no species");

    for _ in 0..6 {
        app.advance(SignedDuration::from_mins(60));
        app.notify_of_air().await;
    }
    assert_eq!(events(&ada).await.len(), 2, "not again today");
}

#[tokio::test]
async fn notifications_that_the_database_undoes_are_written_again() {
    let (app, _provider) = start(very_poor()).await;
    let Pool::Postgres(pool) = app.db.writer() else {
        println!("not run: SQLite has one writer");
        return;
    };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_air_preferences(&ada, json!({"notify": true})).await;
    // As in a deadlock; a sequence keeps its value.
    let undo_first = "create sequence tries;
        create function undo_first() returns trigger language plpgsql as $$ begin
            if nextval('tries') = 1 then raise exception 'undone' using errcode = '40P01'; end if;
            return new;
        end $$;
        create trigger undo_first before insert on notifications for each row execute function undo_first()";
    sqlx::raw_sql(undo_first).execute(pool).await.unwrap();
    app.notify_of_air().await;
    assert_eq!(events(&ada).await.len(), 1);
}

#[tokio::test]
async fn jobs_need_no_connection_of_the_requests() {
    let authority = Authority::start().await;
    let provider = StandIn::start(with_air(hours(0), Some((StatusCode::OK, very_poor())))).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
        ("HALCYON_CAP_FEEDS", &authority.german_feed()),
    ])
    .await;
    let Pool::Postgres(requests) = app.db.writer() else {
        println!("not run: SQLite has one writer");
        return;
    };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_air_preferences(&ada, json!({"notify": true})).await;
    authority.publish(&[storm("one", "Severe", 8)]);

    let all = join_all((0..requests.driver().options().get_max_connections()).map(|_| requests.acquire())).await;
    let jobs = app.job_parts();
    worker::poll_feeds(&jobs).await.unwrap();
    worker::check_hazards(&jobs).await.unwrap();
    worker::notify_users(&jobs).await.unwrap();
    worker::notify_of_air(&jobs).await.unwrap();
    drop(all);
    assert_eq!(events(&ada).await, ["new", "new"], "the storm and the air");
}

#[tokio::test]
async fn the_next_day_is_notified_in_its_morning() {
    let (app, _provider) = start(very_poor()).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_air_preferences(&ada, json!({"notify": true})).await;
    app.notify_of_air().await;
    // 06:59 and 07:14 in Berlin.
    app.advance(SignedDuration::from_mins(17 * 60 + 59));
    app.notify_of_air().await;
    assert_eq!(events(&ada).await.len(), 1, "too early to wake someone");
    app.advance(SignedDuration::from_mins(15));
    app.notify_of_air().await;
    assert_eq!(events(&ada).await.len(), 2);
}

#[tokio::test]
async fn the_thresholds_and_sensitivities_are_the_users_own() {
    let (app, _provider) = start(air_answer(hours(0))).await;
    let (ada, bob, cem) = (app.signed_in("ada").await, app.signed_in("bob").await, app.signed_in("cem").await);
    for user in [&ada, &bob, &cem] {
        save_place(user, "Home", 52.52, 13.41).await;
    }
    // The index is "moderate" and birch "high".
    set_air_preferences(&ada, json!({"notify": true, "sync": true, "sensitivities": ["birch", "grass"]})).await;
    set_air_preferences(&bob, json!({"notify": true, "sync": true, "sensitivities": ["grass"]})).await;
    set_air_preferences(&cem, json!({"notify": true, "index_level": "moderate"})).await;
    app.notify_of_air().await;
    assert_eq!((events(&ada).await.len(), events(&bob).await.len(), events(&cem).await.len()), (1, 0, 1));
    let title = async |user: &Persona| {
        user.get("/api/notifications").await.ok()["notifications"][0]["alert"]["texts"][0]["title"].clone()
    };
    assert_eq!((title(&ada).await, title(&cem).await), (json!("Birch pollen: high"), json!("Air quality: moderate")));
    set_air_preferences(&ada, json!({"pollen_level": "very_high"})).await;
    app.advance(SignedDuration::from_hours(24));
    app.notify_of_air().await;
    assert_eq!(events(&ada).await.len(), 1, "high is below her threshold now");
}

#[tokio::test]
async fn quiet_hours_and_the_switch_for_all_notifications_are_respected() {
    let (app, _provider) = start(very_poor()).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    for user in [&ada, &bob] {
        save_place(user, "Home", 52.52, 13.41).await;
        set_air_preferences(user, json!({"notify": true})).await;
    }
    // It is 13:00 in Berlin.
    let quiet = json!({"notifications": {"quietHours": {"from": "12:00", "until": "14:00"}}});
    ada.post("/api/user/preferences", &quiet).await.ok();
    bob.post("/api/user/preferences", &json!({"notifications": {"turnOffAll": true}})).await.ok();
    app.notify_of_air().await;
    assert_eq!(events(&ada).await.len(), 0);
    app.advance(SignedDuration::from_mins(60));
    app.notify_of_air().await;
    assert_eq!((events(&ada).await.len(), events(&bob).await.len()), (1, 0));
}

#[tokio::test]
async fn the_notification_is_sent_by_mail_in_the_users_language() {
    let (app, _provider) = start(very_poor()).await;
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    let token = app.link_in_mail_to("ada@example.org", "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    save_place(&ada, "Zuhause", 52.52, 13.41).await;
    ada.post("/api/user/preferences", &json!({"language": "de", "air": {"notify": true}})).await.ok();
    app.notify_of_air().await;
    app.deliver().await;
    let mail = app.mails().pop().unwrap();
    assert_eq!(mail.subject, "Luftqualität: sehr schlecht – Zuhause");
    assert!(mail.text.contains("Empfindliche Personen") && mail.text.contains("Copernicus"), "{}", mail.text);
}

#[tokio::test]
async fn simulated_air_is_never_notified() {
    let app = TestApp::start_with(&[("HALCYON_SIMULATED_SCENARIO", "heat-wave")]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_air_preferences(&ada, json!({"notify": true, "index_level": "good"})).await;
    app.notify_of_air().await;
    assert_eq!(events(&ada).await.len(), 0);
}

#[tokio::test]
async fn two_processes_do_not_notify_twice() {
    let (one, provider) = start(very_poor()).await;
    let ada = one.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_air_preferences(&ada, json!({"notify": true})).await;
    let settings = [
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
        ("HALCYON_NWS_URL", "off"),
    ];
    let two = one.restart_with(&settings).await;
    tokio::join!(one.notify_of_air(), two.notify_of_air());
    assert_eq!(events(&ada).await.len(), 1);
}
