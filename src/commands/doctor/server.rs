//! What the server says: whether it is the script debugger, whether it takes the login, and who
//! uses the debugger id. A login goes out once; if it is refused, never again.

use super::finding::{Finding, Status};
use super::login::{self, Login};
use super::way::Server;
use super::{affinity, clock, in_use};
use crate::client::{Client, ClientError, Look};
use crate::config;
use crate::session::BreakpointSpec;

/// What was found, and the client if the server took its login.
pub(super) struct Asked {
    pub(super) findings: Vec<Finding>,
    pub(super) client: Result<Client, &'static str>,
}

/// Everything that stays unchecked without a server.
const ALL: [&str; 6] = ["api", "clock", "credentials", "permission", "client", "affinity"];

/// Asks the server that the way leads to.
pub(super) async fn ask(
    server: Result<Server, &'static str>,
    user: &config::Login,
    project: &[BreakpointSpec],
) -> Asked {
    let Server { client, first } = match server {
        Ok(server) => server,
        Err(because) => {
            let findings = ALL.iter().map(|check| Finding::not_checked(check, because));
            return Asked { findings: findings.collect(), client: Err(because) };
        }
    };
    let after_first = client.session_cookie();
    let login = login::send(&client, &first, user).await;
    let after_login = client.session_cookie();
    let api = api(&first, &login);
    let last = login.look().or(first.as_ref().ok());
    let clock =
        last.map_or_else(|| Finding::not_checked("clock", "there is no answer"), clock::compared);
    let mut findings = vec![api, clock];
    findings.extend(login.findings(&first, user));
    let mut cookies = vec![after_first, after_login];
    findings.push(match login.threads() {
        Some(threads) => in_use::examine(&client, threads, project).await,
        None => Finding::not_checked("client", "the login isn't taken"),
    });
    if login.is_taken() {
        // Whatever it answers, it may change the cookie.
        let _ = client.look_at_debugger("/threads").await;
        cookies.push(client.session_cookie());
    }
    findings.push(affinity::judged(&cookies, &login));
    let client = if login.is_taken() { Ok(client) } else { Err("the login isn't taken") };
    Asked { findings, client }
}

/// Whether the script debugger answers there.
fn api(first: &Result<Look, ClientError>, login: &Login) -> Finding {
    const CHECK: &str = "api";
    let base = crate::api::debugger::BASE_PATH;
    if login.is_taken() {
        return Finding::ok(CHECK, format!("the script debugger answers at {base}"));
    }
    let look = match first {
        Err(error) => return Finding::failed(CHECK, error),
        Ok(look) => look,
    };
    let found = |status, seen: String| Finding::of(CHECK, status, seen).with("status", look.status);
    match (look.status, &look.outcome) {
        (401, _) => {
            let seen = format!("the script debugger answers at {base}: it asks for a login");
            found(Status::Ok, seen)
        }
        (_, Ok(_)) if !login::is_debugger(look) => {
            Finding::failed(CHECK, &login::malformed()).with("status", look.status)
        }
        (_, Err(ClientError::Disabled) | Ok(_)) => {
            found(Status::Ok, format!("{base} answers, also without a login"))
        }
        (403, Err(error)) => found(
            Status::Problem,
            format!("everybody is refused, login or not: {}", error.cause()),
        )
        .then("A firewall or the instance's list of addresses may refuse this machine: ask who runs it."),
        (_, Err(error)) => Finding::failed(CHECK, error).with("status", look.status),
    }
}
