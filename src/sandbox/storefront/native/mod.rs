//! What platform modules can't do in JavaScript: files, XML, the network, cryptography, time zones.
//!
//! All of it is bounded: files lie below the instance's own folder, nothing is called but hosts that were named,
//! and sizes, depths and times have limits.

mod ciphers;
mod crypto;
mod disk;
mod java_rsa;
mod kept;
mod keys;
mod net;
mod packed;
mod remote;
mod signatures;
mod text;
pub(super) mod xml;
mod zones;

use super::ask::Ask;
use crate::script::HostError;
use disk::Disk;
use jiff::Timestamp;
pub(super) use kept::KeptFiles;
use net::Net;
use remote::Connections;
use serde_json::Value;
use std::{io, path::PathBuf};

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
    pub(super) fn new(hosts: Vec<String>) -> Self {
        Self {
            disk: Disk::default(),
            net: Net::new(hosts),
            connections: Connections::default(),
            started: Timestamp::now(),
        }
    }

    /// The place of a file or folder such as `IMPEX/src/a.xml`, there or not.
    pub(super) fn place(&self, path: &str) -> Result<PathBuf, HostError> {
        self.disk.place(path)
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

    /// Answers `file.…`, `xml.…`, `net.…`, `ftp.…`, `crypto.…`, `zone.…` and `instance.…`.
    pub(super) fn answer(&self, ask: &Ask<'_>) -> Result<Value, HostError> {
        match ask.name.split_once('.').unwrap_or((ask.name, "")) {
            ("file", what) => self.disk.answer(what, ask),
            ("xml", what) => xml::answer(what, ask),
            ("net", what) => self.net.answer(what, ask),
            ("ftp", what) => self.connections.answer(what, ask, &self.net, &self.disk),
            ("crypto", what) => crypto::answer(what, ask),
            ("zone", what) => zones::answer(what, ask),
            ("instance", "started") => Ok(Value::from(self.started.to_string())),
            _ => Err(ask.unknown()),
        }
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
