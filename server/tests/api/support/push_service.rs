//! A push service on loopback.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{AppendHeaders, IntoResponse};
use serde_json::Value;
use tokio::sync::Notify;

/// Records requests and returns the queued answers, then "accepted".
#[derive(Clone)]
pub struct PushService {
    pub url: String,
    inner: Arc<Mutex<Inner>>,
    released: Arc<Notify>,
}

type Call = (Uri, HeaderMap, Bytes);

#[derive(Default)]
struct Inner {
    calls: Vec<Call>,
    answers: VecDeque<(u16, String)>,
    /// The `Retry-After` of every answer.
    retry_after: Option<u64>,
    /// Accepts requests and does not answer them.
    is_silent: bool,
}

impl PushService {
    pub async fn start() -> PushService {
        let (inner, released) = (Arc::new(Mutex::new(Inner::default())), Arc::new(Notify::new()));
        let take = |State((inner, released)): State<(Arc<Mutex<Inner>>, Arc<Notify>)>,
                    uri: Uri,
                    headers: HeaderMap,
                    body: Bytes| async move {
            let answered = released.notified();
            let (answer, retry_after, is_silent) = {
                let mut inner = inner.lock().unwrap();
                inner.calls.push((uri, headers, body));
                (inner.answers.pop_front(), inner.retry_after, inner.is_silent)
            };
            if is_silent {
                answered.await;
            }
            let (status, text) = answer.unwrap_or((200, r#"{"id":"1"}"#.to_owned()));
            let retry_after = retry_after.map(|seconds| [("retry-after", seconds.to_string())]);
            (StatusCode::from_u16(status).unwrap(), AppendHeaders(retry_after.into_iter().flatten()), text)
                .into_response()
        };
        let router = Router::new().fallback(take).with_state((inner.clone(), released.clone()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        PushService { url, inner, released }
    }

    pub fn answers(&self, status: u16, text: &str) {
        self.inner.lock().unwrap().answers.push_back((status, text.to_owned()));
    }

    /// Asks to be called again only after so many seconds.
    pub fn asks_for_pause(&self, seconds: u64) {
        self.inner.lock().unwrap().retry_after = Some(seconds);
    }

    pub fn stop_answering(&self, is_silent: bool) {
        self.inner.lock().unwrap().is_silent = is_silent;
    }

    /// Answers all waiting requests.
    pub fn release(&self) {
        self.released.notify_waiters();
    }

    pub fn calls(&self) -> Vec<Call> {
        self.inner.lock().unwrap().calls.clone()
    }

    pub fn bodies(&self) -> Vec<Value> {
        self.calls().iter().map(|(_, _, body)| serde_json::from_slice(body).unwrap()).collect()
    }
}
