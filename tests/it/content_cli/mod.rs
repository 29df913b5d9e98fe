//! `haltscope token` and `haltscope content`: the built binary against a sandbox over HTTPS.

mod conflicts;
mod failures;
mod listings;
mod safety;
mod secured;
pub mod stand;
mod tokens;
mod transfer;
mod verbs;
mod wire;
