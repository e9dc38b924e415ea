//! Faults: what must hold when the process, the database, the disk or the clock fails. Run by `make test-faults`, on the
//! database that `TEST_POSTGRES_URL` names or on SQLite, and by `make test-failover`.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../api/support/mod.rs"]
mod support;

mod clock;
mod connections;
mod crew;
mod database_restarted;
mod disk_errors;
mod disk_full;
mod failover;
mod killed;
mod pooler;
mod replica_lost;
