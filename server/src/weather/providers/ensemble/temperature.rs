//! The band of a day's high and low from the means and standard deviations of two models.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::weather::astronomy::sun::local_day;
use crate::weather::model::ensemble::Spread;

/// The 90th percentile of a normal distribution, in standard deviations.
const Z90: f64 = 1.2816;
/// Raw ensembles are too narrow near the ground: no standard deviation is smaller than this, today and tomorrow and from
/// the third day on (°C, our choice).
const MIN_DEVIATION_SOON: f64 = 0.7;
const MIN_DEVIATION_LATER: f64 = 1.0;
const SOON_DAYS: usize = 2;
/// Hours of a day that may be missing: one when clocks change, one at the end of the horizon.
const MAX_MISSING_HOURS: i64 = 2;
/// A model that ends before the others loses its weight over its last hours, so that the band has no step.
const FADE_SECONDS: f64 = 36.0 * 3600.0;
const HOUR: i64 = 3600;

/// Second, mean, standard deviation.
pub type MeanHour = (i64, f64, f64);

/// Means and standard deviations of one model by hour.
pub struct Means {
    /// Ascending.
    pub hours: Vec<MeanHour>,
}

/// The spreads of the high and the low of a day; the first day is 0.
pub fn spreads(models: &[Means], date: Date, day_index: usize, zone: &TimeZone) -> (Option<Spread>, Option<Spread>) {
    let (start, end) = local_day(date, zone);
    let known: Vec<(&Means, &[MeanHour])> = models
        .iter()
        .map(|model| (model, between(&model.hours, start, end)))
        .filter(|(_, hours)| hours.len() as i64 >= (end - start) / HOUR - MAX_MISSING_HOURS)
        .collect();
    let spread = |is_better: fn(f64, f64) -> bool| {
        let extremes: Vec<Extreme> =
            known.iter().filter_map(|(model, hours)| extreme(model, hours, is_better)).collect();
        mixture(&extremes, day_index)
    };
    (spread(|one, best| one > best), spread(|one, best| one < best))
}

struct Extreme {
    mean: f64,
    deviation: f64,
    weight: f64,
}

/// The hour of the highest or lowest mean: the members differ little in when they reach it.
fn extreme(model: &Means, hours: &[MeanHour], is_better: fn(f64, f64) -> bool) -> Option<Extreme> {
    let (second, mean, deviation) =
        *hours.iter().reduce(|best, one| if is_better(one.1, best.1) { one } else { best })?;
    let last = model.hours.last()?.0;
    let weight = ((last - second) as f64 / FADE_SECONDS).clamp(0.01, 1.0);
    Some(Extreme { mean, deviation, weight })
}

/// Of the mixture of the models: what they disagree about widens the band.
fn mixture(extremes: &[Extreme], day_index: usize) -> Option<Spread> {
    let total: f64 = extremes.iter().map(|one| one.weight).sum();
    if extremes.is_empty() {
        return None;
    }
    let mean = extremes.iter().map(|one| one.weight * one.mean).sum::<f64>() / total;
    let variance = extremes.iter().map(|one| one.weight * (one.deviation.powi(2) + (one.mean - mean).powi(2)));
    let minimum = if day_index < SOON_DAYS { MIN_DEVIATION_SOON } else { MIN_DEVIATION_LATER };
    let deviation = (variance.sum::<f64>() / total).sqrt().max(minimum);
    Some(Spread::new(Z90 * deviation, Z90 * deviation))
}

fn between(hours: &[MeanHour], start: i64, end: i64) -> &[MeanHour] {
    let first = hours.partition_point(|hour| hour.0 < start);
    let last = hours.partition_point(|hour| hour.0 < end);
    &hours[first..last.max(first)]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const DATE: Date = jiff::civil::date(2026, 6, 10);
    const MIDNIGHT: i64 = 1_781_049_600;

    fn model(first_hour: i64, hours: i64, mean: f64, deviation: f64) -> Means {
        let at = |hour: i64| (MIDNIGHT + hour * HOUR, if hour % 24 == 15 { mean } else { mean - 5.0 }, deviation);
        Means { hours: (first_hour..first_hour + hours).map(at).collect() }
    }

    fn above(models: &[Means], day_index: usize) -> Option<f64> {
        spreads(models, DATE, day_index, &TimeZone::UTC).0.map(Spread::above)
    }

    /// 1.2816 × √(2² + 1²) = 2.87, from two models whose highs are 2 °C apart.
    #[test]
    fn disagreement_between_the_models_widens_the_band() {
        assert_eq!(above(&[model(0, 72, 20.0, 2.0)], 5), Some(2.6));
        assert_eq!(above(&[model(0, 72, 20.0, 2.0), model(0, 72, 22.0, 2.0)], 5), Some(2.9));
    }

    #[test]
    fn a_band_is_never_narrower_than_the_models_err_near_the_ground() {
        assert_eq!(above(&[model(0, 72, 20.0, 0.1)], 1), Some(0.9));
        assert_eq!(above(&[model(0, 72, 20.0, 0.1)], 2), Some(1.3));
    }

    #[test]
    fn a_model_without_the_whole_day_is_silent() {
        assert_eq!(above(&[model(0, 22, 20.0, 2.0)], 0), Some(2.6), "two hours may be missing");
        assert_eq!(above(&[model(0, 21, 20.0, 2.0)], 0), None);
        assert_eq!(above(&[model(3, 60, 20.0, 2.0)], 0), None, "a run that begins at three");
        assert_eq!(above(&[], 0), None);
    }

    #[test]
    fn a_model_that_ends_fades_out() {
        let pair = |hours| above(&[model(0, 72, 20.0, 2.0), model(0, hours, 20.0, 6.0)], 5).unwrap();
        assert_eq!(pair(72), 5.7, "1.2816 × √((2² + 6²) / 2)");
        // Ten hours before its end the second model has a weight of 10/36.
        assert_eq!(pair(26), 4.2, "1.2816 × √((2² + 0.28 × 6²) / 1.28)");
    }

    #[test]
    fn a_day_on_which_clocks_change_has_its_own_hours() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let date = jiff::civil::date(2026, 10, 25);
        let midnight = local_day(date, &zone).0;
        let hours = (0..25).map(|hour| (midnight + hour * HOUR, 10.0 + hour as f64, 2.0)).collect::<Vec<_>>();
        let spread = |hours: &[MeanHour]| spreads(&[Means { hours: hours.to_vec() }], date, 5, &zone).0;
        assert!(spread(&hours).is_some());
        assert!(spread(&hours[..22]).is_none(), "of twenty-five");
    }
}
