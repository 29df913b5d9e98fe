//! What lies over the panes: prompts, palette, help, log. The topmost sees keys first.
//!
//! A layer changes nothing but itself; what it wants done comes back as [`Act`]s.

mod ask;
mod breakpoint;
mod complete;
mod connect;
pub mod field;
mod find;
mod form;
mod help;
mod input;
mod own;
mod pick;
mod picker;
mod place;
mod ranking;
mod request;
mod sheet;
mod text_view;
mod typed;

pub use ask::{Ask, Question};
pub use breakpoint::BreakpointPrompt;
pub use connect::{ConnectForm, ConnectionDetails};
pub use find::{FilterPrompt, LinePrompt, Purpose};
pub use help::Help;
pub use input::{ExpressionPrompt, Where};
pub use pick::{Pick, Then};
pub use picker::{Files, Palette};
pub use place::{TypedPlace, best, typed_place};
pub use request::RequestPrompt;
pub use text_view::TextView;

use super::app::App;
use super::keys::Action;
use super::layout::Regions;
use super::selection::Attention;
use super::ui::Pane;
use super::widgets::paint::Canvas;
use crate::api::ids::{Line, ScriptPath};
use crate::session::{BreakpointKey, Command, Leaving, NodeId, NoticeKind};
use crossterm::event::KeyEvent;

/// Something that a layer wants done.
#[derive(Debug)]
pub enum Act {
    Command(Command),
    /// In the selected frame.
    Evaluate(String),
    /// In the frame of the selected thread that stands in the breakpoint's script.
    TestCondition(String, BreakpointKey),
    /// In the selected frame.
    DeepFind(String),
    /// Of a list.
    GoToIndex(NodeId, u64),
    Action(Action),
    Filter(Pane, String),
    /// Searches the source from the cursor on.
    Search(String),
    Open(ScriptPath, Option<Line>),
    /// Goes on with what was chosen.
    Then(Then),
    GoToLine(TypedPlace),
    SearchScripts(String),
    /// Asks for the members of a path, for completion.
    Members(String),
    /// Reads scripts, for what they define.
    Read(Vec<ScriptPath>),
    Leave(Leaving),
    Connect(ConnectionDetails),
    /// Opens the connection form.
    ConnectionForm,
    /// Opens a prompt in which a request is begun.
    Begin(Box<RequestPrompt>),
    Say(NoticeKind, String),
}

/// What became of a key.
#[derive(Debug)]
pub enum Reply {
    /// The layer stays.
    Stay(Vec<Act>),
    /// The layer is done.
    Close(Vec<Act>),
}

impl Reply {
    /// Stays and wants nothing.
    pub const STAY: Self = Self::Stay(Vec::new());
    /// Goes and wants nothing.
    pub const CLOSE: Self = Self::Close(Vec::new());
}

/// What every layer can do.
pub trait Overlay {
    /// Takes a key.
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply;

    /// Takes pasted text: never keys.
    fn paste(&mut self, text: &str, app: &App) -> Reply;

    /// Draws itself over the panes.
    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App);
}

/// One of the things that can lie over the panes.
#[derive(Debug)]
pub enum Layer {
    Ask(Ask),
    Expression(Box<ExpressionPrompt>),
    Breakpoint(Box<BreakpointPrompt>),
    Request(Box<RequestPrompt>),
    Connect(Box<ConnectForm>),
    Palette(Box<Palette>),
    Files(Box<Files>),
    Pick(Box<Pick>),
    Filter(Box<FilterPrompt>),
    Line(Box<LinePrompt>),
    Help(Box<Help>),
    Text(Box<TextView>),
}

impl Layer {
    /// The layer behind its common face.
    pub fn overlay(&self) -> &dyn Overlay {
        match self {
            Self::Ask(layer) => layer,
            Self::Expression(layer) => layer.as_ref(),
            Self::Breakpoint(layer) => layer.as_ref(),
            Self::Request(layer) => layer.as_ref(),
            Self::Connect(layer) => layer.as_ref(),
            Self::Palette(layer) => layer.as_ref(),
            Self::Files(layer) => layer.as_ref(),
            Self::Pick(layer) => layer.as_ref(),
            Self::Filter(layer) => layer.as_ref(),
            Self::Line(layer) => layer.as_ref(),
            Self::Help(layer) => layer.as_ref(),
            Self::Text(layer) => layer.as_ref(),
        }
    }

    /// The layer behind its common face, to be changed.
    pub fn overlay_mut(&mut self) -> &mut dyn Overlay {
        match self {
            Self::Ask(layer) => layer,
            Self::Expression(layer) => layer.as_mut(),
            Self::Breakpoint(layer) => layer.as_mut(),
            Self::Request(layer) => layer.as_mut(),
            Self::Connect(layer) => layer.as_mut(),
            Self::Palette(layer) => layer.as_mut(),
            Self::Files(layer) => layer.as_mut(),
            Self::Pick(layer) => layer.as_mut(),
            Self::Filter(layer) => layer.as_mut(),
            Self::Line(layer) => layer.as_mut(),
            Self::Help(layer) => layer.as_mut(),
            Self::Text(layer) => layer.as_mut(),
        }
    }
}

/// Whether somebody types: keys are for a layer then.
pub fn attention(layers: &[Layer]) -> Attention {
    if layers.is_empty() { Attention::Free } else { Attention::Held }
}

/// How many of the console's rows are for typing.
pub fn typing_rows(layers: &[Layer]) -> u16 {
    match layers.last() {
        Some(Layer::Expression(prompt)) if prompt.place() == Where::Console => prompt.rows(),
        _ => 1,
    }
}

/// Draws all layers, the topmost last, and the menu of keys that may follow.
pub fn draw(canvas: &mut Canvas<'_>, regions: &Regions, layers: &[Layer], app: &App) {
    for layer in layers {
        layer.overlay().draw(canvas, regions, app);
    }
    sheet::menu(canvas, regions, app);
}
