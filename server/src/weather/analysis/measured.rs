//! Chooses the station whose report is shown beside the model's value (decision 0099).

use jiff::{SignedDuration, Timestamp};

use crate::weather::model::observation::StationReport;
use crate::weather::report::Reason;

/// Farther away the weather may be another.
const MAX_DISTANCE_KM: f64 = 25.0;
/// 150 m are a degree.
const MAX_ELEVATION_DIFFERENCE: f64 = 150.0;
const MAX_AGE: SignedDuration = SignedDuration::from_mins(90);
/// A clock that runs ahead a little is no reason to doubt a report.
const MAX_AHEAD: SignedDuration = SignedDuration::from_mins(5);
/// A larger difference to the model is more likely an error of the station.
const MAX_DIFFERENCE: f64 = 10.0;
const MAX_DIFFERENCE_IN_MAINTENANCE: f64 = 8.0;
const EARTH_RADIUS_KM: f64 = 6371.0;

/// The place that a report is for, and what the model says about it.
pub struct MeasuredPlace {
    pub latitude: f64,
    pub longitude: f64,
    /// Metres above sea level.
    pub elevation: Option<f64>,
    pub temperature: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest<'a> {
    pub report: &'a StationReport,
    pub distance_km: f64,
}

/// The report that describes the place best, or why there is none. A kilometre, ten metres of elevation and six minutes
/// count the same.
pub fn nearest<'a>(reports: &'a [StationReport], place: &MeasuredPlace, now: Timestamp) -> Result<Nearest<'a>, Reason> {
    let elevation = place.elevation.ok_or(Reason::NotProvidedBySource)?;
    let near = reports.iter().filter_map(|report| {
        let distance_km = distance_km((place.latitude, place.longitude), (report.latitude, report.longitude));
        let difference = (report.elevation - elevation).abs();
        let is_near = distance_km <= MAX_DISTANCE_KM && difference <= MAX_ELEVATION_DIFFERENCE;
        is_near.then_some((Nearest { report, distance_km }, difference))
    });
    let mut reason = Reason::NotProvidedBySource;
    let mut best: Option<(Nearest, f64)> = None;
    for (candidate, difference) in near {
        let age = now.duration_since(candidate.report.time);
        if age > MAX_AGE || age < -MAX_AHEAD {
            reason = Reason::TooOld;
            continue;
        }
        if !is_plausible(candidate.report, place.temperature) {
            reason = Reason::NotPlausible;
            continue;
        }
        let cost = candidate.distance_km + difference / 10.0 + age.as_secs_f64().max(0.0) / 360.0;
        if best.as_ref().is_none_or(|(_, least)| cost < *least) {
            best = Some((candidate, cost));
        }
    }
    best.map(|(nearest, _)| nearest).ok_or(reason)
}

fn is_plausible(report: &StationReport, model: Option<f64>) -> bool {
    let most = if report.needs_maintenance { MAX_DIFFERENCE_IN_MAINTENANCE } else { MAX_DIFFERENCE };
    model.is_none_or(|model| (report.temperature - model).abs() <= most)
}

/// The haversine formula.
fn distance_km(one: (f64, f64), other: (f64, f64)) -> f64 {
    let half_sine = |degrees: f64| (degrees.to_radians() / 2.0).sin().powi(2);
    let cosines = one.0.to_radians().cos() * other.0.to_radians().cos();
    let chord = half_sine(other.0 - one.0) + cosines * half_sine(other.1 - one.1);
    2.0 * EARTH_RADIUS_KM * chord.sqrt().min(1.0).asin()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const NOW: &str = "2026-11-15T12:00:00Z";

    fn berlin() -> MeasuredPlace {
        MeasuredPlace { latitude: 52.52, longitude: 13.41, elevation: Some(38.0), temperature: Some(8.0) }
    }

    /// A report of so many kilometres to the north, metres of elevation and minutes ago.
    fn report(kilometres: f64, elevation: f64, minutes: i64) -> StationReport {
        StationReport {
            station: format!("{kilometres} {elevation} {minutes}"),
            latitude: 52.52 + kilometres / 111.195,
            longitude: 13.41,
            elevation,
            time: NOW.parse::<Timestamp>().unwrap() - SignedDuration::from_mins(minutes),
            temperature: 7.0,
            needs_maintenance: false,
        }
    }

    fn chosen(reports: &[StationReport]) -> Result<String, Reason> {
        nearest(reports, &berlin(), NOW.parse().unwrap()).map(|nearest| nearest.report.station.clone())
    }

    #[test]
    fn a_station_too_far_too_high_or_too_old_is_not_shown() {
        for (kilometres, elevation, minutes, expected) in [
            (24.9, 38.0, 0, None),
            (25.1, 38.0, 0, Some(Reason::NotProvidedBySource)),
            (5.0, 188.0, 0, None),
            (5.0, 189.0, 0, Some(Reason::NotProvidedBySource)),
            (5.0, 38.0, 90, None),
            (5.0, 38.0, 91, Some(Reason::TooOld)),
            (5.0, 38.0, -5, None),
            (5.0, 38.0, -6, Some(Reason::TooOld)),
        ] {
            let found = chosen(&[report(kilometres, elevation, minutes)]);
            assert_eq!(found.err(), expected, "{kilometres} km, {elevation} m, {minutes} min");
        }
        assert_eq!(chosen(&[]), Err(Reason::NotProvidedBySource));
    }

    /// 20 km and now cost 20; 10 km and 48 minutes ago 18; 5 km, 90 m higher, and 30 minutes ago 19.
    #[test]
    fn the_best_of_distance_elevation_and_age_is_chosen() {
        let reports = [report(20.0, 38.0, 0), report(10.0, 38.0, 48), report(5.0, 128.0, 30)];
        assert_eq!(chosen(&reports), Ok("10 38 48".to_owned()));
        assert_eq!(chosen(&[reports[0].clone(), reports[2].clone()]), Ok("5 128 30".to_owned()));
    }

    /// A station that stops keeps its last report in the list; another takes its place.
    #[test]
    fn a_station_that_stops_is_replaced() {
        assert_eq!(chosen(&[report(1.0, 38.0, 100), report(20.0, 38.0, 20)]), Ok("20 38 20".to_owned()));
    }

    #[test]
    fn a_report_far_from_the_model_is_not_believed() {
        let at = |temperature, needs_maintenance| {
            chosen(&[StationReport { temperature, needs_maintenance, ..report(5.0, 38.0, 0) }]).is_ok()
        };
        assert!(at(18.0, false) && !at(18.1, false) && at(-2.0, false) && !at(-2.1, false));
        assert!(at(16.0, true) && !at(16.1, true));
    }

    #[test]
    fn without_an_elevation_no_station_is_suitable() {
        let place = MeasuredPlace { elevation: None, ..berlin() };
        let reports = [report(1.0, 38.0, 0)];
        assert_eq!(nearest(&reports, &place, NOW.parse().unwrap()), Err(Reason::NotProvidedBySource));
    }

    /// Berlin to Potsdam: 26.6 km on a sphere; and across the date line 22.2 km.
    #[test]
    fn distances_are_those_on_the_globe() {
        let potsdam = distance_km((52.52, 13.41), (52.4, 13.07));
        assert!((potsdam - 26.6).abs() < 0.1, "{potsdam}");
        let across = distance_km((0.0, 179.9), (0.0, -179.9));
        assert!((across - 22.24).abs() < 0.05, "{across}");
    }
}
