//! Air quality and pollen of a cell, hour by hour, as the model of its source has them.

mod index;
mod packed;
mod pollen;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

pub use index::{Index, european, european_level, us, us_level};
pub use packed::PackedAir;
pub use pollen::pollen_level;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pollutant {
    #[serde(rename = "pm2_5")]
    Pm25,
    Pm10,
    NitrogenDioxide,
    Ozone,
    SulphurDioxide,
}

impl Pollutant {
    pub const ALL: [Pollutant; 5] =
        [Pollutant::Pm25, Pollutant::Pm10, Pollutant::NitrogenDioxide, Pollutant::Ozone, Pollutant::SulphurDioxide];
}

/// One value per hour from `first_hour` on; `None` where the model has none.
pub type Series = Vec<Option<f64>>;

#[derive(Debug, Clone, PartialEq)]
pub struct Air {
    pub fetched_at: Timestamp,
    pub first_hour: Timestamp,
    /// In μg/m³, by [`Pollutant::ALL`].
    pub pollutants: [Series; 5],
    /// Desert dust, in μg/m³.
    pub dust: Series,
    /// Particles from wildfires, in μg/m³; unknown outside Europe.
    pub smoke: Series,
    /// In grains per m³, by `Species::ALL`. Only values outside the area of the model are unknown: zero is no pollen.
    pub pollen: [Series; 6],
}

/// Poor sight in dry air with so much dust or fine particles is haze (μg/m³, our choice).
const HAZE_DUST: f64 = 50.0;
const HAZE_PM25: f64 = 35.0;

impl Air {
    pub fn hour_count(&self) -> usize {
        self.pollutants.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// The hour that contains `time`.
    pub fn index_of(&self, time: Timestamp) -> Option<usize> {
        let seconds = time.as_second() - self.first_hour.as_second();
        usize::try_from(seconds.div_euclid(3600)).ok().filter(|index| *index < self.hour_count())
    }

    pub fn time_of(&self, index: usize) -> Timestamp {
        let seconds = self.first_hour.as_second() + 3600 * i64::try_from(index).unwrap_or_default();
        Timestamp::from_second(seconds).unwrap_or(self.first_hour)
    }

    pub fn concentrations_at(&self, index: usize) -> [Option<f64>; 5] {
        std::array::from_fn(|pollutant| value_at(&self.pollutants[pollutant], index))
    }

    pub fn pollen_at(&self, index: usize) -> [Option<f64>; 6] {
        std::array::from_fn(|species| value_at(&self.pollen[species], index))
    }

    pub fn dust_at(&self, index: usize) -> Option<f64> {
        value_at(&self.dust, index)
    }

    pub fn smoke_at(&self, index: usize) -> Option<f64> {
        value_at(&self.smoke, index)
    }

    /// Whether there is enough dust or smoke in the air to impair the sight.
    pub fn is_hazy_at(&self, time: Timestamp) -> bool {
        self.index_of(time).is_some_and(|hour| {
            let fine = self.concentrations_at(hour)[Pollutant::Pm25 as usize];
            self.dust_at(hour).is_some_and(|dust| dust >= HAZE_DUST) || fine.is_some_and(|fine| fine >= HAZE_PM25)
        })
    }

    /// The mean of a pollutant over the hours that end with `index`; `None` unless three in four of them are known.
    pub fn trailing_mean(&self, pollutant: Pollutant, index: usize, hours: usize) -> Option<f64> {
        let first = (index + 1).checked_sub(hours)?;
        mean(self.pollutants[pollutant as usize].get(first..=index)?)
    }
}

fn value_at(series: &Series, index: usize) -> Option<f64> {
    series.get(index).copied().flatten()
}

/// `None` unless three in four values are known.
pub fn mean(values: &[Option<f64>]) -> Option<f64> {
    let (known, sum) = values.iter().flatten().fold((0, 0.0), |(known, sum), value| (known + 1, sum + value));
    let is_enough = known > 0 && known * 4 >= values.len() * 3;
    is_enough.then(|| sum / known as f64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn haze_needs_fifty_of_dust_or_thirty_five_of_fine_particles() {
        let at = |dust: Option<f64>, fine: Option<f64>| {
            let mut pollutants: [Series; 5] = Default::default();
            pollutants[Pollutant::Pm25 as usize] = vec![fine];
            let (fetched_at, first_hour) = (Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH);
            let dust = vec![dust];
            let air =
                Air { fetched_at, first_hour, pollutants, dust, smoke: Series::new(), pollen: Default::default() };
            air.is_hazy_at(Timestamp::UNIX_EPOCH)
        };
        assert!(at(Some(50.0), None) && at(None, Some(35.0)));
        assert!(!at(Some(49.9), Some(34.9)) && !at(None, None));
    }

    #[test]
    fn a_mean_needs_three_in_four_values() {
        assert_eq!(mean(&[Some(1.0), Some(2.0), Some(3.0), None]), Some(2.0));
        assert_eq!(mean(&[Some(1.0), Some(2.0), None, None]), None);
        assert_eq!(mean(&[]), None);
    }
}
