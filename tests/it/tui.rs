//! The screen, headless: keys in, screen out. Time stands still while anything is to be done.

mod flows;
mod instance;
mod leaving;
pub mod runner;
mod values;
