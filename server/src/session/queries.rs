//! Queries on sessions and refresh tokens. A revoked or expired session is not found.

use jiff::Timestamp;
use rusqlite::Row;
use sqlx::FromRow;
use uuid::Uuid;

use super::{Origin, SessionId, UserId};
use crate::db::inline::FromSqlite;
use crate::db::{Db, Pool, Tx};
use crate::{on_db, on_tx};

pub struct NewSession {
    pub user_id: UserId,
    pub id: SessionId,
    pub expires_at: i64,
    /// That it was opened with.
    pub provider: Option<String>,
}

#[derive(Clone, Debug, FromRow)]
pub struct RefreshRow {
    pub jti: Uuid,
    pub session_id: SessionId,
    pub issued_at: i64,
    pub expires_at: i64,
    pub rotated_at: Option<i64>,
}

/// The user and session of a token, read together on every request.
#[derive(Clone, Debug, FromRow)]
pub struct SignedIn {
    pub user_id: UserId,
    pub session_id: SessionId,
    /// When the user last authenticated in this session.
    pub authenticated_at: i64,
    /// That the session was opened with.
    pub session_provider: Option<String>,
    pub email: Option<String>,
    pub email_verified_at: Option<i64>,
    pub password_hash: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    pub auth_provider: String,
    pub language: String,
    pub has_second_factor: bool,
}

const FIND_SIGNED_IN: &str = "select users.id as user_id, sessions.id as session_id,
            coalesce(sessions.authenticated_at, sessions.created_at) as authenticated_at,
            sessions.provider as session_provider, users.email, users.email_verified_at, users.password_hash,
            users.first_name, users.last_name, users.phone_number, users.auth_provider, users.language,
            exists (select 1 from second_factors where user_id = users.id) as has_second_factor
     from sessions join users on users.id = sessions.user_id
     where sessions.user_id = $1 and sessions.id = $2 and sessions.revoked_at is null and sessions.expires_at > $3";

/// Locks a user's rows until the transaction ends; no row is affected if the account was deleted meanwhile.
const LOCK_USER: &str = "select from users where id = $1 for no key update";
/// SQLite has one writer: any write locks.
const LOCK_USER_ON_SQLITE: &str = "update users set updated_at = updated_at where id = $1";

/// The statement that locks a user's rows. On PostgreSQL it is no update, which would write the row and its indexes again for
/// each saved place.
pub fn lock_user_sql(db: &Db) -> &'static str {
    match db.writer() {
        Pool::Sqlite(_) => LOCK_USER_ON_SQLITE,
        Pool::Postgres(_) => LOCK_USER,
    }
}

pub async fn find_signed_in(
    db: &Db,
    user: UserId,
    session: SessionId,
    now: i64,
) -> Result<Option<SignedIn>, sqlx::Error> {
    match db.read_inline(FIND_SIGNED_IN, (user.0, session.0, now)) {
        Some(found) => Ok(found.into_iter().next()),
        None => on_db!(db.reader(), pool => {
            sqlx::query_as(FIND_SIGNED_IN).bind(user).bind(session).bind(now).fetch_optional(pool).await
        }),
    }
}

/// The columns of `FIND_SIGNED_IN`.
impl FromSqlite for SignedIn {
    fn from_sqlite(row: &Row<'_>) -> rusqlite::Result<SignedIn> {
        Ok(SignedIn {
            user_id: UserId(row.get(0)?),
            session_id: SessionId(row.get(1)?),
            authenticated_at: row.get(2)?,
            session_provider: row.get(3)?,
            email: row.get(4)?,
            email_verified_at: row.get(5)?,
            password_hash: row.get(6)?,
            first_name: row.get(7)?,
            last_name: row.get(8)?,
            phone_number: row.get(9)?,
            auth_provider: row.get(10)?,
            language: row.get(11)?,
            has_second_factor: row.get(12)?,
        })
    }
}

/// Locks the user's rows; false if the account was deleted meanwhile.
pub async fn lock_user(tx: &mut Tx, user: UserId) -> Result<bool, sqlx::Error> {
    let locked = match tx {
        Tx::Sqlite(transaction) => {
            sqlx::query(LOCK_USER_ON_SQLITE).bind(user).execute(&mut **transaction).await?.rows_affected()
        }
        Tx::Postgres(transaction) => {
            sqlx::query(LOCK_USER).bind(user).execute(&mut **transaction).await?.rows_affected()
        }
    };
    Ok(locked > 0)
}

/// More than a user has browsers and devices; the sessions used longest ago are deleted.
const MAX_SESSIONS: i64 = 50;

