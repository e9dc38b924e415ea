//! The parts list: everything a request may need, put together once and handed out by type.

pub mod backup;
pub mod contract;
pub mod doctor;
pub mod google_refresh;
pub mod job_loop;
pub mod metrics;
mod password_prompt;
pub mod router;
pub mod user_command;
pub mod weather_command;
pub mod worker;

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;

use crate::accounts::{Accounts, Passkeys, Passwords, Providers};
use crate::alerts::{self, AlertService, Deliveries, Previews};
use crate::app::job_loop::JobRuns;
use crate::clock::Clock;
use crate::db::outbox::GivenUp;
use crate::db::rate_limit::RateLimiter;
use crate::db::{Db, shared_clock};
use crate::embed::Embeds;
use crate::feeds::Feeds;
use crate::geo::address::{Describe, DescribePlace};
use crate::geo::elevation::FindElevation;
use crate::geo::town::{FindPlace, ListTowns};
use crate::history::{self, History};
use crate::html::{LoadSession, LoadWeather, Shell};
use crate::http::static_files::StaticFiles;
use crate::locations::Locations;
use crate::mail::mailer::Mailer;
use crate::model_grid::FindGrids;
use crate::outlook::FindOutlooks;
use crate::places::Places;
use crate::preferences::{self, UserPreferences};
use crate::public_api::PublicApi;
use crate::public_config::PublicConfig;
use crate::published_report::{LoadKnownReport, LoadReport};
use crate::push;
use crate::rain::{Rain, RainParts};
use crate::rainfall::FindForecastRain;
use crate::session::Sessions;
use crate::settings::Settings;
use crate::smart_home::SmartHome;
use crate::terminal::Terminal;
use crate::weather::{Requester, Weather, simulated_rate};

/// One pointer to all parts: a request copies it, and then only the parts it takes.
#[derive(Clone)]
pub struct App(Arc<AppParts>);

