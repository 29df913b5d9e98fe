//! A debugger's polls, on a connection that is kept and on new ones, at a fixed pace.

use std::{
    fmt,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

/// Between two requests; they take turns in being sent on the kept connection and on a new one.
const PACE: Duration = Duration::from_millis(2);
/// `Authorization` of the built-in user.
const BASIC: &str = "Basic YWRtaW46aGFsdHNjb3BlLWRlbW8=";

/// Who sends good requests.
pub struct Visitor {
    address: SocketAddr,
}

/// Median and 99th percentile, in milliseconds.
#[derive(Clone, Copy)]
pub struct Spread {
    pub median: f64,
    pub p99: f64,
}

/// What requests took.
#[derive(Clone, Copy)]
pub struct Times {
    pub kept: Spread,
    pub new: Spread,
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.2} {:.2}", self.median, self.p99))
    }
}

impl Visitor {
    /// A debugger client that exists.
    pub fn new(address: SocketAddr) -> Self {
        let visitor = Self { address };
        let answer = ask(&mut visitor.connect(), &request("POST", "client", "close"));
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
        visitor
    }

    /// Requests for so long, and what they took since they were due.
    pub fn round(&self, time: Duration) -> Times {
        let [poll, last] = ["keep-alive", "close"].map(|end| request("GET", "threads", end));
        let mut kept = self.connect();
        let (mut on_kept, mut on_new) = (Vec::new(), Vec::new());
        let mut due = Instant::now();
        let end = due + time;
        while due < end {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            is_list(&ask(&mut kept, &poll));
            on_kept.push(due.elapsed());
            due += PACE;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            is_list(&ask(&mut self.connect(), &last));
            on_new.push(due.elapsed());
            due += PACE;
        }
        Times { kept: spread(on_kept), new: spread(on_new) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("connects");
        stream.set_nodelay(true).expect("a socket");
        stream
    }
}

impl Times {
    /// The best of several rounds.
    pub fn best(rounds: &[Self]) -> Self {
        let best = |of: fn(&Self) -> Spread| {
            let least = |value: fn(Spread) -> f64| {
                rounds.iter().map(|round| value(of(round))).fold(f64::INFINITY, f64::min)
            };
            Spread { median: least(|it| it.median), p99: least(|it| it.p99) }
        };
        Self { kept: best(|round| round.kept), new: best(|round| round.new) }
    }
}

fn request(method: &str, name: &str, connection: &str) -> String {
    format!(
        "{method} /s/-/dw/debugger/v2_0/{name} HTTP/1.1\r\nhost: localhost\r\nauthorization: {BASIC}\r\n\
         x-dw-client-id: bench\r\nconnection: {connection}\r\n\r\n"
    )
}

/// The answer, which comes in one piece.
fn ask(stream: &mut TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).expect("sends");
    let mut buffer = [0; 4096];
    let count = stream.read(&mut buffer).expect("an answer");
    String::from_utf8_lossy(&buffer[..count]).into_owned()
}

fn is_list(answer: &str) {
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with('}'), "{answer}");
}

fn spread(mut times: Vec<Duration>) -> Spread {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Spread { median: ms(at(50)), p99: ms(at(99)) }
}
