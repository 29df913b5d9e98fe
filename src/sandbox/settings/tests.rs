mod outside;

use super::*;
use crate::sandbox::accounts::Right;
use secrecy::SecretString;

/// The documentation's example, but for its key file.
const EXAMPLE: &str = r#"
hosts = ["shop.test"]

[data_api]
allow_plain_http = false

[[users]]
login = "editor"
password = "green tea"
access_keys = ["k3y-of-the-editor"]
debugger = true
resources = [
  { resource_id = "/libraries/*/**", methods = ["get", "put", "patch", "delete"] },
]

[[clients]]                       # ID and password
id = "11111111-2222-3333-4444-555555555555"
secret = "p+s%:w/ö"
allowed_origins = ["https://app.shop.test"]
scopes = ["c_loyalty"]
redirect_uris = ["http://localhost:3000/callback"]
resources = [
  { resource_id = "/libraries/*/content/*", methods = ["get"], read_attributes = "(id,name,online)" },
  { resource_id = "/libraries/MainLibrary/**", methods = ["get", "put", "patch", "delete"], write_attributes = "(-template)" },
]

[[libraries]]
id = "MainLibrary"
display_name = "All shops"

[[sites]]
id = "SecondSite"
cartridge_path = "app_second:app_base"
library = "MainLibrary"
"#;

fn checked(text: &str) -> (Settings, Vec<SettingsFault>) {
    Settings::checked(text, Path::new("/nowhere"), "Storefront")
}

