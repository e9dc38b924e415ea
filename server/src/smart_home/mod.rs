//! The weather of some places at the MQTT broker of a smart home, where Home Assistant finds it by itself. Decision 0119.

mod alerts;
mod broker;
mod conditions;
mod discovery;
mod entities;
mod topics;
mod units;
mod weather;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Clock;
use crate::db::Db;
use crate::db::lease::claim_job;
use crate::measures::Measures;
use crate::notification_settings::DisplayUnits;
use crate::published_report::{LoadReport, PublishedReport};
use crate::settings::{Broker, MqttPlace, MqttSettings, Settings, is_mqtt_topic};
use alerts::{hazards, official};
use broker::{Connection, Message};
use discovery::{Announcement, EXPIRES_AFTER_SECONDS};
use topics::{Topics, published_places};
use weather::PlaceWeather;

/// Longer than both limits: no second process publishes while the first one still does. A little less than the interval
/// of the job, so that the process that published is in time for the next round.
const LEASE: SignedDuration = SignedDuration::from_secs(55);
const LOAD_LIMIT: Duration = Duration::from_secs(20);
const SESSION_LIMIT: Duration = Duration::from_secs(30);
/// The broker keeps announcements; one that lost them gets them again.
const ANNOUNCE_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

#[derive(Clone)]
pub struct SmartHome(Option<Arc<Parts>>);

struct Parts {
    settings: MqttSettings,
    public_url: String,
    clock: Clock,
    load_report: LoadReport,
    announced: Mutex<Announced>,
}

/// What this process has announced.
#[derive(Default)]
struct Announced {
    /// By topic, with its time.
    devices: HashMap<String, (Value, Timestamp)>,
    has_removed_others: bool,
}

/// The message by which we know our places again after a restart.
#[derive(Serialize, Deserialize)]
struct PublishedPlaces {
    discovery: String,
    places: Vec<String>,
}

struct LoadedPlace<'a> {
    place: &'a MqttPlace,
    topics: Topics,
    report: PublishedReport,
}

impl SmartHome {
    pub fn new(settings: &Settings, clock: Clock, load_report: LoadReport) -> SmartHome {
        SmartHome(settings.mqtt.clone().map(|mqtt| {
            Arc::new(Parts {
                settings: mqtt,
                public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
                clock,
                load_report,
                announced: Mutex::default(),
            })
        }))
    }

    /// Publishes the weather of all places, unless another process does or no broker is set.
    pub async fn publish(&self, db: &Db) -> anyhow::Result<()> {
        let Some(parts) = &self.0 else { return Ok(()) };
        let now = parts.clock.now();
        if !claim_job(db, "smart-home", now.as_millisecond(), (now + LEASE).as_millisecond()).await? {
            return Ok(());
        }
        let places = parts.load_places().await;
        let publish = tokio::time::timeout(SESSION_LIMIT, parts.publish(&places, now));
        publish.await.context("the MQTT broker is too slow")?.context("the MQTT broker")?;
        anyhow::ensure!(places.len() == parts.settings.places.len(), "some places have no weather to publish");
        Ok(())
    }
}

/// Whether the broker lets us in.
pub async fn check_broker(broker: &Broker) -> anyhow::Result<()> {
    Ok(Connection::open(broker).await?.close().await?)
}

