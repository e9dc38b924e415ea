//! Finds or creates the account of a provider sign-in: by known identity first, by address only under rules against hijacking.

use super::jobs::{self, AppleCode};
use super::mails::{AccountMail, MailTemplate};
use super::ownership::Ownership;
use super::providers::{Profile, Provider};
use super::queries::{self, Credentials, Identities, NewIdentity, NewLink, NewUser, SignInMethod};

use super::limits::{LOGIN_BY_ACCOUNT, VERIFY_HOURS};
use super::{Accounts, Email};
use crate::db::Tx;
use crate::db::outbox::Message;
use crate::error::{AppError, AuthProblem};
use crate::in_transaction;
use crate::session::queries::revoke_sessions;
use crate::session::{Caller, UserId, random_token, token_hash};
use crate::settings::SignUps;

/// Another request may create or change the account between the look-up and the transaction: the look-up is repeated.
const TRIES: usize = 3;

/// The account that a provider's identity opens.
pub struct Entered {
    pub user: UserId,
    /// It was created by this request.
    pub is_new: bool,
}

impl Accounts {
    /// The account of a profile: found, created or linked. `password` confirms a link after `LinkRequired`.
    pub async fn find_or_create_account(
        &self,
        profile: &Profile,
        password: Option<String>,
        caller: &Caller,
    ) -> Result<Entered, AppError> {
        let mut last = None;
        for _ in 0..TRIES {
            match self.try_enter(profile, password.clone(), caller).await {
                Err(error @ AppError::IdentityTaken) => last = Some(error),
                other => return other,
            }
        }
        Err(last.unwrap_or(AppError::IdentityTaken))
    }

    async fn try_enter(
        &self,
        profile: &Profile,
        password: Option<String>,
        caller: &Caller,
    ) -> Result<Entered, AppError> {
        let db = &self.sessions.db;
        if let Some(user) = queries::find_identity(db, profile.provider.name(), &profile.subject).await? {
            self.enqueue_code_exchange(profile, user).await?;
            return Ok(Entered { user, is_new: false });
        }
        let email = profile.email.as_deref().and_then(|email| Email::parse(email).ok());
        let account = match &email {
            Some(email) => queries::find_credentials(db, email).await?,
            None => None,
        };
        let entered = match (account, email) {
            (None, email) => Entered { user: self.create(profile, email.as_ref(), caller).await?, is_new: true },
            (Some(account), Some(email)) if profile.is_email_proven => {
                self.connect(profile, &account, &email, password).await?;
                Entered { user: account.id, is_new: false }
            }
            _ => return Err(AppError::EmailTaken),
        };
        self.enqueue_code_exchange(profile, entered.user).await?;
        Ok(entered)
    }

    async fn create(&self, profile: &Profile, email: Option<&Email>, caller: &Caller) -> Result<UserId, AppError> {
        // An invitation is used with a password; the provider is connected afterwards.
        if self.settings.sign_ups != SignUps::Open || !self.providers.get(profile.provider)?.has_sign_up {
            return Err(AppError::SignUpsClosed);
        }
        let now = self.sessions.clock.now().as_millisecond();
        let user = NewUser {
            id: queries::new_id(),
            email,
            email_verified_at: profile.is_email_proven.then_some(now),
            verification_sent_at: (self.settings.sends_mail() && !profile.is_email_proven).then_some(now),
            password_hash: None,
            first_name: &profile.first_name,
            last_name: &profile.last_name,
            auth_provider: profile.provider.name(),
            language: caller.language.code(),
            invitation: None,
            passkey: None,
        };
        let identity = new_identity(profile, user.id);
        let token = random_token();
        let hash = token_hash(&token);
        let unproven = email.filter(|_| !profile.is_email_proven);
        let link = unproven.map(|email| NewLink {
            user_id: user.id,
            kind: "verify",
            token_hash: &hash,
            email,
            expires_at: now + VERIFY_HOURS * 3_600_000,
        });
        let mail = unproven
            .map(|email| self.mail(MailTemplate::Verify, user.id, email, &token, caller.language))
            .transpose()?;
        queries::insert_user(&self.sessions.db, &user, Some(&identity), link.as_ref(), mail.as_ref(), now).await?;
        Ok(user.id)
    }

    /// The provider has verified the address of an existing account. `IdentityTaken` when the account has changed meanwhile.
    async fn connect(
        &self,
        profile: &Profile,
        account: &Credentials,
        email: &Email,
        password: Option<String>,
    ) -> Result<(), AppError> {
        let is_unproven = account.email_verified_at.is_none();
        if account.has_second_factor && !is_unproven {
            return self.refuse_to_connect(account, email, password).await;
        }
        if account.password_hash.is_some() && !is_unproven {
            let password = password.filter(|text| !text.is_empty()).ok_or(AppError::LinkRequired)?;
            self.check_account_password(account, email, password).await?;
        }
        let now = self.sessions.clock.now().as_millisecond();
        in_transaction!(self.sessions.db, tx => {
            if !queries::lock_unchanged(tx, account, email).await? {
                return Err(AppError::IdentityTaken);
            }
            if is_unproven {
                self.take_over(tx, account.id, email).await?;
            }
            queries::insert_identity(tx, &new_identity(profile, account.id), now).await?;
            self.announce(tx, account.id, self.connected(profile.provider)).await
        })
    }

