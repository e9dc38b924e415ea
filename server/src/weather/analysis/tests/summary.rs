//! The sentence about the next twelve hours.

use jiff::SignedDuration;

use super::{now, report_at};
use crate::weather::model::conditions::Condition;
use crate::weather::model::forecast::Hour;
use crate::weather::report::{Parameter, Sentence, Summary};

fn summary_in(hours: i64, change: impl Fn(i64, &mut Hour)) -> Summary {
    let at = now() + SignedDuration::from_hours(hours);
    report_at(at, |_| {}, change).summary.data().unwrap().clone()
}

fn clear(_: i64, hour: &mut Hour) {
    hour.cloud = Some(0.0);
}

#[test]
fn a_clear_day_is_sunny_only_until_sunset() {
    // The sun sets at 21:21 in Berlin: seen from nine in the morning that is beyond twelve hours, from three it is not.
    for (hours, condition) in [(0, Condition::Sunny), (6, Condition::ClearSky)] {
        let summary = summary_in(hours, clear);
        assert_eq!(summary.sentence, Sentence::SummarySame);
        assert_eq!(summary.parameters["condition"], Parameter::Condition(condition));
    }
}

#[test]
fn a_lasting_change_of_the_sky_is_reported_with_its_hour() {
    let summary = summary_in(0, |index, hour| hour.cloud = Some(if index < 4 { 0.0 } else { 100.0 }));
    assert_eq!(summary.sentence, Sentence::SummaryChange);
    assert_eq!(summary.parameters["condition"], Parameter::Condition(Condition::Sunny));
    assert_eq!(summary.parameters["next"], Parameter::Condition(Condition::Overcast));
    assert_eq!(summary.parameters["time"], Parameter::Time(now() + SignedDuration::from_hours(4)));
    let passing = summary_in(0, |index, hour| hour.cloud = Some(if (4..6).contains(&index) { 100.0 } else { 0.0 }));
    assert_eq!(passing.sentence, Sentence::SummarySame, "two hours of cloud do not count");
}
