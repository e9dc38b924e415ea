//! Places: search, autocomplete, details and reverse geocoding from the embedded index or Google.

mod address;
pub mod answers;
mod google;
mod highlight;
mod local;
mod request;
pub mod routes;
mod wording;

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::Request;
use ipnet::IpNet;

use answers::PlacesSource::{Geonames, Google as FromGoogle};
use answers::{AutocompleteResponse, GeocodeResponse, LatLng, PlaceDetailsResponse, PlaceName, PlacesStatus};
use google::{Google, GoogleResult};
pub use local::{embedded_gazetteer, embedded_size};
use request::{Autocomplete, Coordinates, Details, Geocode};
pub use routes::routes;

use local::LocalPlaces;

use crate::clock::Clock;
use crate::db::rate_limit::RateLimiter;
use crate::geo::address::Address;
use crate::geo::coordinates::is_gazetteer_id;
use crate::geo::elevation::{Elevation, Site};
use crate::geo::town::{Bounds, NamedPlace, Town};
use crate::http::client_address::client_address;
use crate::i18n::Language;
use crate::outbound::RequestPolicy;
use crate::settings::Settings;

/// Result of looking up a place of Google again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GooglePosition {
    At(Coordinates),
    /// Google has no such place any more.
    Gone,
    /// Not now: asking again may help.
    NotAnswered,
}

/// The service behind the places calls: Google where the operator has a key, the embedded index always.
#[derive(Clone)]
pub struct Places {
    local: LocalPlaces,
    google: Option<Google>,
    trusted_proxies: Arc<[IpNet]>,
}

impl Places {
    pub fn new(settings: &Settings, clock: &Clock, counters: RateLimiter) -> anyhow::Result<Places> {
        Places::with_limits(settings, clock, google::LIMITS, counters)
    }

    /// The same with another request policy for Google.
    pub fn with_limits(
        settings: &Settings,
        clock: &Clock,
        limits: RequestPolicy,
        counters: RateLimiter,
    ) -> anyhow::Result<Places> {
        Ok(Places {
            local: LocalPlaces::new()?,
            google: Google::from_settings(&settings.places, clock, limits, counters)?,
            trusted_proxies: settings.trusted_proxies.clone().into(),
        })
    }

    /// What the embedded index calls a position, whatever else is configured.
    pub fn describe(&self, position: Coordinates, language: Language) -> Address {
        self.local.name_position(position.latitude, position.longitude, language).into()
    }

    /// The same for a place with an id: one of the index's places at this position has its own name.
    pub fn describe_place(&self, place_id: Option<&str>, position: Coordinates, language: Language) -> Address {
        let own = place_id.and_then(|id| self.local.name_at(id, position, language));
        own.map_or_else(|| self.describe(position, language), Address::from)
    }

