//! Reports assembled from random, simulated and recorded forecasts.

mod air;
mod audit;
mod consistency;
mod laws;
mod page_summary;
mod recordings;
