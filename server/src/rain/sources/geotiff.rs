//! Cloud-optimised GeoTIFF: numbers in compressed tiles. Only what radar composites use: one band, Deflate.

use std::io::Read;

use anyhow::{Context, bail, ensure};
use flate2::read::ZlibDecoder;

const WIDTH: u16 = 256;
const HEIGHT: u16 = 257;
const BITS: u16 = 258;
const COMPRESSION: u16 = 259;
const PREDICTOR: u16 = 317;
const TILE_WIDTH: u16 = 322;
const TILE_HEIGHT: u16 = 323;
const TILE_OFFSETS: u16 = 324;
const TILE_BYTE_COUNTS: u16 = 325;
const SAMPLE_FORMAT: u16 = 339;
const GDAL_NO_DATA: u16 = 42113;

const DEFLATE: [u64; 2] = [8, 32946];
const FLOATING_POINT: u64 = 3;
/// A file that claims more is broken, or an attack.
const MAX_PIXELS: usize = 40_000_000;
const MAX_TAGS: u64 = 100;
const MAX_VALUES: u64 = 100_000;

pub struct Raster {
    pub width: usize,
    pub height: usize,
    /// Row by row.
    pub values: Vec<f32>,
    /// The value that means no measurement.
    pub no_data: Option<f32>,
}

/// The first and largest picture of the file.
pub fn read(bytes: &[u8]) -> anyhow::Result<Raster> {
    let file = File::open(bytes)?;
    let tags = file.tags()?;
    let one = |tag: u16| file.numbers(&tags, tag)?.first().copied().with_context(|| format!("tag {tag} is missing"));
    let or = |tag: u16, default: u64| anyhow::Ok(file.numbers(&tags, tag)?.first().copied().unwrap_or(default));
    let (width, height) = (one(WIDTH)? as usize, one(HEIGHT)? as usize);
    let (tile_width, tile_height) = (one(TILE_WIDTH)? as usize, one(TILE_HEIGHT)? as usize);
    let is_possible = |side: usize| (1..=MAX_PIXELS).contains(&side);
    ensure!([width, height, tile_width, tile_height].into_iter().all(is_possible), "an impossible size");
    ensure!(width.saturating_mul(height) <= MAX_PIXELS, "too many pixels");
    ensure!(tile_width.saturating_mul(tile_height) <= MAX_PIXELS, "too large tiles");
    ensure!(DEFLATE.contains(&one(COMPRESSION)?), "another compression");
    let format = Format {
        bytes: one(BITS)? as usize / 8,
        is_float: or(SAMPLE_FORMAT, 1)? == FLOATING_POINT,
        predictor: or(PREDICTOR, 1)?,
        is_big_endian: file.is_big_endian,
    };
    ensure!(matches!((format.is_float, format.bytes), (true, 4 | 8) | (false, 1 | 2)), "another kind of numbers");
    let (offsets, counts) = (file.numbers(&tags, TILE_OFFSETS)?, file.numbers(&tags, TILE_BYTE_COUNTS)?);
    let columns = width.div_ceil(tile_width);
    ensure!(offsets.len() >= columns * height.div_ceil(tile_height) && counts.len() >= offsets.len(), "missing tiles");

    let no_data = file.text(&tags, GDAL_NO_DATA).and_then(|text| text.trim().parse().ok());
    let mut values = vec![no_data.unwrap_or(f32::NAN); width * height];
    for (index, (offset, count)) in offsets.iter().zip(&counts).enumerate() {
        // An empty tile is one without data.
        if *count == 0 {
            continue;
        }
        let packed = file.part(*offset as usize, *count as usize)?;
        let tile = format.unpack(packed, tile_width, tile_height)?;
        let (left, top) = (index % columns * tile_width, index / columns * tile_height);
        for (y, row) in tile.chunks_exact(tile_width).enumerate().take(height.saturating_sub(top)) {
            let length = tile_width.min(width - left);
            let start = (top + y) * width + left;
            values[start..start + length].copy_from_slice(&row[..length]);
        }
    }
    Ok(Raster { width, height, values, no_data })
}

struct Format {
    bytes: usize,
    is_float: bool,
    predictor: u64,
    is_big_endian: bool,
}

impl Format {
    fn unpack(&self, packed: &[u8], width: usize, height: usize) -> anyhow::Result<Vec<f32>> {
        let expected = width * height * self.bytes;
        let mut bytes = Vec::with_capacity(expected);
        // One more than expected, to notice what is too long without unpacking all of it.
        ZlibDecoder::new(packed).take(expected as u64 + 1).read_to_end(&mut bytes)?;
        ensure!(bytes.len() == expected, "a tile of another size");
        for row in bytes.chunks_exact_mut(width * self.bytes) {
            self.undo_predictor(row, width)?;
        }
        Ok(bytes.chunks_exact(self.bytes).map(|number| self.value(number)).collect())
    }

