//! Which of many areas contain which of many cells: by the index, beside testing every area for every cell.

use std::time::{Duration, Instant};

use halcyon::alerts::{Area, AreaIndex, AreaMatch, Polygon};
use halcyon::geo::coordinates::Coordinates;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::load::{Limit, beside};

const AREAS: usize = 3_000;
const CELLS: usize = 100_000;
const COUNTY_DEGREES: f64 = 0.4;
/// Testing every area is slow: it is measured for so many of the cells.
const SAMPLE: usize = 2_000;

pub fn measure() {
    println!("\n{CELLS} cells in {AREAS} areas");
    let mut random = SmallRng::seed_from_u64(1);
    let areas: Vec<Area> = (0..AREAS).map(|_| area(&mut random, COUNTY_DEGREES)).collect();
    let mut place = || Coordinates::new(random.random_range(25.0..70.0), random.random_range(-125.0..30.0)).unwrap();
    let cells: Vec<Coordinates> = (0..CELLS).map(|_| place()).collect();

    let began = Instant::now();
    let index = AreaIndex::new(&areas);
    let contains = |at: Coordinates, area: &Area| area.matches(at, Some(&[])) == AreaMatch::Inside;
    let inside = |at: &Coordinates| {
        index.candidates(*at, &[]).into_iter().filter(|number| contains(*at, &areas[*number])).count()
    };
    let found: usize = cells.iter().map(inside).sum();
    let indexed = began.elapsed().as_secs_f64() / CELLS as f64;

    let began = Instant::now();
    let tested: usize = cells[..SAMPLE].iter().map(|at| areas.iter().filter(|area| contains(*at, area)).count()).sum();
    let exhaustive = began.elapsed().as_secs_f64() / SAMPLE as f64;
    assert_eq!(tested, cells[..SAMPLE].iter().map(inside).sum::<usize>(), "both find the same areas");

    println!("  {found} pairs");
    beside("a cell by the index", indexed * 1e6, "µs", Limit::AtMost(10.0));
    beside("testing every area beside the index", exhaustive / indexed, "times", Limit::AtLeast(5.0));
}

/// Building the index of so many areas, and looking so many cells up. However many areas there are, together they cover as
/// much.
pub fn time_of(areas: usize, cells: usize) -> Duration {
    let mut random = SmallRng::seed_from_u64(2);
    let radius = COUNTY_DEGREES * (300.0 / areas as f64).sqrt();
    let areas: Vec<Area> = (0..areas).map(|_| area(&mut random, radius)).collect();
    let mut place = || Coordinates::new(random.random_range(25.0..70.0), random.random_range(-125.0..30.0)).unwrap();
    let cells: Vec<Coordinates> = (0..cells).map(|_| place()).collect();
    let began = Instant::now();
    let index = AreaIndex::new(&areas);
    let candidates: usize = cells.iter().map(|at| index.candidates(*at, &[]).len()).sum();
    let took = began.elapsed();
    println!("  {candidates} candidates");
    took
}

/// With the outline of a county.
fn area(random: &mut SmallRng, radius: f64) -> Area {
    let (longitude, latitude) = (random.random_range(-125.0..30.0), random.random_range(25.0..70.0));
    let point = |step: u32| {
        let angle = f64::from(step) / 200.0 * std::f64::consts::TAU;
        (longitude + radius * angle.cos(), latitude + radius * angle.sin())
    };
    let ring = (0..200).map(point).collect();
    Area { polygons: vec![Polygon::new(vec![ring]).unwrap()], ..Area::default() }
}
