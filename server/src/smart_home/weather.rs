//! The weather of a place as Home Assistant reads it: the values of its sensors, and the forecast.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

use super::conditions;
use super::entities::{SENSORS, Value as SensorValue};
use super::units::Unit;
use crate::measures::Measures;
use crate::published_report::{PublishedDay, PublishedReport};
use crate::weather_words::WeatherWords;

const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// With the days they stay below 16 KiB, more than which Home Assistant does not record of an entity.
const HOURS: usize = 48;

pub struct PlaceWeather<'a> {
    pub report: &'a PublishedReport,
    pub measures: Measures,
    pub now: Timestamp,
}

impl PlaceWeather<'_> {
    /// Null for what is not known. A number in Home Assistant cannot say how old it is: what the page would show with its
    /// age is not published as present weather.
    pub fn values(&self) -> Value {
        let current = Some(&self.report.current).filter(|now| now.time.is_some() && !self.is_old());
        let today = self.days().next().filter(|day| day.date == self.today());
        let mut values = Map::new();
        let condition = current.and_then(|now| conditions::name(now.current_weather_condition.as_deref()?, now.is_day));
        values.insert("condition".to_owned(), json!(condition));
        for sensor in SENSORS {
            let value = match sensor.value {
                SensorValue::Now(value) => current.and_then(value),
                SensorValue::Today(value) => today.and_then(value),
            };
            values.insert(sensor.key.to_owned(), json!(value.map(|value| self.in_unit(sensor.unit, value))));
        }
        values.insert("updated_at".to_owned(), json!(self.report.fetched_at));
        values.insert("simulated".to_owned(), json!(self.report.is_simulated()));
        Value::Object(values)
    }

    /// Attributes of the condition, in the form of Home Assistant's own forecasts.
    pub fn forecast(&self) -> Value {
        let current = &self.report.current;
        let words = WeatherWords { measures: self.measures, zone: self.report.zone(), now: self.now };
        let condition = current.current_weather_condition.as_deref().filter(|_| !self.is_old());
        json!({
            "description": condition.map(|condition| words.condition(condition)),
            "forecast_hourly": self.forecast_hours(),
            "forecast_daily": self.days().map(|day| self.forecast_day(day)).collect::<Vec<_>>(),
            "updated_at": self.report.fetched_at,
            "simulated": self.report.is_simulated(),
            "attribution": self.report.source.as_ref().map(|source| &source.attribution),
        })
    }

    /// From the running hour on.
    fn forecast_hours(&self) -> Vec<Value> {
        if self.report.is_gone(self.now) {
            return Vec::new();
        }
        let hours = &self.report.hourly;
        let first = hours.time.iter().position(|time| *time + HOUR > self.now).unwrap_or(hours.time.len());
        let value = |values: &[Option<f64>], index: usize, unit| {
            values.get(index).copied().flatten().map(|value| self.in_unit(unit, value))
        };
        let hour = |index: usize| {
            let is_day = hours.is_day.get(index).copied().unwrap_or(true);
            let condition = hours.condition.get(index).and_then(Option::as_deref);
            json!({
                "datetime": hours.time[index],
                "condition": condition.and_then(|condition| conditions::name(condition, is_day)),
                "temperature": value(&hours.temperature_2m, index, Unit::Temperature),
                "precipitation": value(&hours.precipitation, index, Unit::Precipitation),
                "precipitation_probability": value(&hours.precipitation_probability, index, Unit::Percent),
                "wind_speed": value(&hours.wind_speed_10m, index, Unit::Speed),
                "wind_gust_speed": value(&hours.wind_gusts_10m, index, Unit::Speed),
            })
        };
        (first..hours.time.len()).take(HOURS).map(hour).collect()
    }

    fn forecast_day(&self, day: &PublishedDay) -> Value {
        let value = |value: Option<f64>, unit| value.map(|value| self.in_unit(unit, value));
        json!({
            "datetime": self.midnight(day.date),
            "condition": day.condition.as_deref().and_then(|condition| conditions::name(condition, true)),
            "temperature": value(day.temperature_2m_max, Unit::Temperature),
            "templow": value(day.temperature_2m_min, Unit::Temperature),
            "precipitation": value(day.precipitation_sum, Unit::Precipitation),
            "precipitation_probability": value(day.precipitation_probability_max, Unit::Percent),
        })
    }

    /// From today on, at the place.
    fn days(&self) -> impl Iterator<Item = &PublishedDay> {
        let today = self.today();
        let days = if self.report.is_gone(self.now) { &[] } else { self.report.daily.days.as_slice() };
        days.iter().filter(move |day| day.date >= today)
    }

    fn today(&self) -> Date {
        self.now.to_zoned(self.report.zone()).date()
    }

    fn midnight(&self, date: Date) -> Option<Timestamp> {
        Some(date.to_zoned(self.report.zone()).ok()?.timestamp())
    }

    fn is_old(&self) -> bool {
        self.report.fetched_at.is_none() || self.report.stated_age(self.now).is_some()
    }

    fn in_unit(&self, unit: Unit, value: f64) -> f64 {
        unit.convert(value, self.measures.units)
    }
}
