//! Clients that keep saving places over real connections, and remember every place whose save was acknowledged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::support::persona::PASSWORD;

/// One key for all processes of a test, so that a session outlives each of them; no rate limits.
pub const SETTINGS: [(&str, &str); 3] = [
    ("HALCYON_SECRET_KEY", "kingfishers nest in the banks of slow rivers 7421"),
    ("HALCYON_RATE_LIMITS", "off"),
    ("HALCYON_LOG", "error"),
];
/// A user may save a hundred.
const PLACES_EACH: usize = 90;
const WRITERS: usize = 4;
/// Before the next try after a failed one: without it, the clients of a database that is away would take the processor from it.
const PAUSE: Duration = Duration::from_millis(20);

pub struct Writers(Vec<Writer>);

/// A writing client: its current user, and the earlier ones whose lists are full.
struct Writer {
    number: usize,
    person: Person,
    earlier: Vec<Person>,
}

struct Person {
    client: Client,
    cookies: BTreeMap<String, String>,
    sent: BTreeSet<String>,
    acknowledged: BTreeSet<String>,
}

/// Where the servers are; a server that dies is replaced here.
pub type Addresses = Arc<RwLock<Vec<String>>>;

pub fn addresses(of: &[&str]) -> Addresses {
    Arc::new(RwLock::new(of.iter().map(|address| (*address).to_owned()).collect()))
}

impl Writers {
    pub async fn sign_up(at: &Addresses) -> Writers {
        let mut writers = Vec::new();
        for number in 0..WRITERS {
            let person = Person::sign_up(&server(at, number)).await.expect("a new user");
            writers.push(Writer { number, person, earlier: Vec::new() });
        }
        Writers(writers)
    }

    /// All clients save places until `stop` is set; each acknowledged write is sent to the channel.
    pub fn start(self, at: &Addresses, stop: &Arc<AtomicBool>) -> (RunningWriters, mpsc::UnboundedReceiver<()>) {
        let (sender, acknowledged) = mpsc::unbounded_channel();
        let begin = |writer: Writer| tokio::spawn(writer.write(at.clone(), stop.clone(), sender.clone()));
        (RunningWriters(self.0.into_iter().map(begin).collect()), acknowledged)
    }

    /// Every acknowledged write exists, nothing else does, and every session is valid.
    pub async fn check(&self, at: &Addresses) {
        for writer in &self.0 {
            for person in writer.people() {
                person.check(&server(at, writer.number)).await;
            }
        }
    }

    /// So many reads at the same time, all of which succeed.
    pub async fn read_at_once(&self, address: &str, reads: usize) {
        let person = &self.0.first().expect("a writer").person;
        join_all((0..reads).map(|_| person.check(address))).await;
    }

    pub fn acknowledged_writes(&self) -> usize {
        self.0.iter().flat_map(Writer::people).map(|person| person.acknowledged.len()).sum()
    }
}

pub struct RunningWriters(Vec<JoinHandle<Writer>>);

impl RunningWriters {
    pub async fn finish(self) -> Writers {
        let mut writers = Vec::new();
        for writer in self.0 {
            writers.push(writer.await.expect("no session was lost or refused"));
        }
        Writers(writers)
    }
}

impl Writer {
    fn people(&self) -> impl Iterator<Item = &Person> {
        self.earlier.iter().chain([&self.person])
    }

    /// A failed connection acknowledges nothing; the next try goes to the next server.
    async fn write(mut self, at: Addresses, stop: Arc<AtomicBool>, acknowledged: mpsc::UnboundedSender<()>) -> Writer {
        for turn in self.number.. {
            if stop.load(Relaxed) {
                break;
            }
            let address = server(&at, turn);
            if self.person.sent.len() == PLACES_EACH {
                match Person::sign_up(&address).await {
                    Some(next) => self.earlier.push(std::mem::replace(&mut self.person, next)),
                    None => tokio::time::sleep(PAUSE).await,
                }
            } else if self.person.save(&address).await {
                let _ = acknowledged.send(());
            } else {
                tokio::time::sleep(PAUSE).await;
            }
        }
        self
    }
}

impl Person {
    async fn sign_up(address: &str) -> Option<Person> {
        let (cookies, sent, acknowledged) = Default::default();
        let mut person = Person { client: Client::new(), cookies, sent, acknowledged };
        let email = format!("{}@example.org", uuid::Uuid::new_v4().simple());
        let body = json!({"email": email, "password": PASSWORD, "first_name": "Ada"});
        let answer = person.send(address, Method::POST, "/api/auth/register", Some(&body)).await?;
        match answer.status() {
            StatusCode::CREATED => {
                person.store_cookies(&answer);
                Some(person)
            }
            StatusCode::SERVICE_UNAVAILABLE => None,
            status => panic!("a registration answered {status}"),
        }
    }

    async fn save(&mut self, address: &str) -> bool {
        let name = uuid::Uuid::new_v4().simple().to_string();
        let latitude = self.sent.len() as f64 - 45.0;
        let place = json!({"name": name, "latitude": latitude, "longitude": 10.0});
        // Whether it arrived is not known until the answer is there.
        self.sent.insert(name.clone());
        let Some(answer) = self.send(address, Method::POST, "/api/locations", Some(&place)).await else { return false };
        match answer.status() {
            StatusCode::CREATED => self.acknowledged.insert(name),
            // The one before was stored after all, though its answer was lost; or the database is away.
            StatusCode::CONFLICT | StatusCode::SERVICE_UNAVAILABLE => false,
            status => panic!("saving a place answered {status}"),
        }
    }

    async fn check(&self, address: &str) {
        let answer = self.send(address, Method::GET, "/api/locations", None).await.expect("a server");
        assert_eq!(answer.status(), StatusCode::OK, "the session is valid");
        let listed: Value = answer.json().await.unwrap();
        let names: BTreeSet<String> = listed["locations"]
            .as_array()
            .unwrap()
            .iter()
            .map(|place| place["name"].as_str().unwrap().to_owned())
            .collect();
        let lost: Vec<&String> = self.acknowledged.difference(&names).collect();
        assert!(lost.is_empty(), "{} of {} acknowledged places are lost", lost.len(), self.acknowledged.len());
        assert!(names.is_subset(&self.sent), "places that were never sent");
    }

    async fn send(&self, address: &str, method: Method, path: &str, body: Option<&Value>) -> Option<Response> {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request =
            self.client.request(method, format!("http://{address}{path}")).header("cookie", cookies.join("; "));
        if let Some(csrf) = self.cookies.get("csrf_access_token") {
            request = request.header("x-csrf-token", csrf);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        request.send().await.ok()
    }

    fn store_cookies(&mut self, answer: &Response) {
        for cookie in answer.headers().get_all("set-cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }
}

fn server(at: &Addresses, turn: usize) -> String {
    let addresses = at.read().unwrap();
    addresses[turn % addresses.len()].clone()
}
