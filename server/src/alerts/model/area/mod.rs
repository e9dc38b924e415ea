//! The area an alert applies to: polygons with holes, circles, and codes of an authority's own map.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::geo::coordinates::Coordinates;

const EARTH_RADIUS_KM: f64 = 6371.0;
const FULL_CIRCLE: f64 = 360.0;
const KM_PER_DEGREE: f64 = 111.2;
/// At the poles a kilometre would be any number of degrees of longitude.
const MIN_COSINE: f64 = 0.01;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub polygons: Vec<Polygon>,
    pub circles: Vec<Circle>,
    /// As `UGC:TXZ183` or `EMMA_ID:DE012`.
    pub codes: Vec<String>,
    /// The codes of those parts that are not drawn, if other parts are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undrawn: Vec<String>,
    /// The codes of undrawn parts by the maps they use, if these differ: a point whose codes are known in one map may
    /// still be in a part that only another map names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code_groups: Vec<Vec<String>>,
    /// Some part has neither a readable shape nor a code: a point outside the others may be in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_unknown_part: bool,
}

/// Points as (longitude, latitude); the last may repeat the first.
pub type Ring = Vec<(f64, f64)>;

/// Rings of (longitude, latitude); the first is the outline, the others are holes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Polygon {
    rings: Vec<Vec<(f64, f64)>>,
    bounds: Bounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Circle {
    pub longitude: f64,
    pub latitude: f64,
    pub radius_km: f64,
}

/// East may be beyond 180 where the area crosses the date line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    pub south: f64,
    pub north: f64,
    pub west: f64,
    pub east: f64,
}

/// Whether a point lies in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaMatch {
    Inside,
    Outside,
    /// The area is given by codes alone, and the point's codes are not known.
    Unknown,
}

impl Area {
    /// Drawn parts are matched by their shape, the others by their codes. `codes` are those of the point, `None` if they
    /// are not known.
    pub fn matches(&self, at: Coordinates, codes: Option<&[String]>) -> AreaMatch {
        let inside = self.polygons.iter().any(|polygon| polygon.contains(at))
            || self.circles.iter().any(|circle| circle.contains(at));
        if inside {
            return AreaMatch::Inside;
        }
        match self.match_undrawn(codes) {
            AreaMatch::Outside if self.has_unknown_part => AreaMatch::Unknown,
            found => found,
        }
    }

    fn match_undrawn(&self, codes: Option<&[String]>) -> AreaMatch {
        if !self.code_groups.is_empty() {
            let found: Vec<AreaMatch> = self.code_groups.iter().map(|group| match_codes(group, codes)).collect();
            let is_any = |wanted: AreaMatch| found.contains(&wanted).then_some(wanted);
            return is_any(AreaMatch::Inside).or(is_any(AreaMatch::Unknown)).unwrap_or(AreaMatch::Outside);
        }
        match (self.is_drawn(), self.undrawn.is_empty()) {
            (false, _) => match_codes(&self.codes, codes),
            (true, true) => AreaMatch::Outside,
            (true, false) => match_codes(&self.undrawn, codes),
        }
    }

    /// The maps whose codes are needed to match this area; none if it is drawn.
    pub fn maps(&self) -> impl Iterator<Item = &str> {
        self.undrawn_codes().iter().filter_map(|code| map_of(code))
    }

    /// The codes of what is not drawn.
    pub fn undrawn_codes(&self) -> &[String] {
        if self.is_drawn() { &self.undrawn } else { &self.codes }
    }

    /// Adds a part that is named only by codes.
    pub fn add_coded_part(&mut self, mut codes: Vec<String>) {
        codes.sort_unstable();
        let maps = |codes: &[String]| codes.iter().filter_map(|code| map_of(code).map(str::to_owned)).collect::<Maps>();
        let own = maps(&codes);
        match self.code_groups.iter_mut().find(|group| maps(group) == own) {
            Some(group) => group.extend_from_slice(&codes),
            None => self.code_groups.push(codes.clone()),
        }
        self.undrawn.extend(codes);
    }

