//! Migrations over a database that is in use: no row of before is lost, and processes of before go on for a while.

use std::path::Path;
use std::sync::Arc;

use halcyon::db::{Db, Pool};
use halcyon::on_db;
use sqlx::FromRow;
use sqlx::migrate::Migrator;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::database::TestDatabase;

const OWNER_LEADS: i64 = 6;

struct Before {
    database: Arc<TestDatabase>,
    db: Db,
    ada: Uuid,
    session: Uuid,
    visitor: Uuid,
}

/// Runs statements with the same bound values on whichever database is in use.
macro_rules! execute {
    ($db:expr, $sql:literal $(, $value:expr)*) => {
        on_db!($db.writer(), pool => sqlx::query($sql)$(.bind($value))*.execute(pool).await.map(|done| done.rows_affected()))
    };
}

/// The table `notices` under the names that migration 0007 gives to it and its columns.
const RENAMED_NOTIFICATIONS: &str =
    "select *, event as step, alert_id as warning_id, hazard as computed from notifications order by id";

impl Before {
    /// A person and a visitor who have used everything, in a database that lacks the migration.
    async fn migration(version: i64) -> Before {
        let database = Arc::new(TestDatabase::empty().await);
        let db = Db::connect(&database.url).await.unwrap();
        let kind = if matches!(db, Db::Sqlite { .. }) { "sqlite" } else { "postgres" };
        let folder = format!("{}/migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
        let migrator = Migrator::new(Path::new(&folder)).await.unwrap();
        match db.writer() {
            Pool::Sqlite(pool) => migrator.run_to(version - 1, pool).await.unwrap(),
            Pool::Postgres(pool) => migrator.run_to(version - 1, pool.driver()).await.unwrap(),
        }
        let before = Before { database, db, ada: Uuid::now_v7(), session: Uuid::now_v7(), visitor: Uuid::new_v4() };
        before.live().await.unwrap();
        before
    }

    async fn live(&self) -> Result<(), sqlx::Error> {
        let Before { db, ada, session, visitor, .. } = self;
        execute!(
            db,
            "insert into users (id, email, first_name, last_name, phone_number, auth_provider, language, created_at,
                 updated_at)
             values ($1, 'ada@example.org', 'Ada', '', '', 'password', 'en', 1, 1)",
            ada
        )?;
        execute!(
            db,
            "insert into sessions (user_id, id, created_at, expires_at, refreshed_at, user_agent, network)
             values ($1, $2, 1, 9, 1, '', '')",
            ada,
            session
        )?;
        execute!(db, "insert into visitors (client_id, touched_at) values ($1, 1)", visitor)?;
        self.search(Some(*ada), None, "Oslo").await?;
        self.search(Some(*ada), None, "Bern").await?;
        self.search(None, Some(*visitor), "Rome").await?;
        execute!(
            db,
            "insert into notices (id, user_id, location_id, place, latitude, longitude, identity, step, revision,
                 severity, warning_id, computed, channels, created_at)
             values ($1, $2, $3, 'Home', 52.52, 13.41, 'storm', 'new', 2, 'severe', $4, '{}', 'email push', 5)",
            Uuid::now_v7(),
            ada,
            Uuid::now_v7(),
            Uuid::now_v7()
        )?;
        execute!(
            db,
            "insert into push_devices (kind, token, user_id, session_id, p256dh, auth, created_at)
             values ('webpush', 'https://push.example/1', $1, $2, 'key', 'secret', 7)",
            ada,
            session
        )?;
        Ok(())
    }

    /// As the version before the migration wrote it.
    async fn search(&self, user: Option<Uuid>, client: Option<Uuid>, name: &str) -> Result<u64, sqlx::Error> {
        execute!(
            self.db,
            "insert into history (id, user_id, client_id, name, address, latitude, longitude, place_id, geo_source,
                 searched_at)
             values ($1, $2, $3, $4, 'A street', 59.91, 10.75, 'here:1', 'gazetteer', 3)",
            Uuid::now_v7(),
            user,
            client,
            name
        )
    }

    /// Every column of before, of every row.
    async fn rows(&self) -> Rows {
        // A connection of its own: PostgreSQL keeps to the columns that a statement had when it was first asked.
        let db = Db::connect(&self.database.url).await.unwrap();
        on_db!(db.reader(), pool => Rows {
            history: sqlx::query_as("select * from history order by id").fetch_all(pool).await.unwrap(),
            notifications: match sqlx::query_as(RENAMED_NOTIFICATIONS).fetch_all(pool).await {
                Ok(renamed) => renamed,
                Err(_) => sqlx::query_as("select * from notices order by id").fetch_all(pool).await.unwrap(),
            },
            devices: sqlx::query_as("select * from push_devices order by token").fetch_all(pool).await.unwrap(),
        })
    }

    async fn owners(&self) -> Vec<(Uuid, String)> {
        on_db!(self.db.reader(), pool => {
            sqlx::query_as("select owner_id, name from history order by name").fetch_all(pool).await.unwrap()
        })
    }
}

#[derive(Debug, PartialEq)]
struct Rows {
    history: Vec<HistoryRow>,
    notifications: Vec<NotificationRow>,
    devices: Vec<DeviceRow>,
}

