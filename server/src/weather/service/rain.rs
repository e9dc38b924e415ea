//! Precipitation by the forecast of a place, for the rain map where no radar reaches.

use jiff::{SignedDuration, Timestamp};

use super::{Requester, Weather};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::Site;
use crate::rainfall::{ForecastRain, RainStep};
use crate::weather::model::forecast::{Forecast, QUARTER};
use crate::weather::providers::{credit, is_live};

const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// Farther ahead the days of the report say more.
const AHEAD: SignedDuration = SignedDuration::from_hours(6);
const QUARTERS_PER_HOUR: f64 = 4.0;

impl Weather {
    /// From the same forecast as the report of the place; `None` while there is none.
    pub async fn forecast_rain(&self, place: Coordinates, client: Option<std::net::IpAddr>) -> Option<ForecastRain> {
        let point = self.grid_point(Site { coordinates: place, elevation: None })?;
        let entry = self.entry(point, Requester::Client(client)).await.ok()?;
        let snapshot = entry.snapshot()?;
        let source = credit(snapshot.source);
        let steps = steps(&snapshot.forecast, self.now());
        (!steps.is_empty()).then_some(ForecastRain {
            is_simulated: !is_live(snapshot.source),
            attribution: source.attribution,
            url: source.url,
            fetched_at: snapshot.fetched_at,
            steps,
        })
    }
}

/// The source's own quarter hours as far as they go, then hours, from now on until the first gap.
fn steps(forecast: &Forecast, now: Timestamp) -> Vec<RainStep> {
    let mut steps: Vec<RainStep> = Vec::new();
    let mut add = |from: Timestamp, length: SignedDuration, mm_per_hour: f64| {
        let follows = steps.last().map_or(from <= now, |last| last.to == from);
        if follows && from + length > now && from < now + AHEAD {
            steps.push(RainStep { from, to: from + length, mm_per_hour });
        }
    };
    if !forecast.quarters_interpolated {
        for quarter in &forecast.quarters {
            let Some(amount) = quarter.precipitation else { break };
            add(quarter.time, QUARTER, amount * QUARTERS_PER_HOUR);
        }
    }
    for hour in &forecast.hours {
        if let Some(amount) = hour.precipitation {
            add(hour.time, HOUR, amount);
        }
    }
    steps
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::weather::model::forecast::{Hour, QuarterHour};

    fn at(text: &str) -> Timestamp {
        format!("2026-11-17T{text}:00Z").parse().unwrap()
    }

    fn forecast() -> Forecast {
        let hour = |time: &str, amount: Option<f64>| Hour { time: at(time), precipitation: amount, ..Hour::default() };
        let quarter = |time: &str, amount: f64| QuarterHour { time: at(time), precipitation: Some(amount) };
        Forecast {
            hours: vec![
                hour("11:00", Some(0.4)),
                hour("12:00", Some(1.0)),
                hour("13:00", Some(2.0)),
                hour("14:00", None),
                hour("15:00", Some(3.0)),
            ],
            quarters: vec![quarter("12:00", 0.0), quarter("12:15", 0.1), quarter("12:30", 0.5), quarter("12:45", 0.4)],
            ..Forecast::default()
        }
    }

    fn found(forecast: &Forecast, now: &str) -> Vec<(Timestamp, Timestamp, f64)> {
        steps(forecast, at(now)).into_iter().map(|step| (step.from, step.to, step.mm_per_hour)).collect()
    }

    #[test]
    fn quarter_hours_come_first_and_a_gap_ends_what_is_known() {
        let expected = vec![
            (at("12:15"), at("12:30"), 0.4),
            (at("12:30"), at("12:45"), 2.0),
            (at("12:45"), at("13:00"), 1.6),
            (at("13:00"), at("14:00"), 2.0),
        ];
        assert_eq!(found(&forecast(), "12:20"), expected);
    }

    #[test]
    fn a_curve_through_the_hours_says_nothing_about_quarters() {
        let curve = Forecast { quarters_interpolated: true, ..forecast() };
        assert_eq!(found(&curve, "12:20"), [(at("12:00"), at("13:00"), 1.0), (at("13:00"), at("14:00"), 2.0)]);
        assert_eq!(found(&curve, "14:20"), [], "the running hour is not known");
    }
}
