//! What can happen to the screen, and what it wants done.

use super::app::Exit;
use super::highlight::{Batch, Job};
use super::layers::ConnectionDetails;
use super::ui::{Looked, Mouse};
use crate::api::ids::Line;
use crate::session::{Effect, Event};
use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use std::path::PathBuf;

/// What the process is told from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// SIGINT sent by another process: the terminal's own `Ctrl-C` comes as a key.
    Interrupt,
    /// SIGTERM or SIGHUP.
    Terminate,
    /// SIGCONT: somebody had stopped it, and the terminal may have been used since.
    Continue,
}

/// Everything that changes the screen.
#[derive(Debug)]
pub enum Msg {
    Key(KeyEvent),
    Paste(String),
    Mouse(MouseEvent),
    Resize(Size),
    /// From the runtime.
    Session(Event),
    Signal(Signal),
    /// The terminal's window was looked at, or left.
    Looked(Looked),
    /// Time went on: something animates or a moment has come.
    Tick,
    /// Lines were coloured.
    Coloured(Batch),
    /// The process was stopped and goes on.
    Resumed,
    /// The user's editor ended, or why it did not start.
    EditorClosed(Result<(), String>),
    /// Text too long for the clipboard was written to a file.
    CopyWritten(Result<(PathBuf, usize), String>),
}

/// Everything that the screen wants done.
#[derive(Debug)]
pub enum Cmd {
    Perform(Vec<Effect>),
    /// Offer to the terminal's clipboard.
    Copy(String),
    /// Too long for the clipboard: into a file for its owner only.
    CopyToFile(String),
    Mouse(Mouse),
    Bell,
    /// Words for somebody who looks elsewhere.
    Notify(String),
    /// The window's title.
    Title(String),
    /// Draw every cell again.
    Redraw,
    /// Give the terminal back and stop the process.
    Suspend,
    Edit(PathBuf, Line),
    Colour(Job),
    Connect(ConnectionDetails),
    Exit(Exit),
}
