//! The boundary where every failure is logged once and gets its body with the request's id.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::requests::RequestId;
use crate::error::{AppError, Failure};

/// Writes the common error body for `/api` calls, also where a library answered in plain text.
pub fn write_body(response: Response, is_api: bool, id: RequestId) -> Response {
    let failure = match response.extensions().get::<Failure>() {
        Some(failure) => failure.clone(),
        None if is_api => match AppError::from_status(response.status()) {
            Some(error) => Failure(error.into()),
            None => return response,
        },
        None => return response,
    };
    let request_id = id.to_string();
    log(&failure.0, &request_id);
    with_body(response, &failure.0, &request_id)
}

fn log(error: &AppError, request_id: &str) {
    match error {
        AppError::Internal(cause) => tracing::error!(request_id, cause = format!("{cause:#}"), "internal error"),
        AppError::Unavailable { what, .. } => tracing::warn!(request_id, what, "unavailable"),
        AppError::Conflict => tracing::warn!(request_id, "a transaction conflicted with others each time"),
        AppError::Timeout => tracing::warn!(request_id, "request timed out"),
        _ => {}
    }
}

fn with_body(response: Response, error: &AppError, request_id: &str) -> Response {
    let (mut parts, _) = response.into_parts();
    parts.status = error.status();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_ENCODING);
    let json = axum::Json(error.body(request_id)).into_response();
    let content_type = json.headers().get(header::CONTENT_TYPE).cloned();
    parts.headers.insert(header::CONTENT_TYPE, content_type.unwrap_or(HeaderValue::from_static("application/json")));
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Response::from_parts(parts, Body::new(json.into_body()))
}
