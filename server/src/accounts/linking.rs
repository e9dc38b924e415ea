//! Finds or creates the account of a provider sign-in: by known identity first, by address only under rules against hijacking.

use super::jobs::{self, AppleCode};
use super::mails::{AccountMail, Template};
use super::providers::{Profile, Provider};
use super::queries::{self, Credentials, NewIdentity, NewLink, NewUser};

use super::limits::{LOGIN_BY_ACCOUNT, VERIFY_HOURS};
use super::{Accounts, Email};
use crate::db::outbox::Message;
use crate::error::{AppError, AuthProblem};
use crate::session::{Caller, UserId, random_token, token_hash};

/// Two parallel first sign-ins: the second one finds the account that the first created.
const TRIES: usize = 2;

impl Accounts {
    /// The account of a profile: found, created or linked. `password` confirms a link after `LinkRequired`.
    pub async fn find_or_create_account(
        &self,
        profile: &Profile,
        password: Option<String>,
        caller: &Caller,
    ) -> Result<UserId, AppError> {
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
    ) -> Result<UserId, AppError> {
        let db = &self.sessions.db;
        if let Some(user) = queries::find_identity(db, profile.provider.name(), &profile.subject).await? {
            self.enqueue_code_exchange(profile, user).await?;
            return Ok(user);
        }
        let email = profile.email.as_deref().and_then(|email| Email::parse(email).ok());
        let account = match &email {
            Some(email) => queries::find_credentials(db, email).await?,
            None => None,
        };
        let user = match (account, email) {
            (None, email) => self.create(profile, email.as_ref(), caller).await?,
            (Some(account), Some(email)) if profile.is_email_proven => {
                self.connect(profile, &account, &email, password, caller).await?
            }
            _ => return Err(AppError::EmailTaken),
        };
        self.enqueue_code_exchange(profile, user).await?;
        Ok(user)
    }

    async fn create(&self, profile: &Profile, email: Option<&Email>, caller: &Caller) -> Result<UserId, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let user = NewUser {
            id: queries::new_id(),
            email,
            email_verified_at: profile.is_email_proven.then_some(now),
            password_hash: None,
            first_name: &profile.first_name,
            last_name: &profile.last_name,
            auth_provider: profile.provider.name(),
            language: caller.language.code(),
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
        let mail =
            unproven.map(|email| self.mail(Template::Verify, user.id, email, &token, caller.language)).transpose()?;
        queries::insert_user(&self.sessions.db, &user, Some(&identity), link.as_ref(), mail.as_ref(), now).await?;
        Ok(user.id)
    }

    /// The provider has verified the address of an existing account.
    async fn connect(
        &self,
        profile: &Profile,
        account: &Credentials,
        email: &Email,
        password: Option<String>,
        caller: &Caller,
    ) -> Result<UserId, AppError> {
        let now = self.sessions.clock.now().as_millisecond();
        let identity = new_identity(profile, account.id);
        let mail = self.notice(AccountMail::Connected(profile.provider), account.id, email, caller.language)?;
        let db = &self.sessions.db;
        if account.email_verified_at.is_none() {
            // The account was registered without proof of the address; the provider has now proven who owns it.
            queries::take_over(db, &identity, &mail, now).await?;
            return Ok(account.id);
        }
        if account.password_hash.is_some() {
            let password = password.filter(|text| !text.is_empty()).ok_or(AppError::LinkRequired)?;
            self.check_account_password(account, email, password).await?;
        }
        queries::insert_identity(db, &identity, Some(&mail), now).await?;
        Ok(account.id)
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

    /// A signed-in user adds another sign-in method.
    pub async fn connect_to(
        &self,
        profile: &Profile,
        user: UserId,
        email: Option<&Email>,
        caller: &Caller,
    ) -> Result<(), AppError> {
        let db = &self.sessions.db;
        match queries::find_identity(db, profile.provider.name(), &profile.subject).await? {
            Some(owner) if owner == user => {}
            Some(_) => return Err(AppError::IdentityTaken),
            None => {
                let now = self.sessions.clock.now().as_millisecond();
                let notice = AccountMail::Connected(profile.provider);
                let mail = email.map(|email| self.notice(notice, user, email, caller.language)).transpose()?;
                queries::insert_identity(db, &new_identity(profile, user), mail.as_ref(), now).await?;
            }
        }
        self.enqueue_code_exchange(profile, user).await
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
