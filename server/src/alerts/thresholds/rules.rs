//! Whether the forecast of a place reaches a threshold, and which event that is.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::kind::ThresholdKind;
use crate::outlook::{Outlook, OutlookHour, SkyKind};

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const AHEAD: SignedDuration = SignedDuration::from_hours(24);
/// A forecast that wavers around the number is one event: it ends when the condition was gone for this long.
const GONE_FOR: SignedDuration = SignedDuration::from_hours(6);
const NIGHT_BEGINS: i8 = 18;
const NIGHT_ENDS: i8 = 9;
/// From then on "tonight" is the coming night.
const NOON: i8 = 12;
/// From then on the morning of the next day is looked at.
const EVENING: i8 = 17;
/// The winter of a place north of the equator spans the turn of the year.
const WINTER_BEGINS_MONTH: i8 = 7;

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The forecast has no hours to decide by, or it is not the time of the day for it.
    Unknown,
    NotMet,
    Met(Finding),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The extreme value, in the unit of the threshold; `None` for rain and snow.
    pub peak: Option<f64>,
    /// When it is reached; of rain and snow, when it begins.
    pub at: Timestamp,
    /// The end of the last hour that meets the condition.
    pub until: Timestamp,
    /// The night, morning or winter that it belongs to; `None` for what lasts as long as it lasts.
    pub period: Option<String>,
}

/// The event that a user was last notified of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventState {
    pub event: Option<String>,
    pub is_active: bool,
    pub gone_since: Option<i64>,
}

/// What follows from a verdict.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The user is to be notified of this event.
    Notify(String),
    Update(EventState),
    Nothing,
}

pub fn evaluate(kind: ThresholdKind, value: Option<f64>, outlook: &Outlook, latitude: f64, now: Timestamp) -> Verdict {
    let number = value.unwrap_or_default();
    let Some((window, period)) = window(kind, number, &outlook.zone, latitude, now) else { return Verdict::Unknown };
    let hours: Vec<&OutlookHour> =
        outlook.hours.iter().filter(|hour| hour.time + HOUR > window.from && hour.time < window.to).collect();
    let over = |read: fn(&OutlookHour) -> Option<f64>| peak(&hours, read, |value| value > number, f64::max);
    let found = match kind {
        ThresholdKind::Frost => peak(&hours, |hour| hour.temperature, |celsius| celsius <= 0.0, f64::min),
        ThresholdKind::Wind => over(|hour| hour.wind),
        ThresholdKind::Heat => over(|hour| hour.temperature),
        ThresholdKind::Uv => over(|hour| hour.uv),
        ThresholdKind::RainBefore => falling(&hours, &[SkyKind::Rain, SkyKind::Mixed]),
        ThresholdKind::FirstSnow => falling(&hours, &[SkyKind::Snow]),
    };
    match found {
        Found::Nothing => Verdict::Unknown,
        Found::Below => Verdict::NotMet,
        Found::Reached { peak, at, until } => Verdict::Met(Finding { peak, at: at.max(now), until, period }),
    }
}

/// An event of a period is notified once, also where the forecast takes it back for a while; one without a period, again
/// when it has ended. That notifications are unique does not replace this: they are deleted long before a winter ends.
pub fn step(verdict: &Verdict, state: &EventState, now: Timestamp) -> Step {
    match verdict {
        Verdict::Unknown => Step::Nothing,
        Verdict::Met(Finding { period: Some(period), .. }) => match state.event.as_ref() == Some(period) {
            true => Step::Nothing,
            false => Step::Notify(period.clone()),
        },
        Verdict::Met(_) if !state.is_active => Step::Notify(now.as_second().to_string()),
        Verdict::Met(_) => match state.gone_since {
            Some(_) => Step::Update(EventState { gone_since: None, ..state.clone() }),
            None => Step::Nothing,
        },
        Verdict::NotMet if state.is_active => match state.gone_since {
            None => Step::Update(EventState { gone_since: Some(now.as_millisecond()), ..state.clone() }),
            Some(since) if now.as_millisecond() - since >= GONE_FOR.as_millis() as i64 => {
                Step::Update(EventState { is_active: false, gone_since: None, ..state.clone() })
            }
            Some(_) => Step::Nothing,
        },
        Verdict::NotMet => Step::Nothing,
    }
}

