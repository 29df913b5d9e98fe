//! What is configured, and how that is shown, completed and refused.

use super::{Place, refused};
use serde_json::{Value, json};

const DW_JSON: &str = r#"{
    "hostname": "root.example.com", "username": "rosa", "password": "s3cret-r",
    "configs": [
        {"name": "dev", "hostname": "dev.example.com", "username": "dora", "password": "s3cret-d",
         "active": true, "cartridges": "app_a:app_b", "oauth-scopes": ["mail"],
         "safety": {"level": "no-delete"}},
        {"name": "live", "hostname": "live.example.com"}
    ]}"#;

fn place() -> Place {
    let place = Place::new().file("dw.json", DW_JSON);
    // Its secrets are for nobody else's eyes, so nobody is warned.
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(place.path().join("dw.json"), private).expect("its owner's");
    place
}

fn shown(place: &Place, arguments: &[&str], variables: &[(&str, &str)]) -> Value {
    let all = [&["config", "--json"], arguments].concat();
    let outcome = place.run_with(&all, variables, "");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    assert!(!outcome.stdout.contains("s3cret"), "{}", outcome.stdout);
    serde_json::from_str(&outcome.stdout).expect("JSON")
}

#[test]
fn every_value_has_its_origin_and_no_secret_is_shown() {
    let place = place();
    let file = place.path().join("dw.json").canonicalize().expect("a path").display().to_string();
    let of = |key: &str| format!("\"{key}\" of \"dev\" in {file}");
    let found = shown(&place, &[], &[("SFCC_USERNAME", "vic")]);
    for (name, value, origin) in [
        ("server", json!("dev.example.com"), json!(of("hostname"))),
        ("username", json!("vic"), json!("SFCC_USERNAME")),
        ("password", json!("********"), json!(of("password"))),
        ("cartridge_path", json!(["app_a", "app_b"]), json!(of("cartridges"))),
        ("scopes", json!(["mail"]), json!(of("oauth-scopes"))),
        ("safety_level", json!("NO_DELETE"), json!(of("safety.level"))),
        ("debugger_id", json!("haltscope"), json!("the default")),
        ("file", json!(file), json!("its entry \"dev\"")),
        ("client_id", Value::Null, Value::Null),
        ("log_level", json!("info"), json!("the default")),
    ] {
        assert_eq!(found[name], json!({"value": value, "origin": origin}), "{name}");
    }
    let theme = json!({"value": "auto", "origin": "the default"});
    assert_eq!(found["settings"]["theme"], theme);
    let by_flag = shown(&place, &["--instance", "live", "--username", "flo"], &[]);
    assert_eq!(by_flag["server"]["value"], "live.example.com");
    assert_eq!(by_flag["username"], json!({"value": "flo", "origin": "--username"}));
    assert_eq!(by_flag["password"], json!({"value": null, "origin": null}), "entries never merge");
}

