//! Three days of one country with two feeds: the authority's own and MeteoAlarm's copy of it. Whichever has an event first,
//! and whichever ends first, users are notified of each change once, and of the end when both are over.

use jiff::SignedDuration;
use serde_json::Value;

use super::shapes::{Fault, Scripted, Source};
use super::{POLL, issued};
use crate::alerts::pipeline::{coverage, events, hours, save_place};
use crate::support::TestApp;
use crate::support::feeds::Authority;

const FEEDS: [Source; 2] = [Source::Dwd, Source::MeteoAlarm];
const CYCLE: SignedDuration = SignedDuration::from_hours(6);

#[tokio::test]
async fn three_days_of_two_feeds_for_one_country() {
    let (authority, elsewhere) = (Authority::start().await, Authority::start().await);
    let sources: Vec<String> = FEEDS.iter().map(|source| source.settings(&authority)[0].1.clone()).collect();
    let sources = sources.join(",");
    let settings = [("HALCYON_ALERT_SOURCES", sources.as_str()), ("HALCYON_RATE_LIMITS", "off")];
    let one = TestApp::start_with(&settings).await;
    let two = one.restart_with(&settings).await;
    let ada = one.signed_in("ada").await;
    let (latitude, longitude) = Source::Dwd.place();
    save_place(&ada, "Home", latitude, longitude).await;
    let publish = |source: Source, alert: Option<&Scripted>| source.publish(&authority, &elsewhere, alert, Fault::None);
    FEEDS.iter().for_each(|source| publish(*source, None));
    one.run_alerts().await;

    let mut expected: Vec<&str> = Vec::new();
    for number in 0..12_u32 {
        let sent = hours(0) + CYCLE * i32::try_from(number).unwrap();
        let next_poll = async |process: u32| {
            one.advance(POLL);
            [&one, &two][(number + process) as usize % 2].run_alerts().await;
        };
        let shown = async || -> Value {
            one.advance(SignedDuration::from_secs(30));
            let alerts = coverage(&one, latitude, longitude).await;
            assert_eq!(alerts["coverage"], "covered", "{number}: {alerts}");
            let sources =
                |alert: &&Value| -> Value { alert["also_from"].as_array().map_or(1, |others| others.len() + 1).into() };
            issued(&alerts).iter().map(sources).collect()
        };
        let alert = Scripted {
            id: number,
            version: 1,
            is_severe: false,
            wording: 0,
            sent,
            starts: sent + SignedDuration::from_hours(1),
            ends: sent + SignedDuration::from_hours(4),
            is_cancelled: false,
        };
        let change = |alert: &Scripted| Scripted { version: alert.version + 1, ..alert.clone() };
        let (first, second) = if number.is_multiple_of(2) { (FEEDS[0], FEEDS[1]) } else { (FEEDS[1], FEEDS[0]) };
        publish(first, Some(&alert));
        next_poll(0).await;
        expected.push("new");
        assert_eq!(events(&ada).await, expected, "{number}: from {first:?}");
        publish(second, Some(&alert));
        next_poll(1).await;
        assert_eq!(events(&ada).await, expected, "{number}: again from {second:?}");
        assert_eq!(shown().await, Value::from(vec![2]), "{number}: one alert with two sources");

        let is_extended = !number.is_multiple_of(3);
        let longer = Scripted { ends: alert.ends + SignedDuration::from_mins(30), ..change(&alert) };
        if is_extended {
            publish(Source::Dwd, Some(&longer));
            expected.push("extended");
        }
        next_poll(0).await;
        assert_eq!(events(&ada).await, expected, "{number}: first from {first:?}");

        let (early, late) = if number % 4 < 2 { (FEEDS[0], FEEDS[1]) } else { (FEEDS[1], FEEDS[0]) };
        let over = |source: Source| {
            let last = if source == Source::Dwd && is_extended { &longer } else { &alert };
            publish(source, Some(&Scripted { is_cancelled: true, ..change(last) }));
        };
        over(early);
        next_poll(1).await;
        assert_eq!(events(&ada).await, expected, "{number}: only {early:?} has ended");
        assert_eq!(shown().await, Value::from(vec![1]), "{number}: {late:?} is in force");
        over(late);
        next_poll(0).await;
        expected.push("cancelled");
        assert_eq!(events(&ada).await, expected, "{number}: {early:?} ended first");
        assert_eq!(shown().await, Value::from(Vec::<i64>::new()), "{number}");
        assert_eq!(one.count("notified_alerts").await, 0);

        let passed = POLL * 5 + SignedDuration::from_secs(90);
        one.advance(CYCLE - passed);
    }
}
