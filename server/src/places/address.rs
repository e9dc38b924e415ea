//! How an address reads: its parts in order, none of them twice.

use super::fold::fold;

/// Joins the parts, leaving out what an earlier part already said.
pub fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut kept: Vec<(&str, String)> = Vec::new();
    for part in parts {
        let part = part.trim();
        let folded = fold(part);
        // A part that folds to nothing (a dash, an emoji) is compared as it is.
        let folded = if folded.is_empty() { part.to_owned() } else { folded };
        if !part.is_empty() && kept.iter().all(|(_, known)| *known != folded) {
            kept.push((part, folded));
        }
    }
    kept.iter().map(|(part, _)| *part).collect::<Vec<_>>().join(", ")
}

/// Removes duplicate comma-separated parts of a finished address.
pub fn without_duplicates(address: &str) -> String {
    join(address.split([',', '،', '、']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // [R5.08] The server removes duplicate comma-separated parts, whatever the language.
    #[test]
    fn duplicate_parts_are_said_once() {
        let cases = [
            // English
            ("Luxembourg, Luxembourg, Luxembourg", "Luxembourg"),
            ("Quebec, Québec, Canada", "Quebec, Canada"),
            ("Oxford, England, United Kingdom", "Oxford, England, United Kingdom"),
            ("Springdale, S.D., Springdale", "Springdale, S.D."),
            ("Buffalo, NY, USA", "Buffalo, NY, USA"),
            // German
            ("Bremen, Bremen, Deutschland", "Bremen, Deutschland"),
            ("Salzburg, SALZBURG, Österreich", "Salzburg, Österreich"),
            ("Gießen, Giessen, Hessen", "Gießen, Hessen"),
            ("Freiburg, Baden-Württemberg, Deutschland", "Freiburg, Baden-Württemberg, Deutschland"),
            // Turkish
            ("Iğdır, IĞDIR, Türkiye", "Iğdır, Türkiye"),
            ("Niğde, Nigde, Türkiye", "Niğde, Türkiye"),
            ("Bornova, İnegöl, Inegöl", "Bornova, İnegöl"),
            ("Merkez, Çorum, Türkiye", "Merkez, Çorum, Türkiye"),
            // Any
            (" A ,, B ,A, ", "A, B"),
            ("", ""),
            (",,,", ""),
            ("☀️, ☀️, Sol", "☀️, Sol"),
        ];
        for (given, expected) in cases {
            assert_eq!(without_duplicates(given), expected, "{given}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(address in any::<String>()) {
            let once = without_duplicates(&address);
            prop_assert_eq!(without_duplicates(&once), once);
        }
    }
}
