//! The air of a place as reports show it: the running hour, the worst of each day, pollen by species, and the hours.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::air::{AirToday, EuropeanLevel, PollenLevel, Species, WorstHour};
use crate::weather::analysis::hour::Supplements;
use crate::weather::analysis::insights::view::AirOutlook;
use crate::weather::astronomy::sun::local_day;
use crate::weather::model::air::{
    Air, Index, PackedAir, Pollutant, Series, european, european_level, mean, pollen_level, us, us_level,
};
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{
    AirAttribution, AirDay, AirHour, AirIndexKind, AirNow, AirQuality, AirReport, Concentrations, EuropeanIndex,
    Grains, Pollen, PollenDay, PollutantNow, Reason, Section, SpeciesDay, UsIndex,
};

/// From today on: four days of the European model and five of the global one.
const MAX_DAYS: usize = 5;
/// Below this everywhere there is no pollen of a species, whatever the noise of the model.
const MIN_GRAINS: f64 = 0.5;
/// The models run once or twice a day; after this the air may be quite different.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// The air, unless it is missing, unreadable or too old.
pub fn usable(supplements: &Supplements, now: Timestamp) -> Result<Air, Reason> {
    unpack(supplements.air.as_deref().map_err(|reason| *reason)?, now)
}

pub fn is_too_old(packed: &PackedAir, now: Timestamp) -> bool {
    now.duration_since(packed.fetched_at) >= MAX_AGE
}

fn unpack(packed: &PackedAir, now: Timestamp) -> Result<Air, Reason> {
    if is_too_old(packed, now) {
        return Err(Reason::TooOld);
    }
    packed.unpack().map_err(|error| {
        tracing::warn!(%error, "stored air could not be read");
        Reason::SourceFailed
    })
}

/// The air of a place at a moment, with the indices of its hours from today on.
pub struct LocalAir<'a> {
    air: &'a Air,
    zone: &'a TimeZone,
    now: Timestamp,
    /// The running hour.
    hour: usize,
    /// The first hour that `european` and `us` have.
    first: usize,
    european: Vec<Option<Index>>,
    us: Vec<Option<Index>>,
    days: Vec<DayHours>,
}

/// The hours of a local day, as far as they are in the data.
struct DayHours {
    date: Date,
    first: usize,
    end: usize,
    /// Of the day itself: 23 or 25 when clocks change.
    count: usize,
}

