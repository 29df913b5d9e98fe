//! `haltscope config`.

use super::ConnectionArgs;
use clap::Args;

const EXPLANATION: &str = "\
It only reads: nothing is sent, and nobody is asked for a password.

With --json, stdout is one object: each value by its name as {\"value\": …, \"origin\": …}, those of \
settings.toml below \"settings\". What nobody has set and has no default is null, with origin null. \
A secret's value is ********. Names may be added, never renamed.";

/// `haltscope config`.
#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct ConfigArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}
