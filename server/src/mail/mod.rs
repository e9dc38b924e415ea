//! E-mail: addresses, and the ways of sending.

pub mod address;
pub mod mailer;
