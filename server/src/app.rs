//! The parts list: everything a request may need, put together once and handed out by type.

use std::sync::Arc;

use axum::extract::FromRef;

use crate::clock::Clock;
use crate::db::Db;
use crate::mail::Mailer;
use crate::places::Places;
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
}

impl App {
    /// Connects to the database and brings it up to date.
    pub async fn start(settings: Settings, clock: Clock, mailer: Mailer) -> anyhow::Result<App> {
        let db = Db::connect(&settings.database).await?;
        db.migrate().await?;
        let places = Places::new(&settings.places, &clock)?;
        let weather = Weather::new(&settings.weather, db.clone(), clock.clone())?;
        Ok(App { settings: Arc::new(settings), db, clock, mailer, places, weather })
    }
}
