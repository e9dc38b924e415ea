//! Faults: what must hold when the process, the database, the disk or the clock fails. Run by `make test-faults`, on the
//! database that `TEST_POSTGRES_URL` names or on SQLite, and by `make test-failover`.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../api/support/mod.rs"]
mod support;

mod certificate;
mod clock;
mod clock_skew;
mod connections;
mod database_restarted;
mod disk_errors;
mod disk_full;
mod disk_log;
mod failover;
mod killed;
mod memory_limit;
mod network;
mod pooler;
mod power_cut;
mod replica_lost;
mod server;
mod slow_dns;
mod writers;
