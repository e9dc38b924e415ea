//! Simulated weather, marked as such, so that everything runs without a network and without keys. Deterministic for a
//! place, hour and seed, and smooth in time and space. Forecasts of later days are wrong by a simulated error.

mod air;
mod climate;
mod ensemble;
mod grid;
mod noise;
mod record;
mod station;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::cell::Cell;
use std::f64::consts::TAU;
use std::sync::Arc;

use jiff::{Timestamp, tz::TimeZone};

use self::noise::{fade, noise};
use crate::geo::timezone::timezone_at;
use crate::rainfall::SimulatedRate;
use crate::settings::{Scenario, WeatherSettings};
use crate::weather::analysis::feels_like::apparent_temperature;
use crate::weather::astronomy::sun;
use crate::weather::model::conditions::{PrecipitationKind, Sky, ThunderKind};
use crate::weather::model::forecast::{Forecast, Hour, QuarterHour, StepHours};

const DAYS: i64 = 16;
const PAST_HOURS: i64 = 24;
const HOUR: i64 = 3600;
const QUARTERS: i64 = 32;
const DAY: i64 = 86_400;
/// A simulated model run begins every six hours.
const RUN: i64 = 6 * HOUR;
/// Salts of the errors; those of the weather are below.
const DELAY_SALT: u64 = 200;
const DRIFT_SALT: u64 = 201;

#[derive(Debug, Clone, Copy)]
pub struct Simulated {
    pub seed: u64,
    pub scenario: Option<Scenario>,
}

impl Simulated {
    /// The forecast of a place at `now`; its hours begin with yesterday. Without an elevation the place has a simulated one.
    pub fn forecast(self, latitude: f64, longitude: f64, elevation: Option<i16>, now: Timestamp) -> Forecast {
        let timezone = timezone_at(latitude, longitude);
        let zone = TimeZone::get(&timezone).unwrap_or(TimeZone::UTC);
        let start = sun::local_day(now.to_zoned(zone.clone()).date(), &zone).0;
        let first = start.div_euclid(HOUR) * HOUR;
        let place = SimulatedPlace::new(self, latitude, longitude, elevation, now.as_second());
        let quarter = now.as_second().div_euclid(900) * 900;
        Forecast {
            timezone,
            elevation: Some(place.elevation().round()),
            // Precipitation is taken from the running hour and its quarter hours, as with the other providers.
            now: Some(Hour { precipitation: None, probability: None, snowfall: None, ..place.at(quarter) }),
            hours: (-PAST_HOURS..=DAYS * 24).map(|index| place.at(first + index * HOUR)).collect(),
            quarters: (0..QUARTERS)
                .map(|index| {
                    let second = quarter + index * 900;
                    QuarterHour { time: time(second), precipitation: Some(place.rain(second, 900)) }
                })
                .collect(),
            quarters_interpolated: false,
            spans: Vec::new(),
        }
    }
}

/// The rate of rain in the simulated weather of any place and time that is not ahead, for the rain map.
pub fn simulated_rate(settings: &WeatherSettings) -> SimulatedRate {
    let simulated = Simulated { seed: settings.simulated_seed, scenario: settings.simulated_scenario };
    Arc::new(move |place, time| {
        let second = time.as_second();
        SimulatedPlace::new(simulated, place.latitude, place.longitude, None, second).rate(second)
    })
}

struct SimulatedPlace {
    latitude: f64,
    longitude: f64,
    elevation: Option<i16>,
    simulated: Simulated,
    now: i64,
    /// The last delay that was computed, and for which moment: every value of an hour needs it.
    last_delay: Cell<(i64, f64)>,
}

impl SimulatedPlace {
    fn new(simulated: Simulated, latitude: f64, longitude: f64, elevation: Option<i16>, now: i64) -> SimulatedPlace {
        SimulatedPlace { latitude, longitude, elevation, simulated, now, last_delay: Cell::new((i64::MIN, 0.0)) }
    }

