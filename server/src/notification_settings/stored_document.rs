//! A stored preferences document, as far as this version can read it.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The path of a document that is not a JSON object.
pub const WHOLE_DOCUMENT: &str = "";

/// A stored preferences document as far as it can be read. Another version of the server may have written values that this
/// one does not know: they hide only themselves.
pub struct StoredDocument<T> {
    pub value: T,
    /// Paths such as `theme` and `units.temperature`.
    pub unreadable: Vec<String>,
}

impl<T: DeserializeOwned + Default> StoredDocument<T> {
    /// Every key of `T` must be optional; a key that holds an object is a group, whose keys are read one by one.
    pub fn read(document: &str) -> StoredDocument<T> {
        if let Ok(value) = serde_json::from_str(document) {
            return StoredDocument { value, unreadable: Vec::new() };
        }
        let Ok(stored) = serde_json::from_str::<Map<String, Value>>(document) else {
            return StoredDocument { value: T::default(), unreadable: vec![WHOLE_DOCUMENT.to_owned()] };
        };
        let mut unreadable = Vec::new();
        let is_readable = |value: &Value| T::deserialize(value).is_ok();
        let readable = keep_readable(stored, WHOLE_DOCUMENT, &is_readable, &mut unreadable);
        StoredDocument { value: T::deserialize(Value::Object(readable)).unwrap_or_default(), unreadable }
    }
}

/// The keys of a group that can be read, and those of the groups in it; the paths of the others are added to `unreadable`.
fn keep_readable(
    group: Map<String, Value>,
    path: &str,
    is_readable: &dyn Fn(&Value) -> bool,
    unreadable: &mut Vec<String>,
) -> Map<String, Value> {
    let mut readable = Map::new();
    for (key, value) in group {
        let path = if path == WHOLE_DOCUMENT { key.clone() } else { format!("{path}.{key}") };
        let is_readable_here = |value: &Value| is_readable(&json!({ key.as_str(): value }));
        if is_readable_here(&value) {
            readable.insert(key, value);
            continue;
        }
        match value {
            Value::Object(inner) if is_readable_here(&json!({})) => {
                let kept = keep_readable(inner, &path, &is_readable_here, unreadable);
                readable.insert(key, Value::Object(kept));
            }
            _ => unreadable.push(path),
        }
    }
    readable
}
