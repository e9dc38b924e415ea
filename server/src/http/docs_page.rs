//! `/api/docs`: the OpenAPI document as a readable page, without scripts.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use super::static_files::inline_hash;
use crate::encoding::escape_html as escape;

const STYLE: &str = include_str!("docs_page.css");

/// Takes long for a request: the caller keeps the page.
pub fn render(document: &Value) -> String {
    let mut operations = String::new();
    for (path, methods) in object(&document["paths"]) {
        for (method, operation) in object(methods) {
            operations.push_str(&render_operation(path, method, operation));
        }
    }
    let schemas: String = object(&document["components"]["schemas"])
        .map(|(name, schema)| {
            let json = serde_json::to_string_pretty(schema).unwrap_or_default();
            format!(
                "<details id=\"schema-{0}\"><summary>{0}</summary><pre>{1}</pre></details>",
                escape(name),
                escape(&json)
            )
        })
        .collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Halcyon: the calls</title><style>{STYLE}</style></head><body><main>\
         <h1>Halcyon: the calls</h1><p>Version {}. The same as a document for machines: \
         <a href=\"/api/openapi.json\">openapi.json</a>.</p>\
         {operations}<h2>Bodies</h2>{schemas}</main></body></html>",
        text(&document["info"]["version"]),
    )
}

pub fn answer(page: &str) -> Response {
    let mut headers = HeaderMap::new();
    let policy =
        format!("default-src 'none'; style-src {}; frame-ancestors 'none'; base-uri 'none'", inline_hash(STYLE));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    (headers, Html(page.to_owned())).into_response()
}

fn render_operation(path: &str, method: &str, operation: &Value) -> String {
    let parameters: String = array(&operation["parameters"])
        .map(|parameter| {
            let required = if parameter["required"] == true { "required" } else { "optional" };
            row(&text(&parameter["name"]), &format!("{required}. {}", text(&parameter["description"])))
        })
        .collect();
    let answers: String = object(&operation["responses"])
        .map(|(status, answer)| row(&escape(status), &text(&answer["description"])))
        .collect();
    format!(
        "<section><h2><span class=\"method\">{}</span> {}</h2><p>{}</p>{}{}</section>",
        escape(&method.to_uppercase()),
        escape(path),
        text(&operation["summary"]),
        table("Parameters", &parameters),
        table("Answers", &answers),
    )
}

fn table(title: &str, rows: &str) -> String {
    if rows.is_empty() {
        String::new()
    } else {
        format!("<table><caption>{title}</caption><tbody>{rows}</tbody></table>")
    }
}

fn row(head: &str, cell: &str) -> String {
    format!("<tr><th scope=\"row\">{head}</th><td>{cell}</td></tr>")
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}
