//! The weather outside of the page: in a terminal, and by personal tokens.

mod terminal;
mod tokens;
