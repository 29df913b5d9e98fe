//! One file per subcommand; the only room that wires the others together.

mod analysis;
mod cartridges;
mod configuration;
mod connection;
mod content;
mod crash;
mod dap;
mod debug;
mod demo;
mod doctor;
mod ending;
mod failure;
mod headless;
mod interruption;
mod kept;
mod keyring;
mod logging;
mod manual;
mod mcp;
mod missing;
mod output;
mod probe;
mod prompt;
mod reader;
#[cfg(debug_assertions)]
mod rehearsal;
mod replay;
mod rpc;
mod running;
pub mod sandbox;
mod screen;
mod seed;
mod signals;
mod stay;
mod stderr;
mod token;
mod tokens;

use crate::cli::{Cli, Command};
use std::future::Future;
use std::process::ExitCode;

/// Runs the program and gives its exit code: 0 done, 1 failed, 2 wrong usage or configuration,
/// 130 interrupted.
pub fn main() -> ExitCode {
    manual::complete();
    let outcome = match Cli::of_process() {
        Ok(cli) => {
            stderr::speak(cli.is_json().into());
            run(cli)
        }
        Err(error) => {
            // Arguments that aren't understood may say it all the same.
            stderr::speak(std::env::args_os().any(|argument| argument == "--json").into());
            return failure::of_arguments(&error);
        }
    };
    outcome.unwrap_or_else(|error| failure::report(&error))
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command.unwrap_or_else(|| Command::Debug(Box::new(cli.debug))) {
        Command::Debug(args) => debug::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Dap(args) => dap::run(*args),
        Command::Mcp(args) => mcp::run(*args),
        Command::Sandbox(mut args) => {
            if let Some(command) = args.running.take() {
                return running::run(command);
            }
            logging::to_stderr()?;
            block_on(sandbox::run(*args))
        }
        Command::Probe(args) => probe::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Rpc(args) => rpc::run(&args),
        Command::Token(args) => token::run(&args),
        Command::Content(args) => content::run(*args),
        Command::Config(args) => configuration::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man(args) => manual::pages(args.folder.as_deref()),
    }
}

/// Runs a command on a runtime of its own, whose tasks end with it.
fn block_on(command: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(command);
    // A name being looked up can't be interrupted; nobody waits for it.
    runtime.shutdown_background();
    outcome
}
