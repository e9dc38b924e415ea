//! Validation of request fields: all errors are collected, so that one response names them all.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{AppError, Fields};
use crate::geo::coordinates::Coordinates;

/// An empty object: the call succeeded.
#[derive(Serialize, ToSchema)]
pub struct Empty {}

/// Collects validation errors; returned values are valid only if [`finish`](FieldCheck::finish) succeeds.
#[derive(Default)]
pub struct FieldCheck(Fields);

impl FieldCheck {
    pub fn refuse(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.entry(field.into()).or_insert(message.into());
    }

    pub fn require(&mut self, is_valid: bool, field: &'static str, message: impl Into<String>) {
        if !is_valid {
            self.refuse(field, message);
        }
    }

    /// One line of text, trimmed, possibly empty.
    pub fn line(&mut self, field: &'static str, text: &str, longest: usize) -> String {
        if text.trim().chars().any(char::is_control) {
            self.refuse(field, "Must not contain control characters");
        }
        self.bounded(field, text, longest)
    }

    /// One line that must not be empty; `missing` is the message if it is.
    pub fn required_line(&mut self, field: &'static str, text: &str, longest: usize, missing: &str) -> String {
        self.required(field, text, missing);
        self.line(field, text, longest)
    }

    /// Several lines, not empty.
    pub fn required_text(&mut self, field: &'static str, text: &str, longest: usize, missing: &str) -> String {
        let text = text.replace("\r\n", "\n");
        self.required(field, &text, missing);
        if text.chars().any(|letter| letter.is_control() && letter != '\n' && letter != '\t') {
            self.refuse(field, "Must not contain control characters");
        }
        self.bounded(field, &text, longest)
    }

    /// Reports errors of both coordinates at once.
    pub fn position(&mut self, latitude: f64, longitude: f64) -> Option<Coordinates> {
        if Coordinates::new(latitude, 0.0).is_none() {
            self.refuse("latitude", "Must be a number from -90 to 90");
        }
        if Coordinates::new(0.0, longitude).is_none() {
            self.refuse("longitude", "Must be a number from -180 to 180");
        }
        Coordinates::new(latitude, longitude)
    }

    /// A random id; the nil UUID is refused.
    pub fn uuid(&mut self, field: &'static str, text: &str) -> Option<Uuid> {
        let parsed = Uuid::try_parse(text.trim()).ok().filter(|id| !id.is_nil());
        if parsed.is_none() {
            self.refuse(field, "Must be a UUID");
        }
        parsed
    }

    pub fn finish(self) -> Result<(), AppError> {
        if self.0.is_empty() { Ok(()) } else { Err(AppError::Invalid(self.0)) }
    }

    fn required(&mut self, field: &'static str, text: &str, missing: &str) {
        if text.trim().is_empty() {
            self.refuse(field, missing);
        }
    }

    fn bounded(&mut self, field: &'static str, text: &str, longest: usize) -> String {
        let text = text.trim();
        if text.chars().count() > longest {
            self.refuse(field, format!("Must be at most {longest} characters"));
        }
        text.to_owned()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_field_is_named_once() {
        let mut check = FieldCheck::default();
        check.required_line("name", "  ", 5, "Name is required");
        check.line("subject", "too long", 5);
        check.line("title", "a\r\nBcc: x", 50);
        check.position(91.0, f64::NAN);
        check.uuid("client_id", "not-one");
        let Err(AppError::Invalid(fields)) = check.finish() else { unreachable!() };
        let names: Vec<&str> = fields.keys().map(AsRef::as_ref).collect();
        assert_eq!(names, ["client_id", "latitude", "longitude", "name", "subject", "title"]);
        assert_eq!(fields["name"], "Name is required");
        assert_eq!(fields["subject"], "Must be at most 5 characters");
    }

    #[test]
    fn a_text_keeps_its_lines_and_loses_its_edges() {
        let mut check = FieldCheck::default();
        assert_eq!(check.required_text("message", " one\r\ntwo\n ", 100, "needed"), "one\ntwo");
        check.finish().unwrap();
        let mut check = FieldCheck::default();
        check.required_text("message", "bell \u{7}", 100, "needed");
        assert!(check.finish().is_err());
    }
}
