//! Plain values in elements.

use super::tree::{Fault, Node};
use jiff::civil::DateTime;
use serde_json::{Number, Value};

pub(super) fn flag(text: &str, node: &Node) -> Result<bool, Fault> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        other => Err(Fault {
            line: node.line,
            what: format!("<{}> is true or false, not {other:?}", node.name),
        }),
    }
}

pub(super) fn number(text: &str, node: &Node) -> Result<Value, Fault> {
    if let Ok(whole) = text.parse::<i64>() {
        return Ok(whole.into());
    }
    let found = text.parse::<f64>().ok().and_then(Number::from_f64);
    found.map(Value::Number).ok_or_else(|| Fault {
        line: node.line,
        what: format!("<{}> is a number, not {text:?}", node.name),
    })
}

/// A day with its time, and perhaps how far its clock is from Greenwich's.
pub(super) fn date(text: String, node: &Node) -> Result<Value, Fault> {
    if is_date(&text) {
        return Ok(text.into());
    }
    Err(Fault {
        line: node.line,
        what: format!("<{}> is a date such as 2026-01-31T08:00:00.000Z, not {text:?}", node.name),
    })
}

fn is_date(text: &str) -> bool {
    let local = match text.rsplit_once(['+', '-']) {
        Some((local, offset)) if text.len() - local.len() == 6 => {
            let of_clock =
                |part: &str| part.len() == 2 && part.parse::<u8>().is_ok_and(|it| it < 60);
            if !offset
                .split_once(':')
                .is_some_and(|(hours, rest)| of_clock(hours) && of_clock(rest))
            {
                return false;
            }
            local
        }
        _ => text.strip_suffix('Z').unwrap_or(text),
    };
    local.parse::<DateTime>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_a_day_that_there_is() {
        for (text, expected) in [
            ("2026-01-31T08:00:00.000Z", true),
            ("2026-01-31T08:00:00Z", true),
            ("2026-01-31T08:00:00.000+0100", true),
            ("2026-01-31T08:00:00.000+01:00", true),
            ("2026-01-31T08:00:00.000-11:30", true),
            ("2026-01-31T08:00:00", true),
            ("2026-01-31", true),
            ("9999-12-31T23:59:59.000Z", true),
            ("2026-02-30T08:00:00.000Z", false),
            ("2026-01-31T25:00:00.000Z", false),
            ("31.01.2026", false),
            ("some day", false),
            ("Z", false),
            ("-", false),
            ("2026-01-31T08:00:00+aa:bb", false),
        ] {
            assert_eq!(is_date(text), expected, "{text}");
        }
    }
}
