//! Rain with a known motion, for tests: what it will be at any time is a formula.

use crate::rain::model::class;
use crate::rain::model::field::Field;

pub const SIDE: usize = 512;
/// Kilometres per pixel.
pub const SCALE: f64 = 1.6;

/// A round shower with a bright centre, in kilometres and minutes; x to the east and y to the south of the north-west corner.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    pub x: f64,
    pub y: f64,
    pub radius: f64,
    pub peak: f64,
}

impl Disc {
    /// Millimetres per hour at a point.
    pub fn rate(&self, x: f64, y: f64) -> f64 {
        let distance = (x - self.x).hypot(y - self.y) / self.radius;
        if distance >= 1.0 { 0.0 } else { (self.peak * (1.0 - distance * distance)).max(0.3) }
    }
}

/// The picture of some showers.
pub fn picture(discs: &[Disc]) -> Field {
    Field::from_fn(SIDE, SIDE, |column, row| {
        let (x, y) = ((column as f64 + 0.5) * SCALE, (row as f64 + 0.5) * SCALE);
        class::from_rate(discs.iter().map(|disc| disc.rate(x, y)).fold(0.0, f64::max))
    })
}
