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
use broker::{BrokerError, Connection, Message};
use discovery::{Announcement, EXPIRES_AFTER_SECONDS};
use topics::{Topics, published_places};
use weather::PlaceWeather;

/// Longer than both limits: no second process publishes while the first one still does. A little less than the interval
/// of the job, so that the process that published is in time for the next round.
const LEASE: SignedDuration = SignedDuration::from_secs(55);
const LOAD_LIMIT: Duration = Duration::from_secs(20);
const SESSION_LIMIT: Duration = Duration::from_secs(30);
/// The broker retains announcements; one that lost them gets them again.
const ANNOUNCE_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// More than the settings allow. Others can write to the list of published places.
const MAX_STALE_PLACES: usize = 100;

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
    /// Payloads by topic, with the time.
    messages: HashMap<String, (Value, Timestamp)>,
    has_removed_stale_places: bool,
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

/// Whether the broker accepts the connection.
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
            let (report, _) = (self.load_report)(place.site, None).await?.parse().await?;
            anyhow::Ok(report)
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
        self.remove_stale_places(&mut connection).await?;
        let list = serde_json::to_value(self.our_places())?;
        self.announce(&mut connection, &published_places(&self.settings), list, now).await?;
        for loaded in places {
            self.announce(&mut connection, &loaded.topics.config, self.device(loaded), now).await?;
            for message in self.values(loaded, now) {
                connection.publish(&message).await?;
            }
        }
        Ok(connection.close().await?)
    }

    /// Removes what an earlier process published of places that are no longer in the settings. The settings of a process
    /// never change: once is enough.
    async fn remove_stale_places(&self, connection: &mut Connection) -> Result<(), BrokerError> {
        if self.lock().has_removed_stale_places {
            return Ok(());
        }
        for place in self.stale_places(connection).await? {
            for topic in place.all() {
                match connection.publish(&retained_message(topic, Vec::new())).await {
                    // The rights at the broker may have changed together with the settings.
                    Err(error @ BrokerError::PublishRefused(..)) => {
                        tracing::warn!("cannot remove a place from the MQTT broker: {error}");
                    }
                    result => result?,
                }
            }
        }
        self.lock().has_removed_stale_places = true;
        Ok(())
    }

    /// From the list at the broker. Others can write to it: what we cannot have written is ignored.
    async fn stale_places(&self, connection: &mut Connection) -> Result<Vec<Topics>, BrokerError> {
        let payload = match connection.retained(&published_places(&self.settings)).await {
            Err(error @ BrokerError::Malformed(_)) => {
                tracing::warn!("cannot read the list of published places from the MQTT broker: {error}");
                *connection = Connection::open(&self.settings.broker).await?;
                None
            }
            result => result?,
        };
        let before = payload.and_then(|payload| serde_json::from_slice::<PublishedPlaces>(&payload).ok());
        let Some(before) = before.filter(|before| is_mqtt_topic(&before.discovery)) else { return Ok(Vec::new()) };
        let ours = self.our_places();
        let is_ours = |id: &String| before.discovery == ours.discovery && ours.places.contains(id);
        let stale = before.places.iter().filter(|id| MqttPlace::is_id(id) && !is_ours(id)).take(MAX_STALE_PLACES);
        Ok(stale.map(|id| Topics::new(&self.settings.topic, &before.discovery, id)).collect())
    }

    fn our_places(&self) -> PublishedPlaces {
        PublishedPlaces {
            discovery: self.settings.discovery.clone(),
            places: self.settings.places.iter().map(MqttPlace::id).collect(),
        }
    }

    /// Publishes what is new, or due again.
    async fn announce(
        &self,
        connection: &mut Connection,
        topic: &str,
        payload: Value,
        now: Timestamp,
    ) -> anyhow::Result<()> {
        let is_known =
            |(known, at): &(Value, Timestamp)| *known == payload && now.duration_since(*at) < ANNOUNCE_INTERVAL;
        if self.lock().messages.get(topic).is_some_and(is_known) {
            return Ok(());
        }
        connection.publish(&retained_message(topic, serde_json::to_vec(&payload)?)).await?;
        self.lock().messages.insert(topic.to_owned(), (payload, now));
        Ok(())
    }

    fn device(&self, loaded: &LoadedPlace<'_>) -> Value {
        let announcement = Announcement {
            place: loaded.place,
            topics: &loaded.topics,
            language: self.settings.language,
            units: self.units(),
            is_simulated: loaded.report.is_simulated(),
            public_url: &self.public_url,
        };
        announcement.payload()
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

/// Until it is replaced; an empty one removes it.
fn retained_message(topic: &str, payload: Vec<u8>) -> Message {
    Message { topic: topic.to_owned(), payload, expires_after: None }
}
