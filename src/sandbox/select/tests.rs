use super::*;
use proptest::prelude::*;
use serde_json::json;

fn document() -> Value {
    json!({
        "_v": "23.2", "_type": "content_folder_result", "_resource_state": "s",
        "id": "x", "count": 3, "name": {"default": "A", "de": "B", "de-AT": "C"},
        "online": {"default": true, "default@Site": false},
        "hits": [
            {"_type": "t", "id": "a", "n": 1, "link": "l"},
            {"_type": "t", "id": "b", "n": 2, "link": "l"},
            {"_type": "t", "id": "c", "n": 3},
        ],
    })
}

/// What `selector` leaves, without the three fields that always stay at the top.
fn selected(selector: &str) -> Value {
    let selector: Selector = selector.parse().unwrap_or_else(|e| panic!("{selector}: {e}"));
    let mut left = selector.apply(&document());
    let object = left.as_object_mut().expect("an object");
    for name in ["_v", "_type", "_resource_state"] {
        assert_eq!(object.remove(name), document().get(name).cloned());
    }
    left
}

fn hits(of: &[(&str, &[&str])]) -> Value {
    let all = document();
    let hit = |(id, names): &(&str, &[&str])| {
        let hit = all["hits"].as_array().expect("hits").iter().find(|hit| hit["id"] == *id);
        let hit = hit.and_then(Value::as_object).expect("a hit");
        hit.iter()
            .filter(|(name, _)| *name == "_type" || names.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect::<serde_json::Map<_, _>>()
    };
    json!({"hits": of.iter().map(hit).collect::<Vec<_>>()})
}

#[test]
fn selectors_leave_what_they_name() {
    let full = |without: &[&str]| {
        let mut full = document();
        let object = full.as_object_mut().expect("an object");
        object.retain(|name, _| !name.starts_with('_') && !without.contains(&name.as_str()));
        full
    };
    for (selector, left) in [
        ("(**)", full(&[])),
        ("(*)", json!({"id": "x", "count": 3})),
        ("(id)", json!({"id": "x"})),
        ("(id,+count)", json!({"id": "x", "count": 3})),
        ("(id, count)", json!({"id": "x", "count": 3})),
        ("(-hits)", full(&["hits"])),
        ("(-hits,-name)", full(&["hits", "name"])),
        ("(**,-name)", full(&["name"])),
        ("(*,-id)", json!({"count": 3})),
        ("(id,-id)", json!({})),
        ("(nothing)", json!({})),
        ("(id.nothing)", json!({})),
        ("(name)", json!({"name": document()["name"]})),
        ("(name.default)", json!({"name": {"default": "A"}})),
        ("(name.(de,de-AT))", json!({"name": {"de": "B", "de-AT": "C"}})),
        ("(name.de,name.default)", json!({"name": {"default": "A", "de": "B"}})),
        ("(name.(-de))", json!({"name": {"default": "A", "de-AT": "C"}})),
        ("(name,-name.de)", json!({"name": {"default": "A", "de-AT": "C"}})),
        ("(name.(**))", json!({"name": document()["name"]})),
        ("(online.default@Site)", json!({"online": {"default@Site": false}})),
        ("(hits.(id))", hits(&[("a", &["id"]), ("b", &["id"]), ("c", &["id"])])),
        ("(hits.id)", hits(&[("a", &["id"]), ("b", &["id"]), ("c", &["id"])])),
        ("(hits[0])", hits(&[("a", &["id", "n", "link"])])),
        ("(hits[0:1].(n))", hits(&[("a", &["n"]), ("b", &["n"])])),
        ("(hits[0,2].(id,n))", hits(&[("a", &["id", "n"]), ("c", &["id", "n"])])),
        ("(hits[9])", json!({"hits": []})),
        ("(hits[?(@.id=='b')])", hits(&[("b", &["id", "n", "link"])])),
        ("(hits[?(@.n>1 && @.n<=3)].(id))", hits(&[("b", &["id"]), ("c", &["id"])])),
        ("(hits[?(@.n<2 || @.id==\"c\")].id)", hits(&[("a", &["id"]), ("c", &["id"])])),
        ("(hits[?(@.n>=2&&(@.id=='a'||@.id=='c'))].id)", hits(&[("c", &["id"])])),
        ("(hits[?(@.link!='l')].id)", hits(&[("c", &["id"])])),
        ("(hits[?(@.n=='1')])", json!({"hits": []})),
        ("(hits.(*),-hits[1])", hits(&[("a", &["id", "n", "link"]), ("c", &["id", "n"])])),
    ] {
        assert_eq!(selected(selector), left, "{selector}");
    }
}

#[test]
fn other_texts_are_malformed() {
    for text in [
        "",
        "id",
        "()",
        "(",
        ")",
        "(id",
        "(id))",
        "(id) x",
        "(,)",
        "(id,)",
        "(.)",
        "(a.)",
        "(a.b",
        "(a..b)",
        "(+-a)",
        "(--a)",
        "(***)",
        "(*.a)",
        "(**[0])",
        "(a[])",
        "(a[x])",
        "(a[-1])",
        "(a[0:])",
        "(a[0)",
        "(a[?])",
        "(a[?()])",
        "(a[?(@)])",
        "(a[?(@.x)])",
        "(a[?(@.x=1)])",
        "(a[?(@.x=='v)])",
        "(a[?(@.x==v)])",
        "(a[?(x==1)])",
        "(a[?(@.x==1 &&)])",
        "((a))",
        "(a[99999999999999999999])",
    ] {
        assert!(text.parse::<Selector>().is_err(), "{text}");
    }
}

#[test]
fn length_and_depth_are_bounded() {
    let nested = |depth: usize| format!("{}a{}", "(a.".repeat(depth - 1) + "(", ")".repeat(depth));
    assert!(nested(16).parse::<Selector>().is_ok());
    assert!(nested(17).parse::<Selector>().is_err());
    let path = |names: usize| format!("({})", vec!["a"; names].join("."));
    assert!(path(16).parse::<Selector>().is_ok());
    assert!(path(17).parse::<Selector>().is_err());
    let conditions = |depth| format!("(a[?({}@.x==1{})])", "(".repeat(depth), ")".repeat(depth));
    assert!(conditions(20).parse::<Selector>().is_err());
    let long = |bytes: usize| format!("({})", "a".repeat(bytes - 2));
    assert!(long(4096).parse::<Selector>().is_ok());
    assert!(long(4097).parse::<Selector>().is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[()\\[\\],.+*@?=&|'a0 -]{0,40}") {
        if let Ok(selector) = text.parse::<Selector>() {
            let left = selector.apply(&document());
            prop_assert_eq!(selector.apply(&left).to_string().len() <= left.to_string().len(), true);
        }
    }
}
