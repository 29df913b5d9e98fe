//! What went through the proxy.

use super::fault::{Fault, Line};
use super::target::Target;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// One request and what became of it.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub target: Target,
    /// How many of its kind came until then, from 1.
    pub nth: u32,
    /// Method and path, below the debugger's base address.
    pub what: String,
    /// The script thread that it names.
    pub thread: Option<u64>,
    /// `x-dw-client-id`.
    pub client: Option<String>,
    pub fault: Option<Fault>,
    pub arrived: Instant,
    /// When it was handed on to the server.
    pub forwarded: Option<Instant>,
    /// What the server answered.
    pub served: Option<Served>,
    /// What the client got; nothing while it waits.
    pub told: Option<Told>,
}

/// The server's answer.
#[derive(Clone, Debug)]
pub struct Served {
    pub at: Instant,
    pub status: u16,
    pub body: Vec<u8>,
}

/// What a client got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// An answer of that status; the server's own if nothing else was planned.
    Whole(Instant, u16),
    /// A piece of one.
    Part(Instant),
    /// Nothing: the connection ended.
    Nothing(Instant),
}

impl Exchange {
    /// Whether the client got the server's own answer, and when.
    pub fn told_truly(&self) -> Option<(Instant, &Served)> {
        let served = self.served.as_ref()?;
        match self.told? {
            Told::Whole(at, status) if status == served.status => Some((at, served)),
            _ => None,
        }
    }
}

/// The line's state for some time.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    pub line: Line,
    pub from: Instant,
    /// Nothing: until it is changed.
    pub until: Option<Instant>,
}

/// Everything since the proxy's start.
#[derive(Clone, Debug)]
pub struct Record {
    pub started: Instant,
    pub exchanges: Vec<Exchange>,
    /// When the line was not open.
    pub weather: Vec<Weather>,
    /// When the server began anew.
    pub restarts: Vec<Instant>,
}

impl Record {
    pub(super) fn new() -> Self {
        let (exchanges, weather, restarts) = Default::default();
        Self { started: Instant::now(), exchanges, weather, restarts }
    }

    /// The requests of a kind.
    pub fn of(&self, target: Target) -> impl DoubleEndedIterator<Item = &Exchange> {
        self.exchanges.iter().filter(move |exchange| exchange.target == target)
    }

    /// How many requests end like that, as in `/over`.
    pub fn ending(&self, end: &str) -> usize {
        self.exchanges.iter().filter(|exchange| exchange.what.ends_with(end)).count()
    }

    /// How long the line was in such states between two times.
    pub fn weathered(&self, from: Instant, to: Instant, which: impl Fn(Line) -> bool) -> Duration {
        let part = |weather: &Weather| {
            let until = weather.until.unwrap_or(to).min(to);
            until.saturating_duration_since(weather.from.max(from))
        };
        self.weather.iter().filter(|weather| which(weather.line)).map(part).sum()
    }

    /// A line for each exchange, but for runs of undisturbed polls.
    pub fn timeline(&self) -> String {
        let mut text = String::new();
        let mut polls = 0;
        for exchange in &self.exchanges {
            let is_plain = exchange.fault.is_none() && exchange.told_truly().is_some();
            if is_plain && exchange.target == Target::ListThreads {
                polls += 1;
                continue;
            }
            if polls > 0 {
                writeln!(text, "          {polls} lists").expect("a String takes any text");
                polls = 0;
            }
            writeln!(text, "{}", self.line(exchange)).expect("a String takes any text");
        }
        if polls > 0 {
            writeln!(text, "          {polls} lists").expect("a String takes any text");
        }
        text
    }

    fn line(&self, exchange: &Exchange) -> String {
        let since = |at: Instant| at.saturating_duration_since(self.started).as_secs_f64();
        let mut line = format!("{:8.3}  {}", since(exchange.arrived), exchange.what);
        let mut add = |piece: String| line.push_str(&piece);
        match &exchange.served {
            Some(served) => add(format!("  server {} {:.3}", served.status, since(served.at))),
            None if exchange.forwarded.is_some() => add("  server silent".to_owned()),
            None => add("  not forwarded".to_owned()),
        }
        match exchange.told {
            Some(Told::Whole(at, status)) => add(format!("  client {status} {:.3}", since(at))),
            Some(Told::Part(at)) => add(format!("  client a part {:.3}", since(at))),
            Some(Told::Nothing(at)) => add(format!("  client nothing {:.3}", since(at))),
            None => add("  client waits".to_owned()),
        }
        if let Some(fault) = exchange.fault {
            add(format!("  <- {} {}: {fault}", exchange.target, exchange.nth));
        }
        line
    }
}
