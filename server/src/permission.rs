//! The geolocation permission: the last state reported by a user or a visitor.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::db::Db;
use crate::db::rate_limit::{RateLimiter, Rule};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::http::fields::FieldCheck;
use crate::on_db;
use crate::session::{Caller, CurrentUser, SameOrigin, Sessions, UserId};
use crate::settings::Settings;

const VISITOR_WRITES: Rule = Rule::shared("visitor-permission", 1_000);

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    RateLimiter: FromRef<S>,
    Arc<Settings>: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(set_permission)).routes(routes!(set_visitor_permission))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Permission {
    Always,
    Denied,
    Unknown,
}

impl Permission {
    /// Our own words, and those a browser uses; a status that is still being found out is none.
    fn parse(word: &str) -> Option<Permission> {
        match word {
            "ALWAYS" | "granted" => Some(Permission::Always),
            "DENIED" | "denied" => Some(Permission::Denied),
            "UNKNOWN" | "prompt" | "unsupported" => Some(Permission::Unknown),
            _ => None,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Permission::Always => "ALWAYS",
            Permission::Denied => "DENIED",
            Permission::Unknown => "UNKNOWN",
        }
    }
}

/// `ALWAYS`, `DENIED` or `UNKNOWN`, or the browser's `granted`, `denied`, `prompt` or `unsupported`.
#[derive(Deserialize, ToSchema)]
struct PermissionUpdate {
    permission: Option<String>,
    /// Another name for `permission`.
    status: Option<String>,
    /// For a visitor without an account: the random id this browser made for itself; without it nothing is stored.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct PermissionResponse {
    permission: Permission,
}

/// Keep my answer to the question for my position.
#[utoipa::path(post, path = "/api/locations/permission", tag = "permission", request_body = PermissionUpdate, responses(
    (status = 200, description = "As it is stored", body = PermissionResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "Not one of the words", body = ErrorBody),
))]
async fn set_permission(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Json(body): Json<PermissionUpdate>,
) -> Result<Json<PermissionResponse>, AppError> {
    let (permission, _) = body.parse()?;
    let now = sessions.clock.now().as_millisecond();
    upsert_permission(&sessions.db, me.user_id, permission, now).await?;
    Ok(Json(PermissionResponse { permission }))
}

/// Keep a visitor's answer, for ninety days.
#[utoipa::path(post, path = "/api/locations/permission/anonymous", tag = "permission", request_body = PermissionUpdate, responses(
    (status = 200, description = "As it is stored; without a client_id it is not", body = PermissionResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "Not one of the words, or not a UUID", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
async fn set_visitor_permission(
    State(sessions): State<Sessions>,
    State(limits): State<RateLimiter>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<PermissionUpdate>,
) -> Result<Json<PermissionResponse>, AppError> {
    let (permission, client) = body.parse()?;
    if let Some(client) = client {
        limits.check_and_count(&VISITOR_WRITES, &caller.address).await?;
        let now = sessions.clock.now().as_millisecond();
        upsert_visitor_permission(&sessions.db, client, permission, now).await?;
    }
    Ok(Json(PermissionResponse { permission }))
}

impl PermissionUpdate {
    fn parse(self) -> Result<(Permission, Option<Uuid>), AppError> {
        let mut check = FieldCheck::default();
        let permission = self.permission.or(self.status).as_deref().and_then(Permission::parse);
        if permission.is_none() {
            check.refuse("permission", "Must be ALWAYS, DENIED or UNKNOWN");
        }
        let client = self.client_id.and_then(|text| check.uuid("client_id", &text));
        check.finish()?;
        Ok((permission.unwrap_or(Permission::Unknown), client))
    }
}

async fn upsert_permission(db: &Db, user: UserId, permission: Permission, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "insert into permissions (user_id, permission, updated_at) values ($1, $2, $3)
         on conflict (user_id) do update set permission = excluded.permission, updated_at = excluded.updated_at",
    )
    .bind(user)
    .bind(permission.as_str())
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ()))
}

async fn upsert_visitor_permission(db: &Db, client: Uuid, permission: Permission, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "insert into visitors (client_id, permission, touched_at) values ($1, $2, $3)
         on conflict (client_id) do update set permission = excluded.permission, touched_at = excluded.touched_at",
    )
    .bind(client)
    .bind(permission.as_str())
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_s_word_is_kept_as_ours() {
        let words = ["granted", "denied", "prompt", "unsupported", "ALWAYS", "DENIED", "UNKNOWN"];
        let kept = words.map(|word| Permission::parse(word).map(Permission::as_str));
        let expected = ["ALWAYS", "DENIED", "UNKNOWN", "UNKNOWN", "ALWAYS", "DENIED", "UNKNOWN"].map(Some);
        assert_eq!(kept, expected);
        for word in ["initial", "checking", "always", "GRANTED", ""] {
            assert_eq!(Permission::parse(word), None, "{word}");
        }
    }
}
