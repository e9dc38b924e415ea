//! The user as returned by the API.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Accounts;
use crate::session::IssuedSession;
use crate::session::queries::SignedIn;
use crate::settings::Settings;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct User {
    pub id: Uuid,
    #[schema(required)]
    pub email: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    /// How the account was made: `email`, `passkey`, `google`, `apple` or `oidc`.
    pub auth_provider: String,
    pub email_verified: bool,
    /// Whether the owner is asked to verify the address, which takes a mail.
    pub needs_verification: bool,
    pub has_password: bool,
    /// A login or confirmation with the password asks for a code as well.
    pub has_second_factor: bool,
    /// Shows the entry of the debug console; grants no other right.
    pub debug_console: bool,
}

#[derive(Serialize, ToSchema)]
pub struct SignInResponse {
    pub access_token: String,
    pub expires_in: i64,
    /// Unix seconds.
    pub expires_at: i64,
    pub user: User,
}

#[derive(Serialize, ToSchema)]
pub struct UserResponse {
    pub user: User,
}

impl User {
    pub(super) fn new(row: SignedIn, settings: &Settings) -> User {
        let email_verified = row.email_verified_at.is_some();
        let is_admin = row.email.as_deref().is_some_and(|email| email.eq_ignore_ascii_case(&settings.admin_email));
        User {
            id: row.user_id.0,
            needs_verification: row.email.is_some() && !email_verified && settings.sends_mail(),
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            phone_number: row.phone_number,
            auth_provider: row.auth_provider,
            email_verified,
            has_password: row.password_hash.is_some(),
            has_second_factor: row.has_second_factor,
            debug_console: is_admin && email_verified,
        }
    }
}

impl Accounts {
    pub(super) fn user(&self, row: &SignedIn) -> User {
        User::new(row.clone(), &self.settings)
    }

    pub(super) fn signed_in_answer(&self, issued: &IssuedSession, row: &SignedIn) -> SignInResponse {
        SignInResponse {
            access_token: issued.access_token.clone(),
            expires_in: issued.expires_in,
            expires_at: issued.expires_at,
            user: self.user(row),
        }
    }
}
