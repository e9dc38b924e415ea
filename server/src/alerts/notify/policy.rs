//! Whether and when somebody is told: what they wish, whether they sleep, and how much they were told already.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::settings::{Notifications, QuietHours};
use crate::alert::Severity;
use crate::alerts::notifications::NotificationEvent;

pub const MOST_AN_HOUR: usize = 10;
pub const MOST_LOW_A_DAY: usize = 4;
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// What somebody was told of late: when, and how grave it was.
#[derive(Clone, Debug, Default)]
pub struct Recent(pub Vec<(Timestamp, Severity)>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    Tell,
    /// Not now; if it is still true then, it will be told.
    HoldUntil(Timestamp),
    /// They do not wish to know.
    Skip,
}

/// What somebody was told of this very warning.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    /// How grave it is to their knowledge.
    pub last: Severity,
    /// How grave it was at its worst, of all they were told.
    pub gravest: Severity,
}

pub fn decide(
    event: NotificationEvent,
    severity: Severity,
    heard: Option<Heard>,
    wishes: &Notifications,
    recent: &Recent,
    zone: &TimeZone,
    now: Timestamp,
) -> Decision {
    let is_over = matches!(event, NotificationEvent::Cancelled | NotificationEvent::AllClear);
    // Whoever was told of something grave hears once that it is no longer so, and its end.
    let is_owed = heard.is_some_and(|heard| if is_over { heard.gravest } else { heard.last } >= wishes.floor);
    if !wishes.is_on || (severity < wishes.floor && !is_owed) {
        return Decision::Skip;
    }
    // Nobody is woken up to hear that it is over.
    let is_urgent = severity == Severity::Severe && !is_over;
    if !is_urgent && let Some(until) = wishes.quiet_hours.and_then(|quiet| quiet.ends(zone, now)) {
        return Decision::HoldUntil(until);
    }
    let free_at = |most: usize, span: SignedDuration, counts: &dyn Fn(Severity) -> bool| {
        let mut times: Vec<Timestamp> =
            recent.0.iter().filter(|(at, severity)| *at + span > now && counts(*severity)).map(|(at, _)| *at).collect();
        times.sort_unstable();
        let oldest_that_counts = times.len().checked_sub(most).and_then(|index| times.get(index));
        oldest_that_counts.map(|at| *at + span)
    };
    // Lighter ones take no room from a graver one: it may be over before the hour is.
    let hour = free_at(MOST_AN_HOUR, HOUR, &|told| told >= severity);
    let day = if severity == Severity::Info {
        free_at(MOST_LOW_A_DAY, DAY, &|severity| severity == Severity::Info)
    } else {
        None
    };
    hour.max(day).map_or(Decision::Tell, Decision::HoldUntil)
}

impl QuietHours {
    /// When they end, if they hold now.
    fn ends(&self, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
        let local = now.to_zoned(zone.clone());
        let time = local.time();
        let is_quiet = if self.from < self.until {
            (self.from..self.until).contains(&time)
        } else {
            time >= self.from || time < self.until
        };
        if !is_quiet {
            return None;
        }
        let ends_today = time < self.until;
        let date = if ends_today { local.date() } else { local.date().tomorrow().ok()? };
        at(date, self.until, zone)
    }
}

