//! Where the database is, and how many connections a process may open to it.

use std::path::{Path, PathBuf};

use url::Url;

use super::Secret;
use super::reader::Reader;

#[derive(Clone, Debug)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(Secret),
}

/// The connections of one process to PostgreSQL. SQLite has one writer and a few readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSizes {
    /// To the primary, for requests.
    pub requests: u32,
    /// To the primary, for background jobs: however much is sent, requests find a connection.
    pub jobs: u32,
    /// To the replica, if there is one.
    pub replica: u32,
}

impl Default for PoolSizes {
    fn default() -> PoolSizes {
        PoolSizes { requests: 16, jobs: 8, replica: 16 }
    }
}

/// With a single connection, work that needs a second one for a moment would wait for itself.
const MIN_CONNECTIONS: u32 = 2;
const MAX_CONNECTIONS: u32 = 1_000;

pub fn read_url(reader: &mut Reader, data_dir: &Path) -> DatabaseUrl {
    let parsed = reader.parse("DATABASE_URL", "sqlite://path or postgres://user@host/name", |text| {
        if let Some(path) = text.strip_prefix("sqlite://") {
            return (!path.is_empty()).then(|| DatabaseUrl::Sqlite(path.into()));
        }
        let is_postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
        (is_postgres && Url::parse(text).is_ok()).then(|| DatabaseUrl::Postgres(Secret::new(text)))
    });
    parsed.unwrap_or_else(|| DatabaseUrl::Sqlite(data_dir.join("halcyon.db")))
}

pub fn read_pools(reader: &mut Reader) -> PoolSizes {
    let mut size = |name| reader.number(name, MIN_CONNECTIONS, MAX_CONNECTIONS);
    PoolSizes {
        requests: size("HALCYON_DATABASE_CONNECTIONS"),
        jobs: size("HALCYON_JOB_CONNECTIONS"),
        replica: size("HALCYON_READ_DATABASE_CONNECTIONS"),
    }
}
