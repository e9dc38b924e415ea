//! The search history endpoints, for users and for visitors.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::entry::{EntryRow, HistoryEntry, NewHistoryEntry};
use super::{History, Owner, queries};
use crate::db::rate_limit::Rule;
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::GeoSource;
use crate::geo::elevation::Elevation;
use crate::http::extract::Json;
use crate::http::fields::{Empty, FieldCheck};
use crate::i18n::Language;
use crate::session::{Caller, CurrentUser, SameOrigin, Sessions};
use crate::settings::Settings;

/// Per client address, because a visitor can create any number of ids. High, because many visitors may share one.
const VISITOR_WRITES: Rule = Rule::shared("visitor-history", 1_000);

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    History: FromRef<S>,
    Sessions: FromRef<S>,
    Arc<Settings>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list_history, add_history_entry))
        .routes(routes!(clear_history))
        .routes(routes!(adopt_visitor_history))
        .routes(routes!(list_visitor_history, add_visitor_history_entry, clear_visitor_history))
}

#[derive(Serialize, ToSchema)]
struct HistoryList {
    history: Vec<HistoryEntry>,
}

#[derive(Serialize, ToSchema)]
struct HistoryEntryResponse {
    entry: HistoryEntry,
}

/// A header and not part of the address, which proxies write to their logs: the id is all that protects a visitor's searches.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
struct VisitorHeader {
    /// The random id this browser made for itself.
    #[param(rename = "x-client-id")]
    #[allow(dead_code)]
    client_id: Option<Uuid>,
}

const CLIENT_ID: &str = "x-client-id";

#[derive(Deserialize, ToSchema)]
struct Adoption {
    /// The random id this browser made for itself as a visitor.
    #[schema(value_type = Uuid)]
    client_id: String,
}

/// The user's search history, newest first.
#[utoipa::path(get, path = "/api/locations/history", tag = "history", responses(
    (status = 200, description = "At most fifty places", body = HistoryList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn list_history(
    State(history): State<History>,
    me: CurrentUser,
    caller: Caller,
) -> Result<Json<HistoryList>, AppError> {
    history.list(Owner::User(me.user_id), caller.language).await
}

/// Add a place to the search history; one that is already there moves to the top.
#[utoipa::path(post, path = "/api/locations/history", tag = "history", request_body = NewHistoryEntry, responses(
    (status = 201, description = "It is on top now", body = HistoryEntryResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
async fn add_history_entry(
    State(history): State<History>,
    me: CurrentUser,
    caller: Caller,
    Json(body): Json<NewHistoryEntry>,
) -> Result<(StatusCode, Json<HistoryEntryResponse>), AppError> {
    let (entry, _) = body.parse(history.now())?;
    queries::insert_entry(&history.sessions.db, Owner::User(me.user_id), &entry).await?;
    Ok((StatusCode::CREATED, Json(HistoryEntryResponse { entry: history.shown(entry, caller.language) })))
}

/// Clear the search history.
#[utoipa::path(delete, path = "/api/locations/history/clear", tag = "history", responses(
    (status = 200, description = "It is empty now", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn clear_history(State(history): State<History>, me: CurrentUser) -> Result<Json<Empty>, AppError> {
    queries::clear(&history.sessions.db, Owner::User(me.user_id)).await?;
    Ok(Json(Empty {}))
}

/// Move the searches that this browser made as a visitor into the account, after a sign-in that could not send them.
#[utoipa::path(post, path = "/api/locations/history/adopt", tag = "history", request_body = Adoption, responses(
    (status = 200, description = "They are in the user's history now", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "The client_id is not a UUID", body = ErrorBody),
))]
async fn adopt_visitor_history(
    State(history): State<History>,
    me: CurrentUser,
    Json(body): Json<Adoption>,
) -> Result<Json<Empty>, AppError> {
    let mut check = FieldCheck::default();
    let client = check.uuid("client_id", &body.client_id);
    check.finish()?;
    if let Some(client) = client {
        queries::adopt(history.sessions.db.clone(), me.user_id, client).await?;
    }
    Ok(Json(Empty {}))
}

