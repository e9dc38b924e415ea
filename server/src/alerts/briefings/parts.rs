//! What a briefing says, before it has words: taken from the outlook of the place.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use crate::outlook::{Outlook, OutlookDay, OutlookHour, SkyKind};

const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// From this hour on a briefing is about tomorrow: little of today is left to plan.
const EVENING: i8 = 17;
/// The hours in which people are outside.
const OUTSIDE: std::ops::Range<i8> = 7..21;

/// The day that a briefing is about.
pub struct Subject<'a> {
    pub day: &'a OutlookDay,
    pub is_tomorrow: bool,
    /// Those of the day that are not over.
    pub hours: Vec<&'a OutlookHour>,
}

/// Hours in a row in which something falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spell {
    pub from: Timestamp,
    pub to: Timestamp,
    pub kind: SkyKind,
}

impl Subject<'_> {
    /// Of a briefing at `moment`; `None` if the outlook has no such day.
    pub fn of(outlook: &Outlook, moment: Timestamp) -> Option<Subject<'_>> {
        let local = moment.to_zoned(outlook.zone.clone());
        let is_tomorrow = local.hour() >= EVENING;
        let date = if is_tomorrow { local.date().tomorrow().ok()? } else { local.date() };
        let day = outlook.days.iter().find(|day| day.date == date)?;
        let is_ahead =
            |hour: &&OutlookHour| date_of(outlook, hour.time) == date && (is_tomorrow || hour.time + HOUR > moment);
        Some(Subject { day, is_tomorrow, hours: outlook.hours.iter().filter(is_ahead).collect() })
    }

    /// Whether it is known of every hour what falls in it.
    pub fn is_sky_known(&self) -> bool {
        !self.hours.is_empty() && self.hours.iter().all(|hour| hour.sky.is_some())
    }

    pub fn spells(&self) -> Vec<Spell> {
        let mut spells: Vec<Spell> = Vec::new();
        for hour in &self.hours {
            let Some(kind) = hour.sky.filter(|sky| *sky != SkyKind::Dry) else { continue };
            match spells.last_mut() {
                Some(last) if last.to == hour.time => {
                    last.to = hour.time + HOUR;
                    last.kind = if last.kind == kind { kind } else { SkyKind::Mixed };
                }
                _ => spells.push(Spell { from: hour.time, to: hour.time + HOUR, kind }),
            }
        }
        spells
    }

    /// The coldest it feels while people are outside; late in the day, in the hours that are left.
    pub fn coldest_felt(&self, outlook: &Outlook) -> Option<f64> {
        let is_outside = |hour: &&&OutlookHour| OUTSIDE.contains(&hour.time.to_zoned(outlook.zone.clone()).hour());
        let felt = |hour: &&OutlookHour| hour.apparent;
        let outside = self.hours.iter().filter(is_outside).filter_map(felt).reduce(f64::min);
        outside.or_else(|| self.hours.iter().filter_map(felt).reduce(f64::min))
    }

    pub fn strongest_wind(&self) -> Option<f64> {
        self.hours.iter().filter_map(|hour| hour.wind).reduce(f64::max)
    }
}

/// What to wear, by how cold it feels.
pub fn clothing_key(coldest_felt: f64) -> &'static str {
    match coldest_felt {
        felt if felt < -5.0 => "bitter",
        felt if felt < 4.0 => "cold",
        felt if felt < 11.0 => "cool",
        felt if felt < 17.0 => "mild",
        felt if felt < 24.0 => "warm",
        _ => "hot",
    }
}

pub fn date_of(outlook: &Outlook, time: Timestamp) -> Date {
    time.to_zoned(outlook.zone.clone()).date()
}
