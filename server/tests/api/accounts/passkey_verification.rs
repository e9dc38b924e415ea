//! Every step of the verification of a passkey, broken one at a time: https://www.w3.org/TR/webauthn-3/#sctn-rp-operations.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::passkeys::{add, challenge, owner_of, passkeys, sign_in, site, site_with, verified};
use crate::support::authenticator::{Authenticator, ORIGIN};
use crate::support::authenticator::{BACKED_UP, Manner, USER_PRESENT, USER_VERIFIED};
use crate::support::persona::{Answer, Persona};

/// Steps that are the same for a new passkey and for a sign-in.
fn wrong_manners() -> Vec<(&'static str, Manner)> {
    let right = Manner::default;
    vec![
        ("another challenge", Manner { challenge: Some("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), ..right() }),
        ("another origin", Manner { origin: "https://evil.example", ..right() }),
        ("an origin that ends alike", Manner { origin: "https://evilweather.example", ..right() }),
        ("a subdomain that is not ours", Manner { origin: "https://evil.weather.example", ..right() }),
        ("http", Manner { origin: "http://weather.example", ..right() }),
        ("a frame of another site", Manner { is_cross_origin: true, ..right() }),
        ("another domain", Manner { domain: "evil.example", ..right() }),
        ("no user present", Manner { flags: USER_VERIFIED, ..right() }),
        ("no user verified", Manner { flags: USER_PRESENT, ..right() }),
        ("backed up but not eligible", Manner { flags: USER_PRESENT | USER_VERIFIED | BACKED_UP, ..right() }),
    ]
}

async fn answer(persona: &Persona, ceremony: &Value, credential: Value) -> Answer {
    persona.post("/api/auth/passkey/sign-in", &json!({"id": ceremony["id"], "credential": credential})).await
}

#[tokio::test]
async fn a_new_passkey_is_refused_at_every_step() {
    let app = site_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let ada = verified(&app, "ada").await;
    let mut wrong = wrong_manners();
    wrong.push(("a sign-in", Manner { ceremony: Some("webauthn.get"), ..Manner::default() }));
    wrong.push(("an algorithm that was not offered", Manner { algorithm: -8, ..Manner::default() }));
    for (what, manner) in wrong {
        let refused = add(&ada, &mut Authenticator::new(), &manner).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (422, &json!("passkey_refused")), "{what}");
    }
    assert!(passkeys(&ada).await.is_empty());
    assert_eq!(add(&ada, &mut Authenticator::new(), &Manner::default()).await.status, 201);
}

#[tokio::test]
async fn a_sign_in_is_refused_at_every_step_with_one_answer() {
    let app = site_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let mut key = Authenticator::new();
    owner_of(&app, &mut key, "ada").await;
    let mut wrong = wrong_manners();
    wrong.push(("a new passkey", Manner { ceremony: Some("webauthn.create"), ..Manner::default() }));
    wrong.push(("a signature over other data", Manner { is_tampered: true, ..Manner::default() }));
    wrong.push(("no user", Manner { user_handle: Some(Vec::new()), ..Manner::default() }));
    wrong.push(("an unknown user", Manner { user_handle: Some(vec![7; 16]), ..Manner::default() }));
    let mut bodies = Vec::new();
    for (what, manner) in wrong {
        let visitor = app.visitor();
        let refused = sign_in(&visitor, &key, &manner).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (401, &json!("passkey_failed")), "{what}");
        assert!(visitor.cookie("access_token_cookie").is_none(), "{what}");
        bodies.push(refused.json()["message"].clone());
    }
    bodies.push(sign_in(&app.visitor(), &key.impostor(), &Manner::default()).await.json()["message"].clone());
    bodies.push(sign_in(&app.visitor(), &Authenticator::new(), &Manner::default()).await.json()["message"].clone());
    assert!(bodies.iter().all(|body| *body == bodies[0]), "an answer differs: {bodies:?}");
    sign_in(&app.visitor(), &key, &Manner::default()).await.ok();
}

#[tokio::test]
async fn a_challenge_is_used_once_and_for_ten_minutes() {
    let app = site().await;
    let mut key = Authenticator::new();
    owner_of(&app, &mut key, "ada").await;
    let visitor = app.visitor();

    let ceremony = challenge(&visitor).await;
    let credential = key.get(&ceremony["options"], &Manner::default());
    answer(&visitor, &ceremony, credential.clone()).await.ok();
    assert_eq!(answer(&app.visitor(), &ceremony, credential).await.status, 401, "replayed");

    let ceremony = challenge(&visitor).await;
    let wrong = key.get(&ceremony["options"], &Manner { flags: USER_PRESENT, ..Manner::default() });
    assert_eq!(answer(&visitor, &ceremony, wrong).await.status, 401);
    let right = key.get(&ceremony["options"], &Manner::default());
    assert_eq!(answer(&visitor, &ceremony, right).await.status, 401, "used up by the wrong answer");

    let ceremony = challenge(&visitor).await;
    let credential = key.get(&ceremony["options"], &Manner::default());
    app.advance(SignedDuration::from_mins(10));
    assert_eq!(answer(&visitor, &ceremony, credential).await.status, 401, "expired");

    let (one, other) = (challenge(&visitor).await, challenge(&visitor).await);
    let credential = key.get(&one["options"], &Manner::default());
    assert_eq!(answer(&visitor, &other, credential).await.status, 401, "of another challenge");
    let unknown = json!({"id": "AAAA", "options": one["options"]});
    let credential = key.get(&one["options"], &Manner::default());
    assert_eq!(answer(&visitor, &unknown, credential).await.status, 401, "of no challenge");
}

#[tokio::test]
async fn of_two_parallel_answers_to_one_challenge_one_signs_in() {
    let app = site().await;
    let mut key = Authenticator::new();
    owner_of(&app, &mut key, "ada").await;
    let (one, other) = (app.visitor(), app.visitor());
    let ceremony = challenge(&one).await;
    let credential = key.get(&ceremony["options"], &Manner::default());
    let (first, second) =
        tokio::join!(answer(&one, &ceremony, credential.clone()), answer(&other, &ceremony, credential));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test]
async fn a_counter_that_does_not_grow_is_refused() {
    let app = site().await;
    let mut key = Authenticator::new();
    owner_of(&app, &mut key, "ada").await;
    let counting = |counter| Manner { counter, ..Manner::default() };
    sign_in(&app.visitor(), &key, &counting(0)).await.ok();
    sign_in(&app.visitor(), &key, &counting(0)).await.ok();
    sign_in(&app.visitor(), &key, &counting(5)).await.ok();
    for copied in [5, 4, 0] {
        assert_eq!(sign_in(&app.visitor(), &key, &counting(copied)).await.status, 401, "{copied}");
    }
    sign_in(&app.visitor(), &key, &counting(6)).await.ok();
}

#[tokio::test]
async fn of_two_parallel_uses_of_one_counter_at_most_one_signs_in() {
    let app = site().await;
    let mut key = Authenticator::new();
    owner_of(&app, &mut key, "ada").await;
    for counter in 1..6 {
        let (one, other) = (app.visitor(), app.visitor());
        let manner = Manner { counter, ..Manner::default() };
        let (first, second) = tokio::join!(sign_in(&one, &key, &manner), sign_in(&other, &key, &manner));
        let successes = [first, second].iter().filter(|answer| answer.status == 200).count();
        assert_eq!(successes, 1, "counter {counter}");
    }
}

#[tokio::test]
async fn a_passkey_opens_no_other_account_and_belongs_to_one_only() {
    let app = site().await;
    let (mut hers, mut his) = (Authenticator::new(), Authenticator::new());
    owner_of(&app, &mut hers, "ada").await;
    let bob = owner_of(&app, &mut his, "bob").await;
    let as_ada = Manner { user_handle: Some(hers.user_handle()), ..Manner::default() };
    assert_eq!(sign_in(&app.visitor(), &his, &as_ada).await.status, 401, "his key with her name");

    app.deliver().await;
    let token = app.link_in_mail_to("bob@example.org", "/verify-email#token=");
    bob.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let mut copy = hers.impostor();
    let refused = add(&bob, &mut copy, &Manner::default()).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("identity_taken")));
    assert_eq!(passkeys(&bob).await.len(), 1);
}

