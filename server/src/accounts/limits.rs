//! Limits that several account flows share.

use std::time::Duration;

use crate::db::rate_limit::{RateLimiter, Rule};
use crate::error::AppError;

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
pub const NONCES: Rule = Rule::an_hour("sign-in-nonces", 60);
pub const REDIRECTS: Rule = Rule::an_hour("sign-in-redirects", 60);
/// Per client address, failures only: each callback may call the provider. Not counted as failed logins, because any site can
/// make a browser open a callback.
pub const CALLBACKS: Rule = Rule::an_hour("sign-in-callbacks", 20);

/// A guess of an account's password. It is counted before the password is checked, so that parallel guesses cannot pass
/// the limits.
pub struct PasswordGuess<'a> {
    limits: &'a RateLimiter,
    address: &'a str,
    email: &'a str,
    pair: String,
    is_known_browser: bool,
}

impl<'a> PasswordGuess<'a> {
    /// `is_known_browser`: the browser has signed in to the account before.
    pub async fn count(
        limits: &'a RateLimiter,
        address: &'a str,
        email: &'a str,
        is_known_browser: bool,
    ) -> Result<PasswordGuess<'a>, AppError> {
        let guess = PasswordGuess { limits, address, email, pair: format!("{address} {email}"), is_known_browser };
        let rules = guess.rules();
        for (index, (rule, who)) in rules.iter().enumerate() {
            if let Err(refused) = limits.check_and_count(rule, who).await {
                // A refused guess counts nowhere.
                for (rule, who) in &rules[..index] {
                    limits.give_back(rule, who).await?;
                }
                return Err(refused);
            }
        }
        Ok(guess)
    }

    /// The password was right: neither this guess nor earlier ones for the account count any longer.
    pub async fn succeed(&self) -> Result<(), AppError> {
        if self.is_known_browser {
            self.limits.forget(&LOGIN_BY_KNOWN_BROWSER, self.email).await?;
        } else {
            self.limits.forget(&LOGIN_BY_PAIR, &self.pair).await?;
            self.limits.give_back(&LOGIN_BY_ADDRESS, self.address).await?;
        }
        self.limits.forget(&LOGIN_BY_ACCOUNT, self.email).await
    }

    fn rules(&self) -> Vec<(&'static Rule, &str)> {
        if self.is_known_browser {
            return vec![(&LOGIN_BY_KNOWN_BROWSER, self.email)];
        }
        vec![(&LOGIN_BY_PAIR, self.pair.as_str()), (&LOGIN_BY_ADDRESS, self.address), (&LOGIN_BY_ACCOUNT, self.email)]
    }
}
