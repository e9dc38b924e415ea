//! The `halcyon` command: serve, weather, migrate, backup, doctor, openapi, config, gazetteer, user, vapid, healthcheck.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use halcyon::app::App;
use halcyon::app::contract::Contract;
use halcyon::app::user_command::{self, UserCommand};
use halcyon::app::weather_command::{self, WeatherCommand, own_address};
use halcyon::app::{backup, doctor};
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::mail::mailer::Mailer;
use halcyon::push::vapid::VapidPair;
use halcyon::serve;
use halcyon::settings::{self, Settings, catalogue};
use halcyon::telemetry::logging;

/// Long-lived reports among short-lived buffers would leave the system's allocator full of holes.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "halcyon", version, about = "Halcyon, a weather application")]
struct Cli {
    /// File with settings, one NAME=value a line, instead of halcyon.env; the environment wins over it.
    #[arg(long, global = true, value_name = "FILE")]
    settings: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the page and the calls.
    Serve,
    /// Print the weather of a place, as a running server has it.
    Weather(WeatherCommand),
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
    /// Add, list, invite and delete users, and reset passwords.
    #[command(subcommand)]
    User(UserCommand),
    /// Print a key pair for Web Push, as two lines of a settings file.
    Vapid,
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
    /// Make the table of airports, with the names of the cities of the embedded index.
    Airports {
        /// The file airports.csv of the Python package airportsdata.
        #[arg(long)]
        from: PathBuf,
        /// The table, committed as crates/gazetteer/data/airports.tsv.
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
    let settings_file = find_settings_file(cli.settings)?;
    match cli.command {
        Command::Serve => run_server(Settings::load(&settings_file)?).await,
        Command::Weather(command) => weather_command::run(&settings_file, command).await,
        Command::Migrate => Db::connect(&Settings::load(&settings_file)?.database).await?.migrate().await,
        Command::Backup { file } => {
            let bytes = backup::back_up(&Settings::load(&settings_file)?.database, &file).await?;
            println!("{} holds {bytes} bytes and is whole", file.display());
            Ok(())
        }
        Command::Doctor => see_doctor(&Settings::load(&settings_file)?).await,
        Command::Openapi => {
            println!("{}", Contract::shared().document.to_pretty_json()?);
            Ok(())
        }
        Command::Config { example: true } => {
            print!("{}", catalogue::example_file());
            Ok(())
        }
        Command::Config { example: false } => {
            print!("{}", settings::effective(settings::read_file(&settings_file)?));
            Ok(Settings::load(&settings_file).map(|_| ())?)
        }
        Command::Gazetteer(GazetteerCommand::Build { from, to }) => gazetteer::builder::build(&from, &to),
        Command::Gazetteer(GazetteerCommand::PostalCodes { from, to }) => {
            gazetteer::builder::postal_codes::build(&from, &halcyon::places::embedded_gazetteer()?, &to)
        }
        Command::Gazetteer(GazetteerCommand::Airports { from, to }) => {
            gazetteer::builder::airports::build(&from, &halcyon::places::embedded_gazetteer()?, &to)
        }
        Command::User(command) => manage_users(Settings::load(&settings_file)?, command).await,
        Command::Vapid => {
            let pair = VapidPair::generate()?;
            println!("HALCYON_VAPID_PUBLIC_KEY={}", pair.public_key);
            println!("HALCYON_VAPID_PRIVATE_KEY={}", pair.private_key.expose());
            Ok(())
        }
        Command::Healthcheck => check_health(&Settings::load(&settings_file)?).await,
    }
}

/// A file that was named must be there; the default one may be missing.
fn find_settings_file(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    if let Some(file) = &named {
        anyhow::ensure!(file.exists(), "the settings file {} is missing", file.display());
    }
    Ok(named.unwrap_or_else(|| "halcyon.env".into()))
}

async fn run_server(settings: Settings) -> anyhow::Result<()> {
    logging::start(&settings)?;
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    let mode = if settings.is_development() { " in development mode" } else { "" };
    if settings.is_household() {
        tracing::warn!("{}", doctor::WITHOUT_HTTPS);
    }
    let mailer = Mailer::from_settings(&settings)?;
    let app = App::start(settings, Clock::System, mailer).await?;
    // A sign-in reads it as well: the start does not wait for it and does not fail with it.
    let providers = app.accounts.providers.clone();
    tokio::spawn(async move {
        if let Err(error) = providers.discover().await {
            tracing::warn!("sign-in with the provider of HALCYON_OIDC_ISSUER does not work: {error}");
        }
    });
    serve::serve(app, |address| println!("Halcyon is at {scheme}://{address}{mode}")).await
}

async fn manage_users(settings: Settings, command: UserCommand) -> anyhow::Result<()> {
    let mailer = Mailer::from_settings(&settings)?;
    let app = App::start(settings, Clock::System, mailer).await?;
    let said = user_command::run(&app, command).await;
    app.db.close().await;
    print!("{}", said?);
    Ok(())
}

async fn see_doctor(settings: &Settings) -> anyhow::Result<()> {
    let mut findings = doctor::examine(settings).await;
    findings.extend(serve::examine_certificate(settings));
    for finding in &findings {
        println!("{finding}");
    }
    let wrong = findings.iter().filter(|finding| finding.is_wrong()).count();
    anyhow::ensure!(wrong == 0, "{wrong} problems found");
    Ok(())
}

async fn check_health(settings: &Settings) -> anyhow::Result<()> {
    // The certificate names the public host, not loopback: this asks only our own process.
    let client = reqwest::Client::builder()
        .danger_accept_invalid_certs(true)
        .timeout(std::time::Duration::from_secs(5))
        .build()?;
    let answer = client
        .get(format!("{}/health/ready", own_address(settings)))
        .send()
        .await
        .context("the server does not answer")?;
    anyhow::ensure!(answer.status().is_success(), "the server is not ready: {}", answer.status());
    Ok(())
}
