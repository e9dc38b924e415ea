//! Whether and when a user is notified: by their settings, quiet hours, and a limit per hour and day.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::alert::{HazardKind, Severity};
use crate::alerts::model::event::NotificationEvent;
use crate::notification_settings::{NotificationSettings, QuietPeriod};

const MAX_PER_HOUR: usize = 10;
const MAX_INFO_PER_DAY: usize = 4;
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The notifications of the last day: when each was sent, and its severity.
#[derive(Clone, Debug, Default)]
pub struct RecentNotifications(pub Vec<(Timestamp, Severity)>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    Send,
    /// Not now; decided again at this time if the alert is still in force.
    HoldUntil(Timestamp),
    /// The user does not want it.
    Skip,
}

/// The severities in the earlier notifications about the same alert.
#[derive(Clone, Copy, Debug)]
pub struct PriorSeverity {
    pub last: Severity,
    pub max: Severity,
}

/// What decides about an alert itself.
#[derive(Clone, Copy, Debug)]
pub struct Importance {
    pub severity: Severity,
    /// From when on it may break quiet hours; `None` if it never does.
    pub interrupts_from: Option<Timestamp>,
    /// The kind of a hazard, which the user may have switched off; `None` for an issued alert.
    pub hazard: Option<HazardKind>,
}

pub fn decide(
    event: NotificationEvent,
    importance: Importance,
    prior: Option<PriorSeverity>,
    settings: &NotificationSettings,
    recent: &RecentNotifications,
    zone: &TimeZone,
    now: Timestamp,
) -> Decision {
    let severity = importance.severity;
    // A user who was notified of a severe alert is notified once when it becomes less severe, and of its end.
    let is_follow_up =
        prior.is_some_and(|prior| if event.is_end() { prior.max } else { prior.last } >= settings.min_severity);
    let is_switched_off = importance.hazard.is_some_and(|kind| settings.hazards_off.contains(&kind.switch()));
    if !settings.is_enabled || is_switched_off || (severity < settings.min_severity && !is_follow_up) {
        return Decision::Skip;
    }
    // The end of an alert is never urgent.
    let interrupts_from = importance.interrupts_from.filter(|_| severity == Severity::Severe && !event.is_end());
    let is_urgent = interrupts_from.is_some_and(|from| from <= now);
    if !is_urgent && let Some(until) = settings.quiet_period.and_then(|period| quiet_until(&period, zone, now)) {
        return Decision::HoldUntil(interrupts_from.map_or(until, |from| from.min(until)));
    }
    let free_at = |max: usize, span: SignedDuration, counts: &dyn Fn(Severity) -> bool| {
        let mut times: Vec<Timestamp> =
            recent.0.iter().filter(|(at, severity)| *at + span > now && counts(*severity)).map(|(at, _)| *at).collect();
        times.sort_unstable();
        let oldest_that_counts = times.len().checked_sub(max).and_then(|index| times.get(index));
        oldest_that_counts.map(|at| *at + span)
    };
    // Less severe notifications do not count towards the limit of a more severe one, which must not be held back.
    let hour = free_at(MAX_PER_HOUR, HOUR, &|sent| sent >= severity);
    let day = if severity == Severity::Info {
        free_at(MAX_INFO_PER_DAY, DAY, &|severity| severity == Severity::Info)
    } else {
        None
    };
    hour.max(day).map_or(Decision::Send, Decision::HoldUntil)
}

