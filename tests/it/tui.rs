//! The screen, headless: keys in, screen out.

mod flows;
mod instance;
mod leaving;
mod runner;
