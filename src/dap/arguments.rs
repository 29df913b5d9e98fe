//! What `launch` and `attach` may say: the command line's words, in the editor's spelling.

use super::wire::Refusal;
use crate::api::similar::nearest;
use crate::runtime::OnlyRequests;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::path::PathBuf;

/// An argument as a launch configuration writes it.
pub(super) struct Argument {
    pub(super) name: &'static str,
    /// The option of the command line that means the same.
    pub(super) option: Option<&'static str>,
    /// What it has to be.
    needed: &'static str,
}

/// Every argument that counts; `password` is known too, to be refused.
pub(super) const ARGUMENTS: [Argument; 17] = [
    argument("server", Some("--server"), "a text"),
    argument("username", Some("--username"), "a text"),
    argument("debuggerId", Some("--debugger-id"), "a text"),
    argument("instance", Some("--instance"), "a text"),
    argument("config", Some("--config"), "a path as a text"),
    argument("cartridges", Some("--cartridges"), "a path as a text, or a list of such"),
    argument("cwd", None, "a path as a text"),
    argument("ca", Some("--ca"), "a path as a text"),
    argument("pin", Some("--pin"), "a text"),
    argument("cert", Some("--cert"), "a path as a text"),
    argument("key", Some("--key"), "a path as a text"),
    argument("insecure", Some("--insecure"), "true or false"),
    argument("site", None, "a text"),
    argument("locale", None, "a text"),
    argument("only", None, "an object of \"url\", \"cookie\" and \"header\", each a text"),
    argument("trigger", None, REQUEST),
    argument("request", None, REQUEST),
];
const REQUEST: &str =
    "a URL as a text, or an object of \"url\", \"method\" and \"body\", each a text";

/// What editors write for themselves, or pass on with the rest: Visual Studio Code, and those that
/// read its files, and Emacs with dap-mode. Names that begin with two underscores are editors' too.
const OF_EDITORS: [&str; 33] = [
    "adapter",
    "console",
    "dap-compilation",
    "dap-compilation-dir",
    "dap-server-path",
    "debugPort",
    "debugServer",
    "default",
    "env",
    "envFile",
    "environment-variables",
    "host",
    "hostName",
    "internalConsoleOptions",
    "label",
    "linux",
    "name",
    "noDebug",
    "osx",
    "port",
    "postDebugTask",
    "preLaunchTask",
    "presentation",
    "program",
    "program-to-start",
    "serverReadyAction",
    "startup-function",
    "stopOnEntry",
    "suppressMultipleSessionWarning",
    "tcp_connection",
    "type",
    "wait-for-port",
    "windows",
];

/// What other tools call an argument, and dw.json does.
const ELSEWHERE: [(&str, &str); 3] =
    [("hostname", "server"), ("site-id", "site"), ("certificate", "cert")];

/// Where people put what nobody else is to see: bodies of requests, cookies and headers.
const MAY_HOLD_SECRETS: [&str; 3] = ["only", "trigger", "request"];

/// Characters of a value in a message.
const SHOWN: usize = 60;

const fn argument(
    name: &'static str,
    option: Option<&'static str>,
    needed: &'static str,
) -> Argument {
    Argument { name, option, needed }
}

/// The arguments of `launch` and `attach`, which mean the same. What an editor adds for itself is
/// ignored; a password among them is refused.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Wanted {
    /// The instance: a host, with its port or as a URL.
    pub server: Option<String>,
    /// The back-office user.
    pub username: Option<String>,
    /// The `x-dw-client-id` header.
    pub debugger_id: Option<String>,
    /// A certificate authority to trust, too.
    pub ca: Option<PathBuf>,
    /// The fingerprint of the instance's certificate.
    pub pin: Option<String>,
    /// A client certificate.
    pub cert: Option<PathBuf>,
    /// Its key.
    pub key: Option<PathBuf>,
    /// Accept any certificate.
    pub insecure: bool,
    /// The `dw.json` to read.
    pub config: Option<PathBuf>,
    /// Which configuration of it.
    pub instance: Option<String>,
    /// Folders that hold cartridges; without any, they are looked for below `cwd`.
    #[serde(deserialize_with = "one_or_more")]
    pub cartridges: Vec<PathBuf>,
    /// The project's folder, from which relative paths go.
    pub cwd: Option<PathBuf>,
    /// The site that requests go to.
    pub site: Option<String>,
    /// Their locale.
    pub locale: Option<String>,
    /// All breakpoints halt in requests like this alone.
    pub only: Option<OnlyRequests>,
    /// Sent once the breakpoints are armed.
    pub trigger: Option<RequestWanted>,
    /// The same, where an editor leaves the word free.
    pub request: Option<RequestWanted>,
    /// Asked for only to be refused: an editor's files are shared and committed.
    password: Option<serde::de::IgnoredAny>,
}

