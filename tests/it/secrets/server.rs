//! An instance that gives tokens and a cookie, or refuses, or is down.

use super::planted::{COOKIE, TOKEN};
use crate::testkit::background;
use crate::testkit::server::{Came, Reply, Server};
use std::sync::atomic::{AtomicBool, Ordering};

/// How the instance answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Well,
    Refuses,
    Down,
}

pub const MOODS: [Mood; 3] = [Mood::Well, Mood::Refuses, Mood::Down];

/// Starts it.
pub fn start(mood: Mood) -> Server {
    let has_client = AtomicBool::new(false);
    background().block_on(Server::start(move |came| {
        let (status, body) = answer(mood, came, &has_client);
        let cookie = format!("dwsid={COOKIE}; HttpOnly");
        Reply::with(status, &[("set-cookie", &cookie)], body)
    }))
}

fn answer(mood: Mood, came: &Came, has_client: &AtomicBool) -> (u16, String) {
    let (line, is_token) = (came.line(), came.is_token());
    match mood {
        Mood::Down => (503, "<title>Down for maintenance</title>".to_owned()),
        Mood::Refuses if is_token => {
            (401, r#"{"error":"invalid_client","error_description":"no"}"#.into())
        }
        Mood::Refuses => (401, String::new()),
        Mood::Well if is_token => {
            (200, format!(r#"{{"access_token":"{TOKEN}","expires_in":1800}}"#))
        }
        Mood::Well if line.ends_with("/v2_0/client") => {
            has_client.store(line.starts_with("POST "), Ordering::SeqCst);
            (204, String::new())
        }
        Mood::Well if line.contains("/dw/debugger/") && !has_client.load(Ordering::SeqCst) => {
            (412, r#"{"fault":{"type":"DebuggerDisabledException","message":"no"}}"#.into())
        }
        Mood::Well if line.contains("/threads") => (200, r#"{"script_threads":[]}"#.into()),
        Mood::Well if line.contains("/breakpoints") => (200, r#"{"breakpoints":[]}"#.into()),
        Mood::Well if line.contains("/content/") => {
            (200, r#"{"_v":"23.2","_type":"content_asset","_resource_state":"s","id":"a"}"#.into())
        }
        Mood::Well => (200, "{}".into()),
    }
}
