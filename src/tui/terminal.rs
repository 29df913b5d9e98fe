//! The terminal around the cells: taken once, given back once on every path.
//!
//! What was switched on is remembered in one static word, because a panic in any thread must be
//! able to undo it: [`restore`] undoes it exactly once, whoever calls it first.

use super::ui::Mouse;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange,
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode,
    enable_raw_mode, supports_keyboard_enhancement,
};
use crossterm::{Command, clipboard::CopyToClipboard, execute};
use parking_lot::Mutex;
use rustix::termios::QueueSelector;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

const RAW: u8 = 1;
const SCREEN: u8 = 1 << 1;
const CURSOR: u8 = 1 << 2;
const FLAGS: u8 = 1 << 3;
const PASTE: u8 = 1 << 4;
const MOUSE: u8 = 1 << 5;
const FOCUS: u8 = 1 << 6;
const TITLE: u8 = 1 << 7;

/// What the program has switched on and not yet off.
static TAKEN: AtomicU8 = AtomicU8::new(0);

/// Held while frames are written and while the terminal is given back: whoever gives it back in
/// another thread has the last word.
static WRITING: Mutex<()> = Mutex::new(());

/// How long input that is on its way, such as a mouse's, is waited for when leaving.
const DRAIN: Duration = Duration::from_millis(20);

/// The terminal beside its cells, so that tests can stand in for it.
pub trait Tty: Send {
    /// Takes the terminal: raw mode, alternate screen, paste marks, mouse.
    fn enter(&mut self, mouse: Mouse) -> io::Result<()>;

    /// Gives it back; harmless if it was given back already.
    fn leave(&mut self);

    /// Gives the mouse to the program or to the terminal.
    fn mouse(&mut self, mouse: Mouse) -> io::Result<()>;

    /// Offers text to the clipboard (OSC 52); whether it arrives only the terminal knows.
    fn copy(&mut self, text: &str) -> io::Result<()>;

    /// Draws attention.
    fn bell(&mut self) -> io::Result<()>;

    /// Draws attention with words (OSC 9), where the terminal knows how to show them.
    fn notify(&mut self, text: &str) -> io::Result<()>;

    /// Gives the terminal's window a title.
    fn title(&mut self, text: &str) -> io::Result<()>;

    /// Stops the process like `Ctrl-Z` does, after `farewell` was written; returns when it goes on.
    fn stop(&mut self, farewell: &str) -> io::Result<()>;
}

/// The terminal that the program was started in.
#[derive(Debug, Default)]
pub struct RealTty;

impl Tty for RealTty {
    fn enter(&mut self, mouse: Mouse) -> io::Result<()> {
        enable_raw_mode()?;
        taken(RAW);
        on(SCREEN, EnterAlternateScreen)?;
        // A program that was killed leaves its screen behind, and the first frame draws no blanks.
        execute!(io::stdout(), Clear(ClearType::All))?;
        on(CURSOR, Hide)?;
        if may_report_flags() && supports_keyboard_enhancement().unwrap_or(false) {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
            on(FLAGS, PushKeyboardEnhancementFlags(flags))?;
        }
        on(PASTE, EnableBracketedPaste)?;
        on(FOCUS, EnableFocusChange)?;
        if has_window() {
            on(TITLE, KeepTitle)?;
        }
        self.mouse(mouse)
    }

    fn leave(&mut self) {
        restore();
    }

    fn mouse(&mut self, mouse: Mouse) -> io::Result<()> {
        match mouse {
            Mouse::Captured => on(MOUSE, ReportPresses),
            Mouse::Released => off(MOUSE, ReportNothing),
        }
    }

    fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    fn bell(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()
    }

    fn notify(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), Notification(text))
    }

    fn title(&mut self, text: &str) -> io::Result<()> {
        if is_taken(TITLE) { execute!(io::stdout(), SetTitle(text)) } else { Ok(()) }
    }

    fn stop(&mut self, farewell: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{farewell}")?;
        // The whole process group, as the terminal's own key does: `cargo run` stops with us.
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        Ok(())
    }
}