impl Parts {
    /// From the cache of the page. A place without a report is left out: its values expire.
    async fn load_places(&self) -> Vec<LoadedPlace<'_>> {
        join_all(self.settings.places.iter().map(|place| self.load_place(place))).await.into_iter().flatten().collect()
    }

    async fn load_place<'a>(&'a self, place: &'a MqttPlace) -> Option<LoadedPlace<'a>> {
        let load = async {
            let loaded = (self.load_report)(place.site, None).await?;
            PublishedReport::parse(&loaded)
        };
        match tokio::time::timeout(LOAD_LIMIT, load).await.context("no answer in time") {
            Ok(Ok(report)) => Some(LoadedPlace { topics: self.topics(&place.id()), place, report }),
            Ok(Err(error)) | Err(error) => {
                tracing::warn!(place = place.id(), "no weather for the smart home: {error:#}");
                None
            }
        }
    }

    async fn publish(&self, places: &[LoadedPlace<'_>], now: Timestamp) -> anyhow::Result<()> {
        let mut connection = Connection::open(&self.settings.broker).await?;
        self.remove_others(&mut connection).await?;
        for loaded in places {
            self.announce(&mut connection, loaded, now).await?;
            for message in self.values(loaded, now) {
                connection.publish(&message).await?;
            }
        }
        Ok(connection.close().await?)
    }

    /// Removes what an earlier process published of places that are no longer in the settings. The settings of a process
    /// never change: once is enough.
    async fn remove_others(&self, connection: &mut Connection) -> anyhow::Result<()> {
        if self.lock().has_removed_others {
            return Ok(());
        }
        let list = published_places(&self.settings);
        let ours = PublishedPlaces {
            discovery: self.settings.discovery.clone(),
            places: self.settings.places.iter().map(MqttPlace::id).collect(),
        };
        if let Some(payload) = connection.retained(&list).await?
            && let Ok(before) = serde_json::from_slice::<PublishedPlaces>(&payload)
            // Others can write to the broker: what is no part of a topic does not become one.
            && before.places.iter().chain([&before.discovery]).all(|part| is_mqtt_topic(part))
        {
            let is_ours = |id: &String| before.discovery == ours.discovery && ours.places.contains(id);
            for id in before.places.iter().filter(|id| !is_ours(id)) {
                let topics = Topics::new(&self.settings.topic, &before.discovery, id);
                for topic in topics.all() {
                    connection.publish(&kept(topic, Vec::new())).await?;
                }
            }
        }
        connection.publish(&kept(&list, serde_json::to_vec(&ours)?)).await?;
        self.lock().has_removed_others = true;
        Ok(())
    }

    async fn announce(
        &self,
        connection: &mut Connection,
        loaded: &LoadedPlace<'_>,
        now: Timestamp,
    ) -> anyhow::Result<()> {
        let announcement = Announcement {
            place: loaded.place,
            topics: &loaded.topics,
            language: self.settings.language,
            units: self.units(),
            is_simulated: loaded.report.is_simulated(),
            public_url: &self.public_url,
        };
        let (topic, payload) = (&loaded.topics.config, announcement.payload());
        let is_known =
            |(known, at): &(Value, Timestamp)| *known == payload && now.duration_since(*at) < ANNOUNCE_INTERVAL;
        if self.lock().devices.get(topic).is_some_and(is_known) {
            return Ok(());
        }
        connection.publish(&kept(topic, serde_json::to_vec(&payload)?)).await?;
        self.lock().devices.insert(topic.clone(), (payload, now));
        Ok(())
    }

    fn values(&self, loaded: &LoadedPlace<'_>, now: Timestamp) -> [Message; 4] {
        let LoadedPlace { topics, report, .. } = loaded;
        let measures = Measures { language: self.settings.language, units: self.units() };
        let weather = PlaceWeather { report, measures, now };
        [
            (&topics.weather, weather.values()),
            (&topics.forecast, weather.forecast()),
            (&topics.alerts, official(report, measures, now)),
            (&topics.hazards, hazards(report, measures, now)),
        ]
        .map(|(topic, value)| Message {
            topic: topic.clone(),
            payload: value.to_string().into_bytes(),
            expires_after: Some(EXPIRES_AFTER_SECONDS),
        })
    }

    fn topics(&self, place_id: &str) -> Topics {
        Topics::new(&self.settings.topic, &self.settings.discovery, place_id)
    }

    fn units(&self) -> DisplayUnits {
        DisplayUnits::named(self.settings.units).unwrap_or_default()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Announced> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Until it is replaced.
fn kept(topic: &str, payload: Vec<u8>) -> Message {
    Message { topic: topic.to_owned(), payload, expires_after: None }
}
