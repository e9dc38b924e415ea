//! The time zone of a point on Earth, from embedded polygons that are read on first use.

use std::sync::OnceLock;

use jiff::tz::TimeZone;
use tzf_rs::EmbeddedFinder;

use crate::geo::coordinates::Coordinates;

/// The finder only borrows data compiled into the program, so one for the process is no hidden state.
static FINDER: OnceLock<EmbeddedFinder> = OnceLock::new();

/// The IANA name of the zone at a point; `UTC` where the polygons have none.
pub fn timezone_at(latitude: f64, longitude: f64) -> String {
    let name = FINDER.get_or_init(EmbeddedFinder::new).get_tz_name(longitude, latitude);
    if is_known(name) { name.to_owned() } else { "UTC".to_owned() }
}

/// The time zone at a point, for local times.
pub fn time_zone_at(coordinates: Coordinates) -> TimeZone {
    TimeZone::get(&timezone_at(coordinates.latitude, coordinates.longitude)).unwrap_or(TimeZone::UTC)
}

/// Whether our own table of zones knows the name.
pub fn is_known(name: &str) -> bool {
    !name.is_empty() && TimeZone::get(name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cities_islands_and_the_open_sea_have_their_zone() {
        for (latitude, longitude, zone) in [
            (52.52, 13.41, "Europe/Berlin"),
            (41.01, 28.98, "Europe/Istanbul"),
            (27.72, 85.32, "Asia/Kathmandu"),
            (-17.71, 178.06, "Pacific/Fiji"),
            (0.0, -30.0, "Etc/GMT+2"),
        ] {
            assert_eq!(timezone_at(latitude, longitude), zone);
        }
    }

    #[test]
    fn the_poles_and_the_date_line_have_a_usable_zone() {
        for (latitude, longitude) in [(90.0, 0.0), (-90.0, 180.0), (0.0, 180.0), (0.0, -180.0)] {
            assert!(is_known(&timezone_at(latitude, longitude)));
        }
    }
}
