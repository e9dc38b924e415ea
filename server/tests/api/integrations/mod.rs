//! The weather outside of the page: in a terminal, by personal tokens, in feeds, and inside of other sites.

mod embed;
mod feeds;
mod link_preview;
mod pictures;
mod terminal;
mod tokens;
