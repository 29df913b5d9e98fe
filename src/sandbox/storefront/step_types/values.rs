//! The parameters of a step, as its type declares them.

use super::{Declared, Kind, Target};
use jiff::{Timestamp, civil, tz::TimeZone};
use serde_json::{Value, json};

/// The value of a declared parameter; nothing if it has none, and an error if it should.
pub(super) fn value(declared: &Declared, given: Option<&str>) -> Result<Option<Value>, String> {
    let trimmed =
        |text: &str| if declared.trims { text.trim().to_owned() } else { text.to_owned() };
    let given = given.map(trimmed).filter(|text| !text.is_empty());
    let Some(text) = given.or_else(|| declared.default.clone()) else {
        if declared.is_required {
            return Err(format!("the parameter {} is missing", declared.name));
        }
        return Ok(None);
    };
    let typed = typed(declared, &text).ok_or_else(|| {
        format!(
            "the parameter {} is \"{text}\", which is no {}",
            declared.name,
            declared.kind.name()
        )
    })?;
    check(declared, &text, &typed)
        .map_err(|bound| format!("the parameter {} is \"{text}\": {bound}", declared.name))?;
    Ok(Some(typed))
}

fn typed(declared: &Declared, text: &str) -> Option<Value> {
    match declared.kind {
        Kind::Text => Some(text.into()),
        Kind::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        Kind::Long => text.parse::<i64>().ok().map(Value::from),
        Kind::Double => text.parse::<f64>().ok().filter(|it| it.is_finite()).map(Value::from),
        Kind::DateTime | Kind::Date | Kind::Time => {
            let moment = moment(declared.kind, text)?;
            Some(match declared.target {
                Target::Date => json!({ "@date": moment.to_string() }),
                Target::Long => moment.as_millisecond().into(),
            })
        }
    }
}

/// Times without a zone are in UTC; a time without a day is one of the first of January 1970.
fn moment(kind: Kind, text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(moment) = text.parse() {
        return Some(moment);
    }
    let text = text.strip_suffix('Z').unwrap_or(text);
    let civil = match kind {
        Kind::Time => civil::date(1970, 1, 1).to_datetime(text.parse().ok()?),
        Kind::Date => text.parse::<civil::Date>().ok()?.to_datetime(civil::Time::midnight()),
        _ => text.parse::<civil::DateTime>().ok()?,
    };
    Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

fn check(declared: &Declared, text: &str, typed: &Value) -> Result<(), String> {
    if !declared.choices.is_empty() && !declared.choices.iter().any(|choice| choice == text) {
        return Err(format!("it may be {}", declared.choices.join(", ")));
    }
    let length = text.chars().count();
    if declared.min_length.is_some_and(|least| length < least) {
        return Err("it is too short".to_owned());
    }
    if declared.max_length.is_some_and(|most| length > most) {
        return Err("it is too long".to_owned());
    }
    let number = |text: &str| match declared.kind {
        Kind::Long | Kind::Double => text.parse::<f64>().ok(),
        kind => moment(kind, text).map(|moment| moment.as_duration().as_secs_f64()),
    };
    let own = if declared.kind == Kind::Text || typed.is_boolean() { None } else { number(text) };
    let bound = |bound: &Option<String>| bound.as_deref().and_then(number);
    if let Some(own) = own {
        if bound(&declared.least).is_some_and(|least| own < least) {
            return Err(format!("the least is {}", declared.least.as_deref().unwrap_or_default()));
        }
        if bound(&declared.most).is_some_and(|most| own > most) {
            return Err(format!("the most is {}", declared.most.as_deref().unwrap_or_default()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::declared;
    use super::*;

    #[test]
    fn values_have_the_types_that_are_declared() {
        for (declaration, given, expected) in [
            (json!({"@type": "string"}), Some("  two words "), Ok(Some(json!("two words")))),
            (json!({"@type": "string", "@trim": "false"}), Some(" a"), Ok(Some(json!(" a")))),
            (json!({"@type": "boolean"}), Some("TRUE"), Ok(Some(json!(true)))),
            (json!({"@type": "boolean", "default-value": false}), None, Ok(Some(json!(false)))),
            (json!({"@type": "long", "default-value": 10}), Some(" "), Ok(Some(json!(10)))),
            (json!({"@type": "long"}), Some("1.5"), Err("\"1.5\", which is no long")),
            (json!({"@type": "double", "max-value": "10"}), Some("9.5"), Ok(Some(json!(9.5)))),
            (json!({"@type": "double", "max-value": 10}), Some("11"), Err("the most is 10")),
            (json!({"@type": "string", "@required": false}), None, Ok(None)),
            (json!({"@type": "string", "@required": "true"}), Some(""), Err("is missing")),
            (json!({"@type": "string", "min-length": "3"}), Some("ab"), Err("too short")),
            (
                json!({"@type": "string", "enum-values": {"value": ["FTP", "SFTP"]}}),
                Some("HTTP"),
                Err("it may be FTP, SFTP"),
            ),
            (
                json!({"@type": "date-string"}),
                Some("2026-11-27"),
                Ok(Some(json!({"@date": "2026-11-27T00:00:00Z"}))),
            ),
            (
                json!({"@type": "datetime-string", "@target-type": "long"}),
                Some("1970-01-01T00:00:01.000Z"),
                Ok(Some(json!(1000))),
            ),
            (
                json!({"@type": "time-string"}),
                Some("06:30:00"),
                Ok(Some(json!({"@date": "1970-01-01T06:30:00Z"}))),
            ),
            (json!({"@type": "date-string"}), Some("soon"), Err("no date-string")),
        ] {
            let mut named = declaration.clone();
            named["@name"] = "P".into();
            let answer = value(&declared(&named).expect("a parameter"), given);
            match expected {
                Ok(expected) => assert_eq!(answer, Ok(expected), "{declaration}"),
                Err(part) => {
                    let error = answer.expect_err("it is refused");
                    assert!(error.contains(part), "{declaration}: {error}");
                }
            }
        }
    }
}
