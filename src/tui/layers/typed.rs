//! A request that is typed whole where commands are chosen: `content put home-banner {"online": …}`.

use super::request::{ASSETS, RequestPrompt};
use super::{Act, Reply};
use crate::session::{Command, NoticeKind};
use crate::tui::app::App;

/// A Data API request in the words of `haltscope content`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypedRequest<'a> {
    method: &'static str,
    /// An asset's ID in the shared library, or `libraries/LIBRARY/…`.
    target: &'a str,
    body: &'a str,
}

/// What is typed, if it begins like such a request: `content`, a verb and what it is about.
pub(super) fn typed_request(text: &str) -> Option<TypedRequest<'_>> {
    let (verb, rest) = first_word(text.trim_start().strip_prefix("content ")?);
    let method = match verb {
        "get" => "GET",
        "put" => "PUT",
        "patch" => "PATCH",
        "delete" => "DELETE",
        _ => return None,
    };
    let (target, body) = first_word(rest);
    (!target.is_empty()).then_some(TypedRequest { method, target, body })
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

impl TypedRequest<'_> {
    /// Sends it, or asks for the body that it lacks.
    pub(super) fn reply(self, app: &App) -> Reply {
        let url = self.url();
        let Some(storefront) = &app.session.options().storefront else {
            let text = "no storefront is configured".to_owned();
            return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]);
        };
        if storefront.complete(&url).is_none() {
            let text = format!("{url} is no address on {}", storefront.origin);
            return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]);
        }
        if self.lacks_body() {
            let prompt = RequestPrompt::without_body(self.method, &url);
            return Reply::Close(vec![Act::Begin(Box::new(prompt))]);
        }
        let body = (!self.body.is_empty()).then(|| self.body.to_owned());
        let method = self.method.to_owned();
        Reply::Close(vec![Act::Command(Command::Request { method, url, body })])
    }

    /// What Enter will do with it.
    pub(super) fn help(self) -> String {
        let does = if self.lacks_body() { "Enter body of" } else { "Enter send" };
        format!("{does} {} {}  Esc cancel", self.method, self.url())
    }

    fn lacks_body(self) -> bool {
        matches!(self.method, "PUT" | "PATCH") && self.body.is_empty()
    }

    fn url(self) -> String {
        if self.target.starts_with("libraries/") {
            self.target.to_owned()
        } else {
            format!("{ASSETS}{}", self.target)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<(&str, &str, &str)>) {
        let found = typed_request(text);
        let url = found.map(TypedRequest::url);
        let found = found.zip(url.as_deref()).map(|(it, url)| (it.method, url, it.body));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn requests_are_typed_in_the_words_of_the_command_line() {
        let banner = "libraries/SharedLibrary/content/home-banner";
        let body = "{\"name\": {\"default\": \"Hi you\"}}";
        check(&format!("content put home-banner {body}"), Some(("PUT", banner, body)));
        check("  content  get   home-banner ", Some(("GET", banner, "")));
        check(
            "content delete libraries/L/folders/f",
            Some(("DELETE", "libraries/L/folders/f", "")),
        );
        check("content patch", None);
        check("content", None);
        check("content fetch a", None);
        check("contents put a", None);
    }

    #[test]
    fn what_a_write_lacks_is_asked_for() {
        let help = |text| typed_request(text).map(TypedRequest::help);
        let url = "libraries/SharedLibrary/content/a";
        assert_eq!(help("content put a"), Some(format!("Enter body of PUT {url}  Esc cancel")));
        assert_eq!(help("content get a"), Some(format!("Enter send GET {url}  Esc cancel")));
    }
}
