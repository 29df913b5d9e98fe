//! `haltscope doctor`.

use super::{ColorChoice, ConnectionArgs};
use clap::Args;

const EXPLANATION: &str = "\
It only looks: no debugger client is created, joined or deleted, a login that is refused is not \
sent again, and a server that doesn't look like the script debugger gets none.

Exit code: 0 without a problem (warnings are none), 1 with any, 2 for wrong usage.

With --json, stdout is one object:
  version   1; keys may be added, never renamed
  server    the instance, or null
  problems, warnings
            how many findings have that status
  findings  in the order of the list without --json, each with
    check     configuration, settings, name, tcp, tls, api, credentials,
              permission, client, clock, affinity, cartridges, order,
              breakpoints, breakpoint.file, breakpoint.line,
              breakpoint.order, breakpoint.condition, breakpoint.deployed
    subject   what is checked, where there are several: a setting's name,
              a breakpoint as SCRIPT:LINE; or null
    status    ok, warning, problem, not_checked
    seen      what was seen, or why it wasn't checked
    action    what to do, or null
    details   an object with the figures behind it, as the check has them";

/// `haltscope doctor`.
#[derive(Debug, Args)]
#[command(after_help = EXPLANATION)]
pub struct DoctorArgs {
    /// Check this breakpoint beside those that are saved with the project; repeatable
    #[arg(long = "break", value_name = "PATH:LINE[:CONDITION]")]
    pub breakpoints: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Whether to use colours; NO_COLOR means never
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
    /// Where and as whom to connect.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}
