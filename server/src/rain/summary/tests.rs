//! Sentences about generated rain, whose motion and arrival are known.
#![allow(clippy::unwrap_used)]

use std::f64::consts::TAU;

use proptest::prelude::*;

use super::*;
use crate::rain::model::frame::LEAD_STEP_MINUTES;
use crate::rain::motion::generated::{Disc, SCALE, SIDE, picture};

/// The place is in the middle, in kilometres and pixels.
const CENTRE_KM: f64 = SIDE as f64 * SCALE / 2.0;
const PLACE: (i32, i32) = (SIDE as i32 / 2, SIDE as i32 / 2);

fn noon() -> Timestamp {
    "2026-11-17T12:00:00Z".parse().unwrap()
}

/// The nowcast of rain that is a function of time, in minutes from the newest picture.
fn nowcast(rain: impl Fn(f64) -> Vec<Disc>) -> Nowcast {
    let before = |minutes: f64| (picture(&rain(-minutes)), minutes as f32);
    Nowcast::new(picture(&rain(0.0)), vec![before(10.0), before(20.0)])
}

fn scene(nowcast: &Nowcast) -> Scene<'_> {
    Scene { nowcast, place: PLACE, km_per_pixel: SCALE, measured_at: noon(), now: noon() }
}

/// The first minute in which it rains at the place, by the formula of the rain.
fn true_arrival(rain: impl Fn(f64) -> Vec<Disc>) -> f64 {
    let is_wet = |minute: &f64| rain(*minute).iter().any(|disc| disc.rate(CENTRE_KM, CENTRE_KM) > 0.0);
    (0..=600).map(|tenth| f64::from(tenth) / 10.0).find(is_wet).unwrap()
}

fn arrival_minutes(summary: &RainSummary) -> f64 {
    summary.from.unwrap().duration_since(noon()).as_secs_f64() / 60.0
}

/// A shower of 20 km that is `distance` km to a side of the place and moves straight over it.
fn straight(distance: f64, bearing: f64, kmh: f64) -> impl Fn(f64) -> Vec<Disc> {
    let (east, south) = (bearing.to_radians().sin(), -bearing.to_radians().cos());
    move |minute| {
        let away = distance - kmh / 60.0 * minute;
        vec![Disc { x: CENTRE_KM + east * away, y: CENTRE_KM + south * away, radius: 20.0, peak: 6.0 }]
    }
}

#[test]
fn a_shower_that_moves_straight_arrives_within_three_minutes_of_the_truth() {
    for (bearing, kmh) in [(270.0, 40.0), (225.0, 40.0), (0.0, 30.0), (135.0, 60.0), (300.0, 80.0)] {
        // Its edge is 40 minutes away.
        let rain = straight(20.0 + kmh * 40.0 / 60.0, bearing, kmh);
        let summary = scene(&nowcast(&rain)).summary();
        assert_eq!(summary.state, RainState::Approaching, "{bearing}° {kmh} km/h: {summary:?}");
        let error = arrival_minutes(&summary) - true_arrival(&rain);
        assert!(error.abs() <= 3.0, "{bearing}° {kmh} km/h: {error} minutes");
        let speed = f64::from(summary.speed_kmh.unwrap());
        assert!((speed / kmh - 1.0).abs() < 0.1, "{kmh} km/h were {speed}");
        let turn = |found: Option<u32>, expected: f64| {
            let difference = (f64::from(found.unwrap()) - expected).rem_euclid(360.0);
            difference.min(360.0 - difference)
        };
        assert!(turn(summary.bearing, bearing) < 5.0 && turn(summary.heading, bearing + 180.0) < 5.0, "{summary:?}");
        assert!((f64::from(summary.distance_km.unwrap()) - kmh * 40.0 / 60.0).abs() < 4.0, "{summary:?}");
        assert_eq!(summary.intensity, Some(RainIntensity::Moderate));
    }
}

