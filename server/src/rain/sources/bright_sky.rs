//! Germany: the composite RV of the German Weather Service, through a server of Bright Sky.

use std::io::Read;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use url::Url;

use super::composite::Composite;
use super::grid::{Grid, Projection};
use super::radar_server::{RadarServer, newest_time};
use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError};
use crate::rain::model::class;
use crate::rain::model::projections;

const NAME: &str = "bright-sky";
const STEP: SignedDuration = SignedDuration::from_mins(5);
const DELAY: SignedDuration = SignedDuration::from_mins(3);
/// What is asked for first: enough to see motion. Older pictures come with time.
const FIRST: SignedDuration = SignedDuration::from_mins(30);
/// A number is a hundredth of a millimetre in five minutes.
const MM_PER_HOUR: f64 = 0.12;

pub struct BrightSky {
    pub composite: Composite,
    server: RadarServer,
}

#[derive(Deserialize)]
struct Pictures {
    radar: Vec<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    /// The end of the five minutes.
    timestamp: Timestamp,
    /// As `RADOLAN::RV::2023-11-08T10:20:00+00:00`: the time of the run.
    source: String,
    /// Base64 of zlib of 16-bit little-endian numbers, row by row from the north-west.
    precipitation_5: String,
}

impl BrightSky {
    pub fn new(url: Url, contact: &str, clock: Clock) -> anyhow::Result<BrightSky> {
        let grid = Grid {
            projection: Projection::PolarStereographic(projections::DWD),
            corner: (-500.0, 500.0),
            pixel_metres: 1000.0,
            width: 1100,
            height: 1200,
        };
        Ok(BrightSky { composite: Composite::new(grid), server: RadarServer::new(NAME, url, contact, clock)? })
    }

    pub async fn refresh(&self, now: Timestamp) {
        self.server.refresh(now, self.fetch_missing(now)).await;
    }

    async fn fetch_missing(&self, now: Timestamp) {
        let newest = newest_time(now, DELAY, STEP);
        let known = self.composite.times(now).last().copied();
        let from = known.map_or(newest - FIRST, |known| (known + STEP).max(newest - FIRST));
        if from > newest {
            return;
        }
        if let Err(error) = self.fetch(from, newest, now).await {
            tracing::debug!(%error, "no radar pictures");
        }
    }

    async fn fetch(&self, from: Timestamp, to: Timestamp, now: Timestamp) -> anyhow::Result<()> {
        let mut url = self.server.url.join("radar")?;
        let grid = self.composite.grid;
        url.query_pairs_mut()
            .append_pair("date", &from.to_string())
            .append_pair("last_date", &to.to_string())
            .append_pair("bbox", &format!("0,0,{},{}", grid.height - 1, grid.width - 1))
            .append_pair("format", "compressed");
        let read = |answer: Answer| {
            serde_json::from_slice::<Pictures>(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string()))
        };
        let pictures = self.server.get(url, read).await?;
        // What a run forecasts is not a measurement.
        for picture in pictures.radar.into_iter().filter(Picture::is_measured) {
            let time = picture.timestamp;
            let classes = tokio::task::spawn_blocking(move || classes(&picture.precipitation_5, grid.len())).await??;
            self.composite.add(time, &classes, now)?;
        }
        Ok(())
    }
}

impl Picture {
    /// Whether it is the first picture of its run.
    fn is_measured(&self) -> bool {
        let run = self.source.rsplit("::").next().and_then(|time| time.parse::<Timestamp>().ok());
        run == Some(self.timestamp)
    }
}

fn classes(packed: &str, count: usize) -> anyhow::Result<Vec<u8>> {
    let packed = STANDARD.decode(packed).context("not Base64")?;
    let expected = count * 2;
    let mut bytes = Vec::with_capacity(expected);
    ZlibDecoder::new(packed.as_slice()).take(expected as u64 + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() == expected, "a picture of another size");
    let numbers = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    Ok(numbers.map(|number| class::from_rate(f64::from(number) * MM_PER_HOUR)).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    #[test]
    fn hundredths_of_a_millimetre_in_five_minutes_become_rates() {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        // 0, 0.01, 0.1 and 1 mm in five minutes: 0, 0.12, 1.2 and 12 mm/h.
        packed.write_all(&[0_u16, 1, 10, 100].map(u16::to_le_bytes).concat()).unwrap();
        let text = STANDARD.encode(packed.finish().unwrap());
        let expected = [0.0, 0.12, 1.2, 12.0].map(class::from_rate);
        assert_eq!(classes(&text, 4).unwrap(), expected);
        assert!(classes(&text, 3).is_err() && classes(&text, 5).is_err() && classes("*", 4).is_err());
    }

    #[test]
    fn only_the_first_picture_of_a_run_is_a_measurement() {
        let picture = |source: &str| Picture {
            timestamp: "2026-11-17T10:20:00Z".parse().unwrap(),
            source: source.to_owned(),
            precipitation_5: String::new(),
        };
        assert!(picture("RADOLAN::RV::2026-11-17T10:20:00+00:00").is_measured());
        assert!(!picture("RADOLAN::RV::2026-11-17T10:15:00+00:00").is_measured());
        assert!(!picture("unknown").is_measured());
    }
}
