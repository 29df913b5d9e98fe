//! A terminal for one program: a pty, a screen model behind it that answers queries, and what the
//! program did to both.

use crate::testkit::patience::PATIENCE;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// A command for whoever wants to give this terminal one; nobody does.
const MARK: &str = "\x1b_read to here\x1b\\";

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u16, pub u16);

impl Size {
    pub const SMALL: Self = Self(80, 24);
    pub const LARGE: Self = Self(120, 40);

    fn pty(self) -> PtySize {
        PtySize { cols: self.0, rows: self.1, pixel_width: 0, pixel_height: 0 }
    }

    fn model(self) -> (NonZeroU16, NonZeroU16) {
        let count = |number| NonZeroU16::new(number).expect("at least one cell");
        (count(self.1), count(self.0))
    }
}

struct Screen {
    model: vt100::Parser,
    raw: Vec<u8>,
    /// When the last bytes came.
    changed: Instant,
}

type Shared = Arc<(Mutex<Screen>, Condvar)>;
type Polled<'a> = Result<MutexGuard<'a, Screen>, MutexGuard<'a, Screen>>;

pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    /// Held so that the terminal's settings outlive the program.
    _slave: Box<dyn SlavePty + Send>,
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    child: Box<dyn Child + Send + Sync>,
    shared: Shared,
    settings: String,
    started: Instant,
}

