//! `haltscope completions` and `haltscope man`: both come from the command line's own types.

use crate::cli::Cli;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the completion script of a shell.
pub(super) fn completions(shell: clap_complete::Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::definition(), "haltscope", &mut script);
    print(&script)
}

/// Prints the man page.
pub(super) fn page() -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::definition()).render(&mut page)?;
    print(&page)
}

/// A reader that has seen enough, such as `head`, is no failure.
fn print(text: &[u8]) -> anyhow::Result<ExitCode> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}
