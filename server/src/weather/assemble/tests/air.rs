//! The air of a report: local days, pollen that flies, the hours, and when there is none.

use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::air::{EuropeanLevel, PollenLevel, Species};
use crate::weather::analysis::hour::Supplements;
use crate::weather::assemble::air::{LocalAir, air_report, air_today, usable};
use crate::weather::model::air::{Air, PackedAir, Pollutant};
use crate::weather::report::{AirIndexKind, AirQuality, Reason, Section};

const HOURS: usize = 24 * 6;
const NOW: &str = "2026-10-25T06:30:00Z";

/// From the start of 24 October 2026 in Berlin, where the clocks change on the 25th.
fn air() -> Air {
    Air {
        fetched_at: at("2026-10-25T06:00:00Z"),
        first_hour: at("2026-10-23T22:00:00Z"),
        pollutants: [8.0, 20.0, 12.0, 50.0, 2.0].map(|value| vec![Some(value); HOURS]),
        dust: vec![Some(1.0); HOURS],
        smoke: vec![Some(2.0); HOURS],
        pollen: std::array::from_fn(|_| vec![Some(0.0); HOURS]),
    }
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn report(air: &Air) -> AirQuality {
    LocalAir::new(air, &zone("Europe/Berlin"), at(NOW)).unwrap().quality(false)
}

#[test]
fn a_day_is_the_local_one_also_when_clocks_change() {
    let mut air = air();
    // 23:00 on the 25th in Berlin, the last of its 25 hours, and the hour after it.
    air.pollutants[Pollutant::Ozone as usize][24 + 24] = Some(170.0);
    air.pollutants[Pollutant::Ozone as usize][24 + 25] = Some(150.0);
    let days = report(&air).days;
    assert_eq!(days[0].date.to_string(), "2026-10-25");
    assert_eq!(days[0].worst_at, Some(at("2026-10-25T22:00:00Z")));
    // Half of the band from 160 to 180, which is from 80 to 100.
    assert_eq!(days[0].european.unwrap().value, 90);
    assert_eq!((days[1].worst_at, days[1].european.unwrap().value), (Some(at("2026-10-25T23:00:00Z")), 75));
}

#[test]
fn a_day_without_most_of_its_hours_has_no_index_and_the_end_of_the_data_no_day() {
    let mut air = air();
    for hour in 49..56 {
        for series in &mut air.pollutants {
            series[hour] = None;
        }
    }
    let days = report(&air).days;
    assert_eq!(days[1].european, None);
    assert!(days[2].european.is_some());
    assert!(days.len() < 6);
    let berlin = zone("Europe/Berlin");
    let later = LocalAir::new(&air, &berlin, at("2026-11-01T00:00:00Z"));
    assert_eq!(later.err(), Some(Reason::TooOld));
}

#[test]
fn pollen_that_does_not_fly_is_left_out_and_unknown_pollen_is_not_zero() {
    let mut air = air();
    air.pollen[Species::Grass as usize] = vec![Some(30.0); HOURS];
    air.pollen[Species::Grass as usize][24 + 12] = Some(90.0);
    air.pollen[Species::Olive as usize] = vec![Some(0.4); HOURS];
    let known = report(&air).pollen;
    let today = &known.data().unwrap().days[0].species;
    assert_eq!(today.len(), 1);
    assert_eq!((today[0].species, today[0].level), (Species::Grass, PollenLevel::Moderate));
    assert_eq!(today[0].worst_at, at("2026-10-25T10:00:00Z"));

    air.pollen = std::array::from_fn(|_| vec![None; HOURS]);
    assert_eq!(report(&air).pollen, Section::missing(Reason::NotProvidedBySource));
}

/// Birch is high from 70 grains on.
#[test]
fn high_pollen_lasts_until_the_end_of_its_hours_in_a_row_from_now_on() {
    let high_until = |hours: &[usize]| {
        let mut air = air();
        let birch = &mut air.pollen[Species::Birch as usize];
        birch.fill(Some(69.0));
        for hour in hours {
            birch[24 + hour] = Some(70.0);
        }
        let pollen = report(&air).pollen;
        pollen.data().unwrap().days[0].species[0].high_until
    };
    // It is the ninth hour of the day, 06:00 UTC.
    assert_eq!(high_until(&[]), None);
    assert_eq!(high_until(&[6, 7]), None, "it is over");
    assert_eq!(high_until(&[7, 8, 9, 10]), Some(at("2026-10-25T09:00:00Z")));
    assert_eq!(high_until(&[10, 11, 14]), Some(at("2026-10-25T10:00:00Z")), "later hours are another row");
    assert_eq!(high_until(&[23, 24, 25]), Some(at("2026-10-25T23:00:00Z")), "the day ends");
}

#[test]
fn the_index_is_that_of_the_place() {
    let kind = |name: &str| LocalAir::new(&air(), &zone(name), at(NOW)).unwrap().quality(false).index;
    assert_eq!(kind("America/Indiana/Knox"), AirIndexKind::Us);
    assert_eq!(kind("America/Toronto"), AirIndexKind::European);
    assert_eq!(kind("Europe/Istanbul"), AirIndexKind::European);
}

#[test]
fn the_hours_go_from_the_running_one_to_the_last_that_is_known() {
    let mut air = air();
    for series in air.pollutants.iter_mut().chain(&mut air.pollen) {
        series[100..].fill(None);
    }
    let packed = PackedAir::pack(&air).unwrap();
    let hours = air_report(Ok(&packed), &zone("Europe/Berlin"), false, at(NOW)).hours;
    assert_eq!((hours[0].time, hours.len()), (at("2026-10-25T06:00:00Z"), 100 - 32));
    assert_eq!((hours[0].pollutants.pm2_5, hours[0].pollutants.ozone), (Some(8.0), Some(50.0)));
    // 8 is three tenths of the band from 5 to 15, which is from 20 to 40.
    assert_eq!(hours[0].european.unwrap().value, 26);
    assert_eq!((hours[0].dust, hours[0].smoke, hours[0].pollen.birch), (Some(1.0), Some(2.0), Some(0.0)));
}

#[test]
fn air_older_than_a_day_is_missing_with_the_reason() {
    let packed = PackedAir::pack(&air()).unwrap();
    let supplements = Supplements { air: Ok(Arc::new(packed.clone())), ..Supplements::default() };
    let day = SignedDuration::from_hours(24);
    assert!(usable(&supplements, packed.fetched_at + day - SignedDuration::from_secs(1)).is_ok());
    assert_eq!(usable(&supplements, packed.fetched_at + day).err(), Some(Reason::TooOld));
    let damaged = PackedAir { hours: Box::from([9, 9, 9]), ..packed };
    let report = air_report(Ok(&damaged), &zone("Europe/Berlin"), false, at(NOW));
    assert_eq!((report.air, report.hours.len()), (Section::missing(Reason::SourceFailed), 0));
}

/// 170 μg/m³ of ozone is "very poor" in Europe. In the USA 86.7 ppb over eight hours is above 85: "unhealthy".
#[test]
fn notifications_get_the_worst_hour_of_the_day_by_the_index_of_the_place() {
    let mut air = air();
    air.pollutants[Pollutant::Ozone as usize][24 + 10..24 + 18].fill(Some(170.0));
    air.pollen[Species::Birch as usize].fill(Some(80.0));
    let packed = PackedAir::pack(&air).unwrap();
    let today = air_today(&packed, &zone("Europe/Berlin"), at(NOW)).unwrap();
    assert_eq!((today.date.to_string().as_str(), today.is_us), ("2026-10-25", false));
    assert_eq!(today.ends_at, at("2026-10-25T23:00:00Z"));
    assert_eq!(today.index.map(|worst| worst.level), Some(EuropeanLevel::VeryPoor));
    assert_eq!(today.index.map(|worst| worst.at), Some(at("2026-10-25T08:00:00Z")));
    assert!(today.pollen.contains(&(Species::Birch, PollenLevel::High)));
    let american = air_today(&packed, &zone("America/New_York"), at(NOW)).unwrap();
    assert_eq!((american.is_us, american.index.map(|worst| worst.level)), (true, Some(EuropeanLevel::Poor)));
}
