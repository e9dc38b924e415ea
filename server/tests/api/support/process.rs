//! The real binary as a child process, for what only a process can show: signals, exit codes, sockets.

use std::process::Stdio;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use super::database::TestDatabase;

pub struct Process {
    pub address: String,
    child: Child,
    database: Arc<TestDatabase>,
    _folder: tempfile::TempDir,
}

fn command(arguments: &[&str], folder: &tempfile::TempDir) -> Command {
    command_under(&[], arguments, folder)
}

/// By another program that becomes the server, such as `prlimit` with its arguments.
fn command_under(wrapper: &[&str], arguments: &[&str], folder: &tempfile::TempDir) -> Command {
    let mut words = wrapper.iter().copied().chain([env!("CARGO_BIN_EXE_halcyon")]).chain(arguments.iter().copied());
    let mut command = Command::new(words.next().unwrap());
    command.args(words).current_dir(folder.path()).env_clear().kill_on_drop(true);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the binary to its end: exit code, standard output, standard error.
pub async fn run(arguments: &[&str], settings: &[(&str, &str)]) -> (i32, String, String) {
    run_with_input(arguments, settings, "").await
}

/// The same with text on its standard input.
pub async fn run_with_input(arguments: &[&str], settings: &[(&str, &str)], input: &str) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = command(arguments, &folder).envs(settings.iter().copied()).stdin(Stdio::piped()).spawn().unwrap();
    // A command that does not read it may end first.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes()).await;
    let output = child.wait_with_output().await.unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// The same at a terminal of its own: everything that the terminal shows. `script` makes one.
pub async fn run_at_terminal(arguments: &[&str], settings: &[(&str, &str)], typed: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{} {}", env!("CARGO_BIN_EXE_halcyon"), arguments.join(" "));
    let mut script = Command::new("script");
    script
        .args(["--quiet", "--return", "--echo", "always", "--command", &line, "/dev/null"])
        .current_dir(folder.path());
    script.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).envs(settings.iter().copied());
    script.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = script.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut shown = Vec::new();
    // Answers each question once it is asked: what is typed before would be shown.
    for answer in typed.lines() {
        let asked = shown.len();
        while !shown[asked..].ends_with(b": ") && output.read_buf(&mut shown).await.unwrap() > 0 {}
        input.write_all(format!("{answer}\n").as_bytes()).await.unwrap();
    }
    output.read_to_end(&mut shown).await.unwrap();
    (child.wait().await.unwrap().code().unwrap_or(-1), String::from_utf8_lossy(&shown).into_owned())
}

impl Process {
    /// Starts a server on a free port and waits for the line that says where it is.
    pub async fn serve(settings: &[(&str, &str)]) -> Process {
        Process::serve_on(Arc::new(TestDatabase::fresh().await), settings).await
    }

    /// The same on a database that others use too.
    pub async fn serve_on(database: Arc<TestDatabase>, settings: &[(&str, &str)]) -> Process {
        Process::serve_under(&[], database, settings).await
    }

    /// The same by another program, such as `prlimit` with its arguments, which becomes the server.
    pub async fn serve_under(wrapper: &[&str], database: Arc<TestDatabase>, settings: &[(&str, &str)]) -> Process {
        let folder = tempfile::tempdir().unwrap();
        let mut child = command_under(wrapper, &["serve"], &folder)
            .env("HALCYON_LISTEN", "127.0.0.1:0")
            .env("HALCYON_WEATHER_SOURCES", "simulated")
            .env("DATABASE_URL", database.address())
            .envs(settings.iter().copied())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = String::new();
        let address = loop {
            let Some(line) = lines.next_line().await.unwrap() else {
                child.stderr.take().unwrap().read_to_string(&mut said).await.unwrap();
                panic!("the server did not start: {said}");
            };
            if let Some((_, rest)) = line.split_once("Halcyon is at ") {
                let origin = rest.split_whitespace().next().unwrap();
                break origin.split_once("://").unwrap().1.to_owned();
            }
            said.push_str(&line);
        };
        // Keep reading, or the server would block on a full pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Process { address, child, database, _folder: folder }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn resident_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id().expect("it runs"))).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
    }

    pub fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Sends SIGTERM, as systemd and Kubernetes do.
    pub async fn terminate(&self) {
        self.signal("TERM").await;
    }

    pub async fn signal(&self, name: &str) {
        let id = self.child.id().expect("it runs").to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().await.unwrap().success());
    }

    /// Ends it as a power cut would: no signal it could answer. What it stored stays.
    pub async fn kill(mut self) -> Arc<TestDatabase> {
        self.child.kill().await.unwrap();
        self.database
    }

    pub async fn exit_code(mut self) -> i32 {
        self.child.wait().await.unwrap().code().unwrap_or(-1)
    }
}
