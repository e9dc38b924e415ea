//! Who may make an account, and what an operator does to accounts from the command line.

use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::issuer::{Issuer, google};
use crate::support::persona::{Answer, PASSWORD};
use crate::support::process::{run, run_at_terminal, run_with_input};

async fn register(app: &TestApp, name: &str, invitation: Option<&str>) -> Answer {
    let body = json!({"email": format!("{name}@example.org"), "password": PASSWORD, "first_name": name, "invitation": invitation});
    app.visitor().post("/api/auth/register", &body).await
}

fn refused(answer: &Answer) -> (u16, Value) {
    (answer.status.as_u16(), answer.json()["code"].clone())
}

#[tokio::test]
async fn a_site_with_closed_sign_ups_takes_no_account_by_any_way() {
    let closed = Issuer::start().await.app_with(&[("HALCYON_SIGN_UPS", "closed")]).await;
    assert_eq!(closed.visitor().get("/api/config").await.ok()["sign_ups"], "closed");
    assert_eq!(refused(&register(&closed, "ada", None).await), (403, json!("sign_ups_closed")));
    assert_eq!(refused(&register(&closed, "ada", Some("any")).await), (403, json!("sign_ups_closed")));
    assert_eq!(refused(&google(&closed.visitor(), |claims| claims).await), (403, json!("sign_ups_closed")));
    assert_eq!(closed.count("users").await, 0);
}

#[tokio::test]
async fn an_invitation_makes_one_account_and_survives_a_failed_attempt() {
    let app = TestApp::start_with(&[("HALCYON_SIGN_UPS", "invitation")]).await;
    let database = app.database_address();
    let settings = [("DATABASE_URL", database.as_str()), ("HALCYON_PUBLIC_URL", "https://localhost")];
    let invite = async || {
        let (code, said, trouble) = run(&["user", "invite"], &settings).await;
        assert_eq!(code, 0, "{trouble}");
        let link = said.trim().strip_prefix("https://localhost/register?invitation=").expect("a link");
        link.to_owned()
    };
    assert_eq!(refused(&register(&app, "ada", None).await), (403, json!("sign_ups_closed")));
    assert_eq!(refused(&register(&app, "ada", Some("guess")).await), (403, json!("invitation_invalid")));
    let first = invite().await;
    assert_eq!(register(&app, "ada", Some(&first)).await.status, 201);
    assert_eq!(refused(&register(&app, "bob", Some(&first)).await), (403, json!("invitation_invalid")));
    let second = invite().await;
    assert_eq!(refused(&register(&app, "ada", Some(&second)).await), (409, json!("email_taken")));
    let (bob, cem) = tokio::join!(register(&app, "bob", Some(&second)), register(&app, "cem", Some(&second)));
    let mut statuses = [bob.status.as_u16(), cem.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 403], "of two who use it at once, one gets in");
    assert_eq!(app.count("users").await, 2);
    let late = invite().await;
    // The command uses the time of the machine, the test its own.
    app.advance(jiff::SignedDuration::from_hours(10 * 366 * 24));
    assert_eq!(refused(&register(&app, "dora", Some(&late)).await), (403, json!("invitation_invalid")));
}

#[tokio::test]
async fn an_operator_adds_lists_and_deletes_users_and_resets_their_passwords() {
    let app = TestApp::start_with(&[("HALCYON_SIGN_UPS", "closed")]).await;
    let database = app.database_address();
    let settings = [("DATABASE_URL", database.as_str())];
    let password_in = |said: &str| said.lines().find_map(|line| line.strip_prefix("password: ")).unwrap().to_owned();

    let (code, said, trouble) = run(&["user", "add", "Ada@Example.org", "--first-name", "Ada"], &settings).await;
    assert_eq!(code, 0, "{trouble}");
    let first = password_in(&said);
    assert_eq!(app.login("ada", &first).await.ok()["user"]["email_verified"], true);
    let (code, _, trouble) = run(&["user", "add", "ada@example.org"], &settings).await;
    assert_eq!(code, 1);
    assert!(trouble.contains("ada@example.org has an account already"), "{trouble}");

    let ada = app.visitor();
    ada.post("/api/auth/login", &json!({"email": "ada@example.org", "password": first})).await.ok();
    let reset = ["user", "reset-password", "ada@example.org", "--password-stdin"];
    let (code, said, trouble) = run_with_input(&reset, &settings, "a calm sea in winter\n").await;
    assert_eq!(code, 0, "{trouble}");
    assert!(!said.contains("calm sea"), "{said}");
    assert_eq!(app.login("ada", &first).await.status, 401);
    assert_eq!(app.login("ada", "a calm sea in winter").await.status, 200);
    assert_eq!(ada.get("/api/auth/me").await.status, 401, "signed out everywhere");
    let (code, _, trouble) = run_with_input(&reset, &settings, "short\n").await;
    assert_eq!(code, 1);
    assert!(trouble.contains("at least 8 characters"), "{trouble}");

    let (_, said, _) = run(&["user", "list"], &settings).await;
    assert!(said.contains("verified    ada@example.org  Ada"), "{said}");
    let (code, _, trouble) = run(&["user", "delete", "ada@example.org"], &settings).await;
    assert_eq!((code, app.count("users").await), (1, 1), "{trouble}");
    assert_eq!(run(&["user", "delete", "ada@example.org", "--yes"], &settings).await.0, 0);
    assert_eq!(app.count("users").await, 0);
    let (code, _, trouble) = run(&["user", "delete", "ada@example.org", "--yes"], &settings).await;
    assert_eq!(code, 1);
    assert!(trouble.contains("ada@example.org has no account"), "{trouble}");
}

#[tokio::test]
async fn an_operator_at_a_terminal_is_asked_for_the_password_which_is_not_shown() {
    let app = TestApp::start().await;
    let database = app.database_address();
    let settings = [("DATABASE_URL", database.as_str())];
    let add = ["user", "add", "ada@example.org"];
    let (code, shown) = run_at_terminal(&add, &settings, "a calm sea in winter\na calm see in winter\n").await;
    assert_eq!((code, app.count("users").await), (1, 0), "{shown}");
    assert!(shown.contains("the two passwords differ"), "{shown}");

    let (code, shown) = run_at_terminal(&add, &settings, "a calm sea in winter\na calm sea in winter\n").await;
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains("calm") && !shown.contains("password: "), "{shown}");
    assert_eq!(app.login("ada", "a calm sea in winter").await.status, 200);

    let (code, shown) = run_at_terminal(&["user", "reset-password", "ada@example.org"], &settings, "\n").await;
    assert_eq!(code, 0, "{shown}");
    let generated = shown.lines().find_map(|line| line.strip_prefix("password: ")).expect("a generated one");
    assert_eq!(app.login("ada", generated.trim_end()).await.status, 200);
}
