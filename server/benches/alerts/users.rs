//! Users with two saved places each, spread evenly over a grid of cells, inserted by SQL.

use halcyon::db::Db;
use halcyon::on_db;
use sqlx::AssertSqlSafe;

/// The grid: distance of cells in hundredths of a degree, cells in a row, and its south-western corner.
pub const STEP_E2: i64 = 5;
pub const ROW: i64 = 2_000;
pub const SOUTH_E2: i64 = 4_500;
pub const WEST_E2: i64 = 500;

/// Where the grid begins, and how many cells a row has.
pub struct Grid {
    south_e2: i64,
    west_e2: i64,
    row: i64,
}

pub const EUROPE: Grid = Grid { south_e2: SOUTH_E2, west_e2: WEST_E2, row: ROW };
/// Inside of the US with all of its cells.
pub const KANSAS: Grid = Grid { south_e2: 3_300, west_e2: -10_300, row: 200 };

pub async fn insert(db: &Db, grid: Grid, users: i64, cells: i64) -> anyhow::Result<()> {
    let Grid { south_e2, west_e2, row } = grid;
    let (id, numbers) = match db {
        Db::Sqlite { .. } => (
            "randomblob(16)",
            format!(
                "(with recursive n(i) as (select 0 union all select i + 1 from n where i < {users} - 1) select i from n)"
            ),
        ),
        Db::Postgres(_) => ("gen_random_uuid()", format!("(select i from generate_series(0, {users} - 1) as i)")),
    };
    let cell = format!("((created_at * 2 + p) % {cells})");
    let statements = [
        format!(
            "insert into users (id, email, email_verified_at, password_hash, first_name, last_name, phone_number,
                 auth_provider, language, created_at, updated_at)
             select {id}, 'user' || i || '@example.org', 0, 'none', 'Ada', 'Lovelace', '', 'email', 'en', i, i
             from {numbers} as numbers"
        ),
        format!(
            "insert into locations (user_id, id, position, name, latitude, longitude, location_type, show_on_homepage,
                 alerts_enabled, geo_source, located_at, created_at, updated_at)
             select id, {id}, p, 'Home', ({south_e2} + {STEP_E2} * ({cell} / {row})) / 100.0,
                 ({west_e2} + {STEP_E2} * ({cell} % {row})) / 100.0, 'Home', true, true, 'device', 0, 0, 0
             from users cross join (select 0 as p union all select 1) as places"
        ),
        "analyze".to_owned(),
    ];
    for statement in statements {
        on_db!(db.writer(), pool => sqlx::query(AssertSqlSafe(statement)).execute(pool).await.map(|_| ()))?;
    }
    Ok(())
}
