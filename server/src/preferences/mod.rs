//! Preferences: units, language, notifications, accessibility and look of one person, as one typed document.

mod document;
mod queries;
pub mod routes;
mod unsubscribe;

pub use document::Preferences;
pub use unsubscribe::unsubscribe_token;
