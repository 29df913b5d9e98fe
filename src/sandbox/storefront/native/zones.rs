//! Time zones, for `assets/platform/internal/zones.js`: the system's, and those such as `GMT+5:30`.

use super::super::{ask::Ask, asked};
use crate::script::HostError;
use jiff::{
    Timestamp,
    civil::DateTime,
    tz::{Offset, TimeZone},
};
use serde_json::{Value, json};

/// Answers `zone.at` of a `time`, milliseconds since 1970: how far the zone's clocks are ahead then, also without
/// summer time, and what people call that; and `zone.instant`: the time at which its clocks show `wall`. A zone that
/// nobody knows is GMT.
pub(in super::super) fn answer(what: asked::Zone, ask: &Ask<'_>) -> Result<Value, HostError> {
    let zone = named(ask.text("zone")?).unwrap_or(TimeZone::UTC);
    match what {
        asked::Zone::At => {
            let info = zone.to_offset_info(timestamp(ask, "time")?);
            let summer = if info.dst().is_dst() { 3_600_000 } else { 0 };
            let offset = i64::from(info.offset().seconds()) * 1000;
            Ok(json!({ "offset": offset, "summer": summer, "name": info.abbreviation() }))
        }
        asked::Zone::Instant => {
            let wall = Offset::UTC.to_datetime(timestamp(ask, "wall")?);
            Ok(instant(&zone, wall).map_or(Value::Null, |it| json!(it.as_millisecond())))
        }
    }
}

/// Of a time that clocks show twice it is the later one; one that they pass over is as much later.
fn instant(zone: &TimeZone, wall: DateTime) -> Option<Timestamp> {
    zone.to_ambiguous_timestamp(wall).later().ok()
}

fn timestamp(ask: &Ask<'_>, key: &str) -> Result<Timestamp, HostError> {
    let number = ask.arguments.get(key).and_then(Value::as_i64);
    let time = number.and_then(|it| Timestamp::from_millisecond(it).ok());
    time.ok_or_else(|| HostError::new(format!("{} needs a time as {key}", ask.name)))
}

fn named(name: &str) -> Option<TimeZone> {
    let after = name.strip_prefix("GMT").or_else(|| name.strip_prefix("UTC"));
    let fixed = after.and_then(offset).map(Offset::to_time_zone);
    fixed.or_else(|| TimeZone::get(name).ok())
}

/// `+1`, `-0800` or `+5:30`.
fn offset(text: &str) -> Option<Offset> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(both) => both,
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "0"),
    };
    let number = |text: &str| text.parse::<u8>().ok().map(i32::from);
    let (hours, minutes) = (number(hours)?, number(minutes).filter(|it| *it < 60)?);
    Offset::from_seconds(sign * (hours * 3600 + minutes * 60)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asked::Asked;

    fn ask(name: &'static str, arguments: Value) -> Value {
        let ask = Ask::patient(name, arguments);
        let Some(Asked::Zone(what)) = Asked::of(name) else { panic!("{name}") };
        answer(what, &ask).expect("an answer")
    }

    #[test]
    fn zones_have_offsets_by_their_names() {
        for (zone, hours) in [
            ("GMT+1", 1.0),
            ("GMT-08:00", -8.0),
            ("UTC+0530", 5.5),
            ("Etc/GMT+1", -1.0),
            ("nowhere", 0.0),
            ("GMT+99", 0.0),
            ("GMT+ü1", 0.0),
            ("", 0.0),
        ] {
            let found = ask("zone.at", json!({ "zone": zone, "time": 0 }));
            assert_eq!(found["offset"].as_f64(), Some(hours * 3_600_000.0), "{zone}");
        }
    }

    #[test]
    fn clocks_that_are_put_back_and_forth_show_some_times_twice_and_some_never() {
        let at = |wall: &str| {
            let wall: Timestamp = wall.parse().expect("a time");
            let asked = json!({ "zone": "Europe/Berlin", "wall": wall.as_millisecond() });
            let found = ask("zone.instant", asked).as_i64().expect("a time");
            Timestamp::from_millisecond(found).expect("a time").to_string()
        };
        assert_eq!(at("2024-07-01T12:00:00Z"), "2024-07-01T10:00:00Z");
        assert_eq!(at("2024-03-31T02:30:00Z"), "2024-03-31T01:30:00Z");
        assert_eq!(at("2024-10-27T02:30:00Z"), "2024-10-27T01:30:00Z");
        let summer = json!({ "zone": "Europe/Berlin", "time": 1_719_820_800_000_i64 });
        let expected = json!({ "offset": 7_200_000, "summer": 3_600_000, "name": "CEST" });
        assert_eq!(ask("zone.at", summer), expected);
    }
}
