//! Configuration, cartridges, their order, and what is kept with the project.

use super::replies::LOGIN_WANTED;
use super::stand::{Place, Report, sample};
use crate::testkit::server::Server;
use haltscope::api::ids::Line;
use haltscope::runtime::StateFile;
use haltscope::session::{BreakpointSpec, Saved};

async fn offline(place: &Place, arguments: &[&str]) -> Report {
    place.report(arguments).await
}

#[tokio::test]
async fn every_value_has_its_origin_and_secrets_none_of_their_letters() {
    let place = Place::new()
        .file(
            "dw.json",
            r#"{"name": "dev", "hostname": "127.0.0.1:1", "username": "ada", "password": "s3cret",
            "client-secret": "s3cret", "cartridges-path": "a:b", "code-version": "v7"}"#,
        )
        .file(".env", "SFCC_CLIENT_ID=pipeline\n")
        .variable("SFCC_USERNAME", "vic")
        .variable("SFCC_STOREFRONT_PASSWORD", "s3cret");
    let report = offline(&place, &["--debugger-id", "mine"]).await;
    let values = report.all("configuration");
    let row = |name: &str| {
        let found = values.iter().find(|found| found["subject"] == name);
        let details = &found.unwrap_or_else(|| panic!("{name}: {values:#?}"))["details"];
        let text = |key: &str| details[key].as_str().expect("a text").to_owned();
        (text("value"), text("origin"))
    };
    assert_eq!(row("server").0, "127.0.0.1:1");
    assert!(row("server").1.starts_with("\"hostname\" of \"dev\" in "), "{:?}", row("server"));
    assert_eq!(row("username"), ("vic".into(), "SFCC_USERNAME".into()));
    assert_eq!(row("password").0, "********");
    assert_eq!(row("storefront pass"), ("********".into(), "SFCC_STOREFRONT_PASSWORD".into()));
    assert_eq!(row("debugger id"), ("mine".into(), "--debugger-id".into()));
    assert!(row("client id").1.starts_with("SFCC_CLIENT_ID in "));
    assert_eq!(row("token server").1, "the default");
    assert_eq!((row("cartridge path").0, row("code version").0), ("a:b".into(), "v7".into()));
    assert!(!report.document.to_string().contains("s3cret"));
    let text = place.run(&[]).await.stdout;
    assert!(text.contains("********") && !text.contains("s3cret"), "{text}");
}

#[tokio::test]
async fn a_broken_configuration_is_a_finding_and_a_wrong_flag_is_wrong_usage() {
    let place = Place::new().file("dw.json", "{\n  \"hostname\": \"x\",\n}");
    let report = offline(&place, &[]).await;
    assert_eq!(report.code, Some(1));
    report.says("configuration", "problem", &["dw.json, line 3"], &["Correct it"]);
    let odd = Place::new().variable("SFCC_SELFSIGNED", "maybe");
    odd.report(&[]).await.says("configuration", "problem", &["SFCC_SELFSIGNED"], &[]);
    let settings = Place::new().file(".config/haltscope/settings.toml", "marsk = 1\n");
    settings.report(&[]).await.says("settings", "problem", &["marks"], &["Correct the file"]);
    let keys = "[keys]\n\"step ovr\" = \"x\"\n";
    let keys = Place::new().file(".config/haltscope/settings.toml", keys);
    let words = &["settings.toml, line 2", "step over"];
    keys.report(&[]).await.says("settings", "problem", words, &["Correct the file"]);
    let all = "keymap = \"emacs\"\nthme = \"night\"\nidle_limit = \"soon\"\n[keys]\n\"step ovr\" = \"x\"\nzoom = \"zz9\"\n";
    let all = Place::new().file(".config/haltscope/settings.toml", all).report(&[]).await;
    let seen = all.all("settings");
    assert_eq!(seen.len(), 5, "{seen:?}");
    for (line, found) in [1, 2, 3, 5, 6].iter().zip(&seen) {
        let at = format!("settings.toml, line {line}: ");
        assert!(found["seen"].as_str().is_some_and(|it| it.contains(&at)), "{line}: {found}");
    }
    let ca = Place::new().variable("SFCC_SERVER", "localhost:1").variable("SFCC_CA", "none.pem");
    let server = Server::start(|_| LOGIN_WANTED.to_owned()).await;
    let ca = ca.variable("SFCC_SERVER", &server.address.to_string()).report(&[]).await;
    let found = ca.all("configuration");
    let problem = found.iter().find(|found| found["status"] == "problem").expect("a problem");
    assert!(problem["seen"].as_str().is_some_and(|it| it.contains("none.pem")), "{problem}");
    ca.skips(&["tls", "api"], "can't be prepared");

    for arguments in [
        &["--server", "two words"][..],
        &["--break", "Cart.js"],
        &["--cartridges", "none"],
        &["--ca", "none.pem"],
        &["--server", "localhost", "--debugger-id", " "],
        &["--instance", "dev"],
        &["--no-such-flag"],
        &["--color", "sometimes"],
    ] {
        let outcome = Place::new().run(arguments).await;
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(outcome.stderr.contains(arguments[0]) || arguments.len() > 2, "{}", outcome.stderr);
    }
}

