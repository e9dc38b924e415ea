//! Preferences: only what was set is stored, a patch changes only what it names, and each user has their own.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use halcyon::on_db;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::persona::Persona;

// [R7.07, R3.12]
#[tokio::test]
async fn a_new_account_has_no_preferences_and_a_patch_changes_only_what_it_names() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    assert_eq!(ada.get("/api/user/preferences").await.ok(), json!({"preferences": {}}));

    let first = json!({"units": {"unitSystem": "imperial"}, "language": "tr", "theme": "dark"});
    let units = ada.post("/api/user/preferences", &first).await.ok()["preferences"]["units"].clone();
    let imperial = json!({"temperature": "fahrenheit", "precipitation": "inches", "windSpeed": "mph",
        "pressure": "inHg", "distance": "mi", "unitSystem": "imperial"});
    assert_eq!(units, imperial, "a system switches all five");

    ada.post("/api/user/preferences", &json!({"units": {"windSpeed": "km/h"}})).await.ok();
    let kept = ada.get("/api/user/preferences").await.ok()["preferences"].clone();
    assert_eq!((&kept["units"]["windSpeed"], &kept["units"]["temperature"]), (&json!("km/h"), &json!("fahrenheit")));
    assert_eq!((&kept["language"], &kept["theme"]), (&json!("tr"), &json!("dark")));
}

// [B8]
#[tokio::test]
async fn regional_units_and_the_clock_are_stored_and_a_system_leaves_the_clock() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let habits = json!({"units": {"windSpeed": "kn", "pressure": "mmHg", "timeFormat": "12h"}});
    let kept = ada.post("/api/user/preferences", &habits).await.ok()["preferences"].clone();
    assert_eq!(kept, habits);
    let system = json!({"units": {"unitSystem": "metric"}});
    let units = ada.post("/api/user/preferences", &system).await.ok()["preferences"]["units"].clone();
    assert_eq!((&units["windSpeed"], &units["timeFormat"]), (&json!("m/s"), &json!("12h")));
    ada.post("/api/user/preferences", &json!({"units": {"windSpeed": "Bft"}})).await.ok();
}

// [R1.18]
#[tokio::test]
async fn turning_everything_off_keeps_the_other_settings() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.post("/api/user/preferences", &json!({"notifications": {"email": true, "push": false}})).await.ok();
    let off = ada.post("/api/user/preferences", &json!({"notifications": {"turnOffAll": true}})).await.ok();
    assert_eq!(off["preferences"]["notifications"], json!({"email": true, "push": false, "turnOffAll": true}));
}

#[tokio::test]
async fn unknown_keys_are_ignored_and_invalid_values_rejected() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.post("/api/user/preferences", &json!({"theme": "dark", "admin": true, "units": {"mass": "stone"}})).await.ok();
    for wrong in [
        json!({"theme": "pink"}),
        json!({"language": "fr"}),
        json!({"units": {"temperature": "kelvin"}}),
        json!({"units": {"windSpeed": "knots"}}),
        json!({"units": {"pressure": "bar"}}),
        json!({"units": {"timeFormat": "h12"}}),
        json!({"notifications": {"quietHours": {"from": "25:00", "until": "06:00"}}}),
        json!({"accessibility": {"customFrequency": 20}}),
    ] {
        assert_eq!(ada.post("/api/user/preferences", &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    assert_eq!(ada.get("/api/user/preferences").await.ok(), json!({"preferences": {"theme": "dark", "units": {}}}));
}

/// What someone is allergic to says something about their health: it is stored only with their consent.
#[tokio::test]
async fn sensitivities_are_stored_only_while_they_are_synchronised() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let save = async |air: Value| ada.post("/api/user/preferences", &json!({"air": air})).await;
    let stored = async || ada.get("/api/user/preferences").await.ok()["preferences"]["air"].clone();

    for air in [json!({"sensitivities": ["birch"]}), json!({"sync": false, "sensitivities": ["birch"]})] {
        let refused = save(air).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.json()["fields"]["air.sensitivities"].is_string(), "{}", refused.text());
    }
    assert_eq!(stored().await, Value::Null, "nothing has changed");
    save(json!({"sensitivities": [], "index": "us"})).await.ok();
    assert_eq!(stored().await, json!({"index": "us"}));

    save(json!({"sync": true, "sensitivities": ["birch", "grass"], "notify": true, "index_level": "very_poor"}))
        .await
        .ok();
    save(json!({"pollen_level": "moderate"})).await.ok();
    let all = json!({"sync": true, "index": "us", "sensitivities": ["birch", "grass"], "notify": true,
        "index_level": "very_poor", "pollen_level": "moderate"});
    assert_eq!(stored().await, all);
    save(json!({"sync": false})).await.ok();
    assert_eq!(stored().await["sensitivities"], Value::Null, "deleted with the consent");
    assert!(!app.dump().await.contains("birch"));

    save(json!({"sync": true})).await.ok();
    for wrong in [
        json!({"sensitivities": ["hazel"]}),
        json!({"sensitivities": ["birch", "birch"]}),
        json!({"index": "chinese"}),
        json!({"index_level": "hazardous"}),
        json!({"pollen_level": "low"}),
        json!({"notify": "yes"}),
    ] {
        assert_eq!(save(wrong.clone()).await.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
}

#[tokio::test]
async fn preferences_belong_to_one_user_and_are_deleted_with_the_account() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    ada.post("/api/user/preferences", &json!({"theme": "dark"})).await.ok();
    assert_eq!(bob.get("/api/user/preferences").await.ok(), json!({"preferences": {}}));
    assert_eq!(app.visitor().get("/api/user/preferences").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(ada.get("/api/auth/export").await.ok()["preferences"], json!({"theme": "dark"}));
    ada.post("/api/auth/delete-account", &json!({})).await.ok();
    assert_eq!(app.count("preferences").await, 0);
}

// [R2.12]
#[tokio::test]
async fn the_unsubscribe_link_of_a_mail_ends_alert_mails_only_by_post() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.post("/api/user/preferences", &json!({"notifications": {"email": true, "push": true}})).await.ok();
    let id = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/unsubscribe/{}", app.unsubscribe_token(&id));

    let look = app.visitor().get(&path).await;
    let page = format!("/unsubscribe#token={}", app.unsubscribe_token(&id));
    assert_eq!((look.status, look.header("location")), (StatusCode::SEE_OTHER, page.as_str()));
    let before = ada.get("/api/user/preferences").await.ok();
    assert_eq!(before["preferences"]["notifications"]["email"], true);

    // As a mail program sends it: a form without cookies; twice.
    for _ in 0..2 {
        let request = Request::post(&path)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from("List-Unsubscribe=One-Click"))
            .unwrap();
        app.visitor().send(request).await.ok();
    }
    let after = ada.get("/api/user/preferences").await.ok();
    assert_eq!(after["preferences"]["notifications"], json!({"email": false, "push": true}));
}

