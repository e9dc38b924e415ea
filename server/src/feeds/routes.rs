//! The secret addresses of the signed-in user's places: made, replaced, removed.

use axum::extract::{FromRef, Path, State};
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::{Feeds, queries, serving};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::http::fields::Empty;
use crate::session::{CurrentUser, Sessions, random_token, token_hash};

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Feeds: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list_feeds))
        .routes(routes!(create_feed, delete_feed))
        .routes(routes!(serving::get_feed))
}

/// A saved place that has a secret address.
#[derive(Serialize, ToSchema)]
struct FeedEntry {
    location_id: Uuid,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct FeedList {
    feeds: Vec<FeedEntry>,
}

/// The addresses, shown this once.
#[derive(Serialize, ToSchema)]
struct FeedAddresses {
    /// iCalendar: the days and the alerts.
    #[schema(format = "uri")]
    calendar: String,
    /// Atom: the alerts.
    #[schema(format = "uri")]
    atom: String,
    /// JSON Feed: the alerts.
    #[schema(format = "uri")]
    json: String,
}

/// The user's places that have a secret address.
#[utoipa::path(get, path = "/api/feeds", tag = "feeds", responses(
    (status = 200, description = "All of them, without the addresses", body = FeedList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn list_feeds(State(feeds): State<Feeds>, me: CurrentUser) -> Result<Json<FeedList>, AppError> {
    let rows = queries::list_feeds(&feeds.0.sessions.db, me.user_id).await?;
    let entry = |row: queries::FeedRow| FeedEntry {
        location_id: row.location_id,
        created_at: Timestamp::from_millisecond(row.created_at).unwrap_or_default(),
    };
    Ok(Json(FeedList { feeds: rows.into_iter().map(entry).collect() }))
}

/// Make the secret address of a saved place; an earlier one ends at once.
#[utoipa::path(put, path = "/api/feeds/{location_id}", tag = "feeds",
    params(("location_id" = Uuid, Path, description = "The saved place")), responses(
    (status = 201, description = "The addresses, shown this once", body = FeedAddresses),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a place of yours", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn create_feed(
    State(feeds): State<Feeds>,
    me: CurrentUser,
    Path(location_id): Path<String>,
) -> Result<(StatusCode, Json<FeedAddresses>), AppError> {
    let location = parse_id(&location_id)?;
    let (secret, now) = (random_token(), feeds.0.clock.now().as_millisecond());
    if !queries::upsert_feed(&feeds.0.sessions.db, me.user_id, location, &token_hash(&secret), now).await? {
        return Err(AppError::NotFound);
    }
    let address = |file: &str| format!("{}/feeds/{secret}/{file}", feeds.0.public_url);
    let addresses = FeedAddresses {
        calendar: address(serving::CALENDAR),
        atom: address(serving::ATOM),
        json: address(serving::JSON),
    };
    Ok((StatusCode::CREATED, Json(addresses)))
}

/// Remove the secret address of a saved place.
#[utoipa::path(delete, path = "/api/feeds/{location_id}", tag = "feeds",
    params(("location_id" = Uuid, Path, description = "The saved place")), responses(
    (status = 200, description = "It is not found from now on", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "There is none", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn delete_feed(
    State(feeds): State<Feeds>,
    me: CurrentUser,
    Path(location_id): Path<String>,
) -> Result<Json<Empty>, AppError> {
    let location = parse_id(&location_id)?;
    match queries::delete_feed(&feeds.0.sessions.db, me.user_id, location).await? {
        true => Ok(Json(Empty {})),
        false => Err(AppError::NotFound),
    }
}

/// A malformed id is treated as not found.
fn parse_id(id: &str) -> Result<Uuid, AppError> {
    Uuid::try_parse(id).map_err(|_| AppError::NotFound)
}
