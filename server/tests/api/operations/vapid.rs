//! The key pair for Web Push that the server makes itself.

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::future::join_all;
use halcyon::on_db;

use crate::support::TestApp;
use crate::support::process::run;

const OLD_SECRET: &str = "kingfishers nest in the banks of slow rivers";
const NEW_SECRET: &str = "terns return to the same island every spring";

fn production(secret: &str) -> [(&str, &str); 6] {
    [
        ("HALCYON_MODE", "production"),
        ("HALCYON_PUBLIC_URL", "https://weather.example"),
        ("HALCYON_SECRET_KEY", secret),
        ("HALCYON_SMTP_URL", "smtp://127.0.0.1:1"),
        ("HALCYON_MAIL_FROM", "no-reply@weather.example"),
        ("HALCYON_SUPPORT_EMAIL", "support@weather.example"),
    ]
}

async fn public_key(app: &TestApp) -> String {
    let config = app.visitor().get("/api/config").await.ok();
    config["vapid_public_key"].as_str().expect("a key").to_owned()
}

#[tokio::test]
async fn processes_that_start_at_once_use_the_same_pair_and_store_it_encrypted() {
    let first = TestApp::start_alone_with(&[]).await;
    let settings = production(OLD_SECRET);
    let apps = join_all((0..4).map(|_| first.restart_with(&settings))).await;
    let keys = join_all(apps.iter().map(public_key)).await;
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert_eq!(URL_SAFE_NO_PAD.decode(&keys[0]).unwrap().len(), 65);
    assert_eq!(first.count("vapid_keys").await, 1);
    let stored: String = on_db!(first.db.reader(), pool => {
        sqlx::query_scalar("select private_key from vapid_keys").fetch_one(pool).await
    })
    .unwrap();
    assert!(stored.len() > 64, "longer than the 43 letters of a plain key: nonce, key and tag");
}

#[tokio::test]
async fn the_pair_outlives_a_change_of_the_secret_and_is_replaced_after_a_loss_of_it() {
    let app = TestApp::start_alone_with(&production(OLD_SECRET)).await;
    let key = public_key(&app).await;
    let both = format!("{NEW_SECRET},{OLD_SECRET}");
    assert_eq!(public_key(&app.restart_with(&production(&both)).await).await, key);
    assert_eq!(public_key(&app.restart_with(&production(NEW_SECRET)).await).await, key, "the older key is removed");
    let replaced = public_key(&app.restart_with(&production(OLD_SECRET)).await).await;
    assert_ne!(replaced, key, "it cannot be decrypted any more");
    assert_eq!(public_key(&app.restart_with(&production(OLD_SECRET)).await).await, replaced);
}

#[tokio::test]
async fn the_command_prints_a_pair_in_the_form_of_settings() {
    let (code, said, trouble) = run(&["vapid"], &[]).await;
    assert_eq!(code, 0, "{trouble}");
    let value = |name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        URL_SAFE_NO_PAD.decode(line.expect("a line with the name")).unwrap()
    };
    let (public, private) = (value("HALCYON_VAPID_PUBLIC_KEY"), value("HALCYON_VAPID_PRIVATE_KEY"));
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    assert!(EcdsaKeyPair::from_private_key_and_public_key(algorithm, &private, &public).is_ok());
    assert_ne!(run(&["vapid"], &[]).await.1, said);
}
