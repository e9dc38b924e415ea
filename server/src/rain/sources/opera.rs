//! Europe: the composite of rates of EUMETNET's OPERA, a GeoTIFF of 2 km every quarter of an hour.

use anyhow::ensure;
use jiff::{SignedDuration, Timestamp};
use url::Url;

use super::composite::Composite;
use super::geotiff;
use super::grid::{Grid, Projection};
use super::radar_server::{RadarServer, newest_time};
use crate::clock::Clock;
use crate::rain::model::class::{self, DRY, NO_RADAR};
use crate::rain::model::projections;

const NAME: &str = "opera";
const STEP: SignedDuration = SignedDuration::from_mins(15);
/// A picture is published some minutes after its time.
const DELAY: SignedDuration = SignedDuration::from_mins(6);
const FRAMES: i32 = 9;
/// As many as show motion; the others follow with the next calls.
const FRAMES_AT_ONCE: usize = 3;
/// In the files: no radar here, and nothing detected.
const NO_DATA: f32 = -9_999_000.0;

pub struct Opera {
    pub composite: Composite,
    server: RadarServer,
}

impl Opera {
    pub fn new(url: Url, contact: &str, clock: Clock) -> anyhow::Result<Opera> {
        let grid = Grid {
            projection: Projection::EqualArea(projections::OPERA),
            corner: (0.0, 0.0),
            pixel_metres: 2000.0,
            width: 1900,
            height: 2200,
        };
        Ok(Opera { composite: Composite::new(grid), server: RadarServer::new(NAME, url, contact, clock)? })
    }

    pub async fn refresh(&self, now: Timestamp) {
        self.server.refresh(now, self.fetch_missing(now)).await;
    }

    /// Newest first.
    async fn fetch_missing(&self, now: Timestamp) {
        let newest = newest_time(now, DELAY, STEP);
        let times = (0..FRAMES).map(|frame| newest - STEP * frame);
        let missing: Vec<Timestamp> = times.filter(|time| !self.composite.has(*time)).take(FRAMES_AT_ONCE).collect();
        for time in missing {
            if let Err(error) = self.fetch(time, now).await {
                tracing::debug!(%error, %time, "no radar picture");
            }
        }
    }

    async fn fetch(&self, time: Timestamp, now: Timestamp) -> anyhow::Result<()> {
        let body = self.server.get(self.address(time)?, |answer| Ok(answer.body)).await?;
        let size = self.composite.grid;
        let classes = tokio::task::spawn_blocking(move || classes(&body, (size.width, size.height))).await??;
        self.composite.add(time, &classes, now)
    }

    fn address(&self, time: Timestamp) -> anyhow::Result<Url> {
        let (day, minute) = (time.strftime("%Y/%m/%d"), time.strftime("%Y%m%dT%H%M"));
        let base = self.server.url.as_str().trim_end_matches('/');
        Ok(Url::parse(&format!("{base}/{day}/OPERA/COMP/OPERA@{minute}@0@RATE.tiff"))?)
    }
}

fn classes(file: &[u8], size: (usize, usize)) -> anyhow::Result<Vec<u8>> {
    let raster = geotiff::read(file)?;
    ensure!((raster.width, raster.height) == size, "a picture of {} × {}", raster.width, raster.height);
    let class = |value: f32| match value {
        value if value.is_nan() || value == NO_DATA || Some(value) == raster.no_data => NO_RADAR,
        // Nothing detected is a large negative number.
        value if value < 0.0 => DRY,
        rate => class::from_rate(rate.into()),
    };
    Ok(raster.values.iter().map(|value| class(*value)).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_their_time() {
        let source =
            Opera::new("https://radar.example/openradar-24h".parse().unwrap(), "ops@example.org", Clock::System);
        let address = source.unwrap().address("2026-11-07T09:15:00Z".parse().unwrap()).unwrap();
        assert_eq!(
            address.as_str(),
            "https://radar.example/openradar-24h/2026/11/07/OPERA/COMP/OPERA@20261107T0915@0@RATE.tiff"
        );
    }
}