#[test]
fn rain_that_turns_around_a_low_arrives_within_seven_minutes_of_the_truth() {
    // A sector of rain around a low 150 km to the west, a turn in twelve hours: 79 km/h at the place. On the way to it the rain
    // turns by more than ten degrees.
    let rain = |minute: f64| -> Vec<Disc> {
        let on_circle = |ring: u32, step: u32| {
            let angle = -0.35 - f64::from(step) * 0.11 + minute / 720.0 * TAU;
            let radius = 110.0 + 20.0 * f64::from(ring);
            let (sine, cosine) = angle.sin_cos();
            Disc {
                x: CENTRE_KM - 150.0 + radius * cosine,
                y: CENTRE_KM + radius * sine,
                radius: 11.0,
                peak: 3.0 + f64::from((ring + step) % 4) * 2.0,
            }
        };
        (0..5).flat_map(|ring| (0..12).map(move |step| on_circle(ring, step))).collect()
    };
    let summary = scene(&nowcast(rain)).summary();
    assert_eq!(summary.state, RainState::Approaching, "{summary:?}");
    let error = arrival_minutes(&summary) - true_arrival(rain);
    assert!(error.abs() <= 7.0, "{error} minutes");
}

#[test]
fn a_shower_that_grows_on_its_way_arrives_within_eight_minutes_of_the_truth() {
    let rain = |minute: f64| -> Vec<Disc> {
        let mut disc = straight(55.0, 270.0, 40.0)(minute);
        disc[0].radius = 20.0 + 0.15 * minute;
        disc
    };
    let summary = scene(&nowcast(rain)).summary();
    assert_eq!(summary.state, RainState::Approaching, "{summary:?}");
    let error = arrival_minutes(&summary) - true_arrival(rain);
    assert!(error.abs() <= 8.0, "{error} minutes");
}

#[test]
fn a_shower_that_decays_on_its_way_arrives_within_five_minutes_of_the_truth() {
    let rain = |minute: f64| -> Vec<Disc> {
        let mut disc = straight(45.0, 200.0, 45.0)(minute);
        disc[0].peak = 8.0 * (-minute / 60.0).exp();
        disc
    };
    let summary = scene(&nowcast(rain)).summary();
    assert_eq!(summary.state, RainState::Approaching, "{summary:?}");
    let error = arrival_minutes(&summary) - true_arrival(rain);
    assert!(error.abs() <= 5.0, "{error} minutes");
}

#[test]
fn showers_that_grow_in_place_cannot_be_timed() {
    let rain = |minute: f64| -> Vec<Disc> {
        let grown = |x: f64, y: f64| Disc {
            x: CENTRE_KM + x,
            y: CENTRE_KM + y,
            radius: 0.5 + 0.8 * (minute + 21.0),
            peak: 5.0,
        };
        vec![grown(-40.0, 5.0), grown(25.0, 45.0), grown(10.0, -60.0)]
    };
    let summary = scene(&nowcast(rain)).summary();
    assert_eq!(summary.state, RainState::Showers, "{summary:?}");
    assert_eq!((summary.from, summary.to, summary.speed_kmh), (None, None, None));
    assert!(summary.distance_km.is_some());
}

#[test]
fn rain_ends_when_its_rear_edge_has_passed() {
    // The centre is 10 km past the place and leaves at 30 km/h: 20 minutes until the rear edge of a radius of 20 km.
    let rain = straight(-10.0, 270.0, 30.0);
    let nowcast = nowcast(&rain);
    let summary = scene(&nowcast).summary();
    assert_eq!((summary.state, summary.distance_km), (RainState::Raining, Some(0)), "{summary:?}");
    let end = summary.to.unwrap().duration_since(noon()).as_secs_f64() / 60.0;
    assert!((end - 20.0).abs() <= 3.0, "{end} minutes");
    // With the picture 15 minutes old and the rain over 25 minutes after it.
    let later = Scene { now: noon() + SignedDuration::from_mins(26), ..scene(&nowcast) }.summary();
    assert_eq!(later.state, RainState::Nearby, "{later:?}");
}

