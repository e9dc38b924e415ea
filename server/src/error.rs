//! Every way a call can fail: its status, its stable code and its sentence, decided here alone.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Field name to what is wrong with it.
pub type Fields = BTreeMap<Cow<'static, str>, String>;

#[derive(Debug, thiserror::Error)]
pub enum AppError {
    #[error("Not found")]
    NotFound,
    #[error("Method not allowed")]
    MethodNotAllowed,
    #[error("The request could not be read")]
    Malformed,
    #[error("The request is too large")]
    TooLarge,
    #[error("The headers of the request are too large")]
    HeadTooLarge,
    /// The client did not send its request in time.
    #[error("The request did not arrive in time")]
    SlowBody,
    #[error("Send this call as application/json")]
    UnsupportedMediaType,
    #[error("{}", first_message(.0))]
    Invalid(Fields),
    #[error("{}", .0.text())]
    Unauthorized(AuthProblem),
    #[error("Invalid token")]
    MalformedAuthorization,
    /// A call without a CSRF token that does not come from our page.
    #[error("This call must come from our own page")]
    CrossSite,
    #[error("Authentication required")]
    ReauthRequired,
    #[error("Failed to change password")]
    NoPassword,
    #[error("This email is already registered. Please log in with your password.")]
    EmailTaken,
    #[error("This site does not take new accounts")]
    SignUpsClosed,
    #[error("This invitation is no longer valid")]
    InvitationInvalid,
    #[error("Confirm your email address first")]
    EmailUnverified,
    #[error("Confirm with your password to connect this sign-in")]
    LinkRequired,
    #[error("This link is no longer valid")]
    LinkInvalid,
    #[error("This sign-in belongs to another account")]
    IdentityTaken,
    #[error("This is your only way to sign in. Set a password first.")]
    LastSignIn,
    /// What the browser sent does not make a passkey of this site.
    #[error("This passkey was not accepted")]
    PasskeyRefused,
    #[error("You can have at most 20 passkeys")]
    TooManyPasskeys,
    #[error("Two-step verification is on already")]
    SecondFactorOn,
    /// The time for the second step is over, or too many codes were wrong.
    #[error("This took too long. Please start again.")]
    SecondFactorExpired,
    /// The password alone is not enough for this.
    #[error("Log in with your password and the code of your authenticator app first")]
    SecondFactorRequired,
    /// A sign-in provider cannot be asked just now.
    #[error("{}", .0.text())]
    ProviderDown(AuthProblem),
    #[error("This location is already saved")]
    LocationAlreadySaved,
    #[error("You can save at most 100 locations")]
    TooManyLocations,
    #[error("You can have at most 20 tokens")]
    TooManyTokens,
    #[error("This token does not allow that")]
    ScopeMissing,
    #[error("Too many requests")]
    TooMany { retry_after_seconds: u64 },
    /// More is asked of us than we can do just now.
    #[error("Too much is asked of us right now")]
    Overloaded { retry_after_seconds: u64 },
    #[error("The request took too long")]
    Timeout,
    /// An outside service or our own database is not there just now.
    #[error("Temporarily unavailable")]
    Unavailable { what: &'static str, retry_after_seconds: u64 },
    /// Another transaction was in the way of this one each time it was tried.
    #[error("Temporarily unavailable")]
    Conflict,
    #[error("An error occurred")]
    Internal(anyhow::Error),
}

/// Why authentication failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthProblem {
    TokenExpired,
    TokenMissing,
    TokenRevoked,
    TokenInvalid,
    CsrfMissing,
    CsrfMismatch,
    BadCredentials,
    GoogleFailed,
    AppleFailed,
    OidcFailed,
    PasskeyFailed,
}

