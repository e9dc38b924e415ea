//! What a request has proven, compared again inside the transaction that relies on it: between the check of a password and
//! its use the owner may have reset it.

use uuid::Uuid;

use super::{SessionId, UserId};
use crate::db::Tx;
use crate::on_tx;
use crate::session::queries::lock_user;

#[derive(Clone, Copy, Debug)]
pub enum Proof<'a> {
    /// The hash that the password was verified against.
    Password(&'a str),
    /// The provider's account that was verified.
    Identity { provider: &'a str, subject: &'a str },
    /// The passkey that was verified, as it was stored then: of two parallel uses of one counter, one holds.
    Passkey { id: Uuid, credential: &'a str },
    /// The session of the request.
    Session(SessionId),
}

impl<'a> Proof<'a> {
    /// The provider that was asked.
    pub fn provider(&self) -> Option<&'a str> {
        match self {
            Proof::Identity { provider, .. } => Some(provider),
            Proof::Password(_) | Proof::Passkey { .. } | Proof::Session(_) => None,
        }
    }
}

/// Locks the user until the transaction ends; false when a proof no longer holds or the account was deleted. Each comparison
/// is a statement of its own after the lock: on PostgreSQL a subquery of the locking statement would not see what was
/// committed while it waited.
pub async fn lock_and_compare(tx: &mut Tx, user: UserId, proofs: &[Proof<'_>], now: i64) -> Result<bool, sqlx::Error> {
    if !lock_user(tx, user).await? {
        return Ok(false);
    }
    for proof in proofs {
        if !holds(tx, user, proof, now).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn holds(tx: &mut Tx, user: UserId, proof: &Proof<'_>, now: i64) -> Result<bool, sqlx::Error> {
    let found: i64 = match proof {
        Proof::Password(hash) => on_tx!(tx, connection => {
            sqlx::query_scalar("select count(*) from users where id = $1 and password_hash = $2")
                .bind(user)
                .bind(*hash)
                .fetch_one(connection)
                .await
        })?,
        Proof::Identity { provider, subject } => on_tx!(tx, connection => {
            sqlx::query_scalar("select count(*) from identities where user_id = $1 and provider = $2 and subject = $3")
                .bind(user)
                .bind(*provider)
                .bind(*subject)
                .fetch_one(connection)
                .await
        })?,
        Proof::Passkey { id, credential } => on_tx!(tx, connection => {
            sqlx::query_scalar("select count(*) from passkeys where user_id = $1 and id = $2 and credential = $3")
                .bind(user)
                .bind(*id)
                .bind(*credential)
                .fetch_one(connection)
                .await
        })?,
        Proof::Session(session) => on_tx!(tx, connection => {
            sqlx::query_scalar(
                "select count(*) from sessions where user_id = $1 and id = $2 and revoked_at is null and expires_at > $3",
            )
            .bind(user)
            .bind(*session)
            .bind(now)
            .fetch_one(connection)
            .await
        })?,
    };
    Ok(found > 0)
}
