//! Where safety levels and rules come from.

use super::*;
use crate::api::safety::{Level, Operation, Refusal};

fn level(project: &Project) -> String {
    let level = project.config().safety.level;
    let origin = level.origin.to_string();
    format!("{} by {}", level.value, origin.split(" in ").next().unwrap_or_default())
}

fn dw_json(safety: &str) -> Project {
    let text = format!(r#"{{"hostname": "x", "safety": {safety}}}"#);
    Project::new().file("dw.json", &text)
}

#[test]
fn the_strictest_level_wins_wherever_it_stands() {
    assert_eq!(level(&Project::new()), "NONE by the default");
    let project = dw_json(r#"{"level": "no-update"}"#);
    assert_eq!(level(&project), "NO_UPDATE by \"safety.level\"");
    let project = project.variable("SFCC_SAFETY_LEVEL", "NO_DELETE");
    assert_eq!(level(&project), "NO_UPDATE by \"safety.level\"");
    let project = project
        .file("shop/s.json", r#"{"level": "READ_ONLY"}"#)
        .variable("SFCC_SAFETY_CONFIG", "s.json");
    assert_eq!(level(&project), "READ_ONLY by \"level\"");
    let variable = dw_json(r#"{"level": "NONE"}"#).variable("SFCC_SAFETY_LEVEL", "read_only");
    assert_eq!(level(&variable), "READ_ONLY by SFCC_SAFETY_LEVEL");
    let elsewhere = dw_json(r#"{"level": "READ_ONLY"}"#).server("y");
    assert_eq!(level(&elsewhere), "NONE by the default", "it was about the file's instance");
}

#[test]
fn the_file_of_other_tools_holds_everywhere() {
    let project = Project::new();
    let home = project.root.path().join("project/home").display().to_string();
    let project = project
        .file("home/b2c/safety.json", r#"{"level": "NO_DELETE", "confirm": true}"#)
        .variable("XDG_CONFIG_HOME", &home);
    assert_eq!(level(&project), "NO_DELETE by \"level\"");
    let safety = project.config().safety.safety();
    let delete = Operation::Request { method: "DELETE", path: "/x" };
    assert!(matches!(safety.check(delete), Err(Refusal::Unconfirmed { .. })));
}

#[test]
fn rules_of_the_instance_come_before_those_for_all() {
    let project = dw_json(r#"{"level": "READ_ONLY", "rules": [{"path": "/a/**", "action": "allow"}]}"#)
        .file(
            "shop/s.json",
            r#"{"rules": [{"path": "/a/**", "action": "block"}, {"command": "content:*", "action": "confirm"}]}"#,
        )
        .variable("SFCC_SAFETY_CONFIG", "s.json");
    let safety = project.config().safety.safety();
    assert!(safety.check(Operation::Request { method: "PUT", path: "/a/b" }).is_ok());
    let refused = safety.check(Operation::Request { method: "PUT", path: "/b" });
    let words = refused.expect_err("refused").to_string();
    assert!(
        words.starts_with("PUT /b is refused by safety level READ_ONLY (\"safety.level\" in "),
        "{words}"
    );
    let command = safety.check(Operation::Command("content:import"));
    let words = command.expect_err("refused").to_string();
    assert!(words.contains("command content:*; \"rules[1]\" in "), "{words}");
    assert_eq!(project.config().safety.level.value, Level::ReadOnly);
}

#[test]
fn a_word_that_was_meant_to_protect_is_never_passed_over() {
    for (project, message) in [
        (
            Project::new().variable("SFCC_SAFETY_LEVEL", "READONLY"),
            "SFCC_SAFETY_LEVEL must be one of NONE, NO_DELETE, NO_UPDATE, READ_ONLY",
        ),
        (
            dw_json(r#"{"level": "strict"}"#),
            "\"safety.level\" in …/dw.json must be one of NONE, NO_DELETE, NO_UPDATE, READ_ONLY",
        ),
        (dw_json("true"), "\"safety\" in …/dw.json must be an object"),
        (dw_json(r#"{"confirm": "yes"}"#), "\"safety.confirm\" in …/dw.json must be true or false"),
        (
            dw_json(r#"{"rules": [{"path": "/x", "action": "deny"}]}"#),
            "\"safety.rules[0].action\" in …/dw.json must be one of allow, block, confirm",
        ),
        (
            dw_json(r#"{"rules": [{"action": "block"}]}"#),
            "\"safety.rules[0]\" in …/dw.json must be about something: command, job, method or path",
        ),
        (
            dw_json(r#"{"rules": [{"path": "[", "action": "block"}]}"#),
            "\"safety.rules[0].path\" in …/dw.json must be a glob, as in /jobs/**",
        ),
        (
            Project::new().variable("SFCC_SAFETY_CONFIG", "none.json"),
            "SFCC_SAFETY_CONFIG: can't read …/shop/none.json: No such file or directory (os error 2)",
        ),
        (
            Project::new().variable("SFCC_SAFETY_CONFIRM", "maybe"),
            "SFCC_SAFETY_CONFIRM must be true or false",
        ),
    ] {
        assert_eq!(project.error(), message);
    }
}
