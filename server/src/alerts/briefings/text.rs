//! The text of a briefing, in the language and units of its user.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::parts::{Spell, Subject, clothing_key, date_of};
use crate::air::{PollenLevel, Species};
use crate::alert::Alert;
use crate::alert_words::hazard_title;
use crate::i18n::{self, Language};
use crate::measures::Measures;
use crate::outlook::{AirLevel, InsightSubject, Outlook, OutlookInsight, OutlookValue, SkyKind};

/// From this age on the text says when the data was fetched.
const STATED_AGE: SignedDuration = SignedDuration::from_mins(90);
/// An umbrella does not withstand more, m/s.
const UMBRELLA_WIND: f64 = 10.8;
const MAX_SPELLS: usize = 3;
const MAX_ALERTS: usize = 2;
const MAX_INSIGHTS: usize = 2;
const TOMORROW: &str = "_tomorrow";

#[derive(Clone, Debug, PartialEq)]
pub struct BriefingText {
    pub title: String,
    pub text: String,
}

/// What the user has chosen.
pub struct Reader<'a> {
    pub measures: Measures,
    pub place: &'a str,
    pub with_air: bool,
    pub sensitivities: &'a [Species],
}

/// The briefing at `moment` by the outlook of `now`; `None` if the weather of the day is not known.
pub fn compose(outlook: &Outlook, reader: &Reader<'_>, moment: Timestamp, now: Timestamp) -> Option<BriefingText> {
    let subject = Subject::of(outlook, moment)?;
    let writer = Writer { outlook, reader, moment };
    let mut sentences = vec![writer.day(&subject)?];
    sentences.extend(writer.precipitation(&subject));
    sentences.extend(writer.clothing(&subject));
    sentences.extend(writer.alerts(&subject));
    sentences.extend(writer.insights(&subject, now));
    if reader.with_air {
        sentences.extend(subject.day.air.map(|air| writer.air(air)));
        sentences.extend(writer.pollen(&subject));
    }
    if now.duration_since(outlook.fetched_at) >= STATED_AGE {
        sentences.push(writer.text("age", &[("time", &writer.time(outlook.fetched_at, date_of(outlook, now)))]));
    }
    let title = if subject.is_tomorrow { "tomorrow" } else { "today" };
    Some(BriefingText { title: writer.text(title, &[("place", reader.place)]), text: sentences.join(" ") })
}

struct Writer<'a> {
    outlook: &'a Outlook,
    reader: &'a Reader<'a>,
    moment: Timestamp,
}

