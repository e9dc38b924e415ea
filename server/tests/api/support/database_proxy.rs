//! Stands between the server and PostgreSQL: records what is sent, and does what networks do: it falls silent, holds answers
//! back, ends connections, and ends them in the middle of an answer.

use std::pin::pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// Passes everything on, until a fault is asked for.
pub struct Proxy {
    /// The database by way of this proxy.
    pub url: String,
    faults: watch::Sender<Faults>,
    shared: Arc<Shared>,
}

/// What happens to connections that are open; new ones are sound again.
#[derive(Clone, Default)]
struct Faults {
    /// How often connections were frozen: those of before stay open and pass nothing on.
    frozen: usize,
    /// How often connections were cut.
    cut: usize,
    /// Answers wait here, on all connections.
    is_held: bool,
}

struct Shared {
    sent: Mutex<Vec<u8>>,
    /// Bytes of answers until a connection ends; negative for ever.
    until_cut: AtomicI64,
}

impl Proxy {
    pub async fn start(database: &str) -> Proxy {
        let mut url: Url = database.parse().unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let (faults, receiver) = watch::channel(Faults::default());
        let shared = Arc::new(Shared { sent: Mutex::default(), until_cut: AtomicI64::new(-1) });
        let of_connections = shared.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A server that restarts refuses connections for a moment.
                let Ok(to) = TcpStream::connect(&server).await else { continue };
                tokio::spawn(connect(client, to, receiver.clone(), of_connections.clone()));
            }
        });
        Proxy { url: url.to_string(), faults, shared }
    }

    /// Open connections stay open and pass nothing on, as those to a machine that was lost.
    pub fn freeze(&self) {
        self.faults.send_modify(|faults| faults.frozen += 1);
    }

    /// Open connections end.
    pub fn cut(&self) {
        self.faults.send_modify(|faults| faults.cut += 1);
    }

    /// Answers are late: they arrive after `release`.
    pub fn hold(&self) {
        self.faults.send_modify(|faults| faults.is_held = true);
    }

    pub fn release(&self) {
        self.faults.send_modify(|faults| faults.is_held = false);
    }

    /// One connection ends after so many bytes of answers, mostly in the middle of a message.
    pub fn cut_after(&self, bytes: i64) {
        self.shared.until_cut.store(bytes, Ordering::SeqCst);
    }

    /// Whether the connection that [`cut_after`](Self::cut_after) asked for has ended; none ends any more.
    pub fn disarm(&self) -> bool {
        self.shared.until_cut.swap(-1, Ordering::SeqCst) < 0
    }

    /// What clients have sent so far, on all connections.
    pub fn sent(&self) -> Vec<u8> {
        self.shared.sent.lock().unwrap().clone()
    }
}

/// Both directions end together; a frozen connection stays open for ever.
async fn connect(client: TcpStream, server: TcpStream, mut faults: watch::Receiver<Faults>, shared: Arc<Shared>) {
    let begin = faults.borrow_and_update().clone();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let gate = faults.clone();
    // Pinned, so that they are not dropped with the choice below: that would end a frozen connection.
    let mut questions = pin!(pass_questions(from_client, to_server, &shared));
    let mut answers = pin!(pass_answers(from_server, to_client, gate, &shared));
    let is_frozen = async {
        let now = faults.wait_for(|now| now.frozen != begin.frozen || now.cut != begin.cut).await;
        now.is_ok_and(|now| now.frozen != begin.frozen)
    };
    let is_frozen = tokio::select! {
        biased;
        is_frozen = is_frozen => is_frozen,
        () = &mut questions => false,
        () = &mut answers => false,
    };
    if is_frozen {
        std::future::pending::<()>().await;
    }
}

async fn pass_questions(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, shared: &Shared) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        shared.sent.lock().unwrap().extend_from_slice(&bytes[..count]);
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

async fn pass_answers(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut gate: watch::Receiver<Faults>,
    shared: &Shared,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if gate.wait_for(|faults| !faults.is_held).await.is_err() {
            return;
        }
        let left = shared.until_cut.load(Ordering::SeqCst);
        let passed = if left < 0 { count } else { count.min(left as usize) };
        if to.write_all(&bytes[..passed]).await.is_err() {
            return;
        }
        if left >= 0 {
            // From 0 on every connection would end: the first one that comes so far disarms it.
            let remaining = if passed < count { -1 } else { left - passed as i64 };
            shared.until_cut.store(remaining, Ordering::SeqCst);
            if passed < count {
                return;
            }
        }
    }
}
