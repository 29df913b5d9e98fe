//! What `haltscope sandbox --check` says of custom APIs.

use super::stand::{ANSWERS, MAPPING, SCHEMA, SCRIPT};
use haltscope::sandbox::storefront::{Looked, check};
use haltscope::script::{Cartridges, Files};

const FOLDER: &str = "cartridge/rest-apis/things";

/// `file:line: what` of all findings, without what stands before the API's folder.
async fn told(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    let cartridges = Cartridges::new().with("app_api", Files::memory(files));
    let Looked { findings, .. } = check(&cartridges).await.expect("it is looked at");
    let line = |it: haltscope::sandbox::storefront::Finding| {
        let file = it.file.display().to_string();
        let file = file.trim_start_matches("cartridge/rest-apis/");
        format!("{file}:{}: {}", it.line, it.what)
    };
    findings.into_iter().map(line).collect()
}

#[tokio::test]
async fn what_the_platform_refuses_is_named_with_its_place() {
    let [mapping, schema, script, answers] = ["api.json", "schema.yaml", "script.js", "answers.js"]
        .map(|name| format!("{FOLDER}/{name}"));
    let whole = [
        (mapping.as_str(), MAPPING),
        (schema.as_str(), SCHEMA),
        (script.as_str(), SCRIPT),
        (answers.as_str(), ANSWERS),
    ];
    let found = told(&whole).await;
    // `exports[name]` may export anything, and makes public what the text doesn't tell.
    let line = SCHEMA.lines().position(|it| it.contains("name: plain")).expect("a line") + 1;
    let method = SCHEMA.lines().position(|it| it.contains("/faulty")).expect("a line") + 2;
    assert_eq!(
        found,
        [
            format!("things/schema.yaml:{method}: it takes no siteId, by which its site is found"),
            format!("things/schema.yaml:{line}: the parameter plain doesn't begin with c_"),
        ]
    );

    let simple = "openapi: 3.0.0\ninfo: {version: 1.0.0}\ncomponents: {securitySchemes: {AmOAuth2: {}}}\n\
                  security: [{AmOAuth2: [c_a]}]\npaths:\n  /a:\n    get: {operationId: a}\n    post: {operationId: b}\n";
    let entry = |endpoint: &str, schema: &str, implementation: &str| {
        format!(
            r#"{{"endpoint": "{endpoint}", "schema": "{schema}", "implementation": "{implementation}"}}"#
        )
    };
    let one = |entries: &[String]| format!("{{\"endpoints\": [\n{}\n]}}", entries.join(",\n"));
    let fine = [entry("a", "schema.yaml", "script"), entry("b", "schema.yaml", "script")];
    let public = "exports.a = function () {}; exports.a.public = true; exports.b = exports.a;";
    for (map, contract, code, expected) in [
        (one(&fine), simple, public, vec![]),
        (
            one(&fine[..1]),
            simple,
            public,
            vec!["schema.yaml:8: no endpoint of api.json is called b"],
        ),
        (
            one(&[fine[0].clone(), fine[1].clone(), entry("c", "schema.yaml", "script")]),
            simple,
            public,
            vec![
                "api.json:4: c: no operation of schema.yaml has this operationId",
                "api.json:4: c: script.js exports no function of this name",
            ],
        ),
        (
            one(&[fine[0].clone(), entry("b", "other.yaml", "missing")]),
            simple,
            public,
            vec![
                "api.json:3: b: there is no missing.js",
                "api.json:3: b: there is no other.yaml",
                "schema.yaml:8: no endpoint of api.json is called b",
            ],
        ),
        (
            one(&fine),
            simple,
            "exports.a = function () {}; exports.b = function () {}; exports.b.public = true;",
            vec!["api.json:2: a: the function of script.js isn't public: exports.a.public = true"],
        ),
        (
            "{\n".to_owned(),
            simple,
            public,
            vec!["api.json:2: EOF while parsing an object at line 2 column 0"],
        ),
        (one(&fine), "openapi: 3.0.0\npaths: [", public, vec!["schema.yaml:2: "]),
    ] {
        let found = told(&[
            (mapping.as_str(), map.as_str()),
            (schema.as_str(), contract),
            (script.as_str(), code),
        ])
        .await;
        let found: Vec<_> = found.iter().map(|it| it.trim_start_matches("things/")).collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found}: {expected}");
        }
    }
    let lost = told(&[(schema.as_str(), simple)]).await;
    assert_eq!(lost, ["things/schema.yaml:1: there is no api.json beside it"]);
    let named = told(&[("cartridge/rest-apis/myThings/api.json", "{}")]).await;
    assert_eq!(
        named,
        [
            "myThings/api.json:1: it has no list \"endpoints\"",
            "myThings/api.json:1: its folder \"myThings\" has other letters than a to z, 0 to 9 and '-'",
        ]
    );
}
