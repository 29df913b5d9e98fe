//! One integration binary: each area of the program is a module.

mod behaviours;
mod circles;
mod cli;
mod client;
mod content_cli;
mod contract;
mod dap;
mod data;
mod desk;
mod doctor;
mod faulty;
mod headless;
mod hooks;
mod jobs;
mod mcp;
mod oauth;
mod pty;
mod sandbox;
mod script;
mod secrets;
mod seed;
mod state;
mod storefront;
mod testkit;
mod tidy;
mod tui;
