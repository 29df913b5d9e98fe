//! What the tables of a script tell of names and of texts.

use crate::script::instrument::Code;
use rquickjs::{Coerced, Ctx, Value};
use serde_json::json;
use std::collections::BTreeSet;

/// The names visible in a scope, each with where it lives and whether it is the module's, as JSON.
///
/// `this`, `arguments`, parameters and declarations of the function, then of its blocks; then the
/// enclosing functions, inner to outer.
pub(super) fn names(code: &Code, scope: u32) -> String {
    let mut seen = BTreeSet::new();
    let mut list = vec![json!(["this", "local", false])];
    let mut own_arguments = true;
    let chain: Vec<_> = code.chain(scope).collect();
    for function in chain.chunk_by(|(a, _), (b, _)| a.function == b.function) {
        let (first, local) = function[0];
        let place = if local { "local" } else { "closure" };
        if own_arguments && !code.functions[first.function as usize].arrow {
            own_arguments = false;
            if seen.insert("arguments") {
                list.push(json!(["arguments", place, false]));
            }
        }
        for (scope, _) in function.iter().rev() {
            let fresh: Vec<_> = scope.names.iter().filter(|name| seen.insert(name)).collect();
            list.extend(fresh.iter().map(|name| json!([name, place, scope.parent.is_none()])));
        }
    }
    json!(list).to_string()
}

/// Whether a text may mean something else in a scope than in the module around it.
pub(super) fn mentions_inner(code: &Code, scope: u32, text: &str) -> bool {
    let inner = code.chain(scope).map(|(scope, _)| scope).filter(|scope| scope.parent.is_some());
    let mut inner: BTreeSet<&str> =
        inner.flat_map(|scope| &scope.names).map(String::as_str).collect();
    inner.extend(["this", "arguments", "super"]);
    let is_part =
        |next: char| next.is_alphanumeric() || matches!(next, '_' | '$' | '\u{200c}' | '\u{200d}');
    // A name may be written with escapes.
    text.contains('\\') || text.split(|next| !is_part(next)).any(|word| inner.contains(word))
}

/// A function's text without our additions.
pub(super) fn restore(mut text: String, markers: &[(String, String)]) -> String {
    for (open, close) in markers {
        while let Some(start) = text.find(open.as_str()) {
            let end = text[start..].find(close.as_str());
            let end = end.map_or(text.len(), |length| start + length + close.len());
            text.replace_range(start..end, "");
        }
    }
    text
}

/// The line of a debugger's expression that an error comes from.
pub(super) fn line_of(ctx: &Ctx<'_>, error: Option<&Value<'_>>) -> u32 {
    let stack = error.and_then(Value::as_object).and_then(|error| {
        let text = error.get::<_, Coerced<String>>("stack");
        if text.is_err() {
            drop(ctx.catch());
        }
        text.ok()
    });
    let place = stack.as_ref().and_then(|text| text.0.split("<input>:").nth(1));
    let digits = place.map(|rest| rest.split(|next: char| !next.is_ascii_digit()).next());
    digits.flatten().and_then(|digits| digits.parse().ok()).unwrap_or(1)
}
