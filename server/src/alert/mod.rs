//! Alerts on the wire: issued by an authority or computed from the forecast.

mod coverage;
mod hazard;
mod levels;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::i18n::Language;
pub use coverage::{AlertLookup, Alerts, Coverage, IssuedAlerts, NoAlertService, NoServiceReason};
pub use hazard::{AlertFamily, FoundHazards, Hazard, HazardKind};
pub use levels::{CapSeverity, Certainty, Severity, Urgency};

/// Whether an alert was issued by an authority or computed from the forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AlertOrigin {
    /// Issued by an authority.
    Issued,
    /// A hazard computed by Halcyon from the forecast.
    Computed,
}

/// Of a briefing, before its date.
pub const BRIEFING_IDENTITY: &str = "halcyon-briefing-";
/// Of a notification by a threshold of the user's own, before its kind and event.
pub const THRESHOLD_IDENTITY: &str = "halcyon-threshold-";

/// A place this close to a limit is inside it, in metres: terrain models and the heights of places are not exact.
const HEIGHT_MARGIN: f64 = 100.0;

/// The heights above sea level an alert is limited to, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct HeightLimits {
    /// It applies above this height; null without a lower limit.
    #[schema(required)]
    pub above: Option<f64>,
    /// It applies below this height; null without an upper limit.
    #[schema(required)]
    pub below: Option<f64>,
}

impl HeightLimits {
    /// A place whose elevation is not known may be inside.
    pub fn contain(&self, elevation: Option<f64>) -> bool {
        elevation.is_none_or(|metres| {
            self.above.is_none_or(|above| metres >= above - HEIGHT_MARGIN)
                && self.below.is_none_or(|below| metres <= below + HEIGHT_MARGIN)
        })
    }
}

/// Another source that sent the same alert.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AlertSource {
    #[schema(required)]
    pub issuer: Option<String>,
    #[schema(required)]
    pub attribution: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Alert {
    /// Stays the same through every update of the alert.
    pub id: String,
    pub origin: AlertOrigin,
    pub severity: Severity,
    /// The authority's own severity; null for a computed hazard.
    #[schema(required)]
    pub cap_severity: Option<CapSeverity>,
    /// The authority's texts, one entry per language, the original first; empty for a computed hazard.
    pub texts: Vec<AlertText>,
    /// The computed hazard; null for an issued alert.
    #[schema(required)]
    #[serde(alias = "computed")]
    pub hazard: Option<Hazard>,
    /// The authority's name.
    #[schema(required)]
    pub issuer: Option<String>,
    /// Attribution required by the alert source's terms.
    #[schema(required)]
    pub attribution: Option<String>,
    /// When the authority sent it.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    pub starts_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub ends_at: Timestamp,
    /// The alert at its source.
    #[schema(required)]
    pub url: Option<String>,
    /// As the authority sent it; several always send the same word. Absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub urgency: Option<Urgency>,
    /// As the authority sent it; absent if unknown. Of a hazard: likely if nine in ten model runs reach its level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Certainty>,
    /// Absent for what belongs to no family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<AlertFamily>,
    /// Absent if it applies at every height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_limits: Option<HeightLimits>,
    /// Other sources that sent the same alert.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_from: Vec<AlertSource>,
}

impl Alert {
    /// An alert without an id, a text and everything else that is optional.
    pub fn new(origin: AlertOrigin, severity: Severity, starts_at: Timestamp, ends_at: Timestamp) -> Alert {
        Alert {
            id: String::new(),
            origin,
            severity,
            cap_severity: None,
            texts: Vec::new(),
            hazard: None,
            issuer: None,
            attribution: None,
            sent_at: None,
            starts_at,
            ends_at,
            url: None,
            urgency: None,
            certainty: None,
            family: None,
            height_limits: None,
            also_from: Vec::new(),
        }
    }

    /// The highest level of an authority, above severe.
    pub fn is_extreme(&self) -> bool {
        self.cap_severity == Some(CapSeverity::Extreme)
    }

    /// Whether it is ours, about air quality or pollen.
    pub fn is_own_air(&self) -> bool {
        self.origin == AlertOrigin::Computed && self.family == Some(AlertFamily::Air)
    }

    /// Whether it is ours, about rain that is about to arrive.
    pub fn is_own_rain(&self) -> bool {
        self.origin == AlertOrigin::Computed && self.family == Some(AlertFamily::Rain) && self.hazard.is_none()
    }

    /// Whether it is the briefing of a day, which is sent as a notification but is no alert.
    pub fn is_own_briefing(&self) -> bool {
        self.origin == AlertOrigin::Computed && self.id.starts_with(BRIEFING_IDENTITY)
    }

    /// Whether it is ours, about a threshold that the user has set.
    pub fn is_own_threshold(&self) -> bool {
        self.origin == AlertOrigin::Computed && self.id.starts_with(THRESHOLD_IDENTITY)
    }

