//! A client of the application: keeps cookies like a browser, sends requests, reads responses.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use halcyon::app::router::Application;
use halcyon::http::edge::Edge;
use halcyon::http::routes::Routes;
use halcyon::http::static_files::InlineHashes;
use halcyon::settings::Settings;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::{Layer, ServiceExt};

/// The password of every user in these tests.
pub const PASSWORD: &str = "kingfisher on a branch";

pub struct Persona {
    /// Equal processes, asked in turn.
    routers: Vec<Application>,
    asked: AtomicUsize,
    cookies: Mutex<BTreeMap<String, String>>,
    address: Option<SocketAddr>,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Persona {
    /// Before one slice alone, with the edge around it.
    pub fn before(slice: Router, settings: &Settings) -> Persona {
        Persona::new(Edge::new(settings, &InlineHashes::default(), Routes::default()).unwrap().layer(slice))
    }

    pub fn new(router: Application) -> Persona {
        Persona::alternating(vec![router])
    }

    /// Every request goes to the next of these processes.
    pub fn alternating(routers: Vec<Application>) -> Persona {
        Persona { routers, asked: AtomicUsize::new(0), cookies: Mutex::default(), address: None }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send_json(Method::POST, path, body).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send_json(Method::PUT, path, body).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send_json(Method::DELETE, path, &Value::Null).await
    }

    pub async fn send_json(&self, method: Method, path: &str, body: &Value) -> Answer {
        let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        self.send(self.with_csrf(path, request.body(Body::from(body.to_string())).unwrap())).await
    }

    /// A POST with headers of the test's own and no CSRF value unless it is among them.
    pub async fn post_with(&self, path: &str, body: &Value, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// Sends the request with this persona's cookies and keeps those of the answer.
    pub async fn send(&self, mut request: Request<Body>) -> Answer {
        let cookies = self.cookie_header(request.uri().path());
        if !cookies.is_empty() && !request.headers().contains_key(header::COOKIE) {
            request.headers_mut().insert(header::COOKIE, cookies.parse().unwrap());
        }
        if let Some(address) = self.address {
            request.extensions_mut().insert(ConnectInfo(address));
        }
        let turn = self.asked.fetch_add(1, Ordering::Relaxed) % self.routers.len();
        let response = self.routers[turn].clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        self.keep(&parts.headers);
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
    }

    /// The same person, calling from this address.
    pub fn from(mut self, address: &str) -> Persona {
        self.address = Some(SocketAddr::new(address.parse().unwrap(), 40_000));
        self
    }

    /// Another tab of the same browser, from this moment on with a jar of its own.
    pub fn other_tab(&self) -> Persona {
        self.at(self.routers.clone())
    }

    /// The same cookies before other processes.
    pub fn at(&self, routers: Vec<Application>) -> Persona {
        let cookies = Mutex::new(self.cookies.lock().unwrap().clone());
        Persona { cookies, address: self.address, ..Persona::alternating(routers) }
    }

    fn with_csrf(&self, path: &str, mut request: Request<Body>) -> Request<Body> {
        let name = if path == "/api/auth/refresh" { "csrf_refresh_token" } else { "csrf_access_token" };
        if let Some(value) = self.cookie(name) {
            request.headers_mut().insert("x-csrf-token", value.parse().unwrap());
        }
        request
    }

    /// The refresh cookie travels only under its path.
    fn cookie_header(&self, path: &str) -> String {
        let jar = self.cookies.lock().unwrap();
        let sent = jar.iter().filter(|(name, _)| *name != "refresh_token_cookie" || path.starts_with("/api/auth"));
        sent.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn keep(&self, headers: &HeaderMap) {
        let mut jar = self.cookies.lock().unwrap();
        for cookie in headers.get_all(header::SET_COOKIE) {
            let text = cookie.to_str().unwrap();
            let (name, value) = text.split(';').next().unwrap().split_once('=').unwrap();
            if text.contains("Max-Age=0;") || text.ends_with("Max-Age=0") {
                jar.remove(name);
            } else {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

impl Answer {
    /// For how many seconds a shared cache may keep it.
    pub fn max_age(&self) -> u32 {
        let kept = self.header("cache-control").strip_prefix("public, max-age=").expect("a public answer");
        kept.strip_suffix(", must-revalidate").expect("it is checked when it is old").parse().unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Every `Set-Cookie` of the answer.
    pub fn set_cookies(&self) -> Vec<String> {
        self.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    }

    /// The answer's JSON, after checking that it is a 200.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }
}
