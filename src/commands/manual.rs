//! `haltscope completions` and `haltscope man`: both come from the command line's own types.
//!
//! The script that a shell reads asks this program for what fits, each time somebody presses Tab: so
//! commands and flags are those of the program that is installed, and names those of the `dw.json`
//! that is here.

use super::output;
use crate::cli::Cli;
use crate::config::{Surroundings, instances};
use anyhow::Context as _;
use clap::Command;
use clap_complete::env::Shells;
use clap_complete::{ArgValueCompleter, CompleteEnv, CompletionCandidate, Shell};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

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
        fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Cli::definition(), folder))
            .with_context(|| format!("can't write into {}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::definition()).render(&mut page)?;
    print(page)
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
