//! Stands between the server and PostgreSQL: records what is sent, and can fall silent.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// Passes everything on, until its connections are frozen.
pub struct Proxy {
    /// The database by way of this proxy.
    pub url: String,
    /// How often it was frozen; connections of before stay open and pass nothing on.
    frozen: watch::Sender<usize>,
    sent: Arc<Mutex<Vec<u8>>>,
}

impl Proxy {
    pub async fn start(database: &str) -> Proxy {
        let mut url: Url = database.parse().unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let (frozen, receiver) = watch::channel(0);
        let sent: Arc<Mutex<Vec<u8>>> = Arc::default();
        let record = sent.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = TcpStream::connect(&server).await.unwrap().into_split();
                tokio::spawn(pass_on(from_client, to_server, receiver.clone(), Some(record.clone())));
                tokio::spawn(pass_on(from_server, to_client, receiver.clone(), None));
            }
        });
        Proxy { url: url.to_string(), frozen, sent }
    }

    pub fn freeze(&self) {
        self.frozen.send_modify(|count| *count += 1);
    }

    /// What clients have sent so far, on all connections.
    pub fn sent(&self) -> Vec<u8> {
        self.sent.lock().unwrap().clone()
    }
}

async fn pass_on(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut frozen: watch::Receiver<usize>,
    record: Option<Arc<Mutex<Vec<u8>>>>,
) {
    frozen.mark_unchanged();
    let mut bytes = vec![0; 16 * 1024];
    loop {
        tokio::select! {
            biased;
            changed = frozen.changed() => match changed {
                Ok(()) => std::future::pending().await,
                Err(_) => return,
            },
            read = from.read(&mut bytes) => match read {
                Ok(0) | Err(_) => return,
                Ok(count) => {
                    if let Some(record) = &record {
                        record.lock().unwrap().extend_from_slice(&bytes[..count]);
                    }
                    if to.write_all(&bytes[..count]).await.is_err() {
                        return;
                    }
                }
            },
        }
    }
}
