//! Background work of accounts: sending mails, token exchange and revocation, deleting expired rows.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use serde::{Deserialize, Serialize};

use super::mails::{MailTemplate, SEALED_MAIL};
use super::providers::{Provider, Tokens};
use super::queries::{self, NewLink};
use super::{Accounts, Email};
use crate::db::Tx;
use crate::db::outbox::{self, IsStopping, MAIL, MailPayload, Message, OutboxMessage, Queue};
use crate::error::AppError;
use crate::i18n::Language;
use crate::in_transaction;
use crate::mail::mailer::{Mail, Mailer, is_permanent};
use crate::outbound::OutboundError;
use crate::session::{UserId, token_hash};

/// Outbox kind of a password reset request. Known and unknown addresses write the same row; only the worker
/// looks up the account, so that response times reveal nothing.
pub const RESET_REQUEST: &str = "reset_request";

#[derive(Serialize, Deserialize)]
pub struct ResetRequest {
    pub email: String,
    pub language: String,
}

/// Outbox kind of an Apple code to exchange for a token.
pub const APPLE_CODE: &str = "apple_code";
/// Outbox kind of an Apple token to revoke; it outlives the account and contains nothing else.
pub const APPLE_REVOKE: &str = "apple_revoke";
/// Encryption purpose of stored Apple tokens.
const APPLE_TOKEN: &str = "apple refresh token";

#[derive(Serialize, Deserialize)]
pub struct AppleCode {
    pub subject: String,
    pub code: String,
}

#[derive(Serialize, Deserialize)]
pub struct AppleRevocation {
    sealed_token: String,
}

/// Outbox kind of a device that OneSignal must forget; like a revocation it outlives the account.
pub const ONESIGNAL_DEVICE: &str = "onesignal_device";

#[derive(Serialize, Deserialize)]
pub struct OneSignalDeletion {
    pub subscription_id: String,
}

/// Messages claimed at a time.
const BATCH: i64 = 16;
pub(super) const RESET_MINUTES: i64 = 30;

/// Sends the messages that are due; returns how many were claimed.
pub async fn send_due(accounts: &Accounts, mailer: &Mailer, is_stopping: IsStopping<'_>) -> anyhow::Result<usize> {
    let sessions = &accounts.sessions;
    let due = outbox::claim(&sessions.db, Queue::Account, None, BATCH, sessions.clock.now()).await?;
    for (index, message) in due.iter().enumerate() {
        if is_stopping() {
            outbox::release(&sessions.db, &due[index..], sessions.clock.now()).await?;
            break;
        }
        // The messages before may have taken longer than the lease: renew it, or skip what another process has claimed.
        if !outbox::renew_lease(&sessions.db, message, sessions.clock.now()).await? {
            continue;
        }
        let delivered = AssertUnwindSafe(deliver(accounts, mailer, message)).catch_unwind().await;
        match delivered.unwrap_or_else(|_| Err(anyhow::anyhow!("delivery panicked"))) {
            Ok(()) => outbox::delete(&sessions.db, message.id).await?,
            Err(error) if is_permanent(&error) => {
                tracing::warn!(kind = message.kind, "message refused for good: {error:#}");
                outbox::delete(&sessions.db, message.id).await?;
                accounts.given_up.count();
            }
            Err(error) => {
                let will_retry =
                    outbox::retry_later(&sessions.db, message, Duration::ZERO, sessions.clock.now()).await?;
                if !will_retry {
                    accounts.given_up.count();
                }
                tracing::warn!(
                    kind = message.kind,
                    attempts = message.attempts,
                    will_retry,
                    "message not sent: {error:#}"
                );
            }
        }
    }
    Ok(due.len())
}

pub async fn delete_expired(accounts: &Accounts) -> Result<(), sqlx::Error> {
    queries::delete_expired(&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond()).await
}

