//! `snapshots` and `reset`: the whole state, taken and put back.

use super::{Operations, document};
use crate::sandbox::{
    faults::string_constraint,
    refusal::{NEVER_CACHED, Refusal},
    state::{MOST, StateError},
    store::{Checkpoint, CheckpointError, CheckpointName, StoreError},
};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, LOCATION},
    },
    response::{IntoResponse, Response},
};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::codec::{BytesCodec, FramedRead};

/// What an exported snapshot is.
const DATABASE: HeaderValue = HeaderValue::from_static("application/vnd.sqlite3");

/// What is to be taken.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    name: String,
    /// A snapshot of that name goes.
    #[serde(default)]
    replace: bool,
}

impl Operations {
    pub(super) async fn reset(&self) -> Result<Response, Refusal> {
        let ended = self.state.reset().await.map_err(refusal)?;
        tracing::info!(ended, "the sandbox is as it began");
        Ok(document(&json!({"threads_ended": ended})))
    }

    pub(super) async fn snapshots(&self) -> Result<Response, Refusal> {
        let all = self.state.list().await.map_err(refusal)?;
        let all: Vec<_> = all.iter().map(told).collect();
        Ok(document(&json!({"snapshots": all})))
    }

    pub(super) async fn take(&self, headers: &HeaderMap, body: Body) -> Result<Response, Refusal> {
        let Wanted { name, replace } = self.read(headers, body).await?;
        let name = name_of(&name)?;
        let taken = self.state.take(&name, replace).await.map_err(refusal)?;
        let mut answer = (StatusCode::CREATED, document(&told(&taken))).into_response();
        // A name has only letters that may stand in a header.
        if let Ok(location) = HeaderValue::try_from(format!("/-/sandbox/snapshots/{name}")) {
            answer.headers_mut().insert(LOCATION, location);
        }
        Ok(answer)
    }

    pub(super) async fn restore(&self, name: &str) -> Result<Response, Refusal> {
        let name = name_of(name)?;
        let ended = self.state.restore(&name).await.map_err(refusal)?;
        tracing::info!(%name, ended, "the snapshot was put back");
        Ok(document(&json!({"threads_ended": ended})))
    }

    pub(super) async fn forget(&self, name: &str) -> Result<Response, Refusal> {
        self.state.forget(&name_of(name)?).await.map_err(refusal)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    }

    pub(super) async fn export(&self, name: &str) -> Result<Response, Refusal> {
        let name = name_of(name)?;
        let failed = |error: std::io::Error| refusal(CheckpointError::from(error).into());
        let folder = tempfile::tempdir().map_err(failed)?;
        let path = folder.path().join("snapshot");
        self.state.export(&name, &path).await.map_err(refusal)?;
        let file = tokio::fs::File::open(&path).await.map_err(failed)?;
        let length = file.metadata().await.map_err(failed)?.len();
        let body = Body::from_stream(FramedRead::new(file, BytesCodec::new()));
        let mut answer = body.into_response();
        let headers = answer.headers_mut();
        headers.insert(CONTENT_TYPE, DATABASE);
        headers.insert(CONTENT_LENGTH, length.into());
        headers.insert(CACHE_CONTROL, NEVER_CACHED);
        let disposition = format!("attachment; filename=\"{name}.snapshot\"");
        if let Ok(disposition) = HeaderValue::try_from(disposition) {
            headers.insert(CONTENT_DISPOSITION, disposition);
        }
        Ok(answer)
    }
}

fn told(checkpoint: &Checkpoint) -> Value {
    let Checkpoint { name, taken, bytes } = checkpoint;
    let mut told = json!({"name": name.as_str(), "taken": taken.to_string()});
    if let Some(bytes) = bytes {
        told["bytes"] = (*bytes).into();
    }
    told
}

fn name_of(text: &str) -> Result<CheckpointName, Refusal> {
    let decoded = percent_decode_str(text).decode_utf8_lossy();
    decoded.parse().map_err(|wrong: crate::sandbox::store::NoName| {
        string_constraint("name", &wrong.to_string())
    })
}

fn refusal(error: StateError) -> Refusal {
    let said = sentence(&error.to_string());
    let message = |advice: &str| format!("{said}{advice}");
    let conflict = |kind, advice| Refusal::new(StatusCode::CONFLICT, kind, message(advice));
    let failed = |status, kind, advice| Refusal::new(status, kind, message(advice));
    match error {
        StateError::Taken(name) => {
            conflict("SnapshotAlreadyExists", ": delete it first, or replace it.")
                .with("name", name.as_str())
        }
        StateError::TooMany => conflict("TooManySnapshots", ": delete some.").with("maximum", MOST),
        StateError::Blocked(_) => {
            failed(StatusCode::SERVICE_UNAVAILABLE, "ScriptsRunOn", ": try again.")
        }
        StateError::Checkpoint(CheckpointError::Unknown(name)) => {
            Refusal::not_found("SnapshotNotFound", message(".")).with("name", name.as_str())
        }
        StateError::Checkpoint(CheckpointError::OtherShop(name)) => conflict(
            "SnapshotOfOtherSiteData",
            &format!(" than the sandbox serves: start it with --from {name}."),
        ),
        StateError::Checkpoint(CheckpointError::Newer { .. }) => {
            conflict("SnapshotOfNewerVersion", ": use a newer haltscope.")
        }
        StateError::Checkpoint(CheckpointError::TooLarge) => {
            conflict("SnapshotTooLarge", ": remove some of them, or reset the sandbox.")
        }
        // A database may be away, and nobody knows then what it did last.
        StateError::Checkpoint(CheckpointError::Store(
            away @ (StoreError::Unreachable(_) | StoreError::Unknown(_)),
        )) => away.into(),
        StateError::Checkpoint(CheckpointError::Full) => failed(
            StatusCode::INSUFFICIENT_STORAGE,
            "InsufficientStorage",
            "; nothing was changed.",
        ),
        StateError::Checkpoint(cause) => {
            tracing::error!(%cause, "a snapshot failed");
            failed(StatusCode::INTERNAL_SERVER_ERROR, "SnapshotFailed", "; nothing was changed.")
        }
    }
}

/// With a capital at its start.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
