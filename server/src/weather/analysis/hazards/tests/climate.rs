//! Heat and cold beside what is usual for their date.

use jiff::civil::date;
use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::*;
use crate::alert::Alert;
use crate::weather::model::normals::{ANCHORS, Anchor, Distribution, Normals};

/// At every time of the year: nine in ten highs are below the first, nine in ten lows above the second, in °C.
fn normals(high_p90: i16, low_p10: i16) -> Normals {
    let high = Distribution { p90: high_p90 * 10, ..Distribution::default() };
    let low = Distribution { p10: low_p10 * 10, ..Distribution::default() };
    Normals { elevation: None, anchors: vec![Anchor { high, low, ..Anchor::default() }; ANCHORS] }
}

/// Hours of dry, calm air from a local midnight, by their temperatures.
fn forecast_of(zone: &str, celsius: &[f64]) -> Forecast {
    let midnight = date(2026, 7, 10).to_zoned(TimeZone::get(zone).unwrap()).unwrap().timestamp();
    let hour = |(index, celsius): (usize, &f64)| Hour {
        time: midnight + SignedDuration::from_hours(index as i64),
        temperature: Some(*celsius),
        ..Hour::default()
    };
    let hours = celsius.iter().enumerate().map(hour).collect();
    Forecast { timezone: zone.to_owned(), hours, ..Forecast::default() }
}

/// Three days in Berlin that reach these temperatures between 12 and 16, and 20 °C else.
fn days_with_peaks(peaks: [f64; 3]) -> Forecast {
    let celsius = |index: usize| if (12..16).contains(&(index % 24)) { peaks[index / 24] } else { 20.0 };
    forecast_of("Europe/Berlin", &(0..72).map(celsius).collect::<Vec<f64>>())
}

/// Kind, severity, and begin and end in hours after the first.
fn found(forecast: &Forecast, normals: Option<&Normals>) -> Vec<(HazardKind, Severity, i64, i64)> {
    let start = forecast.hours[0].time;
    let hours_in = |time: Timestamp| time.duration_since(start).as_hours();
    let facts = |alert: &Alert| {
        let kind = alert.hazard.as_ref().unwrap().kind;
        (kind, alert.severity, hours_in(alert.starts_at), hours_in(alert.ends_at))
    };
    detect(forecast, None, normals, start + SignedDuration::from_hours(1)).iter().map(facts).collect()
}

// [B6]
#[test]
fn heat_counts_on_dates_whose_high_is_in_the_highest_tenth() {
    use HazardKind::Heat;
    use Severity::{Info, Moderate, Severe};
    let forecast = days_with_peaks([35.9, 36.0, 31.9]);
    assert_eq!(found(&forecast, None), [(Heat, Info, 12, 16), (Heat, Info, 36, 40)], "the thresholds alone");
    assert_eq!(found(&forecast, Some(&normals(36, 0))), [(Heat, Info, 36, 40)], "usual, then unusual");
    assert_eq!(found(&forecast, Some(&normals(20, 0))), found(&forecast, None), "31.9 °C is unusual, and no heat");
    let hot = days_with_peaks([45.9, 46.0, 20.0]);
    assert_eq!(found(&hot, None), [(Heat, Moderate, 12, 16), (Heat, Severe, 36, 40)]);
    assert_eq!(found(&hot, Some(&normals(50, 0))), [(Heat, Severe, 36, 40)], "what is severe is never usual");
}

// [B6]
#[test]
fn cold_counts_on_dates_that_feel_as_cold_as_the_lowest_tenth() {
    use HazardKind::Cold;
    use Severity::{Info, Moderate, Severe};
    let night = |celsius: f64, wind: f64| {
        let mut forecast = days_with_peaks([0.0; 3]);
        forecast.hours.iter_mut().for_each(|hour| hour.temperature = Some(-5.0));
        for hour in &mut forecast.hours[26..30] {
            (hour.temperature, hour.wind) = (Some(celsius), Some(wind));
        }
        forecast
    };
    let usual = normals(30, -25);
    assert_eq!(found(&night(-24.9, 0.0), None), [(Cold, Info, 26, 30)]);
    assert_eq!(found(&night(-24.9, 0.0), Some(&usual)), []);
    assert_eq!(found(&night(-25.0, 0.0), Some(&usual)), [(Cold, Info, 26, 30)]);
    // −18 °C with 40 km/h feels like −32 by Environment Canada's formula: the temperature is usual, the wind is not.
    assert_eq!(found(&night(-18.0, 11.2), Some(&usual)), [(Cold, Moderate, 26, 30)]);
    assert_eq!(found(&night(-40.0, 0.0), Some(&normals(0, -45))), [(Cold, Severe, 26, 30)], "never usual");
}

