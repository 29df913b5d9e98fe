//! `haltscope sandbox` as a process.

use crate::support::process::Process;
use rustix::process::Signal;
use serde_json::Value;
use std::path::Path;

#[test]
fn the_ready_line_is_as_documented() {
    let mut process = Process::on_free_ports(&["--json", "--site", "RefArch"]);
    let ready = process.ready();
    let keys: Vec<_> = ready.as_object().expect("an object").keys().cloned().collect();
    assert_eq!(keys.len(), 5, "{keys:?}");
    assert_eq!((&ready["ready"], &ready["site"]), (&Value::Bool(true), &Value::from("RefArch")));
    for (key, scheme) in [("http", "http://127.0.0.1:"), ("https", "https://127.0.0.1:")] {
        let port = ready[key].as_str().and_then(|url| url.strip_prefix(scheme));
        assert!(port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port > 0)), "{ready}");
    }
    let address = ready["http"].as_str().expect("an address").trim_start_matches("http://");
    std::net::TcpStream::connect(address).expect("requests are accepted");
    let ca_file = ready["ca_file"].as_str().expect("a path").to_owned();
    assert!(Path::new(&ca_file).is_file());
    process.signal(Signal::TERM);
    assert_eq!(process.wait().code(), Some(0));
    assert!(!Path::new(&ca_file).exists(), "it leaves nothing behind");
}

#[test]
fn people_are_told_where_everything_is() {
    let mut process = Process::on_free_ports(&[]);
    assert!(!process.line().trim_start().starts_with('{'));
    process.signal(Signal::INT);
    assert_eq!(process.wait().code(), Some(0));
}

#[test]
fn a_port_in_use_is_a_failure_that_says_so() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let (code, stderr) =
        Process::start(&["--listen", &address, "--tls-listen", "127.0.0.1:0"]).fails();
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains(&address) && stderr.contains("--listen"), "{stderr}");
}

#[test]
fn wrong_usage_exits_with_2_before_anything_listens() {
    let empty = tempfile::tempdir().expect("a folder");
    let settings = empty.path().join("settings.toml");
    std::fs::write(&settings, "[[users]]\nlogin = 'a'\nnope = 1\n").expect("written");
    let settings = settings.to_str().expect("text");
    let empty = empty.path().to_str().expect("text");
    for (arguments, said) in [
        (&["--listen", "0.0.0.0:0", "--tls-listen", "127.0.0.1:0"][..], "0.0.0.0:0"),
        (&["--listen", "127.0.0.1:0", "--tls-listen", "[::]:0"], "[::]:0"),
        (&["--listen", "nonsense"], "nonsense"),
        (&["--cartridges", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["--cartridges", empty], empty),
        (&["--cartridge-path", "no_such_cartridge"], "no_such_cartridge"),
        (&["--site", "a/b"], "a/b"),
        (&["--halt-timeout", "0"], "--halt-timeout"),
        (&["--settings", "/nowhere/x.toml"], "/nowhere/x.toml"),
        (&["--settings", settings], "settings.toml: line 3: nope"),
        (&["--unknown"], "--unknown"),
    ] {
        let (code, stderr) = Process::start(arguments).fails();
        assert_eq!(code, 2, "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_damaged_folder_is_a_failure_that_leaves_it_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("content.db");
    std::fs::write(&file, "a letter to somebody").expect("written");
    let path = folder.path().to_str().expect("text");
    let (code, stderr) = Process::on_free_ports(&["--data", path]).fails();
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("content.db is damaged") && stderr.contains("--data"), "{stderr}");
    assert_eq!(std::fs::read(&file).expect("reads"), b"a letter to somebody");
}