impl AuthProblem {
    /// The fixed texts existing clients match on.
    fn text(self) -> &'static str {
        match self {
            AuthProblem::TokenExpired => "Token expired",
            AuthProblem::TokenMissing => "Authentication required",
            AuthProblem::TokenRevoked => "Token has been revoked",
            AuthProblem::TokenInvalid => "Invalid token",
            AuthProblem::CsrfMissing => "Missing CSRF token",
            AuthProblem::CsrfMismatch => "CSRF double submit tokens do not match",
            AuthProblem::BadCredentials => "Login failed",
            AuthProblem::GoogleFailed => "Google login failed",
            AuthProblem::AppleFailed => "Apple login failed",
            AuthProblem::OidcFailed => "Login with the provider failed",
            AuthProblem::PasskeyFailed => "Passkey login failed",
        }
    }

    fn code(self) -> ErrorCode {
        match self {
            AuthProblem::TokenExpired => ErrorCode::TokenExpired,
            AuthProblem::TokenMissing => ErrorCode::TokenMissing,
            AuthProblem::TokenRevoked => ErrorCode::TokenRevoked,
            AuthProblem::TokenInvalid => ErrorCode::TokenInvalid,
            AuthProblem::CsrfMissing => ErrorCode::CsrfMissing,
            AuthProblem::CsrfMismatch => ErrorCode::CsrfMismatch,
            AuthProblem::BadCredentials => ErrorCode::BadCredentials,
            AuthProblem::GoogleFailed => ErrorCode::GoogleFailed,
            AuthProblem::AppleFailed => ErrorCode::AppleFailed,
            AuthProblem::OidcFailed => ErrorCode::OidcFailed,
            AuthProblem::PasskeyFailed => ErrorCode::PasskeyFailed,
        }
    }
}

/// The stable word for a failure, which the page translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    NotFound,
    MethodNotAllowed,
    Malformed,
    TooLarge,
    UnsupportedMediaType,
    Validation,
    TokenExpired,
    TokenMissing,
    TokenRevoked,
    TokenInvalid,
    CsrfMissing,
    CsrfMismatch,
    BadCredentials,
    GoogleFailed,
    AppleFailed,
    OidcFailed,
    PasskeyFailed,
    CrossSite,
    ReauthRequired,
    NoPassword,
    EmailTaken,
    SignUpsClosed,
    InvitationInvalid,
    EmailUnverified,
    LinkRequired,
    LinkInvalid,
    IdentityTaken,
    LastSignIn,
    PasskeyRefused,
    TooManyPasskeys,
    SecondFactorOn,
    SecondFactorExpired,
    SecondFactorRequired,
    LocationAlreadySaved,
    TooManyLocations,
    TooManyTokens,
    ScopeMissing,
    RateLimited,
    Overloaded,
    Timeout,
    Unavailable,
    Internal,
}

/// The body of every failed call.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    pub code: ErrorCode,
    /// A short fixed text.
    pub error: String,
    /// The message for the user.
    pub message: String,
    /// What is wrong, field by field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<BTreeMap<String, String>>,
    /// Names this request in the server's log.
    pub request_id: String,
}

