//! What documents may hold, and which part of them is answered.

use super::stand::{Answer, LIBRARY, Stand, accounts};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};

const ASSET: &str = "/libraries/SharedLibrary/content/a";

#[tokio::test]
async fn null_and_read_only_fields_change_nothing() {
    let stand = Stand::start().await;
    let body = json!({
        "name": null, "template": null, "description": {"de": null}, "link": 7, "creation_date": [],
        "last_modified": {}, "classification_folder_id": true, "_type": "anything", "_v": "23.2",
        "id": null, "c_x": null, "c_body": {"de": null}, "online": {},
    });
    let created = stand.put(ASSET, body).await.ok(201);
    let names: Vec<_> = created.as_object().expect("an object").keys().collect();
    let expected =
        ["_resource_state", "_type", "_v", "creation_date", "id", "last_modified", "link"];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn custom_attributes_are_kept_as_sent() {
    let stand = Stand::start().await;
    let body = json!({
        "c_a": 1, "c_B_2": 1.5, "c_list": [1, "x", false], "c_empty": [], "c_text": "ö",
        "c_local": {"default": 1, "de": [1, 2], "de-AT": "x"}, "c_0": true,
    });
    let created = stand.put(ASSET, body.clone()).await.ok(201);
    for (name, value) in body.as_object().expect("an object") {
        assert_eq!(created[name], *value, "{name}");
    }
    for (body, property) in [
        (json!({"c_": 1}), "c_"),
        (json!({"c_a-b": 1}), "c_a-b"),
        (json!({"c_ö": 1}), "c_ö"),
        (json!({"c_a": [[1]]}), "c_a"),
        (json!({"c_a": [null]}), "c_a"),
        (json!({"c_a": {"de": {}}}), "c_a"),
    ] {
        let arguments = json!({"property": property, "document": "content_asset"});
        stand.put(ASSET, body).await.fault(400, "InvalidCustomProperty", arguments);
    }
    let folder = format!("{LIBRARY}/folders/f");
    assert_eq!(stand.put(&folder, json!({"c_a": 1})).await.ok(201)["c_a"], 1);
}

/// As text: what a test reads as a number may have lost its last digit here.
#[tokio::test]
async fn numbers_are_kept_to_their_last_digit() {
    const NUMBERS: &str = "[0.9377384024680091,-3.8287965993830404e189,1.306062485033656e-236,\
                           5e-324,1.7976931348623157e308,0.1,9007199254740993,\
                           18446744073709551615,-9223372036854775808]";
    let folder = tempfile::tempdir().expect("a folder");
    let kept = SandboxOptions {
        accounts: accounts(),
        data: Some(folder.path().into()),
        ..SandboxOptions::on_free_ports()
    };
    let listed = |text: &str| {
        let plain = text.replace("e+", "e");
        assert!(plain.contains(NUMBERS), "{text}");
    };
    for stand in [Stand::start().await, Stand::with(kept).await] {
        let put = stand.ask("PUT", ASSET).header("content-type", "application/json");
        let created = Answer::of(put.body(format!("{{\"c_numbers\":{NUMBERS}}}"))).await;
        listed(&created.text);
        listed(&stand.patch(ASSET, json!({"template": "t"})).await.text);
        for query in ["", "?select=(**)", "?select=(c_numbers)"] {
            listed(&stand.send("GET", &format!("{ASSET}{query}")).await.text);
        }
        stand.folder("f", "root").await;
        let path = format!("{LIBRARY}/folder_assignments/a/f");
        let put = stand.ask("PUT", &path).body("{\"position\":0.9377384024680091}");
        assert!(Answer::of(put).await.text.contains(":0.9377384024680091"));
        assert!(stand.send("GET", &path).await.text.contains(":0.9377384024680091"));
    }
}

#[tokio::test]
async fn localized_keys_are_locales_and_perhaps_sites() {
    let stand = Stand::start().await;
    let body = json!({
        "name": {"default": "a", "de": "b", "de-AT": "c"},
        "searchable": {"default@Storefront": true, "de@Storefront": false},
        "site_map_priority": {"de-AT@Storefront": 0},
    });
    stand.put(ASSET, body).await.ok(201);
    for locale in ["DE", "deu", "de_AT", "de-at", "de-AUT", "", "Default", "default@Storefront"] {
        let body = json!({"name": {locale: "x"}});
        stand.put(ASSET, body).await.fault(400, "MalformedLocale", json!({"locale": locale}));
    }
    let malformed = stand.put(ASSET, json!({"online": {"DE@Storefront": true}})).await;
    malformed.fault(400, "MalformedLocale", json!({"locale": "DE@Storefront"}));
    let unknown = stand.put(ASSET, json!({"online": {"de@Other": true}})).await;
    unknown.fault(400, "UnknownSiteId", json!({"siteId": "Other"}));
}

#[tokio::test]
async fn a_document_of_another_version_is_refused() {
    let stand = Stand::start().await;
    let refused = stand.put(ASSET, json!({"_v": "21.3"})).await;
    refused.fault(400, "UnexpectedVersion", json!({"actual": "21.3", "expected": "23.2"}));
}

#[tokio::test]
async fn the_selected_part_is_answered() {
    let stand = Stand::start().await;
    let body =
        json!({"name": {"default": "A", "de": "B"}, "template": "t", "online": {"default": true}});
    stand.put(ASSET, body).await.ok(201);
    let names = async |selector: &str| {
        let document = stand.get(&format!("{ASSET}?select={selector}")).await;
        let object = document.as_object().expect("an object").clone();
        for name in ["_v", "_type", "_resource_state"] {
            assert!(object.contains_key(name), "{selector}: {name} stays");
        }
        let names = object.into_iter().map(|(name, _)| name).filter(|name| !name.starts_with('_'));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("(id,template)").await, "id template");
    assert_eq!(names("(id,+template)").await, "id template");
    assert_eq!(names("(*)").await, "creation_date id last_modified link template");
    let rest = "creation_date id last_modified link name online";
    assert_eq!(names("(-template)").await, rest);
    assert_eq!(names("(**)").await, format!("{rest} template"));
    let part = stand.get(&format!("{ASSET}?select=(name.de)")).await;
    assert_eq!(part["name"], json!({"de": "B"}));
    assert!(part.get("select").is_none(), "only results repeat it");
    let refused = stand.send("GET", &format!("{ASSET}?select=(id")).await;
    refused.fault(400, "MalformedSelector", json!({"selector": "(id"}));
    let long = format!("({})", "a".repeat(4096));
    stand.send("GET", &format!("{ASSET}?select={long}")).await.fails(400, "MalformedSelector");
    let expanded = stand.send("GET", &format!("{ASSET}?expand=folders")).await;
    expanded.fault(400, "InvalidExpandValue", json!({"expand": "folders"}));
}

#[tokio::test]
async fn updates_are_written_wholly_or_not_at_all() {
    let stand = Stand::start().await;
    let before = stand.put(ASSET, json!({"name": {"default": "A"}})).await.ok(201);
    let half_bad = json!({"name": {"default": "B"}, "site_map_priority": {"default": 7}});
    stand.patch(ASSET, half_bad).await.fails(400, "PropertyConstraintViolation");
    let taken = json!({"name": {"default": "B"}, "id": "b"});
    stand.asset("b").await;
    stand.patch(ASSET, taken).await.fails(400, "ContentIdAlreadyInUse");
    assert_eq!(stand.get(ASSET).await, before);
}

#[tokio::test]
async fn every_success_makes_a_state_that_never_was() {
    let stand = Stand::start().await;
    let mut seen = std::collections::BTreeSet::new();
    let mut note = |document: &Value| {
        assert!(seen.insert(document["_resource_state"].as_str().expect("a state").to_owned()));
    };
    for _ in 0..3 {
        note(&stand.put(ASSET, json!({})).await.ok(201));
        note(&stand.put(ASSET, json!({})).await.ok(200));
        note(&stand.patch(ASSET, json!({})).await.ok(200));
        stand.send("DELETE", ASSET).await.ok(204);
    }
}

/// Sections 2.2 and 2.3 with "beyond the specification", 2.2: every field of their tables.
#[tokio::test]
async fn every_documented_field_is_kept() {
    let stand = Stand::start().await;
    let text = |name: &str| json!({"default": name, "de": "ü", "de-AT": ""});
    let mut asset = json!({
        "online": {"default": true, "de": false}, "searchable": {"default": false},
        "template": "t", "site_map_change_frequency": {"default": "daily", "fr": "never"},
        "site_map_included": {"default": 1, "de": 0}, "site_map_priority": {"default": 0.25},
    });
    let mut folder = json!({"online": true, "template": "t", "parent_folder_id": "root"});
    let texts =
        ["name", "description", "page_title", "page_description", "page_keywords", "page_url"];
    for name in texts {
        asset[name] = text(name);
        folder[name] = text(name);
    }
    for (path, body) in [(ASSET.to_owned(), asset), (format!("{LIBRARY}/folders/f"), folder)] {
        let created = stand.put(&path, body.clone()).await.ok(201);
        let read = stand.get(&path).await;
        for (name, value) in body.as_object().expect("an object") {
            assert_eq!(created[name], *value, "{path}: {name}");
            assert_eq!(read[name], *value, "{path}: {name}");
        }
    }
}
