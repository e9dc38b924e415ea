//! The shapes of GeoJSON that alert areas have.

use serde::Deserialize;

/// Rings of (longitude, latitude); the first is the outline.
pub type Rings = Vec<Vec<(f64, f64)>>;

#[derive(Deserialize)]
#[serde(tag = "type", content = "coordinates")]
pub enum Geometry {
    Polygon(Rings),
    MultiPolygon(Vec<Rings>),
}

impl Geometry {
    pub fn into_polygons(self) -> Vec<Rings> {
        match self {
            Geometry::Polygon(rings) => vec![rings],
            Geometry::MultiPolygon(polygons) => polygons,
        }
    }
}