#[tokio::test]
async fn a_challenge_serves_only_the_purpose_and_the_user_it_was_made_for() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let bob = verified(&app, "bob").await;
    let ceremony = ada.post("/api/auth/passkeys/options", &json!({})).await.ok();
    let credential = Authenticator::new().create(&ceremony["options"], &Manner::default());
    let body = json!({"id": ceremony["id"], "credential": credential, "email": "eve@example.org"});
    assert_eq!(app.visitor().post("/api/auth/passkey/sign-up", &body).await.status, 422, "no new account");
    assert_eq!(bob.post("/api/auth/passkeys", &body).await.status, 422, "not bob's");
    assert!(passkeys(&bob).await.is_empty() && passkeys(&ada).await.is_empty());

    let ceremony = challenge(&ada).await;
    let credential = Authenticator::new().get(&ceremony["options"], &Manner::default());
    let body = json!({"id": ceremony["id"], "credential": credential});
    assert_eq!(ada.post("/api/auth/passkeys", &body).await.status, 422, "a sign-in adds nothing");
}

#[tokio::test]
async fn passkeys_work_at_further_addresses_below_the_domain_only() {
    let further = "https://www.weather.example,https://weather.other.example";
    let app = site_with(&[("HALCYON_FURTHER_URLS", further)]).await;
    let mut key = Authenticator::new();
    owner_of(&app, &mut key, "ada").await;
    for (origin, status) in
        [(ORIGIN, 200), ("https://www.weather.example", 200), ("https://weather.other.example", 401)]
    {
        assert_eq!(
            sign_in(&app.visitor(), &key, &Manner { origin, ..Manner::default() }).await.status,
            status,
            "{origin}"
        );
    }
}