#[derive(Debug, PartialEq, FromRow)]
struct HistoryRow {
    id: Uuid,
    user_id: Option<Uuid>,
    client_id: Option<Uuid>,
    name: String,
    address: Option<String>,
    latitude: f64,
    longitude: f64,
    place_id: Option<String>,
    geo_source: String,
    searched_at: i64,
}

#[derive(Debug, PartialEq, FromRow)]
struct NotificationRow {
    id: Uuid,
    user_id: Uuid,
    location_id: Option<Uuid>,
    place: String,
    latitude: f64,
    longitude: f64,
    identity: String,
    step: String,
    revision: i64,
    severity: String,
    warning_id: Option<Uuid>,
    computed: Option<String>,
    channels: String,
    created_at: i64,
}

#[derive(Debug, PartialEq, FromRow)]
struct DeviceRow {
    kind: String,
    token: String,
    user_id: Uuid,
    session_id: Uuid,
    p256dh: Option<String>,
    auth: Option<String>,
    created_at: i64,
}

#[tokio::test]
async fn the_owner_comes_to_lead_and_no_row_is_lost() {
    let before = Before::migration(OWNER_LEADS).await;
    let rows = before.rows().await;
    assert_eq!((rows.history.len(), rows.notifications.len(), rows.devices.len()), (3, 1, 1));
    before.db.migrate().await.unwrap();
    assert_eq!(before.rows().await, rows);
    let expected = [(before.ada, "Bern"), (before.ada, "Oslo"), (before.visitor, "Rome")];
    assert_eq!(before.owners().await, expected.map(|(owner, name)| (owner, name.to_owned())));
}

#[tokio::test]
async fn after_it_rows_are_still_deleted_with_their_owner() {
    let before = Before::migration(OWNER_LEADS).await;
    before.db.migrate().await.unwrap();
    let app = TestApp::start_on(before.database.clone()).await;
    execute!(app.db, "update sessions set revoked_at = 8 where user_id = $1", before.ada).unwrap();
    assert_eq!(app.count("push_devices").await, 0, "a session that ends takes its devices along");
    execute!(app.db, "delete from users where id = $1", before.ada).unwrap();
    assert_eq!((app.count("notifications").await, app.count("history").await), (0, 1), "a person all that is theirs");
    execute!(app.db, "delete from visitors where client_id = $1", before.visitor).unwrap();
    assert_eq!(app.count("history").await, 0, "and so does a visitor");
}

#[tokio::test]
async fn processes_of_before_go_on_writing_while_they_are_replaced() {
    let before = Before::migration(OWNER_LEADS).await;
    if matches!(before.db.writer(), Pool::Sqlite(_)) {
        println!("not run: one process has a SQLite file, and is stopped before the next one starts");
        return;
    }
    before.db.migrate().await.unwrap();
    before.search(Some(before.ada), None, "Lima").await.unwrap();
    before.search(None, Some(before.visitor), "Pune").await.unwrap();
    execute!(
        before.db,
        "update history set user_id = $1, client_id = null where client_id = $2",
        before.ada,
        before.visitor
    )
    .unwrap();
    execute!(
        before.db,
        "insert into push_devices (kind, token, user_id, session_id, created_at)
         values ('webpush', 'https://push.example/1', $1, $2, 9)
         on conflict (kind, token) do update set user_id = excluded.user_id, session_id = excluded.session_id",
        before.ada,
        before.session
    )
    .unwrap();
    let expected = ["Bern", "Lima", "Oslo", "Pune", "Rome"].map(|name| (before.ada, name.to_owned()));
    assert_eq!(before.owners().await, expected);
}

#[tokio::test]
async fn a_migration_that_waits_for_a_lock_lets_other_queries_pass() {
    let before = Before::migration(OWNER_LEADS).await;
    let Pool::Postgres(pool) = before.db.writer() else {
        println!("not run: SQLite has one writer");
        return;
    };
    // A long report: it only reads, and the migration cannot change the table meanwhile.
    let mut report = pool.begin().await.unwrap();
    sqlx::query("select count(*) from history").execute(&mut *report).await.unwrap();
    let waiting = "select count(*) from pg_locks where not granted and relation = 'history'::regclass
         and database = (select oid from pg_database where datname = current_database())";
    let others = async {
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(pool).await.unwrap() == 0 {
            tokio::task::yield_now().await;
        }
        sqlx::query("select count(*) from history").execute(pool).await.unwrap();
        report.commit().await.unwrap();
    };
    let others = tokio::time::timeout(std::time::Duration::from_secs(60), others);
    let (migrated, others) = tokio::join!(before.db.migrate(), others);
    others.expect("others can read while the migration waits");
    migrated.unwrap();
}

#[tokio::test]
async fn a_version_starts_on_a_newer_schema_that_supports_it_and_on_no_other() {
    let database = TestDatabase::fresh().await;
    let db = Db::connect(&database.url).await.unwrap();
    execute!(
        db,
        "insert into _sqlx_migrations (version, description, installed_on, success, checksum, execution_time)
         select 9000, 'of a newer version', installed_on, success, checksum, 0 from _sqlx_migrations limit 1"
    )
    .unwrap();
    db.migrate().await.unwrap();
    execute!(db, "update schema_support set needed_migration = 9000").unwrap();
    let refused = db.migrate().await.unwrap_err().to_string();
    assert!(refused.contains("newer version") && refused.contains("migration 9000"), "{refused}");
}
