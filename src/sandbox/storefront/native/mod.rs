//! What platform modules can't do in JavaScript: files, XML, the network, cryptography, time zones.
//!
//! All of it is bounded: files lie below the instance's own folder, nothing is called but hosts that were named,
//! and sizes, depths and times have limits.

mod ciphers;
mod crypto;
mod depth;
mod disk;
mod java_rsa;
mod kept;
mod keys;
mod net;
mod packed;
mod remote;
mod signatures;
mod space;
mod text;
mod turns;
mod waiting;
pub(super) mod xml;
mod zones;

pub(super) use crypto::answer as crypto;
pub(super) use zones::answer as zone;

use super::ask::Ask;
use super::{AllowedHost, asked};
use crate::script::HostError;
use disk::Disk;
pub use disk::Placed;
use jiff::Timestamp;
pub(super) use kept::KeptFiles;
use net::Net;
use remote::Connections;
use serde_json::Value;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Files that no script sees yet.
#[derive(Debug)]
pub(super) struct StagedFiles(Disk);

/// What scripts may reach outside the engine, those of all sites.
#[derive(Debug)]
pub(super) struct Natives {
    disk: Disk,
    net: Net,
    connections: Connections,
    started: Timestamp,
}

impl Natives {
    /// Files lie in a folder that ends with the process; `hosts` may be called.
    pub(super) fn new(hosts: Vec<AllowedHost>) -> Self {
        Self {
            disk: Disk::default(),
            net: Net::new(hosts),
            connections: Connections::default(),
            started: Timestamp::now(),
        }
    }

    /// The place of a file or folder such as `IMPEX/src/a.xml`, there or not.
    pub(super) fn place(&self, path: &str) -> Result<Placed, HostError> {
        self.disk.place(path)
    }

    /// The place of a path to which what is at another place is to be moved.
    pub(super) fn place_for(&self, from: &Path, path: &str) -> Result<PathBuf, HostError> {
        self.disk.place_for(from, path)
    }

    /// All files.
    pub(super) fn files(&self) -> io::Result<KeptFiles> {
        KeptFiles::of(&self.disk)
    }

    /// Writes files beside those that there are.
    pub(super) fn stage(files: &KeptFiles) -> io::Result<StagedFiles> {
        files.written().map(StagedFiles)
    }

    /// Puts those in the place of all files. No script may run meanwhile.
    pub(super) fn put_back(&self, staged: &StagedFiles) {
        self.disk.become_like(&staged.0);
    }

    pub(super) fn file(&self, what: asked::File, ask: &Ask<'_>) -> Result<Value, HostError> {
        self.disk.answer(what, ask)
    }

    pub(super) fn net(&self, what: asked::Net, ask: &Ask<'_>) -> Result<Value, HostError> {
        self.net.answer(what, ask)
    }

    pub(super) fn ftp(&self, what: asked::Ftp, ask: &Ask<'_>) -> Result<Value, HostError> {
        self.connections.answer(what, ask, &self.net, &self.disk)
    }

    /// When the instance began.
    pub(super) fn started(&self) -> String {
        self.started.to_string()
    }
}

/// Bytes of an argument in Base64.
fn bytes(ask: &Ask<'_>, key: &str) -> Result<Vec<u8>, HostError> {
    decoded(ask.text(key)?, key)
}

fn decoded(text: &str, what: &str) -> Result<Vec<u8>, HostError> {
    use base64::{Engine, alphabet, engine};
    const LENIENT: engine::GeneralPurpose = engine::GeneralPurpose::new(
        &alphabet::STANDARD,
        engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(engine::DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    let plain: String = text.split_ascii_whitespace().collect();
    LENIENT.decode(plain).map_err(|cause| HostError::new(format!("{what} is no Base64: {cause}")))
}

fn base64(bytes: impl AsRef<[u8]>) -> Value {
    use base64::{Engine, prelude::BASE64_STANDARD};
    Value::from(BASE64_STANDARD.encode(bytes))
}

/// An algorithm that scripts name and nobody has written.
fn unknown(algorithm: &str) -> HostError {
    HostError::new(format!("The algorithm {algorithm} is not emulated by the sandbox"))
}

fn number(ask: &Ask<'_>, key: &str) -> u64 {
    let value = ask.arguments.get(key);
    value.and_then(Value::as_f64).map_or(0, |number| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let whole = number as u64;
        whole
    })
}

fn flag(ask: &Ask<'_>, key: &str) -> bool {
    ask.arguments.get(key).and_then(Value::as_bool).unwrap_or(false)
}