impl<'a> LocalAir<'a> {
    pub fn new(air: &'a Air, zone: &'a TimeZone, now: Timestamp) -> Result<LocalAir<'a>, Reason> {
        let hour = air.index_of(now).ok_or(Reason::TooOld)?;
        let today = now.to_zoned(zone.clone()).date();
        let dates = std::iter::successors(Some(today), |date| date.tomorrow().ok()).take(MAX_DAYS);
        let days: Vec<DayHours> = dates.filter_map(|date| DayHours::of(air, date, zone)).collect();
        let first = days.first().map_or(hour, |day| day.first.min(hour));
        let hours = || first..air.hour_count();
        Ok(LocalAir {
            european: hours().map(|hour| european(air, hour)).collect(),
            us: hours().map(|hour| us(air, hour)).collect(),
            air,
            zone,
            now,
            hour,
            first,
            days,
        })
    }

    pub fn quality(&self, is_simulated: bool) -> AirQuality {
        AirQuality {
            fetched_at: self.air.fetched_at,
            attributions: if is_simulated { Vec::new() } else { attributions() },
            index: index_kind(self.zone),
            current: self.current(),
            days: self.days.iter().map(|day| self.air_day(day)).collect(),
            pollen: self.pollen(),
        }
    }

    /// From the running hour to the last one with a value.
    pub fn hours(&self) -> Vec<AirHour> {
        let mut hours: Vec<AirHour> = (self.hour..self.air.hour_count()).map(|hour| self.air_hour(hour)).collect();
        let has_value =
            |hour: usize| self.air.concentrations_at(hour).iter().chain(&self.air.pollen_at(hour)).any(Option::is_some);
        let known = (self.hour..self.air.hour_count()).rev().find(|hour| has_value(*hour));
        hours.truncate(known.map_or(0, |last| last + 1 - self.hour));
        hours
    }

    /// The levels that the rules of insights work on.
    pub fn outlook(&self) -> AirOutlook {
        let is_us = index_kind(self.zone) == AirIndexKind::Us;
        let levels = (self.hour..self.air.hour_count())
            .filter_map(|hour| Some((self.air.time_of(hour), self.level_at(hour, is_us)?)));
        AirOutlook { levels: levels.collect(), is_us }
    }

    /// For notifications: the rest of today.
    pub fn today(&self) -> Option<AirToday> {
        let day = self.days.first().filter(|day| day.date == self.now.to_zoned(self.zone.clone()).date())?;
        let is_us = index_kind(self.zone) == AirIndexKind::Us;
        let indices = if is_us { &self.us } else { &self.european };
        // What is over is no news; how much is known is decided by the whole day.
        let rest = DayHours { first: day.first.max(self.hour), count: 0, ..*day };
        let worst = self.worst_hour(day, indices).and_then(|_| self.worst_hour(&rest, indices));
        let index = worst.map(|(hour, index)| WorstHour { level: level_of(&index, is_us), at: self.air.time_of(hour) });
        let species = Species::ALL.into_iter().filter_map(|species| self.species_day(day, species));
        let (_, ends_at) = local_day(day.date, self.zone);
        Some(AirToday {
            date: day.date,
            ends_at: Timestamp::from_second(ends_at).ok()?,
            index,
            is_us,
            pollen: species.map(|known| (known.species, known.level)).collect(),
        })
    }

    fn index_at(&self, indices: &[Option<Index>], hour: usize) -> Option<Index> {
        indices.get(hour.checked_sub(self.first)?).copied().flatten()
    }

    fn level_at(&self, hour: usize, is_us: bool) -> Option<EuropeanLevel> {
        let index = self.index_at(if is_us { &self.us } else { &self.european }, hour)?;
        Some(level_of(&index, is_us))
    }

    fn current(&self) -> AirNow {
        let (european, us) = (self.index_at(&self.european, self.hour), self.index_at(&self.us, self.hour));
        let concentrations = self.air.concentrations_at(self.hour);
        let pollutants = Pollutant::ALL.into_iter().filter_map(|pollutant| {
            Some(PollutantNow {
                pollutant,
                concentration: concentrations[pollutant as usize]?,
                european: european_level(european?.pollutants[pollutant as usize]?),
                us: us.and_then(|us| us.pollutants[pollutant as usize]).map(us_level),
            })
        });
        AirNow {
            pollutants: pollutants.collect(),
            european: european.as_ref().map(european_wire),
            us: us.as_ref().map(us_wire),
            dust: self.air.dust_at(self.hour),
            smoke: self.air.smoke_at(self.hour),
        }
    }

    fn air_hour(&self, hour: usize) -> AirHour {
        let [pm2_5, pm10, nitrogen_dioxide, ozone, sulphur_dioxide] = self.air.concentrations_at(hour);
        let [alder, birch, grass, mugwort, olive, ragweed] = self.air.pollen_at(hour);
        AirHour {
            time: self.air.time_of(hour),
            european: self.index_at(&self.european, hour).as_ref().map(european_wire),
            us: self.index_at(&self.us, hour).as_ref().map(us_wire),
            pollutants: Concentrations { pm2_5, pm10, nitrogen_dioxide, ozone, sulphur_dioxide },
            dust: self.air.dust_at(hour),
            smoke: self.air.smoke_at(hour),
            pollen: Grains { alder, birch, grass, mugwort, olive, ragweed },
        }
    }

    fn air_day(&self, day: &DayHours) -> AirDay {
        let european = self.worst_hour(day, &self.european);
        AirDay {
            date: day.date,
            worst_at: european.map(|(hour, _)| self.air.time_of(hour)),
            european: european.map(|(_, index)| european_wire(&index)),
            us: self.worst_hour(day, &self.us).map(|(_, index)| us_wire(&index)),
        }
    }

    /// The first of equal ones.
    fn worst_hour(&self, day: &DayHours, indices: &[Option<Index>]) -> Option<(usize, Index)> {
        let known: Vec<(usize, Index)> =
            (day.first..day.end).filter_map(|hour| Some((hour, self.index_at(indices, hour)?))).collect();
        let is_enough = day.is_enough(known.len());
        known.into_iter().rev().max_by_key(|(_, index)| index.value).filter(|_| is_enough)
    }

    fn pollen(&self) -> Section<Pollen> {
        if self.air.pollen.iter().flatten().all(Option::is_none) {
            return Section::missing(Reason::NotProvidedBySource);
        }
        let flies = |species: &Species| {
            let all_days = self.days.iter().flat_map(|day| day.values(&self.air.pollen[*species as usize]));
            all_days.flatten().any(|grains| *grains >= MIN_GRAINS)
        };
        let flying: Vec<Species> = Species::ALL.into_iter().filter(flies).collect();
        let day = |day: &DayHours| PollenDay {
            date: day.date,
            species: flying.iter().filter_map(|species| self.species_day(day, *species)).collect(),
        };
        Section::Data(Pollen { days: self.days.iter().map(day).collect() })
    }

    fn species_day(&self, day: &DayHours, species: Species) -> Option<SpeciesDay> {
        let values = day.values(&self.air.pollen[species as usize]);
        let known = values.iter().flatten().count();
        let mean = mean(values).filter(|_| day.is_enough(known))?;
        let highest = values.iter().enumerate().filter_map(|(hour, grains)| Some((hour, (*grains)?)));
        let (hour, _) = highest.rev().max_by(|one, other| one.1.total_cmp(&other.1))?;
        Some(SpeciesDay {
            species,
            level: pollen_level(species, mean),
            mean: to_decimals(mean, 1),
            worst_at: self.air.time_of(day.first + hour),
            high_until: self.high_until(day, species),
        })
    }

    /// The end of the first hours in a row, from now on, whose concentration is in the class "high" or above.
    fn high_until(&self, day: &DayHours, species: Species) -> Option<Timestamp> {
        let series = &self.air.pollen[species as usize];
        let is_high = |hour: &usize| {
            let grains = series.get(*hour).copied().flatten();
            grains.is_some_and(|grains| pollen_level(species, grains) >= PollenLevel::High)
        };
        let mut hours = day.first.max(self.hour)..day.end;
        let first = hours.find(is_high)?;
        let last = hours.take_while(is_high).last().unwrap_or(first);
        Some(self.air.time_of(last) + HOUR)
    }
}

