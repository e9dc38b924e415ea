//! Preferences of a user: units, language, notifications, accessibility and theme, as one typed document.

mod document;
mod queries;
pub mod routes;
mod unsubscribe;

pub use document::Preferences;
pub use routes::{RecheckUser, UserPreferences};
pub use unsubscribe::unsubscribe_token;
