//! What goes wrong with one request, and how plans write it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Before it comes to the server.
    Before(Trouble),
    /// After the server has done it; its answer is lost or late.
    After(Trouble),
    /// The answer comes, but not as it was sent.
    Answer(Spoiling),
    /// From this request on the whole line is in that state, for so long.
    Line(Line, Duration),
    /// The server loses everything and starts anew; the request is lost with it.
    Restart,
}

/// What goes wrong on the way to the server, or on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It comes so much later.
    Late(Duration),
    /// Nothing comes any more, and the connection stays open.
    Stall,
    /// The connection is closed.
    Drop,
    /// The connection is reset.
    Reset,
    /// A fault of that status in the API's own words.
    Fault(u16),
    /// An HTML page of that status.
    Page(u16),
    /// Bytes that are no HTTP.
    Garbage,
    /// 302 to a login page.
    Redirect,
    /// 401.
    Refused,
    /// 412: the debugger client is said not to exist.
    Gone,
}

/// What becomes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoiling {
    /// Half of it comes, then the connection is closed.
    Truncated,
    /// It comes byte by byte, each so much later.
    Dripping(Duration),
    /// It sets another `dwsid`.
    OtherCookie,
    /// It sets no cookie, and the request carried none.
    NoCookie,
}

/// The state of the whole line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Connections are closed at once.
    Down,
    /// Nothing comes through until it is over; what was sent meanwhile comes then.
    Silent,
    /// Each exchange takes so much longer, half of it each way.
    Slow(Duration),
    /// A gateway answers 502 with a page.
    Refusing,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(trouble) => write!(f, "{trouble} before"),
            Self::After(trouble) => write!(f, "{trouble} after"),
            Self::Answer(spoiling) => spoiling.fmt(f),
            Self::Line(line, time) => write!(f, "line {line} for {}", Millis(*time)),
            Self::Restart => f.write_str("restart"),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(time) => write!(f, "late {}", Millis(*time)),
            Self::Stall => f.write_str("stall"),
            Self::Drop => f.write_str("drop"),
            Self::Reset => f.write_str("reset"),
            Self::Fault(status) => write!(f, "fault {status}"),
            Self::Page(status) => write!(f, "page {status}"),
            Self::Garbage => f.write_str("garbage"),
            Self::Redirect => f.write_str("redirect"),
            Self::Refused => f.write_str("refused"),
            Self::Gone => f.write_str("gone"),
        }
    }
}

impl fmt::Display for Spoiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("truncated"),
            Self::Dripping(pause) => write!(f, "dripping {}", Millis(*pause)),
            Self::OtherCookie => f.write_str("other cookie"),
            Self::NoCookie => f.write_str("no cookie"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Down => f.write_str("down"),
            Self::Silent => f.write_str("silent"),
            Self::Slow(latency) => write!(f, "slow {}", Millis(*latency)),
            Self::Refusing => f.write_str("refusing"),
        }
    }
}

/// A time as plans write it.
pub struct Millis(pub Duration);

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ms", self.0.as_millis())
    }
}

/// Reads a time as plans write it.
pub fn millis(text: &str) -> Option<Duration> {
    text.strip_suffix("ms")?.parse().ok().map(Duration::from_millis)
}

/// There is no fault of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no fault is called \"{0}\"")]
pub struct NoFault(pub String);

impl FromStr for Fault {
    type Err = NoFault;

    fn from_str(text: &str) -> Result<Self, NoFault> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let fault = match words.as_slice() {
            ["restart"] => Some(Self::Restart),
            ["line", rest @ .., "for", time] => {
                line(rest).zip(millis(time)).map(|(line, time)| Self::Line(line, time))
            }
            [rest @ .., "before"] => trouble(rest).map(Self::Before),
            [rest @ .., "after"] => trouble(rest).map(Self::After),
            _ => spoiling(&words).map(Self::Answer),
        };
        fault.ok_or_else(|| NoFault(text.to_owned()))
    }
}

fn trouble(words: &[&str]) -> Option<Trouble> {
    Some(match words {
        ["late", time] => Trouble::Late(millis(time)?),
        ["stall"] => Trouble::Stall,
        ["drop"] => Trouble::Drop,
        ["reset"] => Trouble::Reset,
        ["fault", status] => Trouble::Fault(status.parse().ok()?),
        ["page", status] => Trouble::Page(status.parse().ok()?),
        ["garbage"] => Trouble::Garbage,
        ["redirect"] => Trouble::Redirect,
        ["refused"] => Trouble::Refused,
        ["gone"] => Trouble::Gone,
        _ => return None,
    })
}

fn spoiling(words: &[&str]) -> Option<Spoiling> {
    Some(match words {
        ["truncated"] => Spoiling::Truncated,
        ["dripping", pause] => Spoiling::Dripping(millis(pause)?),
        ["other", "cookie"] => Spoiling::OtherCookie,
        ["no", "cookie"] => Spoiling::NoCookie,
        _ => return None,
    })
}

fn line(words: &[&str]) -> Option<Line> {
    Some(match words {
        ["down"] => Line::Down,
        ["silent"] => Line::Silent,
        ["slow", latency] => Line::Slow(millis(latency)?),
        ["refusing"] => Line::Refusing,
        _ => return None,
    })
}
