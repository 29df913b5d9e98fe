//! The whole screen: the panes, and what lies over them.

use super::app::App;
use super::keys::Keymap;
use super::layers::{Layer, Then};
use super::settings::Settings;
use crate::session::Session;

/// What is shown, from the bottom up. Drawing reads it, only messages change it.
#[derive(Debug)]
pub struct Screen {
    /// The panes; what lies over them reads it.
    pub app: App,
    /// Prompts, palette, help and the like; the last one is on top and sees keys first.
    pub layers: Vec<Layer>,
    /// What was chosen in one, until its script is read.
    pub(super) heading: Option<Then>,
}

impl Screen {
    /// The panes alone.
    pub fn new(session: Session, keymap: Keymap, settings: Settings) -> Self {
        let app = App::new(session, keymap, settings);
        Self { app, layers: Vec::new(), heading: None }
    }
}
