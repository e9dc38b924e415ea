//! The alerts of one place and how well it is covered.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Alert;
use crate::geo::coordinates::Coordinates;

/// Whether alerts are known for a place: an empty list alone could be mistaken for all clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Coverage {
    /// An alert service covers this place and `items` contains all its alerts; an empty list means there are none.
    Covered,
    /// No alert service covers this place.
    NoService,
    /// The alert service has not answered since `updated_at`, or never if that is null; `items` contains the alerts of
    /// then that have not ended.
    Outdated,
    /// The alert service answers, but `unread` of its messages could not be read: they may apply here.
    Incomplete,
    /// Alerts are in force in this country that cannot be matched to a place: they are in `unmatched`.
    Unmatched,
}

/// Why no alert service covers a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoServiceReason {
    /// There is a source for this country, but the operator has not enabled it.
    NotEnabled,
    /// No authority of this country offers its alerts in a form that may be used.
    NoneAvailable,
}

/// All alerts for one place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Alerts {
    pub coverage: Coverage,
    /// With the coverage `no_service`, unless the country is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_service_reason: Option<NoServiceReason>,
    /// When the alert service last answered; null without a service.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<Timestamp>,
    /// Messages of the alert services of this place that could not be read; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<u32>,
    /// Alerts for this place, issued and computed, most severe first.
    pub items: Vec<Alert>,
    /// In force in this country, but it is unknown whether at this place.
    pub unmatched: Vec<Alert>,
    /// In force in this area, but only at heights at which this place is not; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_heights: Vec<Alert>,
}

impl Alerts {
    pub fn without_service() -> Alerts {
        Alerts {
            coverage: Coverage::NoService,
            no_service_reason: None,
            updated_at: None,
            unread: None,
            items: Vec::new(),
            unmatched: Vec::new(),
            other_heights: Vec::new(),
        }
    }
}

/// The alerts issued by authorities for one place.
#[derive(Clone, Debug)]
pub struct IssuedAlerts {
    /// Changes whenever `alerts` changes.
    pub version: u64,
    /// The edition of all alerts it was read from; `None` if it must be looked up again next time.
    pub edition: Option<u64>,
    pub alerts: Alerts,
}

impl IssuedAlerts {
    /// For a place without an alert service.
    pub fn none() -> IssuedAlerts {
        IssuedAlerts { version: 0, edition: Some(0), alerts: Alerts::without_service() }
    }
}

/// Finds the issued alerts of a place. Implemented by `alerts`, used by `weather`; `app` connects the two.
pub trait AlertLookup: Send + Sync {
    /// A number that stays the same as long as the alerts of every place do; `None` if they must be looked up.
    fn edition(&self, now: Timestamp) -> Option<u64>;

    /// `elevation` is in metres above sea level, if it is known.
    fn issued_at(&self, coordinates: Coordinates, elevation: Option<f64>) -> BoxFuture<'_, Arc<IssuedAlerts>>;
}

/// No place has an alert service.
pub struct NoAlertService;

impl AlertLookup for NoAlertService {
    fn edition(&self, _: Timestamp) -> Option<u64> {
        Some(0)
    }

    fn issued_at(&self, _: Coordinates, _: Option<f64>) -> BoxFuture<'_, Arc<IssuedAlerts>> {
        Box::pin(async { Arc::new(IssuedAlerts::none()) })
    }
}
