//! A connection pooler before PostgreSQL: in session mode everything works, and transaction mode is refused with a message.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use halcyon::settings::{DatabaseUrl, Secret};
use tokio::process::{Child, Command};
use url::Url;

use crate::support::database::TestDatabase;
use crate::support::process::{self, Process};
use crate::writers::{SETTINGS, Writers, addresses};

/// PgBouncer before the server of a database; ends with it.
struct PgBouncer {
    url: String,
    _child: Child,
    _folder: tempfile::TempDir,
}

/// The command that starts PgBouncer with the file that follows, from `TEST_PGBOUNCER`.
fn command() -> Option<String> {
    let command = std::env::var("TEST_PGBOUNCER").ok();
    if command.is_none() {
        println!("not run: TEST_PGBOUNCER names no command");
    }
    command
}

impl PgBouncer {
    async fn start(command: &str, database: &TestDatabase, mode: &str) -> PgBouncer {
        let mut url: Url = database.address().parse().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\n* = host=127.0.0.1 port={} user={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = any\npool_mode = {mode}\nmax_client_conn = 200\ndefault_pool_size = 60\n\
             ignore_startup_parameters = extra_float_digits\n",
            url.port().unwrap(),
            url.username(),
        );
        std::fs::write(&file, text).unwrap();
        readable(folder.path());
        let mut words = command.split_whitespace();
        let child = Command::new(words.next().unwrap())
            .args(words)
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            tokio::task::yield_now().await;
        }
        url.set_port(Some(port)).unwrap();
        PgBouncer { url: url.to_string(), _child: child, _folder: folder }
    }

    fn database(&self) -> TestDatabase {
        TestDatabase::by(DatabaseUrl::Postgres(Secret::new(self.url.clone())))
    }
}

/// PgBouncer runs as another user, because it refuses to be root.
fn readable(folder: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[tokio::test]
async fn in_session_mode_two_processes_work_through_a_pooler() {
    let Some(command) = command() else { return };
    let direct = TestDatabase::fresh().await;
    let pooler = PgBouncer::start(&command, &direct, "session").await;
    let database = Arc::new(pooler.database());
    let servers =
        [Process::serve_on(database.clone(), &SETTINGS).await, Process::serve_on(database.clone(), &SETTINGS).await];
    let at = addresses(&[&servers[0].address, &servers[1].address]);
    let stop = Arc::new(AtomicBool::new(false));
    let (running, mut acknowledged) = Writers::sign_up(&at).await.start(&at, &stop);
    for _ in 0..100 {
        acknowledged.recv().await;
    }
    stop.store(true, Relaxed);
    let writers = running.finish().await;
    writers.check(&at).await;
    writers.read_at_once(&servers[0].address, 100).await;
}

#[tokio::test]
async fn transaction_mode_is_refused_with_a_message() {
    let Some(command) = command() else { return };
    let direct = TestDatabase::fresh().await;
    let pooler = PgBouncer::start(&command, &direct, "transaction").await;
    let settings: Vec<(&str, &str)> = SETTINGS
        .into_iter()
        .chain([("DATABASE_URL", pooler.url.as_str()), ("HALCYON_LISTEN", "127.0.0.1:0")])
        .collect();
    let (code, said, error) = process::run(&["serve"], &settings).await;
    assert_eq!(code, 1, "{said}{error}");
    assert!(error.contains("pool_mode = session"), "{said}{error}");
}
