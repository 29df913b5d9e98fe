//! `haltscope sandbox health`, `reset`, `snapshot`, `clock`, `job`, `journal` and `faults`: of a running one.

use super::{ConnectionArgs, whole};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What can be asked of a running sandbox.
#[derive(Debug, Subcommand)]
pub enum RunningCommand {
    /// Show whether the sandbox is ready, and what it does
    Health(RunningArgs),
    /// Go back to what the sandbox began with; halted threads are ended
    Reset(RunningArgs),
    /// Take and put back the whole state: libraries, sessions, orders, customers, custom objects, clock
    Snapshot(SnapshotArgs),
    /// Show and turn the sandbox's clock, which scripts, tokens and sessions follow
    Clock(ClockArgs),
    /// Run jobs and their steps, which halt at breakpoints like requests
    Job(JobArgs),
    /// Show the last requests, why they were refused and what ran for them
    Journal(JournalArgs),
    /// Answer requests late, with an error or not at all
    Faults(FaultsArgs),
}

impl RunningCommand {
    /// Which sandbox is asked, and how it is told.
    pub fn running(&self) -> &RunningArgs {
        match self {
            Self::Health(args) | Self::Reset(args) => args,
            Self::Snapshot(args) => &args.running,
            Self::Clock(args) => &args.running,
            Self::Job(args) => &args.running,
            Self::Journal(args) => &args.running,
            Self::Faults(args) => &args.running,
        }
    }
}

/// Which sandbox is asked, and how it is told.
#[derive(Debug, Args)]
pub struct RunningArgs {
    /// The sandbox: a URL, or HOST:PORT, which means https:// [default: http://127.0.0.1:8400]
    #[arg(long, value_name = "HOST", global = true)]
    pub server: Option<String>,
    /// A user with the right "admin" [default: admin]
    #[arg(long, value_name = "NAME", global = true)]
    pub username: Option<String>,
    /// Read the password from stdin [default: with --username or --server SFCC_PASSWORD, else the built-in one]
    #[arg(long, global = true)]
    pub password_stdin: bool,
    /// Trust this certificate authority too (PEM): over HTTPS, the one that the sandbox prints
    #[arg(long, value_name = "FILE", global = true)]
    pub ca: Option<PathBuf>,
    /// Accept any server certificate: gives up knowing who answers
    #[arg(long, global = true)]
    pub insecure: bool,
    /// Print JSON, as the sandbox says it
    #[arg(long, global = true)]
    pub json: bool,
}

impl RunningArgs {
    /// The same as every command has it.
    pub fn connection(&self) -> ConnectionArgs {
        ConnectionArgs {
            server: self.server.clone(),
            username: self.username.clone(),
            password_stdin: self.password_stdin,
            ca: self.ca.clone(),
            insecure: self.insecure,
            ..ConnectionArgs::default()
        }
    }
}

/// `haltscope sandbox snapshot`.
#[derive(Debug, Args)]
pub struct SnapshotArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: SnapshotCommand,
    /// Which sandbox.
    #[command(flatten)]
    pub running: RunningArgs,
}

/// What can be done with snapshots.
#[derive(Debug, Subcommand)]
pub enum SnapshotCommand {
    /// Take one, while scripts run or are halted
    Take {
        /// Its name: letters, digits, '_', '-' and '.'
        name: String,
        /// In the place of one of that name
        #[arg(long)]
        replace: bool,
    },
    /// List all
    List,
    /// Put one back; halted threads are ended
    Restore {
        /// Its name
        name: String,
    },
    /// Delete one
    Delete {
        /// Its name
        name: String,
    },
    /// Write one to a file, from which `haltscope sandbox --from FILE` starts
    Export {
        /// Its name
        name: String,
        /// The file, which may not be there yet
        file: PathBuf,
    },
}

/// `haltscope sandbox clock`.
#[derive(Debug, Args)]
pub struct ClockArgs {
    /// What to do; without it, the clock is shown.
    #[command(subcommand)]
    pub command: Option<ClockCommand>,
    /// Which sandbox.
    #[command(flatten)]
    pub running: RunningArgs,
}

