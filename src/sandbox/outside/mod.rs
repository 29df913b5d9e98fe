//! Bytes as they may come from outside, for the tests of what reads them: whatever they are, they are
//! read or refused, and nothing panics.
//!
//! `HALTSCOPE_CASES=1000000 cargo test --release outside` tries each reader with a million cases;
//! without the variable it is a few hundred.

mod requests;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use proptest::{
    collection::vec,
    prelude::{Strategy, any, prop},
    prop_oneof,
    sample::Index,
    test_runner::Config,
};
use serde_json::{Map, Value};

/// How many cases there are unless `HALTSCOPE_CASES` says otherwise.
const CASES: u32 = 256;

/// What readers stumble over.
const ODD: &[&[u8]] = &[
    b"",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    "\u{feff}".as_bytes(),
    "ß".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{1f600}".as_bytes(),
    b"%",
    b"%zz",
    b"%00",
    b"%2F",
    b"%ff",
    b"+",
    b"&",
    b"=",
    b"&&",
    b"?",
    b"#",
    b"/",
    b"//",
    b"..",
    b".",
    b"\\",
    b"\"",
    b"'",
    b"(",
    b")",
    b"((((((((((((((((((((",
    b"[",
    b"]",
    b"[[[[[[[[[[",
    b"{",
    b"}",
    b"<",
    b">",
    b"</",
    b"<!--",
    b"*",
    b"**",
    b"@",
    b":",
    b"::",
    b";",
    b",",
    b",,",
    b"-",
    b"-1",
    b"0",
    b"00",
    b"1e999",
    b"9223372036854775808",
    b"18446744073709551616",
    b"NaN",
    b"null",
    b"true",
    b"\r\n",
    b"\t",
    b" ",
    b"\x7f",
    b"\x1b[0m",
];

/// How these properties are tried.
pub(super) fn setting() -> Config {
    let wanted = std::env::var("HALTSCOPE_CASES").ok().and_then(|text| text.parse().ok());
    Config { cases: wanted.unwrap_or(CASES), failure_persistence: None, ..Config::default() }
}

/// Pieces of samples in any order with odd things between them; samples with some bytes changed; and
/// anything.
pub(super) fn bytes(samples: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> + Clone {
    let pieces = vec(piece(samples), 0..8).prop_map(|pieces| pieces.concat());
    let bytes = vec((any::<Index>(), any::<u8>()), 0..4);
    let changed = (prop::sample::select(samples), bytes).prop_map(|(sample, changes)| {
        let mut bytes = sample.as_bytes().to_vec();
        for (place, byte) in changes.into_iter().filter(|_| !sample.is_empty()) {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes
    });
    prop_oneof![3 => pieces, 3 => changed, 1 => vec(any::<u8>(), 0..64)]
}

fn piece(samples: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> + Clone {
    let odd = prop::sample::select(ODD).prop_map(<[u8]>::to_vec);
    let part = (prop::sample::select(samples), any::<[Index; 2]>()).prop_map(|(sample, ends)| {
        let mut ends = ends.map(|end| end.index(sample.len() + 1));
        ends.sort_unstable();
        sample.as_bytes()[ends[0]..ends[1]].to_vec()
    });
    prop_oneof![1 => odd, 2 => part]
}

/// The same as text.
pub(super) fn text(samples: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    bytes(samples).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The same as a header's value, which has no control characters.
pub(super) fn value(
    samples: &'static [&'static str],
) -> impl Strategy<Value = HeaderValue> + Clone {
    bytes(samples).prop_map(|mut bytes| {
        bytes.retain(|byte| HeaderValue::from_bytes(&[*byte]).is_ok());
        HeaderValue::from_bytes(&bytes).expect("each byte may stand in a header")
    })
}

/// Up to three headers of these names, also the same one twice.
pub(super) fn headers(
    names: &'static [&'static str],
    samples: &'static [&'static str],
) -> impl Strategy<Value = HeaderMap> {
    let name = prop::sample::select(names).prop_map(HeaderName::from_static);
    vec((name, value(samples)), 0..4).prop_map(|headers| {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value);
        }
        map
    })
}

/// JSON with these names for keys and texts, at any depth.
pub(super) fn json(names: &'static [&'static str]) -> impl Strategy<Value = Value> + Clone {
    let leaf = prop_oneof![
        3 => prop::sample::select(names).prop_map(Value::from),
        1 => text(names).prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => prop::sample::select(&[0_u64, 1, u64::MAX][..]).prop_map(Value::from),
        1 => proptest::strategy::Just(Value::Null),
    ];
    leaf.prop_recursive(4, 16, 4, move |inner| {
        let name =
            prop_oneof![4 => prop::sample::select(names).prop_map(str::to_owned), 1 => text(names)];
        let object = vec((name, inner.clone()), 0..5);
        let object = object.prop_map(|pairs| pairs.into_iter().collect::<Map<_, _>>().into());
        prop_oneof![3 => object, 1 => vec(inner, 0..4).prop_map(Value::Array)]
    })
}