    /// What encloses each drawn part.
    pub fn bounds(&self) -> impl Iterator<Item = Bounds> {
        self.polygons.iter().map(|polygon| polygon.bounds).chain(self.circles.iter().map(Circle::bounds))
    }

    pub fn is_drawn(&self) -> bool {
        !self.polygons.is_empty() || !self.circles.is_empty()
    }

    /// Sorted, and with groups of codes only where they are needed.
    pub fn with_sorted_codes(mut self) -> Area {
        if self.code_groups.len() < 2 {
            self.code_groups.clear();
        }
        for codes in [&mut self.codes, &mut self.undrawn].into_iter().chain(&mut self.code_groups) {
            codes.sort_unstable();
            codes.dedup();
        }
        self
    }
}

type Maps = BTreeSet<String>;

/// A code with the map it belongs to. MeteoAlarm has two names for the German weather service's map.
pub fn typed_code(map: &str, code: &str) -> String {
    let map = if map == "WARNCELL" { "WARNCELLID" } else { map };
    format!("{map}:{code}")
}

/// The map a code belongs to, such as `UGC`.
pub fn map_of(code: &str) -> Option<&str> {
    code.split(':').next()
}

/// `area_codes` are sorted.
fn match_codes(area_codes: &[String], codes: Option<&[String]>) -> AreaMatch {
    let is_of_same_map = |code: &String| area_codes.iter().any(|area_code| map_of(area_code) == map_of(code));
    match codes {
        Some(codes) if codes.iter().any(|code| area_codes.binary_search(code).is_ok()) => AreaMatch::Inside,
        // Without a code of the same map the point may be inside or outside.
        Some(codes) if codes.iter().any(is_of_same_map) => AreaMatch::Outside,
        _ => AreaMatch::Unknown,
    }
}

impl Polygon {
    /// `None` for a ring that encloses nothing or has a point off the Earth.
    pub fn new(rings: Vec<Vec<(f64, f64)>>) -> Option<Polygon> {
        let is_on_earth = |(longitude, latitude): &(f64, f64)| longitude.abs() <= 360.0 && latitude.abs() <= 90.0;
        if rings.first().is_none_or(|outline| outline.len() < 3) || !rings.iter().flatten().all(is_on_earth) {
            return None;
        }
        let rings: Vec<Vec<(f64, f64)>> = rings.into_iter().map(unwrap_longitudes).collect();
        Some(Polygon { bounds: Bounds::around(&rings[0]), rings })
    }

    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The outline, then its holes.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// Cuts holes out of it; a hole that is no ring is ignored, so that the area is rather too large.
    pub fn with_holes(mut self, holes: Vec<Vec<(f64, f64)>>) -> Polygon {
        let holes = holes.into_iter().filter_map(|hole| Polygon::new(vec![hole])).flat_map(|hole| hole.rings);
        self.rings.extend(holes);
        self
    }

    pub fn contains(&self, at: Coordinates) -> bool {
        if !(self.bounds.south..=self.bounds.north).contains(&at.latitude) {
            return false;
        }
        // A meridian has the same meaning a full circle away; an area across the date line may use either value.
        [at.longitude, at.longitude + FULL_CIRCLE, at.longitude - FULL_CIRCLE].into_iter().any(|longitude| {
            (self.bounds.west..=self.bounds.east).contains(&longitude)
                && self.rings.iter().enumerate().all(|(index, ring)| {
                    // Inside the outline and inside none of the holes.
                    is_inside(ring, longitude, at.latitude) == (index == 0)
                })
        })
    }
}

