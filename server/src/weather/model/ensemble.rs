//! How certain each day is, from an ensemble of model runs: a few small numbers, computed once when it is fetched.

use jiff::{Timestamp, civil::Date};

/// Amounts of precipitation in a day whose probability is kept, in millimetres.
pub const AMOUNTS: [f64; 4] = [0.2, 1.0, 5.0, 10.0];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ensemble {
    pub fetched_at: Timestamp,
    /// When the next model run is expected.
    pub fresh_until: Timestamp,
    /// Ascending.
    pub days: Vec<EnsembleDay>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnsembleDay {
    pub date: Date,
    pub high: Option<Spread>,
    pub low: Option<Spread>,
    pub precipitation: Option<Amounts>,
    pub wind: Option<Spread>,
}

/// How far the 10th and the 90th percentile are from the centre of the ensemble. The centre itself is not kept: the
/// forecast comes from a finer model, and the band is drawn around that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    pub below_tenths: u16,
    pub above_tenths: u16,
}

/// Precipitation of a day over the members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    pub p10_tenths: u16,
    pub p50_tenths: u16,
    pub p90_tenths: u16,
    pub members: u16,
    /// How many members reach each of [`AMOUNTS`].
    pub reaching: [u16; AMOUNTS.len()],
}

impl Ensemble {
    pub fn day(&self, date: Date) -> Option<&EnsembleDay> {
        self.days.iter().find(|day| day.date == date)
    }
}

impl EnsembleDay {
    pub fn is_empty(&self) -> bool {
        self.high.is_none() && self.low.is_none() && self.precipitation.is_none() && self.wind.is_none()
    }
}

impl Spread {
    pub fn new(below: f64, above: f64) -> Spread {
        Spread { below_tenths: tenths(below), above_tenths: tenths(above) }
    }

    /// Wider or narrower on both sides.
    pub fn scaled(self, factor: f64) -> Spread {
        Spread::new(self.below() * factor, self.above() * factor)
    }

    pub fn below(self) -> f64 {
        f64::from(self.below_tenths) / 10.0
    }

    pub fn above(self) -> f64 {
        f64::from(self.above_tenths) / 10.0
    }
}

impl Amounts {
    /// The percentiles of the sums of a day, and how many reach each of [`AMOUNTS`].
    pub fn of(sums: &[f64]) -> Option<Amounts> {
        let mut sorted = sums.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share| quantile(&sorted, share).map(tenths);
        let reaching = |amount: f64| u16::try_from(sorted.iter().filter(|sum| **sum >= amount).count()).unwrap_or(0);
        Some(Amounts {
            p10_tenths: at(0.1)?,
            p50_tenths: at(0.5)?,
            p90_tenths: at(0.9)?,
            members: u16::try_from(sorted.len()).ok()?,
            reaching: AMOUNTS.map(reaching),
        })
    }

    pub fn p10(self) -> f64 {
        f64::from(self.p10_tenths) / 10.0
    }

    pub fn p50(self) -> f64 {
        f64::from(self.p50_tenths) / 10.0
    }

    pub fn p90(self) -> f64 {
        f64::from(self.p90_tenths) / 10.0
    }

    /// The probability of each of [`AMOUNTS`] in percent, in steps of five. Never none or all: thirty members cannot
    /// rule anything out.
    pub fn percents(self) -> [f64; AMOUNTS.len()] {
        self.reaching.map(|count| {
            let share = (f64::from(count) + 0.5) / (f64::from(self.members) + 1.0);
            ((share * 20.0).round() * 5.0).clamp(5.0, 95.0)
        })
    }
}

/// A quantile of sorted values by linear interpolation (Hyndman and Fan, type 7).
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let position = sorted.len().checked_sub(1)? as f64 * share;
    let (low, high) = (sorted.get(position.floor() as usize)?, sorted.get(position.ceil() as usize)?);
    Some(low + (high - low) * position.fract())
}

fn tenths(value: f64) -> u16 {
    // A cast of a float saturates: negative numbers become 0.
    (value * 10.0).round() as u16
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// numpy.quantile([0, 1, 4, 9, 16], q), whose default is type 7.
    #[test]
    fn quantiles_are_those_of_type_seven() {
        let values = [0.0, 1.0, 4.0, 9.0, 16.0];
        for (share, expected) in [(0.0, 0.0), (0.1, 0.4), (0.25, 1.0), (0.5, 4.0), (0.9, 13.2), (1.0, 16.0)] {
            let found = quantile(&values, share).unwrap();
            assert!((found - expected).abs() < 1e-9, "{share}: {found}");
        }
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
    }

    #[test]
    fn a_probability_counts_members_and_is_never_none_or_all() {
        let sums: Vec<f64> = (0..31).map(|member| if member < 12 { 1.0 } else { 0.0 }).collect();
        let amounts = Amounts::of(&sums).unwrap();
        assert_eq!((amounts.members, amounts.reaching), (31, [12, 12, 0, 0]));
        // (12 + 0.5) / 32 = 39 %; none of 31 is 1.6 %.
        assert_eq!(amounts.percents(), [40.0, 40.0, 5.0, 5.0]);
        assert_eq!(Amounts::of(&[20.0; 31]).unwrap().percents(), [95.0; 4]);
    }
}
