//! The text of an XML document in the encoding it declares: by its byte order mark, then by its declaration, then by the
//! charset of the response, else UTF-8.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// A declaration is at the very beginning.
const DECLARATION_BYTES: usize = 200;

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("an unknown encoding: {0}")]
pub struct UnknownEncoding(String);

/// `charset` is the one of the response, if it names one.
pub fn decode<'a>(bytes: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, UnknownEncoding> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Ok(encoding.decode_without_bom_handling(&bytes[length..]).0);
    }
    let encoding = match (wide_encoding(bytes), declared(bytes)) {
        (Some(wide), _) => wide,
        // It says so in single bytes, so that it is not.
        (None, Some(label)) if label.to_ascii_lowercase().starts_with("utf-16") => UTF_8,
        (None, Some(label)) => find(&label)?,
        // A charset that does not exist is the server's mistake, and says nothing about the document.
        (None, None) => charset.and_then(|label| find(label).ok()).unwrap_or(UTF_8),
    };
    Ok(encoding.decode_without_bom_handling(bytes).0)
}

fn find(label: &str) -> Result<&'static Encoding, UnknownEncoding> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| UnknownEncoding(label.chars().take(40).collect()))
}

/// UTF-16 without a byte order mark: every other byte of `<?xml` or `<alert` is zero.
fn wide_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, second, 0, ..] if *second != 0 => Some(UTF_16LE),
        [0, b'<', 0, second, ..] if *second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// The value of `encoding` in `<?xml version="1.0" encoding="…"?>`.
fn declared(bytes: &[u8]) -> Option<String> {
    let start = &bytes[..bytes.len().min(DECLARATION_BYTES)];
    let start = String::from_utf8_lossy(start);
    let declaration = start.trim_start().strip_prefix("<?xml")?;
    let declaration = &declaration[..declaration.find("?>")?];
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The bytes of "Böen" from the code tables of each encoding.
    #[test]
    fn the_declared_encoding_is_read() {
        for (label, gust) in [
            ("UTF-8", &b"B\xc3\xb6en"[..]),
            ("ISO-8859-1", b"B\xf6en"),
            ("iso-8859-15", b"B\xf6en"),
            ("windows-1252", b"B\xf6en"),
            ("windows-1250", b"B\xf6en"),
            ("windows-1254", b"B\xf6en"),
        ] {
            let document =
                [format!("<?xml version='1.0' encoding=\"{label}\"?><a>").as_bytes(), gust, b"</a>"].concat();
            assert!(decode(&document, None).unwrap().ends_with("<a>Böen</a>"), "{label}");
        }
        // Ş is 0xAA in ISO-8859-2 and 0xDE in ISO-8859-9; Ш is 0xD8 in windows-1251.
        let turkish = b"<?xml version=\"1.0\" encoding=\"ISO-8859-9\"?><a>\xdeiddetli</a>";
        assert!(decode(turkish, None).unwrap().ends_with("<a>Şiddetli</a>"));
        let russian = b"<?xml version=\"1.0\" encoding=\"windows-1251\"?><a>\xd8\xf2\xee\xf0\xec</a>";
        assert!(decode(russian, None).unwrap().ends_with("<a>Шторм</a>"));
    }

    #[test]
    fn utf_16_is_read_with_and_without_a_byte_order_mark() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>Böen</a>";
        let wide = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
        for bytes in [
            wide(u16::to_le_bytes),
            wide(u16::to_be_bytes),
            [b"\xff\xfe".to_vec(), wide(u16::to_le_bytes)].concat(),
            [b"\xfe\xff".to_vec(), wide(u16::to_be_bytes)].concat(),
        ] {
            assert_eq!(decode(&bytes, None).unwrap(), text);
        }
    }

    #[test]
    fn the_charset_of_the_response_counts_where_the_document_declares_nothing() {
        assert_eq!(decode(b"<a>B\xf6en</a>", Some("iso-8859-1")).unwrap(), "<a>Böen</a>");
        assert_eq!(decode("<a>Böen</a>".as_bytes(), Some("no-such-charset")).unwrap(), "<a>Böen</a>");
        let declared = "<?xml version='1.0' encoding='utf-8'?><a>Böen</a>";
        assert_eq!(decode(declared.as_bytes(), Some("iso-8859-1")).unwrap(), declared);
        let mistaken = "<?xml version='1.0' encoding='utf-16'?><a>Böen</a>";
        assert_eq!(decode(mistaken.as_bytes(), None).unwrap(), mistaken);
    }

    #[test]
    fn a_document_in_an_unknown_encoding_is_rejected_and_not_guessed() {
        assert!(decode(b"<?xml version='1.0' encoding='EBCDIC-CP-BE'?><a/>", None).is_err());
    }
}