    /// The text in a language, else in English, else the original.
    pub fn text_in(&self, language: Language) -> Option<&AlertText> {
        let in_language =
            |wanted: Language| self.texts.iter().find(|text| Language::parse(&text.language) == Some(wanted));
        in_language(language).or_else(|| in_language(Language::English)).or(self.texts.first())
    }

    /// The level in words: the severity, or `extreme` above it.
    pub fn level(&self) -> &'static str {
        if self.is_extreme() { "extreme" } else { self.severity.as_str() }
    }

    /// Whether it applies at a place of its area with this elevation.
    pub fn applies_at(&self, elevation: Option<f64>) -> bool {
        self.height_limits.is_none_or(|limits| limits.contain(elevation))
    }

    /// Whether an issued alert says what this hazard says: about the same family, at least as severe, at every height, and
    /// for at least half of the time that is left.
    pub fn is_covered_by(&self, issued: &Alert, now: Timestamp) -> bool {
        let family = self.hazard.as_ref().map(|hazard| hazard.kind.family());
        let from = self.starts_at.max(now);
        let left = self.ends_at.duration_since(from);
        let overlap = self.ends_at.min(issued.ends_at).duration_since(from.max(issued.starts_at));
        let is_same = family.is_some() && issued.family == family && issued.height_limits.is_none();
        is_same && issued.severity >= self.severity && overlap * 2 >= left
    }
}

/// The texts of an issued alert in one language, unaltered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AlertText {
    /// A tag such as `de-DE`.
    #[schema(example = "de-DE")]
    pub language: String,
    pub title: String,
    pub description: String,
    /// Recommended action.
    #[schema(required)]
    pub instruction: Option<String>,
    /// Names of the affected areas.
    pub area: String,
}

impl AlertText {
    /// A title alone.
    pub fn new(language: impl Into<String>, title: impl Into<String>) -> AlertText {
        AlertText {
            language: language.into(),
            title: title.into(),
            description: String::new(),
            instruction: None,
            area: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn height_limits_contain_a_place_near_them_and_one_whose_elevation_is_unknown() {
        let above = HeightLimits { above: Some(1000.0), below: None };
        let between = HeightLimits { above: Some(800.0), below: Some(1500.0) };
        for (limits, elevation, is_inside) in [
            (above, Some(300.0), false),
            (above, Some(899.0), false),
            (above, Some(900.0), true),
            (above, Some(2962.0), true),
            (above, None, true),
            (between, Some(1600.0), true),
            (between, Some(1601.0), false),
            (between, Some(700.0), true),
            (between, Some(-3.0), false),
        ] {
            assert_eq!(limits.contain(elevation), is_inside, "{limits:?} at {elevation:?}");
        }
    }

    fn hour(number: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(number)
    }

    fn hazard(kind: HazardKind, severity: Severity, from: i64, until: i64) -> Alert {
        let hazard = Some(Hazard { kind, peak: None, peak_at: hour(from) });
        Alert { hazard, ..Alert::new(AlertOrigin::Computed, severity, hour(from), hour(until)) }
    }

    fn issued(family: AlertFamily, severity: Severity, from: i64, until: i64) -> Alert {
        let family = Some(family);
        Alert { family, ..Alert::new(AlertOrigin::Issued, severity, hour(from), hour(until)) }
    }

    #[test]
    fn a_hazard_is_held_back_only_by_an_alert_that_says_the_same() {
        let gusts = hazard(HazardKind::Gusts, Severity::Moderate, 10, 20);
        let is_covered = |issued: &Alert, now: i64| gusts.is_covered_by(issued, hour(now));
        let wind = |severity, from, until| issued(AlertFamily::Wind, severity, from, until);
        assert!(is_covered(&wind(Severity::Moderate, 8, 22), 9));
        assert!(is_covered(&wind(Severity::Severe, 15, 22), 9), "half of its hours");
        assert!(!is_covered(&wind(Severity::Severe, 16, 22), 9), "less than half of its hours");
        assert!(is_covered(&wind(Severity::Severe, 16, 22), 14), "four of the six hours that are left");
        assert!(!is_covered(&wind(Severity::Info, 8, 22), 9), "less severe");
        assert!(!is_covered(&issued(AlertFamily::Rain, Severity::Severe, 8, 22), 9), "something else");
        assert!(!is_covered(&wind(Severity::Severe, 21, 30), 9), "later");
        let above = HeightLimits { above: Some(1000.0), below: None };
        let on_mountains = Alert { height_limits: Some(above), ..wind(Severity::Severe, 8, 22) };
        assert!(!is_covered(&on_mountains, 9), "not at every height");
        assert!(!gusts.is_covered_by(&gusts, hour(9)), "a hazard of ours holds back none");
    }
}
