//! What is written, for people and for programs.

use super::replies::debugger;
use super::stand::Place;

async fn shown(arguments: &[&str], change: impl FnOnce(Place) -> Place) -> String {
    let server = debugger("").await;
    let place = Place::of(&server.url()).file("c/app/cartridge/a.js", "\n\nf();\n");
    let outcome = change(place).run(arguments).await;
    assert_eq!(outcome.stderr, "");
    outcome.stdout
}

#[tokio::test]
async fn the_list_fits_into_eighty_columns_and_lines_up() {
    let text = shown(&["--break", "/app/cartridge/a.js:1:a >"], |place| place).await;
    for line in text.lines() {
        let is_word = line.trim().split(' ').count() == 1;
        assert!(line.chars().count() <= 80 || is_word, "{line}");
        let is_finding =
            ["ok ", "warning ", "problem ", "- "].iter().any(|it| line.starts_with(it));
        if is_finding {
            assert_eq!(&line[8..9], " ", "{line}");
            assert!(line.as_bytes()[9] != b' ' && line.as_bytes()[25] != b' ', "{line}");
        }
    }
    for title in ["configuration", "connection", "server", "project"] {
        assert!(text.lines().any(|line| line == title), "{title} in {text}");
    }
    assert!(text.ends_with("1 problem, 2 warnings.\n"), "{text}");
}

#[tokio::test]
async fn colours_follow_flag_and_environment() {
    let plain = shown(&[], |place| place.variable("TERM", "xterm")).await;
    assert!(!plain.contains('\x1b'), "a pipe is no terminal");
    let always = |place: Place| place.variable("NO_COLOR", "1");
    let coloured = shown(&["--color", "always"], always).await;
    assert!(coloured.contains("\x1b[32mok\x1b[0m"), "{coloured}");
    let never = shown(&["--color", "never"], |place| place).await;
    assert!(!never.contains('\x1b'));
    let json = shown(&["--json", "--color", "always"], |place| place).await;
    assert!(!json.contains('\x1b'));
}

#[tokio::test]
async fn help_tells_the_codes_and_the_shape_of_json() {
    let help = Place::new().run(&["--help"]).await;
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    for word in ["--json", "--break", "--color", "--server", "Exit code", "not_checked"] {
        assert!(help.stdout.contains(word), "{word} in {}", help.stdout);
    }
    let server = debugger("").await;
    let place = Place::of(&server.url()).file("c/app/cartridge/a.js", "f();\n");
    let report = place.report(&["--break", "/app/cartridge/a.js:1"]).await;
    let findings = report.document["findings"].as_array().expect("a list");
    for finding in findings {
        let check = finding["check"].as_str().expect("a text");
        let words = help.stdout.split(|letter: char| letter.is_whitespace() || letter == ',');
        assert!(words.into_iter().any(|word| word == check), "{check} in {}", help.stdout);
        let keys: Vec<&String> = finding.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["action", "check", "details", "seen", "status", "subject"]);
    }
    let count = |status: &str| findings.iter().filter(|found| found["status"] == status).count();
    assert_eq!(report.document["problems"], count("problem"));
    assert_eq!(report.document["warnings"], count("warning"));
}

#[tokio::test]
async fn a_reader_that_has_seen_enough_is_no_failure() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_haltscope");
    let script = format!("'{program}' doctor | head -1");
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(place.path())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", place.path())
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "configuration\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
