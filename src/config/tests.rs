//! The resolution, row by row.

use super::keys::{Item, TABLE, kebab};
use super::*;
use secrecy::ExposeSecret;
use std::path::Path;

/// A folder `project/shop` that the program runs in, with files of the test's choice around it.
struct Project {
    root: tempfile::TempDir,
    flags: Flags,
    variables: Vec<(String, String)>,
}

impl Project {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("project/shop/cartridges")).expect("folders");
        Self { root, flags: Flags::default(), variables: Vec::new() }
    }

    fn file(self, name: &str, text: &str) -> Self {
        std::fs::write(self.root.path().join("project").join(name), text).expect("written");
        self
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    fn flags(mut self, change: impl FnOnce(&mut Flags)) -> Self {
        change(&mut self.flags);
        self
    }

    fn server(self, server: &str) -> Self {
        self.flags(|flags| flags.server = Some(server.to_owned()))
    }

    fn resolve(&self) -> Result<Config, ConfigError> {
        let folder = self.root.path().join("project/shop");
        resolve(&self.flags, &Surroundings { folder, variables: self.variables.clone() })
    }

    fn config(&self) -> Config {
        self.resolve().expect("a configuration")
    }

    /// The message without the test's own folder.
    fn error(&self) -> String {
        let error = self.resolve().expect_err("refused").to_string();
        error.replace(&format!("{}/project", self.root.path().display()), "…")
    }

    /// `address user:password (origin of the address)`.
    fn shown(&self) -> String {
        let config = self.config();
        let address = config.address.as_ref().map_or("-".into(), |it| it.value.to_string());
        let user = config.login.username.map_or("-".into(), |it| it.value);
        let password = config.login.password;
        let password = password.map_or("-".into(), |it| it.value.expose_secret().to_owned());
        let origin = config.address.map_or("-".into(), |it| it.origin.to_string());
        let origin = origin.replace(&format!("{}/project", self.root.path().display()), "…");
        format!("{address} {user}:{password} ({origin})")
    }
}

const DW_JSON: &str = r#"{"hostname": "file.example.com", "username": "fay", "password": "f"}"#;

#[test]
fn flags_win_over_variables_over_env_file_over_dw_json() {
    let dot_env = "SFCC_SERVER=dot.example.com\nSFCC_USERNAME=dot\nSFCC_PASSWORD=d\n";
    let project = Project::new().file("dw.json", DW_JSON);
    assert_eq!(project.shown(), r#"file.example.com fay:f ("hostname" in …/dw.json)"#);
    let project = project.file(".env", dot_env);
    assert_eq!(project.shown(), "dot.example.com dot:d (SFCC_SERVER in …/.env, line 1)");
    let project =
        project.variable("SFCC_SERVER", "var.example.com").variable("SFCC_USERNAME", "vic");
    assert_eq!(project.shown(), "var.example.com vic:d (SFCC_SERVER)");
    let project = project.server("flag.example.com").flags(|flags| {
        flags.username = Some("flo".into());
        flags.password = Some("p".into());
    });
    assert_eq!(project.shown(), "flag.example.com flo:p (--server)");
}

#[test]
fn empty_variables_count_as_unset() {
    let project = Project::new().file("dw.json", DW_JSON).variable("SFCC_SERVER", "");
    assert_eq!(project.shown(), r#"file.example.com fay:f ("hostname" in …/dw.json)"#);
}

#[test]
fn nothing_at_all_is_no_error() {
    let config = Project::new().config();
    assert!(config.address.is_none() && config.file.is_none() && config.notes.is_empty());
    assert_eq!(config.debugger_id.value.as_str(), "haltscope");
    assert!(config.looked_for.iter().any(|line| line.contains("SFCC_SERVER")));
    assert_eq!(config.tokens.auth_url.value.to_string(), "account.demandware.com");
}

#[test]
fn entries_are_chosen_by_name_root_and_activity() {
    let several = r#"{"hostname": "root", "configs": [
        {"name": "dev", "hostname": "dev", "username": "d"},
        {"name": "live", "hostname": "live", "active": true}]}"#;
    let off = several.replacen('{', r#"{"active": false, "#, 1);
    let list = r#"{"configs": [{"name": "dev", "hostname": "dev"},
        {"name": "live", "hostname": "live", "active": true}]}"#;
    let only = r#"{"configs": [{"name": "dev", "hostname": "dev"}]}"#;
    for (text, instance, expected) in [
        (several, None, "root -:-"),
        (several, Some("dev"), "dev d:-"),
        (several, Some("live"), "live -:-"),
        (&off, None, "live -:-"),
        (&off, Some("dev"), "dev d:-"),
        (list, None, "live -:-"),
        (only, None, "dev -:-"),
    ] {
        let project = Project::new().file("dw.json", text);
        let project = project.flags(|flags| flags.instance = instance.map(str::to_owned));
        assert!(project.shown().starts_with(expected), "{text} {instance:?}: {}", project.shown());
    }
    let project = Project::new().file("dw.json", several).variable("SFCC_INSTANCE", "dev");
    assert!(project.shown().ends_with("(\"hostname\" of \"dev\" in …/dw.json)"));
}

