//! Every row of "beyond the specification", 2.6, and what else of a request may be malformed.

use super::stand::{Answer, LIBRARY, Stand};
use crate::testkit::samples::samples;
use serde_json::{Value, json};

const ASSET: &str = "/libraries/SharedLibrary/content/a";
const LISTING: &str = "/libraries/SharedLibrary/folders/root/content";

async fn put(stand: &Stand, body: impl Into<reqwest::Body>) -> Answer {
    Answer::of(stand.ask("PUT", ASSET).header("content-type", "application/json").body(body)).await
}

#[tokio::test]
async fn malformed_parameter() {
    let stand = Stand::start().await;
    for (query, parameter, value) in [
        ("start=x", "start", "x"),
        ("count=", "count", ""),
        ("count=1.5", "count", "1.5"),
        ("start=1&start=2", "start", "2"),
        ("select=(**)&select=(**)", "select", "(**)"),
    ] {
        let answer = stand.send("GET", &format!("{LISTING}?{query}")).await;
        let arguments = json!({"parameter": parameter, "value": value});
        answer.fault(400, "MalformedParameter", arguments);
    }
    stand.get(&format!("{LISTING}?unknown=1&unknown=2")).await;
}

#[tokio::test]
async fn value_constraint_violation() {
    let stand = Stand::start().await;
    for (query, parameter) in [
        ("count=0", "count"),
        ("count=201", "count"),
        ("count=-1", "count"),
        ("start=-1", "start"),
        ("start=99999999999999999999", "start"),
    ] {
        let answer = stand.send("GET", &format!("{LISTING}?{query}")).await;
        let expected = answer.json()["fault"]["arguments"]["expected"].clone();
        assert!(expected.as_str().is_some_and(|text| text.starts_with("from ")));
        let arguments = json!({"parameter": parameter, "expected": expected});
        answer.fault(400, "ValueConstraintViolation", arguments);
    }
}

#[tokio::test]
async fn string_constraint_violation() {
    let stand = Stand::start().await;
    let long = "x".repeat(257);
    for (path, parameter) in [
        (format!("/libraries/{long}/content/a"), "library_id"),
        (format!("{LIBRARY}/content/{long}"), "content_id"),
        (format!("{LIBRARY}/folders/{long}"), "folder_id"),
        (format!("{LIBRARY}/folders/a%0Ab"), "folder_id"),
    ] {
        let answer = stand.send("GET", &path).await;
        let expected = "1 to 256 characters without control characters";
        let arguments = json!({"parameter": parameter, "expected": expected});
        answer.fault(400, "StringConstraintViolation", arguments);
    }
    let no_text = stand.send("GET", &format!("{LIBRARY}/content/%ff")).await;
    let arguments = json!({"parameter": "path", "expected": "UTF-8"});
    no_text.fault(400, "StringConstraintViolation", arguments);
}

/// Section 8, and "beyond the specification", 2.1: characters are counted, not bytes.
#[tokio::test]
async fn ids_have_1_to_256_characters() {
    let stand = Stand::start().await;
    for (id, status) in [
        ("i".to_owned(), 201),
        ("i".repeat(255), 201),
        ("i".repeat(256), 201),
        ("%C3%BC".repeat(256), 201),
        ("%F0%9F%98%80".repeat(256), 201),
        ("i".repeat(257), 400),
        ("%C3%BC".repeat(257), 400),
        (String::new(), 404),
    ] {
        for kind in ["content", "folders"] {
            let answer = stand.put(&format!("{LIBRARY}/{kind}/{id}"), json!({})).await;
            assert_eq!(answer.status, status, "{}: {}", answer.row, answer.text);
        }
    }
}

#[tokio::test]
async fn body_decoding() {
    let stand = Stand::start().await;
    let deep = format!("{}1{}", "[".repeat(65), "]".repeat(65));
    for body in
        ["{", "nope", " ", "{} {}", "{\"c_a\":1,\"c_a\":2}", "\u{feff}{}", "{\"c_a\":1e999}", &deep]
    {
        let excerpt: String = body.chars().take(100).collect();
        put(&stand, body.to_owned()).await.fault(400, "BodyDecoding", json!({"body": excerpt}));
    }
    put(&stand, b"{\"name\":\"\xff\"}".to_vec()).await.fails(400, "BodyDecoding");
    put(&stand, "").await.ok(201);
}