/// A storefront request to begin with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "Written")]
pub struct RequestWanted {
    /// `GET`, `POST`, …
    pub method: String,
    /// Whole, or to be completed from site and locale.
    pub url: String,
    /// Form-encoded or JSON text.
    pub body: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Url(String),
    Whole {
        #[serde(default = "get")]
        method: String,
        url: String,
        body: Option<String>,
    },
}

fn get() -> String {
    "GET".to_owned()
}

impl From<Written> for RequestWanted {
    fn from(written: Written) -> Self {
        match written {
            Written::Url(url) => Self { method: get(), url, body: None },
            Written::Whole { method, url, body } => Self { method, url, body },
        }
    }
}

impl Wanted {
    /// From what the client sends, and a line for each name that means nothing here. An argument
    /// that is not what it has to be is refused by its name.
    pub(super) fn read(sent: &Value) -> Result<(Self, Vec<String>), Refusal> {
        let sent = match sent {
            Value::Null => Map::new(),
            // Nothing is what is not said.
            Value::Object(sent) => {
                let said = sent.iter().filter(|(_, value)| !value.is_null());
                said.map(|(name, value)| (name.clone(), value.clone())).collect()
            }
            other => {
                let words = format!("the launch configuration is {}, not an object", kind(other));
                return Err(Refusal::shown(words));
            }
        };
        let unknown = sent.keys().filter(|name| !is_known(name)).map(|name| unknown(name));
        let unknown = unknown.collect();
        let read = serde_json::from_value(Value::Object(sent.clone()));
        read.map(|wanted| (wanted, unknown)).map_err(|error| Self::unusable(&sent, &error))
    }

    /// Each argument alone tells which one can't be read.
    fn unusable(sent: &Map<String, Value>, error: &serde_json::Error) -> Refusal {
        let alone = |name: &str, value: &Value| {
            let alone = Map::from_iter([(name.to_owned(), value.clone())]);
            serde_json::from_value::<Self>(Value::Object(alone)).is_err()
        };
        let faulty = ARGUMENTS.iter().find_map(|argument| {
            let value = sent.get(argument.name)?;
            alone(argument.name, value).then_some((argument, value))
        });
        Refusal::shown(match faulty {
            Some((Argument { name, needed, .. }, value)) => {
                let given =
                    if MAY_HOLD_SECRETS.contains(name) { kind(value) } else { shown(value) };
                format!("\"{name}\" in the launch configuration is {given}: give {needed}")
            }
            None => format!("the launch configuration can't be used: {error}"),
        })
    }

    /// Whether somebody has put a password there.
    pub(super) const fn holds_password(&self) -> bool {
        self.password.is_some()
    }

    /// The request to send. Most editors have their own word under `request`: that is none.
    pub(super) fn first_request(&self) -> Option<&RequestWanted> {
        let is_word = |request: &RequestWanted| matches!(request.url.as_str(), "launch" | "attach");
        let request = self.request.as_ref().filter(|request| !is_word(request));
        self.trigger.as_ref().or(request)
    }
}

fn is_known(name: &str) -> bool {
    name.starts_with("__")
        || name == "password"
        || OF_EDITORS.contains(&name)
        || ARGUMENTS.iter().any(|argument| argument.name == name)
}

/// What is said of a name that means nothing here.
fn unknown(name: &str) -> String {
    let names = || ARGUMENTS.iter().map(|argument| argument.name);
    let begins = |it: &&str| name.len() > 2 && it.to_lowercase().starts_with(&name.to_lowercase());
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == name).map(|(_, meant)| *meant);
    let meant = elsewhere.or_else(|| nearest(name, names())).or_else(|| names().find(begins));
    let hint = meant.map_or_else(
        || format!("haltscope knows {}", names().collect::<Vec<_>>().join(", ")),
        |meant| format!("did you mean \"{meant}\"?"),
    );
    format!("\"{name}\" in the launch configuration is not used: {hint}")
}

/// As much of what stands there as a message has room for.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// What stands there, in people's words; nothing of what lists and objects hold.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => {
            format!("the text \"{}\"", shortened(&text.escape_debug().to_string()))
        }
        other => kind(other),
    }
}

/// What kind of value stands there.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
    .to_owned()
}

