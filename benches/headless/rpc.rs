//! A script's end of `haltscope rpc`.

use crate::Front;
use crate::program::Running;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

pub struct Rpc {
    pub program: Running,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Rpc {
    fn ask(&mut self, command: &str) -> u64 {
        self.asked += 1;
        let line = json!({"id": self.asked, "command": command});
        self.input.write_all(format!("{line}\n").as_bytes()).expect("it is read");
        self.asked
    }

    fn until(&mut self, fits: impl Fn(&Value) -> bool) {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("a line");
            assert!(read > 0, "it ended");
            if fits(&serde_json::from_str(&line).expect("JSON")) {
                return;
            }
        }
    }

    fn look(&mut self) {
        self.until(|line| line["event"] == "thread_stopped");
        self.ask("get_stack");
        let last = self.ask("get_variables");
        self.until(|line| line["id"] == last);
    }
}

impl Front for Rpc {
    fn attached(url: &str) -> Self {
        let mut program = Running::start(url, &["rpc"]);
        let input = program.0.stdin.take().expect("piped");
        let output = BufReader::new(program.0.stdout.take().expect("piped"));
        let mut rpc = Self { program, input, output, asked: 0 };
        rpc.until(|line| line["event"] == "ready");
        rpc
    }

    fn halted(&mut self) {
        self.look();
    }

    fn step(&mut self) {
        self.ask("step_over");
        self.look();
    }
}
