//! Whether something is online now: its flag says so, and the time that it is online for.

use jiff::Timestamp;
use serde_json::Value;

/// By the fields `online`, `onlineFrom` and `onlineTo` of its document.
pub(super) fn is_online(document: &Value) -> bool {
    let time = |name: &str| document[name].as_str()?.parse::<Timestamp>().ok();
    let now = Timestamp::now();
    document["online"] != false
        && time("onlineFrom").is_none_or(|from| from <= now)
        && time("onlineTo").is_none_or(|to| to > now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_online_is_so_from_and_to_its_times() {
        let (before, after) = ("2000-01-01T00:00:00.000Z", "2990-01-01T00:00:00.000+01:00");
        for (document, expected) in [
            (json!({}), true),
            (json!({ "online": false, "onlineFrom": before }), false),
            (json!({ "onlineFrom": before, "onlineTo": after }), true),
            (json!({ "onlineFrom": after }), false),
            (json!({ "onlineTo": before }), false),
            (json!({ "onlineTo": "some day" }), true),
        ] {
            assert_eq!(is_online(&document), expected, "{document}");
        }
    }
}
