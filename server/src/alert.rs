//! A warning as the wire has it: issued by an authority or computed by us, and how well a place is covered at all.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::geo::coordinates::Coordinates;

/// How grave, in the three steps people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Info,
    Moderate,
    Severe,
}

impl Severity {
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Moderate => "moderate",
            Severity::Severe => "severe",
        }
    }
}

/// As a row has it; a word of another version counts as grave, because keeping silent would be worse.
impl From<String> for Severity {
    fn from(word: String) -> Severity {
        match word.as_str() {
            "info" => Severity::Info,
            "moderate" => Severity::Moderate,
            _ => Severity::Severe,
        }
    }
}

/// CAP's own five steps, kept beside ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CapSeverity {
    Unknown,
    Minor,
    Moderate,
    Severe,
    Extreme,
}

impl CapSeverity {
    pub fn parse(word: &str) -> CapSeverity {
        match word.trim().to_ascii_lowercase().as_str() {
            "extreme" => CapSeverity::Extreme,
            "severe" => CapSeverity::Severe,
            "moderate" => CapSeverity::Moderate,
            "minor" => CapSeverity::Minor,
            _ => CapSeverity::Unknown,
        }
    }

    pub fn shown(self) -> Severity {
        match self {
            CapSeverity::Extreme | CapSeverity::Severe => Severity::Severe,
            CapSeverity::Moderate => Severity::Moderate,
            CapSeverity::Minor | CapSeverity::Unknown => Severity::Info,
        }
    }
}

/// Who says so: never to be mistaken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AlertOrigin {
    /// An authority.
    Issued,
    /// Halcyon, by its own thresholds, from the forecast.
    Computed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Alert {
    /// Stays the same through every update of the same warning.
    pub id: String,
    pub origin: AlertOrigin,
    pub severity: Severity,
    /// The authority's own step; null for ours.
    #[schema(required)]
    pub cap_severity: Option<CapSeverity>,
    /// The authority's words, one entry a language, the original first; empty for ours.
    pub texts: Vec<AlertText>,
    /// What we computed; null for an authority's.
    #[schema(required)]
    #[serde(alias = "computed")]
    pub hazard: Option<Hazard>,
    /// The authority's name.
    #[schema(required)]
    pub issuer: Option<String>,
    /// The line the source's terms ask us to show beside it.
    #[schema(required)]
    pub attribution: Option<String>,
    /// When the authority sent it.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    pub starts_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub ends_at: Timestamp,
    /// Where to read it at the source.
    #[schema(required)]
    pub url: Option<String>,
}

/// One language block of an authority's warning, unaltered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AlertText {
    /// A tag such as `de-DE`.
    #[schema(example = "de-DE")]
    pub language: String,
    pub title: String,
    pub description: String,
    /// What to do.
    #[schema(required)]
    pub instruction: Option<String>,
    /// The areas it names.
    pub area: String,
}

/// What our own notice is about; its texts stand under `shared.hazards.<kind>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Hazard {
    pub kind: HazardKind,
    /// The gravest value: m/s for wind and gusts, mm in 24 hours for rain, cm in 24 hours for snow, felt °C for heat
    /// and cold, the index for UV; null for ice and thunder.
    #[schema(required)]
    pub peak: Option<f64>,
    /// When it is gravest.
    #[schema(value_type = String, format = DateTime)]
    pub peak_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HazardKind {
    Wind,
    Gusts,
    Rain,
    Snow,
    Ice,
    Heat,
    Cold,
    Uv,
    Thunder,
}

impl HazardKind {
    pub fn as_str(self) -> &'static str {
        match self {
            HazardKind::Wind => "wind",
            HazardKind::Gusts => "gusts",
            HazardKind::Rain => "rain",
            HazardKind::Snow => "snow",
            HazardKind::Ice => "ice",
            HazardKind::Heat => "heat",
            HazardKind::Cold => "cold",
            HazardKind::Uv => "uv",
            HazardKind::Thunder => "thunder",
        }
    }
}

/// Four different answers: an empty list alone would read as all clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Coverage {
    /// A service warns for this place and `items` has all its warnings; an empty list means there are none.
    Covered,
    /// No warning service reaches here.
    NoService,
    /// The service has not answered since `updated_at`; `items` has what was in force then and has not ended.
    Outdated,
    /// Warnings are in force in this country that cannot be matched to this place: they are in `unmatched`.
    Unmatched,
}

/// Everything known about warnings for one place.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Alerts {
    pub coverage: Coverage,
    /// When the service last answered; null where there is none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<Timestamp>,
    /// Those that concern this place, issued and computed, the gravest first.
    pub items: Vec<Alert>,
    /// In force in this country, perhaps here: never guessed.
    pub unmatched: Vec<Alert>,
}

impl Alerts {
    pub fn without_service() -> Alerts {
        Alerts { coverage: Coverage::NoService, updated_at: None, items: Vec::new(), unmatched: Vec::new() }
    }
}

/// What authorities say about a place just now.
#[derive(Clone, Debug)]
pub struct Issued {
    /// Changes whenever `alerts` does.
    pub version: u64,
    /// The edition it was read from; nothing where it has to be asked again.
    pub edition: Option<u64>,
    pub alerts: Alerts,
}

/// Who knows what authorities say: the warnings, which `app` hands to the weather.
pub trait Authorities: Send + Sync {
    /// While this number stays the same, so does what is said at every position; nothing when it has to be looked up.
    fn edition(&self, now: Timestamp) -> Option<u64>;

    fn issued_at(&self, position: Coordinates) -> BoxFuture<'_, Arc<Issued>>;
}

/// Where nobody warns.
pub struct NoAuthority;

impl Authorities for NoAuthority {
    fn edition(&self, _: Timestamp) -> Option<u64> {
        Some(0)
    }

    fn issued_at(&self, _: Coordinates) -> BoxFuture<'_, Arc<Issued>> {
        Box::pin(async { Arc::new(Issued::nothing()) })
    }
}

impl Issued {
    /// Where nobody warns.
    pub fn nothing() -> Issued {
        Issued { version: 0, edition: Some(0), alerts: Alerts::without_service() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // [R1.07]
    #[test]
    fn five_steps_of_an_authority_are_shown_as_three() {
        for (word, shown) in [
            ("Extreme", Severity::Severe),
            ("Severe", Severity::Severe),
            ("Moderate", Severity::Moderate),
            ("Minor", Severity::Info),
            ("Unknown", Severity::Info),
            ("something new", Severity::Info),
        ] {
            assert_eq!(CapSeverity::parse(word).shown(), shown, "{word}");
        }
    }
}
