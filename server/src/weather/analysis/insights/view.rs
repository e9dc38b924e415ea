//! The part of a report that the rules of insights and summary work on.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::air::EuropeanLevel;
use crate::weather::analysis::hour::HourView;
use crate::weather::analysis::nowcast::Nowcast;
use crate::weather::model::normals::Normal;
use crate::weather::report::{Current, Day, Parameter, Parameters, Sentence, Yesterday};

/// Input of the rules.
pub struct ForecastView<'a> {
    pub now: Timestamp,
    pub zone: &'a TimeZone,
    /// Age of the forecast.
    pub age: SignedDuration,
    pub current: Option<&'a Current>,
    /// Whether the current conditions are wet.
    pub wet_now: bool,
    /// `None` when nothing is known about the hours ahead.
    pub nowcast: Option<Nowcast>,
    /// The running hour and all later ones.
    pub ahead: &'a [&'a HourView],
    pub days: &'a [Day],
    /// What is usual for today.
    pub normal: Option<Normal>,
    pub yesterday: Option<Yesterday>,
    pub air: Option<AirOutlook>,
}

/// The air quality of the hours ahead.
pub struct AirOutlook {
    /// From the running hour on, where it is known. At places with the US index, the bands with the same rank.
    pub levels: Vec<(Timestamp, EuropeanLevel)>,
    pub is_us: bool,
}

impl AirOutlook {
    /// The level of the hour that begins then.
    pub fn level_at(&self, hour: Timestamp) -> Option<EuropeanLevel> {
        let found = self.levels.binary_search_by_key(&hour, |(time, _)| *time).ok()?;
        Some(self.levels[found].1)
    }
}

impl ForecastView<'_> {
    pub fn hours_within(&self, span: SignedDuration) -> impl Iterator<Item = &HourView> {
        let end = self.now + span;
        self.ahead.iter().copied().take_while(move |one| one.hour.time < end)
    }

    /// The time of an hour in a sentence: not in the past, and no finer than its source.
    pub fn time_of(&self, hour: &HourView) -> Timestamp {
        hour.step_begins().max(self.now)
    }

    pub fn date_of(&self, time: Timestamp) -> Date {
        time.to_zoned(self.zone.clone()).date()
    }

    pub fn is_today(&self, time: Timestamp) -> bool {
        self.date_of(time) <= self.date_of(self.now)
    }

    /// The sentence for today or tomorrow: a time alone would be understood as today's.
    pub fn by_day(&self, hour: &HourView, today: Sentence, tomorrow: Sentence) -> Sentence {
        if self.is_today(hour.hour.time) { today } else { tomorrow }
    }
}

pub fn parameters<const N: usize>(pairs: [(&str, Parameter); N]) -> Parameters {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
