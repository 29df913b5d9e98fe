//! `haltscope config`: every value with its origin; and the same rows for whoever else shows them.

use super::cartridges;
use super::connection;
use super::failure::Failure;
use super::logging;
use super::output::{self, Form};
use super::screen;
use crate::cli::ConfigArgs;
use crate::config::{self, Config, Folders, Origin, Proxy, Settings, Sourced, Surroundings};
use secrecy::SecretString;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What stands for a secret.
const MASK: &str = "********";

/// A value, what it is called, and where it comes from.
pub(super) struct Row {
    /// In words.
    pub(super) name: &'static str,
    /// `null` when nobody has set it.
    pub(super) value: Value,
    /// `null` when there is none.
    pub(super) origin: Option<String>,
    /// What stands between several values.
    joint: &'static str,
}

impl Row {
    fn new(name: &'static str, value: Value, origin: Option<String>) -> Self {
        Self { name, value, origin, joint: ", " }
    }
}

/// Prints them all; nothing is sent and nobody is asked.
pub(super) fn run(args: &ConfigArgs) -> anyhow::Result<ExitCode> {
    let surroundings = Surroundings::of_process()?;
    let flags = connection::flags(&args.connection, &[])?;
    let config = config::resolve(&flags, &surroundings).map_err(Failure::from)?;
    let folders = Folders::of_user();
    let settings = settings(folders.as_ref())?;
    let mut rows = rows(&config);
    if config.cartridges.is_empty() {
        show_found(&mut rows, &surroundings);
    }
    rows.extend(places(folders.as_ref())?);
    output::print(&match args.json.into() {
        Form::Json => output::json(&document(&rows, &settings)),
        Form::Text => table(&rows, &settings),
    })?;
    output::warn(&config.warnings);
    output::remark(&config.notes);
    Ok(ExitCode::SUCCESS)
}

/// All that a connection is made with.
pub(super) fn rows(config: &Config) -> Vec<Row> {
    let (tokens, tls, safety) = (&config.tokens, &config.tls, &config.safety);
    let cartridges: Vec<_> = config.cartridges.iter().map(|it| shown(&it.value)).collect();
    let rules: Vec<_> = safety.rules.iter().map(|rule| rule.value.to_string()).collect();
    vec![
        file(config),
        row("server", config.address.as_ref()),
        row("username", config.login.username.as_ref()),
        secret("password", config.login.password.as_ref()),
        row("debugger id", Some(&config.debugger_id)),
        path("CA", tls.ca.as_ref()),
        row("pin", tls.pin.as_ref()),
        path("certificate", tls.certificate.as_ref()),
        path("certificate key", tls.key.as_ref()),
        secret("certificate passphrase", tls.passphrase.as_ref()),
        switch("insecure", tls.insecure.as_ref()),
        row("client id", tokens.client_id.as_ref()),
        secret("client secret", tokens.client_secret.as_ref()),
        path("JWT key", tokens.jwt_key.as_ref()),
        path("JWT certificate", tokens.jwt_certificate.as_ref()),
        secret("JWT passphrase", tokens.jwt_passphrase.as_ref()),
        list("scopes", &tokens.scopes.value, &tokens.scopes.origin),
        row("token server", Some(&tokens.auth_url)),
        row("storefront user", config.storefront.username.as_ref()),
        secret("storefront pass", config.storefront.password.as_ref()),
        row("site", config.site.as_ref()),
        row("code version", config.code_version.as_ref()),
        row("library", Some(&config.library)),
        list("cartridges", &cartridges, origin_of(&config.cartridges)),
        cartridge_path(&config.cartridge_path),
        row("safety level", Some(&safety.level)),
        switch("safety confirm", safety.confirm.as_ref()),
        list("safety rules", &rules, origin_of(&safety.rules)),
        proxy(config),
    ]
}

/// Instead of the folders that nobody has named, the cartridges that are found.
fn show_found(rows: &mut [Row], surroundings: &Surroundings) {
    let (folder, names) = cartridges::found(surroundings);
    if let Some(row) = rows.iter_mut().find(|row| row.name == "cartridges" && !names.is_empty()) {
        *row = Row::new(row.name, json!(names), Some(format!("found below {}", shown(&folder))));
    }
}

