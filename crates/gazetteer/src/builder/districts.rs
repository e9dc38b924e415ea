//! Which places are commonly considered parts of a city.
//!
//! The source does not distinguish districts from towns, so geography decides: a place that lies well inside the radius of
//! a much larger one in the same region gets the name of the larger one. A capital keeps its own.

use std::collections::{HashMap, HashSet};

use super::source::{Place, Source};
use super::writer::Writer;
use crate::fold::fold;
use crate::reach::reach_km;
use crate::sections::Section;
use crate::sphere::distance_km;

const MIN_CITY_POPULATION: u32 = 100_000;
/// A neighbour of similar size keeps its name.
const MIN_TIMES_LARGER: u32 = 3;
/// How much deeper a district must lie inside the city than inside its own radius, in kilometres.
const MARGIN_KM: f64 = 1.0;

/// Names for the centre of a town, in the languages in which the source has them; folded.
const CENTRES: [&str; 12] = [
    "centro",
    "centre",
    "center",
    "centrum",
    "zentrum",
    "innenstadt",
    "altstadt",
    "merkez",
    "downtown",
    "city centre",
    "city center",
    "centro historico",
];

pub fn write(source: &Source, writer: &mut Writer) {
    let capitals: HashSet<(&str, &str)> =
        source.countries.iter().map(|country| (country.code.as_str(), country.capital.as_str())).collect();
    let is_capital = |place: &Place| capitals.contains(&(place.country.as_str(), place.name.as_str()));
    let named: HashSet<(&str, &str)> =
        source.regions.iter().map(|region| (region.country.as_str(), region.code.as_str())).collect();
    // Regions without a name (as in Singapore) do not separate a city from its districts.
    let region = |place: &Place| {
        let key = (place.country.clone(), place.region.clone());
        if named.contains(&(key.0.as_str(), key.1.as_str())) { key } else { (key.0, String::new()) }
    };
    let mut cities: HashMap<(String, String), Vec<u32>> = HashMap::new();
    for (index, place) in (0u32..).zip(&source.places) {
        let larger = cities.get(&region(place)).map_or(&[][..], Vec::as_slice);
        if let Some(city) = city_of(place, larger, source).filter(|_| !is_capital(place)) {
            writer.u32(Section::Districts, index);
            writer.u32(Section::Districts, city);
        }
        if place.population >= MIN_CITY_POPULATION {
            cities.entry(region(place)).or_default().push(index);
        }
    }
}

/// The city, among the larger ones of the region, whose radius the place lies deepest in.
fn city_of(place: &Place, larger: &[u32], source: &Source) -> Option<u32> {
    let here = (place.latitude, place.longitude);
    let is_centre = CENTRES.contains(&fold(&place.name).as_str());
    let own_depth = if is_centre { 0.0 } else { reach_km(place.population) + MARGIN_KM };
    larger
        .iter()
        .map(|&index| (index, &source.places[index as usize]))
        .filter(|(_, city)| city.population / MIN_TIMES_LARGER >= place.population)
        .map(|(index, city)| {
            let depth = reach_km(city.population) - distance_km(here, (city.latitude, city.longitude));
            (index, depth)
        })
        .filter(|(_, depth)| *depth > own_depth)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}