    /// The name of a country by its ISO 3166 code.
    pub fn country_name(&self, code: &str, language: Language) -> Option<&'static str> {
        self.local.country_name(code, language)
    }

    /// The id and site of the index's place at or near a position; nothing far from any.
    pub fn nearest(&self, position: Coordinates) -> Option<(String, Site)> {
        self.local.nearest(position.latitude, position.longitude)
    }

    /// The largest towns of the embedded index within bounds, largest first.
    pub fn towns(&self, bounds: Bounds, language: Language, limit: usize) -> Vec<Town> {
        self.local.towns(bounds, language, limit)
    }

    /// The place of the embedded index that a text means most likely; neither a network nor a quota is needed.
    pub fn find(&self, text: &str, language: Language) -> Option<NamedPlace> {
        let found = self.local.geocode(text, language).into_iter().next()?;
        let LatLng { lat, lng } = found.geometry.location;
        let elevation = found.elevation.and_then(|metres| Elevation::new(f64::from(metres)));
        let site = Site { coordinates: Coordinates { latitude: lat, longitude: lng }, elevation };
        Some(NamedPlace { address: found.formatted_address, site })
    }

    /// The elevation of one of the index's places, if it is at this position.
    pub fn elevation_at(&self, place_id: &str, position: Coordinates) -> Option<Elevation> {
        self.local.elevation_at(place_id, position)
    }

    /// Where Google says its place is now.
    pub async fn ask_google_for(&self, place_id: &str) -> GooglePosition {
        let Some(google) = &self.google else { return GooglePosition::NotAnswered };
        let request =
            Details { place_id: place_id.to_owned(), fields: None, language: Language::default(), session: None };
        match google.details(&request, None).await {
            Ok(found) => {
                let LatLng { lat, lng } = found.result.geometry.location;
                Coordinates::new(lat, lng).map_or(GooglePosition::NotAnswered, GooglePosition::At)
            }
            Err(PlacesStatus::NotFound | PlacesStatus::InvalidRequest) => GooglePosition::Gone,
            Err(status) => {
                tracing::warn!(?status, "Google did not renew a saved place");
                GooglePosition::NotAnswered
            }
        }
    }

    /// The client address, for Google's quota.
    fn client_of<B>(&self, request: &Request<B>) -> Option<IpAddr> {
        self.google.as_ref().and_then(|_| client_address(request, &self.trusted_proxies))
    }

    async fn autocomplete(&self, request: Autocomplete, client: Option<IpAddr>) -> AutocompleteResponse {
        let Some(input) = &request.input else { return AutocompleteResponse::of(Geonames, Vec::new()) };
        if let Some(google) = &self.google
            && let Some(predictions) = accept(google.autocomplete(input, &request, client).await)
        {
            return AutocompleteResponse::of(FromGoogle, predictions);
        }
        let near = request.near.map(|near| (near.latitude, near.longitude));
        AutocompleteResponse::of(Geonames, self.local.predict(input, near, request.limit, request.language))
    }

    /// An id is resolved by its source: only Google can resolve Google's ids.
    async fn details(&self, request: Details, client: Option<IpAddr>) -> PlaceDetailsResponse {
        match &self.google {
            Some(google) if !is_gazetteer_id(&request.place_id) => match google.details(&request, client).await {
                Ok(found) => {
                    let fields = request.fields.as_deref();
                    PlaceDetailsResponse::of(FromGoogle, found.result, fields, found.html_attributions)
                }
                Err(status) => PlaceDetailsResponse::failed(FromGoogle, status, "Google does not hand this place out"),
            },
            _ => match self.local.details(&request.place_id, request.language) {
                Ok(result) => PlaceDetailsResponse::of(Geonames, result, request.fields.as_deref(), Vec::new()),
                Err(status) => PlaceDetailsResponse::failed(Geonames, status, "no place has this place_id"),
            },
        }
    }

    async fn geocode(&self, request: Geocode, client: Option<IpAddr>) -> GeocodeResponse {
        let Some(address) = &request.address else { return GeocodeResponse::of(Geonames, Vec::new()) };
        if let Some(google) = &self.google
            && let Some(results) = accept(google.geocode(address, request.language, client).await)
        {
            return GeocodeResponse::of(FromGoogle, results);
        }
        GeocodeResponse::of(Geonames, self.local.geocode(address, request.language))
    }

    async fn reverse(&self, position: Coordinates, language: Language, client: Option<IpAddr>) -> GeocodeResponse {
        if let Some(google) = &self.google
            && let Some(results) = accept(google.reverse(position, language, client).await)
        {
            return GeocodeResponse::of(FromGoogle, results);
        }
        let result = self.local.reverse(position.latitude, position.longitude, language);
        GeocodeResponse::of(Geonames, result.into_iter().collect())
    }

    /// Where Google has no name, the index still has the distance to one, or the coordinates.
    async fn name_position(&self, position: Coordinates, language: Language, client: Option<IpAddr>) -> PlaceName {
        if let Some(google) = &self.google
            && let Some(found) =
                accept(google.reverse(position, language, client).await).and_then(|found| found.into_iter().next())
        {
            return PlaceName::of(found, FromGoogle);
        }
        self.local.name_position(position.latitude, position.longitude, language)
    }
}

/// Google's answer, or nothing, so that the index answers instead. A key that is refused needs the operator.
fn accept<T>(outcome: GoogleResult<T>) -> Option<T> {
    match outcome {
        Ok(answer) => Some(answer),
        Err(status @ (PlacesStatus::RequestDenied | PlacesStatus::OverDailyLimit)) => {
            tracing::error!(?status, "Google refuses the places key; the embedded index answers");
            None
        }
        Err(status) => {
            tracing::warn!(?status, "Google places did not answer; the embedded index does");
            None
        }
    }
}
