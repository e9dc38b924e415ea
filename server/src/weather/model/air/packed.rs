//! The air of a cell as compact bytes, for memory and the database: a version, then compressed columns of tenths.
//!
//! Every cached report keeps its air until it is rendered again. As numbers it would be 28 kB per place, packed it is about
//! one.

use anyhow::Context;
use jiff::Timestamp;

use super::{Air, Series};
use crate::weather::model::columns::{read_column, read_varint, write_column, write_varint};

/// To be increased with every change of the format; another version is unreadable, and the air is fetched again.
const VERSION: u8 = 2;
const LEVEL: i32 = 3;
/// Thirteen columns of six days are 19 kB at most.
const MAX_BYTES: usize = 64 * 1024;

#[derive(Debug, Clone, PartialEq)]
pub struct PackedAir {
    pub fetched_at: Timestamp,
    pub hours: Box<[u8]>,
}

impl PackedAir {
    pub fn pack(air: &Air) -> anyhow::Result<PackedAir> {
        let mut columns = Vec::new();
        write_varint(&mut columns, u64::try_from(air.first_hour.as_second())?);
        let count = air.hour_count();
        write_varint(&mut columns, count as u64);
        for series in air.pollutants.iter().chain([&air.dust, &air.smoke]).chain(&air.pollen) {
            let known = (0..count).map(|hour| series.get(hour).copied().flatten());
            write_column(&mut columns, known.map(|value| value.map(|value| (value * 10.0).round() as i64)));
        }
        let hours = [&[VERSION], zstd::bulk::compress(&columns, LEVEL)?.as_slice()].concat();
        Ok(PackedAir { fetched_at: air.fetched_at, hours: hours.into() })
    }

    /// Whether this version can read it.
    pub fn is_readable(&self) -> bool {
        self.hours.first() == Some(&VERSION)
    }

    pub fn unpack(&self) -> anyhow::Result<Air> {
        anyhow::ensure!(self.is_readable(), "air of another version");
        let compressed = self.hours.get(1..).context("empty air")?;
        let bytes = zstd::bulk::decompress(compressed, MAX_BYTES)?;
        let mut columns = bytes.as_slice();
        let first_hour = Timestamp::from_second(i64::try_from(read_varint(&mut columns)?)?)?;
        let count = usize::try_from(read_varint(&mut columns)?)?;
        let mut series = || -> anyhow::Result<Series> {
            let tenths = read_column(&mut columns, count)?;
            Ok(tenths.into_iter().map(|tenths| tenths.map(|tenths| tenths as f64 / 10.0)).collect())
        };
        let mut pollutants: [Series; 5] = Default::default();
        for pollutant in &mut pollutants {
            *pollutant = series()?;
        }
        let (dust, smoke) = (series()?, series()?);
        let mut pollen: [Series; 6] = Default::default();
        for species in &mut pollen {
            *species = series()?;
        }
        Ok(Air { fetched_at: self.fetched_at, first_hour, pollutants, dust, smoke, pollen })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_returns_the_air_in_tenths_and_nothing_else() {
        let at = Timestamp::from_second(1_790_000_400).unwrap();
        let air = Air {
            fetched_at: at,
            first_hour: at,
            pollutants: std::array::from_fn(|index| vec![Some(index as f64 + 0.1), None, Some(1_234.5)]),
            dust: vec![None, Some(0.0), Some(3.0)],
            smoke: vec![Some(7.5), None, Some(0.0)],
            pollen: std::array::from_fn(|_| vec![Some(0.0), Some(12.3), None]),
        };
        let packed = PackedAir::pack(&air).unwrap();
        assert_eq!(packed.unpack().unwrap(), air);
        let damaged = |hours: Vec<u8>| PackedAir { hours: hours.into(), ..packed.clone() }.unpack();
        let whole = &packed.hours;
        assert!(damaged(whole[..whole.len() - 1].to_vec()).is_err());
        assert!(damaged([&[VERSION + 1], &whole[1..]].concat()).is_err());
        assert!(damaged(Vec::new()).is_err() && damaged(vec![VERSION]).is_err());
    }
}
