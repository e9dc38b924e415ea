//! Limits that several account flows share.

use std::time::Duration;

use crate::db::rate_limit::Rule;

/// Per account: at most one minute, so that the owner cannot be locked out.
pub const LOGIN_BY_ACCOUNT: Rule = Rule {
    name: "login-account",
    free_attempts: 10,
    window: Duration::from_secs(3600),
    first_wait: Duration::from_secs(15),
    max_wait: Duration::from_secs(60),
};

/// How long the link that verifies an address is valid.
pub const VERIFY_HOURS: i64 = 24;

/// Per client address: each of them stores a row until the sign-in ends or expires.
pub const NONCES: Rule = Rule::an_hour("sign-in-nonces", 60);
pub const REDIRECTS: Rule = Rule::an_hour("sign-in-redirects", 60);
/// Per client address, failures only: each callback may call the provider. Not counted as failed logins, because any site can
/// make a browser open a callback.
pub const CALLBACKS: Rule = Rule::an_hour("sign-in-callbacks", 20);