    fn at(&self, second: i64) -> Hour {
        let middle = second + HOUR / 2;
        let precipitation = self.rain(second, HOUR);
        let temperature = self.temperature(second);
        let wind = self.wind(second);
        let cloud = self.cloud(second);
        let humidity = (58.0 + 30.0 * self.front(second) + 12.0 * self.wave(5, second, 9.0)
            - 0.6 * (temperature - 12.0).max(0.0))
        .clamp(18.0, 100.0);
        let humidity = if precipitation > 0.0 { humidity.max(82.0) } else { humidity };
        let gusts = wind * (1.35 + 0.35 * self.wave(6, second, 3.0)) + if self.is_thundery(second) { 9.0 } else { 0.0 };
        let snow = self.is_snow(temperature);
        let light = sun::is_up(time(middle), self.latitude, self.longitude);
        let sky = self.sky(second, precipitation, temperature, cloud);
        Hour {
            time: time(second),
            step: StepHours::default(),
            sky: Some(sky),
            code: None,
            temperature: Some(temperature),
            temperature_p10: Some(temperature - self.spread(second)),
            temperature_p90: Some(temperature + self.spread(second)),
            apparent: Some(apparent_temperature(temperature, humidity, wind)),
            humidity: Some(humidity),
            dew_point: Some(dew_point(temperature, humidity)),
            precipitation: Some(precipitation),
            probability: Some(self.probability(second, precipitation)),
            snowfall: Some(if snow { precipitation * 0.7 } else { 0.0 }),
            cloud: Some(cloud),
            pressure: Some(self.pressure(second)),
            visibility: Some(self.visibility(precipitation, snow, humidity, wind, cloud)),
            wind: Some(wind),
            gusts: Some(gusts),
            direction: Some((250.0 + 110.0 * (self.wave(7, second, 18.0) - 0.5) * 2.0).rem_euclid(360.0)),
            uv: Some(if light { self.uv(middle, cloud) } else { 0.0 }),
        }
    }

    /// 0 (high pressure) to 1 (a front is passing); most other values depend on it.
    fn front(&self, second: i64) -> f64 {
        match self.simulated.scenario {
            Some(Scenario::Calm | Scenario::HeatWave | Scenario::Frost) => 0.05 + 0.1 * self.wave(1, second, 30.0),
            Some(Scenario::Blizzard | Scenario::SevereStorm) => 0.9 + 0.1 * self.wave(1, second, 12.0),
            Some(Scenario::RainStopping) => {
                if second < self.rain_ends() {
                    0.85
                } else {
                    0.3
                }
            }
            None => fade((self.wave(1, second, 40.0) * 0.7 + self.wave(2, second, 11.0) * 0.3 - 0.15) / 0.7),
        }
    }

    fn temperature(&self, second: i64) -> f64 {
        match self.simulated.scenario {
            Some(Scenario::HeatWave) => return 33.0 + 7.0 * self.daily_wave(second),
            Some(Scenario::Blizzard) => return -9.0 + 2.0 * self.daily_wave(second),
            Some(Scenario::Frost) => return -2.5 + 4.0 * self.daily_wave(second),
            _ => {}
        }
        let daily = (4.5 + 3.0 * (1.0 - self.front(second)))
            * self.daily_wave(second)
            * (0.3 + 0.7 * self.latitude.to_radians().cos());
        let weather = 7.0 * (self.wave(3, second, 60.0) - 0.5) * (0.3 + self.latitude.abs() / 60.0).min(1.3);
        self.climate(second) + daily + weather - 2.5 * self.front(second) - 0.0065 * self.elevation()
            + self.drift(second)
    }

    /// When the simulated model run began that the forecast is from.
    fn run(&self) -> i64 {
        self.now.div_euclid(RUN) * RUN
    }

    /// How many days ahead of what is known a moment is; 0 for the past and the next hours.
    fn days_ahead(&self, second: i64) -> f64 {
        let is_exact = self.simulated.scenario.is_some();
        if is_exact { 0.0 } else { ((second - self.run() - RUN) as f64 / DAY as f64).max(0.0) }
    }

    /// −1 to 1: the error of a run about a moment. Runs of one day have similar errors.
    fn error(&self, salt: u64, second: i64) -> f64 {
        let moment = self.run() as f64 / DAY as f64 + second as f64 / 3600.0 / 30.0;
        2.0 * noise(self.simulated.seed, salt, self.globe(), moment) - 1.0
    }

