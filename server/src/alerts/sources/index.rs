//! The index of a CAP feed, in Atom or RSS: the links to its messages.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use url::Url;

use super::xml::Element;
use crate::outbound::named_host;

const CAP_TYPE: &str = "application/cap+xml";

/// Longer ones do not fit into an index of PostgreSQL.
const MAX_LINK_BYTES: usize = 2_000;

/// What an index names.
#[derive(Debug, Default)]
pub struct Index {
    /// The links to the messages, each once, in the order of the index.
    pub links: Vec<MessageLink>,
    /// Entries whose message must not or cannot be fetched: to another host, without an address, or too long.
    pub unfollowed: usize,
    /// The links and names of all entries, as they are written.
    names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MessageLink {
    pub url: Url,
    /// When the message expires, if the index says so.
    pub expires_at: Option<Timestamp>,
}

impl Index {
    /// Whether some entry names this message.
    pub fn names(&self, identifier: &str) -> bool {
        self.names.iter().any(|name| name.contains(identifier))
    }
}

impl MessageLink {
    pub fn has_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= now)
    }
}

/// Reads an index. Only links to the feed's own host and to `hosts`, which the operator allowed, are followed: an index
/// must not make the server call other hosts.
pub fn read(bytes: &[u8], charset: Option<&str>, feed: &Url, hosts: &[String]) -> anyhow::Result<Index> {
    let document = Element::parse(bytes, charset)?;
    let entries: Vec<(&Element, Option<&str>)> = match document.name.as_str() {
        "feed" => document.all("entry").map(|entry| (entry, atom_link(entry))).collect(),
        "rss" => {
            let items = document.all("channel").flat_map(|channel| channel.all("item"));
            items.map(|item| (item, rss_link(item))).collect()
        }
        other => anyhow::bail!("neither Atom nor RSS but <{other}>"),
    };
    let (mut index, mut places): (Index, HashMap<Url, usize>) = Default::default();
    let mut unfollowed: HashSet<Option<&str>> = HashSet::new();
    for (entry, link) in entries {
        index.names.extend(["id", "guid"].iter().filter_map(|name| entry.text_of(name)).map(str::to_owned));
        index.names.extend(link.map(str::to_owned));
        let Some(url) = link.and_then(|link| followed(link, feed, hosts)) else {
            unfollowed.insert(link);
            continue;
        };
        let expires_at = entry.text_of("expires").and_then(parse_time);
        match places.get(&url) {
            // One entry per area: the message is over when all of them are.
            Some(place) => {
                let known = &mut index.links[*place];
                known.expires_at = known.expires_at.zip(expires_at).map(|(known, other)| known.max(other));
            }
            None => {
                places.insert(url.clone(), index.links.len());
                index.links.push(MessageLink { url, expires_at });
            }
        }
    }
    index.unfollowed = unfollowed.len();
    if index.unfollowed > 0 {
        tracing::warn!(feed = feed.host_str(), links = index.unfollowed, "message links are not followed");
    }
    Ok(index)
}

/// As CAP writes it, or as the rest of RSS does.
fn parse_time(text: &str) -> Option<Timestamp> {
    let as_in_mail = || jiff::fmt::rfc2822::parse(text).ok().map(|time| time.timestamp());
    text.parse().ok().or_else(as_in_mail)
}

fn followed(link: &str, feed: &Url, hosts: &[String]) -> Option<Url> {
    let mut url = feed.join(link).ok()?;
    if feed.scheme() == "https" && url.scheme() == "http" && url.port().is_none() {
        // Written before the host had https; it is never called without.
        url.set_scheme("https").ok()?;
    }
    let is_allowed = url.scheme() == feed.scheme() && hosts.contains(&named_host(&url));
    (url.as_str().len() <= MAX_LINK_BYTES && (is_same_origin(&url, feed) || is_allowed)).then_some(url)
}

/// The link of CAP's type if there is one, else the entry's plain link.
fn atom_link(entry: &Element) -> Option<&str> {
    let links: Vec<&Element> = entry.all("link").collect();
    let typed = links.iter().find(|link| link.attribute("type") == Some(CAP_TYPE));
    let plain = || links.iter().find(|link| matches!(link.attribute("rel"), None | Some("alternate")));
    typed.or_else(plain)?.attribute("href")
}

fn rss_link(item: &Element) -> Option<&str> {
    let enclosure = item.all("enclosure").find(|one| one.attribute("type") == Some(CAP_TYPE));
    enclosure.and_then(|one| one.attribute("url")).or_else(|| item.text_of("link"))
}