fn file(config: &Config) -> Row {
    let entry = |entry: &Option<String>| match entry {
        Some(entry) => format!("its entry \"{entry}\""),
        None => "its root".to_owned(),
    };
    let (file, origin) = match &config.file {
        Some((file, name)) => (json!(shown(file)), Some(entry(name))),
        None => (Value::Null, None),
    };
    Row::new("file", file, origin)
}

fn row<T: Display>(name: &'static str, value: Option<&Sourced<T>>) -> Row {
    let text = value.map(|it| it.value.to_string());
    Row::new(name, json!(text), value.map(|it| it.origin.to_string()))
}

fn secret(name: &'static str, value: Option<&Sourced<SecretString>>) -> Row {
    let mask = value.map(|_| MASK);
    Row::new(name, json!(mask), value.map(|it| it.origin.to_string()))
}

fn path(name: &'static str, value: Option<&Sourced<PathBuf>>) -> Row {
    let text = value.map(|it| shown(&it.value));
    Row::new(name, json!(text), value.map(|it| it.origin.to_string()))
}

fn switch(name: &'static str, said_by: Option<&Origin>) -> Row {
    let origin = said_by.unwrap_or(&Origin::Default).to_string();
    Row::new(name, json!(said_by.is_some()), Some(origin))
}

fn list(name: &'static str, values: &[String], origin: &Origin) -> Row {
    Row::new(name, json!(values), Some(origin.to_string()))
}

fn cartridge_path(path: &Sourced<Vec<String>>) -> Row {
    Row { joint: ":", ..list("cartridge path", &path.value, &path.origin) }
}

fn origin_of<T>(values: &[Sourced<T>]) -> &Origin {
    values.first().map_or(&Origin::Default, |first| &first.origin)
}

/// Its login may hold a password.
fn proxy(config: &Config) -> Row {
    let host = config.proxy.as_ref().map(Proxy::host);
    let origin = config.proxy.as_ref().map(|proxy| proxy.url.origin.to_string());
    Row::new("proxy", json!(host), origin)
}

/// Where settings, state and log are, and how much is logged.
fn places(folders: Option<&Folders>) -> Result<Vec<Row>, Failure> {
    let base = |variable: &'static str| match std::env::var_os(variable) {
        // Others don't count.
        Some(folder) if Path::new(&folder).is_absolute() => variable.to_owned(),
        _ => Origin::Default.to_string(),
    };
    let place = |name, variable, find: fn(&Folders) -> PathBuf| {
        let place = folders.map(|folders| shown(&find(folders)));
        Row::new(name, json!(place), folders.map(|_| base(variable)))
    };
    let level = logging::asked()?;
    let named_by = if level.is_some() { "HALTSCOPE_LOG" } else { "the default" };
    Ok(vec![
        place("settings file", "XDG_CONFIG_HOME", Folders::settings),
        place("state folder", "XDG_STATE_HOME", |folders| folders.state.clone()),
        place("log file", "XDG_STATE_HOME", Folders::log),
        Row::new(
            "log level",
            json!(level.unwrap_or(logging::DEFAULT).to_string()),
            Some(named_by.to_owned()),
        ),
    ])
}

