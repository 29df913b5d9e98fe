//! Secrets that nobody has given are asked for on the terminal, which shows nothing of them.

use super::instance;
use crate::testkit::process::Process;
use crate::testkit::terminal::{Size, Terminal};
use haltscope::sandbox::BUILTIN_CLIENT;
use rustix::process::Signal;
use std::path::Path;

const PASSWORD: &str = "haltscope-demo";

/// A sandbox, a home folder and the sandbox's address.
struct Stand {
    home: tempfile::TempDir,
    url: String,
    _sandbox: Process,
}

impl Stand {
    fn start() -> Self {
        let mut sandbox = Process::on_free_ports(&["--json"]);
        let url = sandbox.ready()["http"].as_str().expect("an address").to_owned();
        Self { home: tempfile::tempdir().expect("a folder"), url, _sandbox: sandbox }
    }

    fn haltscope(&self, arguments: &[&str]) -> Terminal {
        let all = [arguments, &["--server", &self.url, "--username", "admin"]].concat();
        Terminal::haltscope(Size::LARGE, self.home.path(), &all, &[])
    }

    fn token(&self) -> Terminal {
        self.haltscope(&["token", "--grant", "user", "--client-id", BUILTIN_CLIENT])
    }
}

fn assert_unseen(terminal: &Terminal, secret: &str) {
    assert!(!String::from_utf8_lossy(&terminal.raw()).contains(secret), "{}", terminal.text());
}

#[test]
fn the_screen_starts_after_the_password() {
    let stand = Stand::start();
    let mut terminal = stand.haltscope(&[]);
    terminal.wait_text(&format!("Password for admin at {}: ", stand.url));
    assert_eq!(terminal.written("\x1b[?1049h"), 0, "no screen yet");
    terminal.press("wrong\x15haltscope-dem0\x7fo\r");
    terminal.wait_text("WAITING");
    assert_unseen(&terminal, "haltscope-dem");
    terminal.press("q");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_user_grant_asks_for_both_secrets() {
    let stand = Stand::start();
    let mut terminal = stand.token();
    terminal.wait_text("Password for admin at ");
    terminal.press(&format!("{PASSWORD}\r"));
    terminal.wait_text(&format!("Client secret for {BUILTIN_CLIENT} at {}: ", stand.url));
    terminal.press(&format!("{BUILTIN_CLIENT}\r"));
    assert_eq!(terminal.exit_code(), 0, "{}", terminal.text());
    assert!(terminal.text().contains("eyJ"), "a token: {}", terminal.text());
    assert_unseen(&terminal, PASSWORD);
    assert_eq!(terminal.written(BUILTIN_CLIENT), 1, "in the question alone");
    terminal.assert_restored();
}

#[test]
fn ctrl_c_ends_the_program_and_gives_the_terminal_back() {
    let stand = Stand::start();
    for mut terminal in [stand.haltscope(&[]), stand.token()] {
        terminal.wait_text("Password for admin at ");
        terminal.press("half\x03");
        assert_eq!(terminal.exit_code(), 130);
        terminal.assert_restored();
        assert_unseen(&terminal, "half");
        assert!(!terminal.text().contains("haltscope:"), "{}", terminal.text());
    }
}

#[test]
fn a_signal_ends_the_program_and_gives_the_terminal_back() {
    let stand = Stand::start();
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        for mut terminal in [stand.haltscope(&[]), stand.token()] {
            terminal.wait_text("Password for admin at ");
            terminal.press("half");
            terminal.signal(signal);
            assert_eq!(terminal.exit_code(), 130, "{signal:?}");
            terminal.assert_restored();
            assert_unseen(&terminal, "half");
        }
    }
}

/// What was heard while it asked is over: the screen leaves in order.
#[test]
fn after_the_question_signals_mean_what_they_mean() {
    let stand = Stand::start();
    let mut terminal = stand.haltscope(&[]);
    terminal.wait_text("Password for admin at ");
    terminal.press(&format!("{PASSWORD}\r"));
    terminal.wait_text("WAITING");
    terminal.signal(Signal::TERM);
    terminal.exit_code();
    terminal.assert_restored();
}

#[test]
fn an_empty_answer_is_none() {
    let stand = Stand::start();
    let mut terminal = stand.token();
    terminal.wait_text("Password for admin at ");
    terminal.press("\r");
    terminal.wait_text("Client secret for ");
    terminal.press("\x04");
    assert_eq!(terminal.exit_code(), 2);
    terminal.wait_text("--password-stdin is missing");
    let terminal = stand.haltscope(&[]);
    terminal.wait_text("Password for admin at ");
    terminal.press("\r");
    terminal.wait_text("wants a password of user \"admin\"");
}

