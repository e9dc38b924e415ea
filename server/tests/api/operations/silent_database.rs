//! A database host that falls silent: no answer, no end. Its connections are closed, and the pool recovers by itself.

use std::time::Duration;

use futures_util::future::join_all;
use halcyon::db::{Db, Pool};
use halcyon::settings::{DatabaseUrl, Secret};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

use crate::support::database::TestDatabase;

/// As many as a pool has.
const CONNECTIONS: usize = 16;

/// Between a client and a server: passes everything on, until its connections are frozen.
struct Proxy {
    port: u16,
    /// How often it was frozen; connections of before stay open and pass nothing on.
    frozen: watch::Sender<usize>,
}

impl Proxy {
    async fn start(server: String) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (frozen, receiver) = watch::channel(0);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = TcpStream::connect(&server).await.unwrap().into_split();
                tokio::spawn(pass_on(from_client, to_server, receiver.clone()));
                tokio::spawn(pass_on(from_server, to_client, receiver.clone()));
            }
        });
        Proxy { port, frozen }
    }

    fn freeze(&self) {
        self.frozen.send_modify(|count| *count += 1);
    }
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut frozen: watch::Receiver<usize>) {
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
                Ok(count) => to.write_all(&bytes[..count]).await.unwrap(),
            },
        }
    }
}

async fn count_sleeping(direct: &Db) -> i64 {
    let sql = "select count(*) from pg_stat_activity
         where datname = current_database() and state = 'active' and query = 'select pg_sleep(600)'";
    let Pool::Postgres(pool) = direct.reader() else { unreachable!() };
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

async fn execute(db: &Db, sql: &'static str) -> Result<(), sqlx::Error> {
    let Pool::Postgres(pool) = db.writer() else { unreachable!() };
    sqlx::query(sql).execute(pool).await.map(|_| ())
}

#[tokio::test]
async fn connections_of_a_silent_host_are_replaced_and_do_not_delay_the_end() {
    let database = TestDatabase::fresh().await;
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no host");
        return;
    };
    let direct = Db::connect(&database.url).await.unwrap();
    let mut url: Url = address.expose().parse().unwrap();
    let proxy = Proxy::start(format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432))).await;
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(proxy.port)).unwrap();
    let db = Db::connect(&DatabaseUrl::Postgres(Secret::new(url.to_string()))).await.unwrap();

    for round in 0..3 {
        // All connections are in a query when the host falls silent, and their callers give up.
        let queries = join_all((0..CONNECTIONS).map(|_| execute(&db, "select pg_sleep(600)")));
        tokio::select! {
            _ = queries => unreachable!("it sleeps"),
            () = async { while count_sleeping(&direct).await < CONNECTIONS as i64 {} } => {}
        }
        proxy.freeze();
        let used = join_all((0..CONNECTIONS).map(|_| execute(&db, "select pg_sleep(0.05)"))).await;
        assert!(used.iter().all(Result::is_ok), "round {round}: {used:?}");
        let end = "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)'";
        execute(&direct, end).await.unwrap();
    }

    let held = execute(&db, "select pg_sleep(600)");
    tokio::select! {
        _ = held => unreachable!("it sleeps"),
        () = async { while count_sleeping(&direct).await < 1 {} } => {}
    }
    proxy.freeze();
    tokio::time::timeout(Duration::from_secs(30), db.close()).await.expect("closing ends");
}