    /// The account was registered without proof of the address, and the provider has now proven who owns it: all earlier
    /// credentials are removed.
    async fn take_over(&self, tx: &mut Tx, user: UserId, email: &Email) -> Result<(), AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        self.prove_address(tx, user, email.as_str()).await?;
        queries::delete_links(tx, user, None).await?;
        queries::set_password(tx, user, None, now).await?;
        Ok(revoke_sessions(tx, user, None, "address proven by its owner", now).await?)
    }

    /// The address and the password are not enough; only who knows the password learns of the second factor.
    async fn refuse_to_connect(
        &self,
        account: &Credentials,
        email: &Email,
        password: Option<String>,
    ) -> Result<(), AppError> {
        if account.password_hash.is_some() {
            let password = password.filter(|text| !text.is_empty()).ok_or(AppError::LinkRequired)?;
            self.check_account_password(account, email, password).await?;
        }
        Err(AppError::SecondFactorRequired)
    }

    async fn check_account_password(
        &self,
        account: &Credentials,
        email: &Email,
        password: String,
    ) -> Result<(), AppError> {
        self.limits.check_and_count(&LOGIN_BY_ACCOUNT, email.as_str()).await?;
        if self.passwords.verify(account.password_hash.clone(), password).await? {
            return self.limits.give_back(&LOGIN_BY_ACCOUNT, email.as_str()).await;
        }
        Err(AppError::Unauthorized(AuthProblem::BadCredentials))
    }

    /// A signed-in user adds another sign-in method. The address must be verified, where mail is sent: a person who registered
    /// another person's could otherwise return through the provider after its owner has verified it.
    pub(super) async fn connect_to(
        &self,
        profile: &Profile,
        user: UserId,
        ownership: &Ownership,
    ) -> Result<(), AppError> {
        match queries::find_identity(&self.sessions.db, profile.provider.name(), &profile.subject).await? {
            Some(owner) if owner == user => {}
            Some(_) => return Err(AppError::IdentityTaken),
            None => {
                let now = self.sessions.clock.now().as_millisecond();
                in_transaction!(self.sessions.db, tx => {
                    self.lock_as_owner(tx, ownership).await?;
                    // Again, because it may have changed since.
                    if self.settings.sends_mail() {
                        queries::find_recipient(tx, user).await?.ok_or(AppError::EmailUnverified)?;
                    }
                    queries::insert_identity(tx, &new_identity(profile, user), now).await?;
                    self.announce(tx, user, self.connected(profile.provider)).await
                })?;
            }
        }
        self.enqueue_code_exchange(profile, user).await
    }

    /// Removes a provider; the last sign-in method stays.
    pub(super) async fn disconnect(
        &self,
        provider: Provider,
        user: UserId,
        ownership: &Ownership,
    ) -> Result<(), AppError> {
        in_transaction!(self.sessions.db, tx => {
            self.lock_as_owner(tx, ownership).await?;
            if !queries::is_connected(tx, user, provider.name()).await? {
                return Err(AppError::NotFound);
            }
            if !queries::has_other_sign_in(tx, user, SignInMethod::Provider(provider.name())).await? {
                return Err(AppError::LastSignIn);
            }
            self.remove_identities(tx, user, Identities::Of(provider.name())).await?;
            let mail = AccountMail::Disconnected { provider: self.providers.title(provider).to_owned() };
            self.announce(tx, user, mail).await
        })
    }

    fn connected(&self, provider: Provider) -> AccountMail {
        AccountMail::Connected { provider: self.providers.title(provider).to_owned() }
    }

    /// Apple's code is exchanged for a token in the background, so that the user does not wait for it.
    async fn enqueue_code_exchange(&self, profile: &Profile, user: UserId) -> Result<(), AppError> {
        let Some(code) = profile.code.clone().filter(|_| profile.provider == Provider::Apple) else { return Ok(()) };
        if !self.providers.get(Provider::Apple)?.can_exchange() {
            return Ok(());
        }
        let job = AppleCode { subject: profile.subject.clone(), code };
        let message = Message::new(Some(user), jobs::APPLE_CODE, &job)?;
        Ok(crate::db::outbox::insert(&self.sessions.db, &message, self.sessions.clock.now()).await?)
    }
}

fn new_identity(profile: &Profile, user: UserId) -> NewIdentity<'_> {
    NewIdentity {
        user_id: user,
        provider: profile.provider.name(),
        subject: &profile.subject,
        email: profile.email.as_deref(),
    }
}
