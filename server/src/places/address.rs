//! How an address reads: its parts in order, none of them twice.

use gazetteer::fold::fold;

/// Joins the parts, leaving out what an earlier part already said.
pub fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut kept: Vec<&str> = Vec::with_capacity(3);
    for part in parts {
        let part = part.trim();
        if !part.is_empty() && !kept.iter().any(|known| is_same(known, part)) {
            kept.push(part);
        }
    }
    kept.join(", ")
}

fn is_same(one: &str, other: &str) -> bool {
    // A plain first letter folds to itself: most parts differ there already.
    let initial = |text: &str| text.bytes().next().filter(u8::is_ascii_alphanumeric);
    if let (Some(one), Some(other)) = (initial(one), initial(other))
        && !one.eq_ignore_ascii_case(&other)
    {
        return false;
    }
    // A part that folds to nothing (a dash, an emoji) is compared as it is.
    let plain = |text: &str| Some(fold(text)).filter(|folded| !folded.is_empty()).unwrap_or_else(|| text.to_owned());
    plain(one) == plain(other)
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
