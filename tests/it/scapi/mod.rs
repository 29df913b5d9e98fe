//! Custom APIs: who may call which endpoint, what it gets, and what comes of it.

mod answers;
mod borders;
mod check;
mod halting;
mod logins;
mod requests;
mod sample;
mod stand;
