//! Configurations that can't be used; all of them end the program with exit code 2.

use super::origin::Origin;
use crate::api::address::AddressError;
use crate::api::fingerprint::FingerprintError;
use std::path::PathBuf;

/// Why the configuration can't be used, naming the place to correct.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file that was named can't be read.
    #[error("{}can't read {}: {source}", named_by(.origin), .file.display())]
    Unreadable {
        /// Who named it.
        origin: Origin,
        /// The file.
        file: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A `dw.json` that is no JSON.
    #[error("{}, line {line}, column {column}: no JSON: {problem}", .file.display())]
    NoJson {
        /// The file.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// The parser's words.
        problem: String,
    },
    /// A value of another type than the key has.
    #[error("{origin} must be {expected}")]
    WrongType {
        /// The key.
        origin: Origin,
        /// What it must be.
        expected: String,
    },
    /// No entry of that name.
    #[error("{origin}: {problem}")]
    UnknownInstance {
        /// Who asked for it.
        origin: Origin,
        /// What the file has instead.
        problem: String,
    },
    /// A name was asked for, but there is no file with names.
    #[error("{origin}: there is no dw.json that could hold a configuration \"{name}\"")]
    NoFile {
        /// Who asked for it.
        origin: Origin,
        /// The name.
        name: String,
    },
    /// An address that names no instance.
    #[error("{origin}: {source}")]
    Address {
        /// Who names it.
        origin: Origin,
        /// What is wrong with it.
        source: AddressError,
    },
    /// A `--break` that names no line of a script.
    #[error("--break {text}: {problem}")]
    Breakpoint {
        /// The argument.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A switch with another word than true or false.
    #[error("{origin} must be true or false")]
    NoSwitch {
        /// Who says so.
        origin: Origin,
    },
    /// A text that is no certificate's fingerprint.
    #[error("{origin}: {source}")]
    Fingerprint {
        /// Who names it.
        origin: Origin,
        /// What one looks like.
        source: FingerprintError,
    },
    /// A client certificate's key alone.
    #[error("{origin}: --cert and --key belong together")]
    HalfCertificate {
        /// The half that is there.
        origin: Origin,
    },
    /// A folder where a cartridge's name is wanted.
    #[error(
        "{origin}: \"{name}\" is no cartridge's name; folders with cartridges are given by --cartridges or SFCC_CARTRIDGE_DIRS"
    )]
    NoCartridge {
        /// Who names it.
        origin: Origin,
        /// What stands there.
        name: String,
    },
    /// A folder that isn't there.
    #[error("{origin}: there is no folder {}", .folder.display())]
    NoFolder {
        /// Who names it.
        origin: Origin,
        /// The folder.
        folder: PathBuf,
    },
}

/// Who names a file, unless it was found.
fn named_by(origin: &Origin) -> String {
    if *origin == Origin::Default { String::new() } else { format!("{origin}: ") }
}
