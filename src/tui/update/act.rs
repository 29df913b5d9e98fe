//! What each action does.

use super::Turn;
use super::moving::Distance;
use crate::api::sandbox::Operation;
use crate::session::{Command, KeepAliveMode, NoticeKind, StepKind, Thread, ThreadCommand};
use crate::tui::keys::{Action, Chord};
use crate::tui::layers::{
    Ask, ExpressionPrompt, Files, Help, Layer, LinePrompt, Palette, Purpose, Question,
    RequestPrompt, TextView, Where,
};
use crate::tui::layout::{self, Resize};
use crate::tui::msg::Cmd;
use crate::tui::ui::{Mouse, Pane, Zoom};
use crate::tui::{persist, rows};

/// Cells by which one key moves a pane's border.
const RESIZE_STEP: u16 = 2;

impl Turn<'_> {
    pub(super) fn act(&mut self, action: Action) {
        if action.needs_present() && self.is_refused_in_replay() {
            return;
        }
        self.take_action(action);
    }

    fn take_action(&mut self, action: Action) {
        match action {
            Action::Continue => self.move_thread(ThreadCommand::Continue),
            Action::ContinueAll => self.continue_all(),
            Action::StepOver => self.move_thread(ThreadCommand::Step(StepKind::Over)),
            Action::StepInto => self.move_thread(ThreadCommand::Step(StepKind::Into)),
            Action::StepOut => self.move_thread(ThreadCommand::Step(StepKind::Out)),
            Action::StepIntoCall => self.step_into_call(),
            Action::Definition => self.go_to_definition(),
            Action::Return => self.go_back(),
            Action::GoToLine => self.open_line(Purpose::Place, ""),
            Action::SearchScripts => self.open_line(Purpose::SearchScripts, ""),
            Action::RunToCursor => self.run_to_cursor(),
            Action::StopThread => self.ask_to_stop(),
            Action::ToggleBreakpoint => self.toggle_breakpoint(),
            Action::EditBreakpoint => self.edit_breakpoint(),
            Action::SwitchBreakpoint => self.switch_breakpoint(),
            Action::FrameUp => self.select_frame(1),
            Action::FrameDown => self.select_frame(-1),
            Action::Evaluate => self.open_expression(""),
            Action::WatchSelected => self.watch_selected(),
            Action::WatchNew => self.open_line(Purpose::NewWatch, ""),
            Action::Filter => self.open_filter(),
            Action::DeepFind => self.open_line(Purpose::DeepFind, ""),
            Action::NextMatch => self.next_match(1),
            Action::PreviousMatch => self.next_match(-1),
            Action::CopyValue => self.copy_value(),
            Action::CopyPath => self.copy_path(),
            Action::CopyCookie => self.copy_cookie(),
            Action::More => self.more(),
            Action::GoToIndex => self.open_index(),
            Action::Assign => self.assign(),
            Action::EditWatch => self.edit_watch(),
            Action::ConfirmWatch => self.confirm_watch(),
            Action::Pretty => self.pretty(),
            Action::Delete => self.delete(),
            Action::Compare => self.compare(),
            Action::Export => self.export(),
            Action::NextHalted => self.next_halted(),
            Action::KeepAlive => self.command(Command::RenewNow),
            Action::KeepAliveOff => self.command(Command::KeepAlive(KeepAliveMode::Off)),
            Action::HaltBack => self.halt_back(),
            Action::HaltForward => self.halt_forward(),
            Action::RequestCancel => self.command(Command::CancelRequest),
            Action::RepeatStep => self.say(NoticeKind::Hint, "r 5 n steps over five times"),
            Action::Request => self.open(Layer::Request(Box::<RequestPrompt>::default())),
            Action::Content => self.open(Layer::Request(Box::new(RequestPrompt::of_asset()))),
            Action::Snapshot | Action::Reset | Action::Clock | Action::Job | Action::Journal => {
                self.own(action);
            }
            Action::NextPane => self.cycle(1),
            Action::PreviousPane => self.cycle(-1),
            Action::Accept => self.accept(),
            Action::Back => self.back(),
            Action::LineOfExecution => self.return_to_execution(),
            Action::Help => self.open(Layer::Help(Box::<Help>::default())),
            Action::Palette => self.open_palette(),
            Action::Menu => self.begin_menu(),
            Action::Files => {
                let files = Files::new(self.app);
                self.open(Layer::Files(Box::new(files)));
            }
            Action::Zoom => self.toggle_zoom(),
            Action::Wider => self.resize_pane(Resize::Wider),
            Action::Narrower => self.resize_pane(Resize::Narrower),
            Action::Taller => self.resize_pane(Resize::Taller),
            Action::Shorter => self.resize_pane(Resize::Shorter),
            Action::ResetLayout => self.reset_layout(),
            Action::Redraw => self.cmds.push(Cmd::Redraw),
            Action::Editor => self.edit_source(),
            Action::Log => self.open(Layer::Text(Box::new(TextView::log()))),
            Action::Mouse => self.toggle_mouse(),
            Action::Connect => self.open_connection_form(),
            Action::OtherId => self.take_other_id(),
            Action::ConfigCheck => self.open(Layer::Text(Box::new(TextView::settings()))),
            Action::Suspend => self.suspend(),
            Action::Quit => self.quit(),
            Action::Interrupt => self.interrupt(),
            Action::ClearClient => self.clear_client(),
            Action::Source
            | Action::Variables
            | Action::Watch
            | Action::Stack
            | Action::Threads
            | Action::Breakpoints
            | Action::History
            | Action::Inspector => self.focus_by(action),
            Action::Console => self.open_console(),
            Action::Down => self.move_by(Distance::Rows(1)),
            Action::Up => self.move_by(Distance::Rows(-1)),
            Action::HalfPageDown => self.move_by(Distance::HalfPages(1)),
            Action::HalfPageUp => self.move_by(Distance::HalfPages(-1)),
            Action::PageDown => self.move_by(Distance::Pages(1)),
            Action::PageUp => self.move_by(Distance::Pages(-1)),
            Action::First => self.move_by(Distance::Rows(isize::MIN)),
            Action::Last => self.move_by(Distance::Rows(isize::MAX)),
            Action::Left => self.go_left(),
            Action::Right => self.go_right(),
        }
    }

    /// The actions that are called like the panes.
    fn focus_by(&mut self, action: Action) {
        let is_it = |pane: &Pane| pane.title().eq_ignore_ascii_case(action.name());
        if let Some(pane) = Pane::ALL.into_iter().find(is_it) {
            self.app.ui.focus(pane);
        }
    }

    fn cycle(&mut self, by: isize) {
        let digits = &Pane::ALL[..Pane::ALL.len() - 1];
        let at = digits.iter().position(|pane| *pane == self.app.ui.focus).unwrap_or(0);
        let count = digits.len();
        let next = (at + count).saturating_add_signed(by) % count;
        self.app.ui.focus(digits[next]);
    }

    fn open_console(&mut self) {
        self.app.ui.focus(Pane::Console);
        if self.app.session.replayed().is_some() {
            return;
        }
        self.open(Layer::Expression(Box::new(ExpressionPrompt::new(Where::Console, ""))));
    }

    pub(super) fn open_expression(&mut self, text: &str) {
        self.open(Layer::Expression(Box::new(ExpressionPrompt::new(Where::Prompt, text))));
    }

    pub(super) fn open_line(&mut self, purpose: Purpose, text: &str) {
        self.open(Layer::Line(Box::new(LinePrompt::new(purpose, text))));
    }

    fn open_palette(&mut self) {
        let palette = Palette::new(self.app);
        self.open(Layer::Palette(Box::new(palette)));
    }

    /// Asks the sandbox something, if it is one; before it forgets anything, asks the user.
    fn own(&mut self, action: Action) {
        if !self.app.session.is_sandbox() {
            return self.say(NoticeKind::Hint, "that is for a sandbox of haltscope's");
        }
        let operation = match action {
            Action::Reset => return self.open(Layer::Ask(Ask(Question::Reset))),
            Action::Clock => Operation::Clock,
            Action::Job => Operation::Jobs,
            // Of what it tells, the console shows what it has room for.
            Action::Journal => Operation::Journal("limit=1000".to_owned()),
            _ => Operation::Snapshots,
        };
        self.command(Command::Sandbox(operation));
    }

    fn ask_to_stop(&mut self) {
        let pointed = (self.app.ui.focus == Pane::Threads)
            .then(|| rows::threads(self.app).get(self.app.ui.list(Pane::Threads).cursor).copied())
            .flatten();
        match pointed.or_else(|| self.app.selected()).map(Thread::id) {
            Some(thread) => self.open(Layer::Ask(Ask(Question::Stop(thread)))),
            None => self.say(NoticeKind::Hint, "there is no thread to stop"),
        }
    }

    fn begin_menu(&mut self) {
        if let Ok(space) = Chord::parse("space") {
            self.app.pending.begin(space, self.app.ui.now);
        }
    }

    fn toggle_zoom(&mut self) {
        match self.app.ui.zoom {
            Zoom::Off => {
                let script = self.app.script();
                self.app.ui.unzoomed = script.map(|script| {
                    let view = self.app.ui.source(&script);
                    (script, view)
                });
                self.app.ui.zoom = Zoom::On;
            }
            Zoom::On => self.unzoom(),
        }
    }

    /// All panes again; the source stands as it stood, unless its cursor was moved.
    pub(super) fn unzoom(&mut self) {
        self.app.ui.zoom = Zoom::Off;
        if let Some((script, before)) = self.app.ui.unzoomed.take()
            && let Some(view) = self.app.ui.sources.get_mut(&script)
            && view.cursor == before.cursor
        {
            view.top = before.top;
        }
    }

    fn resize_pane(&mut self, direction: Resize) {
        layout::resize(&mut self.app.ui, direction, RESIZE_STEP);
        let command = persist::remember_ratios(self.app);
        self.command(command);
    }

    fn reset_layout(&mut self) {
        self.app.ui.ratios.reset();
        self.unzoom();
        let command = persist::remember_ratios(self.app);
        self.command(command);
        self.say(NoticeKind::Done, "every pane has its first size again");
    }

    fn toggle_mouse(&mut self) {
        let (mouse, text) = match self.app.ui.mouse {
            Mouse::Captured => (Mouse::Released, "the mouse is the terminal's: drag to select"),
            Mouse::Released => (Mouse::Captured, "the mouse is ours: hold Shift to select"),
        };
        self.app.ui.mouse = mouse;
        self.cmds.push(Cmd::Mouse(mouse));
        self.say(NoticeKind::Done, text);
    }
}
