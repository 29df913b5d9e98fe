//! `clock`: what it shows, and turning it.

use super::{Operations, document};
use crate::sandbox::{
    clock::{NoSuchTime, Setting},
    faults::value_constraint,
    refusal::Refusal,
    store::Timestamp,
};
use axum::{
    body::Body,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a PUT says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turned {
    frozen: bool,
    /// ISO 8601; without it the clock stays where it is.
    now: Option<String>,
}

/// How far it goes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advanced {
    /// Thousandths count; negative ones go back.
    seconds: f64,
}

/// How the clock stands, in a word.
pub(super) fn word(setting: Setting) -> &'static str {
    match setting {
        Setting::Machine => "machine",
        Setting::Shifted(_) => "shifted",
        Setting::Frozen(_) => "frozen",
    }
}

impl Operations {
    /// Turns the clock, or tells what it shows.
    pub(super) async fn turn(
        &self,
        method: &str,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Response, Refusal> {
        let dial = &self.state.dial;
        let outside = |NoSuchTime| value_constraint("now", &NoSuchTime.to_string());
        match method {
            "PUT" => {
                let Turned { frozen, now } = self.read(headers, body).await?;
                let now = now.as_deref().map(time).transpose()?;
                dial.turn(now, frozen).map_err(outside)?;
            }
            "POST" => {
                let Advanced { seconds } = self.read(headers, body).await?;
                #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
                let by = (seconds * 1_000.0).round() as i64;
                dial.advance(by).map_err(outside)?;
            }
            "DELETE" => {
                dial.set(Setting::Machine);
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            _ => {}
        }
        Ok(document(&self.clock()))
    }

    fn clock(&self) -> Value {
        let dial = &self.state.dial;
        let is_frozen = matches!(dial.setting(), Setting::Frozen(_));
        json!({"now": dial.now().to_string(), "frozen": is_frozen})
    }
}

fn time(text: &str) -> Result<Timestamp, Refusal> {
    let read: Result<jiff::Timestamp, _> = text.parse();
    let time = read.map_err(|_| value_constraint("now", "a time such as 2030-12-24T18:00:00Z"))?;
    Ok(Timestamp(time.as_millisecond()))
}
