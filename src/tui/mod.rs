//! The full screen: state, messages, keys, layers, layout and drawing.
//!
//! [`update()`] turns a message into changes of the [`Screen`] and into commands, [`view::draw`] shows
//! it, and [`run()`] is the loop around both. Nothing is awaited between a key and its frame.

pub mod app;
pub mod editor;
pub mod frugal;
pub mod ground;
pub mod highlight;
pub mod hints;
pub mod inspected;
pub mod keys;
pub mod layers;
pub mod layout;
pub mod marks;
pub mod members;
pub mod msg;
mod pane;
mod persist;
#[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
pub mod picture;
pub mod rows;
pub mod run;
pub mod screen;
pub mod selection;
pub mod settings;
mod split;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod ui;
mod update;
pub mod view;
pub mod widgets;

pub use crate::session::Time;
pub use msg::{Cmd, Msg, Signal};
pub use run::{Ending, Keyboard, Parts, RealKeyboard, Replaced, run};
pub use screen::Screen;
pub use settings::Settings;
pub use ui::{Pane, Ui};
pub use update::{next_wake, update};
