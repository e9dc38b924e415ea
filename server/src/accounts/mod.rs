//! Accounts: register, sign in, profile, recovery, deletion.

mod email;
mod jobs;
mod linking;
mod mails;
mod one_time;
mod password;
mod providers;
mod queries;
pub mod routes;
mod user;

use std::sync::Arc;

pub use email::Email;
pub use jobs::{tidy, work};
pub use password::Passwords;
pub use providers::Providers;

use crate::limits::Limits;
use crate::session::Sessions;
use crate::settings::Settings;

/// What the account calls share.
#[derive(Clone)]
pub struct Accounts {
    pub sessions: Sessions,
    pub limits: Limits,
    pub passwords: Passwords,
    pub providers: Providers,
    pub settings: Arc<Settings>,
}
