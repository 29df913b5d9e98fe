//! What a sandbox is asked about itself, typed where commands are chosen: `snapshot take before-checkout`.

use super::{Act, Reply};
use crate::session::Command;
use serde_json::json;

/// Where all of it lies.
const ROOT: &str = "/-/sandbox/";

/// A request in the words of `haltscope sandbox`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnRequest {
    method: &'static str,
    path: String,
    body: Option<String>,
}

/// What is typed, if it is such a request, whole.
pub(super) fn typed_own(text: &str) -> Option<OwnRequest> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let turned = |frozen: bool, now: Option<&str>| match now {
        Some(now) => json!({"frozen": frozen, "now": now}),
        None => json!({"frozen": frozen}),
    };
    let (method, path, body) = match words.as_slice() {
        ["snapshot", "list"] => ("GET", "snapshots".to_owned(), None),
        ["snapshot", "take", name] => ("POST", "snapshots".to_owned(), Some(json!({"name": name}))),
        ["snapshot", "restore", name] if is_plain(name) => {
            ("POST", format!("snapshots/{name}/restore"), None)
        }
        ["snapshot", "delete", name] if is_plain(name) => {
            ("DELETE", format!("snapshots/{name}"), None)
        }
        ["clock", "freeze"] => ("PUT", "clock".to_owned(), Some(turned(true, None))),
        ["clock", "freeze", time] => ("PUT", "clock".to_owned(), Some(turned(true, Some(time)))),
        ["clock", "set", time] => ("PUT", "clock".to_owned(), Some(turned(false, Some(time)))),
        ["clock", "run"] => ("PUT", "clock".to_owned(), Some(turned(false, None))),
        ["clock", "advance", seconds] => {
            let seconds: f64 = seconds.parse().ok()?;
            ("POST", "clock/advance".to_owned(), Some(json!({"seconds": seconds})))
        }
        ["clock", "thaw"] => ("DELETE", "clock".to_owned(), None),
        _ => return None,
    };
    Some(OwnRequest { method, path, body: body.map(|body| body.to_string()) })
}

/// Whether a name may stand in a path as it is; the sandbox says what else it must be.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.starts_with('.') && name.chars().all(plain)
}

impl OwnRequest {
    /// All snapshots.
    pub fn snapshots() -> Self {
        Self { method: "GET", path: "snapshots".to_owned(), body: None }
    }

    /// Back to what the sandbox began with.
    pub fn reset() -> Self {
        Self { method: "POST", path: "reset".to_owned(), body: None }
    }

    /// What the clock shows.
    pub fn clock() -> Self {
        Self { method: "GET", path: "clock".to_owned(), body: None }
    }

    /// The last requests; of those the console shows what it has room for.
    pub fn journal() -> Self {
        Self { method: "GET", path: "journal?limit=1000".to_owned(), body: None }
    }

    /// What the session is to do for it.
    pub fn command(self) -> Command {
        let Self { method, path, body } = self;
        Command::Request { method: method.to_owned(), url: format!("{ROOT}{path}"), body }
    }

    /// Sends it.
    pub(super) fn reply(self) -> Reply {
        Reply::Close(vec![Act::Command(self.command())])
    }

    /// What Enter will do with it.
    pub(super) fn help(&self) -> String {
        format!("Enter {} {ROOT}{}  Esc cancel", self.method, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_typed_in_the_words_of_the_command_line() {
        for (text, expected) in [
            ("snapshot list", ("GET", "snapshots", None)),
            (" snapshot  take one ", ("POST", "snapshots", Some(r#"{"name":"one"}"#))),
            ("snapshot take a/b", ("POST", "snapshots", Some(r#"{"name":"a/b"}"#))),
            ("snapshot restore one", ("POST", "snapshots/one/restore", None)),
            ("snapshot delete one", ("DELETE", "snapshots/one", None)),
            ("clock freeze", ("PUT", "clock", Some(r#"{"frozen":true}"#))),
            ("clock set 2030", ("PUT", "clock", Some(r#"{"frozen":false,"now":"2030"}"#))),
            ("clock run", ("PUT", "clock", Some(r#"{"frozen":false}"#))),
            ("clock advance -60", ("POST", "clock/advance", Some(r#"{"seconds":-60.0}"#))),
            ("clock thaw", ("DELETE", "clock", None)),
        ] {
            let own = typed_own(text).expect(text);
            assert_eq!((own.method, own.path.as_str(), own.body.as_deref()), expected, "{text}");
        }
        for text in ["snapshot", "snapshot take", "snapshot restore ../x", "clock advance x"] {
            assert_eq!(typed_own(text), None, "{text}");
        }
    }
}
