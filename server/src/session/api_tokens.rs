//! Personal tokens for the public API: a user without a session, limited to what the token's scopes allow.

use axum::http::HeaderMap;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use super::current_user::bearer;
use super::queries::lock_user_sql;
use super::{Sessions, UserId, random_token, token_hash};
use crate::db::Db;
use crate::error::{AppError, AuthProblem};
use crate::{on_db, on_db_transaction};

/// Lets a scanner of leaked secrets recognise one.
const PREFIX: &str = "halcyon_";
pub const MAX_TOKENS: i64 = 20;
/// The last use is written no more often than this.
const USE_INTERVAL: SignedDuration = SignedDuration::from_mins(5);

/// What a token may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    Places,
    Weather,
    Alerts,
}

impl Scope {
    const ALL: [Scope; 3] = [Scope::Places, Scope::Weather, Scope::Alerts];

    fn as_str(self) -> &'static str {
        match self {
            Scope::Places => "places",
            Scope::Weather => "weather",
            Scope::Alerts => "alerts",
        }
    }

    /// From a row; a name that only a newer version knows is left out.
    pub fn parse_list(names: &str) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| names.split(' ').any(|name| name == scope.as_str())).collect()
    }
}

#[derive(Debug, FromRow)]
pub struct ApiTokenRow {
    pub id: Uuid,
    pub name: String,
    pub scopes: String,
    pub created_at: i64,
    pub last_used_at: Option<i64>,
}

/// The user of a token that has not been revoked.
#[derive(Clone, Copy, Debug)]
pub struct ApiUser {
    pub user_id: UserId,
    pub token_id: Uuid,
}

#[derive(FromRow)]
struct FoundToken {
    user_id: UserId,
    id: Uuid,
    scopes: String,
    last_used_at: Option<i64>,
}

impl Sessions {
    /// Cookies do not count here: a call from another site must name a token.
    pub async fn api_user(&self, headers: &HeaderMap, scope: Scope) -> Result<ApiUser, AppError> {
        let token = bearer(headers)?.ok_or(AppError::Unauthorized(AuthProblem::TokenMissing))?;
        let found = find_token(&self.db, &token).await?.ok_or(AppError::Unauthorized(AuthProblem::TokenRevoked))?;
        if !Scope::parse_list(&found.scopes).contains(&scope) {
            return Err(AppError::ScopeMissing);
        }
        let now = self.clock.now().as_millisecond();
        if found.last_used_at.is_none_or(|last| last + USE_INTERVAL.as_millis() as i64 <= now) {
            update_last_use(&self.db, &found, now).await?;
        }
        Ok(ApiUser { user_id: found.user_id, token_id: found.id })
    }

    /// Makes a token and returns it with its row: it is never shown again.
    pub async fn create_api_token(
        &self,
        user: UserId,
        name: &str,
        scopes: &[Scope],
    ) -> Result<(String, ApiTokenRow), AppError> {
        let token = format!("{PREFIX}{}", random_token());
        let names: Vec<&str> = Scope::ALL.iter().filter(|scope| scopes.contains(scope)).map(|s| s.as_str()).collect();
        let row = ApiTokenRow {
            id: Uuid::now_v7(),
            name: name.to_owned(),
            scopes: names.join(" "),
            created_at: self.clock.now().as_millisecond(),
            last_used_at: None,
        };
        insert_token(&self.db, user, &row, &token_hash(&token)).await?;
        Ok((token, row))
    }
}

async fn insert_token(db: &Db, user: UserId, row: &ApiTokenRow, hash: &[u8]) -> Result<(), AppError> {
    on_db_transaction!(db, transaction => {
        if sqlx::query(lock_user_sql(db)).bind(user).execute(&mut *transaction).await?.rows_affected() == 0 {
            return Err(AppError::Unauthorized(AuthProblem::TokenRevoked));
        }
        let count: i64 = sqlx::query_scalar("select count(*) from api_tokens where user_id = $1")
            .bind(user)
            .fetch_one(&mut *transaction)
            .await?;
        if count >= MAX_TOKENS {
            return Err(AppError::TooManyTokens);
        }
        sqlx::query(
            "insert into api_tokens (user_id, id, name, scopes, token_hash, created_at)
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(user)
        .bind(row.id)
        .bind(&row.name)
        .bind(&row.scopes)
        .bind(hash)
        .bind(row.created_at)
        .execute(&mut *transaction)
        .await?;
        Ok(())
    })
}

/// The newest first.
pub async fn list_tokens(db: &Db, user: UserId) -> Result<Vec<ApiTokenRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, name, scopes, created_at, last_used_at from api_tokens where user_id = $1 order by id desc",
    )
    .bind(user)
    .fetch_all(pool)
    .await)
}

/// True if there was such a token of the user.
pub async fn delete_token(db: &Db, user: UserId, id: Uuid) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from api_tokens where user_id = $1 and id = $2")
        .bind(user)
        .bind(id)
        .execute(pool)
        .await
        .map(|done| done.rows_affected() > 0))
}

async fn find_token(db: &Db, token: &str) -> Result<Option<FoundToken>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select user_id, id, scopes, last_used_at from api_tokens where token_hash = $1",
    )
    .bind(token_hash(token))
    .fetch_optional(pool)
    .await)
}

async fn update_last_use(db: &Db, token: &FoundToken, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("update api_tokens set last_used_at = $3 where user_id = $1 and id = $2")
        .bind(token.user_id)
        .bind(token.id)
        .bind(now)
        .execute(pool)
        .await
        .map(|_| ()))
}