/// When the quiet period ends; `None` outside of it.
pub fn quiet_until(period: &QuietPeriod, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
    let local = now.to_zoned(zone.clone());
    let time = local.time();
    let is_quiet = if period.from < period.until {
        (period.from..period.until).contains(&time)
    } else {
        time >= period.from || time < period.until
    };
    if !is_quiet {
        return None;
    }
    let ends_today = time < period.until;
    let date = if ends_today { local.date() } else { local.date().tomorrow().ok()? };
    // A local time that a clock change skips becomes the time after the gap.
    zone.to_ambiguous_zoned(date.to_datetime(period.until)).compatible().ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::civil::Time;

    use super::*;
    use Severity::{Info, Moderate, Severe};

    fn berlin() -> TimeZone {
        TimeZone::get("Europe/Berlin").unwrap()
    }

    fn quiet_at_night() -> NotificationSettings {
        let time = |text| Time::strptime("%H:%M", text).unwrap();
        NotificationSettings {
            quiet_period: Some(QuietPeriod { from: time("22:00"), until: time("07:00") }),
            ..NotificationSettings::default()
        }
    }

    fn decide_new(
        severity: Severity,
        settings: &NotificationSettings,
        recent: &RecentNotifications,
        now: &str,
    ) -> Decision {
        let importance = Importance { severity, interrupts_from: Some(Timestamp::MIN), hazard: None };
        decide(NotificationEvent::New, importance, None, settings, recent, &berlin(), now.parse().unwrap())
    }

    fn hold(until: &str) -> Decision {
        Decision::HoldUntil(until.parse().unwrap())
    }

    #[test]
    fn quiet_hours_of_the_place_hold_all_but_severe_alerts_until_they_end() {
        let none = RecentNotifications::default();
        // 22:30 and 03:00 in Berlin, where it is one hour later in winter.
        assert_eq!(
            decide_new(Moderate, &quiet_at_night(), &none, "2026-11-15T21:30:00Z"),
            hold("2026-11-16T06:00:00Z")
        );
        assert_eq!(
            decide_new(Moderate, &quiet_at_night(), &none, "2026-11-16T02:00:00Z"),
            hold("2026-11-16T06:00:00Z")
        );
        assert_eq!(decide_new(Severe, &quiet_at_night(), &none, "2026-11-16T02:00:00Z"), Decision::Send);
        assert_eq!(decide_new(Moderate, &quiet_at_night(), &none, "2026-11-16T06:00:00Z"), Decision::Send);
        let night: Timestamp = "2026-11-16T02:00:00Z".parse().unwrap();
        let all_clear = decide(
            NotificationEvent::AllClear,
            Importance { severity: Severe, interrupts_from: Some(night), hazard: None },
            None,
            &quiet_at_night(),
            &none,
            &berlin(),
            night,
        );
        assert_eq!(all_clear, hold("2026-11-16T06:00:00Z"));
    }

    #[test]
    fn quiet_hours_yield_to_a_severe_alert_only_when_it_begins_soon() {
        // 03:00 in Berlin; quiet hours end at 07:00.
        let now: Timestamp = "2026-11-16T02:00:00Z".parse().unwrap();
        let decided = |interrupts_from: Option<&str>| {
            let interrupts_from = interrupts_from.map(|time| time.parse().unwrap());
            let importance = Importance { severity: Severe, interrupts_from, hazard: None };
            let none = RecentNotifications::default();
            decide(NotificationEvent::New, importance, None, &quiet_at_night(), &none, &berlin(), now)
        };
        assert_eq!(decided(Some("2026-11-16T01:00:00Z")), Decision::Send);
        assert_eq!(decided(Some("2026-11-16T04:00:00Z")), hold("2026-11-16T04:00:00Z"), "when it is near");
        assert_eq!(decided(Some("2026-11-17T04:00:00Z")), hold("2026-11-16T06:00:00Z"), "in the morning");
        assert_eq!(decided(None), hold("2026-11-16T06:00:00Z"));
    }

    #[test]
    fn quiet_hours_end_at_the_local_time_when_the_clocks_change() {
        assert_eq!(
            decide_new(Info, &quiet_at_night(), &RecentNotifications::default(), "2026-10-24T22:00:00Z"),
            hold("2026-10-25T06:00:00Z")
        );
        assert_eq!(
            decide_new(Info, &quiet_at_night(), &RecentNotifications::default(), "2026-03-28T22:00:00Z"),
            hold("2026-03-29T05:00:00Z")
        );
    }

    #[test]
    fn disabled_notifications_and_low_severities_are_skipped() {
        let none = RecentNotifications::default();
        let off = NotificationSettings { is_enabled: false, ..NotificationSettings::default() };
        assert_eq!(decide_new(Severe, &off, &none, "2026-11-15T12:00:00Z"), Decision::Skip);
        let moderate = NotificationSettings { min_severity: Moderate, ..NotificationSettings::default() };
        assert_eq!(decide_new(Info, &moderate, &none, "2026-11-15T12:00:00Z"), Decision::Skip);
        assert_eq!(decide_new(Moderate, &moderate, &none, "2026-11-15T12:00:00Z"), Decision::Send);
    }

    /// [B6]
    #[test]
    fn a_hazard_of_a_kind_that_is_switched_off_is_skipped_and_an_issued_alert_is_not() {
        let settings = NotificationSettings { hazards_off: vec![HazardKind::Wind], ..NotificationSettings::default() };
        let noon: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let decided = |event, hazard| {
            let importance = Importance { severity: Severe, interrupts_from: None, hazard };
            decide(event, importance, None, &settings, &RecentNotifications::default(), &berlin(), noon)
        };
        for event in [NotificationEvent::New, NotificationEvent::Escalated, NotificationEvent::Cancelled] {
            assert_eq!(decided(event, Some(HazardKind::Wind)), Decision::Skip);
            assert_eq!(decided(event, Some(HazardKind::Gusts)), Decision::Skip, "one hazard with wind");
            assert_eq!(decided(event, Some(HazardKind::Rain)), Decision::Send);
            assert_eq!(decided(event, None), Decision::Send);
        }
    }

    #[test]
    fn an_alert_that_falls_below_the_minimum_is_notified_once_more_and_at_its_end() {
        let severe_only = NotificationSettings { min_severity: Severe, ..NotificationSettings::default() };
        let noon: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let decided = |event, last, max| {
            let prior = Some(PriorSeverity { last, max });
            let importance = Importance { severity: Moderate, interrupts_from: None, hazard: None };
            decide(event, importance, prior, &severe_only, &RecentNotifications::default(), &berlin(), noon)
        };
        assert_eq!(decided(NotificationEvent::Updated, Severe, Severe), Decision::Send);
        assert_eq!(decided(NotificationEvent::Extended, Severe, Severe), Decision::Send);
        assert_eq!(decided(NotificationEvent::Updated, Moderate, Severe), Decision::Skip);
        assert_eq!(decided(NotificationEvent::Cancelled, Moderate, Severe), Decision::Send);
        assert_eq!(decided(NotificationEvent::AllClear, Moderate, Severe), Decision::Send);
        assert_eq!(decided(NotificationEvent::Cancelled, Moderate, Moderate), Decision::Skip);
        assert_eq!(decided(NotificationEvent::Escalated, Info, Info), Decision::Skip);
    }

    #[test]
    fn less_severe_notifications_do_not_hold_back_a_more_severe_one() {
        let at: Timestamp = "2026-11-15T11:30:00Z".parse().unwrap();
        let (settings, noon) = (NotificationSettings::default(), "2026-11-15T12:00:00Z");
        let moderate = RecentNotifications(vec![(at, Moderate); 10]);
        assert_eq!(decide_new(Severe, &settings, &moderate, noon), Decision::Send);
        assert_eq!(decide_new(Moderate, &settings, &moderate, noon), hold("2026-11-15T12:30:00Z"));
    }

    #[test]
    fn ten_notifications_an_hour_and_four_low_ones_a_day_are_sent_and_the_next_is_held() {
        let sent = |count: i64, severity: Severity| {
            let first: Timestamp = "2026-11-15T11:30:00Z".parse().unwrap();
            RecentNotifications((0..count).map(|index| (first + SignedDuration::from_mins(index), severity)).collect())
        };
        let (settings, noon) = (NotificationSettings::default(), "2026-11-15T12:00:00Z");
        assert_eq!(decide_new(Severe, &settings, &sent(9, Severe), noon), Decision::Send);
        assert_eq!(decide_new(Severe, &settings, &sent(10, Severe), noon), hold("2026-11-15T12:30:00Z"));
        assert_eq!(decide_new(Severe, &settings, &sent(11, Severe), noon), hold("2026-11-15T12:31:00Z"));
        assert_eq!(decide_new(Moderate, &settings, &sent(10, Severe), noon), hold("2026-11-15T12:30:00Z"));
        assert_eq!(decide_new(Info, &settings, &sent(3, Info), noon), Decision::Send);
        assert_eq!(decide_new(Info, &settings, &sent(4, Info), noon), hold("2026-11-16T11:30:00Z"));
        assert_eq!(decide_new(Moderate, &settings, &sent(4, Info), noon), Decision::Send);
        assert_eq!(decide_new(Info, &settings, &sent(4, Severe), noon), Decision::Send);
    }
}
