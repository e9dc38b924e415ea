//! A compact encoding of what was forecast and what the weather was, for the database: 44 bytes a day.

use anyhow::Context;
use jiff::civil::Date;

use crate::weather::model::accuracy::{DayValues, Factor, ForecastRecord, LEADS, MadeForecast, RecordedDay};
use crate::weather::model::ensemble::Spread;

/// To be increased with every change of the format; a record of another version begins again.
const VERSION: u8 = 1;
const UNKNOWN: i16 = i16::MIN;
/// Of a spread, in tenths: the widest that fits is 25.4 °C.
const NO_SPREAD: u8 = u8::MAX;
/// Marks a lead without a forecast; no factor is 0.
const NO_FORECAST: u8 = 0;
const VALUES_BYTES: usize = 6;
const FORECAST_BYTES: usize = VALUES_BYTES + 5;
/// The date, whether the weather is known, its values, the forecasts.
const DAY_BYTES: usize = 4 + 1 + VALUES_BYTES + LEADS.len() * FORECAST_BYTES;
const EPOCH: Date = jiff::civil::date(1970, 1, 1);

pub fn pack(record: &ForecastRecord) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + record.days.len() * DAY_BYTES);
    bytes.push(VERSION);
    for day in &record.days {
        bytes.extend(days_since_epoch(day.date).to_le_bytes());
        bytes.push(u8::from(day.truth.is_some()));
        push_values(&mut bytes, day.truth.unwrap_or_default());
        for forecast in day.forecasts {
            let made = forecast.unwrap_or_default();
            bytes.push(forecast.map_or(NO_FORECAST, |made| made.factor.0.max(1)));
            push_values(&mut bytes, made.values);
            for spread in [made.high_spread, made.low_spread] {
                bytes.extend(spread.map_or([NO_SPREAD; 2], |one| [one.below_tenths, one.above_tenths].map(narrow)));
            }
        }
    }
    bytes
}

pub fn unpack(packed: &[u8]) -> anyhow::Result<ForecastRecord> {
    let (version, rest) = packed.split_first().context("empty record")?;
    anyhow::ensure!(*version == VERSION, "record of another version");
    anyhow::ensure!(rest.len() % DAY_BYTES == 0, "truncated record");
    let days = rest.chunks_exact(DAY_BYTES).map(read_day).collect::<anyhow::Result<_>>()?;
    Ok(ForecastRecord { days })
}

fn read_day(row: &[u8]) -> anyhow::Result<RecordedDay> {
    let (date, row) = row.split_first_chunk::<4>().context("truncated day")?;
    let date = EPOCH.checked_add(jiff::Span::new().try_days(i32::from_le_bytes(*date))?)?;
    let (is_known, row) = row.split_first().context("truncated day")?;
    let (truth, row) = row.split_at(VALUES_BYTES);
    let mut day = RecordedDay::new(date);
    day.truth = (*is_known == 1).then(|| read_values(truth));
    for (forecast, bytes) in day.forecasts.iter_mut().zip(row.chunks_exact(FORECAST_BYTES)) {
        let (factor, values, spreads) = (bytes[0], &bytes[1..=VALUES_BYTES], &bytes[1 + VALUES_BYTES..]);
        let spread = |below: u8, above: u8| {
            let known = below != NO_SPREAD || above != NO_SPREAD;
            known.then_some(Spread { below_tenths: u16::from(below), above_tenths: u16::from(above) })
        };
        *forecast = (factor != NO_FORECAST).then(|| MadeForecast {
            values: read_values(values),
            high_spread: spread(spreads[0], spreads[1]),
            low_spread: spread(spreads[2], spreads[3]),
            factor: Factor(factor),
        });
    }
    Ok(day)
}

fn push_values(bytes: &mut Vec<u8>, values: DayValues) {
    for value in [values.high, values.low, values.precipitation] {
        bytes.extend(value.unwrap_or(UNKNOWN).to_le_bytes());
    }
}

fn read_values(bytes: &[u8]) -> DayValues {
    let at = |index: usize| {
        let number = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
        (number != UNKNOWN).then_some(number)
    };
    DayValues { high: at(0), low: at(1), precipitation: at(2) }
}

fn narrow(tenths: u16) -> u8 {
    u8::try_from(tenths).unwrap_or(u8::MAX).min(NO_SPREAD - 1)
}

fn days_since_epoch(date: Date) -> i32 {
    date.since(EPOCH).map_or(0, |span| span.get_days())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::weather::model::accuracy::MAX_DAYS;

    #[test]
    fn unpacking_returns_the_record() {
        let mut record = ForecastRecord::default();
        record.add_truth(date(2026, 3, 29), DayValues { high: Some(-123), low: Some(-250), precipitation: None });
        let made = MadeForecast {
            values: DayValues { high: Some(-120), low: None, precipitation: Some(4321) },
            high_spread: Some(Spread { below_tenths: 0, above_tenths: 254 }),
            low_spread: None,
            factor: Factor::new(1.62),
        };
        record.add_forecasts(date(2026, 3, 28), [Some(made), None, Some(MadeForecast::default())]);
        let packed = pack(&record);
        assert_eq!(unpack(&packed).unwrap(), record);
        assert!(unpack(&packed[..packed.len() - 1]).is_err());
        assert!(unpack(&[2]).is_err() && unpack(&[]).is_err());
        assert_eq!(unpack(&pack(&ForecastRecord::default())).unwrap(), ForecastRecord::default());
    }

    /// The number in docs/weather.md.
    #[test]
    fn the_record_of_a_cell_stays_below_two_kilobytes() {
        assert_eq!(1 + MAX_DAYS * DAY_BYTES, 1585);
    }
}