#[test]
fn other_hazards_do_not_depend_on_the_normals() {
    let mut forecast = days_with_peaks([20.0; 3]);
    (forecast.hours[5].uv, forecast.hours[30].gusts) = (Some(9.0), Some(22.0));
    assert_eq!(found(&forecast, Some(&normals(50, -50))), found(&forecast, None));
    assert_eq!(found(&forecast, None).len(), 2);
}

/// The morning of the 11th in Tokyo is still the 10th in UTC, whose high is that of the afternoon before.
#[test]
fn dates_are_local_and_one_of_23_hours_is_whole() {
    let celsius = |index: usize| match index {
        14 => 38.0,
        32..34 => 36.0,
        _ => 20.0,
    };
    let celsius: Vec<f64> = (0..72).map(celsius).collect();
    let only_the_first = [(HazardKind::Heat, Severity::Info, 14, 15)];
    let mut forecast = forecast_of("Asia/Tokyo", &celsius);
    assert_eq!(found(&forecast, None).len(), 2);
    assert_eq!(found(&forecast, Some(&normals(37, 0))), only_the_first);
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    let midnight = date(2026, 3, 28).to_zoned(zone).unwrap().timestamp();
    for (index, hour) in forecast.hours.iter_mut().enumerate() {
        hour.time = midnight + SignedDuration::from_hours(index as i64);
    }
    let spring = Forecast { timezone: "Europe/Berlin".to_owned(), ..forecast };
    assert_eq!(found(&spring, Some(&normals(37, 0))), only_the_first, "clocks change on the 29th");
}

/// MET Norway sends no past: the hottest hour of today may be lost.
#[test]
fn a_date_of_which_an_hour_is_missing_is_not_compared() {
    let mut forecast = days_with_peaks([36.0, 20.0, 20.0]);
    assert_eq!(found(&forecast, Some(&normals(40, 0))), []);
    forecast.hours.remove(3);
    assert_eq!(found(&forecast, Some(&normals(40, 0))), [(HazardKind::Heat, Severity::Info, 12, 16)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// However much of the forecast has passed, and whether or not the source still sends it.
    #[test]
    fn no_heat_or_cold_ends_because_time_passes(
        celsius in proptest::collection::vec(28.0..50.0f64, 96), is_cold: bool, forgets: bool, p90 in 30i16..48,
        zone in prop::sample::select(vec!["Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", "UTC"]),
    ) {
        // As cold as it is hot.
        let celsius: Vec<f64> = celsius.iter().map(|one| if is_cold { 12.0 - one } else { *one }).collect();
        let (forecast, normals) = (forecast_of(zone, &celsius), normals(p90, 12 - p90));
        let mut before: Vec<Alert> = Vec::new();
        for hour in 0..48 {
            let first = if forgets { hour } else { 0 };
            let sent = Forecast { hours: forecast.hours[first..].to_vec(), ..forecast.clone() };
            let now = forecast.hours[hour].time;
            let after = detect(&sent, None, Some(&normals), now);
            for alert in before.iter().filter(|alert| alert.ends_at > now) {
                let kind = |alert: &Alert| alert.hazard.as_ref().unwrap().kind;
                let same = after.iter().find(|later| kind(later) == kind(alert) && later.ends_at >= alert.ends_at);
                // What remains of it may begin with hours that were only a short break in it.
                let latest_start = alert.starts_at.max(now + SignedDuration::from_hours(if forgets { 3 } else { 0 }));
                prop_assert!(same.is_some_and(|same| same.starts_at <= latest_start), "{hour}: {alert:?}");
                if !forgets && alert.starts_at > now - SignedDuration::from_hours(24) {
                    prop_assert!(same.is_some_and(|same| same.severity >= alert.severity), "{hour}: {alert:?}");
                }
            }
            before = after;
        }
    }
}