#[test]
fn ctrl_z_gives_a_sane_shell_and_fg_asks_again() {
    let stand = Stand::start();
    let home = stand.home.path().to_str().expect("UTF-8");
    let variables = [("HOME", home), ("PS1", "shell> ")];
    let mut terminal = Terminal::run(Size::LARGE, "/bin/sh", &["-i"], &variables);
    terminal.wait_text("shell>");
    let program = env!("CARGO_BIN_EXE_haltscope");
    terminal.press(&format!("{program} --server {} --username admin\r", stand.url));
    terminal.wait_text("Password for admin at ");
    terminal.press("haltscope-\x1a");
    terminal.wait_for("the shell", |text| text.matches("shell>").count() == 2);
    terminal.press("stty -a\r");
    terminal
        .wait_for("a sane terminal", |text| text.contains(" icanon") && text.contains(" echo "));
    terminal.press("fg\r");
    terminal.wait_for("the question", |text| text.matches("Password for admin at ").count() == 2);
    terminal.press("demo\r");
    terminal.wait_text("WAITING");
    terminal.press("q");
    terminal.wait_for("the shell", |text| text.matches("shell>").count() == 4);
    terminal.press("exit\r");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn a_passphrase_is_asked_for_when_a_certificate_needs_one() {
    let stand = Stand::start();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/identity");
    let file = stand.home.path().join("ada.p12");
    std::fs::copy(fixtures.join("modern.p12"), &file).expect("copied");
    let variables = [("SFCC_PASSWORD", PASSWORD)];
    let arguments = ["--server", &stand.url, "--username", "admin", "--cert", "ada.p12"];
    let start = || Terminal::haltscope(Size::LARGE, stand.home.path(), &arguments, &variables);
    let terminal = start();
    terminal.wait_text("Passphrase for ");
    terminal.press("green-tea\r");
    terminal.wait_text("WAITING");
    assert_unseen(&terminal, "green-tea");
    let mut terminal = start();
    terminal.wait_text("Passphrase for ");
    terminal.press("black-tea\r");
    assert_eq!(terminal.exit_code(), 2);
    terminal.wait_text("the passphrase does not open it");
    assert_unseen(&terminal, "black-tea");
}

#[test]
fn a_passphrase_is_asked_for_when_a_signing_key_needs_one() {
    let stand = Stand::start();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/identity");
    std::fs::copy(fixtures.join("ada.encrypted.key"), stand.home.path().join("key.pem"))
        .expect("copied");
    let arguments = ["token", "--client-id", "ada", "--jwt-key", "key.pem"];
    let mut terminal = stand.haltscope(&arguments);
    terminal.wait_text("Passphrase for ");
    terminal.press("green-tea\r");
    assert_eq!(terminal.exit_code(), 2);
    // It is opened, and turns out to be none for RS256.
    terminal.wait_text("RS256 needs an RSA key");
    assert_unseen(&terminal, "green-tea");
}

#[test]
fn nobody_is_asked_for_what_is_configured() {
    let home = tempfile::tempdir().expect("a folder");
    let instance = instance(&[]);
    let terminal = super::start(Size::LARGE, home.path(), &instance, &[], &[]);
    terminal.wait_text("WAITING");
    assert!(!String::from_utf8_lossy(&terminal.raw()).contains("Password for"));
}

#[test]
fn a_file_that_others_can_read_is_named_before_the_screen_starts() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().expect("a folder");
    let instance = instance(&[]);
    let text = r#"{"hostname": "URL", "username": "ada", "password": "green tea"}"#;
    let file = home.path().join("dw.json");
    std::fs::write(&file, text.replace("URL", &instance.url())).expect("written");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).expect("its owner's");
    let terminal = Terminal::haltscope(Size::LARGE, home.path(), &[], &[]);
    terminal.wait_text("WAITING");
    let raw = String::from_utf8_lossy(&terminal.raw()).into_owned();
    let before = raw.split("\x1b[?1049h").next().unwrap_or_default().replace("\r\n", "");
    let command = format!("chmod 600 {}", file.display());
    assert!(before.contains("warning: ") && before.contains(&command), "{before}");
    assert!(!raw.contains("green tea"));
}
