//! JSON that says nothing twice: UTF-8, no key again, not too deep ("beyond the specification", 2.6). Of two values under
//! one key, one would be lost in silence.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::{cell::Cell, fmt};

/// The deepest nesting of arrays and objects.
const DEPTH: usize = 64;
/// Bytes of an allocation besides its content.
pub const ALLOCATION: usize = 8;
/// Bytes of a tree node of [`Map`]: eleven keys and values, and its surroundings.
pub const NODE: usize = 11 * (size_of::<String>() + size_of::<Value>()) + 2 * ALLOCATION;
/// The fewest entries of a node that isn't the only one.
pub const ENTRIES: usize = 5;
/// Bytes of a place in a list, which has twice as many places as values and once more the same while it grows.
const PLACE: usize = 3 * size_of::<Value>();

/// Decodes the whole of it.
///
/// # Errors
///
/// It is no such JSON.
pub fn decode(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    decode_within(bytes, usize::MAX)
}

/// Decodes the whole of it, which becomes so many bytes of memory at most.
///
/// # Errors
///
/// It is no such JSON, or needs more.
pub fn decode_within(bytes: &[u8], most: usize) -> Result<Value, serde_json::Error> {
    let text = std::str::from_utf8(bytes).map_err(serde_json::Error::custom)?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { depth: DEPTH, left: &Cell::new(most) }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// The same of a text that is an object.
///
/// # Errors
///
/// It is no such JSON, or of another type.
pub fn object(text: &str) -> Result<Map<String, Value>, serde_json::Error> {
    match decode(text.as_bytes())? {
        Value::Object(fields) => Ok(fields),
        _ => Err(serde_json::Error::custom("a JSON object is needed")),
    }
}

/// Builds a value, with this much nesting left, and so many bytes for it and what follows.
#[derive(Clone, Copy)]
struct Strict<'a> {
    depth: usize,
    left: &'a Cell<usize>,
}

impl Strict<'_> {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        let depth = self.depth.checked_sub(1);
        let deeper = depth.map(|depth| Self { depth, ..self });
        deeper.ok_or_else(|| E::custom("it is nested too deeply"))
    }

    fn take<E: Error>(self, bytes: usize) -> Result<(), E> {
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.ok_or_else(|| E::custom("it needs too much memory"))?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.take(value.len() + ALLOCATION)?;
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            self.take(PLACE)?;
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let node = if object.len().is_multiple_of(ENTRIES) { NODE } else { 0 };
            self.take(node + key.len() + ALLOCATION)?;
            let value = entries.next_value_seed(inner)?;
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key \"{key}\" stands twice")));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_read_as_it_is() {
        let text = r#" {"a": [1, -2, 3.5, "ö\u0041", true, null], "b": {}} "#;
        let expected = json!({"a": [1, -2, 3.5, "öA", true, null], "b": {}});
        assert_eq!(decode(text.as_bytes()).ok(), Some(expected));
    }

    #[test]
    fn what_becomes_too_much_memory_is_refused() {
        for (body, most) in [
            ("[[0],[0]]", 4 * PLACE),
            (r#"{"a":{"b":1}}"#, 2 * (NODE + ALLOCATION + 1)),
            (r#"["abc"]"#, PLACE + ALLOCATION + 3),
        ] {
            assert!(decode_within(body.as_bytes(), most).is_ok(), "{body}");
            let refused = decode_within(body.as_bytes(), most - PLACE).expect_err(body);
            assert!(refused.to_string().contains("too much memory"), "{refused}");
        }
    }

    #[test]
    fn what_is_no_strict_json_is_refused() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(decode(nested(64).as_bytes()).is_ok());
        for body in [nested(65).as_bytes(), b"{\"a\":1,\"a\":2}", b"{} {}", b"\xff", b"", b"nope"] {
            assert!(decode(body).is_err(), "{:?}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn a_very_deep_body_is_refused_without_harm() {
        assert!(decode("[".repeat(1_000_000).as_bytes()).is_err());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, words) in [
            ("{\"a\": 1,\n \"a\": 2}", "the key \"a\" stands twice at line 2"),
            (r#"{"a": [{"b": 1, "b": 1}]}"#, "the key \"b\" stands twice"),
            ("[1]", "a JSON object is needed"),
            ("{} x", "trailing characters"),
            ("", "EOF"),
        ] {
            let error = object(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
