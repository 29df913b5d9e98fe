//! The difference between the server's clock and this machine's.

use super::finding::Finding;
use crate::client::Look;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

const CHECK: &str = "clock";
/// What token servers and certificates bear, in seconds.
const TOLERATED: i64 = 60;

/// Compares an answer's `Date` with the moment in the middle of its exchange.
pub(super) fn compared(look: &Look) -> Finding {
    let Some(date) = &look.date else {
        return Finding::not_checked(CHECK, "the answer has no Date header");
    };
    let parsed = DateTimeParser::new().parse_timestamp(date);
    let times = (parsed, Timestamp::try_from(look.sent), Timestamp::try_from(look.arrived));
    let (Ok(theirs), Ok(sent), Ok(arrived)) = times else {
        return Finding::not_checked(CHECK, "the answer's Date header can't be read");
    };
    // `Date` counts whole seconds: its second lasts from there on.
    let theirs = theirs.as_millisecond() + 500;
    let ours = i64::midpoint(sent.as_millisecond(), arrived.as_millisecond());
    judged((theirs - ours) / 1000)
}

/// By how many seconds the server's clock is ahead.
fn judged(ahead: i64) -> Finding {
    let seconds = ahead.unsigned_abs();
    let seen = match ahead {
        -1..=1 => "agrees with the server's within a second or two".to_owned(),
        2.. => format!("{} behind the server's", span(seconds)),
        _ => format!("{} ahead of the server's", span(seconds)),
    };
    let found = if seconds <= TOLERATED.unsigned_abs() {
        Finding::ok(CHECK, seen)
    } else {
        Finding::warning(CHECK, seen).then(
            "Set this machine's clock, for example by NTP: signed token requests and certificates depend on it.",
        )
    };
    found.with("server_ahead_seconds", ahead)
}

fn span(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::doctor::finding::Status;
    use std::time::{Duration, SystemTime};

    fn look(date: Option<&str>) -> Look {
        let sent = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        Look {
            status: 401,
            date: date.map(str::to_owned),
            sent,
            arrived: sent + Duration::from_millis(400),
            asked_login: None,
            fault: None,
            outcome: Ok(Vec::new()),
        }
    }

    #[test]
    fn clocks_agree_or_the_difference_is_said() {
        for (date, status, words) in [
            (Some("Sun, 06 Nov 1994 08:49:37 GMT"), Status::Ok, "agrees"),
            (Some("Sun, 06 Nov 1994 08:50:07 GMT"), Status::Ok, "30 s behind"),
            (Some("Sun, 06 Nov 1994 08:54:37 GMT"), Status::Warning, "5 min behind"),
            (Some("Sun, 06 Nov 1994 05:49:37 GMT"), Status::Warning, "ahead of the server's"),
            (Some("yesterday"), Status::NotChecked, "can't be read"),
            (None, Status::NotChecked, "no Date"),
        ] {
            let found = compared(&look(date));
            assert!(found.status == status && found.seen.contains(words), "{date:?}: {found:?}");
        }
    }
}
