//! `haltscope sandbox` as a process.

use super::patience::PATIENCE;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_haltscope");

/// Takes whatever ports are free.
const FREE: [&str; 4] = ["--listen", "127.0.0.1:0", "--tls-listen", "127.0.0.1:0"];

/// A running `haltscope sandbox`; killed when dropped.
pub struct Process(Child);

impl Process {
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(Command::new(PROGRAM), arguments, &[])
    }

    fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::of(Command::new(PROGRAM), arguments, variables)
    }

    /// Takes whatever ports are free, and may have so many files open.
    pub fn with_files(files: u32, more: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\""), PROGRAM]);
        Self::of(shell, &[&FREE, more].concat(), &[])
    }

    fn of(mut command: Command, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let child = command
            .arg("sandbox")
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Self(child.expect("the program starts"))
    }

    pub fn on_free_ports(more: &[&str]) -> Self {
        Self::start(&[&FREE, more].concat())
    }

    /// With further variables in its environment.
    pub fn on_free_ports_with(more: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::start_with(&[&FREE, more].concat(), variables)
    }

    /// The first line on stdout.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        let stdout = self.0.stdout.as_mut().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        line
    }

    /// What `--json` says when requests are accepted.
    pub fn ready(&mut self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no line of JSON: {line:?}"))
    }

    /// A line of the system's account of its memory, as `VmRSS` or `VmHWM`, in megabytes.
    pub fn memory(&self, line: &str) -> f64 {
        let account = self.account("status");
        let kilobytes = account.lines().find_map(|it| it.strip_prefix(line)?.strip_prefix(':'));
        let kilobytes = kilobytes.and_then(|it| it.trim().strip_suffix(" kB"));
        kilobytes.and_then(|it| it.parse::<f64>().ok()).expect("a number") / 1024.0
    }

    /// One of the system's accounts of it, such as `status` or `stat`.
    pub fn account(&self, name: &str) -> String {
        let account = fs::read_to_string(format!("/proc/{}/{name}", self.0.id()));
        account.expect("a living process")
    }

    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, signal).expect("a living process");
    }

    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("waits") {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Exit code and stderr of a process that ends by itself.
    pub fn fails(mut self) -> (i32, String) {
        let code = self.wait().code().expect("an exit code");
        (code, self.said())
    }

    /// What a process that is told to end has said on stderr, its log.
    pub fn log(mut self) -> String {
        self.signal(Signal::TERM);
        self.wait();
        self.said()
    }

    /// Ends it as soon as it is ready; what it has said to people, on stdout and on stderr.
    pub fn greeting(mut self) -> (String, String) {
        let mut stdout = BufReader::new(self.0.stdout.take().expect("stdout is piped"));
        let mut lines = String::new();
        while !lines.contains("its CA") {
            assert_ne!(stdout.read_line(&mut lines).expect("a line"), 0, "{lines}");
        }
        (lines, self.log())
    }

    fn said(&mut self) -> String {
        let mut text = String::new();
        self.0.stderr.as_mut().expect("stderr is piped").read_to_string(&mut text).expect("text");
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has mostly ended by now.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
