//! A compact encoding of an ensemble, for the database: a version, the first date, then sixteen-bit numbers by day.

use anyhow::Context;
use jiff::civil::Date;

use crate::weather::model::ensemble::{AMOUNTS, Amounts, EnsembleDay, Spread};

/// To be increased with every change of the format; another version is unreadable, and the ensemble is fetched again.
const VERSION: u8 = 1;
const UNKNOWN: u16 = u16::MAX;
/// The date as days after the first, then high, low, precipitation and wind.
const NUMBERS: usize = 1 + 2 + 2 + 4 + AMOUNTS.len() + 2;
const EPOCH: Date = jiff::civil::date(1970, 1, 1);

pub fn pack(days: &[EnsembleDay]) -> Vec<u8> {
    let first = days.first().map_or(EPOCH, |day| day.date);
    let mut bytes = vec![VERSION];
    bytes.extend(days_after(EPOCH, first).to_le_bytes());
    for day in days {
        let mut numbers = vec![u16::try_from(days_after(first, day.date)).unwrap_or(UNKNOWN)];
        let spread = |spread: Option<Spread>| spread.map_or([UNKNOWN; 2], |one| [one.below_tenths, one.above_tenths]);
        numbers.extend(spread(day.high));
        numbers.extend(spread(day.low));
        match day.precipitation {
            Some(amounts) => {
                numbers.extend([amounts.p10_tenths, amounts.p50_tenths, amounts.p90_tenths, amounts.members]);
                numbers.extend(amounts.reaching);
            }
            None => numbers.extend([UNKNOWN; 4 + AMOUNTS.len()]),
        }
        numbers.extend(spread(day.wind));
        bytes.extend(numbers.into_iter().flat_map(u16::to_le_bytes));
    }
    bytes
}

pub fn unpack(packed: &[u8]) -> anyhow::Result<Vec<EnsembleDay>> {
    let (version, rest) = packed.split_first().context("empty ensemble")?;
    anyhow::ensure!(*version == VERSION, "ensemble of another version");
    let (first, rest) = rest.split_first_chunk::<4>().context("truncated ensemble")?;
    let first = EPOCH.checked_add(jiff::Span::new().try_days(i32::from_le_bytes(*first))?)?;
    anyhow::ensure!(rest.len() % (NUMBERS * 2) == 0, "truncated ensemble");
    rest.chunks_exact(NUMBERS * 2).map(|row| read_day(first, row)).collect()
}

fn read_day(first: Date, row: &[u8]) -> anyhow::Result<EnsembleDay> {
    let mut numbers = [UNKNOWN; NUMBERS];
    for (number, bytes) in numbers.iter_mut().zip(row.chunks_exact(2)) {
        *number = u16::from_le_bytes([bytes[0], bytes[1]]);
    }
    let [days, high_below, high_above, low_below, low_above, p10, p50, p90, members, ..] = numbers;
    let [.., wind_below, wind_above] = numbers;
    let spread =
        |below_tenths, above_tenths| (above_tenths != UNKNOWN).then_some(Spread { below_tenths, above_tenths });
    let mut reaching = [0; AMOUNTS.len()];
    reaching.copy_from_slice(&numbers[9..9 + AMOUNTS.len()]);
    let amounts = Amounts { p10_tenths: p10, p50_tenths: p50, p90_tenths: p90, members, reaching };
    Ok(EnsembleDay {
        date: first.checked_add(jiff::Span::new().try_days(i64::from(days))?)?,
        high: spread(high_below, high_above),
        low: spread(low_below, low_above),
        precipitation: (members != UNKNOWN).then_some(amounts),
        wind: spread(wind_below, wind_above),
    })
}

fn days_after(first: Date, date: Date) -> i32 {
    first.until(date).map_or(0, |span| span.get_days())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_returns_the_days_and_nothing_else() {
        let date = jiff::civil::date(2026, 12, 30);
        let later = date.checked_add(jiff::Span::new().days(3)).unwrap();
        let days = [
            EnsembleDay {
                date,
                high: Some(Spread::new(1.2, 1.3)),
                low: None,
                precipitation: Amounts::of(&[0.0, 0.4, 12.5]),
                wind: Some(Spread::new(0.0, 2.5)),
            },
            EnsembleDay { date: later, high: None, low: Some(Spread::new(2.0, 3.0)), precipitation: None, wind: None },
        ];
        let packed = pack(&days);
        assert_eq!(unpack(&packed).unwrap(), days);
        assert!(unpack(&packed[..packed.len() - 1]).is_err());
        assert!(unpack(&[&[VERSION + 1], &packed[1..]].concat()).is_err());
        assert!(unpack(&[]).is_err() && unpack(&[VERSION, 0]).is_err());
    }
}