impl AppError {
    pub fn invalid(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> AppError {
        AppError::Invalid(Fields::from([(field.into(), message.into())]))
    }

    pub fn status(&self) -> StatusCode {
        self.status_and_code().0
    }

    fn status_and_code(&self) -> (StatusCode, ErrorCode) {
        match self {
            AppError::NotFound => (StatusCode::NOT_FOUND, ErrorCode::NotFound),
            AppError::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed),
            AppError::Malformed => (StatusCode::BAD_REQUEST, ErrorCode::Malformed),
            AppError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge),
            AppError::HeadTooLarge => (StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, ErrorCode::TooLarge),
            AppError::SlowBody => (StatusCode::REQUEST_TIMEOUT, ErrorCode::Timeout),
            AppError::UnsupportedMediaType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::UnsupportedMediaType),
            AppError::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::Validation),
            AppError::Unauthorized(problem) => (StatusCode::UNAUTHORIZED, problem.code()),
            AppError::MalformedAuthorization => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::TokenInvalid),
            AppError::CrossSite => (StatusCode::FORBIDDEN, ErrorCode::CrossSite),
            AppError::ReauthRequired => (StatusCode::FORBIDDEN, ErrorCode::ReauthRequired),
            AppError::NoPassword => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::NoPassword),
            AppError::EmailTaken => (StatusCode::CONFLICT, ErrorCode::EmailTaken),
            AppError::SignUpsClosed => (StatusCode::FORBIDDEN, ErrorCode::SignUpsClosed),
            AppError::InvitationInvalid => (StatusCode::FORBIDDEN, ErrorCode::InvitationInvalid),
            AppError::EmailUnverified => (StatusCode::FORBIDDEN, ErrorCode::EmailUnverified),
            AppError::LinkRequired => (StatusCode::CONFLICT, ErrorCode::LinkRequired),
            AppError::LinkInvalid => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::LinkInvalid),
            AppError::IdentityTaken => (StatusCode::CONFLICT, ErrorCode::IdentityTaken),
            AppError::LastSignIn => (StatusCode::CONFLICT, ErrorCode::LastSignIn),
            AppError::PasskeyRefused => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::PasskeyRefused),
            AppError::TooManyPasskeys => (StatusCode::CONFLICT, ErrorCode::TooManyPasskeys),
            AppError::SecondFactorOn => (StatusCode::CONFLICT, ErrorCode::SecondFactorOn),
            AppError::SecondFactorExpired => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::SecondFactorExpired),
            AppError::SecondFactorRequired => (StatusCode::CONFLICT, ErrorCode::SecondFactorRequired),
            AppError::ProviderDown(problem) => (StatusCode::SERVICE_UNAVAILABLE, problem.code()),
            AppError::LocationAlreadySaved => (StatusCode::CONFLICT, ErrorCode::LocationAlreadySaved),
            AppError::TooManyLocations => (StatusCode::CONFLICT, ErrorCode::TooManyLocations),
            AppError::TooManyTokens => (StatusCode::CONFLICT, ErrorCode::TooManyTokens),
            AppError::ScopeMissing => (StatusCode::FORBIDDEN, ErrorCode::ScopeMissing),
            AppError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::RateLimited),
            AppError::Overloaded { .. } => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Overloaded),
            AppError::Timeout => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Timeout),
            AppError::Unavailable { .. } => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Unavailable),
            AppError::Conflict => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Unavailable),
            AppError::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal),
        }
    }

    /// For a status that a layer or a library answered by itself.
    pub fn from_status(status: StatusCode) -> Option<AppError> {
        Some(match status {
            StatusCode::NOT_FOUND => AppError::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => AppError::MethodNotAllowed,
            StatusCode::PAYLOAD_TOO_LARGE => AppError::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => AppError::UnsupportedMediaType,
            StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => AppError::Timeout,
            status if status.is_client_error() => AppError::Malformed,
            status if status.is_server_error() => AppError::Internal(anyhow::anyhow!("answered {status}")),
            _ => return None,
        })
    }

    pub fn body(&self, request_id: &str) -> ErrorBody {
        let text = self.to_string();
        let message = match self {
            AppError::Unauthorized(AuthProblem::BadCredentials) => "Invalid email or password".to_owned(),
            _ => text.clone(),
        };
        let fields = match self {
            AppError::Invalid(fields) => {
                Some(fields.iter().map(|(name, text)| (name.to_string(), text.clone())).collect())
            }
            _ => None,
        };
        ErrorBody { code: self.status_and_code().1, error: text, message, fields, request_id: request_id.to_owned() }
    }

    fn retry_after_seconds(&self) -> Option<u64> {
        match self {
            AppError::TooMany { retry_after_seconds }
            | AppError::Overloaded { retry_after_seconds }
            | AppError::Unavailable { retry_after_seconds, .. } => Some(*retry_after_seconds),
            AppError::ProviderDown(_) => Some(30),
            AppError::Timeout | AppError::Conflict => Some(1),
            _ => None,
        }
    }
}

/// The page cannot remove a cookie it cannot read, so a broken one would stay for ever.
const FORGET_ACCESS_COOKIE: HeaderValue = HeaderValue::from_static(
    "access_token_cookie=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
);

