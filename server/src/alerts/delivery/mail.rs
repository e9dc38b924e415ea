//! Composes the mail of a notification, as text and HTML, with an unsubscribe link.

use super::message::{MessageFormatter, MessageText};
use crate::encoding::escape_html as escape;
use crate::mail::mailer::Mail;
use lettre::message::Mailbox;

pub struct Links<'a> {
    /// The page that lists the notifications.
    pub open: &'a str,
    /// The alert at its authority.
    pub source: Option<&'a str>,
    /// Works without signing in.
    pub unsubscribe: &'a str,
}

pub fn compose(
    formatter: &MessageFormatter<'_>,
    message: &MessageText,
    links: &Links<'_>,
    to: Mailbox,
    message_id: String,
) -> Mail {
    let why = formatter.text(message.reason, &[]);
    let stop = formatter.text("unsubscribe", &[]);
    let open = formatter.text("open", &[]);
    let advice = message.advice.as_ref().map(|advice| (formatter.text("advice", &[]), advice.as_str()));
    let original = message.original.as_ref().map(|text| (formatter.text("original", &[]), text));

    let mut parts = vec![message.when.clone(), message.what.clone()];
    parts.extend(advice.iter().map(|(title, advice)| format!("{title}\n{advice}")));
    parts.push(message.source.clone());
    parts.extend(links.source.map(str::to_owned));
    parts.extend(
        original
            .iter()
            .map(|(title, text)| format!("{title} ({})\n{}\n{}", text.language, text.title, text.description)),
    );
    parts.push(format!("{open}: {}", links.open));
    parts.push(format!("{why}\n{stop}: {}", links.unsubscribe));
    let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n";

    let mut inner = paragraph(&message.when, "font-weight:600") + &paragraph(&message.what, "");
    if let Some((title, advice)) = &advice {
        inner += &paragraph(title, "margin-bottom:0;font-weight:600");
        inner += &paragraph(advice, "margin-top:4px");
    }
    inner += &paragraph(&message.source, "color:#4a5f7a");
    if let Some(source) = links.source {
        inner += &format!("<p><a href=\"{0}\" style=\"color:#0e6fb8\">{0}</a></p>", escape(source));
    }
    if let Some((title, text)) = &original {
        inner += &paragraph(title, "margin-bottom:0;font-weight:600");
        inner += &format!(
            "<div lang=\"{}\">{}{}</div>",
            escape(&text.language),
            paragraph(&text.title, "margin-top:4px"),
            paragraph(&text.description, "")
        );
    }
    let html = format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\
         <body style=\"margin:0;padding:24px;background:#f3f7fb;color:#0b2545;font-family:Poppins,Helvetica,Arial,sans-serif\">\
         <div style=\"max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px\">\
         <h1 style=\"margin:0 0 16px;font-size:22px\">{title}</h1>{inner}\
         <p style=\"margin:24px 0\"><a href=\"{link}\" style=\"display:inline-block;padding:12px 24px;border-radius:999px;\
         background:#0e6fb8;color:#ffffff;text-decoration:none\">{open}</a></p>\
         <p style=\"color:#4a5f7a;font-size:13px\">{why} <a href=\"{unsubscribe}\" style=\"color:#0e6fb8\">{stop}</a></p>\
         </div></body></html>",
        language = formatter.language.code(),
        title = escape(&message.title),
        link = escape(links.open),
        open = escape(&open),
        why = escape(&why),
        unsubscribe = escape(links.unsubscribe),
        stop = escape(&stop),
    );
    Mail {
        to,
        reply_to: None,
        subject: message.title.clone(),
        text,
        html,
        message_id: Some(message_id),
        unsubscribe: Some(links.unsubscribe.to_owned()),
    }
}

/// Keeps the line breaks of the authority's text.
fn paragraph(text: &str, style: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<p style=\"line-height:1.5;{style}\">{}</p>", escape(text).replace('\n', "<br>"))
}
