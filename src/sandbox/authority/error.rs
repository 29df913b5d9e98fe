//! Why there is no authority.

use super::{CERTIFICATE, KEY, certificates::CertificateError};
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// Why there is no authority. No file was changed.
#[derive(Debug, Error)]
pub enum AuthorityError {
    /// A file or folder can't be read.
    #[error("can't read {}", file.display())]
    Unreadable {
        /// Which.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file or folder can't be written.
    #[error("can't write {}", file.display())]
    Unwritable {
        /// Which.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file isn't what it should be.
    #[error("{} {flaw}", file.display())]
    Broken {
        /// Which.
        file: PathBuf,
        /// What is wrong with it.
        flaw: Flaw,
    },
    /// The certificates can't be made.
    #[error("can't make the certificates for HTTPS")]
    Certificates(#[from] CertificateError),
}

/// What is wrong with a file of an authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// It isn't there, but the other one is.
    #[error("is missing, though {CERTIFICATE} is there")]
    Missing,
    /// It is something else.
    #[error("holds no private key in PEM")]
    NoKey,
    /// It is something else.
    #[error("holds no certificate in PEM")]
    NoCertificate,
    /// It was made for another key, or by somebody else.
    #[error("is not the certificate of {KEY}")]
    Foreign,
    /// It is too old.
    #[error("holds a certificate whose time has ended")]
    Ended,
}

impl AuthorityError {
    pub(super) fn broken(file: &Path, flaw: Flaw) -> Self {
        Self::Broken { file: file.to_owned(), flaw }
    }

    pub(super) fn unwritable(file: &Path, source: io::Error) -> Self {
        Self::Unwritable { file: file.to_owned(), source }
    }

    /// What to do about it.
    pub fn action(&self) -> String {
        match self {
            Self::Broken { file, .. } => {
                let folder = file.parent().unwrap_or(Path::new("."));
                format!(
                    "Restore it from a backup; or remove {KEY} and {CERTIFICATE} from {} and let clients trust the new {CERTIFICATE} that is made then.",
                    folder.display()
                )
            }
            Self::Unreadable { .. } => {
                "Make it readable for you, or name another folder with --data.".to_owned()
            }
            Self::Unwritable { file, .. } if file.starts_with(std::env::temp_dir()) => {
                "Make sure that the folder for temporary files can be written.".to_owned()
            }
            Self::Unwritable { .. } => {
                "Make the folder writable for you, or name another one with --data.".to_owned()
            }
            Self::Certificates(_) => "Name another folder with --data.".to_owned(),
        }
    }
}
