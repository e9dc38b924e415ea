//! The files by which phones hand our addresses to our app.

use axum::http::StatusCode;
use serde_json::json;

use crate::support::TestApp;

const PRINT: &str = "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5";

#[tokio::test]
async fn without_apps_there_are_no_association_files() {
    let app = TestApp::start().await;
    for path in ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"] {
        assert_eq!(app.visitor().get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn an_ios_app_is_given_the_way_back_from_a_sign_in() {
    let app = TestApp::start_with(&[("HALCYON_IOS_APP_IDS", "TEAM123456.example.halcyon")]).await;
    let answer = app.visitor().get("/.well-known/apple-app-site-association").await;
    assert_eq!(answer.header("content-type"), "application/json");
    let details = json!([{ "appIDs": ["TEAM123456.example.halcyon"], "components": [{ "/": "/auth/callback" }] }]);
    assert_eq!(answer.json(), json!({ "applinks": { "details": details } }));
}

#[tokio::test]
async fn an_android_app_is_named_with_all_its_fingerprints() {
    let other = PRINT.replace("14:", "15:");
    let apps = format!("example.halcyon={PRINT},example.halcyon={other}");
    let app = TestApp::start_with(&[("HALCYON_ANDROID_APPS", &apps)]).await;
    let answer = app.visitor().get("/.well-known/assetlinks.json").await;
    assert_eq!(
        answer.json(),
        json!([{
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": {
                "namespace": "android_app",
                "package_name": "example.halcyon",
                "sha256_cert_fingerprints": [PRINT, other],
            },
        }])
    );
}
