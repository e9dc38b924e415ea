//! What the client already has and what it takes: `If-None-Match` and `Accept-Encoding`.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether the client already holds this version.
pub fn is_unchanged(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Some(wanted) = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()) else { return false };
    let etag = strong(etag.to_str().unwrap_or_default());
    wanted.split(',').any(|tag| tag.trim() == "*" || strong(tag) == etag)
}

/// The weak comparison of RFC 9110: the mark `W/` says nothing about which version it is.
fn strong(tag: &str) -> &str {
    tag.trim().trim_start_matches("W/")
}

/// Whether the client takes this content coding, `q=0` meaning no.
pub fn accepts_encoding(headers: &HeaderMap, coding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0);
        is_named && quality > 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_counts_only_when_it_is_wanted() {
        let cases =
            [("br, gzip", "br", true), ("gzip;q=0, br", "gzip", false), ("BR;q=0.5", "br", true), ("", "br", false)];
        for (value, coding, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            assert_eq!(accepts_encoding(&headers, coding), expected, "{value} {coding}");
        }
    }

    #[test]
    fn a_known_version_is_not_sent_again() {
        let etag = HeaderValue::from_static("\"abc\"");
        for (value, expected) in [("\"abc\"", true), ("\"x\", W/\"abc\"", true), ("*", true), ("\"abd\"", false)] {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static(value));
            assert_eq!(is_unchanged(&headers, &etag), expected, "{value}");
        }
    }
}
