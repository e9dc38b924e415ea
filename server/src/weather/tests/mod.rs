//! What the rules of the weather promise, rule by rule and over random and recorded series.

mod decide;
mod insights;
mod laws;
mod recordings;
mod simulated;
mod summary;
mod texts;
