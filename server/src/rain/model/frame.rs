//! One picture of rain: measured, or computed ahead from a measured one.

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};

/// How far ahead rain is extrapolated.
pub const MAX_LEAD_MINUTES: u32 = 60;
/// The step of extrapolated frames.
pub const LEAD_STEP_MINUTES: u32 = 5;

/// When a frame was measured, and how many minutes ahead of that it shows. What it shows never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId {
    pub measured_at: Timestamp,
    pub lead_minutes: u32,
}

impl FrameId {
    pub fn measured(measured_at: Timestamp) -> FrameId {
        FrameId { measured_at, lead_minutes: 0 }
    }

    /// The time that the frame shows.
    pub fn time(self) -> Timestamp {
        self.measured_at + SignedDuration::from_mins(self.lead_minutes.into())
    }
}

/// As in the address of a tile: seconds since 1970, and minutes ahead behind a plus sign.
impl fmt::Display for FrameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lead_minutes {
            0 => write!(out, "{}", self.measured_at.as_second()),
            lead => write!(out, "{}+{lead}", self.measured_at.as_second()),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct NotAFrame;

impl FromStr for FrameId {
    type Err = NotAFrame;

    fn from_str(text: &str) -> Result<FrameId, NotAFrame> {
        let (seconds, lead) = text.split_once('+').unwrap_or((text, "0"));
        let measured_at = Timestamp::from_second(seconds.parse().map_err(|_| NotAFrame)?).map_err(|_| NotAFrame)?;
        let lead_minutes: u32 = lead.parse().map_err(|_| NotAFrame)?;
        let is_offered = lead_minutes <= MAX_LEAD_MINUTES && lead_minutes.is_multiple_of(LEAD_STEP_MINUTES);
        let frame = FrameId { measured_at, lead_minutes };
        // One spelling each, so that one tile is not kept under several addresses.
        if is_offered && frame.to_string() == text { Ok(frame) } else { Err(NotAFrame) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_as_it_is_written() {
        for text in ["1794912000", "1794912000+5", "1794912000+60"] {
            assert_eq!(text.parse::<FrameId>().unwrap().to_string(), text);
        }
        let frame: FrameId = "1794912000+20".parse().unwrap();
        assert_eq!(frame.time().as_second(), 1_794_912_000 + 1200);
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        for text in ["", "now", "1794912000+0", "1794912000+7", "1794912000+65", "01794912000", "1794912000+-5", "1e9"]
        {
            assert_eq!(text.parse::<FrameId>(), Err(NotAFrame), "{text}");
        }
    }
}
