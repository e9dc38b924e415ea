//! What `/api/rain` says: where the rain comes from, which frames there are, and what they mean for the place.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::summary::RainSummary;

/// What the newest frames are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainKind {
    Radar,
    /// No radar reaches the place: what a forecast model says about it. There may still be frames of the surroundings.
    Model,
    /// Generated, for demonstrations and tests.
    Simulated,
    /// Nothing is known about rain at this place.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainFrameKind {
    Past,
    Forecast,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RainFrame {
    pub time: Timestamp,
    pub kind: RainFrameKind,
    /// In the address of its tiles.
    pub id: String,
}

/// Who must be named beside the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RainAttribution {
    pub name: String,
    #[schema(required = true)]
    pub url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RainZoom {
    pub min: u8,
    /// Closer views enlarge the tiles of this level.
    pub max: u8,
}

/// Rain at the place, as its frames say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct RainMinute {
    pub time: Timestamp,
    pub mm_per_hour: f64,
}

/// What a forecast model has for the map around a place: rain, temperature and wind by the hour.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ModelMap {
    /// `model`, `simulated` or, where there is nothing, `none`.
    pub kind: RainKind,
    pub attribution: Vec<RainAttribution>,
    /// When the forecast around the place was fetched.
    #[schema(required = true)]
    pub fetched_at: Option<Timestamp>,
    /// In order of time; each tile of a frame is at `/api/rain/model/{field}/{id}/{z}/{x}/{y}`.
    pub frames: Vec<RainFrame>,
    pub zoom: RainZoom,
}

/// The rain map around a place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RainReport {
    pub kind: RainKind,
    /// The name of the source in the address of tiles.
    #[schema(required = true)]
    pub source: Option<&'static str>,
    pub attribution: Vec<RainAttribution>,
    /// When the newest frame was measured.
    #[schema(required = true)]
    pub observed_at: Option<Timestamp>,
    /// The time zone of the place.
    pub timezone: String,
    /// In order of time; each tile of a frame is at `/api/rain/tiles/{source}/{id}/{z}/{x}/{y}`.
    pub frames: Vec<RainFrame>,
    pub zoom: RainZoom,
    /// In the address of the tiles of land and borders.
    pub base_version: String,
    pub summary: RainSummary,
    /// Every ten minutes, as far as the frames reach; of a model, in its steps.
    pub next: Vec<RainMinute>,
}
