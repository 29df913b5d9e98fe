use super::*;
use proptest::prelude::*;
use serde_json::json;

fn value(text: &str) -> Value {
    parse(text.as_bytes()).expect(text).value()
}

fn fault(text: &str) -> (u32, String) {
    let Fault { line, what } = parse(text.as_bytes()).expect_err(text);
    (line, what)
}

#[test]
fn values_are_what_the_core_schema_says() {
    for (text, expected) in [
        ("a: 1", json!({"a": 1})),
        ("a: '1'", json!({"a": "1"})),
        ("a: 1.0.1", json!({"a": "1.0.1"})),
        ("a: -1.5", json!({"a": -1.5})),
        ("a: [true, False, ~, '', yes]", json!({"a": [true, false, null, "", "yes"]})),
        ("a: |\n  x\n  y\n", json!({"a": "x\ny\n"})),
        ("---\n200: {description: OK}\n", json!({"200": {"description": "OK"}})),
        ("{\n\t\"a\": {\"b\": [1, 2]}\n}", json!({"a": {"b": [1, 2]}})),
        ("a: {\n  \"b\": 1,\n}", json!({"a": {"b": 1}})),
        ("\u{feff}a: 1 # more", json!({"a": 1})),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn aliases_repeat_and_merge_what_has_an_anchor() {
    let text = "a: &a {x: 1, y: 2}\nb: *a\nc:\n  <<: *a\n  y: 3\n";
    assert_eq!(
        value(text),
        json!({"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 2}, "c": {"x": 1, "y": 3}})
    );
    let node = parse(text.as_bytes()).expect("a tree");
    assert_eq!(node.get("b").expect("it is there").line, 2, "where the alias stands");
}

#[test]
fn brackets_may_close_where_their_map_begins() {
    let text = "a:\n  b: {\n    \"c\": [\n      1,\n    ],\n  }\n  d: {\n  }\ne: 2\n";
    assert_eq!(value(text), json!({"a": {"b": {"c": [1]}, "d": {}}, "e": 2}));
    let node = parse(text.as_bytes()).expect("a tree");
    assert_eq!(node.entries()[1].line, 9);
    assert_eq!(fault("a: 1\n}\n").0, 2);
}

#[test]
fn parts_know_their_lines() {
    let node = parse(b"a:\n  b: 1\n\n  c:\n    - x\n    - y\n").expect("a tree");
    let a = node.get("a").expect("a");
    assert_eq!(a.entries().iter().map(|it| it.line).collect::<Vec<_>>(), [2, 4]);
    let c = a.get("c").expect("c");
    assert_eq!(c.items().iter().map(|it| it.line).collect::<Vec<_>>(), [5, 6]);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, line, what) in [
        ("", 1, "nothing in it"),
        ("a: 1\nb: [", 2, ""),
        ("a: 1\n\na: 2", 3, "\"a\" stands twice"),
        ("a: 1\n---\nb: 2", 2, "more than one document"),
        ("a: *b", 1, ""),
        ("a: &a [*a]", 1, ""),
        ("? [a]\n: 1", 1, "a name is a text"),
    ] {
        let (at, told) = fault(text);
        assert!(at == line && told.contains(what), "{text}: {at}: {told}");
    }
    assert_eq!(parse(b"a: 1\nb: \xff").expect_err("no text").line, 2);
}

#[test]
fn a_map_of_many_names_is_read_at_once() {
    let names: Vec<_> = (0..30_000).map(|number| format!("a{number}: ")).collect();
    let text = names.join("\n");
    assert_eq!(parse(text.as_bytes()).expect("a map").entries().len(), 30_000);
}

#[test]
fn a_file_costs_no_more_than_it_may() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse(deep(64).as_bytes()).is_ok());
    assert!(fault(&deep(65)).1.contains("nested"));
    assert!(parse("[".repeat(LONGEST).as_bytes()).is_err());
    let within = |inner: &str| format!("{}{inner}{}", "[".repeat(30), "]".repeat(30));
    let repeated = |depth: u32| {
        let level = |at: u32| {
            let below = at.checked_sub(1).map_or("1".to_owned(), |below| format!("*a{below}"));
            format!("a{at}: &a{at} {}", within(&below))
        };
        (0..depth).map(level).collect::<Vec<_>>().join("\n")
    };
    assert!(parse(repeated(2).as_bytes()).is_ok());
    assert!(fault(&repeated(3)).1.contains("nested"));
    assert!(fault(&"x".repeat(LONGEST + 1)).1.contains("longer"));
    // A thousand million laughs, and a few long ones.
    let level = |at: u32| {
        let below = at.checked_sub(1).map_or("lol".to_owned(), |below| format!("*a{below}"));
        format!("a{at}: &a{at} [{}]", vec![below; 10].join(", "))
    };
    let laughs = (0..9).map(level).collect::<Vec<_>>().join("\n");
    assert!(fault(&laughs).1.contains("repeats"));
    let long = format!("a: &a '{}'\nb: [{}]", "x".repeat(100_000), "*a, ".repeat(100));
    assert!(fault(&long).1.contains("repeats"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[-a-c:{}\\[\\]&*<|>\"'#%~!? \n\t,0-9]{0,200}") {
        let lines = u32::try_from(text.lines().count() + 1).expect("few");
        match parse(text.as_bytes()) {
            Ok(node) => prop_assert!(node.line <= lines),
            Err(fault) => prop_assert!(fault.line <= lines, "{fault:?}"),
        }
    }

    #[test]
    fn json_is_read_as_what_it_is(value in json_values()) {
        let text = serde_json::to_string_pretty(&value).expect("JSON");
        prop_assert_eq!(parse(text.as_bytes()).expect("YAML holds JSON").value(), value);
    }
}

fn json_values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z ö\"\\\\/:#{}-]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,6}", inner, 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}
