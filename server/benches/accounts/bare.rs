//! The same token check and the same database queries, with nothing else around them.

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::on_db;
use halcyon::session::{Sessions, UserId};
use halcyon::settings::Settings;
use serde::Serialize;
use sqlx::FromRow;

pub const PERSON: &str =
    "select users.email, users.email_verified_at, users.password_hash, users.first_name, users.last_name,
     users.phone_number, users.auth_provider, users.language
     from sessions join users on users.id = sessions.user_id
     where sessions.user_id = $1 and sessions.id = $2 and sessions.revoked_at is null and sessions.expires_at > $3";
pub const PLACES: &str =
    "select id, position, name, latitude, longitude, location_type, show_on_homepage, alerts_enabled,
     address, address_components, place_id, geo_source, located_at, created_at, updated_at
     from locations where user_id = $1 order by position";

#[derive(FromRow, Serialize)]
pub struct Person {
    pub email: Option<String>,
    pub email_verified_at: Option<i64>,
    #[serde(skip)]
    #[sqlx(rename = "password_hash")]
    pub _password_hash: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    pub auth_provider: String,
    pub language: String,
}

#[derive(FromRow, Serialize)]
pub struct Place {
    pub id: uuid::Uuid,
    pub position: i64,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    pub location_type: String,
    pub show_on_homepage: bool,
    pub alerts_enabled: bool,
    pub address: Option<String>,
    pub address_components: Option<String>,
    pub place_id: Option<String>,
    pub geo_source: String,
    pub located_at: i64,
    pub created_at: i64,
    pub updated_at: i64,
}

pub async fn serve(settings: Settings) -> anyhow::Result<()> {
    let db = Db::connect(&settings.database).await?;
    let sessions = Sessions::new(&settings, db, Clock::System)?;
    let routes = Router::new().route("/api/auth/me", get(me)).route("/api/locations", get(locations));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(axum::serve(listener, routes.with_state(sessions)).await?)
}

async fn me(State(sessions): State<Sessions>, headers: HeaderMap) -> Result<Json<Person>, StatusCode> {
    who(&sessions, &headers).await.map(|(_, person)| Json(person))
}

async fn locations(State(sessions): State<Sessions>, headers: HeaderMap) -> Result<Json<Vec<Place>>, StatusCode> {
    let (user, _) = who(&sessions, &headers).await?;
    let places = on_db!(sessions.db.reader(), pool => sqlx::query_as(PLACES)
    .bind(user)
    .fetch_all(pool)
    .await);
    places.map(Json).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}

async fn who(sessions: &Sessions, headers: &HeaderMap) -> Result<(UserId, Person), StatusCode> {
    let claims = sessions.claims_of(&Method::GET, headers).map_err(|_| StatusCode::UNAUTHORIZED)?;
    let person: Result<Option<Person>, sqlx::Error> = on_db!(sessions.db.reader(), pool => sqlx::query_as(PERSON)
    .bind(claims.sub)
    .bind(claims.sid)
    .bind(sessions.clock.now().as_millisecond())
    .fetch_optional(pool)
    .await);
    let person = person.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?.ok_or(StatusCode::UNAUTHORIZED)?;
    Ok((claims.sub, person))
}
