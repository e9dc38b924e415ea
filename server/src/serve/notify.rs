//! Tells systemd that the server is ready, alive or stopping (sd_notify), where it asks for that.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;

/// Sends a state such as `READY=1`. Without a service manager that listens, nothing happens.
pub fn notify(state: &str) {
    let Some(path) = std::env::var_os("NOTIFY_SOCKET") else { return };
    if let Err(error) = send(path.as_encoded_bytes(), state) {
        tracing::warn!(%error, "the service manager was not notified of {state}");
    }
}

fn send(path: &[u8], state: &str) -> io::Result<()> {
    let address = match path.strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(String::from_utf8_lossy(path).as_ref())?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address).map(|_| ())
}

/// Says twice per interval that the server is alive, for as long as it is and its tasks run: otherwise it is restarted.
pub async fn keep_watchdog(is_alive: impl Fn() -> bool) {
    let Some(interval) = watchdog_interval(
        std::env::var("WATCHDOG_USEC").ok().as_deref(),
        std::env::var("WATCHDOG_PID").ok().as_deref(),
        std::process::id(),
    ) else {
        return;
    };
    repeat(interval / 2, is_alive, || notify("WATCHDOG=1")).await;
}

async fn repeat(pause: Duration, is_alive: impl Fn() -> bool, say: impl Fn()) {
    loop {
        if is_alive() {
            say();
        }
        tokio::time::sleep(pause).await;
    }
}

/// `None` where there is no watchdog, or it is for another process.
fn watchdog_interval(microseconds: Option<&str>, for_process: Option<&str>, own: u32) -> Option<Duration> {
    let is_ours = for_process.is_none_or(|id| id == own.to_string());
    let microseconds = microseconds?.parse().ok().filter(|time| *time > 0 && is_ours)?;
    Some(Duration::from_micros(microseconds))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// sd_watchdog_enabled(3).
    #[test]
    fn a_watchdog_for_another_process_is_not_ours() {
        let minute = Some(Duration::from_secs(60));
        assert_eq!(watchdog_interval(Some("60000000"), None, 7), minute);
        assert_eq!(watchdog_interval(Some("60000000"), Some("7"), 7), minute);
        assert_eq!(watchdog_interval(Some("60000000"), Some("8"), 7), None);
        assert_eq!(watchdog_interval(Some("0"), None, 7), None);
        assert_eq!(watchdog_interval(Some("soon"), None, 7), None);
        assert_eq!(watchdog_interval(None, None, 7), None);
    }

    #[tokio::test(start_paused = true)]
    async fn the_watchdog_hears_nothing_of_a_server_that_cannot_work() {
        let (is_alive, said) = (Cell::new(true), Cell::new(0));
        let second = Duration::from_secs(1);
        let mut repeated = Box::pin(repeat(second, || is_alive.get(), || said.set(said.get() + 1)));
        let three_times = 2 * second + second / 2;
        assert!(tokio::time::timeout(three_times, &mut repeated).await.is_err());
        assert_eq!(said.get(), 3);
        is_alive.set(false);
        assert!(tokio::time::timeout(three_times, &mut repeated).await.is_err());
        assert_eq!(said.get(), 3);
    }

    #[test]
    fn states_reach_a_socket_by_path_and_by_abstract_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let name = format!("halcyon-test-{}", std::process::id());
        let by_path = UnixDatagram::bind(&path).unwrap();
        let by_name = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        send(path.to_str().unwrap().as_bytes(), "READY=1").unwrap();
        send(format!("@{name}").as_bytes(), "STOPPING=1").unwrap();
        for (socket, expected) in [(by_path, "READY=1"), (by_name, "STOPPING=1")] {
            let mut buffer = [0; 64];
            let length = socket.recv(&mut buffer).unwrap();
            assert_eq!(&buffer[..length], expected.as_bytes());
        }
    }
}
