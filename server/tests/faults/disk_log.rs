//! What a process writes to its files, recorded by strace, and what a power cut would leave of it: everything before the last
//! sync of a file, and of the rest nothing, or any part.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rand::RngExt;
use rand::rngs::SmallRng;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::process::Process;

const CALLS: &str = "trace=pwrite64,write,lseek,ftruncate,fsync,fdatasync";

/// Records until the process ends.
pub struct Recorder {
    strace: Child,
    log: PathBuf,
    /// The files as they were at the beginning.
    before: BTreeMap<PathBuf, Vec<u8>>,
}

enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Truncate(usize),
}

/// The changes of one file in their order, and how many of them were durable.
#[derive(Default)]
struct Changes {
    changes: Vec<Change>,
    durable: usize,
}

/// What becomes of the changes that were not made durable.
pub enum Lost<'a> {
    All,
    /// Each is kept, lost, or torn.
    Some(&'a mut SmallRng),
}

impl Recorder {
    /// Of the database at this path. Its index of the log is not recorded: SQLite makes it again.
    pub async fn start(process: &Process, database: &Path, log: PathBuf) -> Recorder {
        let id = process.id().to_string();
        let arguments = ["-f", "-y", "-xx", "-s", "1000000", "-e", CALLS, "-p", &id, "-o"];
        let mut strace =
            Command::new("strace").args(arguments).arg(&log).stderr(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let mut said = BufReader::new(strace.stderr.take().unwrap()).lines();
        let first = said.next_line().await.unwrap().expect("strace attaches");
        assert!(first.contains("attached"), "{first}");
        tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
        let wal = PathBuf::from(format!("{}-wal", database.display()));
        let read = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap_or_default());
        Recorder { strace, log, before: [database.to_owned(), wal].map(read).into() }
    }

    /// Waits for the end of the process, and reads what it did.
    pub async fn finish(mut self) -> Recording {
        self.strace.wait().await.unwrap();
        let text = std::fs::read_to_string(&self.log).unwrap();
        Recording { changes: parse(&text, &self.before), before: self.before }
    }
}

pub struct Recording {
    before: BTreeMap<PathBuf, Vec<u8>>,
    changes: BTreeMap<PathBuf, Changes>,
}

impl Recording {
    /// How many changes were not durable at the end.
    pub fn lost(&self) -> usize {
        self.changes.values().map(|file| file.changes.len() - file.durable).sum()
    }

    pub fn durable(&self) -> usize {
        self.changes.values().map(|file| file.durable).sum()
    }

    /// Writes the files as a power cut would leave them into another folder.
    pub fn restore(&self, folder: &Path, mut lost: Lost<'_>) {
        for (path, before) in &self.before {
            let mut content = before.clone();
            let Some(Changes { changes, durable }) = self.changes.get(path) else {
                write(folder, path, &content);
                continue;
            };
            changes[..*durable].iter().for_each(|change| apply(&mut content, change, usize::MAX));
            if let Lost::Some(random) = &mut lost {
                for change in &changes[*durable..] {
                    match random.random_range(0..3) {
                        0 => {}
                        1 => apply(&mut content, change, random.random_range(0..4096)),
                        _ => apply(&mut content, change, usize::MAX),
                    }
                }
            }
            write(folder, path, &content);
        }
    }
}

fn write(folder: &Path, path: &Path, content: &[u8]) {
    std::fs::write(folder.join(path.file_name().unwrap()), content).unwrap();
}

/// At most so many bytes of a write.
fn apply(content: &mut Vec<u8>, change: &Change, most: usize) {
    match change {
        Change::Truncate(length) => content.resize(*length, 0),
        Change::Write { offset, bytes } => {
            let bytes = &bytes[..bytes.len().min(most)];
            let end = offset + bytes.len();
            content.resize(content.len().max(end), 0);
            content[*offset..end].copy_from_slice(bytes);
        }
    }
}

/// Lines of strace: `id call(descriptor<path>, …) = result`. A call during which another thread is logged has two lines.
fn parse(text: &str, files: &BTreeMap<PathBuf, Vec<u8>>) -> BTreeMap<PathBuf, Changes> {
    let mut all: BTreeMap<PathBuf, Changes> = BTreeMap::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    // By thread: the file of a sync that has begun, and how many changes were before it.
    let mut syncing: HashMap<&str, (PathBuf, usize)> = HashMap::new();
    for line in text.lines() {
        let Some((thread, call)) = line.split_once(' ') else { continue };
        let call = call.trim_start();
        if call.starts_with("<... f") && call.contains("sync resumed>") {
            if let (Some((path, count)), true) = (syncing.remove(thread), call.ends_with("= 0")) {
                all.entry(path).or_default().durable = count;
            }
            continue;
        }
        let Some((name, arguments)) = call.split_once('(') else { continue };
        let Some((descriptor, rest)) = arguments.split_once('<') else { continue };
        let Some((path, rest)) = rest.split_once('>') else { continue };
        let path = PathBuf::from(String::from_utf8(unescape(path)).unwrap_or_default());
        if !files.contains_key(&path) {
            continue;
        }
        let file = all.entry(path.clone()).or_default();
        let number = |part: usize| -> usize {
            let part = rest.split(", ").nth(part).unwrap_or_default();
            part.split(|letter: char| !letter.is_ascii_digit()).next().unwrap().parse().unwrap_or_default()
        };
        match name {
            "lseek" => drop(positions.insert(descriptor.to_owned(), number(1))),
            "ftruncate" => file.changes.push(Change::Truncate(number(1))),
            "pwrite64" | "write" => {
                let bytes = unescape(rest.split('"').nth(1).expect("what is written"));
                let position = positions.entry(descriptor.to_owned()).or_default();
                let offset = if name == "write" { *position } else { number(3) };
                *position = offset + bytes.len();
                file.changes.push(Change::Write { offset, bytes });
            }
            _ if call.contains("<unfinished") => drop(syncing.insert(thread, (path, file.changes.len()))),
            _ if call.ends_with("= 0") => file.durable = file.changes.len(),
            _ => {}
        }
    }
    all
}

/// `\x41\x42`.
fn unescape(text: &str) -> Vec<u8> {
    text.split("\\x").skip(1).map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect()
}

#[test]
fn what_is_written_after_the_last_sync_is_not_durable() {
    let file = PathBuf::from("/a");
    let text = "7  pwrite64(3<\\x2f\\x61>, \"\\x41\\x42\", 2, 1) = 2\n\
                7  fdatasync(3<\\x2f\\x61> <unfinished ...>\n\
                8  pwrite64(3<\\x2f\\x61>, \"\\x43\", 1, 0) = 1\n\
                7  <... fdatasync resumed>) = 0\n\
                8  fdatasync(3<\\x2f\\x61>) = -1 EIO (Input/output error)\n\
                8  pwrite64(4<\\x2f\\x62>, \"\\x43\", 1, 0) = 1\n";
    let before = BTreeMap::from([(file.clone(), b"xxxx".to_vec())]);
    let recording = Recording { changes: parse(text, &before), before };
    assert_eq!((recording.durable(), recording.lost()), (1, 1));
    let folder = tempfile::tempdir().unwrap();
    recording.restore(folder.path(), Lost::All);
    assert_eq!(std::fs::read(folder.path().join("a")).unwrap(), b"xABx");
}
