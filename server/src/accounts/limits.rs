//! Limits that several account flows share.

use std::time::Duration;

use crate::db::rate_limit::{RateLimiter, Rule};
use crate::error::AppError;
use crate::session::UserId;

/// Per account: at most one minute, so that the owner cannot be locked out.
pub const LOGIN_BY_ACCOUNT: Rule = Rule {
    name: "login-account",
    free_attempts: 10,
    window: Duration::from_secs(3600),
    first_wait: Duration::from_secs(15),
    max_wait: Duration::from_secs(60),
};
/// Per client address and account: seven free failures, then an exponential back-off up to 15 minutes.
const LOGIN_BY_PAIR: Rule = Rule::an_hour("login-pair", 7);
/// Per client address, over all accounts.
pub const LOGIN_BY_ADDRESS: Rule = Rule::shared("login-address", 100);
/// Per account, for browsers that have signed in to it before: other clients cannot use up these attempts.
const LOGIN_BY_KNOWN_BROWSER: Rule = Rule::an_hour("login-known-browser", 10);

/// Per client address.
pub const REGISTRATIONS: Rule = Rule::shared("register", 60);
/// Per client address: each stores a row for ten minutes. Every visit of the login page asks for one.
pub const PASSKEY_CHALLENGES: Rule = Rule::shared("passkey-challenges", 300);

/// How long the link that verifies an address is valid.
pub const VERIFY_HOURS: i64 = 24;
/// The same of the link that moves an account to another address.
pub const EMAIL_CHANGE_MINUTES: i64 = 60;
/// The same of the link by which the old address restores itself.
pub const REVERT_DAYS: i64 = 7;

/// Per client address: each of them stores a row until the sign-in ends or expires.
pub const NONCES: Rule = Rule::shared("sign-in-nonces", 300);
pub const REDIRECTS: Rule = Rule::shared("sign-in-redirects", 300);
/// Per client address, failures only: each callback may call the provider. Not counted as failed logins, because any site can
/// make a browser open a callback.
pub const CALLBACKS: Rule = Rule::shared("sign-in-callbacks", 100);

/// Second factor, per account: who guesses knows the password. 38 guesses a day, of a million codes of which three are valid.
const CODE_BY_ACCOUNT: Rule =
    Rule { name: "code-account", max_wait: Duration::from_secs(3600), ..CODE_BY_KNOWN_BROWSER };
/// Per client address and account.
const CODE_BY_PAIR: Rule = Rule::an_hour("code-pair", 5);
/// Per account, for its sessions and for browsers that have signed in to it before: other clients cannot use up these attempts.
const CODE_BY_KNOWN_BROWSER: Rule = Rule {
    name: "code-known-browser",
    free_attempts: 10,
    window: Duration::from_secs(86_400),
    first_wait: Duration::from_secs(60),
    max_wait: Duration::from_secs(900),
};
/// Per user: each stores a row for half an hour.
pub const ENROLMENTS: Rule = Rule::an_hour("second-factor-enrolments", 20);

/// A guess of a password or of a code. It is counted before it is checked, so that parallel guesses cannot pass the limits.
pub struct Guess<'a> {
    limits: &'a RateLimiter,
    rules: Vec<(&'static Rule, String)>,
}

impl<'a> Guess<'a> {
    /// `is_known_browser`: the browser has signed in to the account before.
    pub async fn of_password(
        limits: &'a RateLimiter,
        address: &str,
        email: &str,
        is_known_browser: bool,
    ) -> Result<Guess<'a>, AppError> {
        let rules = match is_known_browser {
            true => vec![(&LOGIN_BY_KNOWN_BROWSER, email.to_owned())],
            false => vec![
                (&LOGIN_BY_PAIR, format!("{address} {email}")),
                (&LOGIN_BY_ADDRESS, address.to_owned()),
                (&LOGIN_BY_ACCOUNT, email.to_owned()),
            ],
        };
        Guess { limits, rules }.count().await
    }

    /// The second factor of a login.
    pub async fn of_code(
        limits: &'a RateLimiter,
        address: &str,
        user: UserId,
        is_known_browser: bool,
    ) -> Result<Guess<'a>, AppError> {
        if is_known_browser {
            return Guess::of_own_code(limits, user).await;
        }
        let user = user.0.to_string();
        let rules = vec![
            (&CODE_BY_PAIR, format!("{address} {user}")),
            (&LOGIN_BY_ADDRESS, address.to_owned()),
            (&CODE_BY_ACCOUNT, user),
        ];
        Guess { limits, rules }.count().await
    }

    /// The second factor in a session of the account.
    pub async fn of_own_code(limits: &'a RateLimiter, user: UserId) -> Result<Guess<'a>, AppError> {
        Guess { limits, rules: vec![(&CODE_BY_KNOWN_BROWSER, user.0.to_string())] }.count().await
    }

    /// It was right: neither this guess nor earlier ones for the account count any longer.
    pub async fn succeed(&self) -> Result<(), AppError> {
        for (rule, who) in &self.rules {
            // Others share the address.
            match rule.name == LOGIN_BY_ADDRESS.name {
                true => self.limits.give_back(rule, who).await?,
                false => self.limits.forget(rule, who).await?,
            }
        }
        Ok(())
    }

    async fn count(self) -> Result<Guess<'a>, AppError> {
        for (index, (rule, who)) in self.rules.iter().enumerate() {
            if let Err(refused) = self.limits.check_and_count(rule, who).await {
                // A refused guess counts nowhere.
                for (rule, who) in &self.rules[..index] {
                    self.limits.give_back(rule, who).await?;
                }
                return Err(refused);
            }
        }
        Ok(self)
    }
}
