//! Every resolved value with its origin; secrets are only said to be there.

use super::finding::Finding;
use crate::commands::configuration::{Row, rows};
use crate::commands::screen;
use crate::config::{Config, ConfigError, Folders, Mistake, Origin, SettingsError};

const CHECK: &str = "configuration";

/// A configuration that can't be read at all.
pub(super) fn unreadable(error: &ConfigError) -> Finding {
    Finding::problem(CHECK, error.to_string()).then("Correct it there; nothing else is checked.")
}

/// Whether the command line itself is what can't be used.
pub(super) fn is_wrong_usage(error: &ConfigError) -> bool {
    use ConfigError as E;
    match error {
        E::Breakpoint { .. } => true,
        E::Unreadable { origin, .. }
        | E::WrongType { origin, .. }
        | E::UnknownInstance { origin, .. }
        | E::NoFile { origin, .. }
        | E::Address { origin, .. }
        | E::NoSwitch { origin }
        | E::Fingerprint { origin, .. }
        | E::HalfCertificate { origin }
        | E::NoCartridge { origin, .. }
        | E::NoFolder { origin, .. } => matches!(origin, Origin::Flag(_)),
        E::NoJson { .. } => false,
    }
}

/// The values, then what is odd about them.
pub(super) fn values(config: &Config) -> Vec<Finding> {
    let set = rows(config).into_iter().filter(Row::is_set);
    let mut findings: Vec<Finding> = set.map(|row| value(&row)).collect();
    findings.extend(config.notes.iter().map(|note| Finding::warning(CHECK, note.clone())));
    findings.extend(missing_server(config));
    findings
}

fn value(row: &Row) -> Finding {
    let (text, origin) = (row.text(), row.origin.clone().unwrap_or_default());
    let found = Finding::ok(CHECK, format!("{text} ({origin})")).about(row.name);
    found.with("value", text).with("origin", origin)
}

/// The settings of the screen.
pub(super) fn settings(folders: Option<&Folders>) -> Vec<Finding> {
    const CHECK: &str = "settings";
    const ACTION: &str = "Correct the file; the full screen doesn't start with it.";
    let Some(folders) = folders else {
        let because = "the system doesn't say where the home folder is";
        return vec![Finding::not_checked(CHECK, because)];
    };
    let file = folders.settings();
    let shown = file.display();
    match screen::checked(&file) {
        Ok(_) if file.exists() => vec![Finding::ok(CHECK, shown.to_string())],
        Ok(_) => vec![Finding::ok(CHECK, format!("no {shown}: all defaults hold"))],
        Err(SettingsError::Wrong { file, mistakes }) => {
            let found = |it: &Mistake| Finding::problem(CHECK, it.of_file(&file)).then(ACTION);
            mistakes.iter().map(found).collect()
        }
        Err(error) => vec![Finding::problem(CHECK, error.to_string()).then(ACTION)],
    }
}

fn missing_server(config: &Config) -> Option<Finding> {
    let missing = Finding::problem(CHECK, "nothing names an instance").about("server");
    let looked_for = config.looked_for.join("; ");
    config.address.is_none().then(|| missing.then(format!("Give one of: {looked_for}.")))
}
