//! What an alert is inside the pipeline: its area, and how it is stored.

pub(crate) mod area;
pub(crate) mod stored;
