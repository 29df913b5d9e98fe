//! `haltscope replay`: an exported history on the screen, offline and read only.

use super::cartridges::{named_folders, root};
use super::crash::{self, Estate};
use super::failure::Failure;
use super::stay::{self, Project, Stay};
use super::{connection, logging, screen};
use crate::cli::ReplayArgs;
use crate::config::{Folders, Surroundings};
use crate::session::{Command, ConnectionCommand, Event, Options, Recording};
use crate::tui::Ending;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Runs until the user leaves.
pub(super) fn run(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let recording = read(&args.file)?;
    screen::check_terminal()?;
    let folders = Folders::of_user();
    let surroundings = Surroundings::of_process()?;
    let (_, screen) = screen::screen_settings(&args.screen, folders.as_ref())?;
    let _log = logging::to_file(folders.as_ref())?;
    let estate = Estate::default();
    crash::watch(&estate, folders.as_ref());
    let options = Options { started_at: recording.began_at(), ..stay::options_of_now() };
    let stay = Stay {
        options,
        client: None,
        project: Project {
            root: root(&surroundings.folder),
            cartridges: named_folders(args.cartridges.clone(), &surroundings),
            state: None,
        },
        screen,
        first: vec![Event::Command(Command::Connection(ConnectionCommand::Attach))],
        with_login: connection::with_login,
        then: None,
        estate: estate.clone(),
        recording: Some(recording),
    };
    super::block_on(async move {
        match stay::run(stay).await? {
            Ending::Exit(exit) => Ok(stay::finish(&exit)),
            Ending::Connect(_) => Err(Failure::usage("a recording has no instance").into()),
        }
    })
}

/// Reads the whole file; what is wrong with it is told before the screen is taken.
fn read(file: &Path) -> Result<Recording, Failure> {
    let shown = file.display();
    let text =
        fs::read(file).map_err(|error| Failure::usage(format!("can't read {shown}: {error}")))?;
    let name = file.file_name().map_or_else(|| shown.to_string(), |it| it.to_string_lossy().into());
    let read = String::from_utf8(text).map_err(|_| "it is no text".to_owned());
    let read = read.and_then(|text| Recording::read(&name, &text).map_err(|why| why.to_string()));
    read.map_err(|why| {
        let action = "The history of a session is written by its `export` (Space x on the screen): \
                      one line of JSON for each halt.";
        Failure::usage(format!("{shown}: {why}")).then(action)
    })
}