fn is_same_origin(url: &Url, feed: &Url) -> bool {
    url.scheme() == feed.scheme()
        && url.host() == feed.host()
        && url.port_or_known_default() == feed.port_or_known_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let feed = Url::parse("https://feeds.example/atom-germany").unwrap();
        let index = read(text.as_bytes(), None, &feed, &[]).unwrap();
        index.links.iter().map(|link| link.url.to_string()).collect()
    }

    #[test]
    fn a_message_listed_for_several_areas_is_read_once() {
        let entry = |area: &str, number: u8| {
            format!(
                "<entry><link href='https://feeds.example/map?{area}'/><link href='https://feeds.example/cap/{number}' type='application/cap+xml'/></entry>"
            )
        };
        let feed = format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'>{}{}{}</feed>",
            entry("a", 1),
            entry("b", 1),
            entry("c", 2)
        );
        assert_eq!(found(&feed), ["https://feeds.example/cap/1", "https://feeds.example/cap/2"]);
    }

    #[test]
    fn rss_is_read_and_relative_links_are_resolved_against_the_feed() {
        let item = |inner: &str| format!("<item><title>Storm</title>{inner}</item>");
        let feed = format!(
            "<rss version='2.0'><channel><title>x</title>{}{}</channel></rss>",
            item("<link>/cap/1.xml</link>"),
            item(
                "<link>https://feeds.example/page</link><enclosure url='https://feeds.example/cap/2.xml' type='application/cap+xml'/>"
            )
        );
        assert_eq!(found(&feed), ["https://feeds.example/cap/1.xml", "https://feeds.example/cap/2.xml"]);
    }

    fn atom(link: &str) -> String {
        format!("<feed><entry><link href='{link}' type='application/cap+xml'/></entry></feed>")
    }

    #[test]
    fn links_to_other_hosts_are_counted_and_not_followed() {
        let feed = Url::parse("https://feeds.example/atom-germany").unwrap();
        let long = format!("https://feeds.example/{}", "x".repeat(MAX_LINK_BYTES));
        for elsewhere in [
            "https://169.254.169.254/latest",
            "https://feeds.example:8443/cap",
            "http://feeds.example:8080/cap",
            "file:///etc/passwd",
            long.as_str(),
        ] {
            let index = read(atom(elsewhere).as_bytes(), None, &feed, &["cap.example".to_owned()]).unwrap();
            assert_eq!((index.links.len(), index.unfollowed), (0, 1), "{elsewhere}");
        }
        let index = read(b"<feed><entry><title>Storm</title></entry></feed>", None, &feed, &[]).unwrap();
        assert_eq!(index.unfollowed, 1, "an entry without a link");
        assert!(read(b"<html/>", None, &feed, &[]).is_err());
    }

    #[test]
    fn links_to_hosts_that_the_operator_allowed_are_followed() {
        let feed = Url::parse("https://www.met.example/rss.xml").unwrap();
        let hosts = ["cap.met.example".to_owned()];
        let index = read(atom("https://cap.met.example/1.xml").as_bytes(), None, &feed, &hosts).unwrap();
        assert_eq!((index.links.len(), index.unfollowed), (1, 0));
        let index = read(atom("https://other.met.example/1.xml").as_bytes(), None, &feed, &hosts).unwrap();
        assert_eq!((index.links.len(), index.unfollowed), (0, 1));
    }

    #[test]
    fn links_without_https_are_called_with_it() {
        assert_eq!(found(&atom("http://feeds.example/cap/1")), ["https://feeds.example/cap/1"]);
    }

    #[test]
    fn an_index_of_the_world_meteorological_organization_says_when_a_message_expires() {
        let Some(bytes) = crate::testing::recording("cap/wmo_swic_rss_au_bom_2026-01-01.xml") else { return };
        let feed = Url::parse("https://severeweather.wmo.int/v2/cap-alerts/au-bom-en/rss.xml").unwrap();
        let index = read(&bytes, None, &feed, &[]).unwrap();
        assert_eq!((index.links.len(), index.unfollowed), (1, 0));
        assert_eq!(index.links[0].expires_at, Some("2026-01-01T16:00:00Z".parse().unwrap()));
    }

    #[test]
    fn a_message_expires_when_the_last_of_its_entries_does() {
        let entry = |hour: u8| {
            format!(
                "<entry><link href='/cap/1' type='application/cap+xml'/><cap:expires>2026-11-15T{hour}:00:00+00:00</cap:expires></entry>"
            )
        };
        let feed = Url::parse("https://feeds.example/").unwrap();
        let text = format!("<feed xmlns:cap='c'>{}{}</feed>", entry(14), entry(12));
        let index = read(text.as_bytes(), None, &feed, &[]).unwrap();
        assert!(!index.links[0].has_expired("2026-11-15T13:00:00Z".parse().unwrap()));
        assert!(index.links[0].has_expired("2026-11-15T14:00:00Z".parse().unwrap()));
    }
}
