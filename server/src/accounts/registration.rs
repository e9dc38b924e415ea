//! Creates an account with an address: with a password or with a passkey.

use super::limits::VERIFY_HOURS;
use super::mails::MailTemplate;
use super::one_time::{self, SecretKind};
use super::queries::{self, NewLink, NewPasskey, NewUser};
use super::{Accounts, Email};
use crate::error::AppError;
use crate::i18n::Language;
use crate::session::{UserId, random_token, token_hash};
use crate::settings::SignUps;

/// An account to be created; its address is verified later by the link in the mail.
pub struct NewAccount<'a> {
    pub id: UserId,
    pub email: &'a Email,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub invitation: Option<&'a str>,
    pub method: FirstMethod<'a>,
}

/// How the owner of a new account signs in.
#[derive(Clone, Copy)]
pub enum FirstMethod<'a> {
    /// The hash of a password.
    Password(&'a str),
    Passkey(&'a NewPasskey),
}

impl Accounts {
    /// Whether an account may be made; the invitation that it needs is checked before anything else is done.
    pub(super) async fn check_sign_up<'a>(&self, invitation: Option<&'a str>) -> Result<Option<&'a str>, AppError> {
        match self.settings.sign_ups {
            SignUps::Open => Ok(None),
            SignUps::Closed => Err(AppError::SignUpsClosed),
            SignUps::Invitation => {
                let invitation = invitation.ok_or(AppError::SignUpsClosed)?;
                let now = self.sessions.clock.now().as_millisecond();
                let known: Option<()> =
                    one_time::peek(&self.sessions.db, SecretKind::Invitation, invitation, now).await?;
                known.map(|()| Some(invitation)).ok_or(AppError::InvitationInvalid)
            }
        }
    }

    pub(super) async fn create_account(&self, new: &NewAccount<'_>, language: Language) -> Result<(), AppError> {
        let (now, token) = (self.sessions.clock.now().as_millisecond(), random_token());
        let (password_hash, passkey, auth_provider) = match new.method {
            FirstMethod::Password(hash) => (Some(hash), None, "email"),
            FirstMethod::Passkey(passkey) => (None, Some(passkey), "passkey"),
        };
        let user = NewUser {
            id: new.id,
            email: Some(new.email),
            email_verified_at: None,
            verification_sent_at: self.settings.sends_mail().then_some(now),
            password_hash,
            first_name: new.first_name,
            last_name: new.last_name,
            auth_provider,
            language: language.code(),
            invitation: new.invitation,
            passkey,
        };
        let hash = token_hash(&token);
        let link = NewLink {
            user_id: new.id,
            kind: "verify",
            token_hash: &hash,
            email: new.email,
            expires_at: now + VERIFY_HOURS * 3_600_000,
        };
        let mail = self.mail(MailTemplate::Verify, new.id, new.email, &token, language)?;
        queries::insert_user(&self.sessions.db, &user, None, Some(&link), Some(&mail), now).await
    }
}