/// Or the one fault.
fn parse(text: &str) -> Result<Settings, SettingsFault> {
    let (settings, faults) = checked(text);
    match faults.as_slice() {
        [] => Ok(settings),
        [fault] => Err(fault.clone()),
        several => panic!("{text}: {several:?}"),
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let text = "\
hosts = ['a:1', 5, 'b.test']
nope = 1
[data_api]
allow_plain_htp = true
[[users]]
logn = 'a'
password = 'x'
[[users]]
login = 'b'
admin = 'yes'
resources = [{ resource_id = 'x', methods = ['get', 'see'] }, { methods = [] }]
[[clients]]
id = ''
secret = ''
public_key_file = 'none.pem'
scopes = ['loyalty', 'c_a', 'more']
[[sites]]
id = 'a/b'
library = 'none'
";
    let told: Vec<String> =
        checked(text).1.iter().map(|it| format!("{}: {} {}", it.line, it.key, it.what)).collect();
    let mut lines: Vec<&str> = told.iter().filter_map(|it| it.split(':').next()).collect();
    lines.sort_by_key(|line| line.parse::<u32>().expect("a line"));
    let expected =
        ["1", "1", "2", "4", "6", "10", "11", "11", "11", "13", "14", "15", "16", "16", "18", "19"];
    assert_eq!(lines, expected, "{told:#?}");
    assert!(told.iter().any(|it| it.contains("did you mean `login`?")), "{told:#?}");
}

#[test]
fn one_mistake_is_told_once() {
    for (text, what) in [
        ("[[users]]\nlogin = 'a'\npasword = 'x'", "unknown field `pasword`"),
        ("[[users]]\nlogin = 'a'\npassword = 5", "invalid type: integer, expected a text"),
        ("[[users]]\nlogin = 'a'\naccess_keys = 'k'", "invalid type: string, expected a list"),
        ("[[users]]\nlogin = 'a'\naccess_keys = [5]", "invalid type: integer"),
        (
            "[[libraries]]\nid = 5\n[[sites]]\nid = 's'\nlibrary = '5'",
            "invalid type: integer, expected a text",
        ),
        (
            "[[clients]]\nid = 'a'\nresources = [{ resource_id = '/a', methods = [5] }]",
            "invalid type: integer",
        ),
    ] {
        let faults = checked(text).1;
        let told: Vec<&str> = faults.iter().map(|it| it.what.as_str()).collect();
        assert!(told.len() == 1 && told[0].contains(what), "{text}: {told:?}");
    }
    let two = "[[users]]\nlogin = 'a'\n[[users]]\nlogin = 'b'\npasword = 'x'";
    let lines: Vec<usize> = checked(two).1.iter().map(|it| it.line).collect();
    assert_eq!(lines.len(), 2, "the first has no login of its own: {lines:?}");
}

#[test]
fn the_documented_example_is_read() {
    let options = parse(EXAMPLE).expect("it makes sense").apply(SandboxOptions::default());
    assert_eq!(options.hosts, ["shop.test"]);
    assert_eq!(options.plain_http, PlainHttp::Refused);
    let editor = options.accounts.user("editor").expect("a user");
    assert!(editor.may(Right::Debugger) && !editor.may(Right::Admin));
    let id = "11111111-2222-3333-4444-555555555555";
    let secret: SecretString = "p+s%:w/ö".into();
    let client = options.accounts.authenticate(id, &secret).expect("a client");
    assert!(client.allows_origin("https://app.shop.test"));
    assert!(client.scopes().has("c_loyalty") && !client.scopes().has("c_other"));
    assert!(client.may_lead_to("http://localhost:3000/callback"));
    assert!(!client.may_lead_to("http://localhost:3000/"));
    let main = Library { id: "MainLibrary".into(), display_name: "All shops".into() };
    assert_eq!(options.libraries, [main]);
    let second = Site {
        id: "SecondSite".into(),
        cartridge_path: vec!["app_second".into(), "app_base".into()],
        library: "MainLibrary".into(),
    };
    assert_eq!(options.sites, [second]);
    assert!(options.accounts.has_public(), "entries are added");
    assert!(options.cartridge_path.is_empty(), "the other site's path is its own");
}

#[test]
fn built_in_accounts_can_be_replaced_and_dropped() {
    let options = |text| parse(text).expect("it makes sense").apply(SandboxOptions::default());
    assert!(!options("builtin_accounts = false").accounts.has_public());
    assert!(options("").accounts.has_public());
    let replaced = "[[users]]\nlogin = 'admin'\npassword = 'green tea'\n[[clients]]\nid = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'";
    let replaced = options(replaced);
    assert!(!replaced.accounts.has_public());
    let admin = replaced.accounts.user("admin").expect("a user");
    assert!(!admin.may(Right::Admin) && !admin.may(Right::Debugger));
}

#[test]
fn the_sites_own_entry_gives_its_cartridge_path_unless_a_flag_does() {
    let settings = parse("[[sites]]\nid = 'Storefront'\ncartridge_path = 'b:a'").expect("fine");
    let path = settings.clone().apply(SandboxOptions::default()).cartridge_path;
    assert_eq!(path, ["b", "a"]);
    let flag = SandboxOptions { cartridge_path: vec!["a".into()], ..SandboxOptions::default() };
    assert_eq!(settings.apply(flag).cartridge_path, ["a"]);
}

#[test]
fn what_is_wrong_is_told_with_line_and_key() {
    let short = "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ";
    let client = |rest: &str| format!("[[clients]]\nid = 'a'\n{rest}");
    let user = |rest: &str| format!("[[users]]\nlogin = 'a'\n{rest}");
    let resource = |rest: &str| user(&format!("resources = [\n  {{ {rest} }},\n]"));
    for (text, line, key, what) in [
        ("\nnope = 1".to_owned(), 2, "nope", "unknown field"),
        ("[data_api]\nallow = true".into(), 2, "allow", "unknown field"),
        ("[other]".into(), 1, "other", "unknown field"),
        ("hosts = 'x'".into(), 1, "hosts", "invalid type"),
        ("builtin_accounts = 'yes'".into(), 1, "builtin_accounts", "invalid type"),
        ("hosts = [\n  'a:8443',\n]".into(), 2, "hosts", "without scheme and port"),
        ("a = ".into(), 1, "a", ""),
        ("[[users]]\npassword = 'x'".into(), 1, "", "missing field `login`"),
        (user("admin = 1"), 3, "admin", "invalid type"),
        (user("password = 'x'\npassword_hash = 'y'"), 4, "password_hash", "either"),
        (user("password_hash = 'plain'"), 3, "password_hash", "argon2id"),
        (user("[[users]]\nlogin = 'a'"), 4, "login", "twice"),
        (user("debugger = true"), 2, "login", "give password"),
        (user("password = ''"), 3, "password", "it is empty"),
        (user("access_keys = [\n  'k',\n  '',\n]"), 5, "access_keys", "it is empty"),
        (client("secret = ''"), 3, "secret", "it is empty"),
        ("[[users]]\nlogin = 'a:b'".into(), 2, "login", "without ':'"),
        (resource("resource_id = 'x', methods = []"), 4, "resource_id", "pattern"),
        (resource("resource_id = '/x', methods = ['GET']"), 4, "methods", "a method is"),
        (resource("resource_id = '/x'"), 4, "", "missing field `methods`"),
        (resource("resource_id = '/x', methods = []"), 4, "methods", "nothing is permitted"),
        (
            resource("resource_id = '/x', methods = [], read_attributes = '(a'"),
            4,
            "read_attributes",
            "selector",
        ),
        (client("public_key = 'x'"), 3, "public_key", "neither PEM nor Base64"),
        (client(&format!("public_key = '{short}'")), 3, "public_key", ""),
        (client("public_key_file = 'none.pem'"), 3, "public_key_file", "/nowhere/none.pem"),
        (client("public_key = 'x'\npublic_key_file = 'y'"), 4, "public_key_file", "either"),
        (client("allowed_origins = ['https://a.test/x']"), 3, "allowed_origins", "origin"),
        (client("allowed_origins = ['*']"), 3, "allowed_origins", "origin"),
        (client("scopes = ['loyalty']"), 3, "scopes", "a scope is c_"),
        (client("scopes = ['c_a', '*']"), 3, "scopes", "a scope is c_"),
        (client("redirect_uris = ['/callback']"), 3, "redirect_uris", "is whole"),
        (client("redirect_uris = ['app:callback']"), 3, "redirect_uris", "is whole"),
        ("[[sites]]\nid = 'a/b'".into(), 2, "id", "site's ID"),
        ("[[libraries]]\nid = 'Storefront'".into(), 2, "id", "brings the library"),
        ("[[libraries]]\nid = 'a'\n[[sites]]\nid = 'a'".into(), 2, "id", "brings the library"),
        ("[[sites]]\nid = 'a'\nlibrary = 'none'".into(), 3, "library", "no library \"none\""),
        ("[[libraries]]\nid = ''".into(), 2, "id", "1 to 256"),
    ] {
        let faults = checked(&text).1;
        let is_meant = |it: &&SettingsFault| it.line == line && it.what.contains(what);
        let fault = faults.iter().find(is_meant).unwrap_or_else(|| panic!("{text}: {faults:?}"));
        assert_eq!(fault.line, line, "{text}: {fault}");
        assert!(fault.what.contains(what), "{text}: {fault}");
        let is_named = key.is_empty() || fault.key == key || fault.what.contains(key);
        assert!(is_named, "{text}: {fault}");
    }
}

#[test]
fn no_secret_is_repeated() {
    for text in [
        "[[users]]\nlogin = 'a'\npassword = 'geheim'\nnope = 1",
        "[[users]]\nlogin = 'a'\npassword_hash = 'geheim'",
        "[[clients]]\nid = 'a'\nsecret = 'geheim' geheim",
        "[[clients]]\nid = 'a'\nsecret = ['geheim']",
        "[[users]]\nlogin = 'a'\naccess_keys = 'geheim'",
        "[[users]]\nlogin = 'a'\npassword = \"\"\"\ngeheim \\q\"\"\"",
        "[[users]]\nlogin = 'a'\npassword = 987654",
        "[[users]]\nlogin = 'a'\npassword_hash = 9876.54",
        "[[users]]\nlogin = 'a'\naccess_keys = [987654]",
        "[[clients]]\nid = 'a'\nsecret = 2030-12-24",
    ] {
        let faults = checked(text).1;
        assert!(!faults.is_empty(), "{text}");
        let told = format!("{faults:?}");
        for secret in ["geheim", "9876", "2030"] {
            assert!(!told.contains(secret), "{faults:?}");
        }
    }
    let settings = parse("[[clients]]\nid = 'a'\nsecret = 'geheim'").expect("fine");
    assert!(!format!("{settings:?}").contains("geheim"));
}
