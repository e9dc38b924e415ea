//! The alerts of a place as Atom (RFC 4287) and as JSON Feed 1.1.

use serde_json::{Value, json};

use super::content::{AlertEntry, Content};
use crate::encoding::escape_html as escape;
use crate::i18n::text;

pub fn render_atom(content: &Content, own_address: &str) -> String {
    let entries: String = content.alerts.iter().map(|alert| atom_entry(alert, content)).collect();
    let updated = content.alerts.iter().map(|alert| alert.updated_at).max().unwrap_or(content.updated_at);
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\"><id>urn:uuid:{}</id><title>{}</title>\
         <subtitle>{}</subtitle><updated>{updated}</updated><author><name>Halcyon</name></author>\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/><link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>\
         {entries}</feed>\n",
        content.language.code(),
        content.place_id,
        xml(&title(content)),
        xml(&about(content)),
        xml(own_address),
        xml(&content.page),
    )
}

fn atom_entry(alert: &AlertEntry, content: &Content) -> String {
    format!(
        "<entry><id>urn:uuid:{}</id><title>{}</title><updated>{}</updated><category term=\"{}\" label=\"{}\"/>\
         <link rel=\"alternate\" href=\"{}\"/><content type=\"text\">{}</content></entry>",
        alert.id,
        xml(&alert.title),
        alert.updated_at,
        alert.level,
        xml(&alert.severity),
        xml(alert.url.as_ref().unwrap_or(&content.page)),
        xml(&alert.details),
    )
}

pub fn render_json(content: &Content, own_address: &str) -> String {
    let item = |alert: &AlertEntry| {
        json!({
            "id": format!("urn:uuid:{}", alert.id),
            "url": alert.url.as_ref().unwrap_or(&content.page),
            "title": alert.title,
            "content_text": alert.details,
            "date_published": alert.updated_at.to_string(),
            "tags": [alert.level],
            "_halcyon": { "starts_at": alert.starts_at.to_string(), "ends_at": alert.ends_at.to_string() },
        })
    };
    let items: Vec<Value> = content.alerts.iter().map(item).collect();
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": title(content),
        "description": about(content),
        "home_page_url": content.page,
        "feed_url": own_address,
        "language": content.language.code(),
        "authors": [{ "name": "Halcyon" }],
        "items": items,
    });
    feed.to_string() + "\n"
}

fn title(content: &Content) -> String {
    text(content.language, "server.feeds.title", &[("place", &content.place)])
}

/// An empty feed alone could be mistaken for all clear.
fn about(content: &Content) -> String {
    [&*content.coverage, &content.notice].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ")
}

/// XML allows no control characters, not even escaped.
fn xml(text: &str) -> String {
    let allowed = text.chars().filter(|letter| !letter.is_control() || *letter == '\n');
    escape(&allowed.collect::<String>())
}
