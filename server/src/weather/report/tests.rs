//! Every condition, sentence, rule and citation has a text in every language, with the same placeholders.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::PartialSchema;

use crate::weather::model::conditions::Condition;
use crate::weather::report::{Citation, InsightKind, Sentence};

const LANGUAGES: [(&str, &str); 3] = [
    ("en", include_str!("../../../../locales/en.json")),
    ("de", include_str!("../../../../locales/de.json")),
    ("tr", include_str!("../../../../locales/tr.json")),
];

/// The values of an enum on the wire, as its schema lists them.
fn wire_values<T: PartialSchema>() -> BTreeSet<String> {
    let schema = serde_json::to_value(T::schema()).unwrap();
    schema["enum"].as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

fn keys(texts: &Value) -> BTreeSet<String> {
    texts.as_object().unwrap().keys().cloned().collect()
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

// [R3.19]
#[test]
fn conditions_and_insights_have_texts_in_three_languages() {
    let english: Value = serde_json::from_str(LANGUAGES[0].1).unwrap();
    for (language, text) in LANGUAGES {
        let shared = serde_json::from_str::<Value>(text).unwrap()["shared"].clone();
        assert_eq!(keys(&shared["conditions"]), wire_values::<Condition>(), "{language}");
        assert_eq!(keys(&shared["insights"]["sentences"]), wire_values::<Sentence>(), "{language}");
        assert_eq!(keys(&shared["insights"]["rules"]), wire_values::<InsightKind>(), "{language}");
        assert_eq!(keys(&shared["insights"]["citations"]), wire_values::<Citation>(), "{language}");
        for (key, sentence) in shared["insights"]["sentences"].as_object().unwrap() {
            let original = english["shared"]["insights"]["sentences"][key].as_str().unwrap();
            assert_eq!(placeholders(sentence.as_str().unwrap()), placeholders(original), "{language}: {key}");
        }
    }
}
