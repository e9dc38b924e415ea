//! What the rain around a place does, in the terms of one sentence: computed from the same arrays as the frames of the map.

mod band;
mod spells;
#[cfg(test)]
mod tests;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::model::class::{self, RainIntensity};
use super::model::frame::MAX_LEAD_MINUTES;
use super::motion::Nowcast;
use band::Nearest;
use spells::Spell;

/// Rain farther away is not mentioned.
const AROUND_KM: f64 = 100.0;
/// Motion that explains less than this of what happened in the past minutes cannot say when rain arrives.
const MIN_SKILL: f32 = 0.35;
const GOOD_SKILL: f32 = 0.65;
/// The spread of an arrival: this part of the time until it, and at least some minutes.
const MARGIN: f64 = 0.2;
const MIN_MARGIN_MINUTES: f64 = 3.0;
/// Slower rain counts as standing still.
const MIN_SPEED_KMH: f64 = 4.0;

/// What the rain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainState {
    /// No rain within 100 km.
    Dry,
    /// Rain within 100 km that is not expected here within the hour.
    Nearby,
    /// Dry now; rain arrives within the hour.
    Approaching,
    Raining,
    /// Rain around that forms or changes too quickly for a time.
    Showers,
    /// No radar reaches this place; times and intensity, if any, are those of a forecast model.
    NoRadar,
    /// The newest picture is too old.
    Silent,
}

/// How far the times can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainConfidence {
    High,
    Low,
}

/// The rain around a place in the next hour.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RainSummary {
    pub state: RainState,
    /// Now while it rains, otherwise the strongest of the rain that arrives or is near.
    #[schema(required = true)]
    pub intensity: Option<RainIntensity>,
    /// When rain begins here.
    #[schema(required = true)]
    pub from: Option<Timestamp>,
    /// When it ends; nothing when that is more than an hour after the newest picture, or unknown.
    #[schema(required = true)]
    pub to: Option<Timestamp>,
    /// How far off `from` or `to`, whichever is next, may be.
    #[schema(required = true)]
    pub margin_minutes: Option<u32>,
    /// To the nearest part of the rain.
    #[schema(required = true)]
    pub distance_km: Option<u32>,
    /// Where that is: degrees clockwise from north.
    #[schema(required = true)]
    pub bearing: Option<u32>,
    /// Where it moves to: degrees clockwise from north; nothing when it stands still.
    #[schema(required = true)]
    pub heading: Option<u32>,
    #[schema(required = true)]
    pub speed_kmh: Option<u32>,
    /// Nothing where nothing can be timed.
    #[schema(required = true)]
    pub confidence: Option<RainConfidence>,
}

impl RainSummary {
    pub fn of(state: RainState) -> RainSummary {
        RainSummary {
            state,
            intensity: None,
            from: None,
            to: None,
            margin_minutes: None,
            distance_km: None,
            bearing: None,
            heading: None,
            speed_kmh: None,
            confidence: None,
        }
    }
}

/// A place in a nowcast.
pub struct Scene<'a> {
    pub nowcast: &'a Nowcast,
    /// The pixel of the place.
    pub place: (i32, i32),
    pub km_per_pixel: f64,
    pub measured_at: Timestamp,
    pub now: Timestamp,
}

