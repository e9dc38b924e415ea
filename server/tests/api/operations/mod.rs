//! Running the service: health, metrics, shutdown, migrations, several processes.

mod bodies;
mod commands;
mod health;
mod http;
mod metrics;
mod migrations;
mod outbound;
mod outbox;
mod rate_limits;
mod replicas;
mod sharding;
mod shedding;
mod shutdown;
mod traces;
mod well_known;
