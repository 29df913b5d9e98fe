//! Numbers, times and names as the screen writes them.

use crate::api::counted::plural;
use std::time::Duration;

/// With a comma after every three digits: `1,204`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Minutes and seconds, hours before them if there are any: `04:12`, `1:04:12`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

/// Seconds and tenths: `3.1s`.
pub fn tenths(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    format!("{}.{}s", tenths / 10, tenths % 10)
}

/// A time that runs: in tenths at first, then in seconds, then in minutes: `3.1 s`, `42 s`,
/// `12:04`.
pub fn elapsed(time: Duration) -> String {
    match time.as_secs() {
        0..10 => format!("{}.{} s", time.as_secs(), time.subsec_millis() / 100),
        10..100 => format!("{} s", time.as_secs()),
        _ => clock(time),
    }
}

/// A whole time in its largest unit that is exact: `90s`, `15m`, `2h`.
pub fn rounded(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds >= 3600 && seconds.is_multiple_of(3600) => {
            format!("{}h", seconds / 3600)
        }
        seconds if seconds >= 60 && seconds.is_multiple_of(60) => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
    }
}

/// A number with its noun, in groups of three digits: `1 watch`, `3 breakpoints`, `1,204 items`.
pub fn counted(number: usize, noun: &str) -> String {
    let noun = if number == 1 { noun.to_owned() } else { plural(noun) };
    format!("{} {noun}", grouped(number as u64))
}

/// A type without the packages before it: `Money` for `dw.value.Money`.
pub fn short_type(name: &str) -> &str {
    let tail = name.rsplit('.').next().unwrap_or(name);
    if tail.is_empty() { name } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        for (number, text) in [(0, "0"), (999, "999"), (1_204, "1,204"), (1_000_000, "1,000,000")] {
            assert_eq!(grouped(number), text);
        }
        for (seconds, text) in [(0, "00:00"), (252, "04:12"), (3_852, "1:04:12")] {
            assert_eq!(clock(Duration::from_secs(seconds)), text);
        }
        assert_eq!(tenths(Duration::from_millis(3_149)), "3.1s");
        for (millis, text) in [(3_149, "3.1 s"), (42_900, "42 s"), (724_000, "12:04")] {
            assert_eq!(elapsed(Duration::from_millis(millis)), text);
        }
        for (seconds, text) in [(20, "20s"), (90, "90s"), (900, "15m"), (7_200, "2h")] {
            assert_eq!(rounded(Duration::from_secs(seconds)), text);
        }
        assert_eq!(counted(1, "breakpoint"), "1 breakpoint");
        assert_eq!(counted(1_200, "row"), "1,200 rows");
    }

    #[test]
    fn types_lose_their_package() {
        for (name, text) in
            [("dw.value.Money", "Money"), ("Object", "Object"), ("", ""), ("odd.", "odd.")]
        {
            assert_eq!(short_type(name), text);
        }
    }
}
