//! Merging what requests of one session did at the same time.

use serde_json::{Map, Value};
use std::collections::HashMap;

/// Applies to `now` what a request made of `before`: `after`.
///
/// Objects are merged key by key. Lists of objects with a `uuid` are merged element by element; a
/// `quantity` that both sides changed keeps both changes. Anything else that the request changed
/// replaces what is there, and what it left alone stays.
pub(super) fn merged(before: &Value, after: Value, now: &Value) -> Value {
    if *before == after {
        return now.clone();
    }
    if before == now {
        return after;
    }
    // What both made anew is merged as if it had been empty.
    let (no_fields, no_elements) = (Map::new(), Vec::new());
    match (before, after, now) {
        (before @ (Value::Object(_) | Value::Null), Value::Object(after), Value::Object(now)) => {
            Value::Object(objects(before.as_object().unwrap_or(&no_fields), after, now))
        }
        (before @ (Value::Array(_) | Value::Null), Value::Array(after), Value::Array(now)) => {
            let before = before.as_array().unwrap_or(&no_elements);
            if [before, &after, now].into_iter().flatten().all(|it| uuid(it).is_some()) {
                Value::Array(lists(before, after, now))
            } else {
                Value::Array(after)
            }
        }
        (_, after, _) => after,
    }
}

fn objects(
    before: &Map<String, Value>,
    after: Map<String, Value>,
    now: &Map<String, Value>,
) -> Map<String, Value> {
    let mut result = now.clone();
    result.retain(|key, _| !before.contains_key(key) || after.contains_key(key));
    for (key, value) in after {
        let (was, is) = (before.get(&key), now.get(&key));
        let value = match (was, is) {
            (Some(was), Some(is)) if key == "quantity" => quantity(was, value, is),
            (Some(was), Some(is)) => merged(was, value, is),
            (Some(was), None) if *was == value => continue,
            (None, Some(is)) => merged(&Value::Null, value, is),
            _ => value,
        };
        result.insert(key, value);
    }
    result
}

fn quantity(before: &Value, after: Value, now: &Value) -> Value {
    if let (Some(was), Some(wanted), Some(is)) = (before.as_i64(), after.as_i64(), now.as_i64()) {
        return Value::from((is + wanted - was).max(0));
    }
    match (before.as_f64(), after.as_f64(), now.as_f64()) {
        (Some(was), Some(wanted), Some(is)) => Value::from((is + wanted - was).max(0.0)),
        _ => merged(before, after, now),
    }
}

fn lists(before: &[Value], after: Vec<Value>, now: &[Value]) -> Vec<Value> {
    let own = |it: &Value| uuid(it).unwrap_or_default().to_owned();
    let (before, left) = (by_uuid(before), by_uuid(&after));
    let is_kept = |it: &&Value| !before.contains_key(&*own(it)) || left.contains_key(&*own(it));
    let mut result: Vec<Value> = now.iter().filter(is_kept).cloned().collect();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (place, element) in result.iter().enumerate() {
        places.entry(own(element)).or_insert(place);
    }
    for element in after {
        let id = own(&element);
        match (before.get(&*id), places.get(&id)) {
            (Some(was), Some(place)) => result[*place] = merged(was, element, &result[*place]),
            (None, None) => {
                places.insert(id, result.len());
                result.push(element);
            }
            // Somebody else took it away meanwhile, or both brought the same one.
            (Some(_), None) | (None, Some(_)) => {}
        }
    }
    result
}

/// The first element with each UUID: lists may be long, and are compared with each other.
fn by_uuid(list: &[Value]) -> HashMap<&str, &Value> {
    let mut found = HashMap::new();
    for element in list {
        found.entry(uuid(element).unwrap_or_default()).or_insert(element);
    }
    found
}

fn uuid(element: &Value) -> Option<&str> {
    element.get("uuid")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// `documents` are before, after and now.
    fn check(documents: [Value; 3], expected: &Value) {
        let [before, after, now] = documents;
        assert_eq!(merged(&before, after, &now), *expected);
    }

    #[test]
    fn both_sides_keep_what_they_changed() {
        let before = json!({ "custom": { "a": 1, "b": 1 } });
        let after = json!({ "custom": { "a": 2, "b": 1 } });
        let now = json!({ "custom": { "a": 1, "b": 3, "c": 4 } });
        check([before, after, now], &json!({ "custom": { "a": 2, "b": 3, "c": 4 } }));
    }

    #[test]
    fn what_a_request_took_away_is_gone() {
        let now = json!({ "a": 1, "b": 2 });
        check([json!({ "a": 1, "b": 1 }), json!({ "b": 1 }), now], &json!({ "b": 2 }));
        check([json!({ "a": 1 }), json!({ "a": 1, "b": 1 }), json!({})], &json!({ "b": 1 }));
    }

    #[test]
    fn lines_added_at_the_same_time_are_both_there() {
        let before = json!({ "lines": [{ "uuid": "1", "quantity": 1 }] });
        let after =
            json!({ "lines": [{ "uuid": "1", "quantity": 2 }, { "uuid": "2", "quantity": 1 }] });
        let now =
            json!({ "lines": [{ "uuid": "1", "quantity": 4 }, { "uuid": "3", "quantity": 1 }] });
        let expected = json!({ "lines": [
            { "uuid": "1", "quantity": 5 },
            { "uuid": "3", "quantity": 1 },
            { "uuid": "2", "quantity": 1 },
        ] });
        check([before, after, now], &expected);
    }

    #[test]
    fn long_lists_are_merged() {
        let lines = |from: usize| -> Value {
            (from..from + 40_000).map(|it| json!({ "uuid": it.to_string() })).collect()
        };
        let Value::Array(all) = merged(&lines(0), lines(20_000), &lines(10_000)) else {
            panic!("no list");
        };
        assert_eq!(all.len(), 50_000 - 20_000 + 10_000);
    }

    #[test]
    fn parts_of_a_piece_that_were_added_at_the_same_time_add_up() {
        let quantity = |quantity: f64| json!({ "quantity": quantity });
        check([json!({ "quantity": 1 }), quantity(1.5), json!({ "quantity": 3 })], &quantity(3.5));
    }

    #[test]
    fn a_line_that_is_gone_stays_gone() {
        let before = json!([{ "uuid": "1", "quantity": 1 }, { "uuid": "2" }]);
        let after = json!([{ "uuid": "1", "quantity": 2 }]);
        check([before, after, json!([{ "uuid": "2" }])], &json!([]));
    }

    #[test]
    fn baskets_made_at_the_same_time_become_one() {
        let after = json!({ "uuid": "a", "lines": [{ "uuid": "1" }] });
        let now = json!({ "uuid": "b", "lines": [{ "uuid": "2" }] });
        let expected = json!({ "uuid": "a", "lines": [{ "uuid": "2" }, { "uuid": "1" }] });
        check([Value::Null, after, now], &expected);
    }

    #[test]
    fn an_ordered_basket_is_gone() {
        let before = json!({ "uuid": "1", "n": 1 });
        check([before, Value::Null, json!({ "uuid": "1", "n": 2 })], &Value::Null);
    }

    fn document() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), any::<i8>().prop_map(Value::from)];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
                prop::collection::hash_map("[a-c]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn alone_a_request_gets_what_it_wrote(before in document(), after in document()) {
            prop_assert_eq!(merged(&before, after.clone(), &before), after);
        }

        #[test]
        fn a_request_that_wrote_nothing_changes_nothing(before in document(), now in document()) {
            prop_assert_eq!(merged(&before, before.clone(), &now), now);
        }
    }
}
