//! Which places are parts of a city in everyday speech.
//!
//! The source does not tell a district from a town, so geography decides: a place that lies deep inside the reach of a
//! much larger one in the same region is called by the larger one's name.

use std::collections::HashMap;

use super::source::{Place, Source};
use super::writer::Writer;
use crate::places::gazetteer::layout::Section;
use crate::places::gazetteer::score::reach_km;
use crate::places::gazetteer::sphere::distance_km;

const MIN_CITY_POPULATION: u32 = 100_000;
/// A neighbour of similar size keeps its name.
const MIN_TIMES_LARGER: u32 = 3;
/// How much deeper inside the city than inside itself a district must lie.
const MARGIN_KM: f64 = 2.0;

pub fn write(source: &Source, writer: &mut Writer) {
    let mut cities: HashMap<(&str, &str), Vec<u32>> = HashMap::new();
    for (index, place) in (0u32..).zip(&source.places) {
        if let Some(city) = city_of(place, cities.get(&region(place)).map_or(&[], Vec::as_slice), source) {
            writer.u32(Section::Districts, index);
            writer.u32(Section::Districts, city);
        }
        if place.population >= MIN_CITY_POPULATION {
            cities.entry(region(place)).or_default().push(index);
        }
    }
}

fn region(place: &Place) -> (&str, &str) {
    (&place.country, &place.region)
}

/// The city, among the larger ones of the region, that the place lies deepest in.
fn city_of(place: &Place, larger: &[u32], source: &Source) -> Option<u32> {
    let here = (place.latitude, place.longitude);
    let own_depth = reach_km(place.population) + MARGIN_KM;
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
