//! The outlook of a report, for briefings and thresholds: values and decisions of the report, nothing computed again.

use jiff::tz::TimeZone;

use crate::air::{EuropeanLevel, PollenLevel, Species};
use crate::outlook::{
    AirLevel, InsightSubject, Outlook, OutlookDay, OutlookHour, OutlookInsight, OutlookValue, SkyKind,
};
use crate::weather::analysis::classify_hour::is_snow;
use crate::weather::model::conditions::Condition;
use crate::weather::report::{
    AirDay, AirIndexKind, AirQuality, Day, Hourly, Insight, InsightKind, Parameter, Sentence, WeatherReport,
};

/// `None` for a report without weather.
pub fn outlook(report: &WeatherReport) -> Option<Outlook> {
    let (source, hourly) = (report.source.as_ref()?, report.hourly.data()?);
    let air = report.air.data();
    let insights = report.insights.data().map_or(&[][..], |insights| insights.items.as_slice());
    Some(Outlook {
        zone: TimeZone::get(&report.place.timezone).unwrap_or(TimeZone::UTC),
        is_simulated: source.simulated,
        fetched_at: report.fetched_at?,
        attribution: source.attribution.clone(),
        days: report.daily.data()?.days.iter().map(|day| outlook_day(day, air)).collect(),
        hours: (0..hourly.time.len()).map(|index| outlook_hour(hourly, index)).collect(),
        insights: insights.iter().map(outlook_insight).collect(),
        alerts: report.alerts.items.clone(),
    })
}

fn outlook_day(day: &Day, air: Option<&AirQuality>) -> OutlookDay {
    let of_day = air.and_then(|air| Some((air, air.days.iter().find(|one| one.date == day.date)?)));
    OutlookDay {
        date: day.date,
        condition: day.condition.map(Condition::as_str),
        high: day.temperature_2m_max,
        low: day.temperature_2m_min,
        air: of_day.and_then(|(air, of_day)| air_level(air.index, of_day)),
        pollen: air.map_or_else(Vec::new, |air| pollen(air, day)),
    }
}

fn air_level(index: AirIndexKind, day: &AirDay) -> Option<AirLevel> {
    let is_us = index == AirIndexKind::Us;
    let level: Option<EuropeanLevel> = match index {
        AirIndexKind::European => day.european.map(|european| european.level),
        AirIndexKind::Us => day.us.map(|us| us.level.in_european_terms()),
    };
    Some(AirLevel { level: level?, is_us })
}

fn pollen(air: &AirQuality, day: &Day) -> Vec<(Species, PollenLevel)> {
    let Some(pollen) = air.pollen.data() else { return Vec::new() };
    let of_day = pollen.days.iter().filter(|one| one.date == day.date);
    of_day.flat_map(|one| one.species.iter().map(|species| (species.species, species.level))).collect()
}

fn outlook_hour(hourly: &Hourly, index: usize) -> OutlookHour {
    OutlookHour {
        time: hourly.time[index],
        temperature: hourly.temperature_2m[index],
        apparent: hourly.apparent_temperature[index],
        wind: hourly.wind_speed_10m[index],
        uv: hourly.uv_index[index],
        sky: hourly.condition[index].map(sky_kind),
    }
}

fn sky_kind(condition: Condition) -> SkyKind {
    use Condition::*;
    match condition {
        condition if is_snow(condition) => SkyKind::Snow,
        Sleet | FreezingRain | FreezingDrizzle => SkyKind::Mixed,
        Drizzle | LightRain | ModerateRain | HeavyRain | RainShowers | Thunderstorm | SevereThunderstorm | Hail => {
            SkyKind::Rain
        }
        _ => SkyKind::Dry,
    }
}

fn outlook_insight(insight: &Insight) -> OutlookInsight {
    let is_heat = matches!(insight.sentence, Sentence::HeatStress | Sentence::HeatStressTomorrow);
    let is_unusual =
        matches!(insight.kind, InsightKind::UnusualTemperature | InsightKind::WindAdvisory | InsightKind::UvIndex);
    let values = insight.parameters.iter().filter_map(|(name, value)| Some((name.clone(), outlook_value(*value)?)));
    OutlookInsight {
        key: serde_json::to_value(insight.sentence)
            .ok()
            .and_then(|key| key.as_str().map(str::to_owned))
            .unwrap_or_default(),
        about: if is_heat || is_unusual { InsightSubject::Unusual } else { InsightSubject::Other },
        values: values.collect(),
    }
}

/// `None` for what no sentence of a briefing has.
fn outlook_value(value: Parameter) -> Option<OutlookValue> {
    Some(match value {
        Parameter::Temperature(celsius) => OutlookValue::Temperature(celsius),
        Parameter::TemperatureDifference(kelvin) => OutlookValue::TemperatureDifference(kelvin),
        Parameter::Speed(metres_per_second) => OutlookValue::Speed(metres_per_second),
        Parameter::Index(index) => OutlookValue::Number(index),
        Parameter::Count(count) => OutlookValue::Number(f64::from(count)),
        Parameter::Beaufort(force) => OutlookValue::Number(f64::from(force)),
        Parameter::Time(time) => OutlookValue::Time(time),
        _ => return None,
    })
}
