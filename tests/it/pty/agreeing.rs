//! What a safety level would refuse is asked for on a terminal, if somebody wants that.

use crate::testkit::process::Process;
use crate::testkit::terminal::{Size, Terminal};
use haltscope::sandbox::BUILTIN_CLIENT;

/// A sandbox whose content is to be confirmed before it is deleted.
struct Stand {
    home: tempfile::TempDir,
    url: String,
    ca: String,
    _sandbox: Process,
}

impl Stand {
    fn with_asset() -> Self {
        let mut sandbox = Process::on_free_ports(&["--json"]);
        let ready = sandbox.ready();
        let [url, ca] =
            ["https", "ca_file"].map(|name| ready[name].as_str().expect("a text").to_owned());
        let home = tempfile::tempdir().expect("a folder");
        let stand = Self { home, url, ca, _sandbox: sandbox };
        let mut put = stand.asset(&["put", "a", "--field", "online.default=true"], &[]);
        assert_eq!(put.exit_code(), 0, "{}", put.text());
        stand
    }

    fn asset(&self, arguments: &[&str], more: &[(&str, &str)]) -> Terminal {
        let first = ["content", "asset"];
        let server = ["--server", &self.url, "--ca", &self.ca, "--client-id", BUILTIN_CLIENT];
        let all = [&first, arguments, &server].concat();
        let login = [("SFCC_CLIENT_SECRET", BUILTIN_CLIENT)];
        Terminal::haltscope(Size::LARGE, self.home.path(), &all, &[&login, more].concat())
    }

    /// A deletion that has asked.
    fn delete(&self) -> Terminal {
        let safety = [("SFCC_SAFETY_LEVEL", "NO_DELETE"), ("SFCC_SAFETY_CONFIRM", "true")];
        let terminal = self.asset(&["delete", "a", "--yes"], &safety);
        terminal.wait_text("Go on? [y/N] ");
        assert!(terminal.text().contains("NO_DELETE (SFCC_SAFETY_LEVEL)"), "{}", terminal.text());
        terminal
    }

    fn is_there(&self) -> bool {
        self.asset(&["get", "a"], &[]).exit_code() == 0
    }
}

#[test]
fn whoever_agrees_changes_it_and_nobody_else() {
    let stand = Stand::with_asset();
    for (keys, code, said) in [
        ("n\r", 1, "nothing was changed"),
        ("\r", 1, "nothing was changed"),
        ("\x04", 1, "nothing was changed"),
        ("yes, please\r", 1, "nothing was changed"),
        ("\x03", 130, ""),
    ] {
        let mut terminal = stand.delete();
        terminal.press(keys);
        assert_eq!(terminal.exit_code(), code, "{keys:?}: {}", terminal.text());
        assert!(terminal.text().contains(said), "{keys:?}: {}", terminal.text());
        terminal.assert_restored();
        assert!(stand.is_there(), "{keys:?}");
    }
    let mut terminal = stand.delete();
    terminal.press("Y\r");
    assert_eq!(terminal.exit_code(), 0, "{}", terminal.text());
    assert!(!stand.is_there());
}
