//! Values that count once: nonces, states of a redirect, hand-offs. Kept as hashes, shared by all processes.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::Db;
use crate::on_db;
use crate::session::{random_token, token_hash};

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Ties an ID token to the page that asked for it.
    Nonce,
    /// Ties the end of a redirect to its beginning.
    State,
    /// Carries a finished sign-in from the system's browser into the app.
    HandOff,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Nonce => "nonce",
            Kind::State => "state",
            Kind::HandOff => "handoff",
        }
    }
}

/// Keeps a value until `expires_at` and returns the secret that finds it again.
pub async fn put(db: &Db, kind: Kind, value: &impl Serialize, expires_at: i64) -> anyhow::Result<String> {
    let (secret, payload) = (random_token(), serde_json::to_string(value)?);
    on_db!(db.writer(), pool => sqlx::query(
        "insert into one_time_values (kind, hash, payload, expires_at) values ($1, $2, $3, $4)",
    )
    .bind(kind.name())
    .bind(token_hash(&secret))
    .bind(payload)
    .bind(expires_at)
    .execute(pool)
    .await
    .map(|_| ()))?;
    Ok(secret)
}

/// Looks without using it up.
pub async fn peek<T: DeserializeOwned>(db: &Db, kind: Kind, secret: &str, now: i64) -> anyhow::Result<Option<T>> {
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

/// Uses it up; of two who try at once, one gets it.
pub async fn take<T: DeserializeOwned>(db: &Db, kind: Kind, secret: &str, now: i64) -> anyhow::Result<Option<T>> {
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

/// Gives somebody more time to finish.
pub async fn prolong(db: &Db, kind: Kind, secret: &str, expires_at: i64) -> Result<(), sqlx::Error> {
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
