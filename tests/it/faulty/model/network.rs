//! What a plan makes of requests and answers, as times: when a request comes to the server, and
//! what comes back when. The same plans as the proxy's, without sockets.

mod tests;

use crate::testkit::proxy::{Fault, Line, Plan, Spoiling, Target, Trouble};
use std::collections::BTreeMap;
use std::time::Duration;

/// A line with faults.
#[derive(Clone, Debug)]
pub struct Network {
    plan: Plan,
    /// There and back without faults.
    latency: Duration,
    counts: BTreeMap<Target, u32>,
    /// The line's last state, and until when.
    weather: Option<(Line, Duration)>,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It comes to the server at that time.
    Comes(Duration),
    /// It never does; the client gets this.
    Lost(Gets),
    /// The server starts anew, and the request is lost.
    Restarts(Gets),
}

/// What a client gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gets {
    /// The server's answer, with another cookie perhaps.
    Answer { at: Duration, cookie: Cookie },
    /// Another answer.
    Instead { at: Duration, trouble: Trouble },
    /// The end of the connection.
    End { at: Duration },
    /// Nothing, for ever.
    Nothing,
}

/// What an answer does with the session's cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    AsSent,
    Other,
    Missing,
}

/// The way back of a request's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Back(Option<Fault>);

impl Network {
    pub const fn new(plan: Plan, latency: Duration) -> Self {
        Self { plan, latency, counts: BTreeMap::new(), weather: None }
    }

    /// From now on everything goes well, but for the requests of that kind.
    pub fn heal(&mut self, but_for: Target) {
        self.plan.entries.retain(|entry| entry.target == but_for);
        self.weather = None;
    }

    /// The whole line is in that state for so long.
    pub fn set_line(&mut self, now: Duration, line: Line, time: Duration) {
        self.weather = Some((line, now + time));
    }

    /// A request is sent.
    pub fn send(&mut self, now: Duration, target: Target) -> (Sent, Back) {
        let nth = self.counts.entry(target).and_modify(|count| *count += 1).or_insert(1);
        let fault = self.plan.fault(target, *nth);
        if let Some(Fault::Line(line, time)) = fault {
            self.set_line(now, line, time);
        }
        (self.way_there(now, fault), Back(fault))
    }

    fn way_there(&self, now: Duration, fault: Option<Fault>) -> Sent {
        let there = now + self.latency / 2;
        let end = Gets::End { at: there + self.latency / 2 };
        if fault == Some(Fault::Restart) {
            return Sent::Restarts(end);
        }
        match self.line(now) {
            Some(Line::Down) => return Sent::Lost(Gets::End { at: now }),
            Some(Line::Refusing) => return Sent::Lost(self.suffer(there, Trouble::Page(502))),
            _ => {}
        }
        let there = self.through(now, there);
        match fault {
            Some(Fault::Before(Trouble::Late(time))) => Sent::Comes(there + time),
            Some(Fault::Before(trouble)) => Sent::Lost(self.suffer(there, trouble)),
            _ => Sent::Comes(there),
        }
    }

    /// The server has answered.
    pub fn answer(&self, now: Duration, back: Back) -> Gets {
        if self.line(now) == Some(Line::Down) {
            return Gets::End { at: now };
        }
        let at = self.through(now, now + self.latency / 2);
        match back.0 {
            Some(Fault::After(Trouble::Late(time))) => {
                Gets::Answer { at: at + time, cookie: Cookie::AsSent }
            }
            Some(Fault::After(trouble)) => self.suffer(now, trouble),
            Some(Fault::Answer(spoiling)) => spoiled(at, spoiling),
            _ => Gets::Answer { at, cookie: Cookie::AsSent },
        }
    }

    fn suffer(&self, now: Duration, trouble: Trouble) -> Gets {
        let at = now + self.latency / 2;
        match trouble {
            Trouble::Stall | Trouble::Late(_) => Gets::Nothing,
            Trouble::Drop | Trouble::Reset | Trouble::Garbage => Gets::End { at },
            instead => Gets::Instead { at, trouble: instead },
        }
    }

    /// The line's state; nothing while it is open.
    fn line(&self, now: Duration) -> Option<Line> {
        self.weather.filter(|(_, until)| now < *until).map(|(line, _)| line)
    }

    /// When that comes through which would otherwise be there at `at`.
    fn through(&self, now: Duration, at: Duration) -> Duration {
        match self.line(now) {
            Some(Line::Slow(latency)) => at + latency / 2,
            Some(Line::Silent) => self.weather.map_or(at, |(_, until)| until.max(at)),
            _ => at,
        }
    }
}

/// An answer of some hundred bytes.
const BYTES: u32 = 300;

const fn spoiled(at: Duration, spoiling: Spoiling) -> Gets {
    match spoiling {
        Spoiling::Truncated => Gets::End { at },
        Spoiling::Dripping(pause) => Gets::Answer {
            at: at.saturating_add(pause.saturating_mul(BYTES)),
            cookie: Cookie::AsSent,
        },
        Spoiling::OtherCookie => Gets::Answer { at, cookie: Cookie::Other },
        Spoiling::NoCookie => Gets::Answer { at, cookie: Cookie::Missing },
    }
}
