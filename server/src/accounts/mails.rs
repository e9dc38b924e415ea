//! Account mails: plain text and HTML from the same texts, in the recipient's language.

use serde::{Deserialize, Serialize};

use super::jobs::RESET_MINUTES;
use super::limits::VERIFY_HOURS;
use super::providers::Provider;
use super::{Accounts, Email};
use crate::db::outbox::{MAIL, MailPayload, Message};
use crate::encoding::escape_html as escape;
use crate::i18n::{self, Language};
use crate::session::UserId;

#[derive(Clone, Copy)]
pub enum Template {
    Verify,
    ChangeEmail,
    Reset,
}

impl Template {
    fn key(self) -> &'static str {
        match self {
            Template::Verify => "verify",
            Template::ChangeEmail => "changeEmail",
            Template::Reset => "reset",
        }
    }

    fn link_minutes(self) -> i64 {
        match self {
            Template::Reset => RESET_MINUTES,
            Template::Verify | Template::ChangeEmail => VERIFY_HOURS * 60,
        }
    }

    /// The token goes into the fragment, which is never sent to a server or written to an access log.
    fn path(self) -> &'static str {
        match self {
            Template::Reset => "/reset-password#token=",
            Template::Verify | Template::ChangeEmail => "/verify-email#token=",
        }
    }
}

/// Outbox kind of a mail with a link. The link's token is stored only as a hash elsewhere, so that here it is encrypted.
pub const SEALED_MAIL: &str = "sealed_mail";
/// Encryption purpose of such a mail.
const LINK_MAIL: &str = "mail with a link";

#[derive(Serialize, Deserialize)]
pub struct SealedMail {
    /// When the link ends: the mail is not sent any more.
    expires_at: i64,
    sealed: String,
}

/// Informs the owner of a change of the account.
#[derive(Clone, Copy)]
pub enum AccountMail {
    Connected(Provider),
}

impl Accounts {
    /// No token: the button opens the profile.
    pub(super) fn notice(
        &self,
        notice: AccountMail,
        user: UserId,
        to: &Email,
        language: Language,
    ) -> anyhow::Result<Message> {
        let AccountMail::Connected(provider) = notice;
        self.compose("connected", "/profile", user, to, language, &[("provider", provider.title())])
    }

    pub(super) fn mail(
        &self,
        template: Template,
        user: UserId,
        to: &Email,
        token: &str,
        language: Language,
    ) -> anyhow::Result<Message> {
        let mail = self.compose(template.key(), &format!("{}{token}", template.path()), user, to, language, &[])?;
        let now = self.sessions.clock.now().as_millisecond();
        let sealed = SealedMail {
            expires_at: now + template.link_minutes() * 60_000,
            sealed: self.sessions.keys.encrypt(LINK_MAIL, &mail.payload)?,
        };
        Message::new(Some(user), SEALED_MAIL, &sealed)
    }

    /// `None` if the link has ended, or the key it was encrypted with was removed.
    pub(super) fn open_mail(&self, mail: &SealedMail) -> anyhow::Result<Option<MailPayload>> {
        if mail.expires_at <= self.sessions.clock.now().as_millisecond() {
            tracing::warn!("a mail was not sent before its link ended");
            return Ok(None);
        }
        let payload = self.sessions.keys.decrypt(LINK_MAIL, &mail.sealed);
        payload.map(|payload| Ok(serde_json::from_str(&payload)?)).transpose()
    }

    fn compose(
        &self,
        key: &str,
        path: &str,
        user: UserId,
        to: &Email,
        language: Language,
        parameters: &[(&str, &str)],
    ) -> anyhow::Result<Message> {
        let text = |part: &str| i18n::text(language, &format!("server.mail.{key}.{part}"), parameters);
        let link = format!("{}{path}", self.settings.public_url.as_str().trim_end_matches('/'));
        if self.settings.is_development() {
            tracing::info!("mail '{key}' with the link {link}");
        }
        let footer = i18n::text(language, "server.mail.footer", &[]);
        let payload = MailPayload {
            to: to.to_string(),
            reply_to: None,
            subject: text("subject"),
            text: format!("{}\n\n{link}\n\n{}\n\n{footer}\n", text("body"), text("note")),
            html: page(language, &text("subject"), &text("body"), (&link, &text("button")), &text("note"), &footer),
        };
        Message::new(Some(user), MAIL, &payload)
    }
}

fn page(language: Language, title: &str, body: &str, (link, button): (&str, &str), note: &str, footer: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\
         <body style=\"margin:0;padding:24px;background:#f3f7fb;color:#0b2545;font-family:Poppins,Helvetica,Arial,sans-serif\">\
         <div style=\"max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px\">\
         <h1 style=\"margin:0 0 16px;font-size:22px\">{title}</h1><p style=\"line-height:1.5\">{body}</p>\
         <p style=\"margin:24px 0\"><a href=\"{link}\" style=\"display:inline-block;padding:12px 24px;border-radius:999px;\
         background:#0e6fb8;color:#ffffff;text-decoration:none\">{button}</a></p>\
         <p style=\"line-height:1.5\">{note}</p><p style=\"color:#4a5f7a;font-size:13px\">{footer}</p></div></body></html>",
        language.code(),
        title = escape(title),
        body = escape(body),
        link = escape(link),
        button = escape(button),
        note = escape(note),
        footer = escape(footer),
    )
}
