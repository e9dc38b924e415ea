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
