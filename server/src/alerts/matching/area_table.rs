//! The operator's table of area codes: a GeoJSON file whose features have a `code` and, unless it is MeteoAlarm's
//! `EMMA_ID`, the code's `type`.

use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use super::zones::CodedArea;
use crate::alerts::model::area::Polygon;
use crate::alerts::sources::geojson::Geometry;

const DEFAULT_TYPE: &str = "EMMA_ID";

#[derive(Deserialize)]
struct Table {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    properties: Properties,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Properties {
    code: String,
    #[serde(rename = "type")]
    kind: Option<String>,
}

pub fn read_file(path: &Path) -> anyhow::Result<Vec<CodedArea>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    read(&bytes).with_context(|| format!("{} is not a GeoJSON table of area codes", path.display()))
}

fn read(bytes: &[u8]) -> anyhow::Result<Vec<CodedArea>> {
    let table: Table = serde_json::from_slice(bytes)?;
    let area = |Feature { properties, geometry }: Feature| {
        let polygons = geometry.into_polygons();
        CodedArea {
            code: format!("{}:{}", properties.kind.as_deref().unwrap_or(DEFAULT_TYPE), properties.code),
            polygons: polygons.into_iter().filter_map(Polygon::new).collect(),
        }
    };
    Ok(table.features.into_iter().map(area).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_becomes_an_area_with_its_typed_code() {
        let table = br#"{"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"code":"DE001"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
            {"type":"Feature","properties":{"code":"FR718","type":"NUTS3"},"geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}}
        ]}"#;
        let areas = read(table).unwrap();
        let codes: Vec<_> = areas.iter().map(|area| (area.code.as_str(), area.polygons.len())).collect();
        assert_eq!(codes, [("EMMA_ID:DE001", 1), ("NUTS3:FR718", 1)]);
        assert!(read(b"{}").is_err());
    }
}
