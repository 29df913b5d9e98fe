//! Jobs: what their steps get, what comes of them, and what is told of that.

mod api;
mod archives;
mod categorization;
mod deltas;
mod halting;
mod imports;
mod process;
mod stand;
mod steps;
mod stopping;