/// The settings, each from the file or the default.
fn settings(folders: Option<&Folders>) -> Result<Vec<Row>, Failure> {
    let file = folders.map(Folders::settings);
    let text = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let settings = match &file {
        Some(file) => screen::checked(file)?,
        None => Settings::default(),
    };
    let place = file.as_deref().map(shown).unwrap_or_default();
    let said = Settings::said(&text.unwrap_or_default());
    let row = |(name, value): (&'static str, String)| {
        let is_said = said.iter().any(|said| said == name);
        let origin = if is_said { place.clone() } else { Origin::Default.to_string() };
        Row::new(name, value.into(), Some(origin))
    };
    Ok(settings.shown().into_iter().map(row).collect())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// `debugger id`: `debugger_id`.
fn key(name: &str) -> String {
    name.to_lowercase().replace(' ', "_")
}

fn document(rows: &[Row], settings: &[Row]) -> Value {
    let object = |rows: &[Row]| -> Map<String, Value> {
        let one = |row: &Row| (key(row.name), json!({"value": row.value, "origin": row.origin}));
        rows.iter().map(one).collect()
    };
    let mut document = object(rows);
    document.insert("settings".to_owned(), object(settings).into());
    document.into()
}

fn table(rows: &[Row], settings: &[Row]) -> String {
    let cells = |row: &Row| {
        let origin = row.origin.clone().unwrap_or_default();
        vec![row.name.to_owned(), row.text(), output::harmless(&origin).into_owned()]
    };
    let head = ["VALUE", "IS", "FROM"].map(str::to_owned).to_vec();
    let gap = vec![String::new()];
    let title = vec!["settings".to_owned()];
    let settings = settings.iter().map(cells);
    let all = [head].into_iter().chain(rows.iter().map(cells)).chain([gap, title]);
    output::table(&all.chain(settings).collect::<Vec<_>>())
}

impl Row {
    /// The value as people read it.
    pub(super) fn text(&self) -> String {
        match &self.value {
            Value::Null => "-".to_owned(),
            Value::String(text) => output::harmless(text).replace('\n', " "),
            Value::Array(values) if values.is_empty() => "-".to_owned(),
            Value::Array(values) => {
                let texts = values.iter().filter_map(Value::as_str);
                output::harmless(&texts.collect::<Vec<_>>().join(self.joint)).into_owned()
            }
            other => other.to_string(),
        }
    }

    /// Whether somebody set it, or something stands for it.
    pub(super) fn is_set(&self) -> bool {
        match &self.value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(values) => !values.is_empty(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Flags;

    fn config(flags: &Flags, variables: &[(&str, &str)]) -> Config {
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        let surroundings = Surroundings { folder: "/none".into(), variables: variables.collect() };
        config::resolve(flags, &surroundings).expect("a configuration")
    }

    #[test]
    fn every_row_has_a_name_of_its_own_and_no_secret() {
        let variables = [
            ("SFCC_SERVER", "shop.example.com"),
            ("SFCC_PASSWORD", "s3cret"),
            ("SFCC_CLIENT_SECRET", "s3cret"),
            ("SFCC_JWT_PASSPHRASE", "s3cret"),
            ("SFCC_STOREFRONT_PASSWORD", "s3cret"),
            ("SFCC_CERTIFICATE_PASSPHRASE", "s3cret"),
            ("HTTPS_PROXY", "http://ada:s3cret@proxy.example.com:3128"),
        ];
        let rows = rows(&config(&Flags::default(), &variables));
        let document = document(&rows, &[]).to_string();
        assert!(!document.contains("s3cret"), "{document}");
        assert_eq!(document.matches(MASK).count(), 5, "{document}");
        assert!(document.contains("proxy.example.com:3128"), "{document}");
        let mut names: Vec<_> = rows.iter().map(|row| key(row.name)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), rows.len());
    }

    #[test]
    fn cartridges_that_nobody_has_named_are_those_found() {
        let project = tempfile::tempdir().expect("a folder");
        let mut rows = rows(&config(&Flags::default(), &[]));
        let of = |rows: &[Row]| document(rows, &[])["cartridges"].clone();
        let surroundings =
            Surroundings { folder: project.path().to_owned(), variables: Vec::new() };
        show_found(&mut rows, &surroundings);
        assert_eq!(of(&rows), json!({"value": [], "origin": "the default"}));
        for cartridge in ["c/app_b", "c/app_a"] {
            let folder = project.path().join(cartridge).join("cartridge/controllers");
            std::fs::create_dir_all(&folder).expect("folders");
            std::fs::write(folder.join("Cart.js"), "").expect("a script");
        }
        show_found(&mut rows, &surroundings);
        let origin = format!("found below {}", shown(project.path()));
        assert_eq!(of(&rows), json!({"value": ["app_a", "app_b"], "origin": origin}));
    }

    #[test]
    fn what_nobody_has_set_is_null_and_what_is_decided_has_its_origin() {
        let rows = rows(&config(&Flags::default(), &[("SFCC_SITE_ID", "S")]));
        let document = document(&rows, &[]);
        assert_eq!(document["password"], json!({"value": null, "origin": null}));
        assert_eq!(document["site"], json!({"value": "S", "origin": "SFCC_SITE_ID"}));
        assert_eq!(document["insecure"], json!({"value": false, "origin": "the default"}));
        assert_eq!(document["library"]["value"], "SharedLibrary");
        assert_eq!(document["safety_level"]["value"], "NONE");
    }
}
