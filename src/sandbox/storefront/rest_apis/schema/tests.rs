use super::*;
use crate::sandbox::storefront::rest_apis::yaml;
use proptest::prelude::*;
use serde_json::json;

fn read(text: &str) -> (Schemas, SchemaId) {
    let document = yaml::parse(text.as_bytes()).expect("YAML");
    let mut schemas = Schemas::default();
    let id = schemas.read(&document, document.get("schema").expect("a schema"));
    (schemas, id.expect("it is one"))
}

fn problem(text: &str, value: &Value) -> Option<String> {
    let (schemas, id) = read(text);
    schemas.check(id, value, "it").err()
}

#[test]
fn values_are_what_their_schemas_say() {
    for (schema, value, what) in [
        ("{type: string}", json!("x"), None),
        ("{type: string}", json!(1), Some("it is not a string")),
        ("{type: integer}", json!(1.0), None),
        ("{type: integer}", json!(1.5), Some("it is not an integer")),
        ("{type: string, nullable: true}", json!(null), None),
        ("{type: string}", json!(null), Some("it is not a string")),
        ("{type: string, enum: [a, 1, true]}", json!("true"), None),
        ("{type: string, enum: [a, b]}", json!("c"), Some("it is not one of a, b")),
        ("{type: integer, minimum: 1, maximum: 5}", json!(0), Some("it is below 1")),
        ("{type: number, maximum: 5, exclusiveMaximum: true}", json!(5), Some("it is not below 5")),
        ("{type: number, multipleOf: 0.1}", json!(0.3), None),
        ("{type: number, multipleOf: 2}", json!(3), Some("it is no multiple of 2")),
        (
            "{type: string, minLength: 2, maxLength: 3}",
            json!("ö"),
            Some("it has fewer than 2 characters"),
        ),
        ("{type: array, maxItems: 1}", json!([1, 2]), Some("it has more than 1 item")),
        ("{type: array, items: {type: integer}}", json!([1, "2"]), Some("it[1] is not an integer")),
        (
            "{required: [a], properties: {a: {type: string}}}",
            json!({"b": 1}),
            Some("it.a is missing"),
        ),
        (
            "{properties: {a: {properties: {b: {type: string}}}}}",
            json!({"a": {"b": 1}}),
            Some("it.a.b is not a string"),
        ),
        ("{allOf: [{required: [a]}, {required: [b]}]}", json!({"a": 1}), Some("it.b is missing")),
        ("{oneOf: [{type: string}, {type: integer}]}", json!(1), None),
        (
            "{anyOf: [{type: string}, {type: integer}]}",
            json!(true),
            Some("it is none of what it may be"),
        ),
        ("{}", json!({"any": "thing"}), None),
    ] {
        let told = problem(&format!("schema: {schema}"), &value);
        assert_eq!(told.as_deref(), what, "{schema} {value}");
    }
}

#[test]
fn schemas_may_hold_themselves() {
    let tree = "schema: {$ref: '#/tree'}\ntree: {type: object, required: [id], properties: {id: {type: string}, parts: {type: array, items: {$ref: '#/tree'}}}}";
    let value = json!({"id": "a", "parts": [{"id": "b", "parts": [{"parts": []}]}]});
    assert_eq!(problem(tree, &value).as_deref(), Some("it.parts[0].parts[0].id is missing"));
    let nothing = "schema: {$ref: '#/a'}\na: {$ref: '#/b'}\nb: {$ref: '#/a'}";
    assert_eq!(problem(nothing, &json!(1)), None);
}

#[test]
fn schemas_of_schemas_cost_no_more_than_they_may() {
    let twice =
        |at| format!("a{at}: {{allOf: [{{$ref: '#/a{0}'}}, {{$ref: '#/a{0}'}}]}}\n", at + 1);
    let doubled: String = (0..31).map(twice).collect();
    let text = format!("schema: {{$ref: '#/a0'}}\n{doubled}a31: {{}}\n");
    let (schemas, id) = read(&text);
    assert_eq!(schemas.kind(id), None);
    assert!(schemas.check(id, &json!(1), "it").is_ok());
    let next = |at| format!("b{at}: {{$ref: '#/b{}'}}\n", at + 1);
    let chain: String = (0..20_000).map(next).collect();
    let text = format!("schema: {{$ref: '#/b0'}}\n{chain}b20000: {{}}\n");
    let document = yaml::parse(text.as_bytes()).expect("YAML");
    let node = document.get("schema").expect("a schema");
    let fault = Schemas::default().read(&document, node).expect_err("too long a chain");
    assert!(fault.what.contains("lead to each other"), "{fault:?}");
}

