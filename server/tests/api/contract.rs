//! The committed contract is what the code says.

use std::collections::BTreeSet;

use halcyon::app::contract::Contract;
use halcyon::settings::catalogue;

use crate::support::TestApp;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn committed(name: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{name}")).unwrap_or_default()
}

// [R7.20]
#[tokio::test]
async fn the_committed_openapi_document_is_the_served_one() {
    let fresh = Contract::shared().document.to_pretty_json().unwrap();
    assert!(committed("openapi.json").trim() == fresh.trim(), "openapi.json is stale: run `make contract`");
    let app = TestApp::start().await;
    let served = app.visitor().get("/api/openapi.json").await.ok();
    assert_eq!(served, serde_json::from_str::<serde_json::Value>(&fresh).unwrap());
}

#[test]
fn every_operation_names_its_answers_and_has_an_id() {
    let document = serde_json::to_value(&Contract::shared().document).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["operationId"].is_string(), "{method} {path}");
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            assert!(
                ["200", "201", "302", "303"].iter().any(|status| operation["responses"][status].is_object()),
                "{method} {path}"
            );
        }
    }
}

#[test]
fn the_example_of_settings_lists_every_setting() {
    assert!(committed(".env.example") == catalogue::example_file(), ".env.example is stale: run `make contract`");
}

#[tokio::test]
async fn the_readable_page_names_every_call_and_needs_no_script() {
    let app = TestApp::start().await;
    let page = app.visitor().get("/api/docs").await;
    let document = serde_json::to_value(&Contract::shared().document).unwrap();
    for path in document["paths"].as_object().unwrap().keys() {
        assert!(page.text().contains(path.as_str()), "{path}");
    }
    assert!(!page.text().contains("<script"));
    assert!(page.header("content-security-policy").contains("style-src 'sha256-"));
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |kind: &str| -> BTreeSet<String> {
        let folder = format!("{}/migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names("sqlite"), names("postgres"));
    assert!(!names("sqlite").is_empty());
}

// [R7.21]
#[tokio::test]
async fn the_page_learns_what_is_configured_and_no_secret() {
    let app = TestApp::start_with(&[
        ("HALCYON_GOOGLE_CLIENT_IDS", "web.apps.example,ios.apps.example"),
        ("HALCYON_SUPPORT_EMAIL", "help@weather.example"),
        ("HALCYON_OPEN_METEO_KEY", "hunter2"),
        ("HALCYON_ONESIGNAL_APP_ID", "5a0d7a3c-0000-4000-8000-000000000000"),
        ("HALCYON_VAPID_PUBLIC_KEY", VAPID_PUBLIC_KEY),
        ("HALCYON_VAPID_PRIVATE_KEY", VAPID_PRIVATE_KEY),
    ])
    .await;
    let answer = app.visitor().get("/api/config").await;
    let config = answer.ok();
    assert_eq!(config["google_client_id"], "web.apps.example");
    assert_eq!(config["apple_client_id"], serde_json::Value::Null);
    assert_eq!(config["support_email"], "help@weather.example");
    assert_eq!(config["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(config["onesignal_app_id"], "5a0d7a3c-0000-4000-8000-000000000000");
    assert_eq!(config["vapid_public_key"], VAPID_PUBLIC_KEY);
    for secret in ["hunter2", VAPID_PRIVATE_KEY] {
        assert!(!answer.text().contains(secret));
    }
}

/// The key pair of the example in RFC 8291, section 5 (application server).
const VAPID_PUBLIC_KEY: &str =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
const VAPID_PRIVATE_KEY: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";

#[test]
fn the_web_s_packages_are_the_exact_versions_of_their_lock() {
    for folder in ["web", "e2e"] {
        let read = |name: &str| -> serde_json::Value {
            serde_json::from_str(&committed(&format!("{folder}/{name}"))).expect("it is JSON")
        };
        let (manifest, lock) = (read("package.json"), read("package-lock.json"));
        let wanted =
            ["dependencies", "devDependencies"].map(|kind| manifest[kind].as_object().cloned().unwrap_or_default());
        for (name, version) in wanted.iter().flatten() {
            assert_eq!(lock["packages"][format!("node_modules/{name}")]["version"], *version, "{folder}: {name}");
        }
        assert!(
            !committed(&format!("{folder}/package-lock.json")).contains("\"resolved\""),
            "{folder}: a lock without addresses"
        );
    }
}
