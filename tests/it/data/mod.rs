//! The Data API over HTTPS: every method and path of section 4.3, every fault of 7.1 and of "beyond
//! the specification", 2.6.

mod access;
mod assets;
mod assignments;
mod conditions;
mod crash;
mod database;
mod documents;
mod encrypted;
mod faults;
mod folders;
mod histories;
mod hostile;
mod input;
mod kept;
mod linear;
mod listings;
mod locks;
mod memory;
mod outages;
mod rows;
pub mod stand;
mod uploads;