#[test]
fn schemas_in_each_other_are_counted_however_they_are_nested() {
    let nest = |at| {
        let inner = format!("{{$ref: '#/a{}'}}", at + 1);
        format!("a{at}: {}{inner}{}\n", "{items: ".repeat(20), "}".repeat(20))
    };
    let nested = |count| {
        let all: String = (0..count).map(nest).collect();
        let text = format!("schema: {{$ref: '#/a0'}}\n{all}a{count}: {{}}\n");
        let document = yaml::parse(text.as_bytes()).expect("YAML");
        let node = document.get("schema").expect("a schema");
        Schemas::default().read(&document, node).map_err(|fault| fault.what)
    };
    assert!(nested(4).is_ok());
    assert!(nested(5).is_err_and(|what| what.contains("more than 100 schemas")));
}

#[test]
fn a_value_is_looked_at_as_deep_as_memory_allows() {
    let next = |at| format!("a{at}: {{allOf: [{{$ref: '#/a{}'}}]}}\n", at + 1);
    let chain: String = (0..20).map(next).collect();
    let last = "a20: {type: array, items: {$ref: '#/a0'}}";
    let text = format!("schema: {{$ref: '#/a0'}}\n{chain}{last}\n");
    let (schemas, id) = read(&text);
    let nested = |depth| (1..depth).fold(json!([]), |inner, _| json!([inner]));
    assert!(schemas.check(id, &nested(10), "it").is_ok());
    let refused = schemas.check(id, &nested(60), "it");
    assert!(refused.is_err_and(|what| what.ends_with("is nested too deep")));
}

#[test]
fn what_a_schema_is_made_of_is_looked_at_once() {
    let many = vec!["{$ref: '#/a'}, {$ref: '#/b'}"; 500].join(", ");
    let text = format!("schema: {{$ref: '#/a'}}\na: {{oneOf: [{many}]}}\nb: {{anyOf: [{many}]}}\n");
    let (schemas, id) = read(&text);
    assert_eq!(schemas.made_of(id).count(), 2);
    assert_eq!(schemas.kind(id), None);
}

#[test]
fn what_is_wrong_with_a_schema_is_so_for_all_that_name_it() {
    let text = "schema: {$ref: '#/a'}\na: {items: {type: text}}";
    let document = yaml::parse(text.as_bytes()).expect("YAML");
    let node = document.get("schema").expect("a schema");
    let mut schemas = Schemas::default();
    let first = schemas.read(&document, node).expect_err("it is wrong");
    assert_eq!(schemas.read(&document, node), Err(first));
}

#[test]
fn references_lead_to_what_is_there() {
    for (text, what) in [
        ("schema: {$ref: 'other.yaml#/a'}", "is not local"),
        ("schema: {$ref: '#/a/b'}\na: {c: 1}", "leads to nothing"),
        ("schema: 1", "a schema is a map"),
        ("schema: {type: text}", "\"text\" is no type"),
    ] {
        let document = yaml::parse(text.as_bytes()).expect("YAML");
        let node = document.get("schema").expect("a schema");
        let fault = Schemas::default().read(&document, node).expect_err(text);
        assert!(fault.what.contains(what), "{fault:?}");
    }
}

#[test]
fn patterns_are_left_to_the_engine() {
    let (schemas, id) = read("schema: {properties: {a: {pattern: '^x'}, b: {type: integer}}}");
    let written = schemas.check(id, &json!({"a": "y", "b": 1}), "it").expect("it fits");
    let (of, text, pattern) = ("it.a".into(), "y".into(), "^x".into());
    assert_eq!(written, [Written { of, text, pattern }]);
}

#[test]
fn texts_are_read_by_their_type() {
    for (schema, texts, value) in [
        ("{type: integer}", vec!["12"], json!(12)),
        ("{type: integer}", vec!["1.5"], json!("1.5")),
        ("{type: number}", vec!["1.5"], json!(1.5)),
        ("{type: number}", vec!["inf"], json!("inf")),
        ("{type: boolean}", vec!["true"], json!(true)),
        ("{type: boolean}", vec!["yes"], json!("yes")),
        ("{type: string}", vec!["1", "2"], json!("1")),
        ("{type: array, items: {type: integer}}", vec!["1", "2"], json!([1, 2])),
        ("{allOf: [{type: boolean}]}", vec!["false"], json!(false)),
        ("{allOf: [{type: array, items: {type: integer}}]}", vec!["1"], json!([1])),
        ("{type: array, items: {$ref: '#/schema'}}", vec!["1", "2"], json!(["1", "2"])),
    ] {
        let (schemas, id) = read(&format!("schema: {schema}"));
        assert_eq!(schemas.read_texts(id, &texts), value, "{schema}");
    }
}

proptest! {
    #[test]
    fn any_map_is_a_schema_or_is_refused(text in "[a-c$#/: {}\\[\\],tyeprof]{0,120}") {
        if let Ok(document) = yaml::parse(format!("schema: {{{text}}}").as_bytes())
            && let Some(node) = document.get("schema")
        {
            let mut schemas = Schemas::default();
            if let Ok(id) = schemas.read(&document, node) {
                drop(schemas.check(id, &json!({"a": [1]}), "it"));
            }
        }
    }
}
