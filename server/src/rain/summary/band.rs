//! The part of the rain that is nearest to a place.

use std::collections::HashSet;

use crate::rain::model::class;
use crate::rain::model::field::Field;

/// Single wet pixels are often noise: rain has at least this many wet neighbours.
const MIN_WET_NEIGHBOURS: usize = 2;
/// A band is followed over this many pixels.
const MAX_PIXELS: usize = 200_000;
/// How far around the nearest pixel the strongest rain is looked for, in pixels.
const PEAK_RADIUS: i32 = 6;

pub struct Nearest {
    pub x: i32,
    pub y: i32,
    pub peak_mm_per_hour: f64,
}

/// The nearest rain within a radius, in pixels.
pub fn nearest(field: &Field, place: (i32, i32), radius: i32) -> Option<Nearest> {
    let square = (-radius..=radius).flat_map(|south| (-radius..=radius).map(move |east| (east, south)));
    let (east, south) = square
        .filter(|(east, south)| east * east + south * south <= radius * radius)
        .filter(|(east, south)| is_rain(field, (place.0 + east, place.1 + south)))
        .min_by_key(|(east, south)| east * east + south * south)?;
    Some(at(field, (place.0 + east, place.1 + south)))
}

/// The pixel nearest to a place of the connected rain at a source.
pub fn nearest_of_band(field: &Field, source: (i32, i32), place: (i32, i32)) -> Nearest {
    let distance = |(x, y): (i32, i32)| i64::from(x - place.0).pow(2) + i64::from(y - place.1).pow(2);
    let mut seen = HashSet::from([source]);
    let mut waiting = vec![source];
    let mut best = source;
    while let Some((x, y)) = waiting.pop() {
        if distance((x, y)) < distance(best) && is_rain(field, (x, y)) {
            best = (x, y);
        }
        for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if class::is_wet(field.class(next.0, next.1)) && seen.len() < MAX_PIXELS && seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    at(field, best)
}

fn is_rain(field: &Field, (x, y): (i32, i32)) -> bool {
    let is_wet = |(east, south): &(i32, i32)| class::is_wet(field.class(x + east, y + south));
    let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    is_wet(&(0, 0)) && around.iter().filter(|offset| is_wet(offset)).count() >= MIN_WET_NEIGHBOURS
}

fn at(field: &Field, (x, y): (i32, i32)) -> Nearest {
    let around =
        (-PEAK_RADIUS..=PEAK_RADIUS).flat_map(|south| (-PEAK_RADIUS..=PEAK_RADIUS).map(move |east| (east, south)));
    let peak = around.filter_map(|(east, south)| class::to_rate(field.class(x + east, y + south))).fold(0.0, f64::max);
    Nearest { x, y, peak_mm_per_hour: peak }
}
