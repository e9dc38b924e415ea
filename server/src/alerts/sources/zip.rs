//! The files in a ZIP archive, with limits: a small download must not fill the memory.

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

const MAX_FILES: usize = 5_000;
const MAX_FILE_BYTES: usize = 2 * 1024 * 1024;
const MAX_TOTAL_BYTES: usize = 200 * 1024 * 1024;

const END_SIGNATURE: &[u8] = b"PK\x05\x06";
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";
const FILE_SIGNATURE: &[u8] = b"PK\x03\x04";
const END_BYTES: usize = 22;
const ENTRY_BYTES: usize = 46;
const FILE_HEADER_BYTES: usize = 30;
const MAX_COMMENT_BYTES: usize = 65_535;
const STORED: usize = 0;
const DEFLATED: usize = 8;

pub struct ArchivedFile {
    pub name: String,
    /// `None` if the file is damaged, too large or packed in another way.
    pub content: Option<Vec<u8>>,
}

/// An error if it is no archive; a damaged file does not affect the others.
pub fn read(archive: &[u8]) -> anyhow::Result<Vec<ArchivedFile>> {
    let no_archive = || anyhow::anyhow!("not a ZIP archive");
    let end = find_end(archive).ok_or_else(no_archive)?;
    let count = number(archive, end + 10, 2).ok_or_else(no_archive)?;
    let mut at = number(archive, end + 16, 4).ok_or_else(no_archive)?;
    anyhow::ensure!(count <= MAX_FILES, "a ZIP archive of {count} files");
    let (mut files, mut total) = (Vec::with_capacity(count), 0);
    for _ in 0..count {
        let entry = Entry::read(archive, at).ok_or_else(no_archive)?;
        at = entry.next;
        if entry.name.ends_with('/') {
            continue;
        }
        let content = entry.unpack(archive);
        total += content.as_ref().map_or(0, Vec::len);
        anyhow::ensure!(total <= MAX_TOTAL_BYTES, "a ZIP archive that is too large unpacked");
        files.push(ArchivedFile { name: entry.name, content });
    }
    Ok(files)
}

/// The record at the end, before an optional comment.
fn find_end(archive: &[u8]) -> Option<usize> {
    let last = archive.len().checked_sub(END_BYTES)?;
    (last.saturating_sub(MAX_COMMENT_BYTES)..=last).rev().find(|at| archive[*at..].starts_with(END_SIGNATURE))
}

/// A little-endian number.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

/// A file in the directory of the archive.
struct Entry {
    name: String,
    method: usize,
    packed_bytes: usize,
    checksum: usize,
    header_at: usize,
    next: usize,
}

impl Entry {
    fn read(archive: &[u8], at: usize) -> Option<Entry> {
        archive.get(at..)?.starts_with(ENTRY_SIGNATURE).then_some(())?;
        let field = |offset: usize, length: usize| number(archive, at + offset, length);
        let (name_bytes, extra, comment) = (field(28, 2)?, field(30, 2)?, field(32, 2)?);
        let name = archive.get(at + ENTRY_BYTES..at + ENTRY_BYTES + name_bytes)?;
        Some(Entry {
            name: String::from_utf8_lossy(name).into_owned(),
            method: field(10, 2)?,
            packed_bytes: field(20, 4)?,
            checksum: field(16, 4)?,
            header_at: field(42, 4)?,
            next: at + ENTRY_BYTES + name_bytes + extra + comment,
        })
    }

    fn unpack(&self, archive: &[u8]) -> Option<Vec<u8>> {
        archive.get(self.header_at..)?.starts_with(FILE_SIGNATURE).then_some(())?;
        let name_bytes = number(archive, self.header_at + 26, 2)?;
        let extra = number(archive, self.header_at + 28, 2)?;
        let start = self.header_at + FILE_HEADER_BYTES + name_bytes + extra;
        let packed = archive.get(start..start.checked_add(self.packed_bytes)?)?;
        let mut content = Vec::new();
        match self.method {
            STORED => content.extend_from_slice(packed),
            DEFLATED => {
                let limit = MAX_FILE_BYTES as u64 + 1;
                DeflateDecoder::new(packed).take(limit).read_to_end(&mut content).ok()?;
            }
            _ => return None,
        }
        let mut checksum = Crc::new();
        checksum.update(&content);
        (content.len() <= MAX_FILE_BYTES && checksum.sum() as usize == self.checksum).then_some(content)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Written by Python's `zipfile`: `a.xml` with "wind", stored, and `b.xml` with twenty times "gusts ", deflated.
    const ARCHIVE: &str = concat!(
        "504b030414000000000000006f5dfe540b21040000000400000005000000612e786d6c77696e64504b030414000000080000",
        "006f5de29657e80b0000007800000005000000622e786d6c4b2f2d2e295648a73b0900504b0102140314000000000000006f",
        "5dfe540b210400000004000000050000000000000000000000800100000000612e786d6c504b010214031400000008000000",
        "6f5de29657e80b00000078000000050000000000000000000000800127000000622e786d6c504b0506000000000200020066",
        "000000550000000000",
    );

    fn archive() -> Vec<u8> {
        let digits = ARCHIVE.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
    }

    fn contents(archive: &[u8]) -> Vec<(String, Option<String>)> {
        let text = |content: Vec<u8>| String::from_utf8(content).unwrap();
        read(archive).unwrap().into_iter().map(|file| (file.name, file.content.map(text))).collect()
    }

    #[test]
    fn stored_and_deflated_files_are_read() {
        let expected = [("a.xml".to_owned(), Some("wind".to_owned())), ("b.xml".to_owned(), Some("gusts ".repeat(20)))];
        assert_eq!(contents(&archive()), expected);
        let with_comment = [&archive()[..207], &[3, 0], b"abc"].concat();
        assert_eq!(contents(&with_comment), expected);
    }

    #[test]
    fn a_page_instead_of_an_archive_is_an_error() {
        assert!(read(b"<html><body>Maintenance</body></html>").is_err());
        assert!(read(b"").is_err());
        let end: Vec<u8> = [END_SIGNATURE, &[0; 6], &[1, 0], &[0; 10]].concat();
        assert!(read(&end).is_err(), "it names a file that is not there");
    }

    #[test]
    fn an_archive_without_files_is_empty() {
        let empty: Vec<u8> = [END_SIGNATURE, &[0; 18]].concat();
        assert_eq!(read(&empty).unwrap().len(), 0);
    }

    #[test]
    fn a_damaged_file_is_named_and_has_no_content() {
        let mut damaged = archive();
        // The first byte of the deflated data: a block of a kind that does not exist.
        damaged[39 + 35] = 0xff;
        let files = contents(&damaged);
        assert_eq!(files[0].1.as_deref(), Some("wind"));
        assert_eq!(files[1], ("b.xml".to_owned(), None));
        // One letter of the stored file, which its checksum tells.
        damaged[35] = b'k';
        assert_eq!(contents(&damaged)[0], ("a.xml".to_owned(), None));
    }
}
