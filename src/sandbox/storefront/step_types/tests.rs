//! What declarations become, and what is wrong with them.

use super::*;
use crate::script::Files;
use serde_json::json;

fn of(document: &Value) -> StepTypes {
    let files = Files::memory([(STEP_TYPES[0], document.to_string().into_bytes())]);
    StepTypes::read(&Cartridges::new().with("int_x", files))
}

#[test]
fn flags_and_numbers_are_written_with_quotes_and_without() {
    let found = of(&json!({"step-types": {
        "script-module-step": [{
            "@type-id": "custom.Export", "module": "int_x/cartridge/scripts/export.js",
            "function": "execute", "transactional": "true", "timeout-in-seconds": "60",
            "@supports-organization-context": false,
            "parameters": {"parameter": {"@name": "Folder", "@required": false}},
        }],
        "chunk-script-module-step": {
            "@type-id": "custom.Chunks", "module": "int_x/cartridge/scripts/chunks",
            "chunk-size": 10, "read-function": "next", "after-step-function": "done",
            "parameters": {
                "parameters": [{"@name": "Most", "@type": "long"}], "parameter": {"@name": "Folder"},
            },
        },
    }}));
    assert_eq!(found.problems, Vec::<String>::new());
    let export = found.find("custom.Export").expect("a task");
    assert_eq!(export.work, Work::Task("execute".to_owned()));
    assert!(export.is_transactional && export.place == Place::Sites);
    assert_eq!(export.timeout, Some(Duration::from_mins(1)));
    assert_eq!(export.parameters.len(), 1);
    let chunks = found.find("custom.Chunks").expect("chunks");
    let parameters: Vec<_> = chunks.parameters.iter().map(Declared::told).collect();
    assert_eq!(parameters, ["Folder: string", "Most: long"]);
    assert_eq!(chunks.unread, None);
    let Work::Chunks(10, functions) = &chunks.work else {
        panic!("no chunks: {found:?}");
    };
    let functions: Vec<_> = functions.iter().map(|it| (it.purpose, it.name.as_str())).collect();
    let expected =
        [("read", "next"), ("process", "process"), ("write", "write"), ("afterStep", "done")];
    assert_eq!(functions, expected);
}

#[test]
fn parameters_are_declared_by_both_lists() {
    let found = of(&json!({"step-types": {"script-module-step": {
        "@type-id": "custom.Export", "module": "m",
        "parameters": {"parameters": {"@name": "Most", "@type": "long"}, "parameter": [{"@name": "Folder"}]},
    }}}));
    let export = found.find("custom.Export").expect("a task");
    let parameters: Vec<_> = export.parameters.iter().map(Declared::told).collect();
    assert_eq!(parameters, ["Folder: string", "Most: long"]);
}

#[test]
fn what_can_not_be_used_is_named_and_keeps_nothing_else_away() {
    let found = of(&json!({"step-types": {
        "script-module-step": [
            {"@type-id": "custom.None", "function": "execute"},
            {"@type-id": "custom.Odd", "function": "f", "module": "m", "transactional": "yes"},
            {"@type-id": "custom.Good", "function": "f", "module": "m"},
            {"@type-id": "custom.Good", "function": "second", "module": "m"},
            {"@type-id": "custom.Plain", "module": "m"},
        ],
        "pipeline-step": [{"@type-id": "custom.Pipeline", "pipeline": "Job-Start"}],
    }}));
    let ids: Vec<_> = found.types.iter().map(|(_, it)| it.id.as_str()).collect();
    assert_eq!(ids, ["custom.Good", "custom.Plain"]);
    for (id, function) in [("custom.Good", "f"), ("custom.Plain", "execute")] {
        assert_eq!(found.find(id).expect("it is there").work, Work::Task(function.to_owned()));
    }
    assert_eq!(
        found.problems,
        [
            "/int_x/steptypes.json: custom.Pipeline: pipelines are not emulated",
            "/int_x/steptypes.json: custom.None: it has no \"module\"",
            "/int_x/steptypes.json: custom.Odd: its \"transactional\" is yes, not true or false",
        ]
    );
    let broken = Files::memory([(STEP_TYPES[0], b"[1".as_slice())]);
    let found = StepTypes::read(&Cartridges::new().with("int_x", broken));
    assert!(found.problems[0].starts_with("/int_x/steptypes.json: EOF"), "{found:?}");
}