/// Presses, releases and the wheel, in coordinates of any size; not each motion of the mouse.
struct ReportPresses;

impl Command for ReportPresses {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1000h\x1b[?1006h")
    }
}

/// The end of [`ReportPresses`].
struct ReportNothing;

impl Command for ReportNothing {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[?1006l\x1b[?1000l")
    }
}

/// The window's title goes onto the terminal's stack of titles.
struct KeepTitle;

impl Command for KeepTitle {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[22;2t")
    }
}

/// The title that [`KeepTitle`] kept.
struct GiveBackTitle;

impl Command for GiveBackTitle {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\x1b[23;2t")
    }
}

/// A message of the terminal's own outside its window.
struct Notification<'a>(&'a str);

impl Command for Notification<'_> {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        write!(f, "\x1b]9;{}\x07", self.0)
    }
}

/// Where frames are written: the standard output while the terminal is taken, nowhere afterwards.
#[derive(Debug, Default)]
pub struct FrameWriter;

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _writing = WRITING.lock();
        if is_taken(SCREEN) {
            io::stdout().write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Gives the terminal back: mouse off, input drained, title and focus
/// given back, paste off, keyboard flags popped, cursor
/// shown, main screen, cooked mode. Undoes only what was done, and only once; a failure leaves
/// nothing better to do than to go on with the rest.
pub fn restore() {
    let _ = off(MOUSE, ReportNothing);
    if is_taken(RAW) {
        drain();
    }
    let _writing = WRITING.lock();
    let _ = off(TITLE, GiveBackTitle);
    let _ = off(FOCUS, DisableFocusChange);
    let _ = off(PASTE, DisableBracketedPaste);
    let _ = off(FLAGS, PopKeyboardEnhancementFlags);
    let _ = off(CURSOR, Show);
    let _ = off(SCREEN, LeaveAlternateScreen);
    if given_back(RAW) {
        let _ = disable_raw_mode();
    }
}

fn on(what: u8, command: impl Command) -> io::Result<()> {
    taken(what);
    execute!(io::stdout(), command)
}

fn off(what: u8, command: impl Command) -> io::Result<()> {
    if given_back(what) { execute!(io::stdout(), command) } else { Ok(()) }
}

fn taken(what: u8) {
    TAKEN.fetch_or(what, Ordering::SeqCst);
}

fn given_back(what: u8) -> bool {
    TAKEN.fetch_and(!what, Ordering::SeqCst) & what != 0
}

fn is_taken(what: u8) -> bool {
    TAKEN.load(Ordering::SeqCst) & what != 0
}

/// Throws away what the terminal sent before it heard that nobody listens any more; otherwise the
/// shell would get it as typed text. It isn't read: that may wait forever for a terminal which
/// hung up.
fn drain() {
    thread::sleep(DRAIN);
    // A terminal that is gone sends nothing.
    let _ = rustix::termios::tcflush(io::stdin(), QueueSelector::IFlush);
}

/// The console of a machine has no window, and no stack of titles.
fn has_window() -> bool {
    std::env::var("TERM").is_ok_and(|term| term != "linux")
}

/// Only terminals that are known to answer are asked about keyboard flags: the others would make
/// the first frame wait for an answer that never comes.
fn may_report_flags() -> bool {
    const NAMES: [&str; 6] = ["kitty", "ghostty", "wezterm", "foot", "alacritty", "rio"];
    let value = |name| std::env::var(name).unwrap_or_default().to_ascii_lowercase();
    let (term, program) = (value("TERM"), value("TERM_PROGRAM"));
    let multiplexer = term.starts_with("tmux") || term.starts_with("screen");
    !multiplexer && NAMES.iter().any(|name| term.contains(name) || program.contains(name))
}
