//! Messages to support: stored for a year and mailed at once.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::db::outbox::{MAIL, MailPayload, Message};
use crate::db::rate_limit::{RateLimiter, Rule};
use crate::db::{Db, expiry};
use crate::encoding::escape_html;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::http::fields::{Empty, FieldCheck};
use crate::i18n::{self, Language};
use crate::mail::address::Email;
use crate::session::{Caller, SameOrigin, Sessions, UserId};
use crate::settings::Settings;
use crate::{enqueue, on_db_transaction};

const MAX_NAME_LENGTH: usize = 100;
const MAX_SUBJECT_LENGTH: usize = 150;
const MAX_MESSAGE_LENGTH: usize = 5_000;
const KEPT_MS: i64 = 365 * 24 * 60 * 60 * 1000;
/// Per client address, which many visitors may share.
const BY_ADDRESS: Rule = contact_rule("contact", 20);
const BY_USER: Rule = contact_rule("contact-user", 5);

const fn contact_rule(name: &'static str, free_attempts: i64) -> Rule {
    Rule {
        name,
        free_attempts,
        window: Duration::from_secs(3600),
        first_wait: Duration::from_secs(60),
        max_wait: Duration::from_secs(3600),
    }
}

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    RateLimiter: FromRef<S>,
    Arc<Settings>: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(send_contact_message))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct ContactMessage {
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// Where the answer goes.
    email: String,
    #[schema(min_length = 1, max_length = 150)]
    subject: String,
    #[schema(min_length = 1, max_length = 5000)]
    message: String,
    /// Honeypot, hidden on the page: a message that fills it in is accepted and dropped.
    website: String,
}

/// The same with every field checked.
struct Checked {
    name: String,
    email: Email,
    subject: String,
    message: String,
}

/// Write to the support.
#[utoipa::path(post, path = "/api/contact", tag = "contact", request_body = ContactMessage, responses(
    (status = 200, description = "It is on its way", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 403, description = "Not from our own page", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
    (status = 429, description = "Too many messages", body = ErrorBody),
))]
async fn send_contact_message(
    State(sessions): State<Sessions>,
    State(limits): State<RateLimiter>,
    State(settings): State<Arc<Settings>>,
    _: SameOrigin,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<ContactMessage>,
) -> Result<Json<Empty>, AppError> {
    if !body.website.is_empty() {
        return Ok(Json(Empty {}));
    }
    let message = body.parse()?;
    let sender = sessions.find_reader(&headers).await?.map(|user| user.user_id);
    match sender {
        Some(user) => limits.check_and_count(&BY_USER, &user.0.to_string()).await?,
        None => limits.check_and_count(&BY_ADDRESS, &caller.address).await?,
    }
    let mail = message.mail(sender, &settings.mail.support, caller.language)?;
    insert_message(&sessions.db, sender, &message, &mail, sessions.clock.now().as_millisecond()).await?;
    Ok(Json(Empty {}))
}

impl ContactMessage {
    fn parse(self) -> Result<Checked, AppError> {
        let mut check = FieldCheck::default();
        let email = Email::parse(&self.email).map_err(|error| check.refuse("email", error.to_string()));
        let name = check.required_line("name", &self.name, MAX_NAME_LENGTH, "Name is required");
        let subject = check.required_line("subject", &self.subject, MAX_SUBJECT_LENGTH, "Subject is required");
        let message = check.required_text("message", &self.message, MAX_MESSAGE_LENGTH, "Message is required");
        check.finish()?;
        // A wrong address was refused above.
        let email = email.map_err(|()| AppError::Malformed)?;
        Ok(Checked { name, email, subject, message })
    }
}

impl Checked {
    /// In the sender's language, which is the one the answer will be written in.
    fn mail(&self, sender: Option<UserId>, support: &str, language: Language) -> anyhow::Result<Message> {
        let from = format!("{} <{}>", self.name, self.email);
        let text = |part: &str| {
            i18n::text(language, &format!("server.mail.contact.{part}"), &[("subject", &self.subject), ("from", &from)])
        };
        let payload = MailPayload {
            to: support.to_owned(),
            reply_to: Some(self.email.to_string()),
            subject: text("subject"),
            text: format!("{}\n\n{}\n", text("intro"), self.message),
            html: format!(
                "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title></head><body>\
                 <p><strong>{}</strong></p><p style=\"white-space:pre-wrap\">{}</p></body></html>",
                language.code(),
                escape_html(&text("intro")),
                escape_html(&self.message),
                title = escape_html(&text("subject")),
            ),
        };
        Ok(Message::new(sender, MAIL, &payload)?.concerning(self.email.as_str()))
    }
}

/// The message and its mail: both or neither.
async fn insert_message(
    db: &Db,
    sender: Option<UserId>,
    message: &Checked,
    mail: &Message,
    now: i64,
) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        sqlx::query(
            "insert into contact_messages (id, user_id, name, email, subject, message, created_at)
             values ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(Uuid::now_v7())
        .bind(sender)
        .bind(&message.name)
        .bind(message.email.as_str())
        .bind(&message.subject)
        .bind(&message.message)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        enqueue!(transaction, mail, now)?;
        Ok::<_, sqlx::Error>(())
    })
}

/// Messages older than a year go.
pub async fn delete_expired(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    expiry::delete_expired(db, "contact_messages", "created_at <= $1", now - KEPT_MS).await
}
