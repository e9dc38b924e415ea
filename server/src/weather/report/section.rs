//! A section of the report: its data, or the reason why it is missing.

use serde::Serialize;
use utoipa::ToSchema;

/// The data, or `{ "unavailable": "<reason>" }`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Section<T> {
    Data(T),
    Missing(Unavailable),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Unavailable {
    pub unavailable: Reason,
}

/// Why a section or a day is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UnavailableReason)]
pub enum Reason {
    /// The source has no such data anywhere.
    NotProvidedBySource,
    /// The source's forecast ends before this day.
    BeyondSourceHorizon,
    /// No source answered and nothing recent enough is cached.
    SourceFailed,
    /// The source sent implausible values.
    NotPlausible,
    /// The data is too old to describe the present.
    TooOld,
    /// The operator has switched it off, or their plan at the source does not include it.
    SwitchedOff,
    /// It is still being fetched; a later request has it.
    NotReady,
}

impl<T> Section<T> {
    pub fn missing(reason: Reason) -> Self {
        Section::Missing(Unavailable { unavailable: reason })
    }

    pub fn data(&self) -> Option<&T> {
        match self {
            Section::Data(data) => Some(data),
            Section::Missing(_) => None,
        }
    }
}

impl<T> From<Result<T, Reason>> for Section<T> {
    fn from(result: Result<T, Reason>) -> Self {
        match result {
            Ok(data) => Section::Data(data),
            Err(reason) => Section::missing(reason),
        }
    }
}