/// The caller has locked the user, so that parallel sign-ins count each other.
pub async fn insert_session(
    tx: &mut Tx,
    session: &NewSession,
    refresh: &RefreshRow,
    origin: &Origin,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "insert into sessions (user_id, id, created_at, expires_at, refreshed_at, user_agent, network, country, provider)
         values ($1, $2, $3, $4, $3, $5, '', $6, $7)",
    )
    .bind(session.user_id)
    .bind(session.id)
    .bind(now.as_millisecond())
    .bind(session.expires_at)
    .bind(&origin.user_agent)
    .bind(&origin.country)
    .bind(&session.provider)
    .execute(connection)
    .await
    .map(|_| ()))?;
    on_tx!(tx, connection => sqlx::query(
        "insert into refresh_tokens (user_id, jti, session_id, issued_at, expires_at) values ($1, $2, $3, $4, $5)",
    )
    .bind(session.user_id)
    .bind(refresh.jti)
    .bind(refresh.session_id)
    .bind(refresh.issued_at)
    .bind(refresh.expires_at)
    .execute(connection)
    .await
    .map(|_| ()))?;
    delete_excess_sessions(tx, session).await
}

/// Also deletes ended sessions, which are kept only to distinguish them from unknown ones.
async fn delete_excess_sessions(tx: &mut Tx, newest: &NewSession) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => sqlx::query(
        "delete from sessions where user_id = $1 and id not in (
             select id from sessions where user_id = $1
             order by id <> $2, revoked_at is not null, refreshed_at desc, id desc limit $3)",
    )
    .bind(newest.user_id)
    .bind(newest.id)
    .bind(MAX_SESSIONS)
    .execute(connection)
    .await
    .map(|_| ()))?;
    on_tx!(tx, connection => sqlx::query(
        "delete from refresh_tokens where user_id = $1
             and session_id not in (select id from sessions where user_id = $1)",
    )
    .bind(newest.user_id)
    .execute(connection)
    .await
    .map(|_| ()))
}

/// Ends the user's sessions, except the one to keep, and with them personal tokens and secret addresses: an intruder may
/// have made one.
pub async fn revoke_sessions(
    tx: &mut Tx,
    user: UserId,
    kept: Option<SessionId>,
    reason: &'static str,
    now: i64,
) -> Result<(), sqlx::Error> {
    for statement in ["delete from api_tokens where user_id = $1", "delete from feeds where user_id = $1"] {
        on_tx!(&mut *tx, connection => sqlx::query(statement).bind(user).execute(connection).await.map(|_| ()))?;
    }
    on_tx!(tx, connection => sqlx::query(
        "update sessions set revoked_at = $2, reason = $3
         where user_id = $1 and revoked_at is null and id <> coalesce($4, $5)",
    )
    .bind(user)
    .bind(now)
    .bind(reason)
    .bind(kept)
    .bind(Uuid::nil())
    .execute(connection)
    .await
    .map(|_| ()))
}

/// The user has proven in this session who they are.
pub async fn set_authenticated(tx: &mut Tx, user: UserId, session: SessionId, now: i64) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query("update sessions set authenticated_at = $3 where user_id = $1 and id = $2")
            .bind(user)
            .bind(session)
            .bind(now)
            .execute(connection)
            .await
            .map(|_| ())
    })
}

/// Ends one session; true when it was still open.
pub async fn revoke_session(
    db: &Db,
    user: UserId,
    session: SessionId,
    reason: &'static str,
    now: i64,
) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update sessions set revoked_at = $4, reason = $3 where user_id = $1 and id = $2 and revoked_at is null",
    )
    .bind(user)
    .bind(session)
    .bind(reason)
    .bind(now)
    .execute(pool)
    .await
    .map(|done| done.rows_affected() > 0))
}

/// The provider that a session was opened with.
pub async fn find_provider(db: &Db, user: UserId, session: SessionId) -> Result<Option<String>, sqlx::Error> {
    let provider: Option<Option<String>> = on_db!(db.reader(), pool => {
        sqlx::query_scalar("select provider from sessions where user_id = $1 and id = $2")
            .bind(user)
            .bind(session)
            .fetch_optional(pool)
            .await
    })?;
    Ok(provider.flatten())
}

#[derive(FromRow)]
pub struct SessionRow {
    pub id: SessionId,
    pub created_at: i64,
    pub refreshed_at: i64,
    pub authenticated_at: i64,
    pub user_agent: String,
    pub country: Option<String>,
    pub provider: Option<String>,
}

pub async fn list_sessions(db: &Db, user: UserId, now: i64) -> Result<Vec<SessionRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, created_at, refreshed_at, coalesce(authenticated_at, created_at) as authenticated_at, user_agent, country,
                provider
         from sessions
         where user_id = $1 and revoked_at is null and expires_at > $2 order by refreshed_at desc",
    )
    .bind(user)
    .bind(now)
    .fetch_all(pool)
    .await)
}
