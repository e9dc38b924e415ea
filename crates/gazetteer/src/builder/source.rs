//! The tables from which the index is built, as rows of text.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::elevations::FoundElevation;

/// Our own lists, stored beside the compressed index.
const EXONYMS: &str = include_str!("../../data/exonyms.tsv");
const REGIONS: &str = include_str!("../../data/regions.tsv");

/// Names in English, German and Turkish; empty where there is none.
pub type Names = [String; 3];

#[derive(Default)]
pub struct Source {
    /// Largest population first.
    pub places: Vec<Place>,
    pub countries: Vec<Country>,
    pub regions: Vec<Region>,
    /// By GeoNames id.
    pub localized: HashMap<u32, Names>,
    /// By GeoNames id.
    pub elevations: HashMap<u32, FoundElevation>,
}

pub struct Place {
    pub id: u32,
    pub name: String,
    pub plain_name: String,
    pub other_names: Vec<String>,
    pub latitude: f64,
    pub longitude: f64,
    pub country: String,
    pub region: String,
    pub population: u32,
    pub zone: String,
}

pub struct Country {
    pub code: String,
    pub names: Names,
    pub capital: String,
    /// Other ways to write it.
    pub words: Vec<String>,
}

pub struct Region {
    pub country: String,
    pub code: String,
    pub names: Names,
    pub words: Vec<String>,
}

impl Source {
    pub fn read(folder: &Path) -> anyhow::Result<Source> {
        let text = |name: &str| fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name}"));
        let packed = fs::File::open(folder.join("places.tsv.zst")).context("cannot read places.tsv.zst")?;
        let places = String::from_utf8(zstd::decode_all(packed)?)?;
        Source::parse(
            &places,
            &text("countries.tsv")?,
            &text("admin1.tsv")?,
            &text("names_localized.tsv")?,
            &text("elevations.tsv")?,
        )
    }

    pub fn parse(
        places: &str,
        countries: &str,
        regions: &str,
        localized: &str,
        elevations: &str,
    ) -> anyhow::Result<Source> {
        let mut source = Source {
            places: rows(places, 10).map(|row| place(&row?)).collect::<anyhow::Result<_>>()?,
            countries: rows(countries, 9).map(|row| Ok(country(&row?))).collect::<anyhow::Result<_>>()?,
            regions: rows(regions, 3).map(|row| Ok(region(&row?))).collect::<anyhow::Result<_>>()?,
            localized: HashMap::new(),
            elevations: rows(elevations, 5).map(|row| FoundElevation::parse(&row?)).collect::<anyhow::Result<_>>()?,
        };
        // Our own names come last, so that they take precedence.
        for row in rows(localized, 5).chain(rows(EXONYMS, 5)) {
            let row = row?;
            let names = source.localized.entry(row[0].parse()?).or_default();
            replace_names(names, &row[1..4]);
        }
        source.add_our_regions()?;
        source.regions.sort_by(|a, b| (&a.country, &a.code).cmp(&(&b.country, &b.code)));
        source.countries.sort_by(|a, b| a.code.cmp(&b.code));
        ensure!(source.places.is_sorted_by(|a, b| a.population >= b.population), "places are not sorted by population");
        Ok(source)
    }

    fn add_our_regions(&mut self) -> anyhow::Result<()> {
        for row in rows(REGIONS, 6) {
            let row = row?;
            let words = row[2].split('|').filter(|word| !word.is_empty()).map(str::to_owned);
            if row[1].is_empty() {
                if let Some(country) = self.countries.iter_mut().find(|country| country.code == row[0]) {
                    country.words.extend(words);
                }
            } else if let Some(known) =
                self.regions.iter_mut().find(|region| region.country == row[0] && region.code == row[1])
            {
                known.words.push(known.names[0].clone());
                known.words.extend(words);
                replace_names(&mut known.names, &row[3..6]);
            }
        }
        Ok(())
    }
}

/// Skips comments and the header row, and checks the number of columns.
pub fn rows(table: &str, columns: usize) -> impl Iterator<Item = anyhow::Result<Vec<&str>>> {
    table.lines().filter(|line| !line.starts_with('#')).skip(1).map(move |line| {
        let row: Vec<&str> = line.split('\t').collect();
        ensure!(row.len() == columns, "expected {columns} columns: {line}");
        Ok(row)
    })
}

fn place(row: &[&str]) -> anyhow::Result<Place> {
    Ok(Place {
        id: row[0].parse()?,
        name: row[1].to_owned(),
        plain_name: row[2].to_owned(),
        other_names: row[3].split('|').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        latitude: row[4].parse()?,
        longitude: row[5].parse()?,
        country: row[6].to_owned(),
        region: row[7].to_owned(),
        population: row[8].parse()?,
        zone: row[9].to_owned(),
    })
}

fn country(row: &[&str]) -> Country {
    Country {
        code: row[0].to_owned(),
        names: [row[2], row[3], row[4]].map(str::to_owned),
        capital: row[6].to_owned(),
        words: vec![row[1].to_owned()],
    }
}

fn region(row: &[&str]) -> Region {
    // "Bursa Province" is commonly called Bursa.
    let name = row[2].strip_suffix(" Province").unwrap_or(row[2]);
    // A code of two or three letters is in common use (IL, ZH); numbers are the gazetteer's own.
    let is_written = (2..=3).contains(&row[1].len()) && row[1].bytes().all(|byte| byte.is_ascii_alphabetic());
    let words = if is_written { vec![row[1].to_owned()] } else { Vec::new() };
    Region { country: row[0].to_owned(), code: row[1].to_owned(), names: [name, "", ""].map(str::to_owned), words }
}

/// Soft hyphens are for typesetting; in a name they only prevent matches.
fn replace_names(names: &mut Names, given: &[&str]) {
    for (name, given) in names.iter_mut().zip(given) {
        if !given.is_empty() {
            *name = given.replace('\u{ad}', "");
        }
    }
}
