//! `haltscope completions` and `haltscope man`: both come from the command line's own types.

use super::output;
use crate::cli::Cli;
use std::process::ExitCode;

/// Prints the completion script of a shell.
pub(super) fn completions(shell: clap_complete::Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::definition(), "haltscope", &mut script);
    print(script)
}

/// Prints the man page.
pub(super) fn page() -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::definition()).render(&mut page)?;
    print(page)
}

fn print(text: Vec<u8>) -> anyhow::Result<ExitCode> {
    output::print(&String::from_utf8(text)?)?;
    Ok(ExitCode::SUCCESS)
}
