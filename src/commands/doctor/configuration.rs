//! Every resolved value with its origin; secrets are only said to be there.

use super::finding::Finding;
use crate::config::{Config, ConfigError, Folders, Origin, Settings, SettingsError, Sourced};
use secrecy::SecretString;
use std::fmt::Display;
use std::path::Path;

const CHECK: &str = "configuration";
/// What stands for a secret.
const MASK: &str = "********";

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
        | E::NoFolder { origin, .. } => matches!(origin, Origin::Flag(_)),
        E::NoJson { .. } => false,
    }
}

/// The values, then what is odd about them.
pub(super) fn values(config: &Config) -> Vec<Finding> {
    let mut values = Values::default();
    values.file(config);
    values.add("server", config.address.as_ref());
    values.add("username", config.login.username.as_ref());
    values.secret("password", config.login.password.as_ref());
    values.add("debugger id", Some(&config.debugger_id));
    values.tls(config);
    values.add("client id", config.tokens.client_id.as_ref());
    values.secret("client secret", config.tokens.client_secret.as_ref());
    values.path("JWT key", config.tokens.jwt_key.as_ref());
    values.path("JWT certificate", config.tokens.jwt_certificate.as_ref());
    values.secret("JWT passphrase", config.tokens.jwt_passphrase.as_ref());
    values.add("token server", Some(&config.tokens.auth_url));
    values.add("storefront user", config.storefront.username.as_ref());
    values.secret("storefront pass", config.storefront.password.as_ref());
    values.add("site", config.site.as_ref());
    values.add("code version", config.code_version.as_ref());
    values.cartridges(config);
    let mut findings = values.0;
    findings.extend(config.notes.iter().map(|note| Finding::warning(CHECK, note.clone())));
    findings.extend(missing_server(config));
    findings
}

/// The settings of the screen.
pub(super) fn settings(folders: Option<&Folders>) -> Finding {
    const CHECK: &str = "settings";
    let Some(folders) = folders else {
        return Finding::not_checked(CHECK, "the system doesn't say where the home folder is");
    };
    let file = folders.settings();
    match Settings::read(&file) {
        Ok(_) if file.exists() => Finding::ok(CHECK, file.display().to_string()),
        Ok(_) => Finding::ok(CHECK, format!("no {}: all defaults hold", file.display())),
        Err(error) => wrong_settings(CHECK, &error),
    }
}

fn wrong_settings(check: &'static str, error: &SettingsError) -> Finding {
    Finding::problem(check, error.to_string())
        .then("Correct the file; the full screen doesn't start with it.")
}

fn missing_server(config: &Config) -> Option<Finding> {
    let missing = Finding::problem(CHECK, "nothing names an instance").about("server");
    let looked_for = config.looked_for.join("; ");
    config.address.is_none().then(|| missing.then(format!("Give one of: {looked_for}.")))
}

#[derive(Default)]
struct Values(Vec<Finding>);

impl Values {
    fn row(&mut self, name: &str, value: &str, origin: &str) {
        let found = Finding::ok(CHECK, format!("{value} ({origin})")).about(name);
        self.0.push(found.with("value", value).with("origin", origin));
    }

    fn add<T: Display>(&mut self, name: &str, value: Option<&Sourced<T>>) {
        if let Some(Sourced { value, origin }) = value {
            self.row(name, &value.to_string(), &origin.to_string());
        }
    }

    fn secret(&mut self, name: &str, value: Option<&Sourced<SecretString>>) {
        if let Some(Sourced { origin, .. }) = value {
            self.row(name, MASK, &origin.to_string());
        }
    }

    fn path<P: AsRef<Path>>(&mut self, name: &str, value: Option<&Sourced<P>>) {
        if let Some(Sourced { value, origin }) = value {
            self.row(name, &value.as_ref().display().to_string(), &origin.to_string());
        }
    }

    fn file(&mut self, config: &Config) {
        if let Some((file, entry)) = &config.file {
            let file = file.display().to_string();
            let entry = entry.as_ref().map(|entry| format!("its entry \"{entry}\""));
            self.row("file", &file, &entry.unwrap_or_else(|| "its root".to_owned()));
        }
    }

    fn tls(&mut self, config: &Config) {
        self.path("CA", config.tls.ca.as_ref());
        self.path("certificate", config.tls.certificate.as_ref());
        self.path("certificate key", config.tls.key.as_ref());
        if let Some(origin) = &config.tls.insecure {
            self.row("insecure", "true", &origin.to_string());
        }
    }

    fn cartridges(&mut self, config: &Config) {
        for folder in &config.cartridges {
            self.path("cartridges", Some(folder));
        }
        let Sourced { value: path, origin } = &config.cartridge_path;
        if !path.is_empty() {
            self.row("cartridge path", &path.join(":"), &origin.to_string());
        }
    }
}
