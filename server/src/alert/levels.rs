//! How severe, urgent and certain an alert is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Severity in the three levels shown to users.
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

/// From a database row. An unknown value, written by a newer version, counts as severe: better than staying silent.
impl From<String> for Severity {
    fn from(name: String) -> Severity {
        match name.as_str() {
            "info" => Severity::Info,
            "moderate" => Severity::Moderate,
            _ => Severity::Severe,
        }
    }
}

/// The five levels of the Common Alerting Protocol.
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
    pub fn parse(name: &str) -> CapSeverity {
        match name.trim().to_ascii_lowercase().as_str() {
            "extreme" => CapSeverity::Extreme,
            "severe" => CapSeverity::Severe,
            "moderate" => CapSeverity::Moderate,
            "minor" => CapSeverity::Minor,
            _ => CapSeverity::Unknown,
        }
    }

    pub fn to_severity(self) -> Severity {
        match self {
            CapSeverity::Extreme | CapSeverity::Severe => Severity::Severe,
            CapSeverity::Moderate => Severity::Moderate,
            CapSeverity::Minor | CapSeverity::Unknown => Severity::Info,
        }
    }
}

/// How soon action is needed, in the words of the Common Alerting Protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Urgency {
    Immediate,
    Expected,
    Future,
    Past,
}

impl Urgency {
    /// `None` if it is unknown or not one of the protocol's words.
    pub fn parse(name: &str) -> Option<Urgency> {
        match name.trim().to_ascii_lowercase().as_str() {
            "immediate" => Some(Urgency::Immediate),
            "expected" => Some(Urgency::Expected),
            "future" => Some(Urgency::Future),
            "past" => Some(Urgency::Past),
            _ => None,
        }
    }
}

/// How sure the authority is, in the words of the Common Alerting Protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    Observed,
    Likely,
    Possible,
    Unlikely,
}

impl Certainty {
    /// `None` if it is unknown or not one of the protocol's words.
    pub fn parse(name: &str) -> Option<Certainty> {
        match name.trim().to_ascii_lowercase().as_str() {
            "observed" => Some(Certainty::Observed),
            // CAP 1.0 said "very likely".
            "likely" | "very likely" => Some(Certainty::Likely),
            "possible" => Some(Certainty::Possible),
            "unlikely" => Some(Certainty::Unlikely),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // [R1.07]
    #[test]
    fn the_five_cap_levels_map_to_three() {
        for (name, expected) in [
            ("Extreme", Severity::Severe),
            ("Severe", Severity::Severe),
            ("Moderate", Severity::Moderate),
            ("Minor", Severity::Info),
            ("Unknown", Severity::Info),
            ("something new", Severity::Info),
        ] {
            assert_eq!(CapSeverity::parse(name).to_severity(), expected, "{name}");
        }
    }
}
