//! A mail server on loopback: keeps what it takes, and says "taken" when the test lets it.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

#[derive(Clone)]
pub struct MailServer {
    pub url: String,
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    mails: Vec<String>,
    /// What the next mails wait for; none is waited for unless the test says so.
    held: Option<watch::Receiver<Fate>>,
}

/// What becomes of mails that are held.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Open,
    Taken,
    /// The connection ends without a word.
    Dropped,
}

/// Mails that came in between; dropped, they are taken.
pub struct Held(watch::Sender<Fate>);

impl Held {
    pub fn take(self) {
        self.0.send_replace(Fate::Taken);
    }

    pub fn hang_up(self) {
        self.0.send_replace(Fate::Dropped);
    }
}

impl MailServer {
    pub async fn start() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let inner = Arc::new(Mutex::new(Inner::default()));
        let server = MailServer { url, inner: inner.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that hangs up ends only its own session.
                tokio::spawn(converse(stream, inner.clone()));
            }
        });
        server
    }

    /// From now on mails are read and not answered, until the test decides about them.
    pub fn hold(&self) -> Held {
        let (decide, decided) = watch::channel(Fate::Open);
        self.inner.lock().unwrap().held = Some(decided);
        Held(decide)
    }

    /// Mails that come from now on are taken at once; those before still wait.
    pub fn let_pass(&self) {
        self.inner.lock().unwrap().held = None;
    }

    /// Every mail that was read, answered or not.
    pub fn mails(&self) -> Vec<String> {
        self.inner.lock().unwrap().mails.clone()
    }

    pub fn mails_to(&self, address: &str) -> Vec<String> {
        let mark = format!("To: {address}\n");
        self.mails().into_iter().filter(|mail| mail.contains(&mark)).collect()
    }
}

async fn converse(stream: TcpStream, inner: Arc<Mutex<Inner>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut mail: Option<String> = None;
    write.write_all(b"220 stand-in\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = match (&mut mail, line.as_str()) {
            (Some(_), ".") => {
                let held = {
                    let mut inner = inner.lock().unwrap();
                    inner.mails.extend(mail.take());
                    inner.held.clone()
                };
                if let Some(mut held) = held {
                    let fate = held.wait_for(|fate| *fate != Fate::Open).await.map_or(Fate::Taken, |fate| *fate);
                    if fate == Fate::Dropped {
                        return Ok(());
                    }
                }
                b"250 taken\r\n"
            }
            (Some(mail), _) => {
                mail.push_str(&line);
                mail.push('\n');
                continue;
            }
            (None, "DATA") => {
                mail = Some(String::new());
                b"354 go on\r\n"
            }
            (None, _) => b"250 fine\r\n",
        };
        write.write_all(answer).await?;
    }
    Ok(())
}