struct Window {
    from: Timestamp,
    to: Timestamp,
}

/// The hours that count, and the period they belong to; `None` at times of the day at which they are not looked at.
fn window(
    kind: ThresholdKind,
    number: f64,
    zone: &TimeZone,
    latitude: f64,
    now: Timestamp,
) -> Option<(Window, Option<String>)> {
    let local = now.to_zoned(zone.clone());
    let (today, hour) = (local.date(), local.hour());
    let at = |date: Date, hour: i8| -> Option<Timestamp> {
        let (date, hour) = if hour == 24 { (date.tomorrow().ok()?, 0) } else { (date, hour) };
        zone.to_ambiguous_zoned(date.at(hour, 0, 0, 0)).compatible().ok().map(|zoned| zoned.timestamp())
    };
    let (from, to, period) = match kind {
        ThresholdKind::Frost if hour < NIGHT_ENDS => (now, at(today, NIGHT_ENDS)?, Some(today.yesterday().ok()?)),
        ThresholdKind::Frost if hour < NOON => return None,
        ThresholdKind::Frost => {
            (now.max(at(today, NIGHT_BEGINS)?), at(today.tomorrow().ok()?, NIGHT_ENDS)?, Some(today))
        }
        ThresholdKind::RainBefore => {
            let before = number as i8;
            let day = match hour {
                hour if hour < before => today,
                hour if hour >= EVENING => today.tomorrow().ok()?,
                _ => return None,
            };
            (now.max(at(day, 0)?), at(day, before)?, Some(day))
        }
        ThresholdKind::FirstSnow => (now, now + AHEAD, Some(winter(today, latitude))),
        ThresholdKind::Wind | ThresholdKind::Heat | ThresholdKind::Uv => (now, now + AHEAD, None),
    };
    Some((Window { from, to }, period.map(|date| date.to_string())))
}

/// The first day of the year that the winter belongs to: a calendar year in the south.
fn winter(today: Date, latitude: f64) -> Date {
    if latitude < 0.0 {
        return date(today.year(), 1, 1);
    }
    let year = if today.month() >= WINTER_BEGINS_MONTH { today.year() } else { today.year() - 1 };
    date(year, WINTER_BEGINS_MONTH, 1)
}

enum Found {
    /// No hour has a value.
    Nothing,
    Below,
    Reached {
        peak: Option<f64>,
        at: Timestamp,
        until: Timestamp,
    },
}

fn peak(
    hours: &[&OutlookHour],
    read: fn(&OutlookHour) -> Option<f64>,
    is_met: impl Fn(f64) -> bool,
    extreme: fn(f64, f64) -> f64,
) -> Found {
    let values: Vec<(Timestamp, f64)> = hours.iter().filter_map(|hour| Some((hour.time, read(hour)?))).collect();
    let Some(peak) = values.iter().map(|(_, value)| *value).reduce(extreme) else { return Found::Nothing };
    let at = values.iter().find(|(_, value)| *value == peak).map(|(at, _)| *at);
    let last = values.iter().rev().find(|(_, value)| is_met(*value)).map(|(at, _)| *at);
    match (at, last) {
        (Some(at), Some(last)) => Found::Reached { peak: Some(peak), at, until: last + HOUR },
        _ => Found::Below,
    }
}

