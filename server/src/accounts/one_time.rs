//! One-time values: nonces, redirect states, hand-offs, invitations, challenges of passkeys and second factors. Stored as hashes in the database, shared by all processes.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{Db, Tx};
use crate::session::{random_token, token_hash};
use crate::{on_db, on_tx};

#[derive(Clone, Copy, Debug)]
pub enum SecretKind {
    /// Binds an ID token to the page that requested it.
    Nonce,
    /// Binds the callback of a redirect to its start.
    State,
    /// Carries a finished sign-in from the system's browser into the app.
    HandOff,
    /// Allows one registration where sign-ups are not open.
    Invitation,
    /// The challenge of a sign-in with a passkey.
    PasskeySignIn,
    /// The challenge of a passkey for a new account.
    PasskeySignUp,
    /// The challenge of a passkey for an existing account.
    PasskeyAddition,
    /// The challenge of a confirmation with a passkey.
    PasskeyConfirmation,
    /// A secret that no authenticator app has proven to know yet.
    SecondFactorEnrolment,
    /// A login whose password was right.
    SecondFactorLogin,
}

impl SecretKind {
    fn name(self) -> &'static str {
        match self {
            SecretKind::Nonce => "nonce",
            SecretKind::State => "state",
            SecretKind::HandOff => "handoff",
            SecretKind::Invitation => "invitation",
            SecretKind::PasskeySignIn => "passkey_sign_in",
            SecretKind::PasskeySignUp => "passkey_sign_up",
            SecretKind::PasskeyAddition => "passkey_addition",
            SecretKind::PasskeyConfirmation => "passkey_confirmation",
            SecretKind::SecondFactorEnrolment => "second_factor_enrolment",
            SecretKind::SecondFactorLogin => "second_factor_login",
        }
    }
}

/// Stores a value until `expires_at` and returns the secret that retrieves it.
pub async fn put(db: &Db, kind: SecretKind, value: &impl Serialize, expires_at: i64) -> anyhow::Result<String> {
    let secret = random_token();
    put_back(db, kind, &secret, value, expires_at).await?;
    Ok(secret)
}

/// Stores a value that was taken under the same secret again.
pub async fn put_back(
    db: &Db,
    kind: SecretKind,
    secret: &str,
    value: &impl Serialize,
    expires_at: i64,
) -> anyhow::Result<()> {
    let payload = serde_json::to_string(value)?;
    on_db!(db.writer(), pool => sqlx::query(
        "insert into one_time_values (kind, hash, payload, expires_at) values ($1, $2, $3, $4)",
    )
    .bind(kind.name())
    .bind(token_hash(secret))
    .bind(payload)
    .bind(expires_at)
    .execute(pool)
    .await
    .map(|_| ()))?;
    Ok(())
}

/// Reads the value without consuming it.
pub async fn peek<T: DeserializeOwned>(db: &Db, kind: SecretKind, secret: &str, now: i64) -> anyhow::Result<Option<T>> {
    let payload: Option<String> = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select payload from one_time_values where kind = $1 and hash = $2 and expires_at > $3",
    )
    .bind(kind.name())
    .bind(token_hash(secret))
    .bind(now)
    .fetch_optional(pool)
    .await)?;
    Ok(payload.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// Consumes the value; of two parallel calls one succeeds.
pub async fn take<T: DeserializeOwned>(db: &Db, kind: SecretKind, secret: &str, now: i64) -> anyhow::Result<Option<T>> {
    let payload: Option<String> = on_db!(db.writer(), pool => sqlx::query_scalar(
        "delete from one_time_values where kind = $1 and hash = $2 and expires_at > $3 returning payload",
    )
    .bind(kind.name())
    .bind(token_hash(secret))
    .bind(now)
    .fetch_optional(pool)
    .await)?;
    Ok(payload.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// Consumes the value inside a transaction: it is there again if the transaction fails.
pub async fn take_in(tx: &mut Tx, kind: SecretKind, secret: &str, now: i64) -> Result<bool, sqlx::Error> {
    let deleted = on_tx!(tx, connection => {
        sqlx::query("delete from one_time_values where kind = $1 and hash = $2 and expires_at > $3")
            .bind(kind.name())
            .bind(token_hash(secret))
            .bind(now)
            .execute(connection)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(deleted > 0)
}

/// Extends the expiry.
pub async fn prolong(db: &Db, kind: SecretKind, secret: &str, expires_at: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query("update one_time_values set expires_at = $3 where kind = $1 and hash = $2")
            .bind(kind.name())
            .bind(token_hash(secret))
            .bind(expires_at)
            .execute(pool)
            .await
            .map(|_| ())
    })
}