/// The answer with the hours.
pub fn air_report(
    packed: Result<&PackedAir, Reason>,
    zone: &TimeZone,
    is_simulated: bool,
    now: Timestamp,
) -> AirReport {
    let air = packed.and_then(|packed| unpack(packed, now));
    match air.as_ref().map_err(|reason| *reason).and_then(|air| LocalAir::new(air, zone, now)) {
        Ok(local) => {
            AirReport { air: Section::Data(local.quality(is_simulated)), hours: local.hours(), simulated: is_simulated }
        }
        Err(reason) => AirReport { air: Section::missing(reason), hours: Vec::new(), simulated: is_simulated },
    }
}

/// Today's air for notifications; `None` where nothing is known about it.
pub fn air_today(packed: &PackedAir, zone: &TimeZone, now: Timestamp) -> Option<AirToday> {
    let air = unpack(packed, now).ok()?;
    LocalAir::new(&air, zone, now).ok()?.today()
}

impl DayHours {
    fn of(air: &Air, date: Date, zone: &TimeZone) -> Option<DayHours> {
        let (start, end) = local_day(date, zone);
        let first_hour = air.first_hour.as_second();
        let index = |second: i64| usize::try_from((second - first_hour).div_euclid(3600)).ok();
        let (first, end, count) = (index(start)?, index(end)?.min(air.hour_count()), ((end - start) / 3600) as usize);
        (first < end).then_some(DayHours { date, first, end, count })
    }

    fn is_enough(&self, known: usize) -> bool {
        known * 4 >= self.count * 3
    }

    fn values<'a>(&self, series: &'a Series) -> &'a [Option<f64>] {
        series.get(self.first..self.end).unwrap_or_default()
    }
}

fn level_of(index: &Index, is_us: bool) -> EuropeanLevel {
    if is_us { us_level(index.value).in_european_terms() } else { european_level(index.value) }
}

fn european_wire(index: &Index) -> EuropeanIndex {
    EuropeanIndex { value: index.value, level: european_level(index.value), main: index.main }
}

fn us_wire(index: &Index) -> UsIndex {
    UsIndex { value: index.value, level: us_level(index.value), main: index.main }
}

/// The US index in the United States, the European one elsewhere.
fn index_kind(zone: &TimeZone) -> AirIndexKind {
    const FOLDERS: [&str; 4] = ["US/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/"];
    const ZONES: [&str; 16] = [
        "America/Adak",
        "America/Anchorage",
        "America/Boise",
        "America/Chicago",
        "America/Denver",
        "America/Detroit",
        "America/Juneau",
        "America/Los_Angeles",
        "America/Menominee",
        "America/Metlakatla",
        "America/New_York",
        "America/Nome",
        "America/Phoenix",
        "America/Sitka",
        "America/Yakutat",
        "Pacific/Honolulu",
    ];
    let name = zone.iana_name().unwrap_or_default();
    let is_us = ZONES.contains(&name) || FOLDERS.iter().any(|folder| name.starts_with(folder));
    if is_us { AirIndexKind::Us } else { AirIndexKind::European }
}

fn attributions() -> Vec<AirAttribution> {
    let attribution = |text: &str, url: &str| AirAttribution { text: text.to_owned(), url: url.to_owned() };
    vec![
        attribution(
            "CAMS ENSEMBLE data, Copernicus Atmosphere Monitoring Service",
            "https://atmosphere.copernicus.eu/",
        ),
        attribution("Open-Meteo.com", "https://open-meteo.com/"),
    ]
}
