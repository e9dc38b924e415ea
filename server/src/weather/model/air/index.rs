//! The European and the US air quality index, from concentrations in μg/m³.
//!
//! We compute both: providers change their bands at different times, and the same air would get different numbers.

use super::{Air, Pollutant};
use crate::air::{EuropeanLevel, UsLevel};

/// The worst of its pollutants decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    pub value: u32,
    pub main: Pollutant,
    /// By [`Pollutant::ALL`]; `None` where it is not known.
    pub pollutants: [Option<u32>; 5],
}

/// The index of the hour; `None` without particles or without any gas, because the worst could be missing.
pub fn european(air: &Air, hour: usize) -> Option<Index> {
    let concentrations = air.concentrations_at(hour);
    worst(Pollutant::ALL.map(|pollutant| {
        concentrations[pollutant as usize].map(|value| european_index(european_ends(pollutant), value))
    }))
}

/// The upper end of a band belongs to it.
pub fn european_level(index: u32) -> EuropeanLevel {
    match index {
        0..=20 => EuropeanLevel::Good,
        21..=40 => EuropeanLevel::Fair,
        41..=60 => EuropeanLevel::Moderate,
        61..=80 => EuropeanLevel::Poor,
        81..=100 => EuropeanLevel::VeryPoor,
        _ => EuropeanLevel::ExtremelyPoor,
    }
}

/// Particles count by their mean of 24 hours, ozone by that of 8 hours or by the hour, the others by the hour.
pub fn us(air: &Air, hour: usize) -> Option<Index> {
    let mean = |pollutant, hours| air.trailing_mean(pollutant, hour, hours);
    let hourly = |pollutant: Pollutant| air.concentrations_at(hour)[pollutant as usize];
    let value_of = |pollutant| match pollutant {
        Pollutant::Pm25 => mean(pollutant, 24).and_then(|value| PM25.index(value)),
        Pollutant::Pm10 => mean(pollutant, 24).and_then(|value| PM10.index(value)),
        Pollutant::NitrogenDioxide => hourly(pollutant).and_then(|value| NITROGEN_DIOXIDE.index(value / 1.88)),
        Pollutant::Ozone => {
            let long = mean(pollutant, 8).and_then(|value| OZONE_8H.index(value / 1.96));
            let short = hourly(pollutant).and_then(|value| OZONE_1H.index(value / 1.96));
            long.max(short)
        }
        Pollutant::SulphurDioxide => sulphur_dioxide(hourly(pollutant), mean(pollutant, 24)),
    };
    worst(Pollutant::ALL.map(value_of))
}

/// Above 304 ppb the mean of 24 hours counts, and 200 while that is lower.
fn sulphur_dioxide(hourly: Option<f64>, daily: Option<f64>) -> Option<u32> {
    let (hourly, daily) = (hourly? / 2.62, daily.map(|value| value / 2.62));
    if hourly < 305.0 {
        return SULPHUR_DIOXIDE_1H.index(hourly);
    }
    Some(daily.and_then(|value| SULPHUR_DIOXIDE_24H.index(value)).unwrap_or(200))
}

pub fn us_level(index: u32) -> UsLevel {
    match index {
        0..=50 => UsLevel::Good,
        51..=100 => UsLevel::Moderate,
        101..=150 => UsLevel::UnhealthySensitive,
        151..=200 => UsLevel::Unhealthy,
        201..=300 => UsLevel::VeryUnhealthy,
        _ => UsLevel::Hazardous,
    }
}

fn worst(pollutants: [Option<u32>; 5]) -> Option<Index> {
    let has_any = |of: [Pollutant; 2]| of.into_iter().any(|pollutant| pollutants[pollutant as usize].is_some());
    let is_enough =
        has_any([Pollutant::Pm25, Pollutant::Pm10]) && has_any([Pollutant::Ozone, Pollutant::NitrogenDioxide]);
    // The first of equal ones, in the fixed order of pollutants.
    let known = Pollutant::ALL.into_iter().zip(pollutants).rev();
    let (main, value) = known.filter_map(|(pollutant, value)| Some((pollutant, value?))).max_by_key(|one| one.1)?;
    is_enough.then_some(Index { value, main, pollutants })
}

