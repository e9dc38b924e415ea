//! Debian's mosquitto on loopback, and what its own clients read from it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, ChildStdout, Command};

/// Kept by the broker, so that a subscriber that gets it has subscribed.
const BEGIN: &str = "test/begin";
const END: &str = "test/end";
/// Debian has it where only root looks.
const BROKER: &str = "/usr/sbin/mosquitto";

pub struct Mosquitto {
    pub port: u16,
    /// As the clients sign in.
    login: Vec<String>,
    _folder: tempfile::TempDir,
    _child: Child,
}

/// A message as a subscriber got it.
#[derive(Clone, Debug)]
pub struct Received {
    pub topic: String,
    /// How many seconds the broker keeps it; `None`: for ever.
    pub expires_after: Option<u32>,
    pub payload: String,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.payload).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

pub async fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

impl Mosquitto {
    pub async fn start() -> Mosquitto {
        Mosquitto::start_at(free_port().await).await
    }

    pub async fn start_at(port: u16) -> Mosquitto {
        Mosquitto::launch(port, tempfile::tempdir().unwrap(), "allow_anonymous true", &[]).await
    }

    /// Knows one user.
    pub async fn start_with_user(name: &str, password: &str) -> Mosquitto {
        let folder = tempfile::tempdir().unwrap();
        let passwords = folder.path().join("passwords");
        let mut command = Command::new("mosquitto_passwd");
        command.args(["-b", "-c"]).arg(&passwords).args([name, password]);
        assert!(command.status().await.expect("mosquitto_passwd is installed").success());
        let lines = format!("allow_anonymous false\npassword_file {}", passwords.display());
        Mosquitto::launch(free_port().await, folder, &lines, &["-u", name, "-P", password]).await
    }

    /// Also listens at a second port, with a certificate.
    pub async fn start_with_certificate(port: u16, certificate: &Path, key: &Path) -> Mosquitto {
        let (certificate, key) = (certificate.display(), key.display());
        let lines = format!("allow_anonymous true\nlistener {port} 127.0.0.1\ncertfile {certificate}\nkeyfile {key}");
        Mosquitto::launch(free_port().await, tempfile::tempdir().unwrap(), &lines, &[]).await
    }

    async fn launch(port: u16, folder: tempfile::TempDir, lines: &str, login: &[&str]) -> Mosquitto {
        let config = folder.path().join("mosquitto.conf");
        // As root it would otherwise become a user that cannot read our files.
        std::fs::write(&config, format!("user root\nlistener {port} 127.0.0.1\n{lines}\n")).unwrap();
        let mut command = Command::new(BROKER);
        command.arg("-c").arg(&config).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        let child = command.spawn().expect("mosquitto is installed");
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            tokio::task::yield_now().await;
        }
        let broker = Mosquitto {
            port,
            login: login.iter().map(|&word| word.to_owned()).collect(),
            _folder: folder,
            _child: child,
        };
        broker.publish(BEGIN, "begin", &["-r"]).await;
        broker
    }

    pub fn url(&self) -> String {
        format!("mqtt://127.0.0.1:{}", self.port)
    }

    /// Publishes with `mosquitto_pub`.
    pub async fn publish(&self, topic: &str, message: &str, options: &[&str]) {
        let mut command = self.client("mosquitto_pub");
        let published = command.args(["-t", topic, "-m", message]).args(options).status().await;
        assert!(published.expect("mosquitto_pub is installed").success());
    }

    /// Everything that the broker keeps, by topic.
    pub async fn retained(&self) -> BTreeMap<String, Received> {
        let messages = self.listen().await.end().await;
        messages.into_iter().map(|message| (message.topic.clone(), message)).collect()
    }

    /// Collects with `mosquitto_sub` what is kept already and what is published from now on.
    pub async fn listen(&self) -> Listening<'_> {
        let mut command = self.client("mosquitto_sub");
        command.args(["-V", "mqttv5", "-q", "1", "-t", "#", "-F", "%t\t%E\t%p"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("mosquitto_sub is installed");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut listening = Listening { broker: self, lines, messages: Vec::new(), _child: child };
        listening.read_until(BEGIN).await;
        listening
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.args(["-h", "127.0.0.1", "-p", &self.port.to_string()]).args(&self.login).kill_on_drop(true);
        command
    }
}

pub struct Listening<'a> {
    broker: &'a Mosquitto,
    lines: Lines<BufReader<ChildStdout>>,
    messages: Vec<Received>,
    _child: Child,
}

impl Listening<'_> {
    /// Everything that came until now.
    pub async fn end(mut self) -> Vec<Received> {
        self.broker.publish(END, "end", &[]).await;
        self.read_until(END).await;
        self.messages
    }

    async fn read_until(&mut self, topic: &str) {
        loop {
            let line = self.lines.next_line().await.unwrap().expect("mosquitto_sub runs");
            let mut parts = line.splitn(3, '\t');
            let mut part = || parts.next().unwrap_or_default().to_owned();
            let message = Received { topic: part(), expires_after: part().parse().ok(), payload: part() };
            if message.topic == topic {
                return;
            }
            if message.topic != BEGIN {
                self.messages.push(message);
            }
        }
    }
}