async fn deliver(accounts: &Accounts, mailer: &Mailer, message: &OutboxMessage) -> anyhow::Result<()> {
    match message.kind.as_str() {
        MAIL => send_mail(accounts, mailer, message, message.read()?).await,
        SEALED_MAIL => match accounts.open_mail(&message.read()?)? {
            Some(payload) => send_mail(accounts, mailer, message, payload).await,
            None => Ok(()),
        },
        RESET_REQUEST => start_reset(accounts, message.read()?).await,
        APPLE_CODE => keep_apple_token(accounts, message.user_id, message.read()?).await,
        APPLE_REVOKE => revoke_apple_token(accounts, message.read()?).await,
        ONESIGNAL_DEVICE => {
            let OneSignalDeletion { subscription_id } = message.read()?;
            (accounts.forget_device)(subscription_id).await
        }
        other => anyhow::bail!("unknown outbox kind {other}"),
    }
}

async fn send_mail(
    accounts: &Accounts,
    mailer: &Mailer,
    message: &OutboxMessage,
    payload: MailPayload,
) -> anyhow::Result<()> {
    let (to, reply_to) = (payload.to.parse()?, payload.reply_to.map(|address| address.parse()).transpose()?);
    let MailPayload { subject, text, html, .. } = payload;
    let host = accounts.settings.public_url.host_str().unwrap_or("localhost");
    // The Message-ID is derived from the row: a mail that is sent twice after a crash is recognised as one.
    let message_id = Some(format!("<{}@{host}>", message.id));
    mailer.send(Mail { to, reply_to, subject, text, html, message_id, unsubscribe: None }).await
}

async fn start_reset(accounts: &Accounts, request: ResetRequest) -> anyhow::Result<()> {
    let db = &accounts.sessions.db;
    let Ok(email) = Email::parse(&request.email) else { return Ok(()) };
    let Some(account) = queries::find_credentials(db, &email).await? else { return Ok(()) };
    let now = accounts.sessions.clock.now().as_millisecond();
    let token = crate::session::random_token();
    let hash = token_hash(&token);
    let link = NewLink {
        user_id: account.id,
        kind: "reset",
        token_hash: &hash,
        email: &email,
        expires_at: now + RESET_MINUTES * 60_000,
    };
    let language = Language::parse(&request.language).unwrap_or_default();
    let mail = accounts.mail(MailTemplate::Reset, account.id, &email, &token, language)?;
    in_transaction!(db, tx => {
        // The address may have changed, or the account may be gone, since it was looked up.
        if queries::lock_unchanged(tx, &account, &email).await? {
            queries::insert_link(tx, &link, now).await?;
            outbox::insert_in(tx, &mail, now).await?;
        }
        Ok::<_, anyhow::Error>(())
    })
}

/// Exchanges the code and stores the token with its identity. If the identity is gone by now, the token is revoked at once.
async fn keep_apple_token(accounts: &Accounts, user: Option<UserId>, job: AppleCode) -> anyhow::Result<()> {
    let Ok(apple) = accounts.providers.get(Provider::Apple) else { return Ok(()) };
    let token = match apple.exchange(&job.code, None).await {
        Ok(Tokens { refresh_token: Some(token), .. }) => token,
        // A code is valid once and for minutes: no retry.
        Ok(_) | Err(OutboundError::Refused(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let sealed = accounts.sessions.keys.encrypt(APPLE_TOKEN, &token)?;
    let db = &accounts.sessions.db;
    if let Some(user) = user
        && queries::update_refresh_token(db, user, Provider::Apple.name(), &job.subject, &sealed).await?
    {
        return Ok(());
    }
    let message = Message::new(None, APPLE_REVOKE, &AppleRevocation { sealed_token: sealed })?;
    Ok(outbox::insert(db, &message, accounts.sessions.clock.now()).await?)
}

async fn revoke_apple_token(accounts: &Accounts, job: AppleRevocation) -> anyhow::Result<()> {
    let Some(token) = accounts.sessions.keys.decrypt(APPLE_TOKEN, &job.sealed_token) else { return Ok(()) };
    let Ok(apple) = accounts.providers.get(Provider::Apple) else { return Ok(()) };
    match apple.revoke(&token).await {
        Ok(()) | Err(OutboundError::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

impl Accounts {
    /// Enqueues the revocation of tokens whose identities are removed.
    pub(super) async fn enqueue_revocations(&self, tx: &mut Tx, sealed_tokens: Vec<String>) -> Result<(), AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        for sealed_token in sealed_tokens {
            let message = Message::new(None, APPLE_REVOKE, &AppleRevocation { sealed_token })?;
            outbox::insert_in(tx, &message, now).await?;
        }
        Ok(())
    }
}
