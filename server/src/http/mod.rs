//! Plumbing that every call passes through.

pub mod client_address;
pub mod docs_page;
pub mod edge;
pub mod extract;
pub mod failures;
pub mod fields;
pub mod negotiation;
pub mod requests;
pub mod routes;
pub mod security_headers;
pub mod static_files;
