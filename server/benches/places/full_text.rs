//! SQLite's full-text search on the same names, in memory, for comparison.

use std::time::Instant;

use gazetteer::Gazetteer;
use gazetteer::fold::fold;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

const QUERIES: usize = 5_000;

pub async fn per_second(gazetteer: &Gazetteer, prefixes: &[String]) -> f64 {
    let mut database = SqliteConnection::connect_with(&SqliteConnectOptions::new().in_memory(true)).await.unwrap();
    fill(&mut database, gazetteer).await;
    let texts: Vec<String> = prefixes.iter().take(QUERIES).map(|typed| format!("^ \"{}\" *", fold(typed))).collect();
    let started = Instant::now();
    for text in &texts {
        let search =
            sqlx::query_scalar::<_, i64>("select rowid from names where names match $1 order by rowid limit 5");
        search.bind(text).fetch_all(&mut database).await.unwrap();
    }
    texts.len() as f64 / started.elapsed().as_secs_f64()
}

/// Rows are ordered by population, so that the first results are the largest places.
async fn fill(database: &mut SqliteConnection, gazetteer: &Gazetteer) {
    sqlx::query("create virtual table names using fts5(name, detail = full, prefix = '2 3 4')")
        .execute(&mut *database)
        .await
        .unwrap();
    let mut names: Vec<_> = gazetteer.names().map(|(name, place)| (place, name)).collect();
    names.sort_unstable();
    let mut transaction = database.begin().await.unwrap();
    for (_, name) in names {
        sqlx::query("insert into names (name) values ($1)").bind(name).execute(&mut *transaction).await.unwrap();
    }
    transaction.commit().await.unwrap();
}