impl Writer<'_> {
    fn language(&self) -> Language {
        self.reader.measures.language
    }

    fn text(&self, key: &str, parameters: &[(&str, &str)]) -> String {
        i18n::text(self.language(), &format!("server.notifications.briefing.{key}"), parameters)
    }

    fn air_text(&self, key: &str, parameters: &[(&str, &str)]) -> String {
        i18n::text(self.language(), &format!("server.notifications.air.{key}"), parameters)
    }

    /// With the day of the week, unless it is on `date`.
    fn time(&self, at: Timestamp, date: Date) -> String {
        let style = self.reader.measures.units.time_style;
        i18n::time_in_sentence(self.language(), style, &at.to_zoned(self.outlook.zone.clone()), date)
    }

    fn day(&self, subject: &Subject<'_>) -> Option<String> {
        let condition = i18n::text(self.language(), &format!("shared.conditions.{}", subject.day.condition?), &[]);
        let [low, high] = [subject.day.low?, subject.day.high?].map(|celsius| self.reader.measures.degrees(celsius));
        Some(self.text("day", &[("condition", &condition), ("low", &low), ("high", &high)]))
    }

    /// Nothing where the hours are not known: silence is no forecast of a dry day.
    fn precipitation(&self, subject: &Subject<'_>) -> Option<String> {
        let spells = subject.spells();
        if spells.is_empty() {
            return subject.is_sky_known().then(|| self.text("dry", &[]));
        }
        let (first, last) = (spells.first()?, spells.last()?);
        if spells.len() > MAX_SPELLS {
            let is_same = spells.iter().all(|spell| spell.kind == first.kind);
            let kind = if is_same { first.kind } else { SkyKind::Mixed };
            let spell = Spell { from: first.from, to: last.to, kind };
            return Some(self.text("onAndOff", &[("spell", &self.spell(&spell, subject, true))]));
        }
        let list: Vec<String> =
            spells.iter().enumerate().map(|(index, spell)| self.spell(spell, subject, index == 0)).collect();
        Some(self.text("spells", &[("list", &list.join(", "))]))
    }

    /// Such as "Rain from 14:00 to 17:00"; without its name if it is the same as that of the one before.
    fn spell(&self, spell: &Spell, subject: &Subject<'_>, is_first: bool) -> String {
        let date = subject.day.date;
        let name = match spell.kind {
            SkyKind::Snow => "snow",
            SkyKind::Mixed => "mixed",
            SkyKind::Rain | SkyKind::Dry => "rain",
        };
        let what = self.text(&format!("{}.{name}", if is_first { "kinds" } else { "furtherKinds" }), &[]);
        let (from, to) = (self.time(spell.from, date), self.time(spell.to, date));
        let has_begun = !subject.is_tomorrow && spell.from <= self.moment
            || subject.is_tomorrow && subject.hours.first().is_some_and(|hour| hour.time == spell.from);
        let lasts = date_of(self.outlook, spell.to) != date;
        let key = match (has_begun, lasts) {
            (true, true) => "allDay",
            (true, false) => "until",
            (false, true) => "from",
            (false, false) => "fromTo",
        };
        self.text(key, &[("what", &what), ("from", &from), ("to", &to)])
    }

    fn clothing(&self, subject: &Subject<'_>) -> Option<String> {
        let key = clothing_key(subject.coldest_felt(self.outlook)?);
        let wear = self.text(&format!("wear.{key}"), &[]);
        if !subject.spells().iter().any(|spell| spell.kind != SkyKind::Snow) {
            return Some(wear);
        }
        let is_windy = subject.strongest_wind().is_some_and(|wind| wind >= UMBRELLA_WIND);
        Some(format!("{wear} {}", self.text(if is_windy { "rainJacket" } else { "umbrella" }, &[])))
    }

    fn alerts(&self, subject: &Subject<'_>) -> Option<String> {
        let date = subject.day.date;
        let is_of_day = |alert: &&Alert| {
            let (first, last) = (date_of(self.outlook, alert.starts_at), date_of(self.outlook, alert.ends_at));
            alert.ends_at > self.moment && first <= date && date <= last
        };
        let titles = self.outlook.alerts.iter().filter(is_of_day).take(MAX_ALERTS).map(|alert| self.alert_title(alert));
        let list: Vec<String> = titles.collect();
        (!list.is_empty()).then(|| self.text("alerts", &[("list", &list.join(", "))]))
    }

    fn alert_title(&self, alert: &Alert) -> String {
        match &alert.hazard {
            Some(hazard) => hazard_title(self.language(), hazard.kind, alert.severity),
            None => alert.text_in(self.language()).map(|text| text.title.clone()).unwrap_or_default(),
        }
    }

    /// Those about the day, as the report has them: relative to the day on which it was made.
    fn insights(&self, subject: &Subject<'_>, now: Timestamp) -> Vec<String> {
        let today = date_of(self.outlook, now);
        let wants_tomorrow = match subject.day.date {
            date if date == today => false,
            date if today.tomorrow().is_ok_and(|tomorrow| tomorrow == date) => true,
            _ => return Vec::new(),
        };
        let is_wanted = |insight: &&OutlookInsight| {
            insight.about == InsightSubject::Unusual && insight.key.ends_with(TOMORROW) == wants_tomorrow
        };
        let sentences = self.outlook.insights.iter().filter(is_wanted).take(MAX_INSIGHTS);
        sentences.map(|insight| self.insight(insight, subject)).collect()
    }

    fn insight(&self, insight: &OutlookInsight, subject: &Subject<'_>) -> String {
        // The preview of tomorrow's briefing says "today", as the briefing will.
        let key = if subject.is_tomorrow { &insight.key } else { insight.key.trim_end_matches(TOMORROW) };
        let measures = &self.reader.measures;
        let values: Vec<(&str, String)> = insight
            .values
            .iter()
            .map(|(name, value)| {
                let value = match *value {
                    OutlookValue::Temperature(celsius) => measures.degrees(celsius),
                    OutlookValue::TemperatureDifference(celsius) => measures.temperature_difference(celsius),
                    OutlookValue::Speed(speed) => measures.speed(speed),
                    OutlookValue::Number(number) => measures.number(number, 0),
                    OutlookValue::Time(time) => self.time(time, subject.day.date),
                };
                (name.as_str(), value)
            })
            .collect();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        i18n::text(self.language(), &format!("shared.insights.sentences.{key}"), &values)
    }

    fn air(&self, air: AirLevel) -> String {
        let level = match air.is_us {
            true => self.air_text(&format!("us.{}", air.level.in_us_terms().as_str()), &[]),
            false => self.air_text(&format!("european.{}", air.level.as_str()), &[]),
        };
        format!("{}.", self.air_text("title", &[("level", &level)]))
    }

    /// Of the species that the user reacts to.
    fn pollen(&self, subject: &Subject<'_>) -> Option<String> {
        let is_felt = |(species, level): &&(Species, PollenLevel)| {
            self.reader.sensitivities.contains(species) && *level >= PollenLevel::Moderate
        };
        let list: Vec<String> = subject
            .day
            .pollen
            .iter()
            .filter(is_felt)
            .map(|(species, level)| {
                let name = self.air_text(&format!("species.{}", species.as_str()), &[]);
                let level = self.air_text(&format!("pollenLevels.{}", level.as_str()), &[]);
                self.air_text("speciesLevel", &[("species", &name), ("level", &level)])
            })
            .collect();
        (!list.is_empty()).then(|| format!("{}.", list.join(", ")))
    }
}
