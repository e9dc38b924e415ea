//! Weather: one report per place, from several sources, cached and never dark.
