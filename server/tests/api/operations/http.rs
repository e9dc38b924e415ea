//! What every answer has in common: ids, error bodies, security headers, the shell.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};

use crate::support::TestApp;

#[tokio::test]
async fn an_unknown_call_is_a_json_404_with_the_request_s_id() {
    let app = TestApp::start().await;
    let answer = app.visitor().get("/api/no-such-call").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    let body = answer.json();
    assert_eq!(body["code"], "not_found");
    assert_eq!(body["error"], "Not found");
    assert_eq!(body["request_id"], answer.header("x-request-id"));
    assert!(!answer.header("x-request-id").is_empty());
}

#[tokio::test]
async fn a_wrong_method_answers_in_the_common_body() {
    let app = TestApp::start().await;
    let answer = app.visitor().send_json(Method::DELETE, "/api/config", &serde_json::json!({})).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.json()["code"], "method_not_allowed");
}

#[tokio::test]
async fn calls_are_never_stored_and_nothing_in_them_runs() {
    let app = TestApp::start().await;
    let answer = app.visitor().get("/api/config").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("strict-transport-security"), "", "only with an https address");
}

#[tokio::test]
async fn pages_get_a_policy_without_inline_code_and_without_strangers() {
    let app = TestApp::start().await;
    let answer = app.visitor().get("/").await;
    let policy = answer.header("content-security-policy");
    // The shell's own few lines are allowed by what they say, nothing else in the page.
    let scripts = policy.split("; ").find(|directive| directive.starts_with("script-src ")).unwrap();
    assert!(scripts.starts_with("script-src 'self' 'sha256-") && scripts.split(' ').count() == 3, "{policy}");
    assert!(
        !policy.contains("unsafe-inline") && !policy.contains("https:") && !policy.contains("upgrade-insecure"),
        "{policy}"
    );
    assert_eq!(answer.header("x-frame-options"), "DENY");
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert!(answer.header("permissions-policy").starts_with("geolocation=(self)"));
}

#[tokio::test]
async fn the_policy_opens_only_for_the_sign_in_that_is_configured() {
    let app = TestApp::start_with(&[
        ("HALCYON_GOOGLE_CLIENT_IDS", "web.apps.example"),
        ("HALCYON_PUBLIC_URL", "https://weather.example"),
    ])
    .await;
    let answer = app.visitor().get("/").await;
    let policy = answer.header("content-security-policy");
    assert!(policy.contains(" https://accounts.google.com/gsi/client;"), "{policy}");
    assert!(!policy.contains("apple"), "{policy}");
    assert!(policy.ends_with("upgrade-insecure-requests"));
    assert_eq!(answer.header("strict-transport-security"), "max-age=63072000; includeSubDomains");
    for (choice, expected) in [("on", "max-age=63072000"), ("off", "")] {
        let app =
            TestApp::start_with(&[("HALCYON_PUBLIC_URL", "https://weather.example"), ("HALCYON_HSTS", choice)]).await;
        assert_eq!(app.visitor().get("/").await.header("strict-transport-security"), expected, "{choice}");
    }
}

#[tokio::test]
async fn page_paths_get_the_shell_and_everything_else_a_404() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    for path in ["/", "/locations", "/reset-password", "/no/such/page"] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
    }
    for path in ["/.env", "/.git/config", "/.bash_history", "/wp-login.php", "/assets/old-123.js", "/a/.hidden/b"] {
        assert_eq!(visitor.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let posted = visitor.send(Request::post("/locations").body(Body::empty()).unwrap()).await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn the_shell_is_compressed_and_not_sent_twice() {
    let app = TestApp::start().await;
    let answer = app.visitor().get_with("/", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(answer.header("content-encoding"), "br");
    let again = app.visitor().get_with("/", &[("if-none-match", answer.header("etag"))]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.body.is_empty());
}
