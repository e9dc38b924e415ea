//! `halcyon gazetteer postal-codes`: assigns every postal code to a place of the index.
//!
//! The American table has the centre of each code and the town that the postal service names, the German table only
//! names: of several places with the same name, the right one is near the other places whose codes begin alike.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::Context;

use super::source::rows;
use crate::postal_codes::ROW_BYTES;
use crate::sphere::distance_km;
use crate::{Found, Gazetteer, PlaceIndex};

/// The United States and its territories, which GeoNames lists as countries.
const AMERICAN: [&str; 6] = ["US", "PR", "VI", "GU", "AS", "MP"];
/// A code of the countryside may lie this far from its town.
const TOWN_KM: f64 = 40.0;
/// Codes with the same first digits belong to one area, in Germany at most this large.
const AREA_DIGITS: usize = 2;
const AREA_KM: f64 = 120.0;

/// Reads `us_zip_codes.tsv` and `de_postal_codes.tsv` in `from` and writes the table to `to`.
pub fn build(from: &Path, index: &Gazetteer, to: &Path) -> anyhow::Result<()> {
    let text = |name: &str| fs::read_to_string(from.join(name)).with_context(|| format!("cannot read {name}"));
    let american = american_places(&text("us_zip_codes.tsv")?, index)?;
    let german = german_places(&text("de_postal_codes.tsv")?, index)?;
    let mut table: Vec<String> = Vec::new();
    for (country, places) in [("DE", german), ("US", american)] {
        println!("{country}: {} postal codes", places.len());
        table.extend(places.iter().map(|(code, &place)| format!("{code}{country}{:>8}\n", index.geoname_id(place))));
    }
    table.sort_unstable();
    debug_assert!(table.iter().all(|row| row.len() == ROW_BYTES));
    fs::write(to, table.concat()).with_context(|| format!("cannot write {}", to.display()))
}

/// The place with the name that the postal service uses, if there is one near the centre; else the place at the centre.
fn american_places(table: &str, index: &Gazetteer) -> anyhow::Result<BTreeMap<String, PlaceIndex>> {
    let mut places = BTreeMap::new();
    for row in rows(table, 4) {
        let row = row?;
        let centre: (f64, f64) = (row[1].parse()?, row[2].parse()?);
        let is_american = |place: &PlaceIndex| AMERICAN.contains(&index.country_code(*place));
        let away = |place: &PlaceIndex| distance_km(centre, index.position(*place));
        let named = index.with_name(row[3]).filter(|place| is_american(place) && away(place) <= TOWN_KM);
        let place = named.min_by(|one, other| away(one).total_cmp(&away(other))).or_else(|| {
            // No zone: the codes of a border town are assigned by distance, and dropped if that leads abroad.
            match index.locate(centre.0, centre.1, "") {
                Found::In(place) | Found::Near { place, .. } => Some(place).filter(is_american),
                Found::Nowhere => None,
            }
        });
        places.extend(place.map(|place| (row[0].to_owned(), place)));
    }
    Ok(places)
}

fn german_places(table: &str, index: &Gazetteer) -> anyhow::Result<BTreeMap<String, PlaceIndex>> {
    let mut candidates: BTreeMap<String, Vec<PlaceIndex>> = BTreeMap::new();
    for row in rows(table, 2) {
        let row = row?;
        candidates
            .insert(row[0].to_owned(), row[1].split('|').flat_map(|name| with_german_name(name, index)).collect());
    }
    let centres = area_centres(&candidates, index);
    let places = candidates.into_iter().filter_map(|(code, mut found)| {
        let centre = *centres.get(&code[..AREA_DIGITS])?;
        found.retain(|&place| distance_km(centre, index.position(place)) <= AREA_KM);
        // The largest of several: it is what the code is known for.
        Some((code, found.into_iter().min()?))
    });
    Ok(places.collect())
}

/// Official names have an addition that the gazetteer may leave out: Freiburg im Breisgau, Lingen (Ems), Falkenstein/Harz.
const ADDITIONS: [&str; 11] =
    [" (", "/", " - ", " an der ", " am ", " im ", " bei ", " a. d. ", " in ", " ob ", " vor "];

fn with_german_name(name: &str, index: &Gazetteer) -> Vec<PlaceIndex> {
    let german = |name: &str| -> Vec<PlaceIndex> {
        index.with_name(name).filter(|&place| index.country_code(place) == "DE").collect()
    };
    let shorter = ADDITIONS.iter().filter_map(|addition| name.split_once(addition)).map(|(short, _)| german(short));
    std::iter::once(german(name)).chain(shorter).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The mean position of the places whose name leaves no doubt, by the first digits of their codes.
fn area_centres(candidates: &BTreeMap<String, Vec<PlaceIndex>>, index: &Gazetteer) -> HashMap<String, (f64, f64)> {
    let mut sums: HashMap<String, (f64, f64, f64)> = HashMap::new();
    for (code, found) in candidates {
        let [place] = found.as_slice() else { continue };
        let (latitude, longitude) = index.position(*place);
        let sum = sums.entry(code[..AREA_DIGITS].to_owned()).or_default();
        *sum = (sum.0 + latitude, sum.1 + longitude, sum.2 + 1.0);
    }
    sums.into_iter()
        .map(|(digits, (latitude, longitude, count))| (digits, (latitude / count, longitude / count)))
        .collect()
}
