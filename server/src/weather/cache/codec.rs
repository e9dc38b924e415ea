//! A compact encoding of a forecast, for the cache and the database.
//!
//! Each variable of the hours and quarter hours is a column of integers, rounded to the displayed precision. A column is
//! written as deltas, zigzag-encoded as LEB128 varints. A version byte precedes everything, and zstd compresses the columns.

use anyhow::Context;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::weather::model::columns::{read_column, read_varint, write_column, write_varint};
use crate::weather::model::conditions::Sky;
use crate::weather::model::forecast::{Forecast, Hour, QuarterHour, Span, StepHours};
use crate::weather::model::rounding::{round_hour, to_decimals};

/// 10 % smaller than the faster levels, for data that is written once.
const ZSTD_LEVEL: i32 = 15;
/// The first byte; any other value is unreadable, and the forecast is fetched again. Never 0x28, with which the rows of
/// the unversioned format (zstd frames) began. To be increased with every change of the format.
const VERSION: u8 = 4;
/// Far above the size of a forecast: limits the memory a damaged row can claim.
const MAX_BYTES: usize = 1024 * 1024;

/// Everything except the columns.
#[derive(Serialize, Deserialize)]
struct Head {
    timezone: String,
    elevation: Option<f64>,
    now: Option<Hour>,
    hour_count: usize,
    quarter_count: usize,
    quarters_interpolated: bool,
    spans: Vec<Span>,
    /// The different skies of the hours; a column names them by their position here.
    skies: Vec<Sky>,
}

/// An hourly variable, stored as `value * scale / unit`.
struct Column {
    unit: f64,
    scale: f64,
    get: fn(&Hour) -> Option<f64>,
    set: fn(&mut Hour, Option<f64>),
}

macro_rules! column {
    ($field:ident, $unit:literal / $scale:literal) => {
        Column { unit: $unit, scale: $scale, get: |hour| hour.$field, set: |hour, value| hour.$field = value }
    };
}

/// With the precision to which [`round_hour`] rounds.
const COLUMNS: [Column; 18] = [
    Column {
        unit: 1.0,
        scale: 1.0,
        get: |hour| Some(f64::from(hour.step.0)),
        set: |hour, value| hour.step = value.map_or(StepHours::default(), |hours| StepHours(hours as u8)),
    },
    Column {
        unit: 1.0,
        scale: 1.0,
        get: |hour| hour.code.map(f64::from),
        set: |hour, value| hour.code = value.map(|code| code as u8),
    },
    column!(temperature, 1.0 / 10.0),
    column!(temperature_p10, 1.0 / 1.0),
    column!(temperature_p90, 1.0 / 1.0),
    column!(apparent, 1.0 / 10.0),
    column!(humidity, 1.0 / 1.0),
    column!(dew_point, 1.0 / 10.0),
    column!(precipitation, 1.0 / 100.0),
    column!(probability, 1.0 / 1.0),
    column!(snowfall, 1.0 / 100.0),
    column!(cloud, 1.0 / 1.0),
    column!(pressure, 1.0 / 10.0),
    column!(visibility, 100.0 / 1.0),
    column!(wind, 1.0 / 10.0),
    column!(gusts, 1.0 / 10.0),
    column!(direction, 10.0 / 1.0),
    column!(uv, 1.0 / 10.0),
];

