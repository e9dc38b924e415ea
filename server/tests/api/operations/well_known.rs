//! The files at well-known addresses: for finders of vulnerabilities, and for phones that hand our addresses to our app.

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

/// RFC 9116, section 2.5.
#[tokio::test]
async fn a_finder_of_a_vulnerability_learns_whom_to_write_to() {
    let public = ("HALCYON_PUBLIC_URL", "https://weather.example");
    let app = TestApp::start_with(&[public, ("HALCYON_SUPPORT_EMAIL", "help@weather.example")]).await;
    let answer = app.visitor().get("/.well-known/security.txt").await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "text/plain; charset=utf-8"));
    let text = answer.text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"Contact: mailto:help@weather.example"), "{text}");
    assert!(lines.contains(&"Canonical: https://weather.example/.well-known/security.txt"), "{text}");
    // 180 days after the beginning of the test, less than a year ahead.
    assert!(lines.contains(&"Expires: 2027-05-14T00:00:00Z"), "{text}");
    let nowhere = TestApp::start().await.visitor().get("/.well-known/security.txt").await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND, "localhost cannot receive mail");
}

/// Their licences ask for their texts wherever the binary goes.
#[tokio::test]
async fn the_licences_of_everything_in_the_binary_and_the_page_are_served() {
    let answer = TestApp::start().await.visitor().get("/third-party-notices.txt").await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "text/plain; charset=utf-8"));
    let text = answer.text();
    for component in ["\ntokio ", "\nlibsqlite3-sys ", "\nreact-dom ", "SIL OPEN FONT LICENSE"] {
        assert!(text.contains(component), "{component}");
    }
}

#[tokio::test]
async fn an_ios_app_is_given_the_way_back_from_a_sign_in() {
    let app = TestApp::start_with(&[("HALCYON_IOS_APP_IDS", "TEAM123456.example.halcyon")]).await;
    let answer = app.visitor().get("/.well-known/apple-app-site-association").await;
    assert_eq!(answer.header("content-type"), "application/json");
    let details = json!([{ "appIDs": ["TEAM123456.example.halcyon"], "components": [{ "/": "/auth/callback" }] }]);
    let credentials = json!({ "apps": ["TEAM123456.example.halcyon"] });
    assert_eq!(answer.json(), json!({ "applinks": { "details": details }, "webcredentials": credentials }));
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
            "relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
            "target": {
                "namespace": "android_app",
                "package_name": "example.halcyon",
                "sha256_cert_fingerprints": [PRINT, other],
            },
        }])
    );
}
