//! A fresh database per test, of the kind the run was asked for.
//!
//! `TEST_POSTGRES_URL` set: PostgreSQL, and a server that does not answer fails the test. Unset: SQLite.

use halcyon::db::Db;
use halcyon::settings::{DatabaseUrl, Secret};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// Nothing listens there.
pub const REFUSING: &str = "postgres://halcyon@127.0.0.1:1/none";

pub struct TestDatabase {
    pub url: DatabaseUrl,
    /// Removed with the test.
    _folder: Option<tempfile::TempDir>,
}

/// Migrated once; each test's database is a copy of it. The name of a PostgreSQL database, or the content of a SQLite file.
static POSTGRES_TEMPLATE: OnceCell<String> = OnceCell::const_new();
static SQLITE_TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();

impl TestDatabase {
    pub async fn fresh() -> TestDatabase {
        match std::env::var("TEST_POSTGRES_URL") {
            Ok(server) => TestDatabase { url: postgres(&server).await, _folder: None },
            Err(_) => {
                let database = TestDatabase::sqlite();
                std::fs::write(database.file(), SQLITE_TEMPLATE.get_or_init(make_sqlite_template).await).unwrap();
                database
            }
        }
    }

    /// Without a single table, of the kind the run was asked for.
    pub async fn empty() -> TestDatabase {
        match std::env::var("TEST_POSTGRES_URL") {
            Ok(server) => {
                let name = format!("empty_{}", Uuid::new_v4().simple());
                create(&server, &name, None).await;
                let url = DatabaseUrl::Postgres(Secret::new(format!("{server}/{name}")));
                TestDatabase { url, _folder: None }
            }
            Err(_) => TestDatabase::sqlite(),
        }
    }

    /// SQLite without a single table, whatever the run was asked for.
    pub fn sqlite() -> TestDatabase {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("halcyon.db"));
        TestDatabase { url, _folder: Some(folder) }
    }

    /// A SQLite file that is there already.
    pub fn at(file: &std::path::Path) -> TestDatabase {
        TestDatabase { url: DatabaseUrl::Sqlite(file.to_owned()), _folder: None }
    }

    /// One that is there already, at another address.
    pub fn by(url: DatabaseUrl) -> TestDatabase {
        TestDatabase { url, _folder: None }
    }

    fn file(&self) -> &std::path::Path {
        match &self.url {
            DatabaseUrl::Sqlite(path) => path,
            DatabaseUrl::Postgres(_) => panic!("a PostgreSQL database is no file"),
        }
    }

    /// As `DATABASE_URL` has it.
    pub fn address(&self) -> String {
        match &self.url {
            DatabaseUrl::Sqlite(path) => format!("sqlite://{}", path.display()),
            DatabaseUrl::Postgres(url) => url.expose().to_owned(),
        }
    }
}

async fn postgres(server: &str) -> DatabaseUrl {
    let template = POSTGRES_TEMPLATE.get_or_init(|| make_postgres_template(server)).await;
    let name = format!("test_{}", Uuid::new_v4().simple());
    create(server, &name, Some(template)).await;
    DatabaseUrl::Postgres(Secret::new(format!("{server}/{name}")))
}

async fn make_postgres_template(server: &str) -> String {
    let name = format!("template_{}", Uuid::new_v4().simple());
    create(server, &name, None).await;
    let db = Db::connect(&DatabaseUrl::Postgres(Secret::new(format!("{server}/{name}")))).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
    name
}

async fn make_sqlite_template() -> Vec<u8> {
    let database = TestDatabase::sqlite();
    let db = Db::connect(&database.url).await.unwrap();
    db.migrate().await.unwrap();
    // Writes everything to the one file.
    db.close().await;
    std::fs::read(database.file()).unwrap()
}

async fn create(server: &str, name: &str, template: Option<&str>) {
    let mut connection = PgConnection::connect(&format!("{server}/postgres")).await.expect("PostgreSQL must answer");
    let from = template.map(|template| format!(" template {template}")).unwrap_or_default();
    sqlx::query(AssertSqlSafe(format!("create database {name}{from}"))).execute(&mut connection).await.unwrap();
}