#[test]
fn the_same_is_shown_to_people_as_a_table() {
    let outcome = place().run(&["config"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let line = |name: &str| {
        let found = outcome.stdout.lines().find(|line| line.starts_with(name));
        found.unwrap_or_else(|| panic!("{name} in {}", outcome.stdout))
    };
    let server = line("server ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(server.starts_with("server dev.example.com \"hostname\" of \"dev\" in /"), "{server}");
    assert!(line("password ").contains("********"));
    assert!(line("client id ").ends_with('-'));
    assert!(line("theme ").contains("auto"));
    assert!(!outcome.stdout.contains("s3cret"));
}

#[test]
fn warnings_and_notes_are_json_lines_where_json_is_asked_for() {
    let place = place();
    let arguments = ["config", "--json", "--server", "other.example.com"];
    let outcome = place.run(&arguments);
    assert_eq!(outcome.code, Some(0));
    let lines: Vec<Value> =
        outcome.stderr.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [note] = lines.as_slice() else { panic!("{}", outcome.stderr) };
    assert!(note["note"].as_str().expect("a text").contains("are not sent to other.example.com"));
    let plain = place.run(&["config", "--server", "other.example.com"]);
    assert!(plain.stderr.starts_with("note: "), "{}", plain.stderr);
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    let place = Place::new().file("broken.json", "{");
    for (arguments, words) in [
        (&["config", "--json", "--config", "broken.json"][..], "broken.json, line 1"),
        (&["content", "asset", "get", "a", "--json"], "--server is missing"),
        (&["token", "--json", "--scope", "a"], "--server is missing"),
        (&["content", "--json", "asset", "dance"], "unrecognized subcommand 'dance'"),
        (&["doctor", "--json", "--break", "x"], "PATH:LINE"),
        (&["sandbox", "--json", "--site", "a b"], "a b"),
    ] {
        let outcome = place.run(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        let error: Value = serde_json::from_str(&outcome.stderr).expect(&outcome.stderr);
        assert_eq!(error["error"]["code"], 2);
        assert!(error["error"]["message"].as_str().expect("a text").contains(words), "{error}");
    }
    let help = place.run(&["content", "--json", "--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.stdout.starts_with("Read and write"));
}

#[test]
fn a_cartridge_that_is_not_here_is_refused_with_those_that_are() {
    let script = "cartridge/controllers/Cart.js";
    let place = Place::new()
        .file(&format!("cartridges/app_base/{script}"), "f();\n")
        .file(&format!("cartridges/app_shop/{script}"), "f();\n")
        .file("dw.json", "{}");
    for command in ["debug", "doctor"] {
        let outcome = place.run(&[command, "--break", &format!("app_bsae/{script}:8")]);
        let words =
            ["no cartridge \"app_bsae\"", "app_base, app_shop", "did you mean \"app_base\"?"];
        refused(&outcome, &words);
    }
    let known = place.run(&["debug", "--break", &format!("app_base/{script}:1")]);
    refused(&known, &["needs a terminal"]);
    let servers = place.run(&["debug", "--break", &format!("/app_other/{script}:1")]);
    refused(&servers, &["needs a terminal"]);
    let nowhere = Place::new().run(&["debug", "--break", &format!("app_x/{script}:1")]);
    refused(&nowhere, &["needs a terminal"]);
}

#[test]
fn the_end_of_a_path_names_a_script_as_everywhere() {
    let place = Place::new()
        .file("cartridges/app_base/cartridge/controllers/Cart.js", "f();\n")
        .file("cartridges/app_base/cartridge/controllers/Home.js", "f();\n")
        .file("cartridges/app_shop/cartridge/controllers/Home.js", "f();\n")
        .file("dw.json", "{}");
    let report = place.run(&["doctor", "--json", "--break", "Cart.js:1"]);
    assert!(
        report.stdout.contains("/app_base/cartridge/controllers/Cart.js:1"),
        "{}",
        report.stdout
    );
    for command in ["debug", "doctor"] {
        let several = place.run(&[command, "--break", "controllers/Home.js:1"]);
        refused(&several, &["/app_base/cartridge/controllers/Home.js", "/app_shop/", "more of"]);
        let none = place.run(&[command, "--break", "Cort.js:1:x"]);
        refused(&none, &["--break Cort.js:1:x: Cort.js is in no cartridge", "app_base, app_shop"]);
    }
    refused(&place.run(&["debug", "--break", "Cart.js:1"]), &["needs a terminal"]);
}

/// What the script of a shell asks when somebody presses Tab behind these words.
fn completed(place: &Place, words: &[&str]) -> Vec<String> {
    let index = words.len().to_string();
    let variables = [("HALTSCOPE_COMPLETE", "bash"), ("_CLAP_COMPLETE_INDEX", &index)];
    let asked = [&["--", "haltscope"], words].concat();
    let outcome = place.run_with(&asked, &variables, "");
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let separators = ['\u{b}', '\n'];
    outcome.stdout.split(separators).map(str::to_owned).collect()
}

#[test]
fn completions_know_commands_flags_and_the_instances_of_dw_json() {
    let place = place();
    assert!(completed(&place, &["conf"]).contains(&"config".to_owned()));
    assert!(completed(&place, &["content", "asset", "de"]).contains(&"delete".to_owned()));
    assert!(completed(&place, &["doctor", "--inst"]).contains(&"--instance".to_owned()));
    assert_eq!(completed(&place, &["debug", "--instance", ""]), ["dev", "live"]);
    assert_eq!(completed(&place, &["content", "--instance", "l"]), ["live"]);
    assert_eq!(completed(&place, &["--instance", "d"]), ["dev"]);
}
