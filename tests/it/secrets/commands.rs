//! Commands without a screen.

use super::planted::{
    CERTIFICATE_PASSPHRASE, CLIENT, CLIENT_SECRET, Home, PASSWORD, SOURCES, Source, TOKEN, USERINFO,
};
use super::server::{MOODS, Mood, start};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// A run, searched; gives its exit code.
fn run(home: &Home, arguments: &[&str], stdin: &str, allowed: &[&str]) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_haltscope"))
        .args(arguments)
        .current_dir(home.path())
        .env_clear()
        .env("HOME", home.path())
        .env("RUST_BACKTRACE", "full")
        .envs(home.variables.iter().cloned())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program waits for its input, or is gone already.
    let line = fs::read(format!("/proc/{}/cmdline", child.id())).unwrap_or_default();
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let what = arguments.join(" ");
    home.search(&format!("{what}, its arguments"), &line, allowed);
    let printed: &[&str] = if arguments[0] == "token" { &[TOKEN] } else { &[] };
    home.search(&format!("{what}, stdout"), &output.stdout, &[allowed, printed].concat());
    home.search(&format!("{what}, stderr"), &output.stderr, allowed);
    home.search_files(&what, allowed);
    output.status.code()
}

const COMMANDS: &[&[&str]] = &[
    &["token"],
    &["token", "--json", "--keep"],
    &["token", "--grant", "user"],
    &["token", "--grant", "jwt", "--jwt-key", "jwt.pem"],
    &["token", "--grant", "jwt", "--jwt-key", "plain.pem"],
    &["content", "asset", "get", "a"],
    &["content", "asset", "put", "a", "--field", "template=x"],
    &["content", "asset", "patch", "a", "--field", "template=x"],
    &["content", "asset", "delete", "a", "--yes"],
    &["content", "folder", "subfolders", "root", "--all"],
    &["content", "export", "out.json"],
    &["content", "import", "out.json"],
    &["debug"],
    &["completions", "bash"],
    &["man"],
    &["--help"],
];

#[test]
fn no_command_writes_a_secret_wherever_it_comes_from() {
    for mood in MOODS {
        let server = start(mood);
        // Where they come from makes no difference to what a failure says.
        let sources = if mood == Mood::Well { &SOURCES[..] } else { &[Source::DwJson] };
        for source in sources.iter().copied() {
            let home = Home::with(source, &server.url());
            for arguments in COMMANDS {
                let code = run(&home, arguments, "", &[]);
                let is_token = arguments == &["token"];
                let expected = i32::from(mood != Mood::Well);
                assert!(!is_token || code == Some(expected), "{mood:?} {source:?}: {code:?}");
            }
        }
    }
}

#[test]
fn secrets_of_stdin_are_not_written() {
    for mood in MOODS {
        let server = start(mood);
        let home = Home::with(Source::Environment, &server.url());
        let secret = format!("{CLIENT_SECRET}\n");
        run(&home, &["token", "--client-secret-stdin"], &secret, &[]);
        let password = format!("{PASSWORD}\n");
        run(&home, &["token", "--grant", "user", "--password-stdin"], &password, &[]);
        run(&home, &["debug", "--password-stdin"], &password, &[]);
    }
}

#[test]
fn a_login_in_an_address_is_refused_and_not_repeated() {
    let server = start(Mood::Well);
    let place = server.url().replace("http://", "");
    for (name, value) in [
        ("SFCC_SERVER", format!("http://ada:{USERINFO}@{place}")),
        ("SFCC_SERVER", format!("https://ada:{USERINFO}@no host")),
        ("SFCC_SERVER", format!("ada:{USERINFO}@:80:80")),
        ("SFCC_AUTH_URL", format!("https://ada:{USERINFO}@login.example.com")),
        ("SFCC_AUTH_URL", format!("https://ada:{USERINFO}@no host")),
        ("HTTPS_PROXY", format!("ftp://ada:{USERINFO}@proxy.example.com")),
        ("HTTPS_PROXY", format!("http://ada:{USERINFO}@no host")),
    ] {
        let mut home = Home::with(Source::Environment, &server.url());
        home.variables.retain(|(other, _)| other != name);
        home.variables.push((name.to_owned(), value));
        if name == "HTTPS_PROXY" {
            home.variables.retain(|(other, _)| other != "SFCC_SERVER");
            home.variables.push(("SFCC_SERVER".into(), "shop.example.com".into()));
        }
        for command in [&["token"][..], &["debug"], &["content", "asset", "get", "a"]] {
            assert_eq!(run(&home, command, "", &[]), Some(2), "{name} {command:?}");
        }
    }
}

/// What the caller wrote into the arguments is there; the program doesn't repeat it.
#[test]
fn an_argument_that_must_not_be_one_is_not_repeated() {
    let home = Home::with(Source::Environment, "http://127.0.0.1:9");
    for arguments in [
        &["--password", USERINFO][..],
        &["token", "--client-secret", USERINFO],
        &["--server", "https://ada:pl4nted-userinfo@shop.example.com"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_haltscope"))
            .args(arguments)
            .env_clear()
            .env("HOME", home.path())
            .output()
            .expect("it ran");
        assert_eq!(output.status.code(), Some(2));
        home.search("stderr", &output.stderr, &[]);
    }
}

#[test]
fn files_that_are_broken_beside_a_secret_are_named_without_it() {
    let server = start(Mood::Well);
    let (url, secret) = (server.url(), PASSWORD);
    for (name, text) in [
        ("dw.json", format!("{{\"hostname\": \"{url}\", \"password\": \"{secret}\" \"x\": 1}}")),
        ("dw.json", format!("\"{secret}\"")),
        ("dw.json", format!("{{\"password\": [\"{secret}\"]}}")),
        ("dw.json", format!("{{\"configs\": \"{secret}\"}}")),
        ("dw.json", format!("{{\"self-signed\": \"{secret}\"}}")),
        ("dw.json", format!("{{\"password\": \"{secret}\\q\"}}")),
        (".env", format!("SFCC_SELFSIGNED={secret}")),
        (".env", format!("SFCC_PASSWORD=\"{secret}\nSFCC_SERVER={secret}\nSFCC_INSTANCE=x")),
    ] {
        // An address is no secret, but whoever shifts a line puts one there.
        let allowed: &[&str] = if text.contains("SERVER=pl4nted") { &[PASSWORD] } else { &[] };
        let mut home = Home::with(Source::DwJson, &url);
        home.plant(name, text.as_bytes());
        for command in [&["token"][..], &["debug"]] {
            run(&home, command, "", allowed);
        }
    }
}

#[test]
fn a_wrong_passphrase_is_not_repeated() {
    let server = start(Mood::Well);
    let mut home = Home::with(Source::Environment, &server.url());
    for (name, value) in [
        ("SFCC_CERTIFICATE_PASSPHRASE", CERTIFICATE_PASSPHRASE),
        ("SFCC_JWT_PASSPHRASE", CERTIFICATE_PASSPHRASE),
    ] {
        home.variables.retain(|(other, _)| other != name);
        home.variables.push((name.into(), value.into()));
        let command = ["token", "--grant", "jwt", "--jwt-key", "jwt.pem", "--client-id", CLIENT];
        assert_eq!(run(&home, &command, "", &[]), Some(2));
    }
}