#[tokio::test]
async fn held_back_credentials_are_a_warning() {
    let place = Place::new()
        .file("dw.json", r#"{"hostname": "file.example", "username": "a", "password": "b"}"#);
    let report = offline(&place, &["--server", "127.0.0.1:1"]).await;
    let found = report.all("configuration");
    let note = found.iter().find(|found| found["status"] == "warning").expect("a warning");
    assert!(note["seen"].as_str().is_some_and(|it| it.contains("not sent to 127.0.0.1:1")));
}

#[tokio::test]
async fn cartridges_and_their_order_are_told() {
    let none = offline(&Place::new(), &[]).await;
    none.says("cartridges", "warning", &["none below"], &["--cartridges DIR"]);
    none.says("order", "ok", &["not configured"], &[]);
    let some = offline(&Place::new(), &["--cartridges", &sample()]).await;
    some.says("cartridges", "ok", &["4 cartridges", "app_base, app_brand, app_storefront"], &[]);
    some.says("order", "warning", &["isn't known", "cartridge/"], &["cartridges-path"]);
    let path = r#"{"cartridges-path": "plugin_x:app_brand:app_storefront:app_base"}"#;
    let known = offline(&Place::new().file("dw.json", path), &["--cartridges", &sample()]).await;
    known.says("order", "ok", &["plugin_x:app_brand:", "not here: plugin_x"], &[]);
}

#[tokio::test]
async fn saved_breakpoints_are_checked_beside_those_of_the_command_line() {
    let place = Place::new().file("c/app/cartridge/a.js", "f();\ng();\n").file("dw.json", "{}");
    let spec = |line| BreakpointSpec::plain("/app/cartridge/a.js".into(), Line(line));
    let off = BreakpointSpec { enabled: false, ..spec(2) };
    let saved = Saved { breakpoints: vec![spec(1), off], ..Saved::default() };
    let state = place.path().join(".local/state/haltscope");
    let mut file = StateFile::new(&state, &place.path().canonicalize().expect("a folder"));
    file.save(&saved).expect("saved");
    let before = std::fs::read(file.path()).expect("written");
    let report = offline(&place, &["--break", "/app/cartridge/a.js:1:a b"]).await;
    report.says("breakpoints", "ok", &["2 breakpoints, 1 of them off"], &[]);
    let conditions = report.all("breakpoint.condition");
    let statuses: Vec<_> = conditions.iter().map(|found| &found["status"]).collect();
    assert_eq!(statuses, ["problem", "ok"], "the command line's wins: {conditions:#?}");
    let text = place.run(&[]).await.stdout;
    assert!(text.contains("breakpoint /app/cartridge/a.js:2 (off)"), "{text}");
    assert_eq!(std::fs::read(file.path()).expect("there"), before);

    std::fs::write(file.path(), "{\"root\": ").expect("broken");
    let report = offline(&place, &[]).await;
    report.says("breakpoints", "problem", &["can't be read"], &["sets it aside"]);
    assert_eq!(std::fs::read(file.path()).expect("not set aside"), b"{\"root\": ");
}
