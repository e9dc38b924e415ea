//! A mail address that can be compared: ASCII, lower case, so that no look-alike letter can enter.

use std::fmt;

use crate::error::AppError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailError {
    #[error("Email is required")]
    Missing,
    #[error("Invalid email address")]
    Invalid,
}

const LONGEST: usize = 254;

impl Email {
    pub fn parse(text: &str) -> Result<Email, EmailError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError::Missing);
        }
        let is_plain = text.is_ascii() && text.len() <= LONGEST && !text.contains(['"', '\\', '(', ')']);
        let domain_has_dot =
            text.rsplit('@').next().is_some_and(|domain| domain.contains('.') && !domain.starts_with('['));
        match text.parse::<lettre::Address>() {
            Ok(_) if is_plain && domain_has_dot => Ok(Email(text.to_ascii_lowercase())),
            _ => Err(EmailError::Invalid),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<EmailError> for AppError {
    fn from(error: EmailError) -> AppError {
        AppError::invalid("email", error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_in_one_form() {
        assert_eq!(Email::parse(" Ada@Example.ORG ").map(|email| email.to_string()), Ok("ada@example.org".to_owned()));
    }

    #[test]
    fn look_alikes_and_broken_addresses_are_refused() {
        for text in [
            "\u{212A}elvin@example.org",
            "d\u{131}rk@example.org",
            "ａda@example.org",
            "ada@example",
            "ada@[127.0.0.1]",
            "ada example.org",
            "ada@example.org\r\nBcc: x@y.z",
            "\"a b\"@example.org",
            "@example.org",
        ] {
            assert_eq!(Email::parse(text), Err(EmailError::Invalid), "{text}");
        }
        assert_eq!(Email::parse("  "), Err(EmailError::Missing));
        assert_eq!(Email::parse(&format!("{}@example.org", "a".repeat(300))), Err(EmailError::Invalid));
    }
}