/// What can be done to the clock.
#[derive(Debug, Subcommand)]
pub enum ClockCommand {
    /// Let it stand still
    Freeze {
        /// At this time, such as 2030-12-24T18:00:00Z [default: the one that it shows]
        time: Option<String>,
    },
    /// Set it, and let it go on from there
    Set {
        /// The time, such as 2030-12-24T18:00:00Z
        time: String,
    },
    /// Shift it ahead, or back
    Advance {
        /// How far, in seconds
        #[arg(allow_negative_numbers = true, value_parser = seconds)]
        seconds: f64,
    },
    /// Let it go on from where it stands
    Run,
    /// Go back to the machine's time
    Thaw,
}

/// `haltscope sandbox job`.
#[derive(Debug, Args)]
pub struct JobArgs {
    /// What to do; without it, all jobs and step types are listed.
    #[command(subcommand)]
    pub command: Option<JobCommand>,
    /// Which sandbox.
    #[command(flatten)]
    pub running: RunningArgs,
}

/// What can be done with jobs.
#[derive(Debug, Subcommand)]
pub enum JobCommand {
    /// List the jobs of the site archives with their schedules, which aren't followed, and the step types
    List,
    /// Run a job and tell each step as it ends; exit 1 if the job fails. An interrupt leaves it running
    Run {
        /// Its ID in jobs.xml
        job: String,
        /// How it runs.
        #[command(flatten)]
        run: RunArgs,
    },
    /// Run one step without a job, of a type that a cartridge's steptypes.json has or the platform
    Step {
        /// The type, such as custom.ExportOrders or ImportCatalog
        step_type: String,
        /// How it runs.
        #[command(flatten)]
        run: RunArgs,
    },
    /// Show what became of jobs, the latest first, or of one execution
    Show {
        /// The execution's number
        execution: Option<String>,
    },
    /// Print the log of an execution: its steps, and what their scripts have logged
    Log {
        /// The execution's number
        execution: String,
    },
    /// End an execution, wherever its script is
    Stop {
        /// The execution's number
        execution: String,
    },
}

/// How a job or step is run.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// A parameter, in place of the job's own; repeatable
    #[arg(long = "param", short, value_name = "NAME=VALUE", value_parser = parameter)]
    pub parameters: Vec<(String, String)>,
    /// Run for these sites, in place of those that the job names
    #[arg(long = "sites", value_name = "A,B", value_delimiter = ',')]
    pub sites: Vec<String>,
    /// Don't wait for its end
    #[arg(long)]
    pub detach: bool,
}

fn parameter(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("a parameter is written as NAME=VALUE".to_owned()),
    }
}

/// `haltscope sandbox journal`.
#[derive(Debug, Args)]
pub struct JournalArgs {
    /// So many requests at most; without --json and --har those that the debugger API answered well don't count
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = whole(1_u64, 1_000))]
    pub limit: u64,
    /// Print an HTTP archive (HAR)
    #[arg(long, conflicts_with = "follow")]
    pub har: bool,
    /// Go on with the next requests as they are answered
    #[arg(long)]
    pub follow: bool,
    /// Which sandbox.
    #[command(flatten)]
    pub running: RunningArgs,
}

/// `haltscope sandbox faults`.
#[derive(Debug, Args)]
pub struct FaultsArgs {
    /// What to do; without it, the rules are shown.
    #[command(subcommand)]
    pub command: Option<FaultsCommand>,
    /// Which sandbox.
    #[command(flatten)]
    pub running: RunningArgs,
}

/// What can be done to the faults.
#[derive(Debug, Subcommand)]
pub enum FaultsCommand {
    /// Take the rules of a file in place of those before
    Set {
        /// {"rules": [{"route": "GET */threads", "status": 503, "times": 3}, …]}: a route, then status, delay_ms (so long, in milliseconds, before it is looked at) or drop (true: no answer), and perhaps times; "-" is stdin
        file: PathBuf,
    },
    /// Answer everything again
    Clear,
}

/// What no clock can be turned by is a number too, such as `nan`.
fn seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite());
    seconds.ok_or("a number of seconds is needed, such as 3600 or -1.5")
}
