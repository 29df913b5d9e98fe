//! An editor's end of `haltscope dap`.

use crate::Front;
use crate::program::Running;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};

pub struct Dap {
    pub program: Running,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
    thread: Value,
    waiting: Vec<Value>,
}

impl Dap {
    /// What an editor asks for after a stop.
    fn look(&mut self) {
        let stopped = self.until(|it| it["event"] == "stopped");
        self.thread = stopped["body"]["threadId"].clone();
        let stack = self.ask("stackTrace", &json!({"threadId": self.thread}));
        let frame = stack["stackFrames"][0]["id"].clone();
        let scopes = self.ask("scopes", &json!({"frameId": frame}));
        let reference = scopes["scopes"][0]["variablesReference"].clone();
        self.ask("variables", &json!({"variablesReference": reference}));
    }

    fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        self.asked += 1;
        let seq = self.asked;
        let text =
            json!({"seq": seq, "type": "request", "command": command, "arguments": arguments});
        let text = text.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.input.write_all(framed.as_bytes()).expect("it is read");
        let answer = self.until(|it| it["request_seq"] == seq);
        assert_eq!(answer["success"], true, "{answer}");
        answer["body"].clone()
    }

    fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&fits) {
            return self.waiting.remove(at);
        }
        loop {
            let message = self.read();
            if fits(&message) {
                return message;
            }
            self.waiting.push(message);
        }
    }

    fn read(&mut self) -> Value {
        let mut header = String::new();
        self.output.read_line(&mut header).expect("a header");
        let length = header.trim().strip_prefix("Content-Length: ").expect("a length");
        let mut body = vec![0; length.parse::<usize>().expect("a number") + 2];
        self.output.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body[2..]).expect("JSON")
    }
}

impl Front for Dap {
    fn attached(url: &str) -> Self {
        let mut program = Running::start(url, &["dap"]);
        let input = program.0.stdin.take().expect("piped");
        let output = BufReader::new(program.0.stdout.take().expect("piped"));
        let (asked, thread, waiting) = (0, Value::Null, Vec::new());
        let mut dap = Self { program, input, output, asked, thread, waiting };
        dap.ask("initialize", &json!({"adapterID": "haltscope"}));
        dap.ask("attach", &json!({}));
        dap.until(|it| it["event"] == "initialized");
        dap.ask("configurationDone", &json!({}));
        dap
    }

    fn halted(&mut self) {
        self.look();
    }

    fn step(&mut self) {
        self.ask("next", &json!({"threadId": self.thread}));
        self.look();
    }
}
