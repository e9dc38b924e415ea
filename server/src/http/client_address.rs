//! The client's address: the peer's, or the one forwarded by a trusted proxy; and its country, where that proxy names it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, Request};
use ipnet::IpNet;

/// The caller's address. Forwarded headers count only when they come from a trusted proxy.
pub fn client_address<B>(request: &Request<B>, trusted: &[IpNet]) -> Option<IpAddr> {
    let ConnectInfo(peer) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
    Some(forwarded_address(peer.ip(), request.headers(), trusted))
}

/// Walks `X-Forwarded-For` from the right, past every proxy we trust, to the first address we do not.
pub fn forwarded_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    // An IPv6 socket shows an IPv4 peer in its own notation.
    let peer = peer.to_canonical();
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    if !is_trusted(peer) {
        return peer;
    }
    let hops = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let mut hops: Vec<&str> = hops.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut address = peer;
    while let Some(hop) = hops.pop() {
        let Ok(parsed) = hop.parse::<IpAddr>() else { break };
        address = parsed.to_canonical();
        if !is_trusted(address) {
            break;
        }
    }
    address
}

/// The country of the client in a header that a trusted proxy sets.
pub fn client_country(peer: IpAddr, headers: &HeaderMap, name: &HeaderName, trusted: &[IpNet]) -> Option<String> {
    let peer = peer.to_canonical();
    if !trusted.iter().any(|network| network.contains(&peer)) {
        return None;
    }
    let mut values = headers.get_all(name).iter();
    // Two values: the proxy has not replaced what the client sent.
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let code = value.to_str().ok()?.trim().to_ascii_uppercase();
    is_country(&code).then_some(code)
}

/// ISO 3166 leaves AA, QM to QZ, XA to XZ and ZZ for private use: proxies mean "unknown" by XX and ZZ, and Kosovo by XK.
fn is_country(code: &str) -> bool {
    match code.as_bytes() {
        b"XK" => true,
        b"AA" | b"ZZ" | [b'X', _] | [b'Q', b'M'..=b'Z'] => false,
        [first, second] => first.is_ascii_uppercase() && second.is_ascii_uppercase(),
        _ => false,
    }
}

/// The unit of rate limits: an IPv4 address, or an IPv6 /64, which belongs to one household.
pub fn counted(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            IpNet::new(address.into(), 64).map_or_else(|_| address.to_string(), |network| network.trunc().to_string())
        }
    }
}

/// The address as logs may keep it: a /24 or /48 network.
pub fn coarse(address: IpAddr) -> IpNet {
    let prefix = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, prefix).map_or_else(|_| IpNet::from(address), |network| network.trunc())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn address(peer: &str, forwarded: &[&str], trusted: &str) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let trusted: Vec<IpNet> =
            trusted.split(',').filter(|text| !text.is_empty()).map(|text| text.parse().unwrap()).collect();
        forwarded_address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_proxy_that_comes_by_ipv4_over_an_ipv6_socket_is_still_trusted() {
        assert_eq!(address("::ffff:10.0.0.1", &["203.0.113.9"], "10.0.0.0/8"), "203.0.113.9");
        assert_eq!(address("::ffff:198.51.100.7", &["203.0.113.9"], "10.0.0.0/8"), "198.51.100.7");
        assert_eq!(address("10.0.0.1", &["203.0.113.9, ::ffff:10.0.0.2"], "10.0.0.0/8"), "203.0.113.9");
    }

    #[test]
    fn a_forged_header_counts_for_nothing_without_a_trusted_proxy() {
        assert_eq!(address("198.51.100.7", &["203.0.113.9"], ""), "198.51.100.7");
        assert_eq!(address("198.51.100.7", &["203.0.113.9"], "10.0.0.0/8"), "198.51.100.7");
    }

    #[test]
    fn the_rightmost_address_that_no_trusted_proxy_has_is_the_caller() {
        assert_eq!(address("10.0.0.1", &["203.0.113.9"], "10.0.0.0/8"), "203.0.113.9");
        assert_eq!(address("10.0.0.1", &["1.2.3.4, 203.0.113.9", "10.0.0.2"], "10.0.0.0/8"), "203.0.113.9");
        assert_eq!(address("10.0.0.1", &["nonsense"], "10.0.0.0/8"), "10.0.0.1");
    }

    #[test]
    fn a_country_is_what_a_trusted_proxy_says_once() {
        let name = HeaderName::from_static("cf-ipcountry");
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let country = |peer: &str, values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(&name, value.parse().unwrap());
            }
            client_country(peer.parse().unwrap(), &headers, &name, &trusted)
        };
        assert_eq!(country("::ffff:10.0.0.1", &["de"]).as_deref(), Some("DE"));
        // ISO 3166-1 assigns QA to Qatar; Kosovo has XK by common use.
        assert_eq!(country("10.0.0.1", &["QA"]).as_deref(), Some("QA"));
        assert_eq!(country("10.0.0.1", &["XK"]).as_deref(), Some("XK"));
        assert_eq!(country("198.51.100.7", &["DE"]), None);
        assert_eq!(country("10.0.0.1", &["DE", "FR"]), None);
        for none in ["", "D", "DEU", "T1", "XX", "ZZ", "AA", "QM", "QZ", "D E", "--"] {
            assert_eq!(country("10.0.0.1", &[none]), None, "{none}");
        }
    }

    #[test]
    fn logs_keep_only_the_network() {
        assert_eq!(coarse("203.0.113.9".parse().unwrap()).to_string(), "203.0.113.0/24");
        assert_eq!(coarse("2001:db8:1:2::3".parse().unwrap()).to_string(), "2001:db8:1::/48");
    }
}
