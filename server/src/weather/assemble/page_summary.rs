//! The summary of a report for the first paint of an HTML page.

use crate::weather::report::{Parameter, Sentence, Summary, WeatherReport};
use crate::weather_summary::{SummarySentence, WeatherSummary};

/// `None` when the current temperature is unknown.
pub fn page_summary(report: &WeatherReport) -> Option<WeatherSummary> {
    let current = report.current.data()?;
    let today = report.daily.data().and_then(|daily| daily.days.first());
    Some(WeatherSummary {
        latitude: report.place.latitude,
        timezone: report.place.timezone.as_str().into(),
        is_simulated: report.source.as_ref().is_some_and(|source| source.simulated),
        fetched_at: report.fetched_at,
        is_day: current.is_day,
        temperature: current.temperature_2m?,
        apparent_temperature: current.apparent_temperature,
        condition: current.current_weather_condition.map(|condition| condition.as_str()),
        high: today.and_then(|day| day.temperature_2m_max),
        low: today.and_then(|day| day.temperature_2m_min),
        solar_noon: today.map(|day| day.sun.solar_noon),
        sentence: report.summary.data().and_then(sentence),
    })
}

fn sentence(summary: &Summary) -> Option<SummarySentence> {
    let condition = |name: &str| match summary.parameters.get(name) {
        Some(Parameter::Condition(condition)) => Some(condition.as_str()),
        _ => None,
    };
    let temperature = |name: &str| match summary.parameters.get(name) {
        Some(Parameter::Temperature(celsius)) => Some(*celsius),
        _ => None,
    };
    let time = |name: &str| match summary.parameters.get(name) {
        Some(Parameter::Time(time)) => Some(*time),
        _ => None,
    };
    Some(SummarySentence {
        key: text_key(summary.sentence)?,
        condition: condition("condition"),
        next_condition: condition("next"),
        low: temperature("low"),
        high: temperature("high"),
        time: time("time"),
        again: time("again"),
    })
}

/// `None` for the sentences of insights, which are not part of a summary.
fn text_key(sentence: Sentence) -> Option<&'static str> {
    match sentence {
        Sentence::SummarySame => Some("summary_same"),
        Sentence::SummaryChange => Some("summary_change"),
        Sentence::SummaryRainStops => Some("summary_rain_stops"),
        Sentence::SummaryRainPauses => Some("summary_rain_pauses"),
        Sentence::SummaryRainSoon => Some("summary_rain_soon"),
        Sentence::SummaryRainStarts => Some("summary_rain_starts"),
        Sentence::SummarySnowStops => Some("summary_snow_stops"),
        Sentence::SummarySnowPauses => Some("summary_snow_pauses"),
        Sentence::SummarySnowSoon => Some("summary_snow_soon"),
        Sentence::SummarySnowStarts => Some("summary_snow_starts"),
        _ => None,
    }
}
