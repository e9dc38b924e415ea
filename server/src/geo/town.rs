//! Towns with their names, for the labels of a map and for a place asked for by name.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::geo::elevation::Site;
use crate::i18n::Language;

/// A part of the world in degrees; it does not cross the date line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub south: f64,
    pub west: f64,
    pub north: f64,
    pub east: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Town {
    pub name: &'static str,
    pub latitude: f64,
    pub longitude: f64,
    pub population: u32,
}

/// A place that was asked for by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlace {
    /// Its name with region and country.
    pub address: String,
    pub site: Site,
}

/// The place that the embedded index finds for a text: a function of the places, which `app` hands to other slices.
pub type FindPlace = Arc<dyn Fn(&str, Language) -> Option<NamedPlace> + Send + Sync>;

/// The largest towns within bounds, largest first: a function of the places, which `app` hands to other slices.
pub type ListTowns = Arc<dyn Fn(Bounds, Language, usize) -> Vec<Town> + Send + Sync>;
