//! Plumbing that every call passes through.

pub mod address_limit;
pub mod client_address;
mod counts;
pub mod docs_page;
pub mod edge;
pub mod extract;
pub mod failures;
pub mod fields;
pub mod negotiation;
pub mod object;
mod request_body;
pub mod requests;
pub mod routes;
pub mod security_headers;
mod shedding;
pub mod static_files;
