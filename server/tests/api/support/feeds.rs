//! An authority on loopback: an index of CAP messages and a list in the format of the US service, both changed by the test.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::Notify;

#[derive(Clone)]
pub struct Authority {
    pub url: String,
    inner: Arc<Mutex<Inner>>,
    released: Arc<Notify>,
}

#[derive(Default)]
struct Inner {
    /// Content and version, by path.
    documents: BTreeMap<String, (Vec<u8>, usize)>,
    requests: Vec<(String, HeaderMap)>,
    is_down: bool,
    /// A path that fails, while all others work.
    broken: Option<String>,
    /// Accepts requests and never answers.
    is_silent: bool,
    /// Responses with messages wait until they are released.
    is_slow: bool,
    waiting: usize,
}

/// A CAP message as a test writes it.
#[derive(Clone)]
pub struct Cap<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub replaces: &'a [&'a str],
    pub severity: &'a str,
    pub event: &'a str,
    pub sent: Timestamp,
    pub starts: Timestamp,
    pub ends: Timestamp,
    pub area: &'a str,
}

/// Around Berlin.
pub const BERLIN_AREA: &str = "<polygon>52.0,13.0 52.0,14.0 53.0,14.0 53.0,13.0 52.0,13.0</polygon>";

impl Authority {
    pub async fn start() -> Authority {
        let (inner, released) = (Arc::new(Mutex::new(Inner::default())), Arc::new(Notify::new()));
        let router = Router::new().fallback(answer).with_state((inner.clone(), released.clone()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let authority = Authority { url, inner, released };
        authority.publish(&[]);
        authority.list(&[]);
        authority
    }

    /// The value of `HALCYON_CAP_FEEDS` with this authority for Germany.
    pub fn german_feed(&self) -> String {
        format!("DE={}/atom", self.url)
    }

    /// The index names exactly these messages.
    pub fn publish(&self, messages: &[Cap<'_>]) {
        let entry = |cap: &Cap<'_>| {
            format!("<entry><id>{0}</id><link href='/cap/{0}' type='application/cap+xml'/></entry>", cap.name)
        };
        let entries: String = messages.iter().map(entry).collect();
        self.put("/atom", format!("<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>"));
        for cap in messages {
            self.put(&format!("/cap/{}", cap.name), cap.text());
        }
    }

    /// The US list has exactly these features.
    pub fn list(&self, features: &[Value]) {
        self.put("/alerts/active", json!({"type": "FeatureCollection", "features": features}).to_string());
    }

    pub fn put(&self, path: &str, content: String) {
        self.put_bytes(path, content.into_bytes());
    }

    /// A document that is no text, or a text in another encoding.
    pub fn put_bytes(&self, path: &str, content: Vec<u8>) {
        let mut inner = self.inner.lock().unwrap();
        let version = match inner.documents.get(path) {
            Some((known, version)) if *known == content => *version,
            Some((_, version)) => version + 1,
            None => 1,
        };
        inner.documents.insert(path.to_owned(), (content, version));
    }

    pub fn fail(&self, is_down: bool) {
        self.inner.lock().unwrap().is_down = is_down;
    }

    pub fn fail_at(&self, path: &str) {
        self.inner.lock().unwrap().broken = Some(path.to_owned());
    }

    pub fn stop_answering(&self, is_silent: bool) {
        self.inner.lock().unwrap().is_silent = is_silent;
    }

    /// If slow, every message waits until it is released.
    pub fn slow_down(&self, is_slow: bool) {
        self.inner.lock().unwrap().is_slow = is_slow;
    }

    /// How many requests wait to be released.
    pub fn waiting(&self) -> usize {
        self.inner.lock().unwrap().waiting
    }

    /// Answers all waiting requests.
    pub fn release(&self) {
        self.inner.lock().unwrap().waiting = 0;
        self.released.notify_waiters();
    }

    /// How often a path was requested.
    pub fn request_count(&self, path: &str) -> usize {
        self.inner.lock().unwrap().requests.iter().filter(|(requested, _)| requested == path).count()
    }

    pub fn last_headers(&self, path: &str) -> HeaderMap {
        let inner = self.inner.lock().unwrap();
        inner.requests.iter().rev().find(|(requested, _)| requested == path).unwrap().1.clone()
    }
}

type Shared = (Arc<Mutex<Inner>>, Arc<Notify>);

async fn answer(State((inner, released)): State<Shared>, uri: Uri, headers: HeaderMap) -> Response {
    let answered = released.notified();
    let (document, is_down, is_silent, is_slow) = {
        let mut inner = inner.lock().unwrap();
        inner.requests.push((uri.path().to_owned(), headers.clone()));
        let is_down = inner.is_down || inner.broken.as_deref() == Some(uri.path());
        let is_slow = inner.is_slow && uri.path().starts_with("/cap/");
        inner.waiting += usize::from(is_slow);
        (inner.documents.get(uri.path()).cloned(), is_down, inner.is_silent, is_slow)
    };
    if is_slow {
        answered.await;
    }
    if is_silent {
        std::future::pending::<()>().await;
    }
    if is_down {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let Some((content, version)) = document else { return StatusCode::NOT_FOUND.into_response() };
    let etag = format!("\"v{version}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|value| value == etag.as_str()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    ([(header::ETAG, etag)], content).into_response()
}

impl Cap<'_> {
    pub fn text(&self) -> String {
        let references: Vec<String> =
            self.replaces.iter().map(|name| format!("warn@dwd.example,{name},{}", self.sent)).collect();
        let info = |language: &str, title: &str| {
            format!(
                "<info><language>{language}</language><category>Met</category><event>{}</event><urgency>Future</urgency>
                 <severity>{}</severity><certainty>Likely</certainty><onset>{}</onset><expires>{}</expires>
                 <senderName>Deutscher Wetterdienst</senderName><headline>{title}: {}</headline>
                 <description>{title} &lt;b&gt; from the west.</description><instruction>{title}: stay in.</instruction>
                 <web>https://www.dwd.example/warnings</web><area><areaDesc>Berlin</areaDesc>{}</area></info>",
                self.event, self.severity, self.starts, self.ends, self.event, self.area
            )
        };
        format!(
            "<alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'><identifier>{}</identifier><sender>warn@dwd.example</sender>
             <sent>{}</sent><status>Actual</status><msgType>{}</msgType><scope>Public</scope><references>{}</references>{}{}</alert>",
            self.name,
            self.sent,
            self.kind,
            references.join(" "),
            info("de-DE", "Amtlich"),
            info("en-GB", "Official"),
        )
    }
}

/// A ZIP archive with stored files.
pub fn archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let (length, header_at) = ((content.len() as u32).to_le_bytes(), (archive.len() as u32).to_le_bytes());
        // Version, flags, method, time and date; then the sum and both lengths, and the length of the name.
        let common = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            &crc.sum().to_le_bytes(),
            &length,
            &length,
            &(name.len() as u16).to_le_bytes(),
            &[0, 0],
        ]
        .concat();
        directory.extend([&b"PK\x01\x02\x14\x00"[..], &common, &[0; 10], &header_at, name.as_bytes()].concat());
        archive.extend([&b"PK\x03\x04"[..], &common, name.as_bytes(), content].concat());
    }
    let count = (files.len() as u16).to_le_bytes();
    let (size, at) = ((directory.len() as u32).to_le_bytes(), (archive.len() as u32).to_le_bytes());
    let end = [&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &size, &at, &[0, 0]].concat();
    [archive, directory, end].concat()
}
