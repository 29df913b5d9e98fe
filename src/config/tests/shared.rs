//! What stands beside the project's `dw.json`: the file for all projects, `package.json`, and lists.

use super::*;

/// The settings of the platform's own tools, which name a file for all projects.
fn shared(project: Project, dw_json: &str) -> Project {
    let home = project.root.path().join("project/home").display().to_string();
    project
        .variable("XDG_CONFIG_HOME", &home)
        .file("home/b2c/settings.json", r#"{"defaultConfigPath": "./all.json"}"#)
        .file("home/b2c/all.json", dw_json)
}

const ALL: &str = r#"{"hostname": "all", "configs": [
    {"name": "dev", "hostname": "all-dev"}, {"name": "qa", "hostname": "all-qa", "username": "q"}]}"#;

#[test]
fn the_file_for_all_projects_counts_behind_the_projects_own() {
    let undecided =
        r#"{"configs": [{"name": "a", "hostname": "a"}, {"name": "b", "hostname": "b"}]}"#;
    for (own, instance, expected) in [
        (None, None, "all -:-"),
        (None, Some("qa"), "all-qa q:-"),
        (Some(r#"{"name": "dev", "hostname": "own"}"#), None, "own -:-"),
        (Some(r#"{"name": "dev", "hostname": "own"}"#), Some("dev"), "own -:-"),
        (Some(r#"{"name": "dev", "hostname": "own"}"#), Some("qa"), "all-qa q:-"),
        (Some(r#"{"active": false, "hostname": "own"}"#), None, "all -:-"),
        (Some(undecided), None, "all -:-"),
        (Some(r#"{"configs": [{"name": "a", "hostname": "a"}]}"#), None, "all -:-"),
    ] {
        let project = shared(Project::new(), ALL);
        let project = match own {
            Some(text) => project.file("dw.json", text),
            None => project,
        };
        let project = project.flags(|flags| flags.instance = instance.map(str::to_owned));
        assert!(project.shown().starts_with(expected), "{own:?} {instance:?}: {}", project.shown());
    }
    let project = shared(Project::new(), ALL).file("dw.json", DW_JSON);
    let project = project.flags(|flags| flags.instance = Some("aq".into()));
    assert_eq!(
        project.error(),
        "--instance: …/dw.json and …/home/b2c/./all.json have no configuration \"aq\"; did you mean \"qa\"?"
    );
}

#[test]
fn settings_of_other_tools_that_are_broken_keep_nobody_from_working() {
    for settings in ["{", "[]", r#"{"defaultConfigPath": 1}"#, r#"{"defaultConfigPath": "none"}"#] {
        let project = shared(Project::new(), ALL).file("home/b2c/settings.json", settings);
        assert!(project.config().address.is_none(), "{settings}");
    }
}

#[test]
fn one_entry_alone_counts_although_nothing_says_that_it_is_active() {
    let only = r#"{"configs": [{"name": "dev", "hostname": "dev"}]}"#;
    assert!(Project::new().file("dw.json", only).shown().starts_with("dev"));
    let two = r#"{"configs": [{"name": "a", "hostname": "a"}, {"name": "b", "hostname": "b"}]}"#;
    let config = Project::new().file("dw.json", two).config();
    assert!(config.address.is_none());
    assert!(config.notes[0].ends_with("choose one with --instance (a, b)"), "{:?}", config.notes);
}

#[test]
fn the_block_of_package_json_stands_behind_everything_and_holds_no_credentials() {
    let package = r#"{"b2c": {"clientId": "shared", "client-secret": "s3cret", "hostname": "evil",
        "siteId": "RefArch", "contentLibrary": "RefLib", "account-manager-host": "login.example.com"}}"#;
    let config = Project::new().file("package.json", package).config();
    assert!(config.address.is_none() && config.tokens.client_secret.is_none());
    let client = config.tokens.client_id.expect("named");
    assert_eq!(client.value, "shared");
    assert!(client.origin.to_string().starts_with("\"b2c.clientId\" in "), "{}", client.origin);
    assert_eq!(config.site.expect("named").value, "RefArch");
    assert_eq!(config.library.value, "RefLib");
    assert_eq!(config.tokens.auth_url.value.to_string(), "login.example.com");
    let own = r#"{"hostname": "x", "client-id": "own", "content-library": "Own", "site-id": "S"}"#;
    let config = Project::new().file("package.json", package).file("dw.json", own).config();
    let shown =
        [config.tokens.client_id.expect("named"), config.library, config.site.expect("named")];
    assert_eq!(shown.map(|it| it.value), ["own", "Own", "S"]);
}

#[test]
fn a_package_json_that_is_broken_is_told_and_passed_over() {
    let config = Project::new().file("package.json", "{<<<<").file("dw.json", DW_JSON).config();
    assert!(config.address.is_some());
    let [note] = config.notes.as_slice() else { panic!("{:?}", config.notes) };
    assert!(
        note.contains("package.json, line 1") && note.ends_with("nothing of it is used"),
        "{note}"
    );
}

#[test]
fn a_package_json_above_the_projects_root_is_somebody_elses() {
    let package = r#"{"b2c": {"clientId": "strange"}}"#;
    let project = Project::new().file("package.json", package).file("shop/.git/HEAD", "");
    assert!(project.config().tokens.client_id.is_none());
}

#[test]
fn a_secret_goes_to_no_other_client_than_its_own() {
    let text = r#"{"hostname": "x", "client-id": "own", "client-secret": "s3cret"}"#;
    let project = || Project::new().file("dw.json", text);
    let secret = |project: &Project| project.config().tokens.client_secret.is_some();
    assert!(secret(&project()) && project().config().notes.is_empty());
    let same = project().variable("SFCC_CLIENT_ID", "own");
    assert!(secret(&same));
    let other = project().variable("SFCC_CLIENT_ID", "other");
    assert!(!secret(&other));
    assert!(other.config().notes[0].contains("client-secret is for another API client"));
    let both = other.variable("SFCC_CLIENT_SECRET", "t");
    assert!(secret(&both) && both.config().notes.is_empty());
    let nameless = r#"{"hostname": "x", "client-secret": "s3cret"}"#;
    let shared = r#"{"b2c": {"clientId": "shared"}}"#;
    let project = Project::new().file("dw.json", nameless).file("package.json", shared);
    assert!(project.config().tokens.client_id.is_none(), "one place gives both");
}

#[test]
fn lists_are_read_as_the_platforms_own_tools_read_them() {
    let path = |project: Project| {
        let path = project.config().cartridge_path;
        format!(
            "{} ({})",
            path.value.join(" "),
            path.origin.to_string().split(" in ").next().unwrap_or_default()
        )
    };
    let dw_json = |text: &str| Project::new().file("dw.json", text);
    assert_eq!(path(dw_json(r#"{"cartridges": ["a", "b"]}"#)), "a b (\"cartridges\")");
    assert_eq!(path(dw_json(r#"{"cartridge": ["a", "b"]}"#)), "a b (\"cartridge\")");
    assert_eq!(path(dw_json(r#"{"cartridgesPath": "a:b, c"}"#)), "a b c (\"cartridgesPath\")");
    let project = dw_json(r#"{"cartridges": "c"}"#).variable("SFCC_CARTRIDGES", "a, b");
    assert_eq!(path(project), "a b (SFCC_CARTRIDGES)");
    let scopes = |project: Project| project.config().tokens.scopes.value.join(" ");
    let project = || dw_json(r#"{"oauth-scopes": ["sfcc.orders", "mail"]}"#);
    assert_eq!(scopes(Project::new()), "");
    assert_eq!(scopes(project()), "sfcc.orders mail");
    assert_eq!(scopes(project().variable("SFCC_OAUTH_SCOPES", "a,b")), "a b");
    let flags = project().variable("SFCC_OAUTH_SCOPES", "a,b");
    let flags = flags.flags(|flags| flags.scopes = vec!["c d".into(), "e,f".into()]);
    assert_eq!(scopes(flags), "c d e f");
}

#[test]
fn names_for_completion_come_from_every_file() {
    let several =
        r#"{"name": "root", "hostname": "x", "configs": [{"name": "dev"}, {"hostname": "y"}]}"#;
    let project = shared(Project::new().file("dw.json", several), ALL);
    let folder = project.root.path().join("project/shop");
    let surroundings = Surroundings { folder, variables: project.variables.clone() };
    assert_eq!(instances(&surroundings), ["dev", "qa", "root"]);
    let broken = project.file("dw.json", "{");
    let folder = broken.root.path().join("project/shop");
    let surroundings = Surroundings { folder, variables: Vec::new() };
    assert_eq!(instances(&surroundings), [""; 0]);
}
