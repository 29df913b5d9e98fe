//! One integration binary: each area of the program is a module.

mod cli;
mod client;
mod content_cli;
mod contract;
mod data;
mod doctor;
mod faulty;
mod hooks;
mod oauth;
mod pty;
mod sandbox;
mod script;
mod secrets;
mod seed;
mod storefront;
mod support;
mod tidy;
mod tui;
