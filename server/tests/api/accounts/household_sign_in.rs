//! Ways to sign in where no mail is sent: every account may have them, and the first proof of its address removes them.

use serde_json::json;

use super::openid::{me, sign_in as sign_in_at_provider};
use super::openid_session::{back, run as go_to_provider};
use super::passkeys::{add, sign_in};
use crate::support::TestApp;
use crate::support::authenticator::{Authenticator, Manner};
use crate::support::authenticator_app::{log_in, turn_on};
use crate::support::issuer::{CLIENT_ID, Issuer, OIDC_SECRET, changed};
use crate::support::persona::{PASSWORD, Persona};
use crate::support::process::run_with_input;

const NEW_PASSWORD: &str = "a storm over the harbour";

struct Household {
    app: TestApp,
    issuer: Issuer,
    _folder: tempfile::TempDir,
}

impl Household {
    async fn start() -> Household {
        let (issuer, folder) = (Issuer::start().await, tempfile::tempdir().unwrap());
        let app = TestApp::start_alone_with(&[
            ("HALCYON_MODE", "production"),
            // The one http address at which browsers have passkeys.
            ("HALCYON_PUBLIC_URL", "http://localhost:8080"),
            ("HALCYON_SUPPORT_EMAIL", "ada@mail.example"),
            ("HALCYON_DATA_DIR", folder.path().to_str().unwrap()),
            ("HALCYON_OIDC_ISSUER", &issuer.url),
            ("HALCYON_OIDC_CLIENT_ID", CLIENT_ID),
            ("HALCYON_OIDC_CLIENT_SECRET", OIDC_SECRET),
            ("HALCYON_OIDC_NAME", "Harbour House"),
        ])
        .await;
        assert_eq!(app.visitor().get("/api/config").await.ok()["has_mail"], false);
        Household { app, issuer, _folder: folder }
    }

    /// What the operator does at the command line, with a password.
    async fn operator(&self, command: &str, email: &str, password: &str) {
        let arguments = ["user", command, email, "--password-stdin"];
        let database = self.app.database_address();
        let settings = [("DATABASE_URL", database.as_str())];
        let (code, _, trouble) = run_with_input(&arguments, &settings, &format!("{password}\n")).await;
        assert_eq!(code, 0, "{trouble}");
    }

    async fn add_passkey(&self, persona: &Persona) -> Authenticator {
        let mut key = Authenticator::new();
        assert_eq!(add(persona, &mut key, &at_home()).await.status, 201);
        key
    }

    /// With a subject and an address of the provider's own.
    async fn connect(&self, persona: &Persona, subject: &str) -> String {
        go_to_provider(&self.issuer, persona, "connect", |claims| {
            changed(changed(claims, "sub", json!(subject)), "email", json!(format!("{subject}@harbour.example")))
        })
        .await
    }

    async fn opens_by_provider(&self, subject: &str, email: &str) -> serde_json::Value {
        let persona = self.app.visitor();
        let end = sign_in_at_provider(&self.issuer, &persona, |claims| {
            changed(changed(claims, "sub", json!(subject)), "email", json!(email))
        })
        .await;
        assert_eq!(end, "/");
        me(&persona).await
    }

    async fn is_opened_by(&self, key: &Authenticator) -> bool {
        sign_in(&self.app.visitor(), key, &at_home()).await.status == 200
    }
}

fn at_home() -> Manner {
    Manner { origin: "http://localhost:8080", domain: "localhost", ..Manner::default() }
}

