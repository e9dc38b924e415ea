//! The tokens of the signed-in user: created, listed, revoked.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::http::fields::{Empty, FieldCheck};
use crate::session::api_tokens::{self, ApiTokenRow, Scope};
use crate::session::{CurrentUser, Sessions};

const MAX_NAME_CHARS: usize = 60;

#[derive(Deserialize, ToSchema)]
pub struct NewApiToken {
    /// What it is for, as the user calls it.
    #[schema(max_length = 60, example = "Shelf display")]
    name: String,
    /// What it may read; at least one.
    scopes: Vec<Scope>,
}

#[derive(Serialize, ToSchema)]
pub struct ApiToken {
    id: Uuid,
    name: String,
    scopes: Vec<Scope>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Exact to five minutes; null if it was never used.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    last_used_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
pub struct ApiTokenList {
    /// The newest first.
    tokens: Vec<ApiToken>,
}

#[derive(Serialize, ToSchema)]
pub struct CreatedApiToken {
    /// Shown this once.
    #[schema(example = "halcyon_6f1c…")]
    token: String,
    details: ApiToken,
}

impl From<ApiTokenRow> for ApiToken {
    fn from(row: ApiTokenRow) -> ApiToken {
        let time = |milliseconds| Timestamp::from_millisecond(milliseconds).unwrap_or_default();
        ApiToken {
            id: row.id,
            scopes: Scope::parse_list(&row.scopes),
            name: row.name,
            created_at: time(row.created_at),
            last_used_at: row.last_used_at.map(time),
        }
    }
}

/// The user's personal tokens.
#[utoipa::path(get, path = "/api/tokens", tag = "tokens", responses(
    (status = 200, description = "All of them, without the tokens themselves", body = ApiTokenList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn list_api_tokens(
    State(sessions): State<Sessions>,
    me: CurrentUser,
) -> Result<Json<ApiTokenList>, AppError> {
    let rows = api_tokens::list_tokens(&sessions.db, me.user_id).await?;
    Ok(Json(ApiTokenList { tokens: rows.into_iter().map(ApiToken::from).collect() }))
}

/// Create a personal token.
#[utoipa::path(post, path = "/api/tokens", tag = "tokens", request_body = NewApiToken, responses(
    (status = 201, description = "The token, shown this once", body = CreatedApiToken),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 409, description = "The user has twenty already", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
pub async fn create_api_token(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Json(body): Json<NewApiToken>,
) -> Result<(StatusCode, Json<CreatedApiToken>), AppError> {
    let mut check = FieldCheck::default();
    let name = check.required_line("name", &body.name, MAX_NAME_CHARS, "A name is required");
    if body.scopes.is_empty() {
        check.refuse("scopes", "At least one is required");
    }
    check.finish()?;
    let (token, row) = sessions.create_api_token(me.user_id, &name, &body.scopes).await?;
    Ok((StatusCode::CREATED, Json(CreatedApiToken { token, details: row.into() })))
}

/// Revoke a personal token.
#[utoipa::path(delete, path = "/api/tokens/{id}", tag = "tokens",
    params(("id" = Uuid, Path, description = "The token")), responses(
    (status = 200, description = "It is refused from now on", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a token of yours", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
pub async fn delete_api_token(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Empty>, AppError> {
    let id = Uuid::try_parse(&id).map_err(|_| AppError::NotFound)?;
    match api_tokens::delete_token(&sessions.db, me.user_id, id).await? {
        true => Ok(Json(Empty {})),
        false => Err(AppError::NotFound),
    }
}
