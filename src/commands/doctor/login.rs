//! The login: sent once, and what its answer tells beside the one without a login.

use super::finding::Finding;
use crate::api::debugger::{ScriptThread, ThreadList};
use crate::client::{self, Client, ClientError, Look};
use crate::config;
use secrecy::ExposeSecret;
use serde_json::Value;

const CREDENTIALS: &str = "credentials";
const PERMISSION: &str = "permission";

/// What became of the login.
pub(super) enum Login {
    /// Not sent: why.
    NotSent(&'static str),
    /// Nothing to send: what is missing.
    Missing(&'static str),
    /// Nothing to send, and none is asked for.
    NotNeeded(Look),
    /// Answered.
    Answered(Look),
    /// Sent, but no answer came.
    Lost(ClientError),
}

/// Sends the login, if there is one and the server looks like one that should see it.
pub(super) async fn send(
    client: &Client,
    first: &Result<Look, ClientError>,
    user: &config::Login,
) -> Login {
    let missing = missing(user);
    match (first, missing) {
        (Ok(look), Some(_)) if granted(look).is_some() => return Login::NotNeeded(look.clone()),
        (_, Some(what)) => return Login::Missing(what),
        (Err(_), None) => return Login::NotSent("there is no answer"),
        (Ok(look), None) if !is_debugger(look) => {
            return Login::NotSent("nothing there looks like the script debugger");
        }
        (Ok(_), None) => {}
    }
    match client.look_at_debugger("/threads").await {
        Ok(look) => Login::Answered(look),
        Err(error) => Login::Lost(error),
    }
}

fn missing(user: &config::Login) -> Option<&'static str> {
    match (&user.username, &user.password) {
        (None, None) => Some("no user is configured"),
        (None, Some(_)) => Some("a password is configured, but no user name"),
        (Some(_), None) => Some("a user name is configured, but no password"),
        (Some(_), Some(_)) => None,
    }
}

/// Pages, redirects and unknown addresses are no debugger; a server in trouble may be one.
pub(super) fn is_debugger(look: &Look) -> bool {
    match &look.outcome {
        Ok(body) => threads(body).is_some(),
        Err(_) => matches!(look.status, 400 | 401 | 403 | 412 | 500..),
    }
}

impl Login {
    /// The answer.
    pub(super) fn look(&self) -> Option<&Look> {
        match self {
            Self::Answered(look) | Self::NotNeeded(look) => Some(look),
            Self::NotSent(_) | Self::Missing(_) | Self::Lost(_) => None,
        }
    }

    /// Whether the server let the user in: it lists threads, or misses the debugger client.
    pub(super) fn is_taken(&self) -> bool {
        self.threads().is_some()
    }

    /// What a debugger client of this id already has; `None` when the login isn't taken.
    pub(super) fn threads(&self) -> Option<Threads> {
        granted(self.look()?)
    }

    /// About the credentials and about the permission.
    pub(super) fn findings(
        &self,
        first: &Result<Look, ClientError>,
        user: &config::Login,
    ) -> [Finding; 2] {
        let unknown = |because| Finding::not_checked(PERMISSION, because);
        match self {
            Self::NotNeeded(_) => [
                Finding::ok(CREDENTIALS, "none are configured, and the server asks for none"),
                Finding::ok(PERMISSION, "everybody may use the script debugger there"),
            ],
            Self::Missing(what) => {
                let action = ClientError::Unauthorized { login: client::Login::Nobody }.action();
                let missing = Finding::problem(CREDENTIALS, *what).then(action);
                [missing, unknown("there is no login")]
            }
            Self::NotSent(because) => {
                [Finding::not_checked(CREDENTIALS, because), unknown(because)]
            }
            Self::Lost(error) => {
                [Finding::failed(CREDENTIALS, error), unknown("there is no answer")]
            }
            Self::Answered(_) if self.is_taken() => {
                let name = user.username.as_ref().map_or("", |name| name.value.as_str());
                [
                    Finding::ok(CREDENTIALS, format!("the server takes the login of \"{name}\"")),
                    Finding::ok(PERMISSION, format!("\"{name}\" may use the script debugger")),
                ]
            }
            Self::Answered(look) => refused(look, first.as_ref().ok(), user),
        }
    }
}

/// What a debugger client of the id has.
#[derive(Debug)]
pub(super) enum Threads {
    /// There is none.
    NoClient,
    /// There is one.
    OfClient(Vec<ScriptThread>),
}

fn refused(look: &Look, first: Option<&Look>, user: &config::Login) -> [Finding; 2] {
    let status = look.status;
    let told = |finding: Finding| finding.with("status", status);
    let unknown = |because| Finding::not_checked(PERMISSION, because);
    match first {
        Some(first) if is_let_in(look, first) => [
            told(Finding::ok(CREDENTIALS, "seem to be taken: with them no login is asked for")),
            told(Finding::problem(PERMISSION, words(look))).then(
                "The user's role needs the script debugger permission: ask who administers the instance.",
            ),
        ],
        _ if status == 401 => [
            told(Finding::problem(
                CREDENTIALS,
                format!("{}, and not sent again: {}", words(look), doubts(user)),
            ))
            .then("Check in this order: user name, password or access key, the role's script debugger permission. The answer tells none of them apart."),
            unknown("the login is refused"),
        ],
        _ if status == 403 => {
            let because = "everybody is refused (403)";
            [Finding::not_checked(CREDENTIALS, because), unknown(because)]
        }
        _ => {
            let error = look.outcome.as_ref().err().cloned().unwrap_or_else(malformed);
            [told(Finding::failed(CREDENTIALS, &error)), unknown("the answer is no debugger's")]
        }
    }
}

/// What an answer lists to somebody who is let in; `None` when nobody is.
fn granted(look: &Look) -> Option<Threads> {
    match &look.outcome {
        Ok(body) => threads(body).map(Threads::OfClient),
        Err(ClientError::Disabled) => Some(Threads::NoClient),
        Err(_) => None,
    }
}

/// The threads that a success lists, if it is a debugger's.
fn threads(body: &[u8]) -> Option<Vec<ScriptThread>> {
    let document: Value = serde_json::from_slice(body).ok()?;
    ["_v", "script_threads"].iter().find_map(|key| document.get(key))?;
    let list: ThreadList = serde_json::from_value(document).ok()?;
    Some(list.script_threads)
}

/// A success that lists no threads.
pub(super) fn malformed() -> ClientError {
    ClientError::Malformed { problem: "there is no list of threads in it".to_owned() }
}

/// Whether a server that asks everybody for a login refuses this one without asking again.
fn is_let_in(look: &Look, first: &Look) -> bool {
    let is_asked = |look: &Look| look.status == 401 && look.asked_login.is_some();
    is_asked(first) && matches!(look.status, 401 | 403) && !is_asked(look)
}

fn words(look: &Look) -> String {
    let status = look.status;
    match &look.fault {
        Some(fault) => format!("refused ({status}: {fault})"),
        None => format!("refused ({status})"),
    }
}

/// What is odd about the login, without a word of it that is secret.
fn doubts(user: &config::Login) -> String {
    let name = user.username.as_ref().map_or("", |name| name.value.as_str());
    let password = user.password.as_ref().map_or("", |secret| secret.value.expose_secret());
    let mut doubts = vec![format!("user names are case-sensitive, this one is \"{name}\"")];
    let has_edges = |text: &str| text.trim() != text;
    doubts.extend(has_edges(name).then(|| "it begins or ends with a blank".to_owned()));
    let edges = has_edges(password);
    doubts.extend(edges.then(|| "the password begins or ends with a blank".to_owned()));
    doubts.join("; ")
}