#[tokio::test]
async fn without_mail_every_account_may_have_a_passkey_a_provider_and_a_second_factor() {
    let home = Household::start().await;
    home.operator("add", "bob@example.org", PASSWORD).await;
    let (ada, bob) = (home.app.signed_in("ada").await, home.app.sign_in_again("bob").await);
    for (persona, name) in [(&ada, "ada"), (&bob, "bob")] {
        let key = home.add_passkey(persona).await;
        assert!(home.is_opened_by(&key).await, "{name}");
        assert_eq!(home.connect(persona, name).await, back("connected"), "{name}");
        let opened = home.opens_by_provider(name, &format!("{name}@harbour.example")).await;
        assert_eq!(opened["id"], me(persona).await["id"], "{name}");
        let (phone, _) = turn_on(&home.app, persona).await;
        assert_eq!(log_in(&home.app.visitor(), name, "code", &phone.code(&home.app, 1)).await.status, 200, "{name}");
    }
}

#[tokio::test]
async fn an_operator_who_resets_an_unverified_account_gives_it_to_the_owner_of_the_address() {
    let home = Household::start().await;
    let eve = home.app.signed_in("ada").await;
    let key = home.add_passkey(&eve).await;
    assert_eq!(home.connect(&eve, "eve").await, back("connected"));
    turn_on(&home.app, &eve).await;

    home.operator("reset-password", "ada@example.org", NEW_PASSWORD).await;
    let ada = home.app.login("ada", NEW_PASSWORD).await;
    assert_eq!(ada.ok()["user"]["email_verified"], true, "no code of another person is asked for");
    assert!(!home.is_opened_by(&key).await);
    assert_eq!(eve.get("/api/auth/me").await.status, 401);
    let stranger = home.opens_by_provider("eve", "eve@harbour.example").await;
    assert_ne!(stranger["id"], ada.json()["user"]["id"], "the provider opens an account of its own");
}

#[tokio::test]
async fn an_operator_who_resets_an_account_that_was_vouched_for_leaves_its_other_ways_to_sign_in() {
    let home = Household::start().await;
    home.operator("add", "bob@example.org", PASSWORD).await;
    let bob = home.app.sign_in_again("bob").await;
    let key = home.add_passkey(&bob).await;
    turn_on(&home.app, &bob).await;
    home.operator("reset-password", "bob@example.org", NEW_PASSWORD).await;
    assert!(home.is_opened_by(&key).await);
    assert_eq!(home.app.login("bob", NEW_PASSWORD).await.status, 202, "the second factor is still asked for");
}

#[tokio::test]
async fn a_provider_that_vouches_for_the_address_removes_what_another_person_has_added() {
    let home = Household::start().await;
    let eve = home.app.visitor();
    let body = json!({"email": "jo@harbour.example", "password": PASSWORD});
    assert_eq!(eve.post("/api/auth/register", &body).await.status, 201);
    let key = home.add_passkey(&eve).await;
    assert_eq!(home.connect(&eve, "eve").await, back("connected"));
    let account = me(&eve).await["id"].clone();
    turn_on(&home.app, &eve).await;

    let jo = home.opens_by_provider("jo", "jo@harbour.example").await;
    assert_eq!((&jo["id"], &jo["has_password"], &jo["has_second_factor"]), (&account, &json!(false), &json!(false)));
    assert!(!home.is_opened_by(&key).await);
    assert_eq!(eve.get("/api/auth/me").await.status, 401);
    assert_ne!(home.opens_by_provider("eve", "eve@harbour.example").await["id"], account);
}

#[tokio::test]
async fn when_mail_is_added_later_the_address_has_to_be_verified_as_elsewhere() {
    let home = Household::start().await;
    let eve = home.app.signed_in("ada").await;
    let key = home.add_passkey(&eve).await;

    let with_mail = home.app.restart_with(&[("HALCYON_PUBLIC_URL", "http://localhost:8080")]).await;
    let ada = with_mail.visitor();
    ada.post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    with_mail.deliver().await;
    let token = with_mail.link_in_mail_to("ada@example.org", "/reset-password#token=");
    ada.post("/api/auth/reset-password", &json!({"token": token, "password": NEW_PASSWORD})).await.ok();
    assert_eq!(sign_in(&with_mail.visitor(), &key, &at_home()).await.status, 401);
    assert_eq!(with_mail.login("ada", NEW_PASSWORD).await.status, 200);
}
