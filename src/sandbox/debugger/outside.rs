//! What requests to the debugger bring: breakpoints with their script paths, numbers, names, cookies.

use super::{caller, cookie, decode, place};
use crate::api::strict;
use crate::sandbox::outside::{bytes, headers, json as documents, setting, text};
use proptest::prelude::*;
use serde_json::json;

const NAMES: &[&str] = &[
    "breakpoints",
    "line_number",
    "script_path",
    "condition",
    "/app/cartridge/controllers/Cart.js",
    "/a/../b.ds",
    "/modules/a.js",
    "a.js",
    "/a.JS",
    "id",
    "1",
];
const PATHS: &[&str] = &["/app/cartridge/a.js", "/a/../b.ds", "..", "//x.js", "/a/.js", "C:\\a.js"];
const NUMBERS: &[&str] = &["0", "-0", "007", "99999999999999999999", "-12", "+1", "1.0"];
const COOKIES: &[&str] = &["dwsid=abc; x=1", "x=1;dwsid=", "dwsid", ";;=;", "dwsid =a"];

fn is_script(path: &str) -> bool {
    let is_named = [".js", ".ds"].iter().any(|end| path.ends_with(end));
    path.starts_with('/') && is_named && path.split('/').all(|segment| segment != "..")
}

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn breakpoints(document in documents(NAMES), path in text(PATHS), line in any::<f64>()) {
        let own = json!({"breakpoints": [{"script_path": path, "line_number": line}, document]});
        let read = [decode::read(&document), decode::read(&own)];
        for outcome in read {
            match outcome {
                Ok(breakpoints) => {
                    for breakpoint in breakpoints {
                        prop_assert!(breakpoint.line_number.0 >= 1);
                        prop_assert!(is_script(breakpoint.script_path.as_str()));
                        let condition = breakpoint.condition.unwrap_or_else(|| "x".to_owned());
                        prop_assert!(!condition.trim().is_empty());
                    }
                }
                Err(refusal) => prop_assert!(!refusal.message().is_empty()),
            }
        }
    }

    #[test]
    fn script_paths(path in text(PATHS)) {
        let document = json!({"breakpoints": [{"script_path": path, "line_number": 1}]});
        prop_assert_eq!(decode::read(&document).is_ok(), is_script(&path));
    }

    #[test]
    fn breakpoint_bodies(body in bytes(&[
        r#"{"breakpoints":[{"line_number":1,"script_path":"/a/b.js","condition":"x > 1"}]}"#,
        r#"{"breakpoints":[{"line_number":1e999,"script_path":null}],"breakpoints":{}}"#,
    ])) {
        if let Ok(document) = strict::decode(&body) {
            let _ = decode::read(&document);
        }
    }

    #[test]
    fn integers_of_paths(number in text(NUMBERS)) {
        if let Some(plain) = place::plain_integer(&number) {
            prop_assert_eq!(place::plain_integer(&plain), Some(plain.clone()));
            prop_assert_eq!(number.parse::<i64>().ok(), plain.parse().ok());
        }
    }

    #[test]
    fn client_names(name in bytes(&["haltscope", "ö"]), other in bytes(&["haltscope", "ö"])) {
        let is_text = |name: &[u8]| std::str::from_utf8(name).is_ok();
        if is_text(&name) == is_text(&other) {
            prop_assert_eq!(caller::text(&name) == caller::text(&other), name == other);
        }
    }

    #[test]
    fn cookies(headers in headers(&["cookie"], COOKIES)) {
        let is_named = headers.values().any(|line| {
            line.as_bytes().windows(5).any(|part| part == b"dwsid")
        });
        prop_assert!(is_named || !cookie::has_cookie(&headers));
    }
}