#[tokio::test]
async fn malformed_answers_are_refused_and_change_nothing() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    for credential in [json!({}), json!({"id": "a", "rawId": "!", "type": "public-key", "response": {}}), json!(7)] {
        let ceremony = challenge(&app.visitor()).await;
        assert_eq!(answer(&app.visitor(), &ceremony, credential.clone()).await.status, 401, "{credential}");
        let ceremony = ada.post("/api/auth/passkeys/options", &json!({})).await.ok();
        let body = json!({"id": ceremony["id"], "credential": credential});
        assert_eq!(ada.post("/api/auth/passkeys", &body).await.status, 422, "{credential}");
    }
    assert!(passkeys(&ada).await.is_empty());
}

#[tokio::test]
async fn calls_of_other_sites_are_refused() {
    let app = site().await;
    for path in ["sign-in/options", "sign-in", "sign-up/options", "sign-up"] {
        let headers = [("sec-fetch-site", "cross-site")];
        let path = format!("/api/auth/passkey/{path}");
        assert_eq!(app.visitor().post_with(&path, &json!({}), &headers).await.status, 403, "{path}");
    }
}

/// Made of the fingerprint in `APP` by `xxd -r -p | base64`.
const APP_ORIGIN: &str = "android:apk-key-hash:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU";
const APP: (&str, &str) = (
    "HALCYON_ANDROID_APPS",
    "example.halcyon=14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5",
);

#[tokio::test]
async fn passkeys_are_made_and_used_in_our_own_android_app_and_in_no_other() {
    let app = site_with(&[APP]).await;
    let ada = verified(&app, "ada").await;
    let mut key = Authenticator::new();
    let ours = Manner { origin: APP_ORIGIN, ..Manner::default() };
    assert_eq!(add(&ada, &mut key, &ours).await.status, 201);
    sign_in(&app.visitor(), &key, &ours).await.ok();
    for origin in [
        // One letter differs, or its case.
        "android:apk-key-hash:GG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU",
        "android:apk-key-hash:fg3pg8vzbldy7rmvlzt8zbagg0lmhb6oigswsj_prou",
        "android:apk-key-hash:",
        "android:apk-key-hash-sha256:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU",
        "ios:bundle-id:example.halcyon",
    ] {
        let theirs = Manner { origin, ..Manner::default() };
        assert_eq!(sign_in(&app.visitor(), &key, &theirs).await.json()["code"], "passkey_failed", "{origin}");
        assert_eq!(add(&ada, &mut Authenticator::new(), &theirs).await.json()["code"], "passkey_refused", "{origin}");
    }
    let without_app = site().await;
    let mut key = Authenticator::new();
    owner_of(&without_app, &mut key, "ada").await;
    assert_eq!(sign_in(&without_app.visitor(), &key, &ours).await.status, 401);
}
