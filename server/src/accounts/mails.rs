//! Account mails: plain text and HTML from the same texts, in the recipient's language.

use serde::{Deserialize, Serialize};

use super::jobs::RESET_MINUTES;
use super::limits::{EMAIL_CHANGE_MINUTES, REVERT_DAYS, VERIFY_HOURS};
use super::{Accounts, CountryName, Email, device, queries};
use crate::db::Tx;
use crate::db::outbox::{self, MAIL, MailPayload, Message};
use crate::encoding::escape_html as escape;
use crate::error::AppError;
use crate::i18n::{self, Language};
use crate::session::{Origin, UserId};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MailTemplate {
    Verify,
    ChangeEmail,
    Reset,
    /// To the old address, with a link that restores it.
    EmailChanged,
}

impl MailTemplate {
    fn key(self) -> &'static str {
        match self {
            MailTemplate::Verify => "verify",
            MailTemplate::ChangeEmail => "changeEmail",
            MailTemplate::Reset => "reset",
            MailTemplate::EmailChanged => "emailChanged",
        }
    }

    fn link_minutes(self) -> i64 {
        match self {
            MailTemplate::Reset => RESET_MINUTES,
            MailTemplate::Verify => VERIFY_HOURS * 60,
            MailTemplate::ChangeEmail => EMAIL_CHANGE_MINUTES,
            MailTemplate::EmailChanged => REVERT_DAYS * 24 * 60,
        }
    }

    /// The token goes into the fragment, which is never sent to a server or written to an access log.
    fn path(self) -> &'static str {
        match self {
            MailTemplate::Reset => "/reset-password#token=",
            MailTemplate::Verify | MailTemplate::ChangeEmail => "/verify-email#token=",
            MailTemplate::EmailChanged => "/verify-email#revert=",
        }
    }

    fn footer(self) -> &'static str {
        match self {
            MailTemplate::EmailChanged => SECURITY_FOOTER,
            MailTemplate::Verify | MailTemplate::ChangeEmail | MailTemplate::Reset => "footer",
        }
    }
}

/// Of mails that must not be ignored.
const SECURITY_FOOTER: &str = "securityFooter";

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
#[derive(Clone, Debug)]
pub enum AccountMail {
    Connected {
        provider: String,
    },
    Disconnected {
        provider: String,
    },
    PasswordChanged,
    PasskeyAdded {
        name: String,
    },
    PasskeyRemoved {
        name: String,
    },
    SecondFactorOn,
    SecondFactorOff,
    RecoveryCodeUsed {
        remaining: i64,
    },
    RecoveryCodesReplaced,
    /// Signed in with a browser that has not signed in to this account before.
    NewDevice {
        origin: Origin,
    },
}

impl AccountMail {
    fn key(&self) -> &'static str {
        match self {
            AccountMail::Connected { .. } => "connected",
            AccountMail::Disconnected { .. } => "disconnected",
            AccountMail::PasswordChanged => "passwordChanged",
            AccountMail::PasskeyAdded { .. } => "passkeyAdded",
            AccountMail::PasskeyRemoved { .. } => "passkeyRemoved",
            AccountMail::SecondFactorOn => "secondFactorOn",
            AccountMail::SecondFactorOff => "secondFactorOff",
            AccountMail::RecoveryCodeUsed { .. } => "recoveryCodeUsed",
            AccountMail::RecoveryCodesReplaced => "recoveryCodesReplaced",
            AccountMail::NewDevice { .. } => "newDevice",
        }
    }

    fn parameters(&self, language: Language, country_name: &CountryName) -> Vec<(&'static str, String)> {
        match self {
            AccountMail::Connected { provider } | AccountMail::Disconnected { provider } => {
                vec![("provider", provider.clone())]
            }
            AccountMail::PasswordChanged
            | AccountMail::SecondFactorOn
            | AccountMail::SecondFactorOff
            | AccountMail::RecoveryCodesReplaced => Vec::new(),
            AccountMail::RecoveryCodeUsed { remaining } => vec![("remaining", remaining.to_string())],
            AccountMail::PasskeyAdded { name } | AccountMail::PasskeyRemoved { name } => vec![("name", name.clone())],
            AccountMail::NewDevice { origin } => {
                let unknown = || i18n::text(language, "server.mail.unknownDevice", &[]);
                let device = device::describe(&origin.user_agent).unwrap_or_else(unknown);
                let device = match origin.country.as_deref().and_then(|code| country_name(code, language)) {
                    Some(country) => format!("{device} ({country})"),
                    None => device,
                };
                vec![("device", device)]
            }
        }
    }
}

impl Accounts {
    /// Tells the owner what happened to the account, in the language of the account, because the request may be a thief's.
    /// An unverified address gets no mail: it may belong to someone else.
    pub(super) async fn announce(&self, tx: &mut Tx, user: UserId, mail: AccountMail) -> Result<(), AppError> {
        let Some(recipient) = queries::find_recipient(tx, user).await? else { return Ok(()) };
        let language = Language::parse(&recipient.language).unwrap_or_default();
        let to = Email::parse(&recipient.email)?;
        let parameters = mail.parameters(language, &self.country_name);
        let parameters: Vec<(&str, &str)> = parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
        // No token: the button opens the profile.
        let texts = (mail.key(), SECURITY_FOOTER);
        let message = self.compose(texts, "/profile", user, &to, language, &parameters)?;
        Ok(outbox::insert_in(tx, &message, self.sessions.clock.now().as_millisecond()).await?)
    }

    pub(super) fn mail(
        &self,
        template: MailTemplate,
        user: UserId,
        to: &Email,
        token: &str,
        language: Language,
    ) -> anyhow::Result<Message> {
        let path = format!("{}{token}", template.path());
        let mail = self.compose((template.key(), template.footer()), &path, user, to, language, &[])?;
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
        (key, footer): (&str, &str),
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
        let footer = i18n::text(language, &format!("server.mail.{footer}"), &[]);
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
