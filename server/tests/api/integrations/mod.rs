//! The weather outside of the page: in a terminal.

mod terminal;
