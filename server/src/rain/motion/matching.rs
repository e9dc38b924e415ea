//! Block matching: where each block of the newest picture was before. Coarse over a wide area first, so that a straight band,
//! whose parts all look alike, moves as its surroundings do; then fine.

use super::picture::Picture;
use super::vectors::{BLOCK_PIXELS, Match, Vectors, Velocity};
use crate::rain::model::field::Field;

/// Faster rain is a wrong match: 2.1 pixels a minute are 200 km/h at 50° of latitude.
pub const MAX_PIXELS_PER_MINUTE: f32 = 2.1;

/// Coarse pictures have an eighth of the resolution.
const COARSE: i32 = 8;
const COARSE_RADIUS: i32 = 10;
const COARSE_STEP: i32 = 2 * BLOCK_PIXELS;
const FINE: i32 = 2;
const FINE_RADIUS: i32 = 12;
/// How far the fine match may be from the coarse one, in fine pixels.
const FINE_SEARCH: i32 = 3;
/// Less brightness than this around a point is too little to match.
const MIN_BRIGHTNESS: u32 = 60;
/// What a pixel of deviation from the surroundings costs, as a part of the brightness.
const DEVIATION_COST: f32 = 0.004;

/// A picture that is some minutes older than the newest one.
pub struct Earlier<'a> {
    pub field: &'a Field,
    pub minutes: f32,
}

pub fn estimate(newest: &Field, earlier: &[Earlier<'_>]) -> Vectors {
    let (width, height) = (newest.width as i32, newest.height as i32);
    let now = Picture::of(newest);
    let before: Vec<(Picture, f32)> =
        earlier.iter().map(|earlier| (Picture::of(earlier.field), earlier.minutes)).collect();
    let coarse_now = now.half().half();
    let coarse_before: Vec<(Picture, f32)> =
        before.iter().map(|(picture, minutes)| (picture.half().half(), *minutes)).collect();

    let mut coarse = Vec::new();
    for (x, y) in lattice(width, height, COARSE_STEP) {
        let start = Velocity::default();
        let search = match coarse_before.first() {
            Some((_, minutes)) => (MAX_PIXELS_PER_MINUTE * minutes / COARSE as f32).ceil() as i32,
            None => 0,
        };
        coarse.extend(match_block(
            &coarse_now,
            &coarse_before,
            (x, y),
            start,
            &Scale { pixels: COARSE, radius: COARSE_RADIUS, search },
        ));
    }
    let coarse = Vectors::smoothed(width, height, &coarse);

    let fine: Vec<Match> = lattice(width, height, BLOCK_PIXELS)
        .filter_map(|(x, y)| {
            let start = coarse.at(x as f32, y as f32);
            match_block(&now, &before, (x, y), start, &Scale { pixels: FINE, radius: FINE_RADIUS, search: FINE_SEARCH })
        })
        .collect();
    Vectors::smoothed(width, height, &fine)
}

/// The centres of blocks of a size.
fn lattice(width: i32, height: i32, step: i32) -> impl Iterator<Item = (i32, i32)> {
    let rows = height / step;
    (0..rows)
        .flat_map(move |row| (0..width / step).map(move |column| (column, row)))
        .map(move |(column, row)| (column * step + step / 2, row * step + step / 2))
}

/// How pictures are compared: pixels of the field per pixel, and the sizes of the square and of the search in them.
struct Scale {
    pixels: i32,
    radius: i32,
    search: i32,
}

/// The displacement since the first earlier picture that fits all of them best; nothing where it does not rain.
fn match_block(
    now: &Picture,
    before: &[(Picture, f32)],
    centre: (i32, i32),
    start: Velocity,
    scale: &Scale,
) -> Option<Match> {
    let (_, minutes) = before.first()?;
    let point = (centre.0 / scale.pixels, centre.1 / scale.pixels);
    let brightness = now.sum(point, scale.radius);
    if brightness < MIN_BRIGHTNESS {
        return None;
    }
    let per_minute = scale.pixels as f32 / minutes;
    let (from_x, from_y) = ((start.x / per_minute).round() as i32, (start.y / per_minute).round() as i32);
    let cost = |x: i32, y: i32| -> f32 {
        let differences = before.iter().map(|(picture, older)| {
            let times = older / minutes;
            let (back_x, back_y) = ((x as f32 * times).round() as i32, (y as f32 * times).round() as i32);
            now.difference(point, picture, (point.0 - back_x, point.1 - back_y), scale.radius)
        });
        let deviation = ((x - from_x).pow(2) + (y - from_y).pow(2)) as f32;
        differences.sum::<u32>() as f32 + DEVIATION_COST * deviation * brightness as f32
    };
    let side = 2 * scale.search + 1;
    let costs: Vec<f32> = (0..side * side)
        .map(|index| cost(from_x + index % side - scale.search, from_y + index / side - scale.search))
        .collect();
    let (best, least) = costs.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?;
    let (column, row) = (best as i32 % side, best as i32 / side);
    let at = |column: i32, row: i32| -> Option<f32> {
        let is_inside = (0..side).contains(&column) && (0..side).contains(&row);
        is_inside.then(|| costs[(row * side + column) as usize])
    };
    let x = (from_x + column - scale.search) as f32 + vertex(at(column - 1, row), *least, at(column + 1, row));
    let y = (from_y + row - scale.search) as f32 + vertex(at(column, row - 1), *least, at(column, row + 1));
    let velocity = Velocity { x: x * per_minute, y: y * per_minute }.limited(MAX_PIXELS_PER_MINUTE);
    // 1 for equal squares, 0 for squares without anything in common.
    let similarity = (1.0 - least / (2.0 * brightness as f32 * before.len() as f32)).max(0.0);
    Some(Match {
        x: centre.0 as f32,
        y: centre.1 as f32,
        velocity,
        weight: similarity.powi(4) * (brightness as f32).sqrt(),
    })
}

/// Where a parabola through three costs is lowest, from −0.5 to 0.5.
fn vertex(before: Option<f32>, least: f32, after: Option<f32>) -> f32 {
    let (Some(before), Some(after)) = (before, after) else { return 0.0 };
    let curvature = before + after - 2.0 * least;
    if curvature > 0.0 { ((before - after) / (2.0 * curvature)).clamp(-0.5, 0.5) } else { 0.0 }
}