/// Where clocks change, the time after the gap.
fn at(date: jiff::civil::Date, time: Time, zone: &TimeZone) -> Option<Timestamp> {
    zone.to_ambiguous_zoned(date.to_datetime(time)).compatible().ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use Severity::{Info, Moderate, Severe};

    fn berlin() -> TimeZone {
        TimeZone::get("Europe/Berlin").unwrap()
    }

    fn asleep() -> Notifications {
        let time = |text| Time::strptime("%H:%M", text).unwrap();
        Notifications {
            quiet_hours: Some(QuietHours { from: time("22:00"), until: time("07:00") }),
            ..Notifications::default()
        }
    }

    fn decided(severity: Severity, wishes: &Notifications, recent: &Recent, now: &str) -> Decision {
        decide(NotificationEvent::New, severity, None, wishes, recent, &berlin(), now.parse().unwrap())
    }

    fn hold(until: &str) -> Decision {
        Decision::HoldUntil(until.parse().unwrap())
    }

    #[test]
    fn quiet_hours_of_the_place_hold_all_but_the_gravest_until_morning() {
        let nobody = Recent::default();
        // 22:30 and 03:00 in Berlin, where it is one hour later in winter.
        assert_eq!(decided(Moderate, &asleep(), &nobody, "2026-11-15T21:30:00Z"), hold("2026-11-16T06:00:00Z"));
        assert_eq!(decided(Moderate, &asleep(), &nobody, "2026-11-16T02:00:00Z"), hold("2026-11-16T06:00:00Z"));
        assert_eq!(decided(Severe, &asleep(), &nobody, "2026-11-16T02:00:00Z"), Decision::Tell);
        assert_eq!(decided(Moderate, &asleep(), &nobody, "2026-11-16T06:00:00Z"), Decision::Tell);
        let night: Timestamp = "2026-11-16T02:00:00Z".parse().unwrap();
        let all_clear = decide(NotificationEvent::AllClear, Severe, None, &asleep(), &nobody, &berlin(), night);
        assert_eq!(all_clear, hold("2026-11-16T06:00:00Z"));
    }

    #[test]
    fn the_night_the_clocks_change_ends_at_seven_too() {
        assert_eq!(decided(Info, &asleep(), &Recent::default(), "2026-10-24T22:00:00Z"), hold("2026-10-25T06:00:00Z"));
        assert_eq!(decided(Info, &asleep(), &Recent::default(), "2026-03-28T22:00:00Z"), hold("2026-03-29T05:00:00Z"));
    }

    #[test]
    fn wishes_are_heard() {
        let none = Recent::default();
        let off = Notifications { is_on: false, ..Notifications::default() };
        assert_eq!(decided(Severe, &off, &none, "2026-11-15T12:00:00Z"), Decision::Skip);
        let floor = Notifications { floor: Moderate, ..Notifications::default() };
        assert_eq!(decided(Info, &floor, &none, "2026-11-15T12:00:00Z"), Decision::Skip);
        assert_eq!(decided(Moderate, &floor, &none, "2026-11-15T12:00:00Z"), Decision::Tell);
    }

    #[test]
    fn below_the_floor_only_what_somebody_was_told_of_is_told_once_more_and_its_end() {
        let floor = Notifications { floor: Severe, ..Notifications::default() };
        let noon: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let decided = |event, last, gravest| {
            let heard = Some(Heard { last, gravest });
            decide(event, Moderate, heard, &floor, &Recent::default(), &berlin(), noon)
        };
        assert_eq!(decided(NotificationEvent::Updated, Severe, Severe), Decision::Tell);
        assert_eq!(decided(NotificationEvent::Extended, Severe, Severe), Decision::Tell);
        assert_eq!(decided(NotificationEvent::Updated, Moderate, Severe), Decision::Skip);
        assert_eq!(decided(NotificationEvent::Cancelled, Moderate, Severe), Decision::Tell);
        assert_eq!(decided(NotificationEvent::AllClear, Moderate, Severe), Decision::Tell);
        assert_eq!(decided(NotificationEvent::Cancelled, Moderate, Moderate), Decision::Skip);
        assert_eq!(decided(NotificationEvent::Escalated, Info, Info), Decision::Skip);
    }

    #[test]
    fn lighter_ones_take_no_room_from_a_graver_one() {
        let at: Timestamp = "2026-11-15T11:30:00Z".parse().unwrap();
        let (wishes, noon) = (Notifications::default(), "2026-11-15T12:00:00Z");
        let moderate = Recent(vec![(at, Moderate); 10]);
        assert_eq!(decided(Severe, &wishes, &moderate, noon), Decision::Tell);
        assert_eq!(decided(Moderate, &wishes, &moderate, noon), hold("2026-11-15T12:30:00Z"));
    }

    #[test]
    fn ten_an_hour_and_four_low_ones_a_day_and_the_next_waits_for_its_turn() {
        let told = |count: i64, severity: Severity| {
            let first: Timestamp = "2026-11-15T11:30:00Z".parse().unwrap();
            Recent((0..count).map(|index| (first + SignedDuration::from_mins(index), severity)).collect())
        };
        let (wishes, noon) = (Notifications::default(), "2026-11-15T12:00:00Z");
        assert_eq!(decided(Severe, &wishes, &told(9, Severe), noon), Decision::Tell);
        assert_eq!(decided(Severe, &wishes, &told(10, Severe), noon), hold("2026-11-15T12:30:00Z"));
        assert_eq!(decided(Severe, &wishes, &told(11, Severe), noon), hold("2026-11-15T12:31:00Z"));
        assert_eq!(decided(Moderate, &wishes, &told(10, Severe), noon), hold("2026-11-15T12:30:00Z"));
        assert_eq!(decided(Info, &wishes, &told(3, Info), noon), Decision::Tell);
        assert_eq!(decided(Info, &wishes, &told(4, Info), noon), hold("2026-11-16T11:30:00Z"));
        assert_eq!(decided(Moderate, &wishes, &told(4, Info), noon), Decision::Tell);
        assert_eq!(decided(Info, &wishes, &told(4, Severe), noon), Decision::Tell);
    }
}
