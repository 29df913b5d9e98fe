//! What `launch` and `attach` may say: the command line's words, in the editor's spelling.

use crate::runtime::OnlyRequests;
use serde::{Deserialize, Deserializer};
use std::path::PathBuf;

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
    use serde_json::{Value, json};

    fn wanted(arguments: Value) -> Wanted {
        serde_json::from_value(arguments).expect("understood")
    }

    #[test]
    fn what_editors_add_is_ignored() {
        let wanted = wanted(json!({
            "type": "haltscope", "request": "launch", "name": "Shop", "__sessionId": "1",
            "server": "shop.test", "debuggerId": "me", "cartridges": "cartridges",
        }));
        assert_eq!(wanted.server.as_deref(), Some("shop.test"));
        assert_eq!(wanted.debugger_id.as_deref(), Some("me"));
        assert_eq!(wanted.cartridges, [PathBuf::from("cartridges")]);
        assert_eq!(wanted.first_request(), None);
        assert!(!wanted.holds_password());
    }

    #[test]
    fn a_request_is_a_url_or_whole() {
        let check = |request: Value, method: &str, body: Option<&str>| {
            let wanted = wanted(json!({ "request": request }));
            let request = wanted.first_request().expect("a request");
            assert_eq!((request.method.as_str(), request.url.as_str()), (method, "Cart-Show"));
            assert_eq!(request.body.as_deref(), body);
        };
        check(json!("Cart-Show"), "GET", None);
        check(json!({ "url": "Cart-Show" }), "GET", None);
        check(json!({ "method": "POST", "url": "Cart-Show", "body": "a=1" }), "POST", Some("a=1"));
        let both = wanted(json!({ "request": "launch", "trigger": "Home-Show" }));
        assert_eq!(both.first_request().map(|request| request.url.as_str()), Some("Home-Show"));
    }

    #[test]
    fn a_password_is_seen_and_never_kept() {
        assert!(wanted(json!({ "password": "secret" })).holds_password());
        assert!(!format!("{:?}", wanted(json!({ "password": "secret" }))).contains("secret"));
    }
}
