//! The `halcyon` command: serve, migrate, backup, doctor, openapi, config, gazetteer, healthcheck.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use halcyon::app::App;
use halcyon::app::{backup, doctor, router};
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::mail::mailer::Mailer;

use halcyon::serve;
use halcyon::settings::{self, Settings, catalogue};
use halcyon::telemetry::logging;

/// Long-lived reports among short-lived buffers would leave the system's allocator full of holes.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "halcyon", version, about = "Halcyon, a weather application")]
struct Cli {
    /// File with settings, one NAME=value a line; the environment wins over it.
    #[arg(long, global = true, default_value = "halcyon.env")]
    settings: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the page and the calls.
    Serve,
    /// Bring the database up to date and stop.
    Migrate,
    /// Copy the SQLite database while it is used, and check the copy.
    Backup {
        /// The copy; it must not exist yet.
        file: PathBuf,
    },
    /// Check settings, database, mail and external services, and say what to fix.
    Doctor,
    /// Print the OpenAPI document.
    Openapi,
    /// Print the settings in force, secrets masked.
    Config {
        /// Print an example file with every setting instead.
        #[arg(long)]
        example: bool,
    },
    /// Work on the embedded index of places.
    #[command(subcommand)]
    Gazetteer(GazetteerCommand),
    /// Ask a running server whether it is ready; for container health checks.
    Healthcheck,
}

#[derive(Subcommand)]
enum GazetteerCommand {
    /// Make the packed index from the GeoNames tables.
    Build {
        /// Folder with places.tsv.zst, admin1.tsv, countries.tsv and names_localized.tsv.
        #[arg(long)]
        from: PathBuf,
        /// The packed index, committed as crates/gazetteer/data/places.index.zst.
        #[arg(long)]
        to: PathBuf,
    },
    /// Make the table of postal codes, for the places of the embedded index.
    PostalCodes {
        /// Folder with us_zip_codes.tsv and de_postal_codes.tsv.
        #[arg(long)]
        from: PathBuf,
        /// The table, committed as crates/gazetteer/data/postal_codes.txt.
        #[arg(long)]
        to: PathBuf,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("halcyon: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Serve => run_server(Settings::load(&cli.settings)?).await,
        Command::Migrate => Db::connect(&Settings::load(&cli.settings)?.database).await?.migrate().await,
        Command::Backup { file } => {
            let bytes = backup::back_up(&Settings::load(&cli.settings)?.database, &file).await?;
            println!("{} holds {bytes} bytes and is whole", file.display());
            Ok(())
        }
        Command::Doctor => see_doctor(&Settings::load(&cli.settings)?).await,
        Command::Openapi => {
            println!("{}", router::openapi().to_pretty_json()?);
            Ok(())
        }
        Command::Config { example: true } => {
            print!("{}", catalogue::example_file());
            Ok(())
        }
        Command::Config { example: false } => {
            print!("{}", settings::effective(settings::read_file(&cli.settings)?));
            Ok(Settings::load(&cli.settings).map(|_| ())?)
        }
        Command::Gazetteer(GazetteerCommand::Build { from, to }) => gazetteer::builder::build(&from, &to),
        Command::Gazetteer(GazetteerCommand::PostalCodes { from, to }) => {
            gazetteer::builder::postal_codes::build(&from, &halcyon::places::embedded_gazetteer()?, &to)
        }
        Command::Healthcheck => check_health(&Settings::load(&cli.settings)?).await,
    }
}

async fn run_server(settings: Settings) -> anyhow::Result<()> {
    logging::start(&settings)?;
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    let mode = if settings.is_development() { " in development mode" } else { "" };
    let mailer = Mailer::from_settings(&settings)?;
    let app = App::start(settings, Clock::System, mailer).await?;
    serve::serve(app, |address| println!("Halcyon is at {scheme}://{address}{mode}")).await
}

async fn see_doctor(settings: &Settings) -> anyhow::Result<()> {
    let findings = doctor::examine(settings).await;
    for finding in &findings {
        println!("{finding}");
    }
    let wrong = findings.iter().filter(|finding| finding.is_wrong()).count();
    anyhow::ensure!(wrong == 0, "{wrong} problems found");
    Ok(())
}

async fn check_health(settings: &Settings) -> anyhow::Result<()> {
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    let mut address = settings.listen;
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    // The certificate names the public host, not loopback: this asks only our own process.
    let client = reqwest::Client::builder()
        .danger_accept_invalid_certs(true)
        .timeout(std::time::Duration::from_secs(5))
        .build()?;
    let answer =
        client.get(format!("{scheme}://{address}/health/ready")).send().await.context("the server does not answer")?;
    anyhow::ensure!(answer.status().is_success(), "the server is not ready: {}", answer.status());
    Ok(())
}
