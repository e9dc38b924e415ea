//! Postal codes of the United States and Germany, each with the place it belongs to.
//!
//! The table is sorted text with rows of one length, so that it is searched in place: five digits, the country, the
//! GeoNames id.

use super::layout::partition_point;

const TABLE: &[u8] = include_bytes!("../data/postal_codes.txt");
pub const CODE_LETTERS: usize = 5;
const COUNTRY_END: usize = 7;
/// Including the line break.
pub const ROW_BYTES: usize = 16;

/// The GeoNames ids of the places with this code; two countries may use the same one.
pub fn places_with(code: &str) -> impl Iterator<Item = u32> {
    let count = TABLE.len() / ROW_BYTES;
    let first = partition_point(count, |row| &bytes(row)[..CODE_LETTERS] < code.as_bytes());
    let code = code.as_bytes().to_vec();
    (first..count).map(bytes).take_while(move |row| row.starts_with(&code)).filter_map(id)
}

pub fn is_code(word: &str) -> bool {
    word.len() == CODE_LETTERS && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn bytes(row: usize) -> &'static [u8] {
    &TABLE[row * ROW_BYTES..][..ROW_BYTES]
}

fn id(row: &[u8]) -> Option<u32> {
    std::str::from_utf8(&row[COUNTRY_END..]).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_row_can_be_read() {
        assert_eq!(TABLE.len() % ROW_BYTES, 0);
        let rows: Vec<_> = (0..TABLE.len() / ROW_BYTES).map(bytes).collect();
        assert!(rows.is_sorted_by(|a, b| a[..COUNTRY_END] < b[..COUNTRY_END]));
        assert!(rows.iter().all(|row| id(row).is_some() && row.ends_with(b"\n")));
    }

    #[test]
    fn only_five_digits_are_a_code() {
        assert!(is_code("01067"));
        for word in ["1067", "010670", "0106a", "०१०६७"] {
            assert!(!is_code(word), "{word}");
        }
        assert_eq!(places_with("00000").count(), 0);
    }
}
