//! The documents on the wire and the identifiers in them, shared by client and sandbox.
//!
//! Reading is lenient (missing arrays are empty, unknown fields are skipped, either fault shape is
//! understood), writing is exactly what the specification shows. This room uses nothing of ours.

pub mod address;
pub mod advice;
pub mod content;
pub mod counted;
pub mod debugger;
pub mod escapes;
pub mod fault;
pub mod fingerprint;
pub mod folders;
pub mod forgiving;
pub mod ids;
pub mod oauth;
#[cfg(test)]
pub mod outside;
pub mod paging;
pub mod safety;
pub mod sandbox;
pub mod similar;
pub mod strict;
pub mod wording;
