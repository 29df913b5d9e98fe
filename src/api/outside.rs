//! Bytes as they may come from outside, for the tests of what reads them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Map, Value};

/// How many cases each property is tried with, unless `HALTSCOPE_CASES` says otherwise.
const CASES: u32 = 256;

/// The setting of these properties.
pub fn setting() -> Config {
    let wanted = std::env::var("HALTSCOPE_CASES").ok().and_then(|text| text.parse().ok());
    Config { cases: wanted.unwrap_or(CASES), failure_persistence: None, ..Config::default() }
}

/// Anything, and what is nearly one of these samples.
pub fn bytes(samples: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => vec(any::<u8>(), 0..200),
        1 => hostile().prop_map(String::into_bytes),
        4 => damaged(proptest::sample::select(samples).prop_map(|text| text.as_bytes().to_vec())),
    ]
}

/// The same as text.
pub fn text(samples: &'static [&'static str]) -> impl Strategy<Value = String> {
    bytes(samples).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Documents with these keys at any place and values of any kind, whole or damaged.
pub fn documents(keys: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let whole = value(keys).prop_map(|value| value.to_string().into_bytes());
    prop_oneof![3 => whole.clone(), 1 => damaged(whole)]
}

/// Text out of the signs that formats are made of, and some that terminals and programs trip over.
fn hostile() -> impl Strategy<Value = String> {
    let signs = proptest::sample::select(
        &[
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            ":",
            ",",
            "=",
            "\\",
            "/",
            "<",
            ">",
            "#",
            "@",
            ".",
            ";",
            " ",
            "\n",
            "\r",
            "\t",
            "\0",
            "\u{1b}[31m",
            "ä",
            "日",
            "\u{202e}",
            "\u{feff}",
            "0",
            "9",
            "a",
            "title",
            "http://",
            "-",
            "%",
            "+",
            "e308",
        ][..],
    );
    vec(signs, 0..40).prop_map(|signs| signs.concat())
}

/// Bytes are taken out, put in, changed or repeated; or the rest is missing.
fn damaged(whole: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damages = vec((0..5_u8, any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (whole, damages).prop_map(|(mut bytes, damages)| {
        for (kind, place, byte) in damages {
            let at = place.index(bytes.len() + 1);
            match kind {
                0 if at < bytes.len() => drop(bytes.remove(at)),
                1 => bytes.insert(at, byte),
                2 if at < bytes.len() => bytes[at] = byte,
                3 if bytes.len() < 4096 => bytes.extend_from_within(at..),
                4 => bytes.truncate(at),
                _ => {}
            }
        }
        bytes
    })
}

fn value(keys: &'static [&'static str]) -> impl Strategy<Value = Value> + Clone {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::sample::select(&[0_u64, 1, 1 << 32, u64::MAX][..]).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        hostile().prop_map(Value::from),
        proptest::sample::select(keys).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let pairs = vec((proptest::sample::select(keys), inner.clone()), 0..5);
        let object = |pairs: Vec<(&str, Value)>| {
            pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>()
        };
        prop_oneof![
            1 => vec(inner, 0..4).prop_map(Value::from),
            3 => pairs.prop_map(move |pairs| Value::Object(object(pairs))),
        ]
    })
}
