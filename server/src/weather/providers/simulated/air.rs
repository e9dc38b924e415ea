//! Simulated air and pollen: worse in calm weather and traffic, ozone in the sun, each species in its season.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{HOUR, Simulated, SimulatedPlace, time};
use crate::air::Species;
use crate::geo::timezone::timezone_at;
use crate::weather::model::air::Air;
use crate::weather::model::rounding::to_decimals;

const PAST_HOURS: i64 = 24;
const HOURS: i64 = 5 * 24;
const FIRST_SALT: u64 = 300;
const DUST_SALT: u64 = 310;
const SMOKE_SALT: u64 = 311;
const POLLEN_SALT: u64 = 320;
/// Olive trees grow south of this latitude.
const OLIVE_LIMIT: f64 = 46.0;

impl Simulated {
    /// Like the real models: pollen and smoke are known in Europe only.
    pub fn air(self, latitude: f64, longitude: f64, now: Timestamp) -> Air {
        let place = SimulatedPlace::new(self, latitude, longitude, None, now.as_second());
        let zone = TimeZone::get(&timezone_at(latitude, longitude)).unwrap_or(TimeZone::UTC);
        let first = now.as_second().div_euclid(HOUR) * HOUR - PAST_HOURS * HOUR;
        let seconds: Vec<i64> = (0..PAST_HOURS + HOURS).map(|index| first + index * HOUR).collect();
        let series = |value: &dyn Fn(i64) -> f64| {
            seconds.iter().map(|second| Some(to_decimals(value(*second).max(0.0), 1))).collect::<Vec<_>>()
        };
        let is_europe = (30.0..=72.0).contains(&latitude) && (-25.0..=45.0).contains(&longitude);
        let in_europe = |value: &dyn Fn(i64) -> f64| if is_europe { series(value) } else { vec![None; seconds.len()] };
        Air {
            fetched_at: now,
            first_hour: time(first),
            pollutants: [
                series(&|second| place.particles(second)),
                series(&|second| 1.6 * place.particles(second) + place.dust(second)),
                series(&|second| 6.0 + 24.0 * traffic(second, &zone) * place.stillness(second)),
                series(&|second| place.ozone(second)),
                series(&|second| 2.0 + 4.0 * place.wave(FIRST_SALT + 1, second, 24.0)),
            ],
            dust: series(&|second| place.dust(second)),
            smoke: in_europe(&|second| place.smoke(second)),
            pollen: Species::ALL.map(|species| in_europe(&|second| place.pollen(species, second, &zone))),
        }
    }
}

impl SimulatedPlace {
    /// 0 in a gale, 1 in a calm.
    fn stillness(&self, second: i64) -> f64 {
        (1.0 - self.wind(second) / 12.0).clamp(0.0, 1.0)
    }

    fn particles(&self, second: i64) -> f64 {
        3.0 + 22.0 * self.stillness(second) * self.wave(FIRST_SALT, second, 36.0) + self.smoke(second)
    }

    /// Desert dust arrives now and then.
    fn dust(&self, second: i64) -> f64 {
        120.0 * (self.wave(DUST_SALT, second, 96.0) - 0.75).max(0.0)
    }

    /// Of wildfires, in hot weather now and then.
    fn smoke(&self, second: i64) -> f64 {
        let heat = ((self.temperature(second) - 20.0) / 10.0).clamp(0.0, 1.0);
        160.0 * heat * (self.wave(SMOKE_SALT, second, 72.0) - 0.8).max(0.0)
    }

    /// Made by the sun from other gases.
    fn ozone(&self, second: i64) -> f64 {
        let warmth = (self.temperature(second) / 30.0).clamp(0.0, 1.2);
        35.0 + 85.0 * warmth * (1.0 - self.cloud(second) / 150.0)
    }

    fn pollen(&self, species: Species, second: i64, zone: &TimeZone) -> f64 {
        let (peak_day, width, grains) = season(species);
        let day = time(second).to_zoned(zone.clone()).date().day_of_year();
        let distance = (f64::from(day) - peak_day) / width;
        let is_too_far_north = species == Species::Olive && self.latitude > OLIVE_LIMIT;
        if distance.abs() >= 1.0 || is_too_far_north {
            return 0.0;
        }
        let wash = if self.rain(second, HOUR) > 0.2 { 0.2 } else { 1.0 };
        grains
            * (1.0 - distance * distance)
            * wash
            * (0.4 + 1.2 * self.wave(POLLEN_SALT + species as u64, second, 30.0))
    }
}

/// The day of the year with most of it, half the length of the season in days, and its daily mean then.
fn season(species: Species) -> (f64, f64, f64) {
    match species {
        Species::Alder => (60.0, 35.0, 90.0),
        Species::Birch => (105.0, 25.0, 160.0),
        Species::Grass => (165.0, 55.0, 70.0),
        Species::Mugwort => (220.0, 25.0, 18.0),
        Species::Olive => (140.0, 30.0, 120.0),
        Species::Ragweed => (245.0, 25.0, 14.0),
    }
}

/// 0 at night, 1 in the rush hours.
fn traffic(second: i64, zone: &TimeZone) -> f64 {
    let hour = f64::from(time(second).to_zoned(zone.clone()).hour());
    let rush = |peak: f64| (1.0 - (hour - peak).abs() / 4.0).max(0.0);
    0.2 + 0.8 * rush(8.0).max(rush(18.0))
}
