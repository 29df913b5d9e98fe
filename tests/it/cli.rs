//! The built binary on the command line: messages, exit codes, what goes to stdout and stderr.

mod configuration;
mod replay;
mod running;

use crate::testkit::program::{self, Outcome};
use std::path::Path;

/// A folder of its own as working folder and home, and nothing of this process's environment.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(self, name: &str, text: &str) -> Self {
        let file = self.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
        std::fs::write(file, text).expect("written");
        self
    }

    fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with(arguments, &[], "")
    }

    fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)], stdin: &str) -> Outcome {
        program::run(self.path(), arguments, variables, stdin)
    }
}

/// Wrong usage: exit code 2, nothing on stdout, the words on stderr.
fn refused(outcome: &Outcome, words: &[&str]) {
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.stderr);
    for word in words {
        assert!(outcome.stderr.contains(word), "{word} in {}", outcome.stderr);
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    let place = Place::new();
    let help = place.run(&["--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    for word in
        ["debug", "demo", "replay", "sandbox", "completions", "man", "--server", "--password-stdin"]
    {
        assert!(help.stdout.contains(word), "{word} in {}", help.stdout);
    }
    let version = place.run(&["--version"]);
    assert_eq!(version.code, Some(0));
    assert_eq!(version.stdout, concat!("haltscope ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_help_names_the_log_option() {
    let place = Place::new();
    for command in
        [&["--help"][..], &["debug", "--help"], &["content", "--help"], &["doctor", "--help"]]
    {
        let help = place.run(command).stdout;
        assert!(help.contains("HALTSCOPE_LOG=LEVEL"), "{command:?}: {help}");
    }
}

#[test]
fn every_flag_of_the_contract_is_in_the_help() {
    let place = Place::new();
    let has = |help: &str, flag: &str| {
        help.split_whitespace().any(|word| word.trim_end_matches(',') == flag)
    };
    let debug = place.run(&["debug", "--help"]).stdout;
    for flag in [
        "--server",
        "--username",
        "--password-stdin",
        "--debugger-id",
        "--client-id",
        "--client-secret-stdin",
        "--jwt-key",
        "--auth-url",
        "--scope",
        "--ca",
        "--cert",
        "--key",
        "--pin",
        "--insecure",
        "--config",
        "--instance",
        "--cartridges",
        "--break",
        "--color",
        "--ascii",
    ] {
        assert!(has(&debug, flag), "{flag} in {debug}");
    }
    assert!(!has(&debug, "--password"), "never a password as an argument");
    let sandbox = place.run(&["sandbox", "--help"]).stdout;
    for flag in [
        "--listen",
        "--tls-listen",
        "--cartridges",
        "--cartridge-path",
        "--site",
        "--halt-timeout",
        "--json",
    ] {
        assert!(has(&sandbox, flag), "{flag} in {sandbox}");
    }
    for command in ["probe", "rpc", "dap", "mcp"] {
        let help = place.run(&[command, "--help"]).stdout;
        assert!(has(&help, "--site"), "--site in {help}");
    }
}

#[test]
fn wrong_usage_is_refused_with_the_flag_named() {
    let place = Place::new();
    for (arguments, words) in [
        (&["--no-such-flag"][..], &["--no-such-flag"][..]),
        (&["dance"], &["dance"]),
        (&["--server"], &["--server"]),
        (&["--color", "sometimes"], &["--color", "auto", "always", "never"]),
        (&["--server", "http://shop.example.com"], &["--server", "loopback", "https://"]),
        (&["debug", "--server", "two words"], &["--server", "two words"]),
        (&["--config", "none.json"], &["--config", "none.json"]),
        (&["--instance", "dev"], &["--instance", "dev"]),
        (&["--break", "Cart.js"], &["--break Cart.js", "PATH:LINE"]),
        (&["--cartridges", "none"], &["--cartridges", "none"]),
        (&["config", "--instance", "dev"], &["--instance", "dev"]),
        (&["--server", "localhost", "--ca", "none.pem"], &["--ca", "none.pem"]),
        (&["--server", "localhost", "--key", "c.pem"], &["--cert", "--key"]),
        (&["--password-stdin"], &["--password-stdin", "empty"]),
        (&["--server", "localhost", "--debugger-id", " "], &["debugger id"]),
        (&["sandbox", "--listen", "nowhere"], &["--listen"]),
        (&["sandbox", "--listen", "localhost:0"], &["--listen", "such as 127.0.0.1:8400"]),
        (&["sandbox", "--allow-net", "http://x/"], &["--allow-net", "without scheme and path"]),
        (&["sandbox", "--allow-net", "x=http://y/z"], &["--allow-net", "an address is a host"]),
        (&["sandbox", "--cartridge-path", ""], &["--cartridge-path", "name of a cartridge"]),
        (&["sandbox", "--cartridge-path", "a:a"], &["--cartridge-path names a twice"]),
        (&["sandbox", "--locales", "en_US,en_US"], &["--locales names en_US twice"]),
        (&["sandbox", "--data", "/dev/null"], &["--data: /dev/null is no folder"]),
        (
            &["content", "asset", "folders", "a", "--start", "-1"],
            &["--start", "a whole number from 0"],
        ),
        (&["sandbox", "--halt-timeout", "0"], &["--halt-timeout"]),
    ] {
        refused(&place.run(arguments), words);
    }
}

#[test]
fn broken_files_are_refused_with_line_and_key() {
    let place = Place::new().file("dw.json", "{\n  \"hostname\": \"x\",\n}");
    refused(&place.run(&[]), &["dw.json, line 3"]);
    let place =
        Place::new().file(".config/haltscope/settings.toml", "mouse = true\nmarsk = \"ascii\"\n");
    refused(&place.run(&[]), &["settings.toml, line 2", "did you mean \"marks\"?"]);
    let place = Place::new().file(".config/haltscope/settings.toml", "keymap = \"emacs\"");
    refused(&place.run(&[]), &["settings.toml", "emacs", "jetbrains"]);
    let place =
        Place::new().file(".config/haltscope/settings.toml", "[keys]\n\"step ovr\" = \"x\"");
    refused(&place.run(&[]), &["settings.toml", "step ovr", "step over"]);
    let place = Place::new().file(".config/haltscope/settings.toml", "theme = \"pink\"");
    refused(&place.run(&[]), &["settings.toml", "pink", "ansi"]);
}

#[test]
fn every_mistake_of_the_settings_is_told_at_once() {
    let text = "keymap = \"emacs\"\nthme = \"night\"\nidle_limit = \"soon\"\n";
    let place = Place::new().file(".config/haltscope/settings.toml", text);
    let lines = ["settings.toml, line 1: ", "settings.toml, line 2: ", "settings.toml, line 3: "];
    refused(&place.run(&[]), &lines);
    let server = ["rpc", "--server", "127.0.0.1:9", "--username", "x"];
    refused(&place.run(&server), &lines[1..]);
}

#[test]
fn what_the_screen_cannot_use_of_the_settings_is_told_with_its_line() {
    for (text, words) in [
        ("\nkeymap = \"vscod\"", "settings.toml, line 2: there is no preset \"vscod\""),
        ("\n\ntheme = \"nigth\"", "settings.toml, line 3: there is no theme \"nigth\""),
        (
            "[keys]\nzoom = \"z\"\n\"step ovr\" = \"x\"",
            "settings.toml, line 3: there is no action \"step ovr\"; did you mean \"step over\"?",
        ),
        (
            "[keys]\n\"step over\" = [\"n\", \"c\"]",
            "settings.toml, line 2: the key c is given to both",
        ),
        (
            "[keys]\n\"step over\" = [\"zz9\"]",
            "settings.toml, line 2: a key of \"step over\": \"zz9\" names no key",
        ),
        ("site = \"\"", "settings.toml, line 1: a site is its ID"),
    ] {
        let place = Place::new().file(".config/haltscope/settings.toml", text);
        for arguments in [&[][..], &["config"]] {
            refused(&place.run(arguments), &[words]);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for flag in ["--help", "--version"] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
        let output = std::process::Command::new(program::PROGRAM).arg(flag).stdout(full).output();
        let output = output.expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{flag}: {stderr}");
        assert!(stderr.contains("can't write to stdout"), "{flag}: {stderr}");
    }
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let place = Place::new();
    for arguments in [&[][..], &["debug"], &["demo"]] {
        refused(
            &place.run(arguments),
            &["needs a terminal", "haltscope content", "haltscope token"],
        );
    }
    let dumb = place.run_with(&["demo"], &[("TERM", "dumb")], "");
    refused(&dumb, &["TERM is \"dumb\""]);
}

#[test]
fn no_secret_is_repeated() {
    let place = Place::new().file("dw.json", r#"{"hostname": "x", "password": "s3cret" "y": 1}"#);
    let outcome = place.run_with(
        &["--password-stdin"],
        &[("SFCC_CLIENT_SECRET", "s3cret"), ("SFCC_SELFSIGNED", "s3cret")],
        "s3cret\n",
    );
    assert_eq!(outcome.code, Some(2));
    assert!(!outcome.stderr.contains("s3cret"), "{}", outcome.stderr);
    let url = place.run(&["--server", "https://user:s3cret@shop.example.com"]);
    refused(&url, &["dw.json"]);
    let url = Place::new().run(&["--server", "https://user:s3cret@shop.example.com"]);
    refused(&url, &["--server", "--password-stdin"]);
    assert!(!url.stderr.contains("s3cret"), "{}", url.stderr);
}

#[test]
fn a_level_of_the_log_that_is_none_is_wrong_usage_and_an_empty_one_says_nothing() {
    let place = Place::new();
    for arguments in [&["config"][..], &["sandbox", "--check"], &["rpc", "--server", "x"]] {
        let wrong = place.run_with(arguments, &[("HALTSCOPE_LOG", "debg")], "");
        refused(&wrong, &["HALTSCOPE_LOG is \"debg\"", "error, warn, info, debug, trace or off"]);
    }
    let shown = |level| place.run_with(&["config"], &[("HALTSCOPE_LOG", level)], "");
    let (empty, unset, loud) = (shown(""), place.run(&["config"]), shown("Debug"));
    assert_eq!(empty.stdout, unset.stdout);
    assert_ne!(loud.stdout, unset.stdout);
    assert_eq!((empty.code, empty.stderr.as_str()), (unset.code, unset.stderr.as_str()));
}

#[test]
fn completions_and_man_page_name_the_commands() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = place.run(&["completions", shell]);
        assert_eq!((script.code, script.stderr.as_str()), (Some(0), ""));
        assert!(script.stdout.contains("HALTSCOPE_COMPLETE"), "{shell}: {}", script.stdout);
    }
    let page = place.run(&["man"]);
    assert_eq!(page.code, Some(0));
    assert!(page.stdout.contains(".TH haltscope") && page.stdout.contains("sandbox"));
    assert!(page.stdout.contains("HALTSCOPE_LOG"));
}

/// Each page that one of them names.
fn named_pages(page: &str) -> Vec<String> {
    let plain = page.replace("\\-", "-");
    let names = plain.lines().filter_map(|line| line.strip_suffix("(1)"));
    names.filter(|name| name.starts_with("haltscope-")).map(|name| format!("{name}.1")).collect()
}

#[test]
fn a_folder_of_man_pages_has_each_that_is_named() {
    let place = Place::new();
    let written = place.run(&["man", "--folder", "pages"]);
    assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""), "{}", written.stderr);
    let folder = place.path().join("pages");
    let mut pages = vec!["haltscope.1".to_owned()];
    let mut read = 0;
    while let Some(name) = pages.pop() {
        let page = std::fs::read_to_string(folder.join(&name));
        pages.extend(named_pages(&page.unwrap_or_else(|error| panic!("{name}: {error}"))));
        read += 1;
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), read);
    assert!(read > 20, "{read}");
    let place = place.file("taken", "");
    let refused = place.run(&["man", "--folder", "taken"]);
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    assert!(refused.stderr.contains("can't write into taken"), "{}", refused.stderr);
    let nowhere = place.run(&["man", "--folder", "pagse/man1"]);
    assert_eq!(nowhere.code, Some(1), "{}", nowhere.stderr);
    assert!(nowhere.stderr.contains("can't write into pagse/man1"), "{}", nowhere.stderr);
    assert!(!place.path().join("pagse").exists(), "what is above it is not made");
}

#[test]
fn the_help_of_a_verb_is_about_that_verb() {
    let place = Place::new();
    let help = place.run(&["content", "asset", "put", "--help"]).stdout;
    for word in ["--field", "--library", "--json", "haltscope content --help"] {
        assert!(help.contains(word), "{word} in {help}");
    }
    assert!(!help.contains("--auth-url") && help.lines().count() < 50, "{help}");
    let whole = place.run(&["content", "--help"]).stdout;
    assert!(whole.contains("--auth-url") && !whole.contains("--debugger-id"), "{whole}");
    let accepted = ["content", "asset", "get", "a", "--debugger-id", "x", "--server", "two words"];
    refused(&place.run(&accepted), &["two words"]);
}
