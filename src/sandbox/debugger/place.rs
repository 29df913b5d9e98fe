//! The thread and the frame that a path names.

use super::{Attached, Debugger, Parameters, Refused, faults, view};
use crate::{
    sandbox::refusal::Refusal,
    script::{Owner, ThreadId, ThreadInfo},
};
use axum::{
    extract::{FromRequestParts, MatchedPath},
    http::request::Parts,
};
use percent_encoding::percent_decode_str;
use std::sync::Arc;

/// A live thread.
pub(super) struct ThreadAt {
    /// Who asks.
    pub owner: Owner,
    /// The thread as it was when the request came.
    pub info: ThreadInfo,
}

impl ThreadAt {
    fn find(debugger: &Debugger, owner: Owner, id: &str) -> Result<Self, Refusal> {
        let not_found = || faults::thread_not_found(id);
        let number = id.parse().map_err(|_| not_found())?;
        let info = debugger.engine.control().thread(ThreadId(number)).map_err(|_| not_found())?;
        Ok(Self { owner, info })
    }
}

impl FromRequestParts<Arc<Debugger>> for ThreadAt {
    type Rejection = Refused;

    async fn from_request_parts(
        parts: &mut Parts,
        debugger: &Arc<Debugger>,
    ) -> Result<Self, Refused> {
        let attached = Attached::from_request_parts(parts, debugger).await?;
        let id = integer(parts, "thread_id")?;
        Ok(Self::find(debugger, attached.owner, &id)?)
    }
}

/// A frame of a thread that the caller holds.
pub(super) struct FrameAt {
    /// The halted thread.
    pub thread: ThreadId,
    /// From 0, the current location.
    pub index: usize,
}

impl FromRequestParts<Arc<Debugger>> for FrameAt {
    type Rejection = Refused;

    async fn from_request_parts(
        parts: &mut Parts,
        debugger: &Arc<Debugger>,
    ) -> Result<Self, Refused> {
        let attached = Attached::from_request_parts(parts, debugger).await?;
        let id = integer(parts, "thread_id")?;
        let index = integer(parts, "frame_index")?;
        let ThreadAt { owner, info } = ThreadAt::find(debugger, attached.owner, &id)?;
        let frames = view::halt(&info, owner).map_or(0, |halt| halt.stack.len());
        match index.parse::<usize>() {
            Ok(number) if number < frames => Ok(Self { thread: info.id, index: number }),
            _ => Err(faults::invalid_frame(info.id.0, &index).into()),
        }
    }
}

impl FromRequestParts<Arc<Debugger>> for Parameters {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Debugger>) -> Result<Self, Refused> {
        Ok(Self::of(parts)?)
    }
}

/// An integer of the path, of any size, in plain digits.
pub(super) fn integer(parts: &Parts, name: &str) -> Result<String, Refusal> {
    let value = path_value(parts, name);
    plain_integer(&value).ok_or_else(|| faults::malformed_parameter(name, &value))
}

/// The segment in the place of `{name}`, decoded; bytes that aren't UTF-8 are no integer anyway.
fn path_value(parts: &Parts, name: &str) -> String {
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let is_place = |segment: &str| segment.trim_matches(['{', '}']) == name;
    let place = route.split('/').position(is_place);
    let segment = place.and_then(|place| parts.uri.path().split('/').nth(place));
    percent_decode_str(segment.unwrap_or_default()).decode_utf8_lossy().into_owned()
}

/// `None` unless it is an integer; `007` is 7, `-0` is 0.
pub(super) fn plain_integer(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match digits.trim_start_matches('0') {
        "" => Some("0".to_owned()),
        digits => Some(format!("{sign}{digits}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_size_are_integers() {
        for (text, plain) in [
            ("7", Some("7")),
            ("007", Some("7")),
            ("0", Some("0")),
            ("-0", Some("0")),
            ("-12", Some("-12")),
            ("99999999999999999999999", Some("99999999999999999999999")),
            ("", None),
            ("-", None),
            ("+1", None),
            ("1.0", None),
            ("1e3", None),
            ("0x10", None),
            ("٣", None),
            ("abc", None),
        ] {
            assert_eq!(plain_integer(text).as_deref(), plain, "{text}");
        }
    }
}
