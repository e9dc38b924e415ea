//! Accounts: register, sign in, profile, recovery, deletion.

mod deletion;
mod device;
mod export;
mod hashers;
mod jobs;
mod limits;
mod linking;
mod mail_links;
mod mails;
mod one_time;
pub mod operator;
mod ownership;
mod passkeys;
mod password;
mod providers;
mod queries;
mod registration;
pub mod routes;
mod second_factor;
mod sign_in;
mod totp;
mod user;

use std::pin::Pin;
use std::sync::Arc;

use uuid::Uuid;

pub use jobs::{delete_expired, send_due};
pub use passkeys::Passkeys;
pub use password::Passwords;
pub use providers::Providers;

use crate::db::Db;
use crate::db::outbox::GivenUp;
use crate::db::rate_limit::RateLimiter;
use crate::error::AppError;
use crate::i18n::Language;
pub use crate::mail::address::Email;
use crate::session::{Sessions, UserId};
use crate::settings::Settings;

/// State shared by the account handlers.
#[derive(Clone)]
pub struct Accounts {
    pub sessions: Sessions,
    pub limits: RateLimiter,
    pub passwords: Passwords,
    pub passkeys: Passkeys,
    pub providers: Providers,
    pub settings: Arc<Settings>,
    pub adopt_history: AdoptHistory,
    pub forget_device: ForgetDevice,
    pub country_name: CountryName,
    pub given_up: GivenUp,
}

/// Moves a visitor's search history into an account; a function of `history`, passed in by `app`.
pub type AdoptHistory = fn(Db, UserId, Uuid) -> Pin<Box<dyn Future<Output = Result<(), AppError>> + Send>>;

/// Deletes a device at OneSignal; a function of `alerts`, passed in by `app`.
pub type ForgetDevice = Arc<dyn Fn(String) -> Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send>> + Send + Sync>;

/// The name of a country by its ISO 3166 code; a function of `places`, passed in by `app`.
pub type CountryName = Arc<dyn Fn(&str, Language) -> Option<&'static str> + Send + Sync>;
