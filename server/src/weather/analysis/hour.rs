//! An hour as the report shows it: rounded, completed and classified.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::classify_day::ClassifiedHour;
use super::classify_hour::Surroundings;
use super::feels_like::apparent_temperature;
use crate::weather::astronomy::sun;
use crate::weather::model::accuracy::Calibration;
use crate::weather::model::air::{Air, PackedAir};
use crate::weather::model::conditions::Condition;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::forecast::Hour;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::normals::Normals;
use crate::weather::model::observation::StationReport;
use crate::weather::model::rounding::{round_hour, to_decimals};
use crate::weather::model::snapshot::ForecastSnapshot;
use crate::weather::report::{Reason, ReportSource};

/// Place and origin of the forecast that a report is made from.
#[derive(Debug, Clone)]
pub struct ReportContext {
    pub latitude: f64,
    pub longitude: f64,
    pub source: ReportSource,
    pub fetched_at: Timestamp,
    pub fresh_until: Timestamp,
    pub supplements: Supplements,
}

/// What is known about a place beside its forecast, from other services.
#[derive(Debug, Clone)]
pub struct Supplements {
    pub ensemble: Result<Arc<Ensemble>, Reason>,
    pub normals: Option<Arc<Normals>>,
    /// The correction of the bands, by how often they have been right.
    pub calibration: Calibration,
    /// What stations around the place reported.
    pub stations: Result<Arc<Vec<StationReport>>, Reason>,
    pub air: Result<Arc<PackedAir>, Reason>,
}

impl Default for Supplements {
    fn default() -> Supplements {
        Supplements {
            ensemble: Err(Reason::NotProvidedBySource),
            normals: None,
            calibration: Calibration::default(),
            stations: Err(Reason::NotProvidedBySource),
            air: Err(Reason::NotProvidedBySource),
        }
    }
}

impl ReportContext {
    pub fn new(
        point: GridPoint,
        snapshot: &ForecastSnapshot,
        source: ReportSource,
        supplements: Supplements,
    ) -> ReportContext {
        ReportContext {
            latitude: point.latitude(),
            longitude: point.longitude(),
            source,
            fetched_at: snapshot.fetched_at,
            fresh_until: snapshot.fresh_until,
            supplements,
        }
    }
}

/// An hour of the report.
#[derive(Debug, Clone)]
pub struct HourView {
    pub hour: Hour,
    pub is_day: bool,
    /// There is enough dust or smoke in the air to impair the sight.
    pub is_air_hazy: bool,
    /// The whole hour, as input of its day.
    pub classified: Option<ClassifiedHour>,
    /// The condition shown: of the whole hour, or of this moment for the running one.
    pub condition: Option<Condition>,
}

impl HourView {
    pub fn new(hour: &Hour, context: &ReportContext, air: Option<&Air>) -> HourView {
        let hour = with_apparent_temperature(round_hour(hour));
        let is_day = sun::is_up(hour.time + SignedDuration::from_mins(30), context.latitude, context.longitude);
        let is_air_hazy = air.is_some_and(|air| air.is_hazy_at(hour.time));
        let classified = ClassifiedHour::new(&hour, Surroundings { is_day, is_air_hazy });
        let condition = classified.map(|one| one.classification.condition);
        HourView { hour, is_day, is_air_hazy, classified, condition }
    }

    pub fn is_wet(&self) -> bool {
        self.classified.is_some_and(|classified| classified.classification.wet)
    }

    pub fn contains(&self, time: Timestamp) -> bool {
        self.hour.time <= time && self.ends() > time
    }

    /// The begin of the source's step that it belongs to: sentences name no time between two steps.
    pub fn step_begins(&self) -> Timestamp {
        if self.hour.step.0 <= 1 {
            return self.hour.time;
        }
        let (second, length) = (self.hour.time.as_second(), i64::from(self.hour.step.0) * 3600);
        Timestamp::from_second(second.div_euclid(length) * length).unwrap_or(self.hour.time)
    }

    pub fn step_ends(&self) -> Timestamp {
        self.step_begins() + SignedDuration::from_hours(i64::from(self.hour.step.0.max(1)))
    }

    pub fn ends(&self) -> Timestamp {
        self.hour.time + SignedDuration::from_hours(1)
    }
}

/// Computes the apparent temperature if the provider does not send it.
pub fn with_apparent_temperature(mut hour: Hour) -> Hour {
    if hour.apparent.is_none()
        && let (Some(celsius), Some(humidity), Some(wind)) = (hour.temperature, hour.humidity, hour.wind)
    {
        hour.apparent = Some(to_decimals(apparent_temperature(celsius, humidity, wind), 1));
    }
    hour
}