#[test]
fn several_without_an_active_one_are_named() {
    let text = r#"{"configs": [{"name": "a", "hostname": "a"}, {"name": "b", "hostname": "b"}]}"#;
    let config = Project::new().file("dw.json", text).config();
    assert!(config.address.is_none());
    assert!(config.notes[0].ends_with("choose one with --instance (a, b)"), "{:?}", config.notes);
}

#[test]
fn keys_are_kebab_or_camel_case_and_unknown_ones_are_ignored() {
    for text in [
        r#"{"client-id": "c", "code-version": "v1", "self-signed": true, "storefront-username": "s", "x": {}}"#,
        r#"{"clientId": "c", "codeVersion": "v1", "selfSigned": "true", "storefrontUsername": "s", "y": [1]}"#,
    ] {
        let config = Project::new().file("dw.json", text).config();
        assert_eq!(config.tokens.client_id.expect("read").value, "c");
        assert_eq!(config.code_version.expect("read").value, "v1");
        assert_eq!(config.storefront.username.expect("read").value, "s");
        assert!(config.tls.insecure.is_some());
    }
    let text = r#"{"server": "old.example.com", "version": 7, "cartridgesPath": "a:b"}"#;
    let config = Project::new().file("dw.json", text).config();
    assert_eq!(config.address.expect("read").value.to_string(), "old.example.com");
    assert_eq!(config.code_version.expect("read").value, "7");
    assert_eq!(config.cartridge_path, ["a", "b"]);
}

#[test]
fn a_files_credentials_stay_with_its_host() {
    let project = || Project::new().file("dw.json", DW_JSON);
    assert_eq!(
        project().server("https://file.example.com:443").shown(),
        "file.example.com fay:f (--server)"
    );
    assert_eq!(project().server("other.example.com").shown(), "other.example.com -:- (--server)");
    assert_eq!(
        project().server("file.example.com:8443").shown(),
        "file.example.com:8443 -:- (--server)"
    );
    let by_variable = project().variable("SFCC_SERVER", "other.example.com");
    assert_eq!(by_variable.shown(), "other.example.com -:- (SFCC_SERVER)");
    let notes = project().server("other.example.com").config().notes;
    assert!(
        notes[0].ends_with(
            "its credentials are for file.example.com and are not sent to other.example.com"
        ),
        "{notes:?}"
    );
    let with_user = project().server("other.example.com").variable("SFCC_USERNAME", "vic");
    assert_eq!(with_user.shown(), "other.example.com vic:- (--server)");
    let lenient = r#"{"hostname": "file.example.com", "self-signed": true, "password": "f"}"#;
    let config = Project::new().file("dw.json", lenient).server("other.example.com").config();
    assert_eq!(config.tls.insecure, None, "trust is for the file's host too");
    let hostless = r#"{"username": "fay", "password": "f"}"#;
    let project = Project::new().file("dw.json", hostless).server("other.example.com");
    assert_eq!(project.shown(), "other.example.com fay:f (--server)");
}