#[test]
fn rain_that_passes_by_is_near_and_has_no_arrival() {
    // 60 km north of the place, to the east.
    let rain =
        |minute: f64| vec![Disc { x: CENTRE_KM - 40.0 + minute * 0.7, y: CENTRE_KM - 60.0, radius: 20.0, peak: 1.0 }];
    let summary = scene(&nowcast(rain)).summary();
    assert_eq!((summary.state, summary.from), (RainState::Nearby, None), "{summary:?}");
    assert_eq!(summary.intensity, Some(RainIntensity::Light));
    assert!((85..=95).contains(&summary.heading.unwrap()), "{summary:?}");
}

#[test]
fn nothing_within_100_kilometres_is_dry_and_no_radar_is_neither() {
    let far = |_: f64| vec![Disc { x: CENTRE_KM - 125.0, y: CENTRE_KM, radius: 20.0, peak: 5.0 }];
    assert_eq!(scene(&nowcast(far)).summary(), RainSummary::of(RainState::Dry));
    let outside = Scene { place: (-3, 40), ..scene(&nowcast(far)) }.summary();
    assert_eq!(outside, RainSummary::of(RainState::NoRadar));
}

#[test]
fn without_an_earlier_picture_nothing_is_timed() {
    let nowcast = Nowcast::new(picture(&straight(50.0, 270.0, 40.0)(0.0)), Vec::new());
    let summary = scene(&nowcast).summary();
    assert_eq!((summary.state, summary.from, summary.speed_kmh), (RainState::Showers, None, None));
}

fn showers() -> impl Strategy<Value = (Vec<Disc>, f64, f64)> {
    let disc = (-150.0..150.0, -150.0..150.0, 5.0..40.0, 0.3..40.0).prop_map(|(x, y, radius, peak)| Disc {
        x: CENTRE_KM + x,
        y: CENTRE_KM + y,
        radius,
        peak,
    });
    (prop::collection::vec(disc, 0..5), -1.2..1.2, -1.2..1.2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The frames are what the map draws: the sentence may say nothing else.
    #[test]
    fn the_sentence_agrees_with_the_frames((discs, east, south) in showers()) {
        let rain = |minute: f64| -> Vec<Disc> {
            discs.iter().map(|disc| Disc { x: disc.x + east * minute, y: disc.y + south * minute, ..*disc }).collect()
        };
        let nowcast = nowcast(rain);
        let summary = scene(&nowcast).summary();
        let minute = |time: Option<Timestamp>| time.map(|time| time.duration_since(noon()).as_mins());
        let (from, to) = (minute(summary.from), minute(summary.to));
        let frames = (0..=MAX_LEAD_MINUTES).step_by(LEAD_STEP_MINUTES as usize);
        for lead in frames {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (PLACE.0 + x, PLACE.1 + y)));
            let wet = around.filter(|(x, y)| class::is_wet(nowcast.class(*x, *y, lead as f32))).count();
            let (is_wet, lead) = (wet >= 5, i64::from(lead));
            match summary.state {
                RainState::Dry => prop_assert!(!is_wet || lead > 0, "wet in {lead} minutes"),
                RainState::Raining => {
                    prop_assert!(lead > 0 || is_wet, "dry now");
                    if let Some(to) = to {
                        prop_assert!(!(to..to + 5).contains(&lead) || !is_wet, "wet in {lead}, end in {to} minutes");
                    }
                }
                RainState::Approaching => {
                    let from = from.unwrap();
                    prop_assert!(lead != from || is_wet, "dry in {lead} minutes, when it should begin");
                    if let Some(to) = to {
                        prop_assert!(!(to..to + 5).contains(&lead) || !is_wet, "wet in {lead}, end in {to} minutes");
                    }
                }
                RainState::Nearby | RainState::Showers => {}
                RainState::NoRadar | RainState::Silent => prop_assert!(false, "{summary:?}"),
            }
        }
        if summary.state == RainState::Dry {
            let reach = (AROUND_KM / SCALE) as i32;
            for y in (-reach..=reach).step_by(3) {
                for x in (-reach..=reach).step_by(3).filter(|x| x * x + y * y < (reach - 4).pow(2)) {
                    prop_assert!(!class::is_wet(nowcast.newest().class(PLACE.0 + x, PLACE.1 + y)), "rain at {x}, {y}");
                }
            }
        }
    }
}
