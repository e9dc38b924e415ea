//! When a briefing is due: at a time of the clock, on days of the week, each date once.

use jiff::Timestamp;
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;

/// A date may be skipped because it was delivered, or because its weekday was not chosen.
const MAX_DAYS_AHEAD: usize = 16;

/// Days of the week as bits; Monday is 1, Sunday 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weekdays(pub i64);

impl Weekdays {
    /// From 1 for Monday to 7 for Sunday; `None` if there is none, or another number.
    pub fn parse(days: &[u8]) -> Option<Weekdays> {
        let is_valid = !days.is_empty() && days.iter().all(|day| (1..=7).contains(day));
        is_valid.then(|| Weekdays(days.iter().fold(0, |bits, day| bits | 1 << (day - 1))))
    }

    pub fn list(self) -> Vec<u8> {
        (1..=7).filter(|day| self.0 & (1 << (day - 1)) != 0).collect()
    }

    fn contains(self, weekday: Weekday) -> bool {
        self.0 & (1 << weekday.to_monday_zero_offset()) != 0
    }
}

#[derive(Clone, Debug)]
pub struct Schedule {
    pub time: Time,
    pub weekdays: Weekdays,
    /// Of the user's device.
    pub zone: TimeZone,
}

/// When a briefing is due, and the local date that it is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueTime {
    pub at: Timestamp,
    pub on: Date,
}

impl Schedule {
    /// The first one after `now` on a date after `last`. A time that a clock change skips is moved behind the gap; of a time
    /// that exists twice the first one counts.
    pub fn next(&self, now: Timestamp, last: Option<Date>) -> Option<DueTime> {
        let today = now.to_zoned(self.zone.clone()).date();
        let dates = std::iter::successors(Some(today), |date| date.tomorrow().ok()).take(MAX_DAYS_AHEAD);
        dates
            .filter(|date| last.is_none_or(|last| *date > last) && self.weekdays.contains(date.weekday()))
            .filter_map(|on| Some(DueTime { at: self.instant(on)?, on }))
            .find(|due| due.at > now)
    }

    fn instant(&self, date: Date) -> Option<Timestamp> {
        let ambiguous = self.zone.to_ambiguous_zoned(date.to_datetime(self.time));
        ambiguous.compatible().ok().map(|zoned| zoned.timestamp())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const EVERY_DAY: Weekdays = Weekdays(127);

    fn schedule(time: &str, zone: &str) -> Schedule {
        let time = Time::strptime("%H:%M", time).unwrap();
        Schedule { time, weekdays: EVERY_DAY, zone: TimeZone::get(zone).unwrap() }
    }

    /// All due times until `end`, each following the one before.
    fn list(schedule: &Schedule, start: &str, end: &str) -> Vec<String> {
        let (mut now, end): (Timestamp, Timestamp) = (start.parse().unwrap(), end.parse().unwrap());
        let (mut last, mut found) = (None, Vec::new());
        while let Some(due) = schedule.next(now, last).filter(|due| due.at < end) {
            found.push(due.at.to_string());
            (now, last) = (due.at, Some(due.on));
        }
        found
    }

    // Clock changes of 2026 in Germany: 29 March, 02:00 to 03:00 does not exist; 25 October, 02:00 to 03:00 exists twice.
    #[test]
    fn a_skipped_time_and_a_time_that_exists_twice_are_due_once() {
        let at_half_past_two = schedule("02:30", "Europe/Berlin");
        assert_eq!(
            list(&at_half_past_two, "2026-03-28T00:00:00Z", "2026-03-31T00:00:00Z"),
            ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]
        );
        assert_eq!(
            list(&at_half_past_two, "2026-10-24T00:00:00Z", "2026-10-27T00:00:00Z"),
            ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]
        );
        let at_seven = schedule("07:00", "Europe/Berlin");
        assert_eq!(
            list(&at_seven, "2026-10-24T00:00:00Z", "2026-10-27T00:00:00Z"),
            ["2026-10-24T05:00:00Z", "2026-10-25T06:00:00Z", "2026-10-26T06:00:00Z"],
            "seven on the wall"
        );
    }

    #[test]
    fn a_traveller_gets_one_for_each_date() {
        let berlin = schedule("07:00", "Europe/Berlin").next("2026-11-15T05:00:00Z".parse().unwrap(), None).unwrap();
        assert_eq!(berlin.at.to_string(), "2026-11-15T06:00:00Z");
        // At noon in New York, where 07:00 of the same date is still to come when the plane has left Berlin at eight.
        let west = schedule("07:00", "America/New_York");
        let next = west.next("2026-11-15T11:00:00Z".parse().unwrap(), Some(berlin.on)).unwrap();
        assert_eq!(next.at.to_string(), "2026-11-16T12:00:00Z", "the date was delivered");
        let east = schedule("07:00", "Asia/Tokyo");
        let next = east.next("2026-11-15T11:00:00Z".parse().unwrap(), Some(berlin.on)).unwrap();
        assert_eq!(next.at.to_string(), "2026-11-15T22:00:00Z", "the next date begins earlier");
    }

    #[test]
    fn only_chosen_days_are_due() {
        let days = Weekdays::parse(&[1, 5]).unwrap();
        assert_eq!(days.list(), [1, 5]);
        let schedule = Schedule { weekdays: days, ..schedule("07:00", "UTC") };
        // A Sunday.
        assert_eq!(
            list(&schedule, "2026-11-15T12:00:00Z", "2026-11-24T00:00:00Z"),
            ["2026-11-16T07:00:00Z", "2026-11-20T07:00:00Z", "2026-11-23T07:00:00Z"]
        );
        assert_eq!((Weekdays::parse(&[]), Weekdays::parse(&[0]), Weekdays::parse(&[8])), (None, None, None));
    }
}
