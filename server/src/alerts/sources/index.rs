//! The index of a CAP feed, in Atom or RSS: the links to its messages.

use std::collections::HashSet;

use url::Url;

use super::xml::Element;

const CAP_TYPE: &str = "application/cap+xml";

/// Longer ones do not fit into an index of PostgreSQL.
const MAX_LINK_BYTES: usize = 2_000;

/// The links to the messages, each once, in the order of the index. Only links to the feed's own host are followed: an
/// index must not make the server call other hosts.
pub fn links(bytes: &[u8], feed: &Url) -> anyhow::Result<Vec<Url>> {
    let document = Element::parse(bytes)?;
    let found: Vec<&str> = match document.name.as_str() {
        "feed" => document.all("entry").filter_map(atom_link).collect(),
        "rss" => document.all("channel").flat_map(|channel| channel.all("item")).filter_map(rss_link).collect(),
        other => anyhow::bail!("neither Atom nor RSS but <{other}>"),
    };
    let (mut links, mut seen): (Vec<Url>, HashSet<Url>) = Default::default();
    for link in found {
        match feed.join(link) {
            Ok(url) if url.as_str().len() > MAX_LINK_BYTES => {
                tracing::warn!(feed = feed.host_str(), "a message link is too long and not followed");
            }
            Ok(url) if is_same_origin(&url, feed) => {
                if seen.insert(url.clone()) {
                    links.push(url);
                }
            }
            _ => tracing::warn!(feed = feed.host_str(), "a message link to another host is not followed"),
        }
    }
    Ok(links)
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
        links(text.as_bytes(), &feed).unwrap().iter().map(Url::to_string).collect()
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

    #[test]
    fn links_to_other_hosts_are_not_followed() {
        for elsewhere in [
            "http://feeds.example/cap",
            "https://169.254.169.254/latest",
            "https://feeds.example:8443/cap",
            "file:///etc/passwd",
        ] {
            let feed = format!("<feed><entry><link href='{elsewhere}' type='application/cap+xml'/></entry></feed>");
            assert_eq!(found(&feed), [] as [&str; 0], "{elsewhere}");
        }
        assert!(links(b"<html/>", &Url::parse("https://feeds.example/").unwrap()).is_err());
    }
}
