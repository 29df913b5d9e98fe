//! `Retry-After`: how long a server wants to be left alone.

use reqwest::StatusCode;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use std::time::{Duration, SystemTime};

/// What asks for more is taken for this.
const LONGEST: Duration = Duration::from_hours(24);

/// What an answer that says "not now" (429, 503) asks for: seconds, or a date. That is held against
/// the server's own clock if the answer tells it.
pub(super) fn asked_for(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    let says_so = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
    let text = headers.get(RETRY_AFTER).filter(|_| says_so.contains(&status))?;
    read(text.to_str().ok()?.trim(), headers.get(DATE).and_then(|date| date.to_str().ok()))
}

fn read(text: &str, date: Option<&str>) -> Option<Duration> {
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than a number has are a long time, too.
        let seconds = text.parse().unwrap_or(u64::MAX);
        return Some(Duration::from_secs(seconds).min(LONGEST));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let now = date.and_then(|date| httpdate::parse_http_date(date).ok());
    let pause = until.duration_since(now.unwrap_or_else(SystemTime::now));
    Some(pause.unwrap_or_default().min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Option<&str> = Some("Sun, 06 Nov 1994 12:00:00 GMT");

    #[test]
    fn seconds_and_dates_are_read() {
        for (text, expected) in [
            ("0", Some(0)),
            ("30", Some(30)),
            ("99999999999999999999999", Some(86_400)),
            ("Sun, 06 Nov 1994 12:01:30 GMT", Some(90)),
            ("Sunday, 06-Nov-94 12:01:30 GMT", Some(90)),
            ("Sun Nov  6 12:01:30 1994", Some(90)),
            ("Sun, 06 Nov 1994 11:00:00 GMT", Some(0)),
            ("Sat, 06 Nov 2094 12:00:00 GMT", Some(86_400)),
            ("", None),
            ("Sun, 06 Nov 2094 12:00:00 GMT", None),
            ("-1", None),
            ("1.5", None),
            ("soon", None),
        ] {
            assert_eq!(read(text, NOON), expected.map(Duration::from_secs), "{text}");
        }
        let ahead = httpdate::fmt_http_date(SystemTime::now() + Duration::from_hours(2));
        let pause = read(&ahead, Some("no date")).expect("by this machine's clock");
        assert!(pause > Duration::from_hours(1) && pause <= Duration::from_hours(2), "{pause:?}");
    }

    #[test]
    fn only_answers_that_say_not_now_count() {
        let headers = HeaderMap::from_iter([(RETRY_AFTER, "7".parse().expect("a value"))]);
        for (status, expected) in [(429, Some(7)), (503, Some(7)), (500, None), (200, None)] {
            let status = StatusCode::from_u16(status).expect("a status");
            assert_eq!(asked_for(status, &headers), expected.map(Duration::from_secs), "{status}");
        }
    }
}
