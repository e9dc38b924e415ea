//! What an operator does to accounts from the command line: add, list, reset a password, remove a second factor, delete, invite.

use sqlx::FromRow;

use super::mails::AccountMail;
use super::one_time::{self, SecretKind};
use super::password::Password;
use super::queries::{self, NewUser};
use super::{Accounts, Email};
use crate::i18n::Language;
use crate::session::queries::{lock_user, revoke_sessions};
use crate::session::{UserId, random_token};
use crate::{in_transaction, on_db};

/// 80 random bits.
const PASSWORD_LETTERS: usize = 20;
const GROUP: usize = 5;

/// An account as `halcyon user list` shows it.
#[derive(FromRow)]
pub struct AccountRow {
    /// None for an account made with Apple or Google without an address.
    pub email: Option<String>,
    pub first_name: String,
    pub created_at: i64,
    pub email_verified_at: Option<i64>,
}

/// Easy to read out and to type: four groups of letters and digits.
pub fn generate_password() -> String {
    let letters: Vec<char> = random_token().chars().take(PASSWORD_LETTERS).collect();
    letters.chunks(GROUP).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

impl Accounts {
    /// Adds an account whatever the sign-ups are; the operator vouches for the address.
    pub async fn add_user(&self, email: &str, first_name: &str, password: String) -> anyhow::Result<()> {
        let (email, password) = (Email::parse(email)?, Password::parse(password)?);
        anyhow::ensure!(
            queries::find_credentials(&self.sessions.db, &email).await?.is_none(),
            "{email} has an account already"
        );
        let now = self.sessions.clock.now().as_millisecond();
        let password_hash = self.passwords.hash(password).await?;
        let user = NewUser {
            id: queries::new_id(),
            email: Some(&email),
            email_verified_at: Some(now),
            verification_sent_at: None,
            password_hash: Some(&password_hash),
            first_name,
            last_name: "",
            auth_provider: "email",
            language: Language::default().code(),
            invitation: None,
            passkey: None,
        };
        Ok(queries::insert_user(&self.sessions.db, &user, None, None, None, now).await?)
    }

    /// The old password, every session and every link of a mail become invalid. The operator vouches for the address, as for
    /// that of a new account.
    pub async fn reset_user_password(&self, email: &str, password: String) -> anyhow::Result<()> {
        let password = Password::parse(password)?;
        let now = self.sessions.clock.now().as_millisecond();
        let password_hash = self.passwords.hash(password).await?;
        let user = self.find_user(email).await?;
        in_transaction!(self.sessions.db, tx => {
            anyhow::ensure!(lock_user(tx, user).await?, "{email} has no account");
            let address = queries::find_address(tx, user).await?.filter(|address| address.email_verified_at.is_none());
            if let Some(unproven) = address.and_then(|address| address.email) {
                self.prove_address(tx, user, &unproven).await?;
            }
            queries::set_password(tx, user, Some(&password_hash), now).await?;
            queries::delete_links(tx, user, None).await?;
            revoke_sessions(tx, user, None, "password reset by the operator", now).await?;
            Ok::<_, anyhow::Error>(self.announce(tx, user, AccountMail::PasswordChanged).await?)
        })
    }

    /// For a user who has lost the authenticator app and the recovery codes.
    pub async fn remove_user_second_factor(&self, email: &str) -> anyhow::Result<()> {
        let user = self.find_user(email).await?;
        in_transaction!(self.sessions.db, tx => {
            anyhow::ensure!(lock_user(tx, user).await?, "{email} has no account");
            let is_removed = queries::delete_second_factor_since(tx, user, 0).await?;
            anyhow::ensure!(is_removed, "{email} has no second factor");
            Ok::<_, anyhow::Error>(self.announce(tx, user, AccountMail::SecondFactorOff).await?)
        })
    }

    /// As the owner's own deletion: every row of the account.
    pub async fn delete_user(&self, email: &str) -> anyhow::Result<()> {
        let user = self.find_user(email).await?;
        in_transaction!(self.sessions.db, tx => {
            anyhow::ensure!(lock_user(tx, user).await?, "{email} has no account");
            Ok::<_, anyhow::Error>(self.delete_account(tx, user).await?)
        })
    }

    /// All accounts, the oldest first.
    pub async fn list_users(&self) -> Result<Vec<AccountRow>, sqlx::Error> {
        on_db!(self.sessions.db.reader(), pool => {
            sqlx::query_as("select email, first_name, created_at, email_verified_at from users order by created_at, id")
                .fetch_all(pool)
                .await
        })
    }

    /// The address at which one person may register, once and within so many days.
    pub async fn invite(&self, days: u16) -> anyhow::Result<String> {
        let expires_at = self.sessions.clock.now().as_millisecond() + i64::from(days) * 86_400_000;
        let invitation = one_time::put(&self.sessions.db, SecretKind::Invitation, &(), expires_at).await?;
        Ok(format!("{}register?invitation={invitation}", self.settings.public_url))
    }

    async fn find_user(&self, email: &str) -> anyhow::Result<UserId> {
        let email = Email::parse(email)?;
        match queries::find_credentials(&self.sessions.db, &email).await? {
            Some(account) => Ok(account.id),
            None => anyhow::bail!("{email} has no account"),
        }
    }
}
