//! The screen, headless: keys in, screen out. Time stands still while anything is to be done.

mod flows;
mod leaving;
mod values;