#[tokio::test]
async fn type_decoding() {
    let stand = Stand::start().await;
    for (body, path, expected, actual) in [
        (json!([]), "$", "object", "array"),
        (json!({"name": "x"}), "$.name", "object", "string"),
        (json!({"name": {"de": 1}}), "$.name.de", "string", "number"),
        (json!({"online": {"default": "true"}}), "$.online.default", "boolean", "string"),
        (json!({"template": {}}), "$.template", "string", "object"),
        (json!({"id": 1}), "$.id", "string", "number"),
        (json!({"_v": 1}), "$._v", "string", "number"),
        (json!({"_resource_state": true}), "$._resource_state", "string", "boolean"),
        (json!({"site_map_included": {"de": true}}), "$.site_map_included.de", "number", "boolean"),
        (
            json!({"site_map_change_frequency": {"de": 1}}),
            "$.site_map_change_frequency.de",
            "string",
            "number",
        ),
        (json!({"c_body": {"de": "x"}}), "$.c_body.de", "object", "string"),
        (json!({"c_body": {"de": {"source": 1}}}), "$.c_body.de.source", "string", "number"),
    ] {
        let arguments = json!({"path": path, "expectedTypes": [expected], "actualType": actual});
        stand.put(ASSET, body).await.fault(400, "TypeDecoding", arguments);
    }
    let folder = format!("{LIBRARY}/folders/f");
    let answer = stand.put(&folder, json!({"online": {"default": true}})).await;
    let arguments =
        json!({"path": "$.online", "expectedTypes": ["boolean"], "actualType": "object"});
    answer.fault(400, "TypeDecoding", arguments);
}

#[tokio::test]
async fn unknown_property() {
    let stand = Stand::start().await;
    for (path, body, property, document) in [
        (ASSET, json!({"parent_folder_id": "x"}), "parent_folder_id", "content_asset"),
        (
            "/libraries/SharedLibrary/folders/f",
            json!({"searchable": {}}),
            "searchable",
            "content_folder",
        ),
        (
            "/libraries/SharedLibrary/folder_assignments/a/f",
            json!({"c_x": 1}),
            "c_x",
            "content_folder_assignment",
        ),
        (ASSET, json!({"c_body": {"de": {"text": "x"}}}), "text", "markup_text"),
    ] {
        let arguments = json!({"property": property, "document": document});
        stand.put(path, body).await.fault(400, "UnknownProperty", arguments);
    }
}

#[tokio::test]
async fn property_constraint_violation() {
    let stand = Stand::start().await;
    for (path, body, document, place) in [
        (
            ASSET,
            json!({"site_map_priority": {"de": 1.01}}),
            "content_asset",
            "$.site_map_priority.de",
        ),
        (
            ASSET,
            json!({"site_map_priority": {"de": -0.1}}),
            "content_asset",
            "$.site_map_priority.de",
        ),
        (ASSET, json!({"site_map_included": {"de": 2}}), "content_asset", "$.site_map_included.de"),
        (
            ASSET,
            json!({"site_map_included": {"de": 0.5}}),
            "content_asset",
            "$.site_map_included.de",
        ),
        (ASSET, json!({"id": ""}), "content_asset", "$.id"),
        (ASSET, json!({"id": "x".repeat(257)}), "content_asset", "$.id"),
        (
            "/libraries/SharedLibrary/folder_assignments/a/f",
            json!({"position": -1}),
            "content_folder_assignment",
            "$.position",
        ),
    ] {
        let arguments = json!({"document": document, "path": place});
        stand.put(path, body).await.fault(400, "PropertyConstraintViolation", arguments);
    }
    stand.folder("f", "root").await;
    for (path, body) in [
        (ASSET, json!({"site_map_priority": {"de": 0, "default": 1, "fr": 0.25}})),
        (ASSET, json!({"site_map_included": {"de": 0, "default": 1}})),
        ("/libraries/SharedLibrary/folder_assignments/a/f", json!({"position": 0})),
    ] {
        let answer = stand.put(path, body).await;
        assert!(answer.status < 300, "{}: {}", answer.row, answer.text);
    }
}

#[tokio::test]
async fn enum_constraint_violation() {
    let stand = Stand::start().await;
    let body = json!({"site_map_change_frequency": {"default": "sometimes"}});
    let arguments = json!({"document": "content_asset", "enumValue": "sometimes"});
    stand.put(ASSET, body).await.fault(400, "EnumConstraintViolation", arguments);
    for value in ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"] {
        let body = json!({"site_map_change_frequency": {"default": value}});
        assert!(stand.put(ASSET, body).await.status < 300, "{value}");
    }
}