// [R2.12]
#[tokio::test]
async fn an_invalid_unsubscribe_link_changes_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    let id = async |who: &Persona| who.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().to_owned();
    let (token, bob_id) = (app.unsubscribe_token(&id(&ada).await), id(&bob).await);
    let seal = token.split_once('.').unwrap().1.to_owned();
    for forged in [format!("{}.{seal}", bob_id.replace('-', "")), "nonsense".to_owned(), format!("{token}0")] {
        let answer = app.visitor().post(&format!("/api/unsubscribe/{forged}"), &json!({})).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{forged}");
    }
    ada.post("/api/auth/delete-account", &json!({})).await.ok();
    assert_eq!(app.visitor().post(&format!("/api/unsubscribe/{token}"), &json!({})).await.status, 422);
    assert_eq!(app.count("preferences").await, 0);
}

/// Stores a document as another version of the server may have written it.
pub async fn store_document(app: &TestApp, user: &Persona, document: &Value) {
    user.post("/api/user/preferences", &json!({})).await.ok();
    let id = user.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().to_owned();
    on_db!(app.db.writer(), pool => {
        sqlx::query("update preferences set document = $2 where user_id = $1")
            .bind(halcyon::session::UserId(id.parse().unwrap()))
            .bind(document.to_string())
            .execute(pool)
            .await
            .map(|_| ())
    })
    .unwrap();
}

async fn stored_document(app: &TestApp) -> Value {
    let text: String = on_db!(app.db.reader(), pool => {
        sqlx::query_scalar("select document from preferences").fetch_one(pool).await
    })
    .unwrap();
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn an_unreadable_key_hides_only_itself_and_survives_later_changes() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let stored = json!({
        "theme": "sepia", "language": "tr", "newKey": {"a": 1},
        "units": {"temperature": "kelvin", "windSpeed": "mph"},
        "notifications": {"turnOffAll": true, "severityFloor": "extreme", "quietHours": "night"},
    });
    store_document(&app, &ada, &stored).await;
    let readable = json!({"language": "tr", "units": {"windSpeed": "mph"}, "notifications": {"turnOffAll": true}});
    assert_eq!(ada.get("/api/user/preferences").await.ok()["preferences"], readable);

    let patch = json!({"language": "de", "notifications": {"email": false}});
    let patched = ada.post("/api/user/preferences", &patch).await.ok()["preferences"].clone();
    assert_eq!(
        patched,
        json!({"language": "de", "units": {"windSpeed": "mph"}, "notifications": {"turnOffAll": true, "email": false}})
    );
    let mut expected = stored;
    expected["language"] = json!("de");
    expected["notifications"]["email"] = json!(false);
    assert_eq!(stored_document(&app).await, expected, "what cannot be read is kept as it is");

    ada.post("/api/user/preferences", &json!({"theme": "dark", "units": {"temperature": "celsius"}})).await.ok();
    let after = ada.get("/api/user/preferences").await.ok()["preferences"].clone();
    assert_eq!((&after["theme"], &after["units"]["temperature"]), (&json!("dark"), &json!("celsius")));
}
