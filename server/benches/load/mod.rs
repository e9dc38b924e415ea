//! A load generator: keep-alive connections that send a request, read the response, and repeat.

use std::collections::HashMap;
use std::ffi::OsString;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Which server a child process of this program runs.
pub const ROLE: &str = "HALCYON_BENCH_ROLE";

/// The address of its metrics listener, if any.
pub const METRICS: &str = "HALCYON_BENCH_METRICS";

/// The cost of one run of requests.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// CPU time of the server process per request.
    pub cpu_micros: f64,
    pub per_second: f64,
}

/// CPU time of each thread, in nanoseconds.
pub struct Cpu(HashMap<OsString, u64>);

impl Cpu {
    /// A thread that has ended is missing from the later count; its time must not be subtracted from that of the others.
    pub fn since(&self, before: &Cpu) -> Duration {
        let spent = |(thread, now): (&OsString, &u64)| now.saturating_sub(before.0.get(thread).copied().unwrap_or(0));
        Duration::from_nanos(self.0.iter().map(spent).sum())
    }
}

/// A server in a separate process, so that its CPU time can be measured alone.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts this program in another role; it prints its address as its first line.
    pub fn start(role: &str, environment: &[(&str, &str)]) -> Server {
        let program = std::env::current_exe().expect("our own program");
        Server::run(Command::new(program).env(ROLE, role).envs(environment.iter().copied()))
    }

    /// The same of another program.
    pub fn run(command: &mut Command) -> Server {
        use std::io::BufRead;
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a server");
        let mut address = String::new();
        let output = child.stdout.take().expect("its output");
        std::io::BufReader::new(output).read_line(&mut address).expect("its address");
        Server { child, address: address.trim().to_owned() }
    }

    /// CPU time so far per thread: the count of the whole process has a resolution of only a hundredth of a second.
    pub fn cpu(&self) -> Cpu {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("/proc");
        let nanoseconds = |thread: std::fs::DirEntry| {
            let stat = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
            Some((thread.file_name(), stat.split_whitespace().next()?.parse().ok()?))
        };
        Cpu(threads.flatten().filter_map(nanoseconds).collect())
    }

    pub fn resident_bytes(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// Without the pages of the binary and its index, which are the same whatever is cached.
    pub fn own_bytes(&self) -> u64 {
        self.memory("RssAnon:")
    }

    fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("/proc");
        let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) * 1024
    }

    /// Resets the peak memory count.
    pub fn forget_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").expect("/proc");
    }

    pub fn peak_bytes(&self) -> u64 {
        self.memory("VmHWM:")
    }

    /// Sends `requests` requests over `connections` concurrent connections.
    pub async fn load(&self, request: &str, status: u16, connections: usize, requests: usize) -> Cost {
        self.load_each(&[request.to_owned()], status, connections, requests).await
    }

    /// The same with several requests; each connection cycles through them from a different start.
    pub async fn load_each(&self, asked: &[String], status: u16, connections: usize, requests: usize) -> Cost {
        let (began, cpu) = (Instant::now(), self.cpu());
        let each = requests / connections;
        let tasks: Vec<_> = (0..connections)
            .map(|number| {
                let mut asked = asked.to_vec();
                let shift = number * asked.len() / connections;
                asked.rotate_left(shift);
                tokio::spawn(ask_again(self.address.clone(), asked, status, each))
            })
            .collect();
        for task in tasks {
            task.await.expect("a connection that holds");
        }
        let done = (each * connections) as f64;
        Cost {
            cpu_micros: self.cpu().since(&cpu).as_secs_f64() * 1e6 / done,
            per_second: done / began.elapsed().as_secs_f64(),
        }
    }

    /// For callers that send at their own times.
    pub fn line(&self) -> Line {
        Line { address: self.address.clone() }
    }

    /// Sends one request; returns the head and the body of the response.
    pub async fn ask(&self, request: &str) -> (String, Vec<u8>) {
        ask_at(&self.address, request).await
    }
}

/// Sends one request to any address; returns the head and the body of the response.
pub async fn ask_at(address: &str, request: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let mut buffer = Vec::new();
    let body = exchange(&mut stream, request, &mut buffer).await;
    (String::from_utf8_lossy(&buffer[..body]).into_owned(), buffer[body..].to_vec())
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is opened where it is used.
pub struct Line {
    address: String,
}

pub struct OpenLine {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Line {
    pub async fn open(self) -> OpenLine {
        let stream = TcpStream::connect(&self.address).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        OpenLine { stream, buffer: Vec::new() }
    }
}

impl OpenLine {
    /// Accepts any success status.
    pub async fn ask(&mut self, request: &str) {
        exchange(&mut self.stream, request, &mut self.buffer).await;
        assert!(self.buffer.starts_with(b"HTTP/1.1 20"), "{request}{}", String::from_utf8_lossy(&self.buffer));
    }
}

async fn ask_again(address: String, asked: Vec<String>, status: u16, times: usize) {
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let expected = format!("HTTP/1.1 {status}");
    let mut buffer = Vec::new();
    for request in asked.iter().cycle().take(times) {
        exchange(&mut stream, request, &mut buffer).await;
        assert!(buffer.starts_with(expected.as_bytes()), "{}", String::from_utf8_lossy(&buffer));
    }
}

/// Sends a request and reads the whole response into the buffer; returns where the body begins.
///
/// It shares the machine with the server it measures, so it reads no byte twice and copies none.
async fn exchange(stream: &mut TcpStream, request: &str, buffer: &mut Vec<u8>) -> usize {
    stream.write_all(request.as_bytes()).await.expect("a request sent");
    buffer.clear();
    let mut looked = 0;
    let head_end = loop {
        assert!(stream.read_buf(buffer).await.expect("an answer") > 0, "the server hung up");
        if let Some(end) = memmem::find(&buffer[looked..], b"\r\n\r\n") {
            break looked + end + 4;
        }
        looked = buffer.len().saturating_sub(3);
    };
    let length = length_in(&buffer[..head_end]);
    while buffer.len() < head_end + length {
        assert!(stream.read_buf(buffer).await.expect("a body") > 0, "the server hung up");
    }
    head_end
}

/// The value of `content-length`; hyper writes header names in lower case.
fn length_in(head: &[u8]) -> usize {
    const NAME: &[u8] = b"\ncontent-length: ";
    let Some(at) = memmem::find(head, NAME) else { return 0 };
    let digits = head[at + NAME.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0'))
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

pub enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

/// Prints a result with its limit.
pub fn beside(what: &str, value: f64, unit: &str, limit: Limit) {
    let (kept, words) = match limit {
        Limit::AtMost(most) => (value <= most, format!("at most {most}")),
        Limit::AtLeast(least) => (value >= least, format!("at least {least}")),
    };
    println!("  {} {what}: {value:.2} {unit} ({words})", if kept { "ok  " } else { "MISS" });
    if !kept {
        note_miss(format!("{what}: {value:.2} {unit} ({words})"));
    }
}

/// The results that missed their limits, in the order of their measurement.
static MISSES: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub fn note_miss(result: String) {
    misses().push(result);
}

/// An error that lists every missed limit.
pub fn check_misses() -> anyhow::Result<()> {
    let misses = misses();
    anyhow::ensure!(misses.is_empty(), "limits were missed:\n  {}", misses.join("\n  "));
    Ok(())
}

fn misses() -> MutexGuard<'static, Vec<String>> {
    MISSES.lock().unwrap_or_else(PoisonError::into_inner)
}