    /// Compression works better on differences, which are added up here.
    fn undo_predictor(&self, row: &mut [u8], width: usize) -> anyhow::Result<()> {
        match (self.predictor, self.is_float, self.bytes) {
            (1, _, _) => {}
            (2, false, 1) => (1..row.len()).for_each(|at| row[at] = row[at].wrapping_add(row[at - 1])),
            (2, false, 2) => {
                let number = |at: usize, row: &[u8]| self.number([row[2 * at], row[2 * at + 1]]);
                for at in 1..width {
                    let sum = number(at, row).wrapping_add(number(at - 1, row));
                    let bytes = if self.is_big_endian { sum.to_be_bytes() } else { sum.to_le_bytes() };
                    row[2 * at..2 * at + 2].copy_from_slice(&bytes);
                }
            }
            (3, true, _) => {
                (1..row.len()).for_each(|at| row[at] = row[at].wrapping_add(row[at - 1]));
                // The bytes of all numbers are sorted by their significance, highest first.
                let sorted = row.to_vec();
                for at in 0..width {
                    for byte in 0..self.bytes {
                        let place = if self.is_big_endian { byte } else { self.bytes - 1 - byte };
                        row[at * self.bytes + place] = sorted[byte * width + at];
                    }
                }
            }
            _ => bail!("another predictor"),
        }
        Ok(())
    }

    fn number(&self, bytes: [u8; 2]) -> u16 {
        if self.is_big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    }

    fn value(&self, bytes: &[u8]) -> f32 {
        let big = self.is_big_endian;
        match (self.is_float, bytes) {
            (false, [byte]) => f32::from(*byte),
            (false, [first, second]) => f32::from(self.number([*first, *second])),
            (true, [a, b, c, d]) => {
                let bytes = [*a, *b, *c, *d];
                if big { f32::from_be_bytes(bytes) } else { f32::from_le_bytes(bytes) }
            }
            (true, bytes) => {
                let bytes: [u8; 8] = bytes.try_into().unwrap_or_default();
                (if big { f64::from_be_bytes(bytes) } else { f64::from_le_bytes(bytes) }) as f32
            }
            (false, _) => f32::NAN,
        }
    }
}

/// The numbers of a file in its byte order, with the offsets of its kind: 32 bits, or 64 in a BigTIFF.
struct File<'a> {
    bytes: &'a [u8],
    is_big_endian: bool,
    is_big: bool,
}

struct Tag {
    number: u16,
    kind: u16,
    count: u64,
    /// Where its values begin.
    offset: usize,
}

impl<'a> File<'a> {
    fn open(bytes: &'a [u8]) -> anyhow::Result<File<'a>> {
        let is_big_endian = match bytes.get(..2) {
            Some(b"II") => false,
            Some(b"MM") => true,
            _ => bail!("not a TIFF"),
        };
        let mut file = File { bytes, is_big_endian, is_big: false };
        file.is_big = match file.unsigned(2, 2)? {
            42 => false,
            43 => true,
            _ => bail!("not a TIFF"),
        };
        Ok(file)
    }

    /// The tags of the first picture.
    fn tags(&self) -> anyhow::Result<Vec<Tag>> {
        let (start, count_bytes, entry_bytes, value_at) =
            if self.is_big { (self.unsigned(8, 8)?, 8, 20, 12) } else { (self.unsigned(4, 4)?, 2, 12, 8) };
        let start = start as usize;
        let count = self.unsigned(start, count_bytes)?;
        ensure!(count <= MAX_TAGS, "too many tags");
        (0..count as usize)
            .map(|index| {
                let entry = start + count_bytes + index * entry_bytes;
                let kind = self.unsigned(entry + 2, 2)? as u16;
                let count = self.unsigned(entry + 4, value_at - 4)?;
                let inline = entry_bytes - value_at;
                let fits = count.saturating_mul(kind_bytes(kind) as u64) <= inline as u64;
                let value = entry + value_at;
                let offset = if fits { value } else { self.unsigned(value, inline)? as usize };
                Ok(Tag { number: self.unsigned(entry, 2)? as u16, kind, count, offset })
            })
            .collect()
    }

    fn numbers(&self, tags: &[Tag], number: u16) -> anyhow::Result<Vec<u64>> {
        let Some(tag) = tags.iter().find(|tag| tag.number == number) else { return Ok(Vec::new()) };
        ensure!(tag.count <= MAX_VALUES, "too many values");
        let size = kind_bytes(tag.kind);
        (0..tag.count as usize).map(|index| self.unsigned(tag.offset + index * size, size)).collect()
    }

    fn text(&self, tags: &[Tag], number: u16) -> Option<&'a str> {
        let tag = tags.iter().find(|tag| tag.number == number)?;
        let bytes = self.part(tag.offset, usize::try_from(tag.count).ok()?).ok()?;
        std::str::from_utf8(bytes).ok().map(|text| text.trim_end_matches('\0'))
    }

