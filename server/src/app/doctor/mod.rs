//! `halcyon doctor`: checks everything the service depends on and says how to fix what is wrong.

mod services;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::alerts;
use crate::db::Db;
use crate::mail::mailer::Mailer;
use crate::settings::{DatabaseUrl, Settings};

/// Fewer do not allow 10,000 connections.
const ENOUGH_OPEN_FILES: u64 = 10_240;
/// What browsers allow over https alone, and what others on the network can do.
pub const WITHOUT_HTTPS: &str = "served over http on a private address: push messages, offline use, installing the app and \
     the current position need https, and everybody on this network can read what is sent";
const TIMEOUT: Duration = Duration::from_secs(5);

/// What was found in one place.
pub enum Finding {
    Fine(String),
    /// Works, but worth knowing.
    Note(String),
    Wrong {
        what: String,
        fix: &'static str,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Fine(what) => write!(formatter, "ok    {what}"),
            Finding::Note(what) => write!(formatter, "note  {what}"),
            Finding::Wrong { what, fix } => write!(formatter, "WRONG {what}\n      {fix}"),
        }
    }
}

impl Finding {
    pub fn is_wrong(&self) -> bool {
        matches!(self, Finding::Wrong { .. })
    }
}

/// All checks, in the order in which to fix them.
pub async fn examine(settings: &Settings) -> Vec<Finding> {
    let mut findings = vec![mode(settings), public_address(settings)];
    findings.extend(proxy(settings));
    findings.extend(web_push(settings));
    findings.extend([rate_limits(settings), open_files()]);
    findings.push(database(settings).await);
    findings.push(mail(settings).await);
    findings.extend(services::examine(settings).await);
    findings
}

fn mode(settings: &Settings) -> Finding {
    match settings.is_development() {
        true => Finding::Note("development mode: for this machine alone, never for the world".to_owned()),
        false => Finding::Fine("production mode".to_owned()),
    }
}

fn public_address(settings: &Settings) -> Finding {
    let what = format!("public address {}", settings.public_url);
    match (settings.is_https(), settings.is_development()) {
        (true, _) => Finding::Fine(what),
        (false, true) => Finding::Note(format!("{what}: without https no cookie is kept from listeners")),
        (false, false) => Finding::Note(format!("{what}: {WITHOUT_HTTPS}")),
    }
}

/// With an https address and no certificate of our own, a proxy must be in front.
fn proxy(settings: &Settings) -> Option<Finding> {
    let is_behind_proxy = settings.is_https() && settings.tls.is_none() && !settings.is_development();
    (is_behind_proxy && settings.trusted_proxies.is_empty()).then(|| Finding::Wrong {
        what: "no proxy is trusted: all visitors count as one address and share its limits".to_owned(),
        fix: "Set HALCYON_TRUSTED_PROXIES to the address of the proxy in front, or HALCYON_TLS_CERT and HALCYON_TLS_KEY.",
    })
}

fn web_push(settings: &Settings) -> Option<Finding> {
    let vapid = settings.push.vapid.as_ref()?;
    Some(match alerts::check_vapid(vapid) {
        Ok(()) => Finding::Fine(format!("the key pair for Web Push is valid; its subject is {}", vapid.subject)),
        Err(error) => Finding::Wrong {
            what: format!("Web Push: {error:#}"),
            fix: "Make a pair with `halcyon vapid`, or remove both keys: the server then makes its own.",
        },
    })
}

fn rate_limits(settings: &Settings) -> Finding {
    match (settings.rate_limits, settings.is_development()) {
        (true, _) => Finding::Fine("rate limits are on".to_owned()),
        (false, true) => Finding::Note("rate limits are off".to_owned()),
        (false, false) => Finding::Wrong {
            what: "rate limits are off: passwords can be guessed without end".to_owned(),
            fix: "Remove HALCYON_RATE_LIMITS=off from the settings.",
        },
    }
}

fn open_files() -> Finding {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX);
    match limit >= ENOUGH_OPEN_FILES {
        true => Finding::Fine(format!("{limit} files and connections may be open")),
        false => Finding::Note(format!(
            "only {limit} files and connections may be open: raise LimitNOFILE (systemd) or ulimit -n"
        )),
    }
}

async fn database(settings: &Settings) -> Finding {
    let kind = match &settings.database {
        DatabaseUrl::Sqlite(path) if !path.exists() => return missing_database(path),
        DatabaseUrl::Sqlite(path) => format!("SQLite at {}", path.display()),
        DatabaseUrl::Postgres(_) => "PostgreSQL".to_owned(),
    };
    let wrong = |what: String, fix| Finding::Wrong { what: format!("{kind}: {what}"), fix };
    let db = match Db::connect(&settings.database).await {
        Ok(db) => db,
        Err(error) => return wrong(format!("{error:#}"), "See that DATABASE_URL is right and the database runs."),
    };
    let found = match db.examine().await {
        Err(error) => wrong(format!("{error:#}"), "Restore the last backup: see docs/operations.md."),
        Ok(0) => Finding::Fine(format!("{kind} answers and is up to date")),
        Ok(waiting) => Finding::Note(format!("{kind} answers; {waiting} migrations run with the next start")),
    };
    db.close().await;
    found
}

fn missing_database(path: &Path) -> Finding {
    let folder = path.ancestors().skip(1).find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let what = format!("SQLite at {} is not there yet", path.display());
    let may_write = folder.is_dir() && rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok();
    match may_write {
        true => Finding::Note(format!("{what}; the first start makes it")),
        false => Finding::Wrong {
            what: format!("{what}, and it cannot be made in {}", folder.display()),
            fix: "Set HALCYON_DATA_DIR to a folder that this user may write to.",
        },
    }
}

async fn mail(settings: &Settings) -> Finding {
    let fix = "Check HALCYON_SMTP_URL: without mail, passwords cannot be reset.";
    let checked = match Mailer::from_settings(settings) {
        Ok(mailer) => tokio::time::timeout(TIMEOUT, mailer.check()).await,
        Err(error) => return Finding::Wrong { what: format!("mail: {error:#}"), fix },
    };
    match checked {
        Ok(Ok(true)) => Finding::Fine("the mail server answers".to_owned()),
        Ok(Ok(false)) if settings.sends_mail() => {
            Finding::Note("mails are written to files in the data folder, not sent".to_owned())
        }
        Ok(Ok(false)) => Finding::Note("no mail is sent: `halcyon user reset-password` resets passwords".to_owned()),
        Ok(Err(error)) => Finding::Wrong { what: format!("mail: {error:#}"), fix },
        Err(_) => Finding::Wrong { what: "mail: no answer in time".to_owned(), fix },
    }
}
