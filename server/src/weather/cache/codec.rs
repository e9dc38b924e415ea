//! A forecast in few bytes, for memory and database: each variable of the hours is a column of small whole steps, of
//! which only the differences are written, and all of it is compressed.
//!
//! Rounded as it will be shown: digits nobody sees would be most of what is kept.

use anyhow::Context;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::weather::model::conditions::Sky;
use crate::weather::model::forecast::{DaySums, Forecast, Hour, Quarter};
use crate::weather::model::rounding::{round_hour, to_decimals};

/// A tenth smaller than the faster levels, for bytes that are written once.
const ZSTD_LEVEL: i32 = 15;
/// A forecast is far below this; a damaged row must not ask for all memory.
const MOST_BYTES: usize = 1024 * 1024;

/// All but the numbers of the hours.
#[derive(Serialize, Deserialize)]
struct Head {
    timezone: String,
    elevation: Option<f64>,
    now: Option<Hour>,
    quarters: Vec<Quarter>,
    days: Vec<DaySums>,
    skies: Vec<Option<Sky>>,
}

/// A variable of the hours, counted in steps: as many `units` as there are, `parts` of them a whole.
struct Column {
    units: f64,
    parts: f64,
    get: fn(&Hour) -> Option<f64>,
    set: fn(&mut Hour, Option<f64>),
}

macro_rules! column {
    ($field:ident, $units:literal / $parts:literal) => {
        Column { units: $units, parts: $parts, get: |hour| hour.$field, set: |hour, value| hour.$field = value }
    };
}

/// In the steps to which [`round_hour`] rounds.
const COLUMNS: [Column; 17] = [
    Column {
        units: 1.0,
        parts: 1.0,
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
    let quarter = |quarter: &Quarter| Quarter {
        time: quarter.time,
        precipitation: quarter.precipitation.map(|amount| to_decimals(amount, 2)),
    };
    let hours: Vec<Hour> = forecast.hours.iter().map(round_hour).collect();
    let head = serde_json::to_vec(&Head {
        timezone: forecast.timezone.clone(),
        elevation: forecast.elevation,
        now: forecast.now.as_ref().map(round_hour),
        quarters: forecast.quarters.iter().map(quarter).collect(),
        days: forecast.days.clone(),
        skies: hours.iter().map(|hour| hour.sky).collect(),
    })?;
    let mut bytes = Vec::with_capacity(head.len() + hours.len() * (COLUMNS.len() + 2));
    write_number(&mut bytes, head.len() as u64);
    bytes.extend(head);
    write_column(&mut bytes, hours.iter().map(|hour| Some(hour.time.as_second())));
    for column in &COLUMNS {
        let steps = |value: f64| (value * column.parts / column.units).round() as i64;
        write_column(&mut bytes, hours.iter().map(|hour| (column.get)(hour).map(steps)));
    }
    Ok(zstd::bulk::compress(&bytes, ZSTD_LEVEL)?)
}

pub fn unpack(packed: &[u8]) -> anyhow::Result<Forecast> {
    let bytes = zstd::bulk::decompress(packed, MOST_BYTES)?;
    let mut rest = bytes.as_slice();
    let length = read_number(&mut rest)?;
    let (head, mut columns) = rest.split_at_checked(usize::try_from(length)?).context("a forecast cut short")?;
    let head: Head = serde_json::from_slice(head)?;
    let mut hours = Vec::with_capacity(head.skies.len());
    let times = read_column(&mut columns, head.skies.len())?;
    for (sky, time) in head.skies.into_iter().zip(times) {
        let time = Timestamp::from_second(time.context("an hour without a time")?)?;
        hours.push(Hour { time, sky, ..Hour::default() });
    }
    for column in &COLUMNS {
        let steps = read_column(&mut columns, hours.len())?;
        for (hour, steps) in hours.iter_mut().zip(steps) {
            (column.set)(hour, steps.map(|steps| steps as f64 * column.units / column.parts));
        }
    }
    // Columns of another version: what was read so far may be theirs.
    anyhow::ensure!(columns.is_empty(), "more columns than a forecast has");
    Ok(Forecast {
        timezone: head.timezone,
        elevation: head.elevation,
        now: head.now,
        hours,
        quarters: head.quarters,
        days: head.days,
    })
}

/// Zero stands for what is not known, anything else for the way from the last known number.
fn write_column(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = Option<i64>>) {
    let mut last = 0;
    for number in numbers {
        let Some(number) = number else {
            bytes.push(0);
            continue;
        };
        let way = number - last;
        // To and fro in turn, so that small ways in either direction are small numbers.
        write_number(bytes, ((way << 1) ^ (way >> 63)) as u64 + 1);
        last = number;
    }
}

fn read_column(bytes: &mut &[u8], length: usize) -> anyhow::Result<Vec<Option<i64>>> {
    let mut last = 0_i64;
    (0..length)
        .map(|_| {
            let Some(way) = read_number(bytes)?.checked_sub(1) else { return Ok(None) };
            last = last.wrapping_add((way >> 1) as i64 ^ -((way & 1) as i64));
            Ok(Some(last))
        })
        .collect()
}

/// Seven bits a byte; the eighth says that more follow.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> anyhow::Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().context("a forecast cut short")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    anyhow::bail!("a number without an end")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known(range: std::ops::Range<f64>) -> impl Strategy<Value = Option<f64>> {
        prop_oneof![1 => Just(None), 4 => range.prop_map(Some)]
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
            sky in prop_oneof![Just(None), Just(Some(Sky::Clear)), Just(Some(Sky::Overcast))],
        ) -> Hour {
            Hour {
                time: Timestamp::UNIX_EPOCH,
                sky, code, temperature, temperature_p10, temperature_p90, apparent, humidity, dew_point,
                precipitation, probability, snowfall, cloud, pressure, visibility, wind, gusts, direction, uv,
            }
        }
    }

    #[test]
    fn a_version_with_more_columns_is_not_read_as_ours() {
        let hours = vec![Hour { temperature: Some(3.0), ..Hour::default() }];
        let forecast = Forecast { timezone: "UTC".to_owned(), hours, ..Forecast::default() };
        let mut bytes = zstd::bulk::decompress(&pack(&forecast).unwrap(), MOST_BYTES).unwrap();
        bytes.push(0);
        assert!(unpack(&zstd::bulk::compress(&bytes, 1).unwrap()).is_err());
    }

    proptest! {
        #[test]
        fn what_is_kept_is_what_would_have_been_shown(
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
                now: hours.first().cloned(),
                quarters: vec![Quarter { time: Timestamp::UNIX_EPOCH, precipitation: Some(0.25) }],
                days: vec![DaySums { temperature_max: Some(-3.4), ..DaySums::default() }],
                hours,
            };
            let kept = unpack(&pack(&forecast).unwrap()).unwrap();
            prop_assert_eq!(&kept.hours, &forecast.hours.iter().map(round_hour).collect::<Vec<_>>());
            prop_assert_eq!(kept.now, forecast.now.as_ref().map(round_hour));
            prop_assert_eq!((kept.timezone, kept.elevation), (forecast.timezone, forecast.elevation));
            prop_assert_eq!((kept.quarters, kept.days), (forecast.quarters, forecast.days));
        }

        #[test]
        fn damaged_bytes_are_refused_and_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            let _ = unpack(&zstd::bulk::compress(&bytes, 1).unwrap());
            prop_assert!(unpack(&bytes).is_err());
        }
    }
}
