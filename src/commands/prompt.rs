//! Asks for a secret on the controlling terminal, which shows nothing of what is typed.

use super::ending::Watch;
use super::failure::Failure;
use rustix::process::{Signal, getpid, kill_process};
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr,
    tcsetattr,
};
use secrecy::SecretString;
use secrecy::zeroize::Zeroizing;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Whether there is somebody to ask.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal()
}

/// Asks; `None` for an empty answer. Whoever presses Ctrl-C or sends a signal ends the program, which
/// gives the terminal back before.
pub(super) fn secret(question: &str) -> Result<Option<SecretString>, Failure> {
    let failed = |error| Failure::failed(format!("can't ask on the terminal: {error}"));
    let outcome = File::options().read(true).write(true).open("/dev/tty").and_then(|tty| {
        let mut terminal = Terminal { former: tcgetattr(&tty)?, tty };
        terminal.ask(question)
    });
    match outcome.map_err(failed)? {
        Answer::Given(text) => Ok((!text.is_empty()).then(|| text.as_str().into())),
        Answer::Interrupted => Err(Failure::interrupted()),
    }
}

enum Answer {
    Given(Zeroizing<String>),
    Interrupted,
}

/// The controlling terminal, with the settings that it gets back.
struct Terminal {
    tty: File,
    former: Termios,
}

/// What was typed so far, and why it is looked at.
type News = io::Result<(Line, End)>;

impl Terminal {
    fn ask(&mut self, question: &str) -> io::Result<Answer> {
        let (sender, news) = mpsc::channel();
        let told = sender.clone();
        // Nobody waits any more, if that fails.
        let heard = move || drop(told.send(Ok((Line::default(), End::Interrupt))));
        let _watch = Watch::start(heard)?;
        let mut line = Line::default();
        loop {
            self.silence()?;
            self.write(question)?;
            self.read_aside(line, sender.clone())?;
            let (typed, end) = news.recv().map_err(io::Error::other)??;
            self.write("\n")?;
            match end {
                End::Line => return Ok(Answer::Given(typed.text())),
                End::Interrupt => return Ok(Answer::Interrupted),
                End::Suspend => {
                    self.give_back();
                    // Goes on here when the shell brings the program back.
                    kill_process(getpid(), Signal::TSTP)?;
                }
            }
            line = typed;
        }
    }

    /// On a thread of its own, which a signal needn't wait for.
    fn read_aside(&self, line: Line, news: Sender<News>) -> io::Result<()> {
        let tty = self.tty.try_clone()?;
        // Whoever has heard a signal doesn't wait for the line.
        thread::spawn(move || drop(news.send(read(tty, line))));
        Ok(())
    }

    /// Keys come as they are pressed, so that those that end or stop the program can put the
    /// terminal in order first.
    fn silence(&self) -> io::Result<()> {
        let mut silent = self.former.clone();
        let line_by_line = LocalModes::ICANON | LocalModes::ISIG | LocalModes::IEXTEN;
        silent.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL | line_by_line);
        silent.special_codes[SpecialCodeIndex::VMIN] = 1;
        silent.special_codes[SpecialCodeIndex::VTIME] = 0;
        // What was typed before the question was meant for something else.
        Ok(tcsetattr(&self.tty, OptionalActions::Flush, &silent)?)
    }

    /// Without what was typed and not read: half a password is nothing for the shell, nor for the
    /// screen, on which it would stand.
    fn give_back(&self) {
        // A terminal that is gone needs nothing back. What is still on its way to us is only dropped
        // by the flush of its own; the other one drops what has come.
        let _ = tcflush(&self.tty, QueueSelector::IFlush);
        let _ = tcsetattr(&self.tty, OptionalActions::Flush, &self.former);
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.tty.write_all(text.as_bytes())?;
        self.tty.flush()
    }
}

fn read(mut tty: File, mut line: Line) -> News {
    let mut byte = [0];
    loop {
        match tty.read(&mut byte) {
            Ok(0) => return Ok((line, End::Line)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if let Some(end) = line.press(byte[0]) {
            return Ok((line, end));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// How reading a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Line,
    Interrupt,
    Suspend,
}

/// What is typed, with the keys that correct it.
#[derive(Default)]
struct Line {
    bytes: Zeroizing<Vec<u8>>,
    escape: Escape,
}

/// A key that sends several bytes, such as an arrow, is none of a password.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    Begun,
    Sequence,
}

impl Line {
    fn press(&mut self, byte: u8) -> Option<End> {
        match (self.escape, byte) {
            (Escape::Begun, b'[' | b'O') => self.escape = Escape::Sequence,
            (Escape::Sequence, b' '..=b'?') => {}
            (Escape::Sequence, b'@'..=b'~') => self.escape = Escape::None,
            _ => {
                self.escape = Escape::None;
                return self.press_plain(byte);
            }
        }
        None
    }

    fn press_plain(&mut self, byte: u8) -> Option<End> {
        match byte {
            b'\r' | b'\n' | 0x04 => return Some(End::Line),
            0x03 | 0x1c => return Some(End::Interrupt),
            0x1a => return Some(End::Suspend),
            0x15 | 0x17 => self.bytes.clear(),
            0x08 | 0x7f => self.remove_last(),
            0x1b => self.escape = Escape::Begun,
            0..0x20 => {}
            other => self.bytes.push(other),
        }
        None
    }

    /// A character of UTF-8 may have several bytes.
    fn remove_last(&mut self) {
        while let Some(byte) = self.bytes.pop() {
            if byte & 0xc0 != 0x80 {
                return;
            }
        }
    }

    fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(String::from_utf8_lossy(&self.bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(keys: &str, expected: &str, end: Option<End>) {
        let mut line = Line::default();
        let found = keys.bytes().find_map(|byte| line.press(byte));
        assert_eq!((line.text().as_str(), found), (expected, end), "{keys:?}");
    }

    #[test]
    fn a_line_is_typed_corrected_and_ended() {
        check("green tea\r", "green tea", Some(End::Line));
        check("gä\x7fo\n", "go", Some(End::Line));
        check("\x7fgo\x04", "go", Some(End::Line));
        check("black\x15green\r", "green", Some(End::Line));
        check("gr\x1b[Aee\x1b[3~n\x1bOP\r", "green", Some(End::Line));
        check("gr\x01een", "green", None);
    }

    #[test]
    fn keys_that_end_or_stop_the_program_are_seen() {
        check("gr\x03een", "gr", Some(End::Interrupt));
        check("gr\x1ceen", "gr", Some(End::Interrupt));
        check("gr\x1aeen", "gr", Some(End::Suspend));
    }
}
