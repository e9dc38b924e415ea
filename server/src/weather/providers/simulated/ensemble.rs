//! The simulated ensemble: days whose members drift apart with the lead time.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::noise::noise;
use super::{SimulatedPlace, time};
use crate::weather::astronomy::sun::local_day;
use crate::weather::model::ensemble::{Amounts, Ensemble, EnsembleDay, Spread};
use crate::weather::model::forecast::Forecast;

const DAYS: usize = 15;
const MEMBERS: u64 = 31;
/// Salts below are those of the weather itself.
const FIRST_SALT: u64 = 100;

impl SimulatedPlace {
    pub(super) fn ensemble(&self, forecast: &Forecast) -> Ensemble {
        let zone = TimeZone::get(&forecast.timezone).unwrap_or(TimeZone::UTC);
        let now = time(self.now);
        let today = now.to_zoned(zone.clone()).date();
        let dates = std::iter::successors(Some(today), |date| date.tomorrow().ok()).take(DAYS);
        let days = dates.map(|date| {
            let (start, end) = local_day(date, &zone);
            let hours = forecast.hours.iter().filter(|hour| (start..end).contains(&hour.time.as_second()));
            let sum: f64 = hours.filter_map(|hour| hour.precipitation).sum();
            let noon = (start + end) / 2;
            let spread = self.spread(noon);
            let (high, low) = self.band(noon);
            EnsembleDay {
                date,
                high: Some(high),
                low: Some(low),
                precipitation: Amounts::of(&self.member_sums(noon, sum)),
                wind: Some(Spread::new(0.5 * spread, 0.8 * spread)),
            }
        });
        Ensemble { fetched_at: now, fresh_until: now + SignedDuration::from_hours(6), days: days.collect() }
    }

    /// The precipitation of a day in every member: more and more of them disagree about whether it is wet, and how much.
    fn member_sums(&self, noon: i64, sum: f64) -> Vec<f64> {
        let lead_days =
            if self.simulated.scenario.is_some() { 0.0 } else { (noon - self.now).max(0) as f64 / 86_400.0 };
        let disagreeing = (0.02 + 0.02 * lead_days).min(0.35);
        (0..MEMBERS)
            .map(|member| {
                let day = noon as f64 / 86_400.0;
                let random =
                    |salt: u64| noise(self.simulated.seed, salt, self.globe(), day * 1.7 + member as f64 * 31.0);
                let (choice, amount) = (random(FIRST_SALT), random(FIRST_SALT + 1));
                match (sum >= 0.2, choice < disagreeing) {
                    (true, true) => 0.0,
                    (false, true) => 6.0 * amount,
                    (true, false) => sum * ((amount - 0.5) * (0.6 + 0.3 * lead_days)).exp(),
                    (false, false) => sum,
                }
            })
            .collect()
    }
}

impl super::Simulated {
    /// The ensemble of a simulated forecast.
    pub fn ensemble(self, latitude: f64, longitude: f64, forecast: &Forecast, now: Timestamp) -> Ensemble {
        let place = SimulatedPlace::new(self, latitude, longitude, None, now.as_second());
        place.ensemble(forecast)
    }
}
