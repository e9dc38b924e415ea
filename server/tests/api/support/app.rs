//! The application under test.

use std::collections::BTreeMap;
use std::sync::Arc;

use halcyon::app::App;
use halcyon::app::job_loop::Stop;
use halcyon::app::router::{Application, router};
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::mail::mailer::{Mail, Mailer};
use halcyon::on_db;
use halcyon::settings::Settings;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::database::TestDatabase;
use super::held_weather::HeldWeather;
use super::persona::{Answer, PASSWORD, Persona};
use super::process::Process;

/// A Sunday noon in autumn: an arbitrary, fixed beginning.
pub const START: &str = "2026-11-15T12:00:00Z";

/// With `TEST_REPLICAS` set, this many equal applications stand on the one database and answer in turn.
const REPLICAS: &str = "TEST_REPLICAS";

pub struct TestApp {
    /// One, unless the run or the test asks for more.
    routers: Vec<Application>,
    app: App,
    clock: Clock,
    pub db: Db,
    mailer: Mailer,
    database: Arc<TestDatabase>,
}

impl TestApp {
    /// Simulated weather and no outside service at all.
    pub async fn start() -> TestApp {
        TestApp::start_with(&[]).await
    }

    /// The same with settings of the test's own.
    pub async fn start_with(settings: &[(&str, &str)]) -> TestApp {
        let clock = Clock::manual(START.parse::<Timestamp>().unwrap());
        TestApp::assemble(settings, Arc::new(TestDatabase::fresh().await), clock, replicas_of_the_run()).await
    }

    /// One process, however many the run asks for: for what a process does by itself.
    pub async fn start_alone_with(settings: &[(&str, &str)]) -> TestApp {
        let clock = Clock::manual(START.parse::<Timestamp>().unwrap());
        TestApp::assemble(settings, Arc::new(TestDatabase::fresh().await), clock, 1).await
    }

    /// The same, when it is started already: only one of its processes is asked.
    pub fn alone(mut self) -> TestApp {
        self.routers.truncate(1);
        self
    }

    /// Equal processes on one database; every request goes to the next of them.
    pub async fn start_replicas(count: usize) -> TestApp {
        let clock = Clock::manual(START.parse::<Timestamp>().unwrap());
        TestApp::assemble(&[], Arc::new(TestDatabase::fresh().await), clock, count).await
    }

    /// On a database of the test's choice.
    pub async fn start_on(database: Arc<TestDatabase>) -> TestApp {
        TestApp::assemble(&[], database, Clock::manual(START.parse::<Timestamp>().unwrap()), 1).await
    }

    /// The same with settings of the test's own.
    pub async fn start_on_with(database: Arc<TestDatabase>, settings: &[(&str, &str)]) -> TestApp {
        TestApp::assemble(settings, database, Clock::manual(START.parse::<Timestamp>().unwrap()), 1).await
    }

    /// Another process on the same database, with other settings.
    pub async fn restart_with(&self, settings: &[(&str, &str)]) -> TestApp {
        TestApp::assemble(settings, self.database.clone(), self.clock.clone(), 1).await
    }

    async fn assemble(
        settings: &[(&str, &str)],
        database: Arc<TestDatabase>,
        clock: Clock,
        replicas: usize,
    ) -> TestApp {
        let folder = std::env::temp_dir().join("halcyon-api-tests");
        let folder = folder.to_str().unwrap();
        // A public https address alone would mean production, which needs a key and a mail server.
        let mut pairs = BTreeMap::from([
            ("HALCYON_MODE", "development"),
            ("HALCYON_WEATHER_SOURCES", "simulated"),
            ("HALCYON_ALERT_SOURCES", "none"),
            ("HALCYON_WEATHER_MEASURED", "off"),
            ("HALCYON_DATA_DIR", folder),
        ]);
        pairs.extend(settings.iter().copied());
        let mut settings = Settings::from_pairs(BTreeMap::new(), pairs).unwrap();
        settings.database = database.url.clone();
        let mailer = match &settings.mail.smtp_url {
            Some(_) => Mailer::from_settings(&settings).unwrap(),
            None => Mailer::memory("Halcyon <no-reply@halcyon.example>".parse().unwrap()),
        };
        let app = App::start(settings.clone(), clock.clone(), mailer.clone()).await.unwrap();
        let db = app.db.clone();
        let mut routers = vec![router(app.clone()).unwrap()];
        for _ in 1..replicas {
            let equal = App::start(settings.clone(), clock.clone(), mailer.clone()).await.unwrap();
            routers.push(router(equal).unwrap());
        }
        TestApp { routers, app, clock, db, mailer, database }
    }

