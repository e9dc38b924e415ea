//! An address and its parts as the wire has them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::geo::coordinates::Coordinates;
use crate::i18n::Language;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AddressComponent {
    pub long_name: String,
    pub short_name: String,
    pub types: Vec<String>,
}

/// What a position is called, in one line and in parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    pub text: String,
    pub components: Vec<AddressComponent>,
}

/// What the embedded index calls a position: a function of the places, which `app` hands to other slices.
pub type Describe = Arc<dyn Fn(Coordinates, Language) -> Address + Send + Sync>;

/// The same for a place with an id: if it is one of ours at this position, it has its own name and not that of the nearest
/// settlement.
pub type DescribePlace = Arc<dyn Fn(Option<&str>, Coordinates, Language) -> Address + Send + Sync>;
