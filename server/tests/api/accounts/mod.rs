//! Accounts: registration, sign-in, sessions, preferences, export, deletion.

mod contact;
mod export_and_deletion;
mod federated;
mod linking;
mod mail;
mod permission;
pub mod preferences;
pub mod redirect_sign_in;
mod registration;
mod safety;
mod sessions;
