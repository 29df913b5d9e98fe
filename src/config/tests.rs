//! The resolution, row by row.

mod outside;
mod safety;
mod shared;

use super::keys::{Item, SECRETS, TABLE, kebab};
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
        let file = self.root.path().join("project").join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
        std::fs::write(file, text).expect("written");
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
        (several, None, "live -:-"),
        (&several.replace("true", "false"), None, "root -:-"),
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
    assert_eq!(config.cartridge_path.value, ["a", "b"]);
}

#[test]
fn keys_that_are_almost_known_are_told() {
    let text = r#"{"hostname": "a.example.com", "pasword": "x", "slas-client-id": "s", "webdav-server": "w", "clientID": "c"}"#;
    let mut notes = Project::new().file("dw.json", text).config().notes;
    notes.sort();
    let [client, pasword] = notes.as_slice() else { panic!("{notes:?}") };
    assert!(client.ends_with("is not read: did you mean \"client-id\"?"), "{client}");
    assert!(pasword.starts_with("\"pasword\" in ") && !pasword.contains(": x"), "{pasword}");
    assert!(pasword.ends_with("is not read: did you mean \"password\"?"), "{pasword}");
}

#[test]
fn what_is_no_text_is_refused_with_file_and_key() {
    for (text, key) in [
        (r#"{"hostname": 5}"#, "hostname"),
        (r#"{"hostname": "a.example.com", "username": true}"#, "username"),
        (r#"{"hostname": "a.example.com", "password": 1234}"#, "password"),
        (r#"{"hostname": "a.example.com", "code-version": true}"#, "code-version"),
    ] {
        let error = Project::new().file("dw.json", text).error();
        assert!(error.contains("dw.json") && error.contains(key), "{error}");
        assert!(error.contains("a text") && !error.contains("1234"), "{error}");
    }
}

#[test]
fn what_a_url_says_behind_its_host_is_not_passed_over_in_silence() {
    for (server, is_noted) in [
        ("https://a.example.com/on/x?y=1", true),
        ("a.example.com/x", true),
        ("https://a.example.com/", false),
        ("a.example.com:8443", false),
    ] {
        let config = Project::new().server(server).config();
        let noted = config.notes.iter().any(|note| note.contains("is not used"));
        assert_eq!(noted, is_noted, "{server}: {:?}", config.notes);
        assert_eq!(config.address.expect("read").value.host(), "a.example.com");
    }
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
    let folder = project.root.path().join("project/shop/cartridges");
    assert_eq!(config.cartridges, [Sourced::new(folder, Origin::Flag("--cartridges"))]);
    assert_eq!(config.breakpoints[0].breakpoint.condition.as_deref(), Some("x == ':'"));
    let listed = Project::new().variable("SFCC_CARTRIDGE_DIRS", "cartridges:cartridges").config();
    assert_eq!(listed.cartridges.len(), 2);
    assert_eq!(listed.cartridges[1].origin, Origin::Variable("SFCC_CARTRIDGE_DIRS"));
    let project = Project::new().file(".env", "A=1\nSFCC_CARTRIDGE_DIRS=shop/cartridges\n");
    assert!(matches!(&project.config().cartridges[0].origin, Origin::DotEnv { line: 2, .. }));
}

#[test]
fn a_file_that_can_not_be_read_is_named_though_nobody_named_it() {
    let project = Project::new();
    std::fs::create_dir(project.root.path().join("project/dw.json")).expect("a folder");
    assert_eq!(project.error(), "can't read …/dw.json: Is a directory (os error 21)");
}

#[test]
fn errors_name_the_place_to_correct() {
    let dw_json = |text: &str| Project::new().file("dw.json", text);
    for (project, message) in [
        (
            dw_json("{\n  \"hostname\" \"x\"}"),
            "…/dw.json, line 2, column 14: no JSON: expected `:`",
        ),
        (dw_json("[]"), "…/dw.json, line 1, column 1: no JSON: an object, {…}, is expected"),
        (dw_json(r#"{"hostname": ["x"]}"#), "\"hostname\" in …/dw.json must be a text"),
        (dw_json(r#"{"active": "yes"}"#), "\"active\" in …/dw.json must be true or false"),
        (dw_json(r#"{"configs": [{"name": 7}]}"#), "\"name\" in …/dw.json must be a text"),
        (
            dw_json(r#"{"configs": [{"name": "a", "active": 1}]}"#),
            "\"active\" of \"a\" in …/dw.json must be true or false",
        ),
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
            Project::new().flags(|flags| flags.key = Some("c.pem".into())),
            "--key: --cert and --key belong together",
        ),
        (
            Project::new().flags(|flags| flags.pin = Some("AB:CD".into())),
            "--pin: a fingerprint is the SHA-256 of the server's certificate, 64 hexadecimal digits with or without colons; `openssl x509 -in FILE -noout -fingerprint -sha256` shows it",
        ),
        (
            Project::new().variable("SFCC_CARTRIDGES", "app_a,plugins/cartridges"),
            "SFCC_CARTRIDGES: \"plugins/cartridges\" is no cartridge's name; folders with cartridges are given by --cartridges or SFCC_CARTRIDGE_DIRS",
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
    let bare = Project::new().file("dw.json", "\"s3cret\"").error();
    assert!(!bare.contains("s3cret"), "{bare}");
}

#[test]
fn client_certificates_of_older_tools_are_read_too() {
    let text = r#"{"certificate": "ada.p12", "certificate-passphrase": "a", "selfsigned": true}"#;
    let project = || Project::new().file("dw.json", text);
    let shown = |project: &Project| {
        let tls = project.config().tls;
        let certificate = tls.certificate.map(|it| it.value.display().to_string());
        let certificate = certificate.unwrap_or_default();
        let name = certificate.rsplit('/').next().unwrap_or_default().to_owned();
        let passphrase = tls.passphrase.map(|it| it.value.expose_secret().to_owned());
        (name, passphrase.unwrap_or_default())
    };
    let pair = |name: &str, passphrase: &str| (name.to_owned(), passphrase.to_owned());
    assert!(project().config().tls.insecure.is_some());
    assert_eq!(shown(&project()), pair("ada.p12", "a"));
    let camel = r#"{"certificate": "ada.p12", "certificatePassphrase": "b"}"#;
    assert_eq!(shown(&Project::new().file("dw.json", camel)), pair("ada.p12", "b"));
    let short = r#"{"certificate": "ada.p12", "passphrase": "c"}"#;
    assert_eq!(shown(&Project::new().file("dw.json", short)), pair("ada.p12", "c"));
    let by_variable = project()
        .variable("SFCC_CERTIFICATE", "eve.p12")
        .variable("SFCC_CERTIFICATE_PASSPHRASE", "d");
    assert_eq!(shown(&by_variable), pair("eve.p12", "d"));
    let by_flag = project().flags(|flags| flags.cert = Some("flo.pfx".into()));
    assert_eq!(shown(&by_flag), pair("flo.pfx", "a"));
}

#[test]
fn a_pin_wins_over_accepting_anything_unless_the_command_line_says_otherwise() {
    let pin = "ab".repeat(32);
    let lenient = || Project::new().file("dw.json", r#"{"self-signed": true}"#);
    let trust = |project: Project| {
        let tls = project.config().tls;
        (tls.pin.is_some(), tls.insecure.is_some())
    };
    assert_eq!(trust(lenient()), (false, true));
    assert_eq!(trust(lenient().variable("SFCC_PIN", &pin)), (true, false));
    assert_eq!(trust(lenient().flags(|flags| flags.pin = Some(pin.clone()))), (true, false));
    let insecure = Project::new().variable("SFCC_PIN", &pin).flags(|flags| flags.insecure = true);
    assert_eq!(trust(insecure), (false, true));
}

#[test]
fn the_systems_proxy_is_the_first_that_is_named() {
    let proxy = |variables: &[(&str, &str)]| {
        let named = |project: Project, (name, value): &(&str, &str)| project.variable(name, value);
        let config = variables.iter().fold(Project::new(), named).config();
        let proxy = config.proxy?;
        let url = proxy.url.value.expose_secret().to_owned();
        Some(format!("{} {url} {}", proxy.url.origin, proxy.exceptions))
    };
    assert_eq!(proxy(&[]), None);
    assert_eq!(proxy(&[("HTTPS_PROXY", ""), ("http_proxy", "http://a")]), None);
    let both = [("all_proxy", "http://a"), ("HTTPS_PROXY", "http://b"), ("no_proxy", "x,y")];
    assert_eq!(proxy(&both).as_deref(), Some("HTTPS_PROXY http://b x,y"));
    assert_eq!(proxy(&both[..1]).as_deref(), Some("all_proxy http://a "));
}

#[test]
fn files_with_secrets_that_others_can_read_are_warned_of() {
    let expose = |project: &Project, name: &str, mode: u32| {
        let file = project.root.path().join("project").join(name);
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        std::fs::set_permissions(file, permissions).expect("changed");
    };
    let secret = r#"{"configs": [{"hostname": "x", "name": "a"}, {"clientSecret": "s3cret"}]}"#;
    for (name, text, mode, expected) in [
        ("dw.json", r#"{"hostname": "x", "password": "s3cret"}"#, 0o644, 1),
        ("dw.json", r#"{"hostname": "x", "password": "s3cret"}"#, 0o600, 0),
        ("dw.json", secret, 0o640, 1),
        ("dw.json", r#"{"hostname": "x", "password": ""}"#, 0o644, 0),
        ("dw.json", r#"{"hostname": "x"}"#, 0o644, 0),
        (".env", "SFCC_PASSWORD=s3cret", 0o604, 1),
        (".env", "SFCC_PASSWORD=", 0o604, 0),
        (".env", "SFCC_SERVER=x", 0o644, 0),
        ("dw.json", r#"{"jwtKeyPath": "dw.json"}"#, 0o644, 1),
        ("dw.json", r#"{"certificate": "dw.json"}"#, 0o644, 1),
    ] {
        let project = Project::new().file(name, text);
        expose(&project, name, mode);
        let warnings = project.config().warnings;
        assert_eq!(warnings.len(), expected, "{name} {text} {mode:o}: {warnings:?}");
        for warning in warnings {
            assert!(warning.contains("chmod 600 ") && warning.contains(name), "{warning}");
            assert!(!warning.contains("s3cret"), "{warning}");
        }
    }
    let project = Project::new().file("dw.json", DW_JSON).server("other.example.com");
    expose(&project, "dw.json", 0o644);
    assert_eq!(project.config().warnings.len(), 1, "also when its secrets aren't used");
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

#[test]
fn every_secret_that_has_a_value_is_told_as_one() {
    let variable = |key: &Item| key.row().variables[0];
    let project = SECRETS.iter().fold(Project::new().server("shop.example"), |project, key| {
        project.variable(variable(key), &format!("secret of {}", variable(key)))
    });
    let project = project.variable("HTTPS_PROXY", "http://ada:s3cret@proxy.example:8080");
    let secrets = project.config().secrets();
    let told: Vec<&str> = secrets.iter().map(ExposeSecret::expose_secret).collect();
    let mut expected: Vec<String> =
        SECRETS.iter().map(|key| format!("secret of {}", variable(key))).collect();
    expected.push("s3cret".to_owned());
    assert_eq!(told, expected);
    assert!(Project::new().server("shop.example").config().secrets().is_empty());
}