    /// By how many hours a forecast has fronts too late.
    fn delay_hours(&self, second: i64) -> f64 {
        let (known, hours) = self.last_delay.get();
        if known == second {
            return hours;
        }
        let hours = match self.days_ahead(second) {
            days if days > 0.0 => 4.0 * days.min(5.0) * self.error(DELAY_SALT, second),
            _ => 0.0,
        };
        self.last_delay.set((second, hours));
        hours
    }

    /// By how many degrees a forecast is too warm.
    fn drift(&self, second: i64) -> f64 {
        match self.days_ahead(second) {
            days if days > 0.0 => (1.6 * fade(2.0 * days) + 0.8 * days.min(5.0)) * self.error(DRIFT_SALT, second),
            _ => 0.0,
        }
    }

    /// The mean of the season, fitted by eye to climate tables: 27 °C at the equator, 9 °C in Berlin, −18 °C at the
    /// poles over the year, and a yearly wave that grows with latitude.
    fn climate(&self, second: i64) -> f64 {
        let year = (second as f64 / 86_400.0 / 365.2425).fract();
        // The warmest days come about a month after the solstice; the south has its summer in January.
        let season = (TAU * (year - 0.55)).cos() * self.latitude.signum();
        let sine_squared = self.latitude.to_radians().sin().powi(2);
        let yearly_mean = 27.5 - 20.0 * sine_squared - 26.0 * sine_squared.powi(3);
        yearly_mean + season * 12.0 * (self.latitude.abs() / 60.0).min(1.2)
    }

    /// −1 before dawn, 1 in the early afternoon of the sun's own time.
    fn daily_wave(&self, second: i64) -> f64 {
        let solar_hours = (second as f64 / 3600.0 + self.longitude / 15.0).rem_euclid(24.0);
        (TAU * (solar_hours - 15.0) / 24.0).cos()
    }

    /// Millimetres between two moments: the mean rate of its quarter hours, so hours and quarters agree.
    fn rain(&self, second: i64, length: i64) -> f64 {
        (0..length / 900).map(|index| self.rate(second + index * 900) / 4.0).sum()
    }

    fn rate(&self, second: i64) -> f64 {
        match self.simulated.scenario {
            Some(Scenario::Calm | Scenario::HeatWave | Scenario::Frost) => 0.0,
            Some(Scenario::RainStopping) => {
                if second < self.rain_ends() {
                    2.2
                } else {
                    0.0
                }
            }
            Some(Scenario::Blizzard) => 2.0 + 2.0 * self.wave(4, second, 4.0),
            Some(Scenario::SevereStorm) => 6.0 + 14.0 * self.wave(4, second, 2.0),
            None => {
                let wetness = self.front(second) * (0.6 + 0.7 * self.wave(4, second, 4.0));
                if wetness <= 0.55 { 0.0 } else { 9.0 * (wetness - 0.55).powf(1.5) + 0.12 }
            }
        }
    }

    /// The rain of the scenario ends at the second quarter hour from now on.
    fn rain_ends(&self) -> i64 {
        (self.now.div_euclid(900) + 2) * 900
    }

    fn probability(&self, second: i64, precipitation: f64) -> f64 {
        let unsure = ((second - self.now).max(0) as f64 / 86_400.0 / DAYS as f64).min(1.0);
        if self.simulated.scenario.is_some() {
            return if precipitation > 0.0 { 95.0 } else { 5.0 };
        }
        let wet = 55.0 + 40.0 * self.front(second);
        let dry = 35.0 * self.front(second);
        let sure = if precipitation >= 0.1 { wet } else { dry };
        sure + (35.0 - sure) * unsure * 0.6
    }

    fn cloud(&self, second: i64) -> f64 {
        match self.simulated.scenario {
            Some(Scenario::Calm | Scenario::Frost) => 8.0 * self.wave(8, second, 10.0),
            Some(Scenario::HeatWave) => 12.0 * self.wave(8, second, 10.0),
            _ => (135.0 * self.front(second) - 18.0 + 45.0 * (self.wave(8, second, 6.0) - 0.4)).clamp(0.0, 100.0),
        }
    }