/// A visitor's search history.
#[utoipa::path(get, path = "/api/locations/history/anonymous", tag = "history", params(VisitorHeader), responses(
    (status = 200, description = "At most fifty places; none without a client_id", body = HistoryList),
    (status = 422, description = "The client_id is not a UUID", body = ErrorBody),
))]
async fn list_visitor_history(
    State(history): State<History>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<HistoryList>, AppError> {
    match client_of(&headers)? {
        Some(client) => history.list(Owner::Visitor(client), caller.language).await,
        None => Ok(Json(HistoryList { history: Vec::new() })),
    }
}

/// Add a place to a visitor's search history.
#[utoipa::path(post, path = "/api/locations/history/anonymous", tag = "history", request_body = NewHistoryEntry, responses(
    (status = 200, description = "Without a client_id nothing is stored", body = HistoryEntryResponse),
    (status = 201, description = "It is on top now", body = HistoryEntryResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many tries", body = ErrorBody),
))]
async fn add_visitor_history_entry(
    State(history): State<History>,
    _: SameOrigin,
    caller: Caller,
    Json(body): Json<NewHistoryEntry>,
) -> Result<(StatusCode, Json<HistoryEntryResponse>), AppError> {
    let (entry, client) = body.parse(history.now())?;
    let status = match client {
        Some(client) => {
            history.limits.check_and_count(&VISITOR_WRITES, &caller.address).await?;
            queries::insert_entry(&history.sessions.db, Owner::Visitor(client), &entry).await?;
            StatusCode::CREATED
        }
        None => StatusCode::OK,
    };
    Ok((status, Json(HistoryEntryResponse { entry: history.shown(entry, caller.language) })))
}

/// Clear a visitor's search history.
#[utoipa::path(delete, path = "/api/locations/history/anonymous", tag = "history", params(VisitorHeader), responses(
    (status = 200, description = "It is empty now", body = Empty),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 422, description = "The client_id is not a UUID", body = ErrorBody),
))]
async fn clear_visitor_history(
    State(history): State<History>,
    _: SameOrigin,
    headers: HeaderMap,
) -> Result<Json<Empty>, AppError> {
    if let Some(client) = client_of(&headers)? {
        queries::clear(&history.sessions.db, Owner::Visitor(client)).await?;
    }
    Ok(Json(Empty {}))
}

fn client_of(headers: &HeaderMap) -> Result<Option<Uuid>, AppError> {
    let mut check = FieldCheck::default();
    let text = headers.get(CLIENT_ID).map(|value| value.to_str().unwrap_or_default());
    let client = text.and_then(|text| check.uuid("client_id", text));
    check.finish()?;
    Ok(client)
}

impl History {
    fn now(&self) -> i64 {
        self.sessions.clock.now().as_millisecond()
    }

    async fn list(&self, owner: Owner, language: Language) -> Result<Json<HistoryList>, AppError> {
        let rows = queries::list_entries(&self.sessions.db, owner).await?;
        Ok(Json(HistoryList { history: rows.into_iter().map(|row| self.shown(row, language)).collect() }))
    }

    /// The embedded index provides the address: Google's must not be stored, and that of our own places is not sent. It also
    /// knows the elevation of its places.
    fn shown(&self, row: EntryRow, language: Language) -> HistoryEntry {
        let position = row.at();
        let elevation = row.place_id.as_deref().and_then(|id| (self.find_elevation)(id, position));
        let entry = HistoryEntry { elevation: elevation.map(Elevation::metres), ..HistoryEntry::from(row) };
        let is_unknown = match entry.geo_source {
            GeoSource::Google => true,
            GeoSource::Gazetteer => entry.address.is_none(),
            GeoSource::Device => false,
        };
        if is_unknown {
            let address = (self.describe)(entry.place_id.as_deref(), position, language);
            HistoryEntry { address: Some(address.text), ..entry }
        } else {
            entry
        }
    }
}
