//! The same token check and the same queries on one connection per thread: the minimum possible cost.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::Context;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::session::{Sessions, UserId};
use halcyon::settings::{DatabaseUrl, Settings};
use rusqlite::{Connection, OpenFlags, Row, params};

use super::bare::{PERSON, PLACES, Person, Place};

thread_local! {
    static CONNECTION: RefCell<Option<Connection>> = const { RefCell::new(None) };
}

#[derive(Clone)]
struct Bare {
    sessions: Sessions,
    file: PathBuf,
}

pub async fn serve(settings: Settings) -> anyhow::Result<()> {
    let DatabaseUrl::Sqlite(file) = settings.database.clone() else { anyhow::bail!("a SQLite file is required") };
    let db = Db::connect(&settings.database).await?;
    let bare = Bare { sessions: Sessions::new(&settings, db, Clock::System)?, file };
    let routes = Router::new().route("/api/auth/me", get(me)).route("/api/locations", get(locations));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    Ok(axum::serve(listener, routes.with_state(bare)).await?)
}

async fn me(State(bare): State<Bare>, headers: HeaderMap) -> Result<Json<Person>, StatusCode> {
    bare.on_connection(&headers, |_, _, person| Ok(Json(person)))
}

async fn locations(State(bare): State<Bare>, headers: HeaderMap) -> Result<Json<Vec<Place>>, StatusCode> {
    bare.on_connection(&headers, |connection, user, _| {
        let mut statement = connection.prepare_cached(PLACES)?;
        let places = statement.query_map(params![user.0.as_bytes()], place)?.collect::<Result<_, _>>()?;
        Ok(Json(places))
    })
}

impl Bare {
    fn on_connection<T>(
        &self,
        headers: &HeaderMap,
        answer: impl FnOnce(&Connection, UserId, Person) -> anyhow::Result<T>,
    ) -> Result<T, StatusCode> {
        let claims = self.sessions.claims_of(&Method::GET, headers).map_err(|_| StatusCode::UNAUTHORIZED)?;
        let now = self.sessions.clock.now().as_millisecond();
        CONNECTION
            .with_borrow_mut(|slot| {
                if slot.is_none() {
                    *slot = Some(Connection::open_with_flags(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY)?);
                }
                let connection = slot.as_ref().context("just opened")?;
                let found = connection
                    .prepare_cached(PERSON)?
                    .query_row(params![claims.sub.0.as_bytes(), claims.sid.0.as_bytes(), now], person)?;
                answer(connection, claims.sub, found)
            })
            .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
    }
}

fn person(row: &Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person {
        email: row.get(0)?,
        email_verified_at: row.get(1)?,
        _password_hash: row.get(2)?,
        first_name: row.get(3)?,
        last_name: row.get(4)?,
        phone_number: row.get(5)?,
        auth_provider: row.get(6)?,
        language: row.get(7)?,
    })
}

fn place(row: &Row<'_>) -> rusqlite::Result<Place> {
    Ok(Place {
        id: uuid::Uuid::from_bytes(row.get(0)?),
        position: row.get(1)?,
        name: row.get(2)?,
        latitude: row.get(3)?,
        longitude: row.get(4)?,
        location_type: row.get(5)?,
        show_on_homepage: row.get(6)?,
        alerts_enabled: row.get(7)?,
        address: row.get(8)?,
        address_components: row.get(9)?,
        place_id: row.get(10)?,
        geo_source: row.get(11)?,
        located_at: row.get(12)?,
        created_at: row.get(13)?,
        updated_at: row.get(14)?,
    })
}