/// The upper ends of the bands from good to very poor, in μg/m³ of the hour.
const fn european_ends(pollutant: Pollutant) -> [f64; 5] {
    match pollutant {
        Pollutant::Pm25 => [5.0, 15.0, 50.0, 90.0, 140.0],
        Pollutant::Pm10 => [15.0, 45.0, 120.0, 195.0, 270.0],
        Pollutant::NitrogenDioxide => [10.0, 25.0, 60.0, 100.0, 150.0],
        Pollutant::Ozone => [60.0, 100.0, 120.0, 160.0, 180.0],
        Pollutant::SulphurDioxide => [20.0, 40.0, 125.0, 190.0, 275.0],
    }
}

/// Twenty for each band, linear within it; the slope of the last one continues above it.
fn european_index(ends: [f64; 5], concentration: f64) -> u32 {
    let band = ends.iter().take(4).filter(|end| concentration > **end).count();
    let start = if band == 0 { 0.0 } else { ends[band - 1] };
    let share = (concentration - start) / (ends[band] - start);
    (20.0 * (band as f64 + share)).round() as u32
}

/// The breakpoints of one pollutant: EPA 454/B-24-002 (May 2024).
struct Breakpoints {
    /// Concentrations are cut to whole multiples of this.
    step: f64,
    /// The lowest and highest concentration of a band, and the same of the index.
    bands: &'static [(f64, f64, u32, u32)],
}

impl Breakpoints {
    /// `None` below the first band. The slope of the last one continues above it, without an end.
    fn index(&self, concentration: f64) -> Option<u32> {
        // A hundred-thousandth of a step: 35.4 is not 35.399999.
        let cut = ((concentration / self.step + 1e-5).floor()) * self.step;
        let band = self.bands.iter().take_while(|band| cut > band.0 - self.step / 2.0).last()?;
        let (low, high, index_low, index_high) = *band;
        let slope = f64::from(index_high - index_low) / (high - low);
        Some((f64::from(index_low) + slope * (cut - low)).round() as u32)
    }
}

const PM25: Breakpoints = Breakpoints {
    step: 0.1,
    bands: &[
        (0.0, 9.0, 0, 50),
        (9.1, 35.4, 51, 100),
        (35.5, 55.4, 101, 150),
        (55.5, 125.4, 151, 200),
        (125.5, 225.4, 201, 300),
        (225.5, 325.4, 301, 500),
    ],
};

const PM10: Breakpoints = Breakpoints {
    step: 1.0,
    bands: &[
        (0.0, 54.0, 0, 50),
        (55.0, 154.0, 51, 100),
        (155.0, 254.0, 101, 150),
        (255.0, 354.0, 151, 200),
        (355.0, 424.0, 201, 300),
        (425.0, 604.0, 301, 500),
    ],
};

/// In ppb, as all that follow.
const NITROGEN_DIOXIDE: Breakpoints = Breakpoints {
    step: 1.0,
    bands: &[
        (0.0, 53.0, 0, 50),
        (54.0, 100.0, 51, 100),
        (101.0, 360.0, 101, 150),
        (361.0, 649.0, 151, 200),
        (650.0, 1249.0, 201, 300),
        (1250.0, 2049.0, 301, 500),
    ],
};

const OZONE_8H: Breakpoints = Breakpoints {
    step: 1.0,
    bands: &[
        (0.0, 54.0, 0, 50),
        (55.0, 70.0, 51, 100),
        (71.0, 85.0, 101, 150),
        (86.0, 105.0, 151, 200),
        (106.0, 200.0, 201, 300),
    ],
};

/// Defined only for high concentrations.
const OZONE_1H: Breakpoints = Breakpoints {
    step: 1.0,
    bands: &[(125.0, 164.0, 101, 150), (165.0, 204.0, 151, 200), (205.0, 404.0, 201, 300), (405.0, 604.0, 301, 500)],
};