    /// A real process on the same database; its clock is the system's.
    pub async fn process(&self, settings: &[(&str, &str)]) -> Process {
        Process::serve_on(self.database.clone(), settings).await
    }

    /// As `DATABASE_URL` has it.
    pub fn database_address(&self) -> String {
        self.database.address()
    }

    /// A visitor without an account.
    pub fn visitor(&self) -> Persona {
        Persona::alternating(self.routers.clone())
    }

    /// A user with a new account; the name is also the local part of the address.
    pub async fn signed_in(&self, name: &str) -> Persona {
        let persona = self.visitor();
        let body = json!({"email": format!("{name}@example.org"), "password": PASSWORD, "first_name": name});
        let answer = persona.post("/api/auth/register", &body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        persona
    }

    /// A persona of another process, with the same cookies.
    pub fn persona_of(&self, persona: &Persona) -> Persona {
        persona.at(self.routers.clone())
    }

    /// The same person at another device.
    pub async fn sign_in_again(&self, name: &str) -> Persona {
        let persona = self.visitor();
        let body = json!({"email": format!("{name}@example.org"), "password": PASSWORD});
        persona.post("/api/auth/login", &body).await.ok();
        persona
    }

    /// A user whose access token has just expired.
    pub async fn expired(&self, name: &str) -> Persona {
        let persona = self.signed_in(name).await;
        self.advance(SignedDuration::from_mins(15));
        persona
    }

    pub async fn login(&self, name: &str, password: &str) -> Answer {
        let body = json!({"email": format!("{name}@example.org"), "password": password});
        self.visitor().post("/api/auth/login", &body).await
    }

    /// Lets the worker send everything that is due.
    pub async fn deliver(&self) {
        halcyon::app::worker::send_account_mails(&self.app, &Stop::never()).await.unwrap();
        halcyon::app::worker::send_notifications(&self.app, &Stop::never()).await.unwrap();
    }

    /// Runs all alert jobs once: polls feeds, checks forecasts for hazards, and writes notifications.
    pub async fn run_alerts(&self) {
        halcyon::app::worker::poll_feeds(&self.app).await.unwrap();
        halcyon::app::worker::check_hazards(&self.app).await.unwrap();
        self.notify_users().await;
    }

    /// Runs the last of the alert jobs.
    pub async fn notify_users(&self) {
        halcyon::app::worker::notify_users(&self.app).await.unwrap();
    }

    /// Runs the job that notifies of rain to the minute, if it is due.
    pub async fn notify_of_rain(&self) {
        halcyon::app::worker::notify_of_rain(&self.app).await.unwrap();
    }

    /// Runs the job that notifies of air quality and pollen, if it is due.
    pub async fn notify_of_air(&self) {
        halcyon::app::worker::notify_of_air(&self.app).await.unwrap();
    }

    /// Writes the briefings that are due.
    pub async fn send_briefings(&self) {
        halcyon::app::worker::send_briefings(&self.app).await.unwrap();
    }

    /// The same as a slow process: `meanwhile` happens after it has claimed briefings, and before it writes.
    pub async fn send_briefings_slowly(&self, meanwhile: impl Future<Output = ()>) {
        let weather = HeldWeather::new(self.app.outlooks.0.clone());
        weather.run(self.app.alerts.send_due_briefings(&weather.find), meanwhile).await;
    }

    /// Runs the job that compares forecasts with the thresholds of users, if it is due.
    pub async fn notify_of_thresholds(&self) {
        halcyon::app::worker::notify_of_thresholds(&self.app).await.unwrap();
    }

    /// The same as a slow process: `meanwhile` happens after it has read the thresholds, and before it writes.
    pub async fn notify_of_thresholds_slowly(&self, meanwhile: impl Future<Output = ()>) {
        let weather = HeldWeather::new(self.app.outlooks.0.clone());
        weather.run(self.app.alerts.notify_of_thresholds(&weather.find), meanwhile).await;
    }

    /// Records the forecasts that are due.
    pub async fn record_forecasts(&self) {
        halcyon::app::worker::record_forecasts(&self.app).await.unwrap();
    }

    /// Publishes the weather to the broker of the smart home, if that is due.
    pub async fn publish_to_smart_home(&self) -> anyhow::Result<()> {
        halcyon::app::worker::publish_to_smart_home(&self.app).await
    }

    /// Runs the notification job alone.
    pub async fn notify(&self) -> anyhow::Result<()> {
        halcyon::app::worker::notify_users(&self.app).await
    }

    /// The parts as background jobs have them.
    pub fn job_parts(&self) -> App {
        self.app.for_jobs()
    }

    /// Everything that runs beside the requests, for as long as it is polled.
    pub fn work(&self) -> impl Future<Output = ()> {
        halcyon::app::worker::run(self.app.clone(), Stop::never())
    }

    /// Lets the worker remove and renew what has had its time.
    pub async fn tidy(&self) {
        halcyon::app::worker::clean_up(&self.app).await.unwrap();
    }

    /// The same, unless a process has done so within the hour.
    pub async fn tidy_if_due(&self) {
        halcyon::app::worker::clean_up_if_due(&self.app).await.unwrap();
    }

    /// The token behind a link in the newest mail.
    pub fn link_in_last_mail(&self, path: &str) -> String {
        token_in(&self.mails().pop().expect("a mail"), path)
    }

    pub fn link_in_mail_to(&self, address: &str, path: &str) -> String {
        let mails = self.mails();
        token_in(mails.iter().rev().find(|mail| mail.to.email.to_string() == address).expect("a mail"), path)
    }

    /// How many rows a table holds.
    pub async fn count(&self, table: &str) -> i64 {
        let sql = format!("select count(*) from {table}");
        on_db!(self.db.reader(), pool => sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(pool).await).unwrap()
    }

    /// Everything the database holds, as text; bytes in hexadecimal.
    pub async fn dump(&self) -> String {
        super::dump::dump(&self.db).await
    }

    /// What the link in an alert mail to this person holds.
    pub fn unsubscribe_token(&self, user_id: &str) -> String {
        let user = halcyon::session::UserId(user_id.parse().unwrap());
        halcyon::preferences::unsubscribe_token(&self.app.sessions.keys, user)
    }

    /// Brings the cells in step with the saved places, if that is due.
    pub async fn sync_cells(&self) {
        self.app.alerts.sync_cells().await.unwrap();
    }

    /// Counts the outbox for the metrics, if it is due.
    pub async fn count_outbox(&self) {
        halcyon::app::worker::count_outbox(&self.app).await.unwrap();
    }

    /// What a scrape of the metrics reads.
    pub async fn metrics(&self) -> String {
        halcyon::app::metrics::render(&self.app, &self.routers[0]).await
    }

    /// Sends the traces that wait.
    pub async fn flush_spans(&self) {
        self.routers[0].flush_spans().await;
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Every mail the application sent so far.
    pub fn mails(&self) -> Vec<Mail> {
        self.mailer.sent()
    }
}

fn replicas_of_the_run() -> usize {
    std::env::var(REPLICAS).map_or(1, |count| count.parse().expect("a number of replicas"))
}

fn token_in(mail: &Mail, path: &str) -> String {
    let (_, rest) = mail.text.split_once(path).unwrap_or_else(|| panic!("no {path} in {}", mail.text));
    rest.split_whitespace().next().unwrap().to_owned()
}
