//! Saved locations: a user's places, in their own order.

mod location;
mod queries;
pub mod refresh;
pub mod routes;

use crate::geo::address::DescribePlace;
use crate::geo::elevation::FindElevation;
use crate::session::Sessions;

#[derive(Clone)]
pub struct Locations {
    pub sessions: Sessions,
    pub describe: DescribePlace,
    pub find_elevation: FindElevation,
}
