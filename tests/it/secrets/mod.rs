//! Secrets are planted in every source, at trace level, in runs that succeed and in those that fail;
//! then everything that the program wrote is searched for them.

mod commands;
mod planted;
mod sandbox;
mod screen;
mod server;