/// An error on its way out: the layer in `http::failures` logs it and writes its body.
#[derive(Clone)]
pub struct Failure(pub std::sync::Arc<AppError>);

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if let Some(seconds) = self.retry_after_seconds() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(self, AppError::Unauthorized(AuthProblem::TokenInvalid)) {
            response.headers_mut().append(header::SET_COOKIE, FORGET_ACCESS_COOKIE);
        }
        response.extensions_mut().insert(Failure(std::sync::Arc::new(self)));
        response
    }
}

impl From<anyhow::Error> for AppError {
    fn from(error: anyhow::Error) -> AppError {
        AppError::Internal(error)
    }
}

impl From<sqlx::Error> for AppError {
    fn from(error: sqlx::Error) -> AppError {
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => {
                AppError::Unavailable { what: "database", retry_after_seconds: 2 }
            }
            // A proxy without a primary closes the connection where the driver expects the first byte of an answer.
            sqlx::Error::Protocol(text) => {
                tracing::warn!("the connection to the database failed: {text}");
                AppError::Unavailable { what: "database", retry_after_seconds: 2 }
            }
            // Every owned row refers to its owner, so the account was deleted while the request ran.
            sqlx::Error::Database(refused) if refused.is_foreign_key_violation() => {
                AppError::Unauthorized(AuthProblem::TokenRevoked)
            }
            sqlx::Error::Database(refused) if is_conflict(refused.code().as_deref().unwrap_or_default()) => {
                AppError::Conflict
            }
            sqlx::Error::Database(refused) if is_transient(refused.code().as_deref().unwrap_or_default()) => {
                // The answer does not have the cause, and a broken disk or file needs an operator.
                tracing::warn!(cause = %refused, "the database cannot work");
                AppError::Unavailable { what: "database", retry_after_seconds: 2 }
            }
            other => AppError::Internal(other.into()),
        }
    }
}

/// What PostgreSQL says when it has undone a transaction that may succeed when it is repeated: a serialization failure, a
/// deadlock, a server that is no longer the primary.
pub fn is_conflict(code: &str) -> bool {
    matches!(code, "40001" | "40P01" | "25006")
}

/// What the database says while it cannot work, not about the question: it will be over.
fn is_transient(code: &str) -> bool {
    match code.len() {
        // PostgreSQL, by class: connections, transactions that were rolled back, resources such as a full disk, an
        // operator's intervention such as a stop; 25006 is a server that is no longer the primary.
        5 => ["08", "25006", "40", "53", "57P"].iter().any(|class| code.starts_with(class)),
        // SQLite: the lowest byte is the kind; busy, an error of the disk, a file that is damaged or cannot be read, a full
        // disk, a file that cannot be opened.
        _ => code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5 | 10 | 11 | 13 | 14)),
    }
}

fn first_message(fields: &Fields) -> &str {
    fields.values().next().map_or("The request is not valid", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_and_a_restart_will_pass_and_a_broken_rule_will_not() {
        // https://sqlite.org/rescode.html and https://www.postgresql.org/docs/current/errcodes-appendix.html
        for passing in
            ["5", "13", "10", "778", "11", "14", "53100", "53300", "57P01", "57P03", "08006", "40001", "40P01", "25006"]
        {
            assert!(is_transient(passing), "{passing}");
        }
        for lasting in ["1", "19", "2067", "23505", "42P01", "57014", "22003", ""] {
            assert!(!is_transient(lasting), "{lasting}");
        }
    }

    #[test]
    fn a_connection_that_a_proxy_closes_is_no_fault_of_ours() {
        let closed = sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".to_owned());
        assert_eq!(AppError::from(closed).status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    #[test]
    fn only_a_transaction_that_was_undone_is_a_conflict() {
        for undone in ["40001", "40P01", "25006"] {
            assert!(is_conflict(undone) && is_transient(undone), "{undone}");
        }
        // 40003: whether it was stored is unknown. 57P01: the server stops.
        for other in ["40003", "57P01", "08006", "23505", "5"] {
            assert!(!is_conflict(other), "{other}");
        }
    }
}