fn falling(hours: &[&OutlookHour], kinds: &[SkyKind]) -> Found {
    if hours.iter().all(|hour| hour.sky.is_none()) {
        return Found::Nothing;
    }
    let mut wet = hours.iter().filter(|hour| hour.sky.is_some_and(|sky| kinds.contains(&sky)));
    let Some(first) = wet.next() else { return Found::Below };
    Found::Reached { peak: None, at: first.time, until: wet.next_back().unwrap_or(first).time + HOUR }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// Hours from midnight of 15 November in Berlin on, each as `change` makes it.
    fn outlook(change: impl Fn(usize, &mut OutlookHour)) -> Outlook {
        let hours = (0..72).map(|index| {
            let mut hour = OutlookHour {
                time: at("2026-11-14T23:00:00Z") + SignedDuration::from_hours(index as i64),
                temperature: Some(5.0),
                apparent: Some(5.0),
                wind: Some(3.0),
                uv: Some(1.0),
                sky: Some(SkyKind::Dry),
            };
            change(index, &mut hour);
            hour
        });
        Outlook {
            zone: TimeZone::get("Europe/Berlin").unwrap(),
            is_simulated: false,
            fetched_at: at("2026-11-15T00:00:00Z"),
            attribution: String::new(),
            days: Vec::new(),
            hours: hours.collect(),
            insights: Vec::new(),
            alerts: Vec::new(),
        }
    }

    fn is_met(kind: ThresholdKind, value: Option<f64>, outlook: &Outlook, now: &str) -> Option<bool> {
        match evaluate(kind, value, outlook, 52.5, at(now)) {
            Verdict::Unknown => None,
            Verdict::NotMet => Some(false),
            Verdict::Met(_) => Some(true),
        }
    }

    #[test]
    fn frost_counts_in_the_coming_night_only() {
        // 05:00 on the 16th in Berlin.
        let frosty = outlook(|index, hour| hour.temperature = Some(if index == 29 { -2.0 } else { 5.0 }));
        let met = |now| is_met(ThresholdKind::Frost, None, &frosty, now);
        assert_eq!(met("2026-11-15T09:00:00Z"), None, "ten in the morning");
        assert_eq!(met("2026-11-15T11:00:00Z"), Some(true), "noon");
        assert_eq!(met("2026-11-16T05:30:00Z"), Some(false), "it is over");
        let Verdict::Met(finding) = evaluate(ThresholdKind::Frost, None, &frosty, 52.5, at("2026-11-15T20:00:00Z"))
        else {
            panic!()
        };
        assert_eq!((finding.peak, finding.at), (Some(-2.0), at("2026-11-16T04:00:00Z")));
        assert_eq!(finding.period.as_deref(), Some("2026-11-15"));
    }

    #[test]
    fn frost_of_the_afternoon_and_of_the_next_day_is_not_frost_tonight() {
        // Hours of Berlin, counted from midnight of the 15th.
        let with_frost_at =
            |at: usize| outlook(move |index, hour| hour.temperature = Some(if index == at { -2.0 } else { 5.0 }));
        let met = |frost_at, now| is_met(ThresholdKind::Frost, None, &with_frost_at(frost_at), now);
        let at_noon = "2026-11-15T11:00:00Z";
        for (frost_at, expected) in
            [(15, false), (17, false), (18, true), (27, true), (32, true), (33, false), (36, false)]
        {
            assert_eq!(met(frost_at, at_noon), Some(expected), "frost at hour {frost_at}");
        }
        let at_four_at_night = "2026-11-16T03:00:00Z";
        assert_eq!(met(32, at_four_at_night), Some(true), "08:00");
        assert_eq!(met(36, at_four_at_night), Some(false), "noon, after that night");
    }

    #[test]
    fn rain_counts_before_the_hour_only_and_from_the_evening_before_on() {
        // 07:00 on the 16th in Berlin.
        let wet = outlook(|index, hour| {
            if index == 31 {
                hour.sky = Some(SkyKind::Rain);
            }
        });
        let met = |before, now| is_met(ThresholdKind::RainBefore, Some(before), &wet, now);
        assert_eq!(met(8.0, "2026-11-15T12:00:00Z"), None, "too early to look at the next morning");
        assert_eq!(met(8.0, "2026-11-15T17:00:00Z"), Some(true));
        assert_eq!(met(7.0, "2026-11-15T17:00:00Z"), Some(false), "it begins at seven");
        assert_eq!(met(8.0, "2026-11-16T06:30:00Z"), Some(true), "it is raining");
        assert_eq!(met(8.0, "2026-11-16T07:00:00Z"), None, "eight has passed");
    }

    #[test]
    fn values_count_when_they_are_over_the_number_and_unknown_ones_do_not() {
        let windy = outlook(|index, hour| hour.wind = (index != 5).then_some(if index == 20 { 12.0 } else { 3.0 }));
        assert_eq!(is_met(ThresholdKind::Wind, Some(11.9), &windy, "2026-11-15T08:00:00Z"), Some(true));
        assert_eq!(is_met(ThresholdKind::Wind, Some(12.0), &windy, "2026-11-15T08:00:00Z"), Some(false), "not over it");
        let unknown = outlook(|_, hour| hour.uv = None);
        assert_eq!(is_met(ThresholdKind::Uv, Some(3.0), &unknown, "2026-11-15T08:00:00Z"), None);
        assert_eq!(is_met(ThresholdKind::Heat, Some(4.0), &unknown, "2026-11-15T08:00:00Z"), Some(true));
        assert_eq!(is_met(ThresholdKind::Heat, Some(4.0), &unknown, "2026-11-20T08:00:00Z"), None, "no such hours");
    }

    #[test]
    fn a_wavering_forecast_is_one_event_and_a_new_one_follows_its_end() {
        let met = Verdict::Met(Finding {
            peak: Some(12.0),
            at: at("2026-11-15T12:00:00Z"),
            until: Timestamp::MAX,
            period: None,
        });
        let now = at("2026-11-15T12:00:00Z");
        let Step::Notify(event) = step(&met, &EventState::default(), now) else { panic!() };
        let active = EventState { event: Some(event), is_active: true, gone_since: None };
        assert_eq!(step(&met, &active, now), Step::Nothing);
        let Step::Update(gone) = step(&Verdict::NotMet, &active, now) else { panic!() };
        assert_eq!(step(&Verdict::NotMet, &gone, now + SignedDuration::from_hours(5)), Step::Nothing);
        assert_eq!(step(&met, &gone, now), Step::Update(active.clone()), "the same event");
        assert_eq!(step(&Verdict::Unknown, &gone, now + SignedDuration::from_hours(9)), Step::Nothing);
        let Step::Update(ended) = step(&Verdict::NotMet, &gone, now + SignedDuration::from_hours(6)) else { panic!() };
        assert!(!ended.is_active);
        assert!(matches!(step(&met, &ended, now + SignedDuration::from_hours(7)), Step::Notify(_)));
    }

    #[test]
    fn frost_that_ends_and_returns_in_the_same_night_is_notified_once() {
        let now = at("2026-11-15T17:00:00Z");
        let frost_in = |night: &str| {
            Verdict::Met(Finding { peak: Some(-2.0), at: now, until: Timestamp::MAX, period: Some(night.to_owned()) })
        };
        let tonight = "2026-11-15".to_owned();
        assert_eq!(step(&frost_in(&tonight), &EventState::default(), now), Step::Notify(tonight.clone()));
        let notified = EventState { event: Some(tonight.clone()), is_active: true, gone_since: None };
        assert_eq!(step(&frost_in(&tonight), &notified, now), Step::Nothing);
        let ended = EventState { is_active: false, ..notified };
        assert_eq!(step(&frost_in(&tonight), &ended, now), Step::Nothing, "the same night");
        assert_eq!(step(&frost_in("2026-11-16"), &ended, now), Step::Notify("2026-11-16".to_owned()));
    }

    #[test]
    fn a_winter_spans_the_turn_of_the_year_in_the_north_only() {
        assert_eq!(winter(date(2026, 11, 15), 52.5), winter(date(2027, 3, 1), 52.5));
        assert_ne!(winter(date(2027, 3, 1), 52.5), winter(date(2027, 10, 1), 52.5));
        assert_eq!(winter(date(2026, 12, 20), 52.5), winter(date(2027, 1, 10), 52.5));
        assert_eq!(winter(date(2027, 3, 1), -41.3), winter(date(2027, 10, 1), -41.3));
        assert_eq!(winter(date(2026, 6, 15), -54.8), winter(date(2026, 8, 15), -54.8), "Ushuaia");
        assert_ne!(winter(date(2026, 8, 15), -54.8), winter(date(2027, 6, 15), -54.8));
    }
}
