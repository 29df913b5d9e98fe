//! `haltscope probe`.

use super::{ConnectionArgs, whole};
use clap::Args;

const EXPLANATION: &str = "\
Each thread goes on as soon as it was read. However it ends, the breakpoint is taken back and no
thread stays halted.

Exit code: 0 when all halts were seen, 1 when not, 2 for wrong usage (also a line without code, and
a condition or expression that doesn't parse), 130 when interrupted.

As JSON, each halt is one line: n, thread, location, call_stack, values (by expression), variables
(with --vars), changed (expressions that had another value at the halt before), failed.";

/// How halts are printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct FormArgs {
    /// Print a table [default: if stdout is a terminal]
    #[arg(long, conflicts_with = "json")]
    pub table: bool,
    /// Print a line of JSON for each halt [default: if stdout is a pipe or a file]
    #[arg(long)]
    pub json: bool,
}

/// `haltscope probe`.
#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct ProbeArgs {
    /// A local file, or the script as the server names it, and the line
    #[arg(value_name = "FILE:LINE")]
    pub place: String,
    /// Evaluate this at each halt; repeatable
    #[arg(long = "expr", value_name = "EXPR", required = true)]
    pub expressions: Vec<String>,
    /// Halt only if this is true; where it throws, it counts as false
    #[arg(long, value_name = "COND")]
    pub when: Option<String>,
    /// How many halts
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(1_u32, u32::MAX))]
    pub count: u32,
    /// How long they are waited for, in seconds
    #[arg(long, value_name = "S", default_value_t = 60, allow_negative_numbers = true, value_parser = whole(1_u64, 86_400))]
    pub timeout: u64,
    /// Ask for this storefront page once the breakpoint is armed: a URL of the instance, or Controller-Action?query
    #[arg(long, value_name = "URL")]
    pub trigger: Option<String>,
    /// The site of --trigger Controller-Action [env: SFCC_SITE_ID]
    #[arg(long, value_name = "ID")]
    pub site: Option<String>,
    /// Show the call stack in the table, too
    #[arg(long)]
    pub stack: bool,
    /// Read the current frame's variables, too
    #[arg(long)]
    pub vars: bool,
    /// How halts are printed.
    #[command(flatten)]
    pub form: FormArgs,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}
