//! The public address and further ones: what production requires of them, and which never leave a household.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use url::{Host, Url};

use super::Mode;
use super::reader::{self, Reader};

const NAME: &str = "HALCYON_PUBLIC_URL";
const FURTHER: &str = "HALCYON_FURTHER_URLS";
const EXPECTED: &str = "a web address without a path, as https://weather.example";
/// The page, its worker and its cookies are at the root of their address: decision 0108.
const WITHOUT_PATH: &str =
    "a web address without a path, as https://weather.example: Halcyon needs a name or a port of its own";
/// Names that the public name system does not have: RFC 6761, RFC 6762, by custom, RFC 8375, and by a decision of ICANN.
const PRIVATE_DOMAINS: [&str; 5] = ["localhost", "local", "lan", "home.arpa", "internal"];

pub fn read(reader: &mut Reader, mode: Mode, listen: SocketAddr, tls: bool) -> Url {
    let scheme = if tls { "https" } else { "http" };
    let has_path = given_url(reader).is_some_and(|url| url.path() != "/");
    let given = reader.parse(NAME, if has_path { WITHOUT_PATH } else { EXPECTED }, parse_origin);
    if mode == Mode::Production && reader.text(NAME).is_none() {
        reader.problem(NAME, "is needed in production, as https://weather.example");
    }
    if mode == Mode::Production && given.as_ref().is_some_and(|url| url.scheme() != "https" && !is_private(url)) {
        reader.problem(
            NAME,
            "must be an https address in production; http is for private addresses, as http://192.168.1.10:8080",
        );
    }
    given.unwrap_or_else(|| reader::url_of(&format!("{scheme}://{listen}")))
}

/// Further addresses at which the same pages are open; links always lead to the public address. They have its scheme,
/// because cookies are Secure for all of them or for none.
pub fn read_further(reader: &mut Reader, mode: Mode, public_url: &Url) -> Vec<Url> {
    let further = reader.list(FURTHER, EXPECTED, parse_origin);
    for url in &further {
        if url.scheme() != public_url.scheme() {
            let expected = format!("must begin with {}://, as HALCYON_PUBLIC_URL does", public_url.scheme());
            reader.problem(FURTHER, &expected);
        } else if mode == Mode::Production && url.scheme() != "https" && !is_private(url) {
            reader.problem(FURTHER, "may have http for private addresses only, as http://192.168.1.10:8080");
        }
    }
    further
}

fn parse_origin(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_origin = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    (is_origin && url.host_str().is_some() && url.username().is_empty()).then_some(url)
}

fn given_url(reader: &Reader) -> Option<Url> {
    reader.text(NAME).and_then(|text| Url::parse(&text).ok())
}

/// An https address that other machines can reach: a proxy on this machine may be in front of a loopback listener.
pub fn is_public_site(reader: &Reader) -> bool {
    given_url(reader).is_some_and(|url| {
        let is_loopback = match url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => true,
        };
        url.scheme() == "https" && !is_loopback
    })
}

/// An http address that an operator has chosen and that never leaves the own network.
pub fn is_private_site(reader: &Reader) -> bool {
    given_url(reader).is_some_and(|url| url.scheme() == "http" && is_private(&url))
}

/// Whether only machines of the same network can reach it, so that no listener outside can read passwords.
pub fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_private_name(name),
        Some(Host::Ipv4(address)) => is_private_v4(address),
        Some(Host::Ipv6(address)) => is_private_v6(address),
        None => false,
    }
}

/// A name without a dot is one of the own network, too.
fn is_private_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_in = |domain: &&str| name == **domain || name.ends_with(&format!(".{domain}"));
    !name.is_empty() && (!name.contains('.') || PRIVATE_DOMAINS.iter().any(is_in))
}

/// RFC 1918, loopback and link-local.
fn is_private_v4(address: Ipv4Addr) -> bool {
    address.is_private() || address.is_loopback() || address.is_link_local()
}

/// Unique local, loopback and link-local; or one of the above, mapped.
fn is_private_v6(address: Ipv6Addr) -> bool {
    let is_own = address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local();
    is_own || address.to_ipv4_mapped().is_some_and(is_private_v4)
}