#[derive(Clone)]
pub struct AppParts {
    pub settings: Arc<Settings>,
    pub db: Db,
    pub clock: Clock,
    pub mailer: Mailer,
    pub places: Places,
    pub weather: Weather,
    pub rain: Rain,
    pub sessions: Sessions,
    pub accounts: Accounts,
    pub limits: RateLimiter,
    pub locations: Locations,
    pub history: History,
    pub preferences: UserPreferences,
    pub alerts: AlertService,
    pub deliveries: Arc<Deliveries>,
    /// The weather of briefings and thresholds.
    pub outlooks: Previews,
    pub jobs: JobRuns,
    /// The built page.
    pub files: StaticFiles,
    /// The server-rendered page.
    pub shell: Shell,
    pub terminal: Terminal,
    pub public_api: PublicApi,
    pub feeds: Feeds,
    pub embeds: Embeds,
    pub smart_home: SmartHome,
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

/// Lets a handler take a part as its state.
macro_rules! hand_out {
    ($($part:ident: $kind:ty),* $(,)?) => {
        $(impl FromRef<App> for $kind {
            fn from_ref(app: &App) -> $kind {
                app.$part.clone()
            }
        })*
    };
}

hand_out!(
    settings: Arc<Settings>,
    db: Db,
    places: Places,
    weather: Weather,
    rain: Rain,
    sessions: Sessions,
    accounts: Accounts,
    limits: RateLimiter,
    locations: Locations,
    history: History,
    preferences: UserPreferences,
    alerts: AlertService,
    outlooks: Previews,
    files: StaticFiles,
    shell: Shell,
    public_api: PublicApi,
    feeds: Feeds,
    embeds: Embeds,
);

impl App {
    /// Connects to the database and brings it up to date.
    pub async fn start(mut settings: Settings, clock: Clock, mailer: Mailer) -> anyhow::Result<App> {
        let mut db = Db::connect_with(&settings.database, settings.pools).await?;
        db.refuse_transaction_pooler().await?;
        db.migrate().await?;
        let clock = clock.shared();
        shared_clock::follow(&db, &clock).await?;
        if let Some(url) = &settings.read_database {
            db = db.with_replica(url, settings.pools)?;
        }
        let sessions = Sessions::new(&settings, db.clone(), clock.clone())?;
        if let Some(subject) = &settings.push.own_vapid_subject {
            let vapid = push::vapid::load_or_create(&db, &sessions.keys, subject, clock.now()).await?;
            settings.push.vapid = Some(vapid);
        }
        let settings = Arc::new(settings);
        let limits = RateLimiter::new(&settings, db.clone(), clock.clone());
        let places = Places::new(&settings, &clock, limits.clone())?;
        let deliveries = Arc::new(Deliveries::new(
            &settings,
            db.for_jobs(),
            clock.clone(),
            mailer.clone(),
            sessions.keys.clone(),
            preferences::unsubscribe_token,
        )?);
        let push = deliveries.clone();
        let index = places.clone();
        let accounts = Accounts {
            sessions: sessions.clone(),
            limits: limits.clone(),
            passwords: Passwords::new()?,
            passkeys: Passkeys::new(&settings)?,
            providers: Providers::new(&settings, &clock)?,
            settings: settings.clone(),
            adopt_history: |db, user, client| Box::pin(history::adopt(db, user, client)),
            country_name: Arc::new(move |code, language| index.country_name(code, language)),
            given_up: GivenUp::default(),
            forget_device: Arc::new(move |id| {
                let push = push.clone();
                Box::pin(async move { push.forget_onesignal_device(&id).await })
            }),
        };
        let files = StaticFiles::embedded();
        let index = places.clone();
        let describe: Describe = Arc::new(move |position, language| index.describe(position, language));
        let index = places.clone();
        let describe_place: DescribePlace = Arc::new(move |id, at, language| index.describe_place(id, at, language));
        let index = places.clone();
        let find_elevation: FindElevation = Arc::new(move |place_id, position| index.elevation_at(place_id, position));
        let alerts = AlertService::new(&settings, db.clone(), clock.clone(), describe.clone())?;
        let weather = Weather::new(&settings, db.clone(), clock.clone(), Arc::new(alerts.clone()))?;
        let job_alerts = alerts.with_db(db.for_jobs());
        let weather_of_jobs = weather.with_db(db.for_jobs(), Arc::new(job_alerts));
        let forecasts = weather.clone();
        let load_weather: LoadWeather = Arc::new(move |site, client| {
            let forecasts = forecasts.clone();
            Box::pin(async move { forecasts.page_weather(site, client).await })
        });
        let session_accounts = accounts.clone();
        let load_session: LoadSession = Arc::new(move |headers| {
            let session_accounts = session_accounts.clone();
            Box::pin(async move { session_accounts.me_json(&headers).await })
        });
        let config = serde_json::to_vec(&PublicConfig::from(&*settings))?;
        let shell = Shell::new(&settings, files.clone(), clock.clone(), load_weather, load_session, config);
        let index = places.clone();
        let find_place: FindPlace = Arc::new(move |text, language| index.find(text, language));
        let load_report = report_loader(&weather);
        let terminal = Terminal::new(&settings, clock.clone(), find_place, describe.clone(), load_report.clone());
        let public_api = PublicApi::new(&settings, sessions.clone(), clock.clone(), load_report.clone());
        let forecasts = weather.clone();
        let load_known: LoadKnownReport = Arc::new(move |site, client| {
            let forecasts = forecasts.clone();
            Box::pin(async move { forecasts.known_report(site, client).await })
        });
        let embeds = Embeds::new(&settings, clock.clone(), describe, load_report.clone(), load_known)?;
        let smart_home = SmartHome::new(&settings, clock.clone(), report_loader(&weather_of_jobs));
        let feeds = Feeds::new(&settings, sessions.clone(), clock.clone(), load_report);
        let preferences = UserPreferences {
            sessions: sessions.clone(),
            recheck_user: |tx, user, now| Box::pin(alerts::recheck_user(tx, user, now)),
        };
        let locations = Locations {
            sessions: sessions.clone(),
            describe: describe_place.clone(),
            find_elevation: find_elevation.clone(),
        };
        let history =
            History { sessions: sessions.clone(), limits: limits.clone(), describe: describe_place, find_elevation };
        let index = places.clone();
        let list_towns: ListTowns = Arc::new(move |bounds, language, limit| index.towns(bounds, language, limit));
        let forecasts = weather.clone();
        let find_forecast_rain: FindForecastRain = Arc::new(move |place, client| {
            let forecasts = forecasts.clone();
            Box::pin(async move { forecasts.forecast_rain(place, client).await })
        });
        let (forecasts, of_jobs) = (weather.clone(), weather_of_jobs);
        let find_outlooks: FindOutlooks = Arc::new(move |sites, is_job| {
            let (forecasts, requester) = match is_job {
                true => (of_jobs.clone(), Requester::Job),
                false => (forecasts.clone(), Requester::Client(None)),
            };
            Box::pin(async move { forecasts.outlooks(&sites, requester).await })
        });
        let simulated_rate = simulated_rate(&settings.weather);
        let grids = weather.clone();
        let find_grids: FindGrids = Arc::new(move |regions, effort| {
            let grids = grids.clone();
            Box::pin(async move { grids.region_grids(regions, effort).await })
        });
        let parts = RainParts { list_towns, simulated_rate, find_forecast_rain, find_grids };
        let rain = Rain::new(&settings, clock.clone(), parts)?;
        let parts = AppParts {
            settings,
            db,
            clock,
            mailer,
            places,
            weather,
            rain,
            sessions,
            accounts,
            limits,
            locations,
            history,
            preferences,
            alerts,
            deliveries,
            outlooks: Previews(find_outlooks),
            jobs: JobRuns::default(),
            files,
            shell,
            terminal,
            public_api,
            feeds,
            embeds,
            smart_home,
        };
        Ok(App(Arc::new(parts)))
    }

    /// The same parts for background jobs, with database connections of their own: however many jobs run, a request finds a
    /// connection.
    pub fn for_jobs(&self) -> App {
        let db = self.db.for_jobs();
        let sessions = self.sessions.with_db(db.clone());
        let accounts = Accounts { sessions: sessions.clone(), ..self.accounts.clone() };
        let alerts = self.alerts.with_db(db.clone());
        let weather = self.weather.with_db(db.clone(), Arc::new(alerts.clone()));
        App(Arc::new(AppParts { db, sessions, accounts, alerts, weather, ..AppParts::clone(self) }))
    }
}

fn report_loader(weather: &Weather) -> LoadReport {
    let weather = weather.clone();
    Arc::new(move |site, client| {
        let weather = weather.clone();
        Box::pin(async move { weather.load_report(site, client).await })
    })
}
