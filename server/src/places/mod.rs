//! Places: search, autocomplete, details and reverse geocoding from the embedded index or Google.

mod address;
pub mod answers;
pub mod fold;
pub mod gazetteer;
mod highlight;
pub mod language;
mod local;
mod request;
pub mod routes;
mod wording;

use answers::{DetailsAnswer, GeocodeAnswer, PlacesSource, PlacesStatus, PositionName, PredictionsAnswer};
use gazetteer::{Gazetteer, IndexError};
use language::Language;
use request::{Autocomplete, Details, Geocode, Position};
pub use routes::routes;

/// The service behind the places calls.
#[derive(Clone)]
pub struct Places {
    gazetteer: Gazetteer,
}

impl Places {
    pub fn new() -> Result<Places, IndexError> {
        Ok(Places { gazetteer: Gazetteer::embedded()? })
    }

    async fn autocomplete(&self, request: Autocomplete) -> PredictionsAnswer {
        let Some(input) = request.input else { return PredictionsAnswer::of(PlacesSource::Geonames, Vec::new()) };
        let near = request.near.map(|near| (near.latitude, near.longitude));
        let predictions = self.gazetteer.predict(&input, near, request.limit, request.language);
        PredictionsAnswer::of(PlacesSource::Geonames, predictions)
    }

    async fn details(&self, request: Details) -> DetailsAnswer {
        match self.gazetteer.details(&request.place_id, request.language) {
            Some(result) => DetailsAnswer::of(PlacesSource::Geonames, result),
            None => DetailsAnswer::failed(PlacesSource::Geonames, PlacesStatus::NotFound, "no such place"),
        }
    }

    async fn geocode(&self, request: Geocode) -> GeocodeAnswer {
        let results = request.address.map(|address| self.gazetteer.geocode(&address, request.language));
        GeocodeAnswer::of(PlacesSource::Geonames, results.unwrap_or_default())
    }

    async fn reverse(&self, position: Position, language: Language) -> GeocodeAnswer {
        let result = self.gazetteer.reverse(position.latitude, position.longitude, language);
        GeocodeAnswer::of(PlacesSource::Geonames, result.into_iter().collect())
    }

    async fn name_position(&self, position: Position, language: Language) -> PositionName {
        self.gazetteer.name_position(position.latitude, position.longitude, language)
    }
}
