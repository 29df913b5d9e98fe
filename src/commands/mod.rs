//! One file per subcommand; the only room that wires the others together.

mod analysis;
mod connection;
mod content;
mod crash;
mod debug;
mod demo;
mod doctor;
mod ending;
mod failure;
mod interruption;
mod kept;
mod keyring;
mod logging;
mod manual;
mod missing;
mod output;
mod prompt;
#[cfg(debug_assertions)]
mod rehearsal;
pub mod sandbox;
mod screen;
mod seed;
mod signals;
mod stay;
mod token;
mod tokens;

use crate::cli::{Cli, Command};
use std::future::Future;
use std::process::ExitCode;

/// Runs the program and gives its exit code: 0 done, 1 failed, 2 wrong usage or configuration,
/// 130 interrupted.
pub fn main() -> ExitCode {
    let outcome = match Cli::of_process() {
        Ok(cli) => run(cli),
        Err(error) => {
            // Help goes to stdout with 0, mistakes to stderr with 2; a closed pipe is nobody's error.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    outcome.unwrap_or_else(|error| failure::report(&error))
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command.unwrap_or_else(|| Command::Debug(Box::new(cli.debug))) {
        Command::Debug(args) => debug::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Sandbox(args) => {
            logging::to_stderr();
            block_on(sandbox::run(*args))
        }
        Command::Token(args) => token::run(&args),
        Command::Content(args) => content::run(*args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::page(),
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
