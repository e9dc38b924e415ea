//! Rendered reports in memory and forecast snapshots in the database.

pub(crate) mod accuracy_codec;
pub(crate) mod accuracy_queries;
pub(crate) mod air_queries;
pub(crate) mod codec;
pub(crate) mod counts;
pub(crate) mod encoded_body;
pub(crate) mod ensemble_codec;
pub(crate) mod ensemble_queries;
pub(crate) mod entry;
pub(crate) mod grid_queries;
pub(crate) mod normals_queries;
pub(crate) mod queries;
