//! Asks an operator at a terminal for a password without showing it.

use std::io::{IsTerminal, Write, stdin};
use std::process::{Command, Stdio};

/// The exit code of a process that was interrupted, as shells report it.
const INTERRUPTED: i32 = 130;

/// Asks twice. `None` if there is no terminal, or if the operator leaves the choice to us.
pub async fn ask_password() -> anyhow::Result<Option<String>> {
    if !stdin().is_terminal() {
        return Ok(None);
    }
    let first = ask("Password (empty: one is generated): ").await?;
    if first.is_empty() {
        return Ok(None);
    }
    anyhow::ensure!(ask("The same again: ").await? == first, "the two passwords differ; nothing was changed");
    Ok(Some(first))
}

async fn ask(question: &str) -> anyhow::Result<String> {
    let hidden = HiddenInput::start();
    eprint!("{question}");
    std::io::stderr().flush()?;
    let reading = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        stdin().read_line(&mut line).map(|_| line)
    });
    let line = tokio::select! {
        line = reading => line??,
        _ = tokio::signal::ctrl_c() => {
            // The terminal must show again what is typed.
            drop(hidden);
            std::process::exit(INTERRUPTED);
        }
    };
    drop(hidden);
    eprintln!();
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// The terminal shows nothing of what is typed as long as this exists.
struct HiddenInput;

impl HiddenInput {
    fn start() -> HiddenInput {
        set_echo("-echo");
        HiddenInput
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        set_echo("echo");
    }
}

/// By the command that every system has, instead of a library for this one prompt.
fn set_echo(mode: &str) {
    let done = Command::new("stty").arg(mode).stdin(Stdio::inherit()).stderr(Stdio::null()).status();
    if !done.is_ok_and(|status| status.success()) {
        tracing::warn!("the terminal may show what is typed");
    }
}
