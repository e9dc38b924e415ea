//! The index as bytes: a header of section bounds, then columns of little-endian numbers, read in place.

pub use super::sections::{HEADER_LEN, MAGIC, NONE, SECTION_COUNT, Section};

#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("the place index has another version")]
    Version,
    #[error("the place index is truncated")]
    Truncated,
}

/// A complete index with its sections located, not parsed.
#[derive(Clone, Copy)]
pub struct Sections {
    bytes: &'static [u8],
    bounds: [(u32, u32); SECTION_COUNT],
}

impl Sections {
    pub fn open(bytes: &'static [u8]) -> Result<Sections, IndexError> {
        let header = bytes.get(..HEADER_LEN).ok_or(IndexError::Truncated)?;
        if !header.starts_with(&MAGIC) {
            return Err(IndexError::Version);
        }
        let numbers = U32s::new(&header[MAGIC.len()..]);
        let mut bounds = [(0, 0); SECTION_COUNT];
        for (index, bound) in bounds.iter_mut().enumerate() {
            *bound = (numbers.get(index * 2), numbers.get(index * 2 + 1));
            if bound.0 > bound.1 || bound.1 as usize > bytes.len() {
                return Err(IndexError::Truncated);
            }
        }
        Ok(Sections { bytes, bounds })
    }

    pub fn bytes(&self, section: Section) -> &'static [u8] {
        let (start, end) = self.bounds[section as usize];
        &self.bytes[start as usize..end as usize]
    }

    pub fn u32s(&self, section: Section) -> U32s {
        U32s::new(self.bytes(section))
    }

    pub fn u16s(&self, section: Section) -> U16s {
        U16s(self.bytes(section).as_chunks().0)
    }

    pub fn texts(&self, section: Section) -> Texts {
        Texts(self.bytes(section))
    }
}

#[derive(Clone, Copy)]
pub struct U32s(&'static [[u8; 4]]);

impl U32s {
    fn new(bytes: &'static [u8]) -> U32s {
        U32s(bytes.as_chunks().0)
    }

    pub fn len(self) -> usize {
        self.0.len()
    }

    #[inline]
    pub fn get(self, index: usize) -> u32 {
        u32::from_le_bytes(self.0[index])
    }

    #[inline]
    pub fn signed(self, index: usize) -> i32 {
        i32::from_le_bytes(self.0[index])
    }

    #[inline]
    pub fn float(self, index: usize) -> f32 {
        f32::from_le_bytes(self.0[index])
    }

    /// The first row of `width` numbers whose first number is `key`; rows are sorted by it.
    pub fn find_row(self, width: usize, key: u32) -> Option<usize> {
        let row = partition_point(self.len() / width, |row| self.get(row * width) < key);
        (row < self.len() / width && self.get(row * width) == key).then_some(row * width)
    }
}

#[derive(Clone, Copy)]
pub struct U16s(&'static [[u8; 2]]);

impl U16s {
    #[inline]
    pub fn get(self, index: usize) -> u16 {
        u16::from_le_bytes(self.0[index])
    }
}

/// Texts addressed by their offset.
#[derive(Clone, Copy)]
pub struct Texts(&'static [u8]);

impl Texts {
    #[inline]
    pub fn bytes(self, offset: u32) -> &'static [u8] {
        let start = offset as usize + 1;
        &self.0[start..start + usize::from(self.0[offset as usize])]
    }

    pub fn text(self, offset: u32) -> &'static str {
        std::str::from_utf8(self.bytes(offset)).unwrap_or_default()
    }
}

/// The first of `count` positions for which `is_before` is false.
#[inline]
pub fn partition_point(count: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