    fn wind(&self, second: i64) -> f64 {
        match self.simulated.scenario {
            Some(Scenario::Calm | Scenario::Frost) => 0.8 + 1.2 * self.wave(9, second, 7.0),
            Some(Scenario::Blizzard) => 17.5 + 4.0 * self.wave(9, second, 4.0),
            Some(Scenario::SevereStorm) => 18.0 + 5.0 * self.wave(9, second, 4.0),
            _ => 1.0 + 3.5 * self.wave(9, second, 8.0) + 9.0 * self.front(second).powi(2) * self.wave(10, second, 15.0),
        }
    }

    fn pressure(&self, second: i64) -> f64 {
        1027.0 - 32.0 * self.front(second) + 5.0 * (self.wave(11, second, 24.0) - 0.5)
    }

    fn visibility(&self, precipitation: f64, snow: bool, humidity: f64, wind: f64, cloud: f64) -> f64 {
        let dry = if humidity >= 97.0 && wind < 2.0 && cloud < 60.0 { 700.0 } else { 38_000.0 - 220.0 * humidity };
        let thick = if snow { 9.0 } else { 0.5 };
        (dry / (1.0 + thick * precipitation * if wind > 15.0 { 8.0 } else { 1.0 })).max(80.0)
    }

    fn uv(&self, second: i64, cloud: f64) -> f64 {
        let height = sun::altitude(second, self.latitude, self.longitude).to_radians().sin().max(0.0);
        let clear = 12.5 * height.powf(2.3);
        clear * (1.0 - 0.7 * (cloud / 100.0).powi(3))
    }

    fn sky(&self, second: i64, precipitation: f64, temperature: f64, cloud: f64) -> Sky {
        if precipitation < 0.1 {
            return match cloud {
                _ if cloud <= 12.5 => Sky::Clear,
                _ if cloud <= 37.5 => Sky::MostlyClear,
                _ if cloud <= 62.5 => Sky::PartlyCloudy,
                _ => Sky::Overcast,
            };
        }
        if self.is_thundery(second) {
            let kind = if self.simulated.scenario == Some(Scenario::SevereStorm) {
                ThunderKind::WithHail
            } else {
                ThunderKind::Plain
            };
            return Sky::Thunder(kind);
        }
        Sky::Precipitation(match temperature {
            _ if self.is_snow(temperature) => PrecipitationKind::Snow,
            _ if temperature < 1.5 => PrecipitationKind::Sleet,
            _ if cloud < 75.0 => PrecipitationKind::RainShowers,
            _ if precipitation < 0.4 => PrecipitationKind::Drizzle,
            _ => PrecipitationKind::Rain,
        })
    }

    fn is_snow(&self, temperature: f64) -> bool {
        temperature <= 0.3
    }

    fn is_thundery(&self, second: i64) -> bool {
        match self.simulated.scenario {
            Some(Scenario::SevereStorm) => true,
            Some(_) => false,
            None => self.temperature(second) > 17.0 && self.rate(second) > 2.5 && self.wave(12, second, 5.0) > 0.45,
        }
    }

    /// How far apart nine of ten forecasts lie: little tomorrow, a lot in two weeks.
    fn spread(&self, second: i64) -> f64 {
        0.5 + 0.35 * ((second - self.now).max(0) as f64 / 86_400.0)
    }

    fn elevation(&self) -> f64 {
        self.elevation.map_or_else(|| 600.0 * self.wave(13, 0, 1.0).powi(2), f64::from)
    }

    /// 0 to 1, smooth over about `hours` in time and a few degrees in space.
    fn wave(&self, salt: u64, second: i64, hours: f64) -> f64 {
        noise(self.simulated.seed, salt, self.globe(), (second as f64 / 3600.0 - self.delay_hours(second)) / hours)
    }

    /// A point on the globe, so that the weather has no seam at the date line nor a knot at the poles.
    fn globe(&self) -> [f64; 3] {
        let (latitude, longitude) = (self.latitude.to_radians(), self.longitude.to_radians());
        let globe = [latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()];
        let size = 14.0;
        globe.map(|part| part * size)
    }
}

/// Magnus formula.
fn dew_point(celsius: f64, humidity: f64) -> f64 {
    let gamma = (humidity / 100.0).ln() + 17.27 * celsius / (237.7 + celsius);
    237.7 * gamma / (17.27 - gamma)
}

fn time(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}