#[test]
fn paths_start_at_the_file_that_names_them() {
    let project = Project::new()
        .file("dw.json", r#"{"jwt-key-path": "keys/a.pem", "jwtCertPath": "/etc/b.pem"}"#)
        .variable("SFCC_CA", "ca.pem");
    let (config, root) = (project.config(), project.root.path().join("project"));
    assert_eq!(config.tokens.jwt_key.expect("read").value, root.join("keys/a.pem"));
    assert_eq!(config.tokens.jwt_certificate.expect("read").value, Path::new("/etc/b.pem"));
    assert_eq!(config.tls.ca.expect("read").value, root.join("shop/ca.pem"));
}

#[test]
fn the_configuration_file_can_be_named() {
    let project =
        || Project::new().file("dw.json", DW_JSON).file("other.json", r#"{"hostname": "o"}"#);
    let by_flag = project().flags(|flags| flags.config = Some("../other.json".into()));
    assert!(by_flag.shown().starts_with("o -:-"));
    assert!(project().variable("SFCC_CONFIG", "../other.json").shown().starts_with("o -:-"));
}

#[test]
fn a_loopback_instance_is_its_own_token_server() {
    let config = Project::new().server("http://127.0.0.1:8400").config();
    assert_eq!(config.tokens.auth_url.value.to_string(), "http://127.0.0.1:8400");
    let project = Project::new().server("http://127.0.0.1:8400");
    let config = project.variable("SFCC_LOGIN_URL", "login.example.com").config();
    assert_eq!(config.tokens.auth_url.value.to_string(), "login.example.com");
}

#[test]
fn cartridge_folders_and_breakpoints_are_checked() {
    let project = Project::new().flags(|flags| {
        flags.cartridges = vec!["cartridges".into()];
        flags.breakpoints = vec!["/app/cartridge/a.js:3:x == ':'".into()];
    });
    let config = project.config();
    assert_eq!(config.cartridges, [project.root.path().join("project/shop/cartridges")]);
    assert_eq!(config.breakpoints[0].condition.as_deref(), Some("x == ':'"));
    let listed = Project::new().variable("SFCC_CARTRIDGES", "cartridges:cartridges").config();
    assert_eq!(listed.cartridges.len(), 2);
}

#[test]
fn errors_name_the_place_to_correct() {
    let dw_json = |text: &str| Project::new().file("dw.json", text);
    for (project, message) in [
        (
            dw_json("{\n  \"hostname\" \"x\"}"),
            "…/dw.json, line 2, column 14: no JSON: expected `:`",
        ),
        (
            dw_json("[]"),
            "…/dw.json, line 1, column 0: no JSON: invalid type: sequence, expected a map",
        ),
        (dw_json(r#"{"hostname": ["x"]}"#), "\"hostname\" in …/dw.json must be a text"),
        (dw_json(r#"{"configs": {}}"#), "\"configs\" in …/dw.json must be an array of objects"),
        (
            dw_json(r#"{"hostname": "http://x.example.com"}"#),
            "\"hostname\" in …/dw.json: http:// is accepted for loopback addresses only: use https://x.example.com",
        ),
        (Project::new().server("ftp://x"), "--server: \"ftp:\" is not supported: use https://"),
        (
            Project::new().variable("SFCC_SERVER", "a b"),
            "SFCC_SERVER: \"a b\" is no host name, HOST:PORT or URL",
        ),
        (
            Project::new().variable("SFCC_SELFSIGNED", "maybe"),
            "SFCC_SELFSIGNED must be true or false",
        ),
        (
            dw_json(r#"{"name": "dev", "hostname": "x"}"#)
                .flags(|flags| flags.instance = Some("dve".into())),
            "--instance: …/dw.json has no configuration \"dve\"; did you mean \"dev\"?",
        ),
        (
            Project::new().variable("SFCC_INSTANCE", "dev"),
            "SFCC_INSTANCE: there is no dw.json that could hold a configuration \"dev\"",
        ),
        (
            Project::new().flags(|flags| flags.config = Some("none.json".into())),
            "--config: can't read …/shop/none.json: No such file or directory (os error 2)",
        ),
        (
            Project::new().flags(|flags| flags.cert = Some("c.pem".into())),
            "--cert: --cert and --key belong together",
        ),
        (
            Project::new().flags(|flags| flags.cartridges = vec!["none".into()]),
            "--cartridges: there is no folder …/shop/none",
        ),
    ] {
        assert_eq!(project.error(), message);
    }
}

#[test]
fn nothing_secret_is_printed() {
    let project = Project::new()
        .file("dw.json", r#"{"hostname": "x", "password": "s3cret", "client-secret": "s3cret", "jwt-passphrase": "s3cret"}"#)
        .file(".env", "SFCC_STOREFRONT_PASSWORD=s3cret");
    let config = project.config();
    assert!(config.storefront.password.is_some() && config.tokens.client_secret.is_some());
    assert!(!format!("{config:?}").contains("s3cret"));
    let broken = Project::new().file("dw.json", r#"{"password": "s3cret" "x": 1}"#).error();
    assert!(!broken.contains("s3cret"), "{broken}");
}

#[test]
fn every_key_is_in_the_table_once() {
    for (index, row) in TABLE.iter().enumerate() {
        assert_eq!(TABLE.iter().position(|other| other.key == row.key), Some(index));
        assert!(row.variables.iter().all(|name| name.starts_with("SFCC_")));
        assert!(row.names.iter().all(|name| kebab(name) == **name));
    }
    assert_eq!(Item::Server.row().names, ["hostname", "server"]);
}
