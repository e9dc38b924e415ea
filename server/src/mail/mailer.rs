//! Sends a mail: by SMTP, into a folder, or into memory for tests.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart};
use lettre::transport::smtp::{self, PoolConfig};
use lettre::{AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::settings::Settings;

const SMTP_TIMEOUT: Duration = Duration::from_secs(10);
const SMTP_CONNECTIONS: u32 = 4;

/// A mail as a slice writes it; addresses are parsed, so a line break cannot add a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub to: Mailbox,
    pub reply_to: Option<Mailbox>,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Stays the same when the same mail is sent again; otherwise a new one is made.
    pub message_id: Option<String>,
    /// The address that ends mails of this kind by one click (RFC 8058).
    pub unsubscribe: Option<String>,
}

#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    File(PathBuf),
    Memory(Arc<Mutex<Vec<Mail>>>),
    /// The operator has no mail server: the page offers nothing that needs mail.
    Nowhere,
}

impl Mailer {
    /// SMTP where it is configured; otherwise development writes one file a mail to the data folder.
    pub fn from_settings(settings: &Settings) -> anyhow::Result<Mailer> {
        let from = settings.mail.from.parse().context("HALCYON_MAIL_FROM is not a mail address")?;
        let way = match &settings.mail.smtp_url {
            Some(url) => Way::Smtp(
                AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose())
                    .context("HALCYON_SMTP_URL")?
                    .pool_config(PoolConfig::new().max_size(SMTP_CONNECTIONS))
                    .timeout(Some(SMTP_TIMEOUT))
                    .build(),
            ),
            None if settings.is_development() => Way::File(settings.data_dir.join("outbox")),
            None => Way::Nowhere,
        };
        Ok(Mailer { from, way })
    }

    /// Keeps every mail, to be read by a test.
    pub fn memory(from: Mailbox) -> Mailer {
        Mailer { from, way: Way::Memory(Arc::default()) }
    }

    /// The mails a memory mailer was given.
    pub fn sent(&self) -> Vec<Mail> {
        match &self.way {
            Way::Memory(mails) => mails.lock().map(|mails| mails.clone()).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Whether a mail server is there; false where none is used.
    pub async fn check(&self) -> anyhow::Result<bool> {
        let Way::Smtp(transport) = &self.way else { return Ok(false) };
        anyhow::ensure!(transport.test_connection().await?, "the server does not take mails");
        Ok(true)
    }

    pub async fn send(&self, mail: Mail) -> anyhow::Result<()> {
        match &self.way {
            Way::Smtp(transport) => {
                transport.send(self.message(&mail)?).await.map_err(without_words)?;
            }
            Way::File(folder) => {
                tokio::fs::create_dir_all(folder).await?;
                AsyncFileTransport::<Tokio1Executor>::new(folder).send(self.message(&mail)?).await?;
            }
            Way::Memory(mails) => {
                if let Ok(mut mails) = mails.lock() {
                    mails.push(mail);
                }
            }
            Way::Nowhere => {}
        }
        Ok(())
    }

    fn message(&self, mail: &Mail) -> anyhow::Result<Message> {
        let builder = Message::builder().from(self.from.clone()).to(mail.to.clone());
        let builder = mail.reply_to.iter().fold(builder, |builder, address| builder.reply_to(address.clone()));
        let builder = match &mail.unsubscribe {
            Some(url) => builder.header(ListUnsubscribe(format!("<{url}>"))).header(OneClick),
            None => builder,
        };
        Ok(builder
            .subject(mail.subject.clone())
            .message_id(mail.message_id.clone())
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))?)
    }
}

/// A mail server's refusal without its words, which often repeat the address and would end in a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the mail server answered {code}")]
pub struct Refused {
    code: String,
    /// Trying again would not help.
    pub is_permanent: bool,
}

/// Whether the mail server refused a mail for good.
pub fn is_permanent(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Refused>().is_some_and(|refused| refused.is_permanent)
}

fn without_words(error: smtp::Error) -> anyhow::Error {
    match error.status() {
        Some(code) => Refused { code: code.to_string(), is_permanent: error.is_permanent() }.into(),
        None => error.into(),
    }
}

/// Where a mail program's own button leads.
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<ListUnsubscribe, Box<dyn std::error::Error + Send + Sync>> {
        Ok(ListUnsubscribe(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(ListUnsubscribe::name(), self.0.clone())
    }
}

/// Says that the address takes a POST and asks nothing more.
#[derive(Clone)]
struct OneClick;

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<OneClick, Box<dyn std::error::Error + Send + Sync>> {
        Ok(OneClick)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(OneClick::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}
