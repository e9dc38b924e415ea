//! `halcyon user`: the accounts of a site whose operator adds people by hand or has no mail server.

use std::fmt::Write;

use clap::{Args, Subcommand};
use jiff::Timestamp;

use crate::accounts::operator::generate_password;
use crate::app::App;
use crate::app::password_prompt::ask_password;

#[derive(Subcommand)]
pub enum UserCommand {
    /// Add an account and print its password.
    Add {
        email: String,
        #[arg(long, default_value = "")]
        first_name: String,
        #[command(flatten)]
        password: PasswordSource,
    },
    /// List all accounts.
    List,
    /// Set another password, print it, and end every session of the account.
    ResetPassword {
        email: String,
        #[command(flatten)]
        password: PasswordSource,
    },
    /// Turn off two-step verification, for a user who has lost the app and the recovery codes.
    RemoveSecondFactor { email: String },
    /// Delete an account with everything it owns.
    Delete {
        email: String,
        /// Nothing is deleted without it.
        #[arg(long)]
        yes: bool,
    },
    /// Print a link with which one person can register, once.
    Invite {
        /// How long the link is valid.
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..=90))]
        days: u16,
    },
}

/// Never an argument, which every user of the machine could read.
#[derive(Args)]
pub struct PasswordSource {
    /// Read the password from standard input. Without it, it is asked for at a terminal, and generated elsewhere.
    #[arg(long)]
    password_stdin: bool,
}

impl PasswordSource {
    /// The password, and the line that tells it to the operator if it was generated.
    async fn read(&self) -> anyhow::Result<(String, String)> {
        if self.password_stdin {
            let mut line = String::new();
            std::io::stdin().read_line(&mut line)?;
            return Ok((line.trim_end_matches(['\r', '\n']).to_owned(), String::new()));
        }
        if let Some(password) = ask_password().await? {
            return Ok((password, String::new()));
        }
        let password = generate_password();
        let said = format!("password: {password}\n");
        Ok((password, said))
    }
}

/// Runs the command and returns what it prints.
pub async fn run(app: &App, command: UserCommand) -> anyhow::Result<String> {
    let accounts = &app.accounts;
    match command {
        UserCommand::Add { email, first_name, password } => {
            let (password, said) = password.read().await?;
            accounts.add_user(&email, &first_name, password).await?;
            Ok(format!("{email} has an account now\n{said}"))
        }
        UserCommand::ResetPassword { email, password } => {
            let (password, said) = password.read().await?;
            accounts.reset_user_password(&email, password).await?;
            Ok(format!("{email} has another password now and is signed out everywhere\n{said}"))
        }
        UserCommand::RemoveSecondFactor { email } => {
            accounts.remove_user_second_factor(&email).await?;
            Ok(format!("{email} logs in with the password alone now\n"))
        }
        UserCommand::Delete { email, yes } => {
            anyhow::ensure!(yes, "this deletes the account and everything it owns; say --yes to do it");
            accounts.delete_user(&email).await?;
            Ok(format!("{email} was deleted\n"))
        }
        UserCommand::Invite { days } => Ok(format!("{}\n", accounts.invite(days).await?)),
        UserCommand::List => list(app).await,
    }
}

async fn list(app: &App) -> anyhow::Result<String> {
    let mut text = String::new();
    for user in app.accounts.list_users().await? {
        let day = Timestamp::from_millisecond(user.created_at)?.strftime("%F");
        let state = if user.email_verified_at.is_some() { "verified" } else { "unverified" };
        let email = user.email.as_deref().unwrap_or("(no address)");
        writeln!(text, "{day}  {state:10}  {email}  {}", user.first_name)?;
    }
    Ok(text)
}
