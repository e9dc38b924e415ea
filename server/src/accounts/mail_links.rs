//! What the links in mails do: verify or change an address, reset a password, undo a change of address. Each is valid once.

use super::jobs::{RESET_REQUEST, ResetRequest};
use super::limits::REVERT_DAYS;
use super::mails::{AccountMail, MailTemplate};
use super::ownership::Ownership;
use super::queries::{self, Identities, MailLink, Reversion};
use super::{Accounts, Email};
use crate::db::Tx;
use crate::db::outbox::{self, Message};
use crate::error::AppError;
use crate::i18n::Language;
use crate::in_transaction;
use crate::session::queries::{lock_user, revoke_sessions};
use crate::session::{UserId, random_token, token_hash};

impl Accounts {
    /// A reset proves the address: the old password, every session and every pending link become invalid. Before the first
    /// proof another person may have registered the address.
    pub(super) async fn reset_password(&self, link: &MailLink, token: &str, hash: &str) -> Result<(), AppError> {
        let (user, now) = (link.user_id, self.now());
        in_transaction!(self.sessions.db, tx => {
            let is_known = lock_user(tx, user).await? && queries::delete_link(tx, &token_hash(token), now).await?;
            let address = queries::find_address(tx, user).await?;
            // A link that was sent to an address the account no longer has is refused.
            let address = address.filter(|address| is_known && address.email.as_deref() == Some(&link.email));
            let address = address.ok_or(AppError::LinkInvalid)?;
            if address.email_verified_at.is_none() {
                self.prove_address(tx, user, &link.email).await?;
            }
            queries::set_password(tx, user, Some(hash), now).await?;
            queries::delete_links(tx, user, None).await?;
            revoke_sessions(tx, user, None, "password reset", now).await?;
            self.announce(tx, user, AccountMail::PasswordChanged).await
        })
    }

    /// Marks the address as verified: the registered one, or the one the owner asked to change to. Reading a mail does not
    /// make its reader the owner of the account, so that the owner's session or password is needed besides the link.
    pub(super) async fn verify_address(&self, link: &MailLink, token: &str, owner: &Ownership) -> Result<(), AppError> {
        let now = self.now();
        in_transaction!(self.sessions.db, tx => {
            self.lock_as_owner(tx, owner).await?;
            let is_known = queries::delete_link(tx, &token_hash(token), now).await?;
            let before = queries::find_address(tx, link.user_id).await?.filter(|_| is_known);
            let before = before.ok_or(AppError::LinkInvalid)?;
            let is_first = before.email_verified_at.is_none();
            match link.kind.as_str() {
                "email" => self.keep_reversion(tx, link, before.email.filter(|_| !is_first)).await?,
                _ if before.email.as_deref() != Some(&link.email) || !is_first => return Err(AppError::LinkInvalid),
                // Connected before the owner of the address had a say. Passkeys stay only where the account was made with one.
                _ => {
                    self.remove_identities(tx, link.user_id, Identities::OfOtherAddresses(&link.email)).await?;
                    queries::delete_passkeys_beside_password(tx, link.user_id).await?;
                }
            }
            queries::set_address(tx, link.user_id, &link.email, now).await?;
            if is_first {
                revoke_sessions(tx, link.user_id, owner.session(), "address verified", now).await?;
            }
            Ok::<_, AppError>(())
        })
    }

    /// Notifies the old address of the change and lets it undo the change.
    async fn keep_reversion(&self, tx: &mut Tx, link: &MailLink, old: Option<String>) -> Result<(), AppError> {
        let Some(old) = old.filter(|old| *old != link.email) else { return Ok(()) };
        let (token, now) = (random_token(), self.now());
        let language = queries::find_recipient(tx, link.user_id).await?.and_then(|to| Language::parse(&to.language));
        let to = Email::parse(&old)?;
        let mail = self.mail(MailTemplate::EmailChanged, link.user_id, &to, &token, language.unwrap_or_default())?;
        let reversion = Reversion { user_id: link.user_id, email: old, created_at: now };
        queries::insert_reversion(tx, &reversion, &token_hash(&token), now + REVERT_DAYS * 86_400_000).await?;
        Ok(outbox::insert_in(tx, &mail, now).await?)
    }

    /// Restores the old address. Who changed it had the account, so that the password, every session, and what was connected
    /// since are removed; a mail to the old address lets the owner choose a new password.
    pub(super) async fn revert_address(&self, token: &str, language: Language) -> Result<(), AppError> {
        let (hash, now) = (token_hash(token), self.now());
        let reversion = queries::find_reversion(&self.sessions.db, &hash, now).await?.ok_or(AppError::LinkInvalid)?;
        let user = reversion.user_id;
        let request = ResetRequest { email: reversion.email.clone(), language: language.code().to_owned() };
        let message = Message::new(None, RESET_REQUEST, &request)?.concerning(&reversion.email);
        in_transaction!(self.sessions.db, tx => {
            if !lock_user(tx, user).await? || !queries::delete_reversion(tx, &reversion, &hash).await? {
                return Err(AppError::LinkInvalid);
            }
            // The link proves the address, which an unverified account does not: it would only keep the owner out.
            if let Some(other) = queries::find_unverified_owner(tx, &reversion.email).await?.filter(|id| *id != user) {
                self.delete_account(tx, other).await?;
            }
            self.remove_identities(tx, user, Identities::Since(reversion.created_at)).await?;
            queries::delete_passkeys_since(tx, user, reversion.created_at).await?;
            queries::delete_second_factor_since(tx, user, reversion.created_at).await?;
            queries::set_address(tx, user, &reversion.email, now).await?;
            queries::set_password(tx, user, None, now).await?;
            queries::delete_links(tx, user, None).await?;
            revoke_sessions(tx, user, None, "address restored", now).await?;
            Ok(outbox::insert_in(tx, &message, now).await?)
        })
    }

    /// The first proof of an address, by its owner: another person may have registered it before, so every earlier sign-in method
    /// is removed. The caller replaces the password.
    pub(super) async fn prove_address(&self, tx: &mut Tx, user: UserId, email: &str) -> Result<(), AppError> {
        self.remove_identities(tx, user, Identities::All).await?;
        queries::delete_passkeys_since(tx, user, 0).await?;
        queries::delete_second_factor_since(tx, user, 0).await?;
        queries::set_address(tx, user, email, self.now()).await
    }

    /// Removes identities and asks their provider to revoke its tokens.
    pub(super) async fn remove_identities(
        &self,
        tx: &mut Tx,
        user: UserId,
        which: Identities<'_>,
    ) -> Result<(), AppError> {
        let tokens = queries::delete_identities(tx, user, which).await?;
        self.enqueue_revocations(tx, tokens).await
    }

    fn now(&self) -> i64 {
        self.sessions.clock.now().as_millisecond()
    }
}