#[tokio::test]
async fn addresses_that_name_nothing() {
    let stand = Stand::start().await;
    for (path, status, kind, arguments) in [
        (
            "/s/Other/dw/data/v23_2/libraries/x/content/a",
            404,
            "UnknownSite",
            Some(json!({"siteId": "Other"})),
        ),
        (
            "/dw/data/v16_8/libraries/x/content/a",
            404,
            "VersionNotFound",
            Some(json!({"version": "v16_8"})),
        ),
        ("/dw/data/v25_7/libraries/x/content/a", 404, "VersionNotFound", None),
        (
            "/dw/data/latest/libraries/x/content/a",
            400,
            "InvalidVersion",
            Some(json!({"version": "latest"})),
        ),
        ("/dw/data/v23_2/libraries/x/content", 404, "ResourcePathNotFound", None),
        ("/dw/data/v23_2/libraries/x/content//folders", 404, "ResourcePathNotFound", None),
        ("/dw/data/v23_2/libraries/x/content/", 404, "ResourcePathNotFound", None),
    ] {
        let answer = Answer::of(stand.ask_at("GET", path)).await;
        answer.fails(status, kind);
        if let Some(arguments) = arguments {
            answer.fault(status, kind, arguments);
        }
    }
    let other_version =
        Answer::of(stand.ask_at("GET", "/dw/data/v19_1/libraries/none/content/a")).await;
    assert_eq!(other_version.json()["_v"], "19.1");
}

#[tokio::test]
async fn bodies_have_a_type_and_a_limit() {
    let stand = Stand::start().await;
    let typed = |content_type: &str| {
        let request = stand.ask("PUT", ASSET).header("content-type", content_type.to_owned());
        Answer::of(request.body("{}"))
    };
    for kind in ["application/xml", "application/json;charset=latin1", "text/plain"] {
        let arguments = json!({"contentType": kind});
        typed(kind).await.fault(415, "UnsupportedContentType", arguments);
    }
    typed("json").await.fault(400, "MalformedMediaType", json!({"mediaType": "json"}));
    typed("application/json;charset=UTF-8").await.ok(201);
    Answer::of(stand.ask("PUT", ASSET).body("{}")).await.ok(200);
    let format = stand.send("GET", &format!("{ASSET}?format=xml")).await;
    format.fault(415, "UnsupportedFormat", json!({"format": "xml"}));
    stand.get(&format!("{ASSET}?format=json")).await;
    let latin = Answer::of(stand.ask("GET", ASSET).header("accept-charset", "iso-8859-1")).await;
    latin.fault(406, "CharsetNotAcceptable", json!({"acceptCharset": "iso-8859-1"}));
    let accept = Answer::of(stand.ask("GET", ASSET).header("accept", "application/xml")).await;
    assert_eq!(accept.header("content-type"), "application/json;charset=UTF-8");
    accept.ok(200);

    let text = |bytes: usize| json!({"template": "x".repeat(bytes - 15)}).to_string();
    assert_eq!(text(5_000_000).len(), 5_000_000);
    put(&stand, text(5_000_000)).await.ok(200);
    put(&stand, text(5_000_001)).await.fault(413, "RequestEntityTooLarge", json!({}));
}

#[tokio::test]
async fn any_document_is_taken_or_refused_by_a_documented_fault() {
    use proptest::prelude::*;
    let stand = Stand::start().await;
    let names = "(id|_v|_type|_resource_state|name|online|template|c_body|c_x|c_|site_map_priority|site_map_included|nope|parent_folder_id|position|default)";
    let keys = "(default|de|de-AT|DE|default@Storefront|source|markup|_type|)";
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        Just(json!("23.2")),
    ];
    let value = leaf.prop_recursive(4, 32, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map(keys, inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    let document = prop::collection::hash_map(names, value, 0..5)
        .prop_map(|map| Value::Object(map.into_iter().collect()));
    let documented = [
        "TypeDecoding",
        "UnknownProperty",
        "PropertyConstraintViolation",
        "EnumConstraintViolation",
        "MalformedLocale",
        "UnknownSiteId",
        "InvalidCustomProperty",
        "UnexpectedVersion",
        "IdConflict",
        "ResourceStateConflict",
        "ContentNotFound",
        "ParentFolderNotFound",
        "LibraryNotFound",
    ];
    for (round, body) in samples(document, 300).into_iter().enumerate() {
        let path = ["content/a", "folders/f", "folder_assignments/a/f"][round % 3];
        let answer = stand.put(&format!("{LIBRARY}/{path}"), body.clone()).await;
        if answer.status >= 300 {
            let kind = answer.json()["fault"]["type"].as_str().expect("a type").to_owned();
            let kind = kind.strip_suffix("Exception").expect("the suffix");
            assert!(documented.contains(&kind), "{kind} for {body}");
        }
    }
}