impl Terminal {
    /// Starts the program in a terminal of that size, with only these variables.
    pub fn run(size: Size, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size.pty()).expect("a pty");
        let settings = format!("{:?}", pair.master.get_termios().expect("settings"));
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_clear();
        let path = std::env::var("PATH").unwrap_or_default();
        for (name, value) in
            [("PATH", path.as_str()), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]
                .iter()
                .chain(variables)
        {
            command.env(name, value);
        }
        if let Some((_, home)) = variables.iter().find(|(name, _)| *name == "HOME") {
            command.cwd(home);
        }
        let started = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let writer = Arc::new(Mutex::new(pair.master.take_writer().expect("a writer")));
        let (rows, columns) = size.model();
        let model = vt100::Parser::new(rows, columns, 0);
        let screen = Screen { model, raw: Vec::new(), changed: started };
        let shared = Arc::new((Mutex::new(screen), Condvar::new()));
        let reader = pair.master.try_clone_reader().expect("a reader");
        let (screen, answers) = (shared.clone(), writer.clone());
        thread::spawn(move || follow(reader, &screen, &answers));
        Self { master: pair.master, _slave: pair.slave, writer, child, shared, settings, started }
    }

    /// The haltscope binary with a home of its own.
    pub fn haltscope(
        size: Size,
        home: &std::path::Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let home = home.to_str().expect("UTF-8");
        let mut all = vec![("HOME", home)];
        all.extend(variables);
        Self::run(size, env!("CARGO_BIN_EXE_haltscope"), arguments, &all)
    }

    /// Waits until the screen's text satisfies `condition`; gives how long after the start it did.
    pub fn wait_for(&self, what: &str, condition: impl Fn(&str) -> bool) -> Duration {
        self.wait(what, |screen| condition(&screen.model.screen().contents()))
    }

    /// Waits until some text is on the screen; gives the whole text of that moment.
    pub fn wait_shown(&self, text: &str) -> String {
        let contents = |screen: &Screen| screen.model.screen().contents();
        match self.poll(|screen| contents(screen).contains(text)) {
            Ok(screen) => contents(&screen),
            Err(screen) => panic!("no {text} on\n{}", contents(&screen)),
        }
    }

    /// Waits until some text is on the screen.
    pub fn wait_text(&self, text: &str) -> Duration {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Waits until nothing was written for that long.
    pub fn wait_quiet(&self, quiet: Duration) {
        self.wait("quiet", |screen| screen.changed.elapsed() >= quiet);
    }

    /// Whether the screen model satisfies `condition` sooner or later.
    pub fn comes_to(&self, condition: impl Fn(&vt100::Screen) -> bool) -> bool {
        self.poll(|screen| condition(screen.model.screen())).is_ok()
    }

    fn wait(&self, what: &str, condition: impl Fn(&Screen) -> bool) -> Duration {
        if let Err(screen) = self.poll(condition) {
            panic!("no {what} on\n{}", screen.model.screen().contents());
        }
        self.started.elapsed()
    }

    /// Waits for a condition; gives the screen that satisfies it, or the one that doesn't when there
    /// is no more time.
    fn poll(&self, condition: impl Fn(&Screen) -> bool) -> Polled<'_> {
        let (mut screen, end) = (self.screen(), Instant::now() + PATIENCE);
        while !condition(&screen) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(screen);
            }
            let step = left.min(Duration::from_millis(20));
            screen = self.shared.1.wait_timeout(screen, step).expect("the reader lives").0;
        }
        Ok(screen)
    }

    /// Types.
    pub fn press(&self, keys: &str) {
        let mut writer = self.writer.lock().expect("the reader lives");
        writer.write_all(keys.as_bytes()).and_then(|()| writer.flush()).expect("typed");
    }

    pub fn resize(&self, size: Size) {
        // The model first: the program may draw for the new size at once.
        let (rows, columns) = size.model();
        self.screen().model.set_size(rows, columns);
        self.master.resize(size.pty()).expect("resized");
    }

    /// The whole screen's text.
    pub fn text(&self) -> String {
        self.screen().model.screen().contents()
    }

    /// Reads the screen model, cell by cell.
    pub fn with_screen<T>(&self, read: impl FnOnce(&vt100::Screen) -> T) -> T {
        read(self.screen().model.screen())
    }

    /// Every byte that the program wrote.
    pub fn raw(&self) -> Vec<u8> {
        self.screen().raw.clone()
    }

    /// How often a sequence was written.
    pub fn written(&self, sequence: &str) -> usize {
        occurrences(&self.screen().raw, sequence)
    }

    /// Waits until a sequence was written that often.
    pub fn wait_written(&self, sequence: &str, count: usize) {
        self.wait("such output", |screen| occurrences(&screen.raw, sequence) >= count);
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let id = self.child.process_id().and_then(|id| i32::try_from(id).ok());
        let id = id.and_then(rustix::process::Pid::from_raw).expect("a process");
        rustix::process::kill_process(id, signal).expect("delivered");
    }

    /// Waits for the program's end and for everything that it wrote.
    pub fn exit_code(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                self.read_to_here();
                return status.exit_code();
            }
            assert!(Instant::now() < end, "it doesn't end:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Writes a mark that no screen shows where the program wrote, and waits until it was read:
    /// what came before it was read, too.
    fn read_to_here(&self) {
        let name = self.master.tty_name().expect("a terminal's name");
        let flags = OFlags::WRONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
        let terminal = rustix::fs::open(name, flags, Mode::empty()).expect("the terminal opens");
        let before = self.written(MARK);
        File::from(terminal).write_all(MARK.as_bytes()).expect("written");
        self.wait_written(MARK, before + 1);
    }

    /// Fails unless the terminal is as it was: settings, screen, cursor, modes; and the sequences
    /// that switch something on and off again are in balance.
    pub fn assert_restored(&self) {
        let settings = format!("{:?}", self.master.get_termios().expect("settings"));
        assert_eq!(settings, self.settings, "the terminal's settings");
        let screen = self.screen();
        let model = screen.model.screen();
        assert!(!model.alternate_screen(), "the main screen is back");
        assert!(!model.hide_cursor(), "the cursor is shown");
        assert!(!model.bracketed_paste(), "paste is plain");
        assert_eq!(model.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is off");
        drop(screen);
        for (on, off) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?2004h", "\x1b[?2004l"),
            ("\x1b[?1000h", "\x1b[?1000l"),
            ("\x1b[?1004h", "\x1b[?1004l"),
            ("\x1b[22;2t", "\x1b[23;2t"),
            ("\x1b[?25l", "\x1b[?25h"),
        ] {
            let (on_count, off_count) = (self.written(on), self.written(off));
            let is_cursor = on == "\x1b[?25l";
            // A frame hides and shows the cursor as often as it likes; the model knows the end.
            assert!(is_cursor || on_count == off_count, "{on:?} {on_count}, {off:?} {off_count}");
        }
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.shared.0.lock().expect("the reader lives")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Feeds the model with what the program writes, and answers what it asks.
fn follow(
    mut reader: Box<dyn Read + Send>,
    shared: &Shared,
    answers: &Mutex<Box<dyn Write + Send>>,
) {
    let mut buffer = [0; 16 << 10];
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        let Ok(mut screen) = shared.0.lock() else { return };
        for byte in &buffer[..count] {
            screen.model.process(&[*byte]);
            screen.raw.push(*byte);
            if let Some(answer) = answer(&screen) {
                let mut writer = answers.lock().expect("the tests live");
                let _ = writer.write_all(answer.as_bytes()).and_then(|()| writer.flush());
            }
        }
        screen.changed = Instant::now();
        shared.1.notify_all();
    }
}

/// What a terminal says to the query that was just completed.
fn answer(screen: &Screen) -> Option<String> {
    if screen.raw.ends_with(b"\x1b[6n") {
        let (row, column) = screen.model.screen().cursor_position();
        Some(format!("\x1b[{};{}R", row + 1, column + 1))
    } else if screen.raw.ends_with(b"\x1b[?u") {
        Some("\x1b[?0u".to_owned())
    } else if screen.raw.ends_with(b"\x1b]11;?\x1b\\") || screen.raw.ends_with(b"\x1b]11;?\x07") {
        Some("\x1b]11;rgb:1414/1818/1f1f\x1b\\".to_owned())
    } else if screen.raw.ends_with(b"\x1b[c") || screen.raw.ends_with(b"\x1b[0c") {
        Some("\x1b[?62;22c".to_owned())
    } else {
        None
    }
}

fn occurrences(raw: &[u8], sequence: &str) -> usize {
    raw.windows(sequence.len()).filter(|window| *window == sequence.as_bytes()).count()
}
