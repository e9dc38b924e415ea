//! `Json`, `Query` and `Path` that fail in the common error body.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::object::Object;
use crate::error::AppError;

/// Most answers fit without the buffer growing.
const LIKELY_BYTES: usize = 2048;

/// A JSON body, in and out.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        match axum::Json::<Object<T>>::from_request(request, state).await {
            Ok(axum::Json(Object(value))) => Ok(Json(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(AppError::UnsupportedMediaType),
            Err(JsonRejection::JsonDataError(error)) => Err(wrong_field(&error)),
            Err(rejection) => Err(AppError::from_status(rejection.status()).unwrap_or(AppError::Malformed)),
        }
    }
}

impl<T: Serialize> axum::response::IntoResponse for Json<T> {
    fn into_response(self) -> axum::response::Response {
        let mut body = Vec::with_capacity(LIKELY_BYTES);
        match serde_json::to_writer(&mut body, &self.0) {
            Ok(()) => ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response(),
            Err(error) => AppError::Internal(error.into()).into_response(),
        }
    }
}

/// Names the field that does not fit its type, or is missing. The text is one of ours: a parser's own message names the
/// types of the program.
fn wrong_field(error: &(dyn std::error::Error + 'static)) -> AppError {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    let Some(found) = causes.find_map(|cause| cause.downcast_ref::<serde_path_to_error::Error<serde_json::Error>>())
    else {
        return AppError::invalid("body", NOT_AN_OBJECT);
    };
    let message = found.inner().to_string();
    if let Some(name) = missing_field(&message) {
        return AppError::invalid(name.to_owned(), REQUIRED);
    }
    let path = found.path().to_string();
    if path == "." { AppError::invalid("body", NOT_AN_OBJECT) } else { AppError::invalid(path, fixed_text(&message)) }
}

const REQUIRED: &str = "This field is required";
const NOT_AN_OBJECT: &str = "The body must be a JSON object";

/// The name in serde's message about a missing field.
fn missing_field(message: &str) -> Option<&str> {
    message.split_once("missing field `")?.1.split_once('`').map(|(name, _)| name)
}

fn fixed_text(message: &str) -> &'static str {
    if message.starts_with("invalid type") {
        "This field has the wrong type"
    } else if message.starts_with("duplicate field") {
        "This field is given twice"
    } else {
        "This value is not allowed"
    }
}

/// The query string as a struct.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Query(value)| Query(value))
            .map_err(|rejection| {
                let message = rejection.body_text();
                match missing_field(&message) {
                    Some(name) => AppError::invalid(name.to_owned(), REQUIRED),
                    None => AppError::invalid("query", "A parameter has a value that is not allowed"),
                }
            })
    }
}
