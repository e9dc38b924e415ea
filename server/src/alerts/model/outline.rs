//! The outline of an area for a small map: simplified to a limited number of points.

use super::area::{Bounds, Circle, Polygon, Ring};

/// The points of all rings together.
pub const MAX_POINTS: usize = 300;
/// More rings than this cannot be drawn with so few points; the smallest are left out.
const MAX_OUTLINES: usize = 40;
const MAX_HOLES: usize = 20;
/// More points than this are thinned out first, so that the time this takes is limited.
const MAX_READ_POINTS: usize = 20_000;
const CIRCLE_POINTS: usize = 24;
/// The first tolerance, as a part of the size of the area; it grows until the points fit.
const FIRST_TOLERANCE: f64 = 0.001;
const TOLERANCE_GROWTH: f64 = 1.5;
/// A closed triangle.
const MIN_RING_POINTS: usize = 4;
const FULL_CIRCLE: f64 = 360.0;
const KM_PER_DEGREE: f64 = 111.2;
/// About 10 metres.
const DECIMALS: f64 = 10_000.0;

/// What is drawn of an area.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The rings of each polygon, the outline first, closed.
    pub polygons: Vec<Vec<Ring>>,
    /// `None` if nothing is drawn.
    pub bounds: Option<Bounds>,
    /// Whether the area has no other parts.
    pub is_complete: bool,
}

impl Outline {
    pub fn draw<'a>(polygons: impl Iterator<Item = &'a Polygon>, circles: &[Circle], has_more: bool) -> Outline {
        let polygons = polygons.map(|polygon| polygon.rings().to_vec());
        let mut shapes: Vec<Vec<Ring>> =
            polygons.chain(circles.iter().map(|circle| vec![circle_ring(circle)])).collect();
        let total = shapes.len();
        keep_largest(&mut shapes);
        let is_complete = !has_more && shapes.len() == total;
        bring_together(&mut shapes);
        thin_out(&mut shapes);
        let Some(bounds) = bounds(&shapes) else { return Outline { polygons: Vec::new(), bounds: None, is_complete } };
        let scale = ((bounds.south + bounds.north) / 2.0).to_radians().cos().max(0.01);
        let size = ((bounds.east - bounds.west) * scale).max(bounds.north - bounds.south);
        let mut tolerance = size * FIRST_TOLERANCE;
        loop {
            let simplified: Vec<Vec<Ring>> =
                shapes.iter().map(|rings| simplify_polygon(rings, tolerance, scale)).collect();
            // At the size of the area every outline is a triangle.
            if count(&simplified) <= MAX_POINTS || tolerance > size {
                return Outline { polygons: round(simplified), bounds: Some(bounds), is_complete };
            }
            tolerance *= TOLERANCE_GROWTH;
        }
    }
}

fn circle_ring(circle: &Circle) -> Ring {
    let north = circle.radius_km / KM_PER_DEGREE;
    let east = north / circle.latitude.to_radians().cos().max(0.01);
    let point = |index: usize| {
        let angle = std::f64::consts::TAU * (index % CIRCLE_POINTS) as f64 / CIRCLE_POINTS as f64;
        let latitude = (circle.latitude + north * angle.sin()).clamp(-90.0, 90.0);
        (circle.longitude + east * angle.cos(), latitude)
    };
    (0..=CIRCLE_POINTS).map(point).collect()
}

fn count(shapes: &[Vec<Ring>]) -> usize {
    shapes.iter().flatten().map(Vec::len).sum()
}

fn bounds(shapes: &[Vec<Ring>]) -> Option<Bounds> {
    let outlines = shapes.iter().filter_map(|rings| rings.first());
    (!shapes.is_empty()).then(|| Bounds::around(outlines.flatten()))
}

fn extent(ring: &Ring) -> f64 {
    let Bounds { south, north, west, east } = Bounds::around(ring);
    (north - south) * (east - west)
}

