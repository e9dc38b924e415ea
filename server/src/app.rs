//! The parts list: everything a request may need, put together once and handed out by type.

use std::sync::Arc;

use axum::extract::FromRef;

use crate::accounts::{Accounts, Passwords};
use crate::clock::Clock;
use crate::db::Db;
use crate::limits::Limits;
use crate::mail::Mailer;
use crate::places::Places;
use crate::session::Sessions;
use crate::settings::Settings;
use crate::weather::Weather;

#[derive(Clone, FromRef)]
pub struct App {
    pub settings: Arc<Settings>,
    pub db: Db,
    pub clock: Clock,
    pub mailer: Mailer,
    pub places: Places,
    pub weather: Weather,
    pub sessions: Sessions,
    pub accounts: Accounts,
}

impl App {
    /// Connects to the database and brings it up to date.
    pub async fn start(settings: Settings, clock: Clock, mailer: Mailer) -> anyhow::Result<App> {
        let db = Db::connect(&settings.database).await?;
        db.migrate().await?;
        let places = Places::new(&settings.places, &clock)?;
        let weather = Weather::new(&settings.weather, db.clone(), clock.clone())?;
        let settings = Arc::new(settings);
        let sessions = Sessions::new(&settings, db.clone(), clock.clone())?;
        let accounts = Accounts {
            sessions: sessions.clone(),
            limits: Limits::new(&settings, db.clone(), clock.clone()),
            passwords: Passwords::new()?,
            settings: settings.clone(),
        };
        Ok(App { settings, db, clock, mailer, places, weather, sessions, accounts })
    }
}
