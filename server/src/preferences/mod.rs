//! Preferences: units, language, notifications, accessibility and look of one person, as one typed document.

mod document;
mod queries;
pub mod routes;

pub use document::Preferences;
