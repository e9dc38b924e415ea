//! The area of a CAP language block: polygons with holes, circles, and the codes of what is not drawn.

use crate::alerts::model::area::{Area, Circle, Polygon, typed_code};
use crate::alerts::sources::xml::Element;

/// What the German weather service calls an area that is drawn.
pub const GERMAN_DRAWING: &str = "polygonal event area";
/// The German weather service writes holes as codes of this name.
const HOLE: &str = "EXCLUDE_POLYGON";

/// `codes_repeat_drawings`: beside drawn areas, those that have only codes name the same ground.
pub fn read(info: &Element, codes_repeat_drawings: bool) -> Area {
    let mut area = Area::default();
    let parts: Vec<Part> = info.all("area").map(Part::read).collect();
    let is_drawn = parts.iter().any(|part| !part.polygons.is_empty() || !part.circles.is_empty());
    for part in parts {
        let is_part_drawn = !part.polygons.is_empty() || !part.circles.is_empty();
        if is_drawn && codes_repeat_drawings && !is_part_drawn && !part.is_broken {
            continue;
        }
        match (is_part_drawn && !part.is_broken, part.codes.is_empty()) {
            (true, _) => {}
            (false, true) => area.has_unknown_part = true,
            (false, false) => area.add_coded_part(part.codes.clone()),
        }
        area.polygons.extend(part.polygons);
        area.circles.extend(part.circles);
        area.codes.extend(part.codes);
    }
    if !area.is_drawn() {
        area.undrawn.clear();
        // Without any code at all every point is unknown.
        area.has_unknown_part &= !area.codes.is_empty();
    }
    area.with_sorted_codes()
}

/// One `<area>`.
#[derive(Default)]
struct Part {
    polygons: Vec<Polygon>,
    circles: Vec<Circle>,
    codes: Vec<String>,
    /// Some of its shapes cannot be read.
    is_broken: bool,
}

impl Part {
    fn read(area: &Element) -> Part {
        let mut part = Part::default();
        let holes: Vec<Vec<(f64, f64)>> = area
            .all("geocode")
            .filter(|code| code.text_of("valueName") == Some(HOLE))
            .filter_map(|code| parse_ring(code.text_of("value")?))
            .collect();
        // An empty element draws nothing.
        for ring in area.all("polygon").filter(|ring| !ring.text().is_empty()) {
            match parse_ring(ring.text()).and_then(|ring| Polygon::new(vec![ring])) {
                Some(polygon) => part.polygons.push(polygon.with_holes(holes.clone())),
                None => part.is_broken = true,
            }
        }
        for circle in area.all("circle").filter(|circle| !circle.text().is_empty()) {
            match parse_circle(circle.text()) {
                Some(circle) => part.circles.push(circle),
                None => part.is_broken = true,
            }
        }
        let codes = area.all("geocode").filter(|code| code.text_of("valueName") != Some(HOLE));
        part.codes =
            codes.filter_map(|code| Some(typed_code(code.text_of("valueName")?, code.text_of("value")?))).collect();
        part
    }
}

/// Reads `latitude,longitude` pairs separated by spaces; the result has the longitude first.
fn parse_ring(text: &str) -> Option<Vec<(f64, f64)>> {
    text.split_whitespace().map(parse_pair).collect()
}

fn parse_pair(text: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = text.split_once(',')?;
    Some((longitude.trim().parse().ok()?, latitude.trim().parse().ok()?))
}

/// Reads `latitude,longitude radius`, the radius in kilometres. A radius of zero is a point and draws nothing.
fn parse_circle(text: &str) -> Option<Circle> {
    let (centre, radius) = text.split_once(char::is_whitespace)?;
    let (longitude, latitude) = parse_pair(centre)?;
    let radius_km: f64 = radius.trim().parse().ok()?;
    let is_on_earth = longitude.abs() <= 360.0 && latitude.abs() <= 90.0;
    (is_on_earth && radius_km.is_finite() && radius_km > 0.0).then_some(Circle { longitude, latitude, radius_km })
}
