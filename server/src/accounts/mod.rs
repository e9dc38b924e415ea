//! Accounts: register, sign in, profile, recovery, deletion.

mod export;
mod hashers;
mod jobs;
mod linking;
mod mails;
mod one_time;
mod password;
mod providers;
mod queries;
pub mod routes;
mod user;

use std::pin::Pin;
use std::sync::Arc;

use uuid::Uuid;

pub use jobs::{tidy, work};
pub use password::Passwords;
pub use providers::Providers;

use crate::db::Db;
use crate::db::rate_limit::RateLimiter;
use crate::error::AppError;
pub use crate::mail::address::Email;
use crate::session::{Sessions, UserId};
use crate::settings::Settings;

/// What the account calls share.
#[derive(Clone)]
pub struct Accounts {
    pub sessions: Sessions,
    pub limits: RateLimiter,
    pub passwords: Passwords,
    pub providers: Providers,
    pub settings: Arc<Settings>,
    pub adopt_history: AdoptHistory,
}

/// Moves what a visitor searched for into an account; `app` hands it in from the history.
pub type AdoptHistory = fn(Db, UserId, Uuid) -> Pin<Box<dyn Future<Output = Result<(), AppError>> + Send>>;