impl Polygon {
    /// How far a place is from it: 0 inside, `None` if it is further than `limit`.
    pub fn distance_km(&self, at: Coordinates, limit: f64) -> Option<f64> {
        let (north, east) = (KM_PER_DEGREE, KM_PER_DEGREE * at.latitude.to_radians().cos().max(MIN_COSINE));
        let Bounds { south, north: top, west, east: right } = self.bounds;
        let is_near = |longitude: f64| {
            (south - limit / north..=top + limit / north).contains(&at.latitude)
                && (west - limit / east..=right + limit / east).contains(&longitude)
        };
        let longitudes = [at.longitude, at.longitude + FULL_CIRCLE, at.longitude - FULL_CIRCLE];
        let longitude = longitudes.into_iter().find(|longitude| is_near(*longitude))?;
        if self.contains(at) {
            return Some(0.0);
        }
        let to_km = |point: &(f64, f64)| ((point.0 - longitude) * east, (point.1 - at.latitude) * north);
        let edges = self.rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
        let distances = edges.map(|(from, to)| distance_to_edge(to_km(from), to_km(to)));
        distances.min_by(f64::total_cmp).filter(|distance| *distance <= limit)
    }
}

/// From the origin to the nearest point of an edge.
fn distance_to_edge((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> f64 {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let square = dx * dx + dy * dy;
    let along = if square == 0.0 { 0.0 } else { (-(x1 * dx + y1 * dy) / square).clamp(0.0, 1.0) };
    (x1 + along * dx).hypot(y1 + along * dy)
}

impl Bounds {
    /// Contains every place up to so many kilometres outside of these.
    pub fn grown(self, km: f64) -> Bounds {
        let north = km / KM_PER_DEGREE;
        let furthest = (self.south.abs().max(self.north.abs()) + north).min(90.0);
        let east = north / furthest.to_radians().cos().max(MIN_COSINE);
        let Bounds { south, north: top, west, east: right } = self;
        Bounds { south: south - north, north: top + north, west: west - east, east: right + east }
    }

    pub fn around<'a>(points: impl IntoIterator<Item = &'a (f64, f64)>) -> Bounds {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        let nothing = Bounds { south: low, north: high, west: low, east: high };
        points.into_iter().fold(nothing, |bounds, (longitude, latitude)| Bounds {
            south: bounds.south.min(*latitude),
            north: bounds.north.max(*latitude),
            west: bounds.west.min(*longitude),
            east: bounds.east.max(*longitude),
        })
    }
}

impl Circle {
    /// A little too large. Around a pole it has every longitude.
    fn bounds(&self) -> Bounds {
        let degrees = self.radius_km / KM_PER_DEGREE + 0.1;
        let (south, north) = (self.latitude - degrees, self.latitude + degrees);
        // Meridians are closest together where the circle is nearest to a pole.
        let narrowest = south.abs().max(north.abs());
        let half = if narrowest < 89.0 { (degrees / narrowest.to_radians().cos()).min(180.0) } else { 180.0 };
        let (west, east) = (self.longitude - half, self.longitude + half);
        Bounds { south: south.max(-90.0), north: north.min(90.0), west, east }
    }

    pub fn contains(&self, at: Coordinates) -> bool {
        let (from, to) = (self.latitude.to_radians(), at.latitude.to_radians());
        let east = (at.longitude - self.longitude).to_radians();
        let half = ((to - from) / 2.0).sin().powi(2) + from.cos() * to.cos() * (east / 2.0).sin().powi(2);
        2.0 * EARTH_RADIUS_KM * half.sqrt().min(1.0).asin() <= self.radius_km
    }
}

/// Makes longitudes continuous: a step of more than half the globe crosses the date line.
fn unwrap_longitudes(ring: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut unwrapped: Vec<(f64, f64)> = Vec::with_capacity(ring.len());
    for (longitude, latitude) in ring {
        let near = unwrapped
            .last()
            .map_or(longitude, |(before, _)| longitude - ((longitude - before) / FULL_CIRCLE).round() * FULL_CIRCLE);
        unwrapped.push((near, latitude));
    }
    unwrapped
}

/// Ray casting: counts how often a ray to the east crosses the ring. A point on an edge belongs to one of its two sides.
fn is_inside(ring: &[(f64, f64)], x: f64, y: f64) -> bool {
    let mut inside = false;
    let mut previous = ring.len() - 1;
    for current in 0..ring.len() {
        let ((x1, y1), (x2, y2)) = (ring[current], ring[previous]);
        if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
            inside = !inside;
        }
        previous = current;
    }
    inside
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
