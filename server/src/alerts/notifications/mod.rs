//! The notification centre: which notifications were sent to a user, when and why.

pub mod queries;
pub mod routes;
