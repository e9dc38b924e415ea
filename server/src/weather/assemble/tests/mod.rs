//! Reports assembled from random, simulated and recorded forecasts.

mod consistency;
mod page_summary;
mod recordings;
