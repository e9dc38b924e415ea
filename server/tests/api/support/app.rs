//! The application under test.

use std::collections::BTreeMap;

use axum::Router;
use halcyon::app::App;
use halcyon::clock::Clock;
use halcyon::db::Db;
use halcyon::mail::{Mail, Mailer};
use halcyon::router::router;
use halcyon::settings::Settings;
use jiff::{SignedDuration, Timestamp};

use super::database::TestDatabase;
use super::persona::Persona;

/// A Sunday noon in autumn: an arbitrary, fixed beginning.
const START: &str = "2026-11-15T12:00:00Z";

pub struct TestApp {
    router: Router,
    clock: Clock,
    pub db: Db,
    mailer: Mailer,
    _database: TestDatabase,
}

impl TestApp {
    /// Simulated weather and no outside service at all.
    pub async fn start() -> TestApp {
        TestApp::start_with(&[]).await
    }

    /// The same with settings of the test's own.
    pub async fn start_with(settings: &[(&str, &str)]) -> TestApp {
        let mut pairs = BTreeMap::from([("HALCYON_WEATHER_SOURCES", "simulated")]);
        pairs.extend(settings.iter().copied());
        let database = TestDatabase::fresh().await;
        let mut settings = Settings::from_pairs(BTreeMap::new(), pairs).unwrap();
        settings.database = database.url.clone();
        let clock = Clock::manual(START.parse::<Timestamp>().unwrap());
        let mailer = Mailer::memory("Halcyon <no-reply@halcyon.example>".parse().unwrap());
        let app = App::start(settings, clock.clone(), mailer.clone()).await.unwrap();
        let db = app.db.clone();
        TestApp { router: router(app).unwrap(), clock, db, mailer, _database: database }
    }

    /// Somebody without an account.
    pub fn visitor(&self) -> Persona {
        Persona::new(self.router.clone())
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Every mail the application sent so far.
    pub fn mails(&self) -> Vec<Mail> {
        self.mailer.sent()
    }
}