    fn unsigned(&self, offset: usize, size: usize) -> anyhow::Result<u64> {
        let bytes = self.part(offset, size)?.iter();
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Ok(if self.is_big_endian { bytes.fold(0, add) } else { bytes.rev().fold(0, add) })
    }

    fn part(&self, offset: usize, length: usize) -> anyhow::Result<&'a [u8]> {
        let end = offset.checked_add(length).context("beyond the file")?;
        self.bytes.get(offset..end).context("beyond the file")
    }
}

/// The size of a value by its kind: bytes and text, 16, 32 and 64 bits.
fn kind_bytes(kind: u16) -> usize {
    match kind {
        3 => 2,
        4 => 4,
        16 => 8,
        _ => 1,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    /// A small file as GDAL writes it: 5 × 3 numbers in tiles of 4 × 2, little-endian.
    fn file(predictor: u16, encode: impl Fn(&[f32]) -> Vec<u8>, value: impl Fn(usize, usize) -> f32) -> Vec<u8> {
        let tiles: Vec<Vec<u8>> = [(0, 0), (4, 0), (0, 2), (4, 2)]
            .iter()
            .map(|(left, top)| {
                let rows = (0..2).map(|y| (0..4).map(|x| value(left + x, top + y)).collect::<Vec<f32>>());
                let bytes: Vec<u8> = rows.flat_map(|row| encode(&row)).collect();
                let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
                packed.write_all(&bytes).unwrap();
                packed.finish().unwrap()
            })
            .collect();
        let no_data = b"-9999000\0";
        let head = 8 + 2 + 11 * 12 + 4;
        let (offsets_at, counts_at, text_at) = (head, head + 16, head + 32);
        let mut start = text_at + no_data.len();
        let mut offsets = Vec::new();
        for tile in &tiles {
            offsets.push(start as u32);
            start += tile.len();
        }
        let mut out = b"II\x2a\0\x08\0\0\0".to_vec();
        out.extend(11_u16.to_le_bytes());
        let mut tag = |number: u16, kind: u16, count: u32, value: u32| {
            out.extend(number.to_le_bytes());
            out.extend(kind.to_le_bytes());
            out.extend(count.to_le_bytes());
            out.extend(value.to_le_bytes());
        };
        tag(WIDTH, 3, 1, 5);
        tag(HEIGHT, 3, 1, 3);
        tag(BITS, 3, 1, 32);
        tag(COMPRESSION, 3, 1, 8);
        tag(PREDICTOR, 3, 1, predictor.into());
        tag(TILE_WIDTH, 3, 1, 4);
        tag(TILE_HEIGHT, 3, 1, 2);
        tag(TILE_OFFSETS, 4, 4, offsets_at as u32);
        tag(TILE_BYTE_COUNTS, 4, 4, counts_at as u32);
        tag(SAMPLE_FORMAT, 3, 1, 3);
        tag(GDAL_NO_DATA, 2, no_data.len() as u32, text_at as u32);
        out.extend([0; 4]);
        out.extend(offsets.iter().flat_map(|offset| offset.to_le_bytes()));
        out.extend(tiles.iter().flat_map(|tile| (tile.len() as u32).to_le_bytes()));
        out.extend(no_data);
        out.extend(tiles.concat());
        out
    }

    fn plain(row: &[f32]) -> Vec<u8> {
        row.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// Predictor 3: the bytes of a row sorted by significance, then differences.
    fn predicted(row: &[f32]) -> Vec<u8> {
        let sorted: Vec<u8> = (0..4).flat_map(|byte| row.iter().map(move |value| value.to_be_bytes()[byte])).collect();
        let before = std::iter::once(0).chain(sorted.iter().copied());
        sorted.iter().zip(before).map(|(byte, before)| byte.wrapping_sub(before)).collect()
    }

    fn value(x: usize, y: usize) -> f32 {
        match (x, y) {
            (0, 0) => -9_999_000.0,
            (1, 0) => -8_888_000.0,
            _ => x as f32 * 0.25 + y as f32 * 100.0,
        }
    }

    #[test]
    fn tiles_are_put_together_and_what_is_beyond_the_edge_is_left_out() {
        for bytes in [file(1, plain, value), file(3, predicted, value)] {
            let raster = read(&bytes).unwrap();
            assert_eq!((raster.width, raster.height, raster.no_data), (5, 3, Some(-9_999_000.0)));
            let expected: Vec<f32> = (0..15).map(|index| value(index % 5, index / 5)).collect();
            assert_eq!(raster.values, expected);
        }
    }

    #[test]
    fn a_broken_file_is_an_error_and_never_a_panic() {
        let whole = file(1, plain, value);
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length} bytes");
        }
        for position in 0..whole.len() {
            let mut changed = whole.clone();
            changed[position] = 0xff;
            // Whatever it is, it is not a panic.
            let _ = read(&changed);
        }
    }
}
