//! The program as a process: run to its end, or written to and read from.

use super::patience::PATIENCE;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

/// The built program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_haltscope");

/// What a run of the program left.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    /// A success that says nothing on stderr.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// A success, whatever it says on stderr.
    #[track_caller]
    pub fn ok_quietly(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// The JSON of a success.
    #[track_caller]
    pub fn json(self) -> Value {
        let text = self.ok();
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("no JSON: {text}"))
    }

    /// A failure with nothing on stdout and these words on stderr.
    #[track_caller]
    pub fn fails(&self, code: i32, words: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "{word} in {}", self.stderr);
        }
    }
}

/// A run in a folder that is its home, too, with nothing of this process's environment.
pub fn run<V: AsRef<str>>(
    home: &Path,
    arguments: &[&str],
    variables: &[(&str, V)],
    stdin: &str,
) -> Outcome {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(home)
        .env_clear()
        .env("HOME", home)
        .env("TERM", "xterm-256color")
        .envs(variables.iter().map(|(name, value)| (*name, value.as_ref())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that doesn't read its input may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Outcome { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A program that reads and writes lines; killed when dropped.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    _home: TempDir,
}

/// How a program ended, and what it said about it.
pub struct Ended {
    pub code: Option<i32>,
    pub stderr: String,
}

impl Program {
    /// Starts it at an instance, in a folder of scripts.
    pub fn start(url: &str, folder: &Path, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(PROGRAM);
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.to_lowercase().ends_with("_proxy") || name.starts_with("SFCC_") {
                command.env_remove(name);
            }
        }
        let mut child = command
            .args(arguments)
            .current_dir(folder)
            .env("SFCC_SERVER", url)
            .env("SFCC_USERNAME", "admin")
            .env("SFCC_PASSWORD", "haltscope-demo")
            .env("XDG_STATE_HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, _home: home }
    }

    /// Writes a line.
    pub fn write(&mut self, line: &str) {
        let input = self.input.as_mut().expect("not closed yet");
        input.write_all(format!("{line}\n").as_bytes()).expect("it is read");
    }

    /// The next line of output.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// The next line of output, as JSON.
    pub fn read(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no JSON: {line}"))
    }

    /// Reads on until a line fits.
    pub fn until(&self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.read();
            if fits(&line) {
                return line;
            }
        }
    }

    /// Closes its input.
    pub fn close(&mut self) {
        self.input = None;
    }

    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).expect("small")).expect("a process");
        kill_process(pid, signal).expect("it runs");
    }

    /// Waits until it has ended; gives the lines that were not read, too.
    pub fn ended(&mut self) -> (Ended, Vec<String>) {
        let status = self.wait();
        let stderr = self.child.stderr.take().map(read_all).unwrap_or_default();
        let rest = self.lines.iter().collect();
        (Ended { code: status.code(), stderr }, rest)
    }

    fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(Instant::now() < end, "it still runs");
            thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_all(stderr: ChildStderr) -> String {
    std::io::read_to_string(stderr).unwrap_or_default()
}
