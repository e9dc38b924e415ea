//! Faults: what must hold when the process, the database, the disk or the clock fails. Run by `make test-faults`, on the
//! database that `TEST_POSTGRES_URL` names or on SQLite.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../api/support/mod.rs"]
mod support;

mod clock;
mod connections;
mod crew;
mod database_restarted;
mod disk_full;
mod killed;
mod replica_lost;