fn keep_largest(shapes: &mut Vec<Vec<Ring>>) {
    let outline_extent = |rings: &Vec<Ring>| rings.first().map_or(0.0, extent);
    shapes.sort_by(|one, other| outline_extent(other).total_cmp(&outline_extent(one)));
    shapes.truncate(MAX_OUTLINES);
    let mut holes: Vec<f64> = shapes.iter().flat_map(|rings| rings.iter().skip(1)).map(extent).collect();
    holes.sort_by(|one, other| other.total_cmp(one));
    let Some(too_small) = holes.get(MAX_HOLES).copied() else { return };
    for rings in shapes {
        let mut is_outline = true;
        rings.retain(|ring| std::mem::take(&mut is_outline) || extent(ring) > too_small);
    }
}

/// Parts on both sides of the date line get longitudes that continue.
fn bring_together(shapes: &mut [Vec<Ring>]) {
    let centre = |rings: &Vec<Ring>| {
        let Bounds { west, east, .. } = Bounds::around(rings.iter().flatten());
        (west + east) / 2.0
    };
    let Some(first) = shapes.first().map(centre) else { return };
    for rings in shapes {
        let shift = ((first - centre(rings)) / FULL_CIRCLE).round() * FULL_CIRCLE;
        rings.iter_mut().flatten().for_each(|point| point.0 += shift);
    }
}

fn thin_out(shapes: &mut [Vec<Ring>]) {
    let step = count(shapes).div_ceil(MAX_READ_POINTS);
    if step > 1 {
        for ring in shapes.iter_mut().flatten() {
            // A ring needs a few points to remain a ring.
            let step = step.min(ring.len() / MIN_RING_POINTS).max(1);
            *ring = ring.iter().copied().step_by(step).collect();
        }
    }
}

/// Holes that are too small to see are left out, the outline never is.
fn simplify_polygon(rings: &[Ring], tolerance: f64, scale: f64) -> Vec<Ring> {
    let is_visible = |ring: &Ring| extent(ring).sqrt() > tolerance;
    let kept = rings.iter().enumerate().filter(|(index, ring)| *index == 0 || is_visible(ring));
    kept.map(|(_, ring)| simplify(ring, tolerance, scale)).collect()
}

/// Douglas and Peucker's algorithm for a closed ring: from its first point to the furthest one and back, and at least a
/// triangle.
fn simplify(ring: &Ring, tolerance: f64, scale: f64) -> Ring {
    let mut points: Ring = ring.clone();
    if points.first() != points.last() {
        points.extend(ring.first());
    }
    if points.len() <= MIN_RING_POINTS {
        return points;
    }
    let flat: Vec<(f64, f64)> = points.iter().map(|(longitude, latitude)| (longitude * scale, *latitude)).collect();
    let last = flat.len() - 1;
    let furthest = |from: usize, to: usize| {
        let distances = (from + 1..to).map(|index| (index, distance(flat[index], flat[from], flat[to])));
        distances.max_by(|one, other| one.1.total_cmp(&other.1))
    };
    let Some((middle, _)) = furthest(0, last) else { return points };
    let mut is_kept = vec![false; flat.len()];
    [0, middle, last].into_iter().for_each(|index| is_kept[index] = true);
    let sides = [furthest(0, middle), furthest(middle, last)];
    let widest = sides.into_iter().flatten().max_by(|one, other| one.1.total_cmp(&other.1));
    widest.into_iter().for_each(|(index, _)| is_kept[index] = true);
    let mut spans = vec![(0, middle), (middle, last)];
    while let Some((from, to)) = spans.pop() {
        if let Some((index, off)) = furthest(from, to)
            && off > tolerance
        {
            is_kept[index] = true;
            spans.extend([(from, index), (index, to)]);
        }
    }
    points.into_iter().zip(is_kept).filter_map(|(point, is_kept)| is_kept.then_some(point)).collect()
}

/// From a point to the line between two others; to the point itself if they are the same.
fn distance((x, y): (f64, f64), (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> f64 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy);
    if length == 0.0 { (x - x1).hypot(y - y1) } else { (dx * (y1 - y) - dy * (x1 - x)).abs() / length }
}

