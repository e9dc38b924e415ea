//! Columns of integers as compact bytes: deltas, zigzag-encoded as LEB128 varints.

use anyhow::Context;

/// Zero is an unknown value; anything else is one more than the zigzag-encoded delta from the last known value.
pub fn write_column(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = Option<i64>>) {
    let mut last = 0;
    for number in numbers {
        let Some(number) = number else {
            bytes.push(0);
            continue;
        };
        let delta = number - last;
        // Zigzag: 0, -1, 1, -2, … become 0, 1, 2, 3, …, so that small negative deltas stay short.
        write_varint(bytes, ((delta << 1) ^ (delta >> 63)) as u64 + 1);
        last = number;
    }
}

pub fn read_column(bytes: &mut &[u8], length: usize) -> anyhow::Result<Vec<Option<i64>>> {
    // Each value takes at least a byte: a damaged length must not claim memory.
    anyhow::ensure!(length <= bytes.len(), "truncated column");
    let mut last = 0_i64;
    (0..length)
        .map(|_| {
            let Some(zigzag) = read_varint(bytes)?.checked_sub(1) else { return Ok(None) };
            last = last.wrapping_add((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64));
            Ok(Some(last))
        })
        .collect()
}

/// LEB128: seven bits per byte, the eighth is set when more follow.
pub fn write_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

pub fn read_varint(bytes: &mut &[u8]) -> anyhow::Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().context("truncated column")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    anyhow::bail!("varint too long")
}