fn one_or_more<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Paths {
        One(PathBuf),
        More(Vec<PathBuf>),
    }
    Ok(match Option::<Paths>::deserialize(deserializer)? {
        None => Vec::new(),
        Some(Paths::One(path)) => vec![path],
        Some(Paths::More(paths)) => paths,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn wanted(arguments: &Value) -> Wanted {
        Wanted::read(arguments).expect("understood").0
    }

    #[track_caller]
    fn check_unknown(arguments: &Value, told: &[&str]) {
        let (_, unknown) = Wanted::read(arguments).expect("understood");
        assert_eq!(unknown.len(), told.len(), "{unknown:?}");
        for (line, told) in unknown.iter().zip(told) {
            assert!(line.contains(told), "{line}");
        }
    }

    #[track_caller]
    fn check_refused(arguments: &Value, told: &str) {
        let refusal = Wanted::read(arguments).expect_err("it can't be used");
        assert_eq!(refusal.text, told);
    }

    #[test]
    fn names_that_mean_nothing_are_told_with_the_one_that_is_meant() {
        check_unknown(
            &json!({"usernmae": "a"}),
            &["\"usernmae\" in the launch configuration is not used: did you mean \"username\"?"],
        );
        check_unknown(&json!({"servr": "a", "user": "b"}), &["\"server\"", "\"username\""]);
        check_unknown(&json!({"debugger-id": "a"}), &["\"debuggerId\""]);
        check_unknown(&json!({"hostname": "shop.test"}), &["did you mean \"server\"?"]);
        check_unknown(&json!({"colour": 1}), &["haltscope knows server, username, "]);
        let secret = Wanted::read(&json!({"passwort": "hunter2"})).expect("understood").1;
        assert!(!secret.concat().contains("hunter2"), "{secret:?}");
    }

    #[test]
    fn what_is_not_what_it_has_to_be_is_refused_by_its_name() {
        check_refused(
            &json!({"server": 7, "type": "haltscope"}),
            "\"server\" in the launch configuration is 7: give a text",
        );
        check_refused(
            &json!({"insecure": "yes"}),
            "\"insecure\" in the launch configuration is the text \"yes\": give true or false",
        );
        for secret in [
            json!({"trigger": {"url": "a", "body": {"password": "hunter2"}}}),
            json!({"only": {"header": ["Authorization: Bearer hunter2"]}}),
            json!({"only": "hunter2"}),
            json!(["hunter2"]),
        ] {
            let refusal = Wanted::read(&secret).expect_err("it can't be used");
            assert!(!refusal.text.contains("hunter2"), "{}", refusal.text);
        }
        check_refused(
            &json!({"cartridges": {"a": 1}}),
            "\"cartridges\" in the launch configuration is an object: give a path as a text, or a list of such",
        );
        for argument in &ARGUMENTS {
            let refusal =
                Wanted::read(&json!({ argument.name: [[7]] })).expect_err("nothing takes it");
            assert!(refusal.text.starts_with(&format!("\"{}\"", argument.name)), "{refusal:?}");
            assert!(Wanted::read(&json!({ argument.name: null })).is_ok(), "{}", argument.name);
        }
        check_refused(&json!([1]), "the launch configuration is a list, not an object");
    }

    #[test]
    fn every_argument_is_in_the_guide() {
        let guide = include_str!("../../assets/editors.md");
        for argument in ARGUMENTS.iter().filter(|argument| argument.name != "request") {
            assert!(guide.contains(&format!("`{}`", argument.name)), "{}", argument.name);
        }
    }

    #[test]
    fn what_editors_add_is_ignored() {
        let sent = json!({
            "type": "haltscope", "request": "launch", "name": "Shop", "__sessionId": "1",
            "server": "shop.test", "debuggerId": "me", "cartridges": "cartridges",
            "presentation": {"group": "a"}, "internalConsoleOptions": "neverOpen",
        });
        check_unknown(&sent, &[]);
        let wanted = wanted(&sent);
        assert_eq!(wanted.server.as_deref(), Some("shop.test"));
        assert_eq!(wanted.debugger_id.as_deref(), Some("me"));
        assert_eq!(wanted.cartridges, [PathBuf::from("cartridges")]);
        assert_eq!(wanted.first_request(), None);
        assert!(!wanted.holds_password());
    }

    #[test]
    fn a_request_is_a_url_or_whole() {
        let check = |request: Value, method: &str, body: Option<&str>| {
            let wanted = wanted(&json!({ "request": request }));
            let request = wanted.first_request().expect("a request");
            assert_eq!((request.method.as_str(), request.url.as_str()), (method, "Cart-Show"));
            assert_eq!(request.body.as_deref(), body);
        };
        check(json!("Cart-Show"), "GET", None);
        check(json!({ "url": "Cart-Show" }), "GET", None);
        check(json!({ "method": "POST", "url": "Cart-Show", "body": "a=1" }), "POST", Some("a=1"));
        let both = wanted(&json!({ "request": "launch", "trigger": "Home-Show" }));
        assert_eq!(both.first_request().map(|request| request.url.as_str()), Some("Home-Show"));
    }

    #[test]
    fn a_password_is_seen_and_never_kept() {
        assert!(wanted(&json!({ "password": "secret" })).holds_password());
        assert!(!format!("{:?}", wanted(&json!({ "password": "secret" }))).contains("secret"));
    }
}
