//! The committed tables of landmarks as rows.

use anyhow::{Context, ensure};

use super::{AIRPORT_ID_PREFIX, LANDMARK_ID_PREFIX, LandmarkKind};
use crate::builder::source::rows;

const LANDMARKS: &str = include_str!("../../data/landmarks.tsv");
const AIRPORTS: &str = include_str!("../../data/airports.tsv");

/// One row: for its columns see `crates/gazetteer/data/README.md`.
#[derive(Clone, Debug)]
pub struct Landmark {
    pub kind: LandmarkKind,
    /// With its prefix.
    pub id: String,
    /// Two letters.
    pub country: String,
    pub latitude: f64,
    pub longitude: f64,
    pub elevation: Option<i16>,
    /// Compared with the population of a settlement.
    pub size: u32,
    /// In English, German and Turkish.
    pub names: [String; 3],
    pub other_names: Vec<String>,
    /// The names of the city that an airport serves.
    pub city_names: Vec<String>,
}

/// The landmarks of both tables, largest first.
pub fn committed() -> anyhow::Result<Vec<Landmark>> {
    let written = rows(LANDMARKS, 11).map(|row| landmark(&row?));
    let airports = rows(AIRPORTS, 11).map(|row| airport(&row?));
    let mut landmarks: Vec<Landmark> = written.chain(airports).collect::<anyhow::Result<_>>()?;
    landmarks.sort_by(|a, b| b.size.cmp(&a.size).then_with(|| a.id.cmp(&b.id)));
    Ok(landmarks)
}

fn landmark(row: &[&str]) -> anyhow::Result<Landmark> {
    let kind = LandmarkKind::parse(row[0]).with_context(|| format!("{} is no kind of landmark", row[0]))?;
    parse(kind, &format!("{LANDMARK_ID_PREFIX}{}", row[1]), &row[2..10], row[10], "")
}

fn airport(row: &[&str]) -> anyhow::Result<Landmark> {
    parse(LandmarkKind::Airport, &format!("{AIRPORT_ID_PREFIX}{}", row[0]), &row[1..9], row[9], row[10])
}

/// Country, latitude, longitude, elevation, size and three names; the last two of these may be empty.
fn parse(kind: LandmarkKind, id: &str, row: &[&str], others: &str, cities: &str) -> anyhow::Result<Landmark> {
    let number = |text: &str| text.parse::<f64>().with_context(|| format!("{id}: {text} is no number"));
    let list = |text: &str| text.split('|').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let named = |name: &str| if name.is_empty() { row[5] } else { name }.to_owned();
    ensure!(!row[5].is_empty(), "{id} has no name");
    Ok(Landmark {
        kind,
        id: id.to_owned(),
        country: row[0].to_owned(),
        latitude: number(row[1])?,
        longitude: number(row[2])?,
        elevation: if row[3].is_empty() { None } else { Some(row[3].parse().with_context(|| id.to_owned())?) },
        size: row[4].parse().with_context(|| id.to_owned())?,
        names: [row[5].to_owned(), named(row[6]), named(row[7])],
        other_names: list(others),
        city_names: list(cities),
    })
}