pub fn pack(forecast: &Forecast) -> anyhow::Result<Vec<u8>> {
    let hours: Vec<Hour> = forecast.hours.iter().map(round_hour).collect();
    let mut skies: Vec<Sky> = Vec::new();
    for sky in hours.iter().filter_map(|hour| hour.sky) {
        if !skies.contains(&sky) {
            skies.push(sky);
        }
    }
    let position = |sky: Sky| skies.iter().position(|known| *known == sky).map(|position| position as i64);
    let head = serde_json::to_vec(&Head {
        timezone: forecast.timezone.clone(),
        elevation: forecast.elevation,
        now: forecast.now.as_ref().map(round_hour),
        hour_count: hours.len(),
        quarter_count: forecast.quarters.len(),
        quarters_interpolated: forecast.quarters_interpolated,
        spans: forecast.spans.clone(),
        skies: skies.clone(),
    })?;
    let mut bytes = Vec::with_capacity(head.len() + hours.len() * (COLUMNS.len() + 3));
    write_varint(&mut bytes, head.len() as u64);
    bytes.extend(head);
    let quarters = || forecast.quarters.iter();
    write_column(&mut bytes, quarters().map(|quarter| Some(quarter.time.as_second())));
    write_column(&mut bytes, quarters().map(|quarter| quarter.precipitation.map(to_hundredths)));
    write_column(&mut bytes, hours.iter().map(|hour| Some(hour.time.as_second())));
    write_column(&mut bytes, hours.iter().map(|hour| hour.sky.and_then(position)));
    for column in &COLUMNS {
        let steps = |value: f64| (value * column.scale / column.unit).round() as i64;
        write_column(&mut bytes, hours.iter().map(|hour| (column.get)(hour).map(steps)));
    }
    let mut packed = vec![VERSION];
    packed.extend(zstd::bulk::compress(&bytes, ZSTD_LEVEL)?);
    Ok(packed)
}

fn to_hundredths(amount: f64) -> i64 {
    (to_decimals(amount, 2) * 100.0).round() as i64
}

pub fn unpack(packed: &[u8]) -> anyhow::Result<Forecast> {
    let (version, compressed) = packed.split_first().context("empty forecast")?;
    anyhow::ensure!(*version == VERSION, "forecast of another version");
    let bytes = zstd::bulk::decompress(compressed, MAX_BYTES)?;
    let mut rest = bytes.as_slice();
    let length = read_varint(&mut rest)?;
    let (head, mut columns) = rest.split_at_checked(usize::try_from(length)?).context("truncated forecast")?;
    let head: Head = serde_json::from_slice(head)?;
    let quarters = read_quarters(&mut columns, head.quarter_count)?;
    let hours = read_hours(&mut columns, head.hour_count, &head.skies)?;
    anyhow::ensure!(columns.is_empty(), "trailing bytes after a forecast");
    Ok(Forecast {
        timezone: head.timezone,
        elevation: head.elevation,
        now: head.now,
        hours,
        quarters,
        quarters_interpolated: head.quarters_interpolated,
        spans: head.spans,
    })
}

fn read_quarters(columns: &mut &[u8], count: usize) -> anyhow::Result<Vec<QuarterHour>> {
    let times = read_column(columns, count)?;
    let amounts = read_column(columns, count)?;
    let quarter = |(time, amount): (Option<i64>, Option<i64>)| {
        let precipitation = amount.map(|hundredths| hundredths as f64 / 100.0);
        Ok(QuarterHour { time: read_time(time)?, precipitation })
    };
    times.into_iter().zip(amounts).map(quarter).collect()
}

fn read_hours(columns: &mut &[u8], count: usize, skies: &[Sky]) -> anyhow::Result<Vec<Hour>> {
    let times = read_column(columns, count)?;
    let positions = read_column(columns, count)?;
    let mut hours = Vec::with_capacity(times.len());
    for (time, position) in times.into_iter().zip(positions) {
        let sky = match position {
            Some(position) => Some(*skies.get(usize::try_from(position)?).context("unknown sky")?),
            None => None,
        };
        hours.push(Hour { time: read_time(time)?, sky, ..Hour::default() });
    }
    for column in &COLUMNS {
        let steps = read_column(columns, hours.len())?;
        for (hour, steps) in hours.iter_mut().zip(steps) {
            (column.set)(hour, steps.map(|steps| steps as f64 * column.unit / column.scale));
        }
    }
    Ok(hours)
}

