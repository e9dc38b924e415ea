//! A database full of users with saved places, written by SQL, and some of them signed in.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::on_db;
use halcyon::session::{Origin, Sessions, UserId};
use sqlx::{AssertSqlSafe, Connection};

use super::settings_for;

const PLACES_EACH: i64 = 3;
/// Users whose tokens are used: more than connections, spread over the whole table.
const SIGNED_IN: i64 = 256;

pub struct People {
    cookies: Vec<String>,
    pub places: i64,
}

impl People {
    pub async fn fill(database: &str, data: &str, count: i64) -> anyhow::Result<People> {
        let settings = settings_for(database, data)?;
        let db = Db::connect(&settings.database).await?;
        db.migrate().await?;
        for statement in statements(&db, count) {
            on_db!(db.writer(), pool => sqlx::query(AssertSqlSafe(statement)).execute(pool).await.map(|_| ()))?;
        }
        let step = (count / SIGNED_IN).max(1);
        let chosen: Vec<UserId> = on_db!(db.reader(), pool => {
            sqlx::query_scalar("select id from users where created_at % $1 = 0 limit $2")
                .bind(step)
                .bind(SIGNED_IN)
                .fetch_all(pool)
                .await
        })?;
        let sessions = Sessions::new(&settings, db.clone(), Clock::System)?;
        let mut cookies = Vec::new();
        for user in chosen {
            let mut tx = db.begin().await?;
            cookies.push(sessions.insert(&mut tx, user, &Origin::default(), None).await?.access_token);
            tx.commit().await?;
        }
        db.close().await;
        Ok(People { cookies, places: count * PLACES_EACH })
    }

    /// A search history entry for each signed-in user: a small write.
    pub fn searches(&self) -> Vec<String> {
        let body = r#"{"name":"Berlin","address":"Berlin, Germany","latitude":52.52,"longitude":13.41}"#;
        let request = |token: &String| {
            format!(
                "POST /api/locations/history HTTP/1.1\r\nhost: bench\r\ncookie: access_token_cookie={token}\r\n\
                 x-csrf-token: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                csrf_of(token),
                body.len()
            )
        };
        self.cookies.iter().map(request).collect()
    }

    /// One request for each signed-in user.
    pub fn requests(&self, path: &str) -> Vec<String> {
        let request = |token: &String| {
            format!("GET {path} HTTP/1.1\r\nhost: bench\r\ncookie: access_token_cookie={token}\r\n\r\n")
        };
        self.cookies.iter().map(request).collect()
    }
}

/// The value a page sends in addition to the cookie; the token contains it.
fn csrf_of(token: &str) -> String {
    let claims = token.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok()).unwrap_or_default();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap_or_default();
    claims["csrf"].as_str().unwrap_or_default().to_owned()
}

fn statements(db: &Db, count: i64) -> Vec<String> {
    let (id, numbers) = match db {
        Db::Sqlite { .. } => (
            "randomblob(16)",
            format!(
                "(with recursive n(i) as (select 1 union all select i + 1 from n where i < {count}) select i from n)"
            ),
        ),
        Db::Postgres(_) => ("gen_random_uuid()", format!("(select i from generate_series(1, {count}) as i)")),
    };
    let places = (0..PLACES_EACH).map(|place| format!("select {place} as p")).collect::<Vec<_>>().join(" union all ");
    vec![
        format!(
            "insert into users (id, email, password_hash, first_name, last_name, phone_number, auth_provider, language,
                 created_at, updated_at)
             select {id}, 'person' || i || '@example.org', 'none', 'Ada', 'Lovelace', '', 'email', 'en', i, i
             from {numbers} as numbers"
        ),
        format!(
            "insert into sessions (user_id, id, created_at, expires_at, refreshed_at, user_agent, network)
             select id, {id}, 0, 9000000000000, 0, 'Browser', '203.0.113.0/24' from users"
        ),
        format!(
            "insert into locations (user_id, id, position, name, latitude, longitude, location_type, show_on_homepage,
                 alerts_enabled, address, place_id, geo_source, located_at, created_at, updated_at)
             select id, {id}, p, 'Berlin', 10.0 * p, 10.0, 'Home', true, false, 'Berlin, State of Berlin, Germany',
                 'gn:2950159', 'gazetteer', 0, 0, 0 from users cross join ({places}) as places"
        ),
        "analyze".to_owned(),
    ]
}

/// A new database on an existing server.
pub async fn fresh_postgres(server: &str) -> anyhow::Result<String> {
    let name = format!("bench_{}", uuid::Uuid::new_v4().simple());
    let mut connection = sqlx::PgConnection::connect(&format!("{server}/postgres")).await?;
    sqlx::query(AssertSqlSafe(format!("create database {name}"))).execute(&mut connection).await?;
    Ok(format!("{server}/{name}"))
}
