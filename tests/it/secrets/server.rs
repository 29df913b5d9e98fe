//! An instance that gives tokens and a cookie, or refuses, or is down.

use super::planted::{COOKIE, TOKEN};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How the instance answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Well,
    Refuses,
    Down,
}

pub const MOODS: [Mood; 3] = [Mood::Well, Mood::Refuses, Mood::Down];

#[derive(Clone)]
pub struct Server {
    address: SocketAddr,
    mood: Mood,
    came: Arc<(Mutex<Vec<String>>, Condvar)>,
    has_client: Arc<AtomicBool>,
}

impl Server {
    pub fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let server = Self { address, mood, came: Arc::default(), has_client: Arc::default() };
        let serving = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let serving = serving.clone();
                thread::spawn(move || serving.serve(stream));
            }
        });
        server
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits for a request that holds these words.
    pub fn wait_for(&self, words: &str) {
        let (mut came, end) = (self.came.0.lock().expect("no panic"), Instant::now() + PATIENCE);
        while !came.iter().any(|request| request.contains(words)) {
            assert!(Instant::now() < end, "no {words} in {came:?}");
            came = self.came.1.wait_timeout(came, STEP).expect("no panic").0;
        }
    }

    fn serve(&self, mut stream: TcpStream) {
        while let Some(request) = read_request(&mut stream) {
            let line = request.lines().next().unwrap_or_default().to_owned();
            let (status, body) = self.answer(&line);
            self.came.0.lock().expect("no panic").push(request);
            self.came.1.notify_all();
            let length = match status {
                204 => String::new(),
                _ => format!("Content-Length: {}\r\n", body.len()),
            };
            let cookie = format!("Set-Cookie: dwsid={COOKIE}; HttpOnly\r\n");
            let head = format!("HTTP/1.1 {status} Answer\r\n{cookie}{length}\r\n");
            if stream.write_all(format!("{head}{body}").as_bytes()).is_err() {
                return;
            }
        }
    }

    fn answer(&self, line: &str) -> (u16, String) {
        let is_token = line.contains("/access_token");
        let is_debugger = line.contains("/dw/debugger/");
        match self.mood {
            Mood::Down => (503, "<title>Down for maintenance</title>".to_owned()),
            Mood::Refuses if is_token => {
                (401, r#"{"error":"invalid_client","error_description":"no"}"#.into())
            }
            Mood::Refuses => (401, String::new()),
            Mood::Well if is_token => {
                (200, format!(r#"{{"access_token":"{TOKEN}","expires_in":1800}}"#))
            }
            Mood::Well if line.contains("/v2_0/client ") => {
                self.has_client.store(line.starts_with("POST "), Ordering::SeqCst);
                (204, String::new())
            }
            Mood::Well if is_debugger && !self.has_client.load(Ordering::SeqCst) => {
                (412, r#"{"fault":{"type":"DebuggerDisabledException","message":"no"}}"#.into())
            }
            Mood::Well if line.contains("/threads") => (200, r#"{"script_threads":[]}"#.into()),
            Mood::Well if line.contains("/breakpoints") => (200, r#"{"breakpoints":[]}"#.into()),
            Mood::Well if line.contains("/content/") => (
                200,
                r#"{"_v":"23.2","_type":"content_asset","_resource_state":"s","id":"a"}"#.into(),
            ),
            Mood::Well => (200, "{}".into()),
        }
    }
}

const PATIENCE: Duration = Duration::from_secs(30);
const STEP: Duration = Duration::from_millis(100);

/// Head and body.
fn read_request(stream: &mut TcpStream) -> Option<String> {
    let (mut text, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        text.extend_from_slice(&buffer[..count]);
        let whole = String::from_utf8_lossy(&text).into_owned();
        let Some((head, body)) = whole.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        if body.len() >= length.unwrap_or(0) {
            return Some(whole);
        }
    }
}