#[test]
fn xml_says_the_same() {
    let text = "<?xml version=\"1.0\"?>\n<step-types>\n  <script-module-step type-id=\"custom.Export\" supports-organization-context=\"false\">\n\
        <description>Writes</description><module>int_x/cartridge/scripts/export.js</module><function>execute</function>\
        <parameters><parameter name=\"Folder\" type=\"string\" required=\"false\"><default-value>out</default-value></parameter>\
        <parameter name=\"Kind\"><enum-values><value>a</value><value>b</value></enum-values></parameter></parameters></script-module-step>\n\
        <chunk-script-module-step type-id=\"custom.Chunks\"><module>m</module><chunk-size>10</chunk-size></chunk-script-module-step>\n</step-types>";
    let files = Files::memory([(STEP_TYPES[1], text.as_bytes())]);
    let found = StepTypes::read(&Cartridges::new().with("int_x", files));
    assert_eq!(found.problems, Vec::<String>::new());
    let export = found.find("custom.Export").expect("a task");
    let parameters: Vec<_> = export.parameters.iter().map(Declared::told).collect();
    assert_eq!((export.place, export.description.as_str()), (Place::Sites, "Writes"));
    assert_eq!(parameters, ["Folder?: string", "Kind: a | b"]);
    assert!(matches!(found.find("custom.Chunks").expect("chunks").work, Work::Chunks(10, _)));
    let broken = faults(&Cartridges::new(), STEP_TYPES[1], b"<step-types>\n<a></step-types>");
    assert_eq!(broken.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2]);
}

#[test]
fn faults_have_their_lines() {
    let scripts = Files::memory([
        ("cartridge/scripts/a.js", b"exports.f = function () {};".as_slice()),
        ("cartridge/scripts/other.js", b"exports.g = function () {};".as_slice()),
    ]);
    let cartridges = Cartridges::new().with_aside("int_x", scripts);
    let text = "{\"step-types\": {\"script-module-step\": [\n\
        {\"@type-id\": \"custom.A\", \"function\": \"f\", \"module\": \"int_x/cartridge/scripts/a\"},\n\
        {\"@type-id\": \"custom.B\", \"function\": \"f\", \"module\": \"int_x/cartridge/scripts/b\"},\n\
        {\"@type-id\": \"custom.C\", \"function\": \"f\"},\n\
        {\"@type-id\": \"custom.D\", \"function\": \"f\", \"module\": \"int_x/cartridge/scripts/other\"},\n\
        {\"@type-id\": \"custom.E\", \"module\": \"int_x/cartridge/scripts/a\", \"function\": \"f\", \"parameters\": {\"params\": []}},\n\
        {\"@type-id\": \"custom.F\", \"module\": \"int_x/cartridge/scripts/a\", \"function\": \"g\", \"parameters\": [{\"@name\": \"a\"}]},\n\
        {\"@type-id\": \"custom.G\", \"module\": \"int_x/cartridge/scripts/a\", \"function\": \"f\", \"parameters\": []}\n]}}";
    let found = faults(&cartridges, STEP_TYPES[0], text.as_bytes());
    let missing = "custom.B: there is no module 'int_x/cartridge/scripts/b'";
    let lacking = "custom.D: /int_x/cartridge/scripts/other.js exports no function f";
    let unread =
        "custom.E: nothing reads \"params\" in its \"parameters\": \"parameter\" declares them";
    let list = "custom.F: nothing reads a list in its \"parameters\": \"parameter\" declares them";
    let expected = [
        (3, missing.to_owned()),
        (4, "custom.C: it has no \"module\"".to_owned()),
        (5, lacking.to_owned()),
        (6, unread.to_owned()),
        (7, list.to_owned()),
        (7, "custom.F: /int_x/cartridge/scripts/a.js exports no function g".to_owned()),
    ];
    assert_eq!(found, expected);
    let found = faults(&cartridges, STEP_TYPES[0], b"{\n\n[");
    assert_eq!((found.len(), found[0].0), (1, 3));
}

#[test]
fn xml_that_is_deep_is_refused() {
    let deep = format!("<step-types>\n{}", "<a>".repeat(100_000));
    let files = Files::memory([(STEP_TYPES[1], deep.into_bytes())]);
    let found = StepTypes::read(&Cartridges::new().with("int_x", files));
    let expected = format!("/int_x/{}: its elements are nested deeper than 256", STEP_TYPES[1]);
    assert_eq!(found.problems, [expected]);
}
