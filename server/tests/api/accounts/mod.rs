//! Accounts: registration, sign-in, sessions, preferences, export, deletion.

mod announcements;
mod confirmation;
mod contact;
mod export_and_deletion;
mod federated;
mod household;
mod linking;
mod mail;
mod openid;
mod openid_faults;
mod openid_session;
mod operator;
mod ownership_properties;
mod passkey_takeover;
mod passkey_verification;
mod passkeys;
mod permission;
pub mod preferences;
mod races;
pub mod redirect_sign_in;
mod registration;
mod safety;
mod second_factor;
mod second_factor_login;
mod second_factor_ownership;
mod sessions;
mod takeover;