impl Scene<'_> {
    pub fn summary(&self) -> RainSummary {
        let rates = self.rates();
        let Some(rates) = rates else { return RainSummary::of(RainState::NoRadar) };
        let reach = (AROUND_KM / self.km_per_pixel).ceil() as i32;
        let skill = self.nowcast.skill(self.place, reach);
        let can_time = skill.is_none_or(|skill| skill >= MIN_SKILL);
        let elapsed = self.elapsed_minutes();
        // Without motion, only the picture itself says whether it rains.
        let start = if can_time { elapsed } else { 0 };
        match spells::next(&rates, start) {
            Some(spell) if spell.from <= start => {
                self.raining(&rates, spell, start, can_time.then_some(skill).flatten())
            }
            Some(spell) if can_time => self.approaching(spell, skill),
            _ => self.around(reach, can_time),
        }
    }

    /// Millimetres per hour at the place for every minute from the newest picture to an hour after it; nothing where no radar
    /// reaches it.
    pub fn rates(&self) -> Option<Vec<f64>> {
        (0..=MAX_LEAD_MINUTES).map(|minute| self.rate(minute as f32)).collect()
    }

    /// The median of three by three pixels: one pixel alone may be noise.
    fn rate(&self, minutes: f32) -> Option<f64> {
        let mut classes = [0_u8; 9];
        for (index, class) in classes.iter_mut().enumerate() {
            let (east, south) = (index as i32 % 3 - 1, index as i32 / 3 - 1);
            *class = self.nowcast.class(self.place.0 + east, self.place.1 + south, minutes);
        }
        classes.sort_by_key(|class| class::amount(*class));
        match class::to_rate(classes[4]) {
            // What comes from beyond the radar's reach is unknown: the rain that is known ends there.
            None if minutes > 0.0 => Some(0.0),
            rate => rate,
        }
    }

    fn elapsed_minutes(&self) -> usize {
        let minutes = self.now.duration_since(self.measured_at).as_mins();
        minutes.clamp(0, MAX_LEAD_MINUTES.into()) as usize
    }

    fn at(&self, minute: usize) -> Timestamp {
        self.measured_at + SignedDuration::from_mins(minute as i64)
    }

    /// `skill` is nothing where the end cannot be timed.
    fn raining(&self, rates: &[f64], spell: Spell, start: usize, skill: Option<f32>) -> RainSummary {
        let end = skill.and(spell.to);
        RainSummary {
            intensity: RainIntensity::of(rates[start]).or(RainIntensity::of(spell.peak)),
            to: end.map(|minute| self.at(minute)),
            margin_minutes: end.map(margin),
            distance_km: Some(0),
            confidence: skill.map(|_| confidence(end.unwrap_or(0), skill)),
            ..self.with_motion(RainSummary::of(RainState::Raining), self.place)
        }
    }

    fn approaching(&self, spell: Spell, skill: Option<f32>) -> RainSummary {
        let (x, y) = (self.place.0 as f32 + 0.5, self.place.1 as f32 + 0.5);
        let (from_x, from_y) = self.nowcast.origin(x, y, spell.from as f32);
        if !self.nowcast.is_persistent(from_x, from_y) {
            return self.around((AROUND_KM / self.km_per_pixel).ceil() as i32, false);
        }
        let source = (from_x.floor() as i32, from_y.floor() as i32);
        let nearest = band::nearest_of_band(self.nowcast.newest(), source, self.place);
        RainSummary {
            intensity: RainIntensity::of(spell.peak),
            from: Some(self.at(spell.from)),
            to: spell.to.map(|minute| self.at(minute)),
            margin_minutes: Some(margin(spell.from)),
            confidence: Some(confidence(spell.from, skill)),
            ..self.located(self.with_motion(RainSummary::of(RainState::Approaching), source), &nearest)
        }
    }

    fn around(&self, reach: i32, can_time: bool) -> RainSummary {
        let Some(nearest) = band::nearest(self.nowcast.newest(), self.place, reach) else {
            return RainSummary::of(RainState::Dry);
        };
        let is_persistent = self.nowcast.is_persistent(nearest.x as f32 + 0.5, nearest.y as f32 + 0.5);
        let located = |state: RainState| self.located(RainSummary::of(state), &nearest);
        if can_time && is_persistent {
            self.with_motion(located(RainState::Nearby), (nearest.x, nearest.y))
        } else {
            located(RainState::Showers)
        }
    }

    fn located(&self, summary: RainSummary, nearest: &Nearest) -> RainSummary {
        let (east, south) = (f64::from(nearest.x - self.place.0), f64::from(nearest.y - self.place.1));
        RainSummary {
            distance_km: Some((east.hypot(south) * self.km_per_pixel).round() as u32),
            bearing: Some(degrees(east, south)),
            intensity: summary.intensity.or_else(|| RainIntensity::of(nearest.peak_mm_per_hour)),
            ..summary
        }
    }

    /// The motion at a pixel.
    fn with_motion(&self, summary: RainSummary, (x, y): (i32, i32)) -> RainSummary {
        let velocity = self.nowcast.velocity(x as f32, y as f32);
        let speed = f64::from(velocity.speed()) * self.km_per_pixel * 60.0;
        let moves = speed >= MIN_SPEED_KMH;
        RainSummary {
            heading: moves.then(|| degrees(velocity.x.into(), velocity.y.into())),
            speed_kmh: Some(if moves { speed.round() as u32 } else { 0 }),
            ..summary
        }
    }
}

/// Clockwise from north.
fn degrees(east: f64, south: f64) -> u32 {
    east.atan2(-south).to_degrees().rem_euclid(360.0).round() as u32 % 360
}

fn margin(minutes: usize) -> u32 {
    (minutes as f64 * MARGIN).max(MIN_MARGIN_MINUTES).round() as u32
}

fn confidence(minutes: usize, skill: Option<f32>) -> RainConfidence {
    let is_good = skill.is_some_and(|skill| skill >= GOOD_SKILL) && minutes <= 45;
    if is_good { RainConfidence::High } else { RainConfidence::Low }
}
