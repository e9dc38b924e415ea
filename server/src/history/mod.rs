//! Search history: the newest fifty places of a user, or of a visitor without an account.

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
    User(UserId),
    Visitor(Uuid),
}

#[derive(Clone)]
pub struct History {
    pub sessions: Sessions,
    pub limits: RateLimiter,
    pub describe: crate::geo::address::DescribePlace,
    pub find_elevation: crate::geo::elevation::FindElevation,
}
