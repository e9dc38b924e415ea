//! What the record of a place keeps of a forecast: what it says about some days ahead, and what it knows about yesterday.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{assemble_report, confidence};
use crate::alert::Alerts;
use crate::settings::SourceId;
use crate::weather::analysis::hour::{ReportContext, Supplements};
use crate::weather::astronomy::sun::local_day;
use crate::weather::model::accuracy::{DayValues, Factor, LEADS, MadeForecast, tenths};
use crate::weather::model::ensemble::EnsembleDay;
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::model::grid::GridPoint;
use crate::weather::model::rounding::{round_hour, to_decimals};
use crate::weather::model::snapshot::ForecastSnapshot;
use crate::weather::providers::credit;
use crate::weather::report::Day;

const HOUR: i64 = 3600;

/// One evening's entry of a record.
pub struct Entry {
    /// The local day on which the forecasts were made.
    pub today: Date,
    pub forecasts: [Option<MadeForecast>; LEADS.len()],
    /// The day before as the model runs of that day had it; `None` unless nearly all of its hours are known. Only Open-Meteo
    /// sends the past: what is kept of other sources are earlier forecasts.
    pub yesterday: Option<DayValues>,
}

/// The entry of this moment: the numbers that the report shows now.
pub fn entry(point: GridPoint, snapshot: &ForecastSnapshot, supplements: Supplements, now: Timestamp) -> Entry {
    let zone = TimeZone::get(&snapshot.forecast.timezone).unwrap_or(TimeZone::UTC);
    let today = now.to_zoned(zone.clone()).date();
    let context = ReportContext::new(point, snapshot, credit(snapshot.source), supplements);
    let report = assemble_report(&snapshot.forecast, &context, &Alerts::without_service(), now);
    let days = report.daily.data().map_or(&[][..], |daily| daily.days.as_slice());
    let ensemble = confidence::usable(&context.supplements, now).ok();
    let forecasts = LEADS.map(|lead| {
        let day = days.get(usize::from(lead))?;
        let spread = ensemble.and_then(|ensemble| ensemble.day(day.date));
        made(day, spread, context.supplements.calibration.factor(usize::from(lead)))
    });
    let has_past = snapshot.source == SourceId::OpenMeteo;
    let date = today.yesterday().ok().filter(|_| has_past);
    let yesterday = date.and_then(|date| analysed(&snapshot.forecast, date, &zone));
    Entry { today, forecasts, yesterday }
}

fn made(day: &Day, ensemble: Option<&EnsembleDay>, factor: f64) -> Option<MadeForecast> {
    let values = DayValues {
        high: day.temperature_2m_max.map(tenths),
        low: day.temperature_2m_min.map(tenths),
        precipitation: day.precipitation_sum.map(tenths),
    };
    (values != DayValues::default()).then(|| MadeForecast {
        values,
        high_spread: ensemble.and_then(|day| day.high),
        low_spread: ensemble.and_then(|day| day.low),
        factor: Factor::new(factor),
    })
}

