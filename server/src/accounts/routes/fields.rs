//! Validation of names, phone numbers and client ids.

use uuid::Uuid;

use crate::error::AppError;
pub use crate::http::fields::Empty;
use crate::http::fields::FieldCheck;
pub use crate::session::Caller;

const MAX_NAME_LENGTH: usize = 100;
const MAX_PHONE_LENGTH: usize = 32;

/// A first or last name: any printable text, possibly empty.
pub fn name(field: &'static str, text: &str) -> Result<String, AppError> {
    bounded(field, text, MAX_NAME_LENGTH)
}

/// The name of a passkey; an empty one is replaced by `otherwise`.
pub fn passkey_name(text: Option<&str>, otherwise: impl FnOnce() -> String) -> Result<String, AppError> {
    let name = bounded("name", text.unwrap_or_default(), MAX_NAME_LENGTH)?;
    Ok(if name.is_empty() { otherwise() } else { name })
}

/// The new name of a passkey.
pub fn required_name(text: &str) -> Result<String, AppError> {
    let mut check = FieldCheck::default();
    let name = check.required_line("name", text, MAX_NAME_LENGTH, "Enter a name");
    check.finish()?;
    Ok(name)
}

pub fn phone(text: &str) -> Result<String, AppError> {
    let text = bounded("phone_number", text, MAX_PHONE_LENGTH)?;
    let is_phone = text.chars().all(|letter| letter.is_ascii_digit() || " +-()./".contains(letter));
    if is_phone { Ok(text) } else { Err(AppError::invalid("phone_number", "Invalid phone number")) }
}

/// The id of this browser as a visitor.
pub fn client_id(text: Option<&str>) -> Result<Option<Uuid>, AppError> {
    let mut check = FieldCheck::default();
    let client = text.and_then(|text| check.uuid("client_id", text));
    check.finish()?;
    Ok(client)
}

fn bounded(field: &'static str, text: &str, longest: usize) -> Result<String, AppError> {
    let mut check = FieldCheck::default();
    let text = check.line(field, text, longest);
    check.finish()?;
    Ok(text)
}
