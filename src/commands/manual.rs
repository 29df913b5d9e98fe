//! `haltscope completions` and `haltscope man`: both come from the command line's own types.
//!
//! The script that a shell reads asks this program for what fits, each time somebody presses Tab: so
//! commands and flags are those of the program that is installed, and names those of the `dw.json`
//! that is here.

use super::failure::Failure;
use super::output;
use crate::cli::Cli;
use crate::config::{Surroundings, instances};
use clap::Command;
use clap_complete::env::Shells;
use clap_complete::{ArgValueCompleter, CompleteEnv, CompletionCandidate, Shell};
use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

const NAME: &str = "haltscope";
/// Tells the program that a shell asks.
const ASKED: &str = "HALTSCOPE_COMPLETE";

/// Answers a shell that asks what fits, and ends the program then.
pub(super) fn complete() {
    CompleteEnv::with_factory(definition).var(ASKED).bin(NAME).complete();
}

/// Prints the script that a shell reads once.
pub(super) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let name = shell.to_string();
    if let Some(shell) = shells.completer(&name) {
        shell.write_registration(ASKED, NAME, NAME, NAME, &mut script)?;
    }
    print(script)
}

/// Prints the program's man page, or writes one for each command into a folder.
pub(super) fn pages(folder: Option<&Path>) -> anyhow::Result<ExitCode> {
    if let Some(folder) = folder {
        write(folder).map_err(|error| {
            let cause = format!("can't write into {}: {error}", folder.display());
            Failure::failed(cause)
                .then("Name a folder with --folder; one that isn't there is made in one that is.")
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::definition()).render(&mut page)?;
    print(page)
}

/// Makes the folder, but none above it: a path that leads nowhere is rather misspelt.
fn write(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        fs::create_dir(folder)?;
    }
    clap_mangen::generate_to(Cli::definition(), folder)
}

fn print(text: Vec<u8>) -> anyhow::Result<ExitCode> {
    output::print(&String::from_utf8(text)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The command line with what only this folder knows.
fn definition() -> Command {
    with_names(Cli::definition())
}

fn with_names(command: Command) -> Command {
    let named = command.mut_args(|argument| {
        let is_instance = argument.get_id() == "instance";
        if is_instance { argument.add(ArgValueCompleter::new(names)) } else { argument }
    });
    named.mut_subcommands(with_names)
}

fn names(begun: &OsStr) -> Vec<CompletionCandidate> {
    let Ok(surroundings) = Surroundings::of_process() else { return Vec::new() };
    let names = instances(&surroundings).into_iter();
    let fitting = names.filter(|name| begun.to_str().is_some_and(|begun| name.starts_with(begun)));
    fitting.map(CompletionCandidate::new).collect()
}
