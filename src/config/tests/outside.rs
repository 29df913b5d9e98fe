//! Whatever stands in files, variables and arguments: it is read or refused with its place named,
//! and nothing panics. `HALTSCOPE_CASES=1000000 cargo test outside` tries each with a million cases.

use super::super::dw_json::DwJson;
use super::super::{Naming, breakpoint, dotenv};
use super::*;
use crate::api::address::Address;
use crate::api::fingerprint::Fingerprint;
use crate::api::outside::{bytes, documents, setting, text};
use proptest::prelude::*;
use std::path::Path;

const DW_JSONS: &[&str] = &[
    r#"{"hostname": "a.example.com", "username": "a", "password": "b", "active": false, "configs": [{"name": "dev", "client-id": "c", "cartridge": ["x"], "active": true}]}"#,
    r#"{"server": "b", "codeVersion": 7, "cartridgesPath": "a:b", "selfSigned": "true"}"#,
];
const DW_JSON_KEYS: &[&str] = &[
    "hostname",
    "server",
    "username",
    "password",
    "client-id",
    "clientSecret",
    "name",
    "active",
    "configs",
    "cartridge",
    "cartridgesPath",
    "self-signed",
    "certificate",
    "passphrase",
    "version",
];
const DOT_ENVS: &[&str] =
    &["export SFCC_SERVER=a # b\nSFCC_PASSWORD=\"a\\\"b\\n\"\r\nX='y'", "A=b\n\nSFCC_USERNAME = ä"];
const SETTINGS: &[&str] = &[
    "keymap = \"gdb\"\nidle_limit = \"30m\"\nmask = [\"a.b\"]\n[keys]\n\"step over\" = [\"n\", \"f8\"]\n",
    "mouse = true\nhalt_timeout = 90\nmarks = 'ascii'",
];
const BREAKPOINTS: &[&str] = &[
    "/app/cartridge/a.js:12:qty > 5 ? 'a:2' : y",
    "./tools/../a.ds:3",
    "C:\\a.js:4294967296",
    "/a/b.js:007:",
];
const ADDRESSES: &[&str] = &[
    "https://ada:s3cret@shop.example.com:8443/x?y#z",
    "http://[::1]:8400",
    "localhost:8443",
    "http://127.0.0.1",
];
const FINGERPRINTS: &[&str] = &[
    "sha256 Fingerprint=AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB",
    "abababababababababababababababababababababababababababababababab",
];

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn dw_json_files(text in prop_oneof![bytes(DW_JSONS), documents(DW_JSON_KEYS)]) {
        let file = Path::new("dw.json");
        let found = DwJson::of_text(file, &text);
        if let Some(entry) = found.ok().and_then(|file| file.usual().or_else(|| file.only())) {
            for row in TABLE {
                let value = entry.get(row.key);
                prop_assert!(value.is_ok() || value.is_err_and(|it| it.to_string().contains("dw.json")));
                let _ = entry.list(row.key, &[':', ',']);
            }
        }
    }

    #[test]
    fn dot_env_files(text in text(DOT_ENVS)) {
        let lines = text.lines().count();
        for assignment in dotenv::parse(&text) {
            prop_assert!(!assignment.name.is_empty() && (1..=lines).contains(&assignment.line));
        }
    }

    #[test]
    fn settings_files(text in text(SETTINGS)) {
        let (settings, mistakes) = Settings::parse(&text);
        prop_assert!(settings.idle_limit <= std::time::Duration::from_hours(24));
        for Mistake { line, problem } in mistakes {
            prop_assert!((1..=text.matches('\n').count() + 1).contains(&line));
            prop_assert!(!problem.is_empty());
        }
    }

    #[test]
    fn breakpoint_arguments(text in text(BREAKPOINTS)) {
        if let Ok(given) = breakpoint::parse(&text, Path::new("/none")) {
            let (place, naming) = (given.breakpoint, given.naming);
            let is_whole = place.script_path.as_str().starts_with('/');
            prop_assert!(place.line_number.0 > 0 && is_whole == (naming != Naming::ByEnd));
            prop_assert!(!place.script_path.as_str().split('/').any(|part| part == ".."));
        }
    }

    #[test]
    fn addresses(text in text(ADDRESSES)) {
        match Address::parse(&text) {
            Ok(address) => {
                prop_assert_eq!(Address::parse(&address.to_string()), Ok(address.clone()));
                prop_assert!(address.url().username().is_empty() && !address.host().is_empty());
                prop_assert!(address.is_tls() || address.is_loopback());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn fingerprints(text in text(FINGERPRINTS)) {
        if let Ok(pin) = text.parse::<Fingerprint>() {
            prop_assert_eq!(pin.to_string().parse(), Ok(pin));
        }
    }
}
