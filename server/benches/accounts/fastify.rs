//! The application beside Fastify on the same PostgreSQL, in turns. The packages come from npm; without it, or without a
//! network, nothing is measured.

use std::path::Path;
use std::process::Command;

use super::people::{People, fresh_postgres};
use super::{CONNECTIONS, REQUESTS, ROUNDS, SECRET, cpu, rate};
use crate::load::{Limit, Server, beside};

const PACKAGES: [&str; 2] = ["fastify@5", "pg@8"];
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/accounts/fastify.mjs");
/// "Well ahead".
const LEAST: f64 = 1.5;

pub async fn measure(server: &str, data: &str) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    if !install(folder.path()) {
        println!("\nFastify: not measured, npm does not install it");
        return Ok(());
    }
    let database = fresh_postgres(server).await?;
    let people = People::fill(&database, data, 1_000).await?;
    let environment = [("HALCYON_BENCH_DATABASE", database.as_str()), ("HALCYON_BENCH_DATA", data)];
    let halcyon = Server::start("accounts", &environment);
    let mut node = Command::new("node");
    node.arg(SCRIPT).env("BENCH_PACKAGES", folder.path()).env("BENCH_SECRET", SECRET).envs(environment);
    let fastify = Server::run(node.env("NODE_ENV", "production"));
    println!(
        "\naccounts beside Fastify, {CONNECTIONS} connections, {ROUNDS} rounds of {REQUESTS} requests, PostgreSQL"
    );
    for path in ["/api/auth/me", "/api/locations"] {
        let requests = people.requests(path);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(fastify.load_each(&requests, 200, CONNECTIONS, REQUESTS).await);
            ours.push(halcyon.load_each(&requests, 200, CONNECTIONS, REQUESTS).await);
        }
        println!("\nGET {path}");
        for (name, costs) in [("Fastify", &theirs), ("application", &ours)] {
            println!("  {name:<18} {:6.1} µs CPU  {:7.0} requests/s", cpu(costs), rate(costs));
        }
        beside(
            "requests per second compared with Fastify",
            rate(&ours) / rate(&theirs),
            "times",
            Limit::AtLeast(LEAST),
        );
    }
    Ok(())
}

fn install(folder: &Path) -> bool {
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]).arg(folder).args(PACKAGES);
    npm.status().is_ok_and(|status| status.success())
}
