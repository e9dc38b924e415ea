//! The key pair for Web Push: made on request, or once by the server itself and stored for all its processes.

use anyhow::Context;
use aws_lc_rs::encoding::{AsBigEndian, EcPrivateKeyBin};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use sqlx::FromRow;

use crate::db::Db;
use crate::on_db;
use crate::session::Keys;
use crate::settings::{Secret, Vapid};

/// What the stored private key is encrypted for.
const PURPOSE: &str = "vapid";
/// Another process may write between our reading and our writing; then its pair is read.
const TRIES: usize = 5;

/// As the settings name them: in base64url.
pub struct VapidPair {
    pub public_key: String,
    pub private_key: Secret,
}

impl VapidPair {
    pub fn generate() -> anyhow::Result<VapidPair> {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).ok().context("cannot make a key pair")?;
        let private: EcPrivateKeyBin<'_> = pair.private_key().as_be_bytes().ok().context("no private key")?;
        Ok(VapidPair {
            public_key: URL_SAFE_NO_PAD.encode(pair.public_key().as_ref()),
            private_key: Secret::new(URL_SAFE_NO_PAD.encode(private.as_ref())),
        })
    }
}

#[derive(FromRow)]
struct StoredPair {
    public_key: String,
    /// Encrypted.
    private_key: String,
}

/// The pair of this installation; the first process to start makes it. Without the secret it was encrypted with, it is
/// replaced: browsers then subscribe again at their next visit.
pub async fn load_or_create(db: &Db, keys: &Keys, subject: &str, now: Timestamp) -> anyhow::Result<Vapid> {
    for _ in 0..TRIES {
        let Some(stored) = find(db).await? else {
            insert(db, &encrypted(keys)?, now).await?;
            continue;
        };
        let Some(private_key) = keys.decrypt(PURPOSE, &stored.private_key) else {
            tracing::warn!("the stored key pair for Web Push belongs to another HALCYON_SECRET_KEY and is replaced");
            replace(db, &stored, &encrypted(keys)?, now).await?;
            continue;
        };
        if !keys.is_encrypted_by_newest(PURPOSE, &stored.private_key) {
            let renewed =
                StoredPair { public_key: stored.public_key.clone(), private_key: keys.encrypt(PURPOSE, &private_key)? };
            replace(db, &stored, &renewed, now).await?;
        }
        let (public_key, subject) = (stored.public_key, subject.to_owned());
        return Ok(Vapid { public_key, private_key: Secret::new(private_key), subject });
    }
    anyhow::bail!(
        "the key pair for Web Push is replaced again and again: do all processes have the same HALCYON_SECRET_KEY?"
    )
}

fn encrypted(keys: &Keys) -> anyhow::Result<StoredPair> {
    let VapidPair { public_key, private_key } = VapidPair::generate()?;
    Ok(StoredPair { public_key, private_key: keys.encrypt(PURPOSE, private_key.expose())? })
}

async fn find(db: &Db) -> Result<Option<StoredPair>, sqlx::Error> {
    on_db!(db.reader(), pool => {
        sqlx::query_as("select public_key, private_key from vapid_keys where id = 1").fetch_optional(pool).await
    })
}

/// Does nothing where another process was first.
async fn insert(db: &Db, pair: &StoredPair, now: Timestamp) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query(
            "insert into vapid_keys (id, public_key, private_key, created_at) values (1, $1, $2, $3)
             on conflict (id) do nothing",
        )
        .bind(&pair.public_key)
        .bind(&pair.private_key)
        .bind(now.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ())
    })
}

/// Does nothing where another process has replaced the same pair.
async fn replace(db: &Db, old: &StoredPair, new: &StoredPair, now: Timestamp) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query(
            "update vapid_keys set public_key = $2, private_key = $3, created_at = $4 where id = 1 and private_key = $1",
        )
        .bind(&old.private_key)
        .bind(&new.public_key)
        .bind(&new.private_key)
        .bind(now.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ())
    })
}
