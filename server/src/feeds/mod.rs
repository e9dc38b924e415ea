//! Calendar and feeds of a saved place at a secret address, for programs that cannot sign in.

mod calendar;
mod content;
mod feed;
mod queries;
mod routes;
mod serving;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::Request;
use ipnet::IpNet;

use crate::clock::Clock;
use crate::http::client_address::client_address;
use crate::published_report::LoadReport;
use crate::session::Sessions;
use crate::settings::Settings;
pub use routes::routes;

#[derive(Clone)]
pub struct Feeds(Arc<Parts>);

struct Parts {
    sessions: Sessions,
    clock: Clock,
    load_report: LoadReport,
    public_url: String,
    trusted_proxies: Vec<IpNet>,
}

impl Feeds {
    pub fn new(settings: &Settings, sessions: Sessions, clock: Clock, load_report: LoadReport) -> Feeds {
        Feeds(Arc::new(Parts {
            sessions,
            clock,
            load_report,
            public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
            trusted_proxies: settings.trusted_proxies.clone(),
        }))
    }

    fn client_of(&self, request: &Request) -> Option<IpAddr> {
        client_address(request, &self.0.trusted_proxies)
    }
}