/// The values of a past local day. One hour may be missing, as when clocks change.
pub fn analysed(forecast: &Forecast, date: Date, zone: &TimeZone) -> Option<DayValues> {
    let (start, end) = local_day(date, zone);
    let needed = (end - start) / HOUR - 1;
    let inside = |hour: &&Hour| (start..end).contains(&hour.time.as_second());
    let hours: Vec<Hour> = forecast.hours.iter().filter(inside).map(round_hour).collect();
    let known = |field: fn(&Hour) -> Option<f64>| {
        let values: Vec<f64> = hours.iter().filter_map(field).collect();
        (values.len() as i64 >= needed).then_some(values)
    };
    let temperatures = known(|hour| hour.temperature);
    let extreme = |pick: fn(f64, f64) -> f64| temperatures.as_ref()?.iter().copied().reduce(pick).map(tenths);
    let sum = known(|hour| hour.precipitation).map(|amounts| tenths(to_decimals(amounts.iter().sum(), 1)));
    let values = DayValues { high: extreme(f64::max), low: extreme(f64::min), precipitation: sum };
    (values != DayValues::default()).then_some(values)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::SignedDuration;
    use jiff::civil::date;

    use super::*;

    /// Hours of Berlin around a day; the temperature is the hour of the clock, each hour has 0.1 mm.
    fn hours(date: Date) -> Forecast {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let (start, end) = local_day(date, &zone);
        let hours = (start / HOUR - 3..end / HOUR + 3).map(|hour| {
            let time = Timestamp::from_second(hour * HOUR).unwrap();
            let clock = f64::from(time.to_zoned(zone.clone()).hour());
            let is_inside = (start..end).contains(&(hour * HOUR));
            Hour {
                time,
                temperature: Some(if is_inside { clock } else { 99.0 }),
                precipitation: Some(0.1),
                ..Hour::default()
            }
        });
        Forecast { timezone: "Europe/Berlin".to_owned(), hours: hours.collect(), ..Forecast::default() }
    }

    /// 25 October 2026 has 25 hours in Berlin, 29 March 23.
    #[test]
    fn a_day_on_which_clocks_change_is_compared_as_a_whole() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        for (day, tenths) in [(date(2026, 10, 25), 25), (date(2026, 3, 29), 23), (date(2026, 11, 14), 24)] {
            let values = analysed(&hours(day), day, &zone).unwrap();
            assert_eq!(values, DayValues { high: Some(230), low: Some(0), precipitation: Some(tenths) }, "{day}");
        }
    }

    #[test]
    fn a_day_with_gaps_is_not_judged() {
        let (zone, day) = (TimeZone::get("Europe/Berlin").unwrap(), date(2026, 11, 14));
        let mut forecast = hours(day);
        forecast.hours[10].temperature = None;
        assert!(analysed(&forecast, day, &zone).unwrap().high.is_some(), "one hour is missing");
        forecast.hours[11].temperature = None;
        let values = analysed(&forecast, day, &zone).unwrap();
        assert_eq!(values, DayValues { precipitation: Some(24), ..DayValues::default() });
        forecast.hours.truncate(12);
        assert_eq!(analysed(&forecast, day, &zone), None);
    }

    /// Hours from the day before yesterday on; each local day is as warm as its distance from today, in degrees.
    fn snapshot(source: SourceId, now: Timestamp) -> ForecastSnapshot {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let today = now.to_zoned(zone.clone()).date();
        let hours = (-48..8 * 24).map(|hour| {
            let time = now + SignedDuration::from_hours(hour);
            let days = (time.to_zoned(zone.clone()).date() - today).get_days();
            Hour { time, temperature: Some(f64::from(days)), precipitation: Some(0.0), ..Hour::default() }
        });
        let forecast = Forecast { timezone: "Europe/Berlin".to_owned(), hours: hours.collect(), ..Forecast::default() };
        ForecastSnapshot { source, fetched_at: now, fresh_until: now, last_modified: None, forecast }
    }

    fn entry_of(source: SourceId) -> Entry {
        let now: Timestamp = "2026-11-14T20:00:00Z".parse().unwrap();
        let point = GridPoint::nearest(52.52, 13.41, 0.1).unwrap();
        entry(point, &snapshot(source, now), Supplements::default(), now)
    }

    #[test]
    fn each_lead_has_the_values_of_the_day_so_many_days_ahead() {
        let entry = entry_of(SourceId::OpenMeteo);
        assert_eq!(entry.today, date(2026, 11, 14));
        let highs = entry.forecasts.map(|made| made.unwrap().values.high.unwrap());
        // In tenths: one, three and five days ahead.
        assert_eq!(highs, [10, 30, 50]);
    }

    #[test]
    fn only_open_meteo_has_a_past_to_compare_with() {
        assert_eq!(entry_of(SourceId::OpenMeteo).yesterday.unwrap().high, Some(-10));
        assert_eq!(entry_of(SourceId::MetNorway).yesterday, None);
    }
}
