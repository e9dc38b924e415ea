//! What a forecast model says about the rain at a place that no radar reaches: when it begins and ends, in the steps of the model.

use jiff::{SignedDuration, Timestamp};

use super::report::RainMinute;
use super::summary::{RainState, RainSummary};
use crate::rainfall::{ForecastRain, LEAST_MM_PER_HOUR, RainIntensity, RainStep};

/// Quarter hours of more than this would be a long table.
const TABLE_QUARTERS: SignedDuration = SignedDuration::from_hours(2);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// `from` is empty while it rains, `to` while no end is in sight; without an intensity no rain is expected. No distance and no
/// minutes: a model has neither.
pub fn summary(rain: &ForecastRain) -> RainSummary {
    let nothing = RainSummary::of(RainState::NoRadar);
    let is_wet = |step: &RainStep| step.mm_per_hour >= LEAST_MM_PER_HOUR;
    let Some(first) = rain.steps.iter().position(is_wet) else { return nothing };
    let wet: Vec<&RainStep> = rain.steps[first..].iter().take_while(|step| is_wet(step)).collect();
    let is_end_known = first + wet.len() < rain.steps.len();
    let peak = wet.iter().map(|step| step.mm_per_hour).fold(0.0, f64::max);
    RainSummary {
        intensity: RainIntensity::of(if first == 0 { wet[0].mm_per_hour } else { peak }),
        from: (first > 0).then(|| wet[0].from),
        to: wet.last().filter(|_| is_end_known).map(|step| step.to),
        ..nothing
    }
}

/// The rows of the table: quarter hours for some time, hours as far as they are known.
pub fn next(rain: &ForecastRain, now: Timestamp) -> Vec<RainMinute> {
    let is_shown = |step: &&RainStep| step.to.duration_since(step.from) >= HOUR || step.from < now + TABLE_QUARTERS;
    let row = |step: &RainStep| RainMinute { time: step.from, mm_per_hour: (step.mm_per_hour * 10.0).round() / 10.0 };
    rain.steps.iter().take_while(is_shown).map(row).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(hour: i64) -> Timestamp {
        "2026-11-17T12:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hour)
    }

    fn hours(rates: &[f64]) -> ForecastRain {
        let step = |(index, rate): (usize, &f64)| {
            let from = at(index as i64);
            RainStep { from, to: from + HOUR, mm_per_hour: *rate }
        };
        ForecastRain {
            is_simulated: false,
            attribution: "Weather data by a model".to_owned(),
            url: None,
            fetched_at: at(0),
            steps: rates.iter().enumerate().map(step).collect(),
        }
    }

    #[test]
    fn rain_begins_and_ends_with_the_steps_of_the_model() {
        use RainIntensity::{Light, Moderate};
        let cases: [(&[f64], _, _, _); 5] = [
            (&[0.0, 0.0, 0.05], None, None, None),
            (&[0.0, 0.0, 0.5, 3.0, 0.0], Some(Moderate), Some(at(2)), Some(at(4))),
            (&[0.5, 3.0, 0.0], Some(Light), None, Some(at(2))),
            (&[0.5, 3.0, 1.0], Some(Light), None, None),
            (&[0.0, 1.0], Some(Light), Some(at(1)), None),
        ];
        for (rates, intensity, from, to) in cases {
            let found = summary(&hours(rates));
            assert_eq!((found.state, found.intensity), (RainState::NoRadar, intensity), "{rates:?}");
            assert_eq!((found.from, found.to, found.distance_km), (from, to, None), "{rates:?}");
        }
    }

    #[test]
    fn the_table_has_two_hours_of_quarters_or_all_hours() {
        assert_eq!(next(&hours(&[0.0, 0.26, 0.0, 0.0, 0.0, 0.0]), at(0)).len(), 6);
        let quarter = |index: i64| {
            let from = at(0) + SignedDuration::from_mins(15 * index);
            RainStep { from, to: from + SignedDuration::from_mins(15), mm_per_hour: 0.26 }
        };
        let quarters = ForecastRain { steps: (0..20).map(quarter).collect(), ..hours(&[]) };
        let rows = next(&quarters, at(0));
        assert_eq!((rows.len(), rows[0].mm_per_hour), (8, 0.3));
    }
}
