//! The account endpoints, one file per subject.

mod callback;
mod confirmation;
mod export;
mod federated;
pub(super) mod fields;
mod hand_off;
mod passkey_sign_in;
mod passkeys;
mod profile;
mod recovery;
mod redirect;
mod second_factor;
mod second_step;
mod sessions;
pub(super) mod sign_in;

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Accounts;
use crate::http::static_files::StaticFiles;
use crate::session::Sessions;
use crate::settings::Settings;

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Arc<Settings>: FromRef<S>,
    Sessions: FromRef<S>,
    StaticFiles: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(sign_in::register))
        .routes(routes!(sign_in::login))
        .routes(routes!(second_step::login_second_step))
        .routes(routes!(
            second_factor::get_second_factor,
            second_factor::create_second_factor,
            second_factor::delete_second_factor
        ))
        .routes(routes!(second_factor::start_second_factor))
        .routes(routes!(second_factor::create_recovery_codes))
        .routes(routes!(federated::create_nonce))
        .routes(routes!(federated::google))
        .routes(routes!(federated::apple))
        .routes(routes!(federated::list_identities))
        .routes(routes!(federated::connect_identity, federated::disconnect_identity))
        .routes(routes!(passkey_sign_in::start_passkey_sign_in))
        .routes(routes!(passkey_sign_in::passkey_sign_in))
        .routes(routes!(passkey_sign_in::start_passkey_sign_up))
        .routes(routes!(passkey_sign_in::passkey_sign_up))
        .routes(routes!(confirmation::start_confirmation))
        .routes(routes!(confirmation::confirm))
        .routes(routes!(passkeys::list_passkeys, passkeys::create_passkey))
        .routes(routes!(passkeys::start_passkey))
        .routes(routes!(passkeys::update_passkey, passkeys::delete_passkey))
        .routes(routes!(redirect::google_start))
        .routes(routes!(redirect::apple_start))
        .routes(routes!(redirect::oidc_start, redirect::oidc_start_in_session))
        .routes(routes!(callback::google_callback))
        .routes(routes!(callback::apple_callback, callback::open_apple_callback))
        .routes(routes!(callback::oidc_callback))
        .routes(routes!(hand_off::hand_off))
        .routes(routes!(sessions::refresh))
        .routes(routes!(sessions::logout))
        .routes(routes!(sessions::get_me))
        .routes(routes!(sessions::list_sessions, sessions::delete_other_sessions))
        .routes(routes!(sessions::delete_session))
        .routes(routes!(profile::update_profile))
        .routes(routes!(profile::change_password))
        .routes(routes!(profile::delete_account))
        .routes(routes!(export::export_account))
        .routes(routes!(recovery::forgot_password))
        .routes(routes!(recovery::reset_password))
        .routes(routes!(recovery::verify_email))
        .routes(routes!(recovery::revert_email))
        .routes(routes!(recovery::resend_verification))
}
