//! The built page, embedded and compressed at build time.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::negotiation::{accepts_encoding, is_unchanged};
use crate::encoding::hex;

/// In a development build these are read from disk at start; in a release build they are part of the binary.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

const SHELL: &str = "index.html";
/// Vite puts a hash of the content into every name under this folder.
const HASHED_FOLDER: &str = "assets/";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const BEST_BROTLI: u32 = 11;
const BROTLI_WINDOW: u32 = 18;

#[derive(Clone)]
pub struct StaticFiles {
    files: Arc<HashMap<String, File>>,
}

/// The hashes of the shell's own elements, as `'sha256-…'`.
#[derive(Default)]
pub struct InlineHashes {
    pub styles: Vec<String>,
    pub scripts: Vec<String>,
}

pub struct File {
    content_type: HeaderValue,
    cache: HeaderValue,
    etag: HeaderValue,
    vary: HeaderValue,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl StaticFiles {
    /// Loaded once, even when a process starts several applications, as tests do.
    pub fn embedded() -> StaticFiles {
        static FILES: LazyLock<Arc<HashMap<String, File>>> = LazyLock::new(|| {
            let names = Dist::iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz"));
            Arc::new(names.filter_map(|name| Some((name.to_string(), File::load(&name)?))).collect())
        });
        StaticFiles { files: Arc::clone(&FILES) }
    }

    /// Sources for the policy: what the shell itself holds.
    pub fn inline_hashes(&self) -> InlineHashes {
        let shell = self.shell_text().unwrap_or_default();
        let hashes_between = |open: &str, close: &str| {
            shell.split(open).skip(1).filter_map(|rest| rest.split(close).next()).map(inline_hash).collect()
        };
        InlineHashes { styles: hashes_between("<style>", "</style>"), scripts: hashes_between("<script>", "</script>") }
    }

    /// The shell, for a route that is sometimes a page and sometimes not.
    pub fn page(&self, request_headers: &HeaderMap) -> Response {
        match self.files.get(SHELL) {
            Some(shell) => shell.answer(request_headers),
            None => (StatusCode::NOT_FOUND, "Not found").into_response(),
        }
    }

    /// The shell as it was built.
    pub fn shell_text(&self) -> Option<String> {
        self.files.get(SHELL).map(|shell| String::from_utf8_lossy(&shell.plain).into_owned())
    }

    /// A build file for the server only: names with a leading dot are never served.
    pub fn hidden(name: &str) -> Option<Bytes> {
        bytes_of(name)
    }

    /// The file at this path; nothing for dot-files.
    pub fn find(&self, path: &str) -> Option<&File> {
        let path = path.trim_start_matches('/');
        if has_dot_file(path) { None } else { self.files.get(path) }
    }

    /// Whether a path without a file may be one of the page's own; unknown extensions are not.
    pub fn is_page_path(path: &str) -> bool {
        !has_dot_file(path) && !path.rsplit('/').next().unwrap_or_default().contains('.')
    }
}

fn has_dot_file(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}

impl File {
    fn load(name: &str) -> Option<File> {
        let file = Dist::get(name)?;
        let etag = etag_from(&file.metadata.sha256_hash());
        Some(File {
            content_type: HeaderValue::from_str(content_type(name).as_ref()).ok()?,
            cache: if name.starts_with(HASHED_FOLDER) { FOREVER } else { REVALIDATE },
            etag,
            vary: HeaderValue::from_static("accept-encoding"),
            brotli: bytes_of(&format!("{name}.br")),
            gzip: bytes_of(&format!("{name}.gz")),
            plain: bytes(file.data),
        })
    }

    /// The page of one language without a user or place; compressed once.
    pub fn page(html: String) -> File {
        File {
            content_type: HeaderValue::from_static("text/html; charset=utf-8"),
            cache: REVALIDATE,
            etag: etag_of(html.as_bytes()),
            vary: HeaderValue::from_static("accept-encoding, accept-language, cookie"),
            brotli: pack(|packed| {
                brotli::CompressorWriter::new(packed, 4096, BEST_BROTLI, BROTLI_WINDOW).write_all(html.as_bytes())
            }),
            gzip: pack(|packed| GzEncoder::new(packed, Compression::best()).write_all(html.as_bytes())),
            plain: Bytes::from(html),
        }
    }

    pub fn answer(&self, request_headers: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, self.cache.clone());
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::VARY, self.vary.clone());
        if is_unchanged(request_headers, &self.etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, self.content_type.clone());
        let accepts = |coding: &str| accepts_encoding(request_headers, coding);
        let body = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts("br") => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
                brotli
            }
            (_, Some(gzip)) if accepts("gzip") => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                gzip
            }
            _ => &self.plain,
        };
        (headers, Body::from(body.clone())).into_response()
    }
}

fn etag_of(content: &[u8]) -> HeaderValue {
    etag_from(&Sha256::digest(content))
}

fn etag_from(sha256: &[u8]) -> HeaderValue {
    let etag = format!("\"{}\"", &hex(sha256)[..32]);
    HeaderValue::try_from(etag).unwrap_or_else(|_| HeaderValue::from_static("\"0\""))
}

fn pack(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Option<Bytes> {
    let mut packed = Vec::new();
    write(&mut packed).ok()?;
    Some(Bytes::from(packed))
}

fn bytes_of(name: &str) -> Option<Bytes> {
    Dist::get(name).map(|file| bytes(file.data))
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

fn content_type(name: &str) -> Cow<'static, str> {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8".into(),
        Some("js" | "mjs") => "text/javascript; charset=utf-8".into(),
        Some("css") => "text/css; charset=utf-8".into(),
        Some("json") => "application/json".into(),
        Some("webmanifest") => "application/manifest+json".into(),
        Some("txt") => "text/plain; charset=utf-8".into(),
        _ => mime_guess::from_path(name).first_or_octet_stream().essence_str().to_owned().into(),
    }
}

/// The source expression by which the policy allows a `<style>` or `<script>` element with this text.
pub fn inline_hash(text: &str) -> String {
    format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text.as_bytes())))
}