const SULPHUR_DIOXIDE_1H: Breakpoints = Breakpoints {
    step: 1.0,
    bands: &[(0.0, 35.0, 0, 50), (36.0, 75.0, 51, 100), (76.0, 185.0, 101, 150), (186.0, 304.0, 151, 200)],
};

const SULPHUR_DIOXIDE_24H: Breakpoints =
    Breakpoints { step: 1.0, bands: &[(305.0, 604.0, 201, 300), (605.0, 1004.0, 301, 500)] };

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The same air in every hour.
    fn steady(concentrations: [Option<f64>; 5]) -> Air {
        Air {
            fetched_at: jiff::Timestamp::UNIX_EPOCH,
            first_hour: jiff::Timestamp::UNIX_EPOCH,
            pollutants: concentrations.map(|value| vec![value; 24]),
            dust: vec![None; 24],
            smoke: vec![None; 24],
            pollen: std::array::from_fn(|_| vec![None; 24]),
        }
    }

    /// Open-Meteo's own index of each pollutant at Enschede on 3 October 2026, a recorded answer.
    #[test]
    fn the_european_index_agrees_with_a_recorded_answer() {
        let air = steady([Some(22.1), Some(28.2), Some(11.2), Some(42.0), Some(2.5)]);
        let index = european(&air, 23).unwrap();
        assert_eq!(index.pollutants.map(Option::unwrap), [44, 29, 22, 14, 3]);
        assert_eq!((index.value, index.main), (44, Pollutant::Pm25));
        assert_eq!(european_level(index.value), EuropeanLevel::Moderate);
    }

    /// ETC HE report 2024/17: the upper ends in μg/m³ of good, fair, moderate, poor and very poor.
    const EUROPEAN_ENDS: [(Pollutant, [f64; 5]); 5] = [
        (Pollutant::Pm25, [5.0, 15.0, 50.0, 90.0, 140.0]),
        (Pollutant::Pm10, [15.0, 45.0, 120.0, 195.0, 270.0]),
        (Pollutant::NitrogenDioxide, [10.0, 25.0, 60.0, 100.0, 150.0]),
        (Pollutant::Ozone, [60.0, 100.0, 120.0, 160.0, 180.0]),
        (Pollutant::SulphurDioxide, [20.0, 40.0, 125.0, 190.0, 275.0]),
    ];

    #[test]
    fn every_european_band_ends_where_the_report_says() {
        use EuropeanLevel::{ExtremelyPoor, Fair, Good, Moderate, Poor, VeryPoor};
        let levels = [Good, Fair, Moderate, Poor, VeryPoor, ExtremelyPoor];
        for (pollutant, ends) in EUROPEAN_ENDS {
            let mut concentrations = [Some(0.0); 5];
            let mut of = |concentration: f64| {
                concentrations[pollutant as usize] = Some(concentration);
                let index = european(&steady(concentrations), 23).unwrap();
                (index.value, european_level(index.value))
            };
            for (band, end) in ends.into_iter().enumerate() {
                let value = 20 * (band as u32 + 1);
                assert_eq!(of(end), (value, levels[band]), "{pollutant:?} {end}");
                // The index is rounded, so a wide band begins a little later.
                assert_eq!(of(end + 3.0).1, levels[band + 1], "{pollutant:?} above {end}");
            }
            assert_eq!(of(0.0), (0, Good), "{pollutant:?}");
            let width = ends[4] - ends[3];
            assert_eq!(of(ends[4] + width), (120, ExtremelyPoor), "the slope of the last band continues");
        }
    }

    /// A name, what is tested, its first category, and the concentrations of each.
    type Table<'a> = (&'a str, &'a Breakpoints, usize, &'a [(f64, f64)]);

    /// EPA 454/B-24-002, table 6: lowest and highest concentration of every category, with the index at both.
    /// Particles in μg/m³ over 24 hours, gases in ppb.
    #[test]
    fn every_us_breakpoint_has_the_published_index() {
        let ends = [(0, 50), (51, 100), (101, 150), (151, 200), (201, 300), (301, 500)];
        let tables: [Table; 7] = [
            (
                "PM2.5",
                &PM25,
                0,
                &[(0.0, 9.0), (9.1, 35.4), (35.5, 55.4), (55.5, 125.4), (125.5, 225.4), (225.5, 325.4)],
            ),
            (
                "PM10",
                &PM10,
                0,
                &[(0.0, 54.0), (55.0, 154.0), (155.0, 254.0), (255.0, 354.0), (355.0, 424.0), (425.0, 604.0)],
            ),
            (
                "NO2",
                &NITROGEN_DIOXIDE,
                0,
                &[(0.0, 53.0), (54.0, 100.0), (101.0, 360.0), (361.0, 649.0), (650.0, 1249.0), (1250.0, 2049.0)],
            ),
            ("O3, 8 h", &OZONE_8H, 0, &[(0.0, 54.0), (55.0, 70.0), (71.0, 85.0), (86.0, 105.0), (106.0, 200.0)]),
            ("O3, 1 h", &OZONE_1H, 2, &[(125.0, 164.0), (165.0, 204.0), (205.0, 404.0), (405.0, 604.0)]),
            ("SO2, 1 h", &SULPHUR_DIOXIDE_1H, 0, &[(0.0, 35.0), (36.0, 75.0), (76.0, 185.0), (186.0, 304.0)]),
            ("SO2, 24 h", &SULPHUR_DIOXIDE_24H, 4, &[(305.0, 604.0), (605.0, 1004.0)]),
        ];
        for (name, breakpoints, first, rows) in tables {
            for ((low, high), (index_low, index_high)) in rows.iter().zip(&ends[first..]) {
                assert_eq!(breakpoints.index(*low), Some(*index_low), "{name} {low}");
                assert_eq!(breakpoints.index(*high), Some(*index_high), "{name} {high}");
                // Concentrations are cut, not rounded.
                assert_eq!(breakpoints.index(high + breakpoints.step * 0.9), Some(*index_high), "{name} {high}");
            }
        }
        assert_eq!(OZONE_1H.index(124.9), None);
    }

    /// The examples of the same document: 35.9 μg/m³ is 102, 0.087 ppm of ozone over eight hours is 154.
    #[test]
    fn the_us_index_agrees_with_the_published_examples() {
        assert_eq!(PM25.index(35.9), Some(102));
        assert_eq!(OZONE_8H.index(87.5), Some(154));
    }

    #[test]
    fn each_us_category_ends_with_its_index() {
        use UsLevel::{Good, Hazardous, Moderate, Unhealthy, UnhealthySensitive, VeryUnhealthy};
        let levels = [0, 50, 51, 100, 101, 150, 151, 200, 201, 300, 301, 600].map(us_level);
        let expected = [Good, Moderate, UnhealthySensitive, Unhealthy, VeryUnhealthy, Hazardous];
        assert_eq!(levels, std::array::from_fn::<UsLevel, 12, _>(|index| expected[index / 2]));
    }

    #[test]
    fn sulphur_dioxide_above_304_ppb_counts_by_its_day() {
        let ppb = |value: f64| Some(value * 2.62);
        assert_eq!(sulphur_dioxide(ppb(304.0), ppb(900.0)), Some(200));
        assert_eq!(sulphur_dioxide(ppb(400.0), ppb(100.0)), Some(200));
        assert_eq!(sulphur_dioxide(ppb(400.0), ppb(604.5)), Some(300));
    }

    #[test]
    fn without_particles_or_without_any_gas_there_is_no_index() {
        assert_eq!(european(&steady([None, None, Some(1.0), Some(1.0), Some(1.0)]), 23), None);
        assert_eq!(us(&steady([Some(1.0), Some(1.0), None, None, Some(1.0)]), 23), None);
        assert!(european(&steady([Some(1.0), None, None, Some(1.0), None]), 23).is_some());
    }

    #[test]
    fn the_us_index_of_particles_needs_the_day_before() {
        let air = steady([Some(35.9), Some(20.0), Some(10.0), Some(50.0), Some(2.0)]);
        assert_eq!(us(&air, 22), None);
        let index = us(&air, 23).unwrap();
        assert_eq!((index.value, index.main), (102, Pollutant::Pm25));
        assert_eq!(us_level(index.value), UsLevel::UnhealthySensitive);
    }
}
