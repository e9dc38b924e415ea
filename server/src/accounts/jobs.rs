//! The account's work behind the scenes: mails go out, expired rows go away.

use serde::{Deserialize, Serialize};

use super::mails::Template;
use super::providers::{Provider, Tokens};
use super::queries::{self, NewLink};
use super::{Accounts, Email};
use crate::db::outbox::{self, MAIL, MailPayload, Message, OutboxMessage, Queue};
use crate::i18n::Language;
use crate::mail::mailer::{Mail, Mailer};
use crate::outbound::OutboundError;
use crate::session::{UserId, token_hash};

/// The outbox kind of a wish for a reset. Known and unknown addresses cause the same row; only the worker
/// looks whether there is an account, so that no answer's time tells.
pub const RESET_REQUEST: &str = "reset_request";

#[derive(Serialize, Deserialize)]
pub struct ResetRequest {
    pub email: String,
    pub language: String,
}

/// The outbox kind of a code that Apple exchanges for a token.
pub const APPLE_CODE: &str = "apple_code";
/// The outbox kind of a token that Apple is to forget; it outlives the account and holds nothing else.
pub const APPLE_REVOKE: &str = "apple_revoke";
/// What Apple's kept tokens are encrypted for.
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

/// How many messages one worker takes at a time.
const BATCH: i64 = 16;
const RESET_MINUTES: i64 = 30;

/// Sends what is due; returns how many messages it took.
pub async fn work(accounts: &Accounts, mailer: &Mailer) -> anyhow::Result<usize> {
    let sessions = &accounts.sessions;
    let due = outbox::claim(&sessions.db, Queue::Account, None, BATCH, sessions.clock.now()).await?;
    for message in &due {
        // Earlier messages of the batch may have taken so long that another process has claimed this one.
        if !outbox::renew_lease(&sessions.db, message, sessions.clock.now()).await? {
            continue;
        }
        match deliver(accounts, mailer, message).await {
            Ok(()) => outbox::delete(&sessions.db, message.id).await?,
            Err(error) => {
                let will_retry = outbox::retry_later(&sessions.db, message, sessions.clock.now()).await?;
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

pub async fn tidy(accounts: &Accounts) -> Result<(), sqlx::Error> {
    queries::delete_expired(&accounts.sessions.db, accounts.sessions.clock.now().as_millisecond()).await
}

async fn deliver(accounts: &Accounts, mailer: &Mailer, message: &OutboxMessage) -> anyhow::Result<()> {
    match message.kind.as_str() {
        MAIL => {
            let payload: MailPayload = message.read()?;
            let (to, reply_to) = (payload.to.parse()?, payload.reply_to.map(|address| address.parse()).transpose()?);
            let MailPayload { subject, text, html, .. } = payload;
            let host = accounts.settings.public_url.host_str().unwrap_or("localhost");
            // The same row is the same mail, also when it is sent twice because we died in between.
            let message_id = Some(format!("<{}@{host}>", message.id));
            mailer.send(Mail { to, reply_to, subject, text, html, message_id, unsubscribe: None }).await
        }
        RESET_REQUEST => start_reset(accounts, message.read()?).await,
        APPLE_CODE => keep_apple_token(accounts, message.user_id, message.read()?).await,
        APPLE_REVOKE => revoke_apple_token(accounts, message.read()?).await,
        other => anyhow::bail!("no one sends messages of the kind {other}"),
    }
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
    let mail = accounts.mail(Template::Reset, account.id, &email, &token, language)?;
    Ok(queries::insert_link(db, &link, &mail, now).await?)
}

async fn keep_apple_token(accounts: &Accounts, user: Option<UserId>, job: AppleCode) -> anyhow::Result<()> {
    let (Some(user), Ok(apple)) = (user, accounts.providers.get(Provider::Apple)) else { return Ok(()) };
    match apple.exchange(&job.code, None).await {
        Ok(Tokens { refresh_token: Some(token), .. }) => {
            let sealed = accounts.sessions.keys.encrypt(APPLE_TOKEN, &token)?;
            let db = &accounts.sessions.db;
            Ok(queries::update_refresh_token(db, user, Provider::Apple.name(), &job.subject, &sealed).await?)
        }
        // A code counts once and for minutes: asking again would not help.
        Ok(_) | Err(OutboundError::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
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
    /// What others must be told when this person is gone.
    pub(super) async fn last_words(&self, user: UserId) -> anyhow::Result<Vec<Message>> {
        let tokens = queries::list_refresh_tokens(&self.sessions.db, user, Provider::Apple.name()).await?;
        let revocation = |sealed_token| Message::new(None, APPLE_REVOKE, &AppleRevocation { sealed_token });
        tokens.into_iter().map(revocation).collect()
    }
}