fn round(shapes: Vec<Vec<Ring>>) -> Vec<Vec<Ring>> {
    let round = |degrees: f64| (degrees * DECIMALS).round() / DECIMALS;
    let point = |(longitude, latitude): (f64, f64)| (round(longitude), round(latitude));
    let ring = |ring: Ring| ring.into_iter().map(point).collect();
    shapes.into_iter().map(|rings| rings.into_iter().map(ring).collect()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn drawn(rings: Vec<Vec<Ring>>) -> Outline {
        let polygons: Vec<Polygon> = rings.into_iter().map(|rings| Polygon::new(rings).unwrap()).collect();
        Outline::draw(polygons.iter(), &[], false)
    }

    fn square(west: f64, south: f64, size: f64) -> Ring {
        let (east, north) = (west + size, south + size);
        vec![(west, south), (east, south), (east, north), (west, north), (west, south)]
    }

    /// Many points on a circle.
    fn round_ring(points: usize) -> Ring {
        let angle = |index: usize| std::f64::consts::TAU * index as f64 / points as f64;
        (0..points).map(|index| (10.0 + angle(index).cos(), 50.0 + angle(index).sin())).collect()
    }

    #[test]
    fn a_simple_area_is_drawn_as_it_is_with_its_hole() {
        let rings = vec![square(13.0, 52.0, 1.0), square(13.4, 52.4, 0.2)];
        let outline = drawn(vec![rings.clone()]);
        assert_eq!(outline.polygons, [rings]);
        assert_eq!(outline.bounds, Some(Bounds { west: 13.0, south: 52.0, east: 14.0, north: 53.0 }));
        assert!(outline.is_complete);
    }

    #[test]
    fn a_detailed_area_keeps_its_shape_with_few_points() {
        for points in [301, 5_000, 100_000] {
            let outline = drawn(vec![vec![round_ring(points)]]);
            let ring = &outline.polygons[0][0];
            assert!((20..=MAX_POINTS).contains(&ring.len()), "{} of {points}", ring.len());
            assert_eq!(ring.first(), ring.last());
            // Every point is on the circle.
            for (longitude, latitude) in ring {
                assert!(((longitude - 10.0).hypot(latitude - 50.0) - 1.0).abs() < 0.001);
            }
        }
    }

    #[test]
    fn a_ragged_area_is_smoothed_until_its_points_fit() {
        let ragged = |index: usize, (x, y): (f64, f64)| {
            let out = if index.is_multiple_of(2) { 1.02 } else { 1.0 };
            (10.0 + (x - 10.0) * out, 50.0 + (y - 50.0) * out)
        };
        let ring = round_ring(2_000).into_iter().enumerate().map(|(index, point)| ragged(index, point)).collect();
        let outline = drawn(vec![vec![ring]]);
        let points = outline.polygons[0][0].len();
        assert!((10..=MAX_POINTS).contains(&points), "{points}");
    }

    #[test]
    fn of_many_parts_the_largest_are_drawn_and_the_outline_is_not_complete() {
        let islands = (0..400).map(|index| vec![square(f64::from(index) * 0.3, 0.0, 0.1)]);
        let outline = drawn(islands.chain([vec![square(0.0, 10.0, 5.0)]]).collect());
        assert!(!outline.is_complete);
        assert!(count(&outline.polygons) <= MAX_POINTS && outline.polygons.len() > 1);
        assert_eq!(outline.polygons[0][0].len(), 5, "the largest is drawn in full");
    }

    #[test]
    fn parts_on_both_sides_of_the_date_line_are_drawn_side_by_side() {
        let outline = drawn(vec![vec![square(177.0, 65.0, 3.0)], vec![square(-180.0, 65.0, 2.0)]]);
        let Bounds { west, east, .. } = outline.bounds.unwrap();
        assert_eq!((west, east), (177.0, 182.0));
    }

    #[test]
    fn a_circle_is_drawn_and_an_area_without_a_shape_is_not() {
        let circle = Circle { longitude: 13.4, latitude: 52.5, radius_km: 111.2 };
        let bounds = Outline::draw([].iter(), &[circle], false).bounds.unwrap();
        assert!((bounds.north - 53.5).abs() < 0.01 && (bounds.south - 51.5).abs() < 0.01, "{bounds:?}");
        let nothing = Outline::draw([].iter(), &[], true);
        assert_eq!(nothing, Outline { polygons: Vec::new(), bounds: None, is_complete: false });
    }
}
