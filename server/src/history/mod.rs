//! What was searched for: the newest fifty places of a person, or of a visitor without an account.

mod entry;
mod queries;
pub mod retention;
pub mod routes;

use uuid::Uuid;

pub use queries::adopt;

use crate::db::rate_limit::RateLimiter;
use crate::session::{Sessions, UserId};

/// Whose history it is.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    Person(UserId),
    Visitor(Uuid),
}

#[derive(Clone)]
pub struct History {
    pub sessions: Sessions,
    pub limits: RateLimiter,
    pub describe: crate::geo::address::Describe,
}
