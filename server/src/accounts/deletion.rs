//! Deletes accounts: the owner's own, and those that were registered and never verified.

use super::Accounts;
use super::jobs::{APPLE_CODE, AppleCode, ONESIGNAL_DEVICE, OneSignalDeletion};
use super::queries::{self, Identities};
use crate::db::Tx;
use crate::db::outbox::{self, Message};
use crate::error::AppError;
use crate::in_transaction;
use crate::session::UserId;
use crate::session::queries::lock_user;

/// How long an account whose address was never verified is kept without a sign-in. Until then it keeps the owner of the
/// address from registering.
const UNVERIFIED_DAYS: i64 = 30;
/// Accounts deleted at a time.
const BATCH: i64 = 100;

impl Accounts {
    /// Deletes the account inside a transaction that holds its lock. The messages to other services outlive it and contain
    /// nothing but the token of the service.
    pub(super) async fn delete_account(&self, tx: &mut Tx, user: UserId) -> Result<(), AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        self.remove_identities(tx, user, Identities::All).await?;
        for payload in outbox::list_payloads(tx, user, APPLE_CODE).await? {
            // Not exchanged yet: the job exchanges it, finds no identity and revokes the token.
            let Ok(AppleCode { code, .. }) = serde_json::from_str(&payload) else { continue };
            let message = Message::new(None, APPLE_CODE, &AppleCode { subject: String::new(), code })?;
            outbox::insert_in(tx, &message, now).await?;
        }
        for subscription_id in queries::list_onesignal_devices(tx, user).await? {
            let message = Message::new(None, ONESIGNAL_DEVICE, &OneSignalDeletion { subscription_id })?;
            outbox::insert_in(tx, &message, now).await?;
        }
        Ok(queries::delete_user(tx, user).await?)
    }

    /// Deletes accounts that were not verified within thirty days of the last mail about it and were not used in that time. Where
    /// no mail was sent, an address cannot be verified: those accounts stay, also when mail is added later.
    pub async fn delete_abandoned(&self) -> anyhow::Result<()> {
        if !self.settings.sends_mail() {
            return Ok(());
        }
        let before = self.sessions.clock.now().as_millisecond() - UNVERIFIED_DAYS * 86_400_000;
        loop {
            let abandoned = queries::list_abandoned(&self.sessions.db, before, BATCH).await?;
            if abandoned.is_empty() {
                return Ok(());
            }
            for user in abandoned {
                self.delete_if_abandoned(user, before).await?;
            }
        }
    }

    async fn delete_if_abandoned(&self, user: UserId, before: i64) -> anyhow::Result<()> {
        in_transaction!(self.sessions.db, tx => {
            if lock_user(tx, user).await? && queries::is_abandoned(tx, user, before).await? {
                self.delete_account(tx, user).await?;
            }
            Ok::<_, anyhow::Error>(())
        })
    }
}
