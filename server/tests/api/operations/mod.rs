//! Running the service: health, metrics, shutdown, migrations, several processes.

mod bodies;
mod both_databases;
mod clean_up;
mod commands;
mod conflicts;
mod deploy;
mod faulty_network;
mod health;
mod http;
mod lease_model;
mod metrics;
mod migrations;
mod open_files;
mod outbound;
mod outbox;
mod outbox_model;
mod plans;
mod rate_limits;
mod replicas;
mod sharding;
mod shedding;
mod shutdown;
mod silent_database;
mod traces;
mod vapid;
mod well_known;