fn read_time(seconds: Option<i64>) -> anyhow::Result<Timestamp> {
    Ok(Timestamp::from_second(seconds.context("a row without a time")?)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known(range: std::ops::Range<f64>) -> impl Strategy<Value = Option<f64>> {
        prop_oneof![1 => Just(None), 4 => range.prop_map(Some)]
    }

    fn versioned(bytes: &[u8]) -> Vec<u8> {
        [&[VERSION], zstd::bulk::compress(bytes, 1).unwrap().as_slice()].concat()
    }

    prop_compose! {
        fn any_hour()(
            (temperature, apparent, dew_point) in (known(-90.0..60.0), known(-90.0..60.0), known(-90.0..60.0)),
            (temperature_p10, temperature_p90) in (known(-90.0..60.0), known(-90.0..60.0)),
            (humidity, probability, cloud) in (known(0.0..100.0), known(0.0..100.0), known(0.0..100.0)),
            (precipitation, snowfall, uv) in (known(0.0..200.0), known(0.0..90.0), known(0.0..16.0)),
            (pressure, visibility) in (known(870.0..1085.0), known(0.0..70_000.0)),
            (wind, gusts, direction) in (known(0.0..80.0), known(0.0..110.0), known(0.0..360.0)),
            code in proptest::option::of(0..100_u8),
            step in 1..=6_u8,
            sky in prop_oneof![Just(None), Just(Some(Sky::Clear)), Just(Some(Sky::Overcast))],
        ) -> Hour {
            Hour {
                time: Timestamp::UNIX_EPOCH,
                step: StepHours(step),
                sky, code, temperature, temperature_p10, temperature_p90, apparent, humidity, dew_point,
                precipitation, probability, snowfall, cloud, pressure, visibility, wind, gusts, direction, uv,
            }
        }
    }

    #[test]
    fn another_version_is_not_misread() {
        let hours = vec![Hour { temperature: Some(3.0), ..Hour::default() }];
        let forecast = Forecast { timezone: "UTC".to_owned(), hours, ..Forecast::default() };
        let packed = pack(&forecast).unwrap();
        let mut bytes = zstd::bulk::decompress(&packed[1..], MAX_BYTES).unwrap();
        bytes.push(0);
        assert!(unpack(&versioned(&bytes)).is_err(), "a trailing column");
        assert!(unpack(&packed[1..]).is_err(), "the format without a version");
        let other = [&[VERSION + 1], &packed[1..]].concat();
        assert!(unpack(&other).is_err(), "a later version");
        assert!(unpack(&[]).is_err());
    }

    proptest! {
        #[test]
        fn unpacking_returns_the_rounded_forecast(
            mut hours in proptest::collection::vec(any_hour(), 0..40),
            steps in proptest::collection::vec(1..20_000_i64, 40),
            start in -2_000_000_000..4_000_000_000_i64,
        ) {
            let mut second = start;
            for (hour, step) in hours.iter_mut().zip(&steps) {
                second += step;
                hour.time = Timestamp::from_second(second).unwrap();
            }
            let forecast = Forecast {
                timezone: "Europe/Istanbul".to_owned(),
                elevation: Some(38.5),
                now: hours.first().map(|hour| Hour { step: StepHours::default(), ..hour.clone() }),
                quarters: vec![QuarterHour { time: Timestamp::UNIX_EPOCH, precipitation: Some(0.25) }],
                quarters_interpolated: true,
                spans: vec![Span { temperature_max: Some(-3.4), ..Span::default() }],
                hours,
            };
            let unpacked = unpack(&pack(&forecast).unwrap()).unwrap();
            prop_assert_eq!(&unpacked.hours, &forecast.hours.iter().map(round_hour).collect::<Vec<_>>());
            prop_assert_eq!(unpacked.now, forecast.now.as_ref().map(round_hour));
            prop_assert_eq!((unpacked.timezone, unpacked.elevation), (forecast.timezone, forecast.elevation));
            prop_assert_eq!((unpacked.quarters, unpacked.spans), (forecast.quarters, forecast.spans));
            prop_assert!(unpacked.quarters_interpolated);
        }

        #[test]
        fn damaged_bytes_are_rejected_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            let _ = unpack(&versioned(&bytes));
            prop_assert!(unpack(&bytes).is_err());
        }
    }
}
