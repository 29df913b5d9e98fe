//! The state that is kept with a project, whatever somebody has made of the file: it is read or
//! refused, and a session begins with it. `HALTSCOPE_CASES=1000000 cargo test outside` tries it with
//! a million cases.

use crate::api::outside::{bytes, documents, setting};
use crate::session::{Options, Saved, Session};
use proptest::prelude::*;

const STATES: &[&str] = &[
    r#"{"breakpoints": [{"script": "/app/cartridge/x.js", "line": 3, "condition": "i >", "from_hit": 2, "log": "a {b}", "enabled": true}], "watches": ["a.b", "f()"], "confirmed": ["f()"], "inputs": ["1"], "requests": ["GET x"], "expansion": [{"script": "/app/cartridge/x.js", "function": "f()", "open": []}], "remembered": {"cursors": []}, "client": {"instance": "zzzz-001", "debugger_id": "haltscope", "process": 7}}"#,
    r#"{"breakpoints": [{"script": "", "line": 0, "enabled": false}, {"script": "", "line": 0, "enabled": true}]}"#,
];
const KEYS: &[&str] = &[
    "breakpoints",
    "watches",
    "confirmed",
    "inputs",
    "requests",
    "expansion",
    "remembered",
    "client",
    "script",
    "line",
    "enabled",
    "function",
    "open",
    "instance",
    "debugger_id",
    "process",
];

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn states_of_projects(text in prop_oneof![3 => bytes(STATES), 1 => documents(KEYS)]) {
        if let Ok(saved) = serde_json::from_slice::<Saved>(&text) {
            let places = |saved: &Saved| saved.breakpoints.len();
            let again = Session::new(Options::default(), saved.clone()).to_save();
            prop_assert!(places(&again) <= places(&saved));
            let text = serde_json::to_vec(&again).expect("it can be written");
            prop_assert_eq!(serde_json::from_slice::<Saved>(&text).expect("and read"), again);
        }
    }
}
