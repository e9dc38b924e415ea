//! What a user has set about rain to the minute: whether, how long before, from which rain on and in which hours they are notified.

use std::ops::RangeInclusive;

use jiff::SignedDuration;
use jiff::civil::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::parse_time;
use crate::rainfall::RainIntensity;

/// Rain is not timed farther ahead.
pub const LEAD_MINUTES: RangeInclusive<u8> = 10..=60;
const DEFAULT_LEAD_MINUTES: u8 = 20;

/// From which rain on the user is notified, by the word for its strongest minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainFloor {
    #[default]
    Any,
    /// 2.5 mm/h.
    Moderate,
    /// 7.6 mm/h.
    Heavy,
}

/// The group of the preferences document, with only the keys the user has set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RainPreferences {
    /// Whether the user is notified, by default not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify: Option<bool>,
    /// How long before the rain at most, by default 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 10, maximum = 60)]
    pub lead_minutes: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<RainFloor>,
    /// From when on, local time of the place, such as `07:00`. Equal times, as by default, mean the whole day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: Option<String>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: Option<String>,
}

impl RainPreferences {
    pub fn has_valid_lead(&self) -> bool {
        self.lead_minutes.is_none_or(|minutes| LEAD_MINUTES.contains(&minutes))
    }

    pub fn has_valid_hours(&self) -> bool {
        [&self.from, &self.until].into_iter().flatten().all(|time| parse_time(time).is_some())
    }
}

/// The settings in effect: what the user has set, with defaults for the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct RainNotifications {
    pub is_enabled: bool,
    pub lead: SignedDuration,
    pub min_intensity: RainIntensity,
    hours: (Time, Time),
}

impl Default for RainNotifications {
    fn default() -> RainNotifications {
        RainNotifications::resolve(&RainPreferences::default())
    }
}

impl RainNotifications {
    /// A switch that is stored but unreadable is off, as by default.
    pub(super) fn resolve(stored: &RainPreferences) -> RainNotifications {
        let lead = stored.lead_minutes.filter(|_| stored.has_valid_lead()).unwrap_or(DEFAULT_LEAD_MINUTES);
        let time = |text: &Option<String>| text.as_deref().and_then(parse_time).unwrap_or(Time::midnight());
        RainNotifications {
            is_enabled: stored.notify.unwrap_or(false),
            lead: SignedDuration::from_mins(lead.into()),
            min_intensity: match stored.floor.unwrap_or_default() {
                RainFloor::Any => RainIntensity::VeryLight,
                RainFloor::Moderate => RainIntensity::Moderate,
                RainFloor::Heavy => RainIntensity::Heavy,
            },
            hours: (time(&stored.from), time(&stored.until)),
        }
    }

    /// Whether the user wants to know at a local time; the hours may go past midnight.
    pub fn includes(&self, time: Time) -> bool {
        let (from, until) = self.hours;
        if from < until { (from..until).contains(&time) } else { from == until || time >= from || time < until }
    }
}
