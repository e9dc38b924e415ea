//! The weather outside of the page: in a terminal, by personal tokens, and in feeds.

mod feeds;
mod terminal;
mod tokens;
