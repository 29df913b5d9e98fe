//! What the user may choose about the screen.

use super::keys::{Keymap, KeymapError, Preset};
use super::text::Charset;
use super::theme::Theme;
use super::ui::{Colours, MarkSet, Mouse, Ui};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Who takes what is sent to the clipboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clipboard {
    #[default]
    Terminal,
    /// It passes such things on only if it is told to.
    Tmux,
}

/// The screen's settings, whatever they were read from.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub preset: Preset,
    /// Lists of keys by the action's name; each takes the place of the preset's list.
    pub keys: BTreeMap<String, Vec<String>>,
    pub marks: MarkSet,
    pub charset: Charset,
    pub colours: Colours,
    /// A theme's name; the usual one if empty or unknown.
    pub theme: String,
    pub mouse: Mouse,
    pub clipboard: Clipboard,
    /// Where exports go; the working directory if empty.
    pub exports: PathBuf,
    /// `$VISUAL`.
    pub visual: Option<String>,
    /// `$EDITOR`.
    pub editor: Option<String>,
    /// What `:config check` says, made when the settings were read.
    pub report: String,
}

impl Settings {
    /// The keys that the settings ask for.
    pub fn keymap(&self) -> Result<Keymap, KeymapError> {
        Keymap::load(self.preset, &self.keys)
    }

    pub(super) fn apply(&self, ui: &mut Ui) {
        ui.marks = self.marks;
        ui.charset = self.charset;
        ui.colours = self.colours;
        ui.mouse = self.mouse;
        if let Some(theme) = Theme::named(&self.theme) {
            ui.theme = theme.clone();
        }
    }
}
