//! Many documents, told to scripts a piece at a time: one text of all of them could be larger than any that a script has.

use super::ask::Ask;
use serde_json::Value;

/// Bytes of a piece from which on nothing is added.
const ENOUGH: usize = 1 << 20;

/// The documents of the first ones of the `keys` that are asked for, at least one: null for a key without any. `text` has them as
/// JSON.
pub(super) fn read(ask: &Ask<'_>, text: impl Fn(&str) -> Option<String>) -> Value {
    let keys = ask.arguments.get("keys").and_then(Value::as_array);
    let (mut piece, mut bytes) = (Vec::new(), 0);
    for key in keys.into_iter().flatten().filter_map(Value::as_str) {
        if bytes >= ENOUGH {
            break;
        }
        let document = text(key);
        bytes += document.as_ref().map_or(0, String::len);
        piece.push(document.and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default());
    }
    Value::Array(piece)
}
