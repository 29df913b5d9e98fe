//! Without any configuration: a screen that says what to do, and a form that does it.

use super::instance;
use crate::testkit::terminal::{Size, Terminal};

#[test]
fn nothing_configured_names_files_variables_and_the_demo() {
    for size in [Size::SMALL, Size::LARGE] {
        let home = tempfile::tempdir().expect("a folder");
        let mut terminal = Terminal::haltscope(size, home.path(), &[], &[]);
        terminal.wait_for("the first run's text", |text| {
            ["OFFLINE", "dw.json", "SFCC_SERVER", "haltscope demo"]
                .iter()
                .all(|it| text.contains(it))
        });
        terminal.press("q");
        assert_eq!(terminal.exit_code(), 0);
        terminal.assert_restored();
    }
}

#[test]
fn the_connection_form_connects_and_keeps_no_password() {
    let home = tempfile::tempdir().expect("a folder");
    let instance = instance(&[7]);
    let mut terminal = Terminal::haltscope(Size::LARGE, home.path(), &[], &[]);
    terminal.wait_text("OFFLINE");
    terminal.press("\r");
    terminal.wait_text("password");
    terminal.press(&format!("{}\tada\tgreen tea\r", instance.url()));
    terminal.wait_text("HALTED");
    assert!(!String::from_utf8_lossy(&terminal.raw()).contains("green tea"));
    terminal.press("\x03\x03");
    assert_eq!(terminal.exit_code(), 130);
    terminal.assert_restored();
    assert_eq!(instance.count("DELETE /client"), 1);
}

#[test]
fn a_form_with_an_unusable_address_says_so_and_stays() {
    let home = tempfile::tempdir().expect("a folder");
    let terminal = Terminal::haltscope(Size::LARGE, home.path(), &[], &[]);
    terminal.wait_text("OFFLINE");
    terminal.press("\r");
    terminal.wait_text("password");
    terminal.press("http://shop.example.com\tada\tx\r");
    terminal.wait_text("loopback");
    terminal.wait_text("OFFLINE");
}

#[test]
fn insecure_says_what_it_gives_up() {
    let home = tempfile::tempdir().expect("a folder");
    let arguments = ["--server", "https://127.0.0.1:9", "--insecure"];
    let terminal = Terminal::haltscope(Size::LARGE, home.path(), &arguments, &[]);
    terminal.wait_text("OFFLINE");
    terminal.wait_text("127.0.0.1:9 insecure");
    // The result line may already speak of the refused connection; the log keeps both.
    terminal.press("L");
    terminal.wait_text("certificate is not checked");
}
