//! `haltscope dap`, talked with as editors do.

pub mod editor;
mod faults;
mod journey;
mod nvim;
mod process;
mod schema;
mod values;
